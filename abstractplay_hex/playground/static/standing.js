// The game as it stands: heard from the server, shown beside the board, remembered for the start page.
import { base, get, keep, kept } from "./api.js";
import { goTo, panels, showTurn } from "./looking.js";
import { $, againstComputers, alone, api, everybody, ident, live, nameOf, now, yours } from "./state.js";
import { result } from "./status.js";
import { toast } from "./toast.js";
import { say } from "./words.js";

const showing = []; // called with the game whenever it is shown anew, and with what it was before

export const whenShown = (then) => { showing.push(then); };

const turning = []; // called when it becomes one's turn

export const whenYours = (then) => { turning.push(then); };

// follow: what one does oneself leads to the end of the game, wherever one was looking.
export async function refresh({ follow = false } = {}) {
  const before = now.view;
  const wasLive = before === null || live();
  const view = await get(api);
  now.view = view;
  const moved = before === null || before.ply !== view.ply || before.lastmove !== view.lastmove
    || before.position !== view.position || before.gameover !== view.gameover;
  showView(before);
  const became = before !== null && !yours(before) && yours();
  if (became) for (const then of turning) then();
  // What was looked at may have been taken back.
  if (before === null || follow || (wasLive && moved) || now.at > view.ply) {
    await goTo(view.ply);
  } else {
    showTurn();
    if (moved) toast(say(became ? "page.turn.game" : "page.status.new-move"));
  }
}

export function showView(before = null) {
  const { view, mine } = now;
  document.title = say(yours() ? "page.status.title-yours" : "page.status.title", { game: view.name, players: everybody() });
  $("rules").href = `${base}/rules/${view.game}`;
  $("heading").textContent = [view.name, ...view.variants].join(" · ");
  panels.moves(view);
  panels.marks(now.at, now.line.length);
  panels.log(view);
  $("words").hidden = view.gameover || mine.length === 0;
  $("undo").disabled = !(mine.some((seat) => view.can_undo.includes(seat))) || view.undo_by !== null;
  $("draw").disabled = view.draw_by !== null;
  $("draw").textContent = say(alone() ? "page.offer.draw" : "page.offer.offer-draw");
  $("undo").textContent = say(againstComputers() ? "page.offer.undo" : "page.offer.ask-undo");
  $("get-record").hidden = !view.gameover;
  $("get-record").href = `${api}/record`;
  $("get-state").href = `${api}/state`;
  for (const then of showing) then(view, before);
  remember();
}

function remember() {
  const { view, mine } = now;
  const games = kept(localStorage, "games", []).filter((one) => one.id !== ident);
  const seat = mine.length > 1 ? "all" : String(mine[0] ?? "watch");
  const state = view.gameover ? result(view.winner) : say("page.status.to-move", { player: nameOf(view.currplayer) });
  games.unshift({
    id: ident, seat, name: view.name, players: everybody(), status: state, time: Date.now(),
  });
  keep(localStorage, "games", games.slice(0, 30));
}
