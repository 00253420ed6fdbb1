// The line that says how the game stands, or what one is looking at.
import { Computers } from "./computers.js";
import { live, myTurn, nameOf, now } from "./state.js";

export function result(winner) {
  if (winner.length && (winner.length < now.view.numplayers || winner.length === 1)) {
    return `${winner.map(nameOf).join(" and ")} won.`;
  }
  return winner.length ? "The game is a draw." : "The game ended without a winner.";
}

export function status() {
  const { view, seen, line, at, mine } = now;
  if (now.away) return "The server does not answer. Trying again …";
  if (line.length) {
    const end = seen.gameover ? ` ${result(seen.winner)}` : ` ${nameOf(seen.currplayer)} to move.`;
    return `Trying out ${line.length} ${line.length === 1 ? "move" : "moves"} after move ${at}.${end}`;
  }
  if (!live()) return `Looking back at move ${at} of ${view.ply}.`;
  if (view.gameover) return `The game is over. ${result(view.winner)}`;
  if (Computers.toMove(view)) return Computers.status(view, nameOf);
  if (!mine.length) return `${nameOf(view.currplayer)} is to move. You are watching.`;
  if (mine.length > 1) return `${nameOf(view.currplayer)} is to move.`;
  return myTurn() ? "It is your turn." : `${nameOf(view.currplayer)} is to move.`;
}

// Where it is not one's turn, the game's instructions are meant for somebody else.
export function idlePrompt() {
  if (now.line.length || myTurn()) return "";
  if (live()) return "Try out moves on the board; the game does not change.";
  return "Try out other moves from here; the game does not change.";
}
