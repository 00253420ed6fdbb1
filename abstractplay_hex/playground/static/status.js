// The line that says how the game stands, or what one is looking at.
import { Computers } from "./computers.js";
import { live, myTurn, nameOf, now, yours } from "./state.js";
import { listed, say } from "./words.js";

export function result(winner) {
  if (winner.length && (winner.length < now.view.numplayers || winner.length === 1)) {
    return say("page.status.won", { players: listed(winner.map(nameOf)) });
  }
  return say(winner.length ? "page.status.draw" : "page.status.nobody");
}

export function status() {
  const { view, seen, line, at, mine } = now;
  const toMove = (seat) => say("page.status.to-move", { player: nameOf(seat) });
  const back = (said) => (yours() ? `${said} ${say("page.turn.game")}` : said);
  if (now.away) return say("page.status.away");
  if (line.length) {
    const then = seen.gameover ? result(seen.winner) : toMove(seen.currplayer);
    return back(say("page.status.trying", { n: line.length, at, then }));
  }
  if (!live()) return back(say("page.status.back", { at, last: view.ply }));
  if (view.gameover) {
    const flagged = view.clock?.flagged;
    const why = flagged ? `${say("page.clock.up", { player: nameOf(flagged) })} ` : "";
    return say("page.status.over", { result: why + result(view.winner) });
  }
  if (Computers.toMove(view)) return Computers.status(view, nameOf);
  if (!mine.length) return say("page.status.watching", { player: nameOf(view.currplayer) });
  return mine.length === 1 && myTurn() ? say("page.status.yours") : toMove(view.currplayer);
}

// Where it is not one's turn, the game's instructions are meant for somebody else.
export function idlePrompt() {
  if (now.line.length || myTurn()) return "";
  return say(live() ? "page.game.try-here" : "page.game.try-there");
}
