// The clocks of the seats. The server keeps them; with each answer it says what each seat has left, and the page
// counts down from there, by a clock that nobody sets.
import { heardAt } from "./api.js";
import { nameOf, now } from "./state.js";
import { control, reading, untilChange } from "./spans.js";
import { say } from "./words.js";

const AGAIN = 1500; // milliseconds until the server is asked again whether time is up
const MOST_ASKED = 5;
const SAID = [[10_000, () => say("page.clock.ten")], [60_000, () => say("page.clock.minute")]];

const said = document.getElementById("clock-said");
const faces = []; // one for each seat, which every drawing of the players puts into their cards
let clock = null;
let since = 0; // when `clock` held
let timer = 0;
let asked = 0;
let before = Infinity; // what one's own clock showed last
let ask = () => {};

export const whenUp = (then) => { ask = then; };

// The clock of a seat, or null if there is none.
export function clockOf(seat) {
  if (!clock) return null;
  faces[seat] ??= document.createElement("span");
  return faces[seat];
}

export function showClocks(view) {
  clock = view.clock;
  since = heardAt(view);
  asked = 0;
  if (!clock) return;
  view.names.forEach((_, i) => {
    const face = clockOf(i + 1);
    face.setAttribute("role", "timer"); // which is not read out each time it changes
    face.setAttribute("aria-label", say("page.clock.of", { player: nameOf(i + 1) }));
    face.title = control(clock.control);
  });
  tick();
}

const left = (seat) => Math.max(0, clock.left[seat - 1] - (clock.running === seat ? performance.now() - since : 0));

function tick() {
  clearTimeout(timer);
  const { control: { kind, seconds, main }, running, flagged } = clock;
  const low = Math.min(60_000, 200 * (kind === "move" ? seconds : main));
  for (let seat = 1; seat <= clock.left.length; seat += 1) {
    const has = left(seat);
    const face = clockOf(seat);
    face.textContent = reading(has);
    face.className = ["clock", seat === running && "running", has < low && "low",
      seat === running && has < 10_000 && "short", seat === flagged && "flagged"].filter(Boolean).join(" ");
  }
  if (running === null) return;
  remind(running);
  const has = left(running);
  if (has > 0) timer = setTimeout(tick, untilChange(has));
  // The server ends the game, and mostly has told so by now.
  else if (asked < MOST_ASKED) {
    asked += 1;
    timer = setTimeout(() => { ask(); tick(); }, asked === 1 ? 100 : AGAIN);
  }
}

// Who does not see the clock hears of it twice.
function remind(running) {
  if (!now.mine.includes(running)) { before = Infinity; return; }
  const has = left(running);
  const passed = SAID.find(([limit]) => has <= limit && before > limit && before < Infinity);
  if (passed && has > 0) said.textContent = passed[1]();
  before = has;
}

// A machine that was asleep has not counted.
document.addEventListener("visibilitychange", () => { if (clock && !document.hidden) tick(); });
