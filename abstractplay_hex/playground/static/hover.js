// Says what is on the cell that the pointer rests on, that has the focus or that a finger is held on, and why
// it cannot be used. It says so in a line of its own, which covers nothing, and asks at most once a rest.
const RESTS = 350; // milliseconds before a cell is asked about
const HELD = 500; // the same of a finger
const GONE = 700; // after which nothing is said any more, once the pointer has left
const SLIPS = 10; // pixels that a finger held may move

export class Hover {
  #board;
  #box;
  #ask;
  #link;
  #known = new Map(); // what has been answered, by place, since the board was drawn
  #told = null; // the cell that is told of
  #timer = 0;
  #finger = null;
  #swallow = false;

  // box: where it is said. ask(row, col) gives { refused, ruling }, or null where there is nothing to ask.
  // link(box, ruling) leads to a ruling.
  constructor({ board, box, ask, link }) {
    this.#board = board;
    this.#box = box;
    this.#ask = ask;
    this.#link = link ?? (() => {});
    const { element } = board;
    const on = (name, what, options) => element.addEventListener(name, what, options);
    on("pointerover", (event) => {
      if (event.pointerType !== "touch") this.#rest(event.target.closest("[data-row]"), RESTS);
    });
    on("pointerleave", (event) => { if (event.pointerType !== "touch") this.#leave(); });
    box.addEventListener("pointerenter", () => clearTimeout(this.#timer)); // to follow a link
    box.addEventListener("pointerleave", () => this.#leave());
    on("focusin", (event) => {
      const cell = event.target.closest("[data-row]");
      if (cell?.matches(":focus-visible")) this.#rest(cell, RESTS);
    });
    on("focusout", (event) => { if (!box.contains(event.relatedTarget)) this.#leave(); });
    box.addEventListener("focusin", () => clearTimeout(this.#timer));
    on("shown", () => { this.#known.clear(); this.#again(); });
    this.#hold(on);
  }

  // Puts away what is said; false if nothing was.
  dismiss() {
    clearTimeout(this.#timer);
    if (!this.#told) return false;
    this.#told.removeAttribute("aria-describedby");
    this.#told = null;
    this.#box.replaceChildren();
    return true;
  }

  #rest(cell, after) {
    clearTimeout(this.#timer);
    if (!cell || cell === this.#told) return;
    this.#timer = setTimeout(() => this.#tell(cell), after);
  }

  #leave() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), GONE);
  }

  // The board has been drawn anew: the same cell may have changed.
  #again() {
    const was = this.#told;
    this.dismiss();
    const here = was && this.#board.cells.find(
      (cell) => cell.dataset.row === was.dataset.row && cell.dataset.col === was.dataset.col);
    if (here) this.#rest(here, RESTS);
  }

  async #tell(cell) {
    this.dismiss();
    this.#told = cell;
    const name = document.createElement("span");
    name.textContent = cell.getAttribute("aria-label");
    const why = document.createElement("span");
    why.className = "why";
    why.setAttribute("role", "status"); // the name is read with the focus
    this.#box.replaceChildren(name, " ", why);
    const answer = await this.#answer(Number(cell.dataset.row), Number(cell.dataset.col));
    if (this.#told !== cell || !answer?.refused) return;
    why.textContent = answer.refused;
    this.#link(why, answer.ruling);
    cell.setAttribute("aria-describedby", this.#box.id);
  }

  async #answer(row, col) {
    const place = `${row},${col}`;
    const known = this.#known;
    if (!known.has(place)) {
      // What cannot be answered is not said: it was only looked at.
      known.set(place, Promise.resolve(this.#ask(row, col)).catch(() => null));
    }
    return known.get(place);
  }

  #hold(on) {
    const let_go = () => { clearTimeout(this.#finger?.timer); this.#finger = null; };
    on("pointerdown", (event) => {
      let_go();
      this.#swallow = false;
      const cell = event.target.closest("[data-row]");
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      this.dismiss();
      if (!cell) return;
      const timer = setTimeout(() => { this.#swallow = true; this.#tell(cell); }, HELD);
      this.#finger = { x: event.clientX, y: event.clientY, timer };
    });
    on("pointermove", (event) => {
      const from = this.#finger;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIPS) let_go();
    });
    on("pointerup", let_go);
    on("pointercancel", let_go);
    on("contextmenu", (event) => { if (this.#swallow || this.#finger) event.preventDefault(); });
    // Letting go of a cell that was asked about is no click.
    on("click", (event) => {
      if (!this.#swallow) return;
      this.#swallow = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    }, { capture: true });
  }
}
