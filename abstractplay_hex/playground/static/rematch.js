// Rematches: offered after the game; once all agree, who plays goes on to the new game.
import { base, post } from "./api.js";
import { act } from "./doing.js";
import { offer } from "./offers.js";
import { send } from "./playing.js";
import { $, api, me, now } from "./state.js";

let before = null; // the view shown last

export function showRematch(view) {
  const { mine } = now;
  $("rematch").hidden = !view.gameover || !mine.length || view.rematch !== null || "rematch" in view.offers;
  $("follow").hidden = view.rematch === null;
  const begun = before && before.rematch === null && view.rematch !== null;
  before = view;
  if (begun && mine.length) follow();
}

// The keys of this game open the next one, too.
export const follow = () => act(async () => {
  const { id, seats } = await post(`${api}/rematch`);
  const { mine } = now;
  const seat = { 0: "watch", 1: seats[mine[0]] }[mine.length] ?? "all";
  location.assign(`${base}/games/${id}?seat=${seat}`);
});

export const offerRematch = () => act(async () => {
  try {
    await offer("rematch", me());
  } catch (error) {
    // Another has offered one at the same moment: that is agreed, then.
    const agreed = now.view.offers.rematch ?? [];
    const missing = now.mine.filter((seat) => !agreed.includes(seat));
    if (error.status !== 409 || !(now.view.rematch || agreed.length)) throw error;
    for (const seat of now.view.rematch ? [] : missing) await send("answers", { kind: "rematch", accept: true, seat });
  }
});
