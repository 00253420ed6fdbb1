// The list of plies with their marks, the table of the players, and lines of play.
import { make } from "./api.js";
import { BAD, number, sign } from "./judged.js";
import { say } from "./words.js";

export class Plies {
  constructor({ list, goTo }) { Object.assign(this, { list, goTo }); }

  show(view, judgement) {
    const dot = (player) => {
      const made = make("span", { className: "dot", title: view.names[player - 1] || say("page.review.name", { seat: player }) });
      made.style.setProperty("--player", `var(--player-${player})`);
      return made;
    };
    const row = (ply, ...more) => make("li", {}, make("button", { type: "button", onclick: () => this.goTo(ply) },
      make("span", { className: "number" }, String(ply)), ...more));
    this.list.replaceChildren(row(0, make("span", {}), make("span", {}, say("page.review.start"))),
      ...view.moves.map(({ player, move }, i) => {
        const found = judgement.ply(i + 1);
        const loss = found?.loss >= 0.005 ? make("span", { className: "loss" }, number(-found.loss)) : null;
        return row(i + 1, dot(player), make("span", { className: "move" }, move), found?.mark ? sign(found.mark) : make("span", {}), loss);
      }));
  }

  at(ply, away) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = this.list.children[ply]?.querySelector("button");
    if (!button) return;
    button.setAttribute("aria-current", away ? "step" : "true");
    const sheet = this.list.parentElement; // which scrolls
    const [row, box] = [button.getBoundingClientRect(), sheet.getBoundingClientRect()];
    if (row.bottom > box.bottom) sheet.scrollTop += row.bottom - box.bottom + 40;
    else if (row.top < box.top) sheet.scrollTop -= box.top - row.top + 40;
  }
}

// How each player has played.
export function summary(players, nameOf) {
  const marks = [...BAD, "only-move"];
  const head = make("tr", {}, make("th", { scope: "col" }, say("page.review.player")),
    ...marks.map((mark) => make("th", { scope: "col" }, sign(mark))),
    make("th", { scope: "col" }, say("page.review.loss")));
  const rows = players.map((one) => {
    const dot = make("span", { className: "dot" });
    dot.style.setProperty("--player", `var(--player-${one.player})`);
    return make("tr", {}, make("th", { scope: "row" }, dot, ` ${nameOf(one.player)}`),
      ...marks.map((mark) => make("td", {}, String(one.marks[mark] ?? 0))), make("td", {}, one.loss.toFixed(2)));
  });
  return make("table", {}, make("caption", { className: "said-only" }, say("page.review.summary")),
    make("thead", {}, head), make("tbody", {}, ...rows));
}

// The best lines of play at a position: what each is worth to the player, and its turns.
// follow(turns): shows the position after some of them; null if they are only told.
export const lines = (found, player, follow) => found.map((line) => make("li", {},
  make("span", { className: "value" }, number(line.advantage[player - 1])),
  make("span", { className: "turns" }, ...line.turns.map((turn, i) => (follow ? make("button", {
    type: "button", onclick: () => follow(line.turns.slice(0, i + 1)),
  }, turn) : make("code", {}, turn))))));
