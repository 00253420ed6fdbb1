// Offers that have come to nothing: who has declined or withdrawn one, told until it has been read.
import { keep, kept, make } from "./api.js";
import { $, ident, nameOf, now } from "./state.js";
import { say } from "./words.js";

const DECLINED = {
  draw: "page.lapsed.draw-declined", undo: "page.lapsed.undo-declined", rematch: "page.lapsed.rematch-declined",
};
const WITHDRAWN = {
  draw: "page.lapsed.draw-withdrawn", undo: "page.lapsed.undo-withdrawn", rematch: "page.lapsed.rematch-withdrawn",
};
const MOST = 30; // games

// Which revision of this game has been read about, by kind of offer.
const all = () => kept(localStorage, "lapsed", []);
const read = () => all().find(([game]) => game === ident)?.[1] ?? {};
function note({ kind, revision }) {
  const others = all().filter(([game]) => game !== ident);
  keep(localStorage, "lapsed", [[ident, { ...read(), [kind]: revision }], ...others].slice(0, MOST));
}

export function showLapsed(view) {
  const { mine } = now;
  const news = view.lapsed.filter((one) => mine.length && !mine.includes(one.by) && one.revision > (read()[one.kind] ?? 0));
  const box = $("lapsed");
  const shown = JSON.stringify(news);
  if ((box.dataset.shown ?? "[]") === shown) return; // or it would be read out again
  box.dataset.shown = shown;
  box.replaceChildren(...news.map((one) => {
    const code = (one.by === one.offered ? WITHDRAWN : DECLINED)[one.kind];
    const ok = () => { note(one); showLapsed(now.view); };
    return make("div", { className: "lapsed" }, make("span", {}, say(code, { player: nameOf(one.by) })),
      make("button", { type: "button", onclick: ok }, say("page.lapsed.ok")));
  }));
}
