// A refusal leads to the rule that it comes from. In a window of its own: the turn under way is not lost.
import { base, make } from "./api.js";
import { say } from "./words.js";

export function linkRuling(prompt, game, ruling) {
  if (!ruling) return;
  const numbered = /\d/.test(ruling);
  const link = make("a", { href: `${base}/rules/${game}#${ruling}`, target: "_blank", className: "ruling" },
    numbered ? ruling : say("lessons.rule"));
  if (numbered) link.setAttribute("aria-label", say("page.game.rule-number", { number: ruling }));
  prompt.append(" ", link);
}
