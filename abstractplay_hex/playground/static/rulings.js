// Why a cell cannot be used, and the rule that a refusal comes from.
import { base, make, post } from "./api.js";
import { say } from "./words.js";

// Asks why a click on a cell would be refused, for what is said of cells. asked: ply, line, text, row, col.
export async function whyNot(api, asked) {
  const { refused, ruling } = await post(`${api}/cells`, asked);
  return { refused: refused?.message, ruling };
}

// In a window of its own: the turn under way is not lost.
export function linkRuling(prompt, game, ruling) {
  if (!ruling) return;
  const numbered = /\d/.test(ruling);
  const link = make("a", { href: `${base}/rules/${game}#${ruling}`, target: "_blank", className: "ruling" },
    numbered ? ruling : say("lessons.rule"));
  if (numbered) link.setAttribute("aria-label", say("page.game.rule-number", { number: ruling }));
  prompt.append(" ", link);
}
