// Looking at the board: the server draws it and judges the turn under way.
import { make, post } from "./api.js";
import { Board } from "./board.js";
import { clockOf } from "./clocks.js";
import { act } from "./doing.js";
import { Hover } from "./hover.js";
import { Steps } from "./keys.js";
import { Legend } from "./legend.js";
import { Panels } from "./panels.js";
import { linkRuling, whyNot } from "./rulings.js";
import {
  $, againstComputers, api, drawing, live, marks, me, myTurn, nameOf, now, ready, table, wishes, yours,
} from "./state.js";
import { idlePrompt, status } from "./status.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

export const board = new Board($("board"),
  (row, col) => act(() => look({ click: { row, col } })),
  (piece) => act(() => look({ click: { row: -1, col: -1, piece } })));
export const panels = new Panels({
  $, nameOf, clockOf, goTo: (ply) => act(() => goTo(ply)), palettes: JSON.parse(table.dataset.palettes),
});

export const legend = new Legend({ box: $("legend"), opened: () => act(() => look()), begin: say("page.legend.begin") });
export const hover = new Hover({
  board,
  box: $("told"),
  link: (box, ruling) => linkRuling(box, now.view.game, ruling),
  // Where no turn can be made or tried out, there is only what is on the cell.
  ask: (row, col) => (now.seen.gameover ? null : whyNot(api, { ply: now.at, line: now.line, text: now.text, row, col })),
});
const steps = new Steps();
export const stepBackInTurn = () => act(() => { now.text = steps.back(); return look(); });
export const zoom = new Zoom({
  board,
  wanted: () => wishes.enlarge !== false,
  twice: stepBackInTurn,
});

const marking = () => marks() && (myTurn() || !live());

export async function look({ click } = {}) {
  now.judged = false;
  now.seen = await post(`${api}/look`, {
    ply: now.at, line: now.line, text: now.text, seat: me(), click: click ?? null,
    drawing: drawing(), beginnings: marking(), legend: legend.wanted,
  });
  now.judged = true;
  now.text = now.seen.text;
  showSeen();
}

const going = []; // called with the ply and the line that one has gone to

export const whenGone = (then) => { going.push(then); };

export async function goTo(ply, gone = []) {
  now.at = Math.max(0, Math.min(ply, now.view.ply));
  now.line = gone;
  now.text = "";
  zoom.relax();
  await look();
  for (const then of going) then(now.at, now.line);
}

export const stepBack = () => (now.line.length ? goTo(now.at, now.line.slice(0, -1)) : goTo(now.at - 1));

export function showSeen() {
  const { view, seen, text } = now;
  steps.note(text);
  legend.show(seen.legend, Boolean(seen.beginnings?.length));
  if (seen.svg) {
    board.show(seen.svg);
    if (marking()) board.mark(seen.beginnings ?? []);
  } else board.say(say("page.game.undrawn", { reason: seen.undrawn }));
  const entry = $("move");
  if (entry.value.trim() !== text.trim() || document.activeElement !== entry) entry.value = text;
  showPrompt();
  entry.setAttribute("aria-invalid", String(wrong()));
  showTurn();
  panels.players(view, seen, now.mine, wishes.palette);
  panels.marks(now.at, now.line.length);
  panels.facts(seen);
}

// A text that is being typed is wrong only once it can become no turn.
const wrong = () => !now.seen.valid && !now.seen.missing && now.text.trim() !== "";

function showPrompt() {
  const { seen, text } = now;
  const refused = seen.refused?.message;
  const prompt = $("prompt");
  prompt.textContent = refused || (text === "" && idlePrompt()) || seen.missing || seen.message;
  prompt.classList.toggle("bad", Boolean(refused) || wrong());
  prompt.classList.toggle("good", !refused && seen.complete === 1);
  if (prompt.textContent === (refused || seen.message)) linkRuling(prompt, now.view.game, seen.ruling);
}

export function showTurn() {
  const { view, seen, at, line, text } = now;
  const over = seen.gameover;
  $("move-form").hidden = over;
  $("play").hidden = !myTurn();
  $("play").disabled = !ready();
  $("play").textContent = ready() && text.length <= 16 ? say("lessons.play-move", { move: text }) : say("lessons.play");
  $("try").hidden = myTurn() && line.length === 0;
  $("try").disabled = !ready();
  $("clear").hidden = text === "";
  $("return").hidden = live();
  $("return").textContent = say(yours() ? "page.turn.return" : "page.game.return");
  $("return").classList.toggle("main", yours());
  $("custom").replaceChildren(...seen.buttons.map((button) => make("button", {
    type: "button",
    textContent: button.label,
    onclick: () => act(() => look({ click: { row: -1, col: -1, piece: button.move } })),
  })));
  $("status").textContent = status();
  $("status").classList.toggle("mine", myTurn() || yours());
  $("hint").hidden = over || !view.hints || (live() && !(myTurn() && againstComputers()));
  $("where").textContent = line.length ? `${at} + ${line.length}` : `${at} / ${view.ply}`;
  for (const [id, off] of [["first", at === 0 && !line.length], ["back", at === 0 && !line.length],
    ["on", at >= view.ply || line.length > 0], ["last", live()]]) $(id).disabled = off;
}
