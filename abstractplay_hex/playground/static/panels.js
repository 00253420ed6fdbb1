// What stands beside the board: players, moves, log.
import { make } from "./api.js";
import { language, say } from "./words.js";

// A long move is broken after a comma only, not at the dashes within its parts.
const parts = (move) => move.split(/(?<=,)/).flatMap((part) => [make("span", { className: "part" }, part), make("wbr")]);

export class Panels {
  // clockOf(seat): the element of a clock, or null.
  constructor({ $, nameOf, goTo, palettes, clockOf = () => null }) {
    Object.assign(this, { $, nameOf, goTo, palettes, clockOf });
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const select = (tab) => {
      for (const other of tabs) {
        const on = other === tab;
        other.setAttribute("aria-selected", String(on));
        other.tabIndex = on ? 0 : -1;
        $(other.getAttribute("aria-controls")).hidden = !on;
      }
    };
    tabs.forEach((tab, i) => {
      tab.addEventListener("click", () => select(tab));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        const next = tabs[(i + step + tabs.length) % tabs.length];
        select(next);
        next.focus();
      });
    });
  }

  players(view, seen, mine, palette) {
    const colours = this.palettes[palette] ?? this.palettes.default;
    const cards = [];
    for (let seat = 1; seat <= view.numplayers; seat += 1) {
      const won = seen.gameover && seen.winner.includes(seat);
      const moves = !seen.gameover && seen.currplayer === seat;
      const dot = make("span", { className: "dot" });
      dot.style.setProperty("--player", colours[seat - 1]);
      const facts = [
        ...seen.scores.map((s) => [s.name, s.scores[seat - 1]]),
        ...seen.statuses.filter((s) => s.value.length === view.numplayers).map((s) => [s.key, s.value[seat - 1]]),
      ];
      const score = facts.shift();
      const card = make("div", { className: `player${moves ? " to-move" : ""}${won ? " won" : ""}` },
        dot,
        make("span", { className: "name" }, this.nameOf(seat),
          mine.length === 1 && mine[0] === seat ? make("small", {}, ` ${say("page.panel.you")}`) : null,
          moves ? make("small", { className: "turn-mark" }, ` ${say("page.panel.to-move")}`) : null,
          won ? make("small", { className: "turn-mark" }, ` ${say(seen.winner.length === view.numplayers && view.numplayers > 1 ? "page.panel.draw" : "page.panel.won")}`) : null),
        score ? make("span", { className: "score", title: score[0] },
          make("span", { className: "said-only" }, `${score[0]}: `), String(score[1])) : null,
        this.clockOf(seat),
        make("span", { className: "facts" }, ...facts.map(([key, value]) => make("span", {}, `${key} ${value}`))));
      cards.push(card);
    }
    this.$("players").replaceChildren(...cards);
    for (let seat = 1; seat <= view.numplayers; seat += 1) {
      document.documentElement.style.setProperty(`--player-${seat}`, colours[seat - 1]);
    }
  }

  facts(seen) {
    const common = seen.statuses.filter((s) => s.value.length === 1);
    let box = this.$("common");
    if (!box) {
      box = make("p", { id: "common", className: "common" });
      this.$("players").after(box);
    }
    box.textContent = common.map((s) => say("page.panel.common", { name: s.key, value: s.value[0] })).join(" · ");
    box.hidden = common.length === 0;
  }

  moves(view) {
    const list = this.$("moves");
    const columns = view.numplayers === 4 ? 2 : Math.min(view.numplayers, 3);
    list.style.setProperty("--columns", columns);
    list.replaceChildren(...view.moves.map((move, i) => {
      const button = make("button", { type: "button", onclick: () => this.goTo(i + 1) },
        make("span", { className: "number" }, String(i + 1)), make("span", {}, ...parts(move.move)));
      const item = make("li", {}, button);
      item.style.gridColumn = (move.player - 1) % columns + 1;
      item.style.setProperty("--player", `var(--player-${move.player})`);
      return item;
    }));
    if (!view.moves.length) list.append(make("li", { className: "none" }, say("page.panel.no-moves")));
  }

  marks(at, gone) {
    const list = this.$("moves");
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const button = list.children[at - 1]?.querySelector("button");
    if (!button) return;
    button.setAttribute("aria-current", gone ? "step" : "true");
    const sheet = list.parentElement;
    if (!sheet.hidden) {
      const gap = button.getBoundingClientRect();
      const box = sheet.getBoundingClientRect();
      if (gap.bottom > box.bottom) sheet.scrollTop += gap.bottom - box.bottom + 8;
      else if (gap.top < box.top) sheet.scrollTop -= box.top - gap.top + 8;
    }
  }

  log(view) {
    this.$("log").replaceChildren(...view.chat.map((entry) => make("li", {},
      make("time", { dateTime: entry.time }, new Date(entry.time).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })),
      make("span", {}, entry.lines.join(" ")))).reverse());
  }

  about(kind) {
    if (!kind) return;
    // Our own texts, with no mark-up but backquotes.
    const said = (text) => make("p", {}, ...text.split("`").map((part, i) => (i % 2 ? make("code", {}, part) : part)));
    const links = kind.urls.map((url, i) => make("a", { href: url, rel: "noreferrer", target: "_blank" }, say(i ? "page.start.more" : "page.start.rules")));
    this.$("about").replaceChildren(
      ...[kind.description, kind.notes].filter(Boolean).map(said), make("p", {}, ...links));
  }
}
