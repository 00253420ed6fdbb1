// Agreeing on a draw or on taking a move back; resigning.
import { make } from "./api.js";
import { act, queue } from "./doing.js";
import { send } from "./playing.js";
import { $, alone, me, nameOf, now, seats } from "./state.js";

export function showOffers() {
  const { view, mine } = now;
  const words = { draw: ["You offered a draw", "offers a draw"], undo: ["You asked to take your move back", "asks to take a move back"] };
  $("offers").replaceChildren(...Object.entries(view.offers).map(([kind, agreed]) => {
    const by = agreed[0];
    const own = mine.length === 1 && mine[0] === by;
    const other = mine.find((seat) => !agreed.includes(seat));
    const missing = seats().filter((seat) => !agreed.includes(seat) && !mine.includes(seat));
    const waiting = missing.length && !other ? ` Waiting for ${missing.map(nameOf).join(", ")}.` : "";
    const answer = (seat, accept) => () => act(() => send("answers", { kind, accept, seat }));
    return make("div", { className: "offer" },
      make("span", {}, `${own ? words[kind][0] : `${nameOf(by)} ${words[kind][1]}`}.${waiting}`),
      own ? make("button", { type: "button", onclick: answer(by, false) }, "Withdraw") : null,
      !own && other ? make("button", { type: "button", className: "main", onclick: answer(other, true) }, "Accept") : null,
      !own && other ? make("button", { type: "button", onclick: answer(other, false) }, "Decline") : null);
  }));
}

function ifYes(words, yes, what) {
  $("question").textContent = words;
  $("yes").textContent = yes;
  return queue.ifYes($("ask"), what);
}

// Who holds several seats answers for all of them at once.
function offer(kind, seat) {
  return act(async () => {
    await send("offers", { kind, seat });
    for (const other of now.mine.filter((one) => one !== seat)) await send("answers", { kind, accept: true, seat: other });
  });
}

export function offerDraw() {
  const words = alone() ? ["End the game as a draw?", "Draw"] : ["Offer a draw?", "Offer"];
  return ifYes(...words, () => offer("draw", me()));
}

export function askUndo() {
  const { view, mine } = now;
  const mover = view.moves.findLast((move) => mine.includes(move.player))?.player ?? mine[0];
  return offer("undo", mover);
}

export function resign() {
  const who = now.mine.length > 1 ? `${nameOf(me())}, do you resign?` : "Do you resign?";
  return ifYes(who, "Resign", () => act(() => send("resign", { seat: me() })));
}
