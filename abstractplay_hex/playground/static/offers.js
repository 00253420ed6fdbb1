// Agreeing on a draw or on taking a move back; resigning.
import { make } from "./api.js";
import { act, queue } from "./doing.js";
import { send } from "./playing.js";
import { $, alone, me, nameOf, now, seats } from "./state.js";
import { say } from "./words.js";

const MINE = { draw: "page.offer.draw-mine", undo: "page.offer.undo-mine", rematch: "page.rematch.mine" };
const OTHERS = { draw: "page.offer.draw-by", undo: "page.offer.undo-by", rematch: "page.rematch.by" };

export function showOffers() {
  const { view, mine } = now;
  $("offers").replaceChildren(...Object.entries(view.offers).map(([kind, agreed]) => {
    const by = agreed[0];
    const own = mine.length === 1 && mine[0] === by;
    const other = mine.find((seat) => !agreed.includes(seat));
    const missing = seats().filter((seat) => !agreed.includes(seat) && !mine.includes(seat));
    const waiting = missing.length && !other ? ` ${say("page.offer.waiting", { players: missing.map(nameOf).join(", ") })}` : "";
    const answer = (seat, accept) => () => act(() => send("answers", { kind, accept, seat }));
    return make("div", { className: "offer" },
      make("span", {}, say(own ? MINE[kind] : OTHERS[kind], { player: nameOf(by) }) + waiting),
      own ? make("button", { type: "button", onclick: answer(by, false) }, say("page.offer.withdraw")) : null,
      !own && other ? make("button", { type: "button", className: "main", onclick: answer(other, true) }, say("page.offer.accept")) : null,
      !own && other ? make("button", { type: "button", onclick: answer(other, false) }, say("page.offer.decline")) : null);
  }));
}

function ifYes(words, yes, what) {
  $("question").textContent = words;
  $("yes").textContent = yes;
  return queue.ifYes($("ask"), what);
}

// Who holds several seats answers for all of them at once.
export async function offer(kind, seat) {
  await send("offers", { kind, seat });
  for (const other of now.mine.filter((one) => one !== seat)) {
    if (now.view.offers[kind]) await send("answers", { kind, accept: true, seat: other });
  }
}

export function offerDraw() {
  const words = alone() ? [say("page.offer.draw-all"), say("page.offer.draw")] : [say("page.offer.draw-one"), say("page.offer.offer")];
  return ifYes(...words, () => act(() => offer("draw", me())));
}

export function askUndo() {
  const { view, mine } = now;
  const mover = view.moves.findLast((move) => mine.includes(move.player))?.player ?? mine[0];
  return act(() => offer("undo", mover));
}

export function resign() {
  const who = now.mine.length > 1 ? say("page.offer.resign-all", { player: nameOf(me()) }) : say("page.offer.resign-one");
  return ifYes(who, say("page.offer.resign"), () => act(() => send("resign", { seat: me() })));
}
