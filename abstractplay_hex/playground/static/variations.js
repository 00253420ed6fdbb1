// Moves that were tried out off a game: kept for this game in this browser, listed, and shared by links that
// hold them: #after=12&moves=g7+h8. What follows the # is not sent, so a link tells nothing but the moves.
import { keep, kept, make } from "./api.js";
import { say } from "./words.js";

const MOST = 50;
export const LONGEST_LINK = 4000;
export const LONGEST = 100; // moves, as the server has it

const same = (a, b) => a.after === b.after && a.moves.join(" ") === b.moves.join(" ");
const begins = (a, b) => a.after === b.after && a.moves.length <= b.moves.length && a.moves.every((move, i) => move === b.moves[i]);

// Reads the variation that an address holds: null if it holds none, undefined if it is malformed.
export function linked(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (!parts.has("after") && !parts.has("moves")) return null;
  const [after, moves] = [parts.getAll("after"), parts.getAll("moves")];
  const list = moves[0]?.split(" ") ?? [];
  const right = hash.length <= LONGEST_LINK && after.length === 1 && moves.length === 1 && [...parts.keys()].length === 2
    && /^(0|[1-9]\d{0,5})$/.test(after[0]) && list.length <= LONGEST && list.every((move) => /^[!-~]+$/.test(move));
  return right ? { after: Number(after[0]), moves: list } : undefined;
}

export class Variations {
  #all;

  // box: where they are listed; game: its id; open(after, moves): shows one; told(message): tells the person.
  constructor({ box, game, open, told }) {
    Object.assign(this, { box, open, told, key: `variations ${game}` });
    const valid = (one) => Number.isInteger(one?.after) && Array.isArray(one.moves) && one.moves.length > 0
      && one.moves.every((move) => typeof move === "string");
    const found = kept(localStorage, this.key, []);
    this.#all = Array.isArray(found) ? found.filter(valid) : [];
    this.at = { after: 0, moves: [] };
    this.show();
  }

  // Keeps a line that is looked at; one that begins it is not kept as well.
  add(after, moves) {
    const made = { after, moves: [...moves] };
    this.at = made;
    if (moves.length && !this.#all.some((one) => begins(made, one))) {
      this.#all = [...this.#all.filter((one) => !begins(one, made)), made].slice(-MOST);
      this.#store();
    }
    this.show();
  }

  // Shows the variation that an address holds, if it holds one: all of its moves or none.
  // last: ply of the game; show(after, moves): looks there, and fails for moves that are not legal.
  async openLinked(hash, last, show) {
    const wanted = linked(hash);
    if (wanted === null) return;
    history.replaceState(null, "", location.pathname + location.search);
    const bad = (reason) => this.told(say("page.variations.bad", { reason }));
    if (wanted === undefined) { bad(say("page.variations.malformed")); return; }
    if (wanted.after > last) { bad(say("page.variations.past", { last })); return; }
    try {
      await show(wanted.after, wanted.moves);
    } catch (error) {
      await show(last, []);
      bad(error.message);
    }
  }

  // Drops those that begin after the end of the game: its last moves were taken back.
  until(last) {
    const left = this.#all.filter((one) => one.after <= last);
    if (left.length === this.#all.length) return;
    this.#all = left;
    this.#store();
    this.show();
  }

  #store() { keep(localStorage, this.key, this.#all); }

  #delete(gone) {
    this.#all = this.#all.filter((one) => !same(one, gone));
    this.#store();
    this.show();
    (this.box.querySelector("button") ?? this.box).focus();
  }

  async #share(one) {
    const address = new URL(location.href);
    address.hash = new URLSearchParams({ after: one.after, moves: one.moves.join(" ") });
    address.search = "";
    if (address.hash.length > LONGEST_LINK) { this.told(say("page.variations.too-long")); return; }
    const field = make("input", { readOnly: true, value: String(address) });
    field.setAttribute("aria-label", say("page.variations.link"));
    this.box.querySelector(".shared")?.remove();
    this.box.append(make("li", { className: "shared" }, field));
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.told(say("page.variations.copied"));
    } catch { field.focus(); } // it can be copied by hand
  }

  show() {
    if (!this.#all.length) {
      this.box.replaceChildren(make("li", { className: "none" }, say("page.variations.none")));
      return;
    }
    const shared = this.box.querySelector(".shared");
    const sorted = this.#all.toSorted((a, b) => a.after - b.after);
    this.box.replaceChildren(...sorted.map((one) => {
      const here = one.after === this.at.after && this.at.moves.length > 0 && begins(this.at, one);
      const steps = one.moves.map((move, i) => {
        const step = make("button", { type: "button", className: "step", onclick: () => this.open(one.after, one.moves.slice(0, i + 1)) }, move);
        if (here && this.at.moves.length === i + 1) step.setAttribute("aria-current", "step");
        return step;
      });
      const said = one.moves.join(" ");
      const button = (text, label, onclick) => {
        const made = make("button", { type: "button", className: "quiet", onclick }, text);
        made.setAttribute("aria-label", label);
        return made;
      };
      return make("li", { className: here ? "here" : "" },
        make("small", {}, say("page.variations.after", { ply: one.after })), make("span", { className: "turns" }, ...steps),
        make("span", { className: "doings" },
          button(say("page.variations.share"), say("page.variations.share-one", { moves: said }), () => this.#share(one)),
          button(say("page.variations.delete"), say("page.variations.delete-one", { moves: said }), () => this.#delete(one))));
    }), ...(shared ? [shared] : []));
  }
}
