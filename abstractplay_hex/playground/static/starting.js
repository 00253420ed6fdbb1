// Playing on from a position: a new game, against the computer or with somebody else.
import { base, keep, kept, make, post } from "./api.js";
import { say } from "./words.js";

const USUAL = 2;

// Starts a game and opens it. setup: game, variants, seats, position; seat: one's own; level: of the others, if
// computers play them.
export async function begin(setup, seat, level) {
  const others = Array.from({ length: setup.seats }, (_, i) => i + 1).filter((one) => one !== seat);
  const begun = await post(`${base}/api/games`, {
    ...setup, owner: seat, computers: level ? others.map((one) => ({ seat: one, level })) : [],
  });
  await post(`${base}/api/games/${begun.id}/session`, { keys: [begun.keys[seat]] });
  keep(sessionStorage, `links ${begun.id}`, begun.keys);
  location.assign(`${base}/games/${begun.id}?seat=${seat}`);
}

// The choice of level and seat. setup(): what to begin from, null if that cannot be; told(error).
export class Starting {
  constructor({ box, nameOf, setup, told }) {
    Object.assign(this, { box, nameOf, setup, told, shown: "" });
    const levels = [...document.getElementById("levels").content.cloneNode(true).querySelectorAll("option")];
    this.level = make("select", { id: "start-level", onchange: () => keep(localStorage, "level", Number(this.level.value)) }, ...levels);
    this.level.value = String(kept(localStorage, "level", USUAL));
    if (!this.level.value) this.level.value = String(USUAL);
    this.seat = make("select", { id: "start-seat" });
    const button = (text, className, level) => make("button", {
      type: "button", className, onclick: (event) => this.#start(event.currentTarget, level ? Number(this.level.value) : 0),
    }, text);
    this.computer = button(say("page.start-here.play"), "main", true);
    this.person = button(say("page.start-here.person"), "", false);
    this.over = make("p", { className: "over", hidden: true }, say("page.start-here.over"));
    box.replaceChildren(make("label", {}, say("page.start-here.level"), this.level),
      make("label", {}, say("page.start-here.seat"), this.seat), this.over,
      make("div", { className: "buttons" }, this.computer, this.person));
  }

  // Offers the seats; the player to move is the usual one. unfit: no game can begin; told: that it is said here why.
  show(seats, toMove, unfit, told = true) {
    const shown = Array.from({ length: seats }, (_, i) => this.nameOf(i + 1)).join();
    if (this.shown !== shown) {
      this.shown = shown;
      this.seat.replaceChildren(...Array.from({ length: seats }, (_, i) => make("option", { value: i + 1 }, this.nameOf(i + 1))));
      this.person.hidden = seats < 2;
    }
    this.seat.value = String(toMove);
    this.over.hidden = !unfit || !told;
    this.computer.disabled = this.person.disabled = unfit;
  }

  async #start(button, level) {
    const setup = this.setup();
    if (!setup) return;
    button.disabled = true;
    try { await begin(setup, Number(this.seat.value), level); } catch (error) { this.told(error); }
    button.disabled = false;
  }
}
