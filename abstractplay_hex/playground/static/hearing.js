// For those who listen: each move made is told with what it led to, as the log has it.
import { make } from "./api.js";
import { $, nameOf } from "./state.js";
import { say } from "./words.js";

const KEPT = 5; // so many of the last are left standing, lest one be lost that comes while another is read

function told(view, ply) {
  const lines = view.chat[ply]?.lines ?? [];
  const { player, move } = view.moves[ply];
  return lines.length ? lines.join(" ") : say("page.heard.move", { player: nameOf(player), move });
}

export function tellMoves(view, before) {
  if (before === null) return;
  let fresh = [];
  if (view.ply < before.ply) fresh = [say("page.heard.undone", { n: before.ply - view.ply })];
  else for (let ply = before.ply; ply < view.ply; ply += 1) fresh.push(told(view, ply));
  if (!fresh.length) return;
  const box = $("heard");
  box.append(...fresh.map((text) => make("p", {}, text)));
  while (box.childElementCount > KEPT) box.firstChild.remove();
}
