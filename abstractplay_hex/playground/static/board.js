// The board: shows the server's SVG, and tells of clicks and keys on its cells. Its element hears "shown"
// each time it is drawn anew.
import { move } from "./motion.js";

const SAME_ROW = 2; // pixels by which cells of one row may differ

export class Board {
  constructor(element, onCell, onButton) {
    this.element = element;
    this.cells = [];
    this.goal = null; // where up and down aim at, as in a text editor
    element.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-row]");
      const button = event.target.closest("[data-button]");
      if (cell) {
        this.#makeCurrent(cell);
        onCell(Number(cell.dataset.row), Number(cell.dataset.col));
      } else if (button) onButton(button.dataset.button);
    });
    element.addEventListener("keydown", (event) => {
      const cell = event.target.closest("[data-row]");
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      } else if (cell && event.key.startsWith("Arrow") && !event.shiftKey) {
        event.preventDefault();
        event.stopPropagation();
        this.#go(cell, event.key.slice(5));
      }
    });
  }

  // Instead of a board.
  say(text) {
    const said = document.createElement("p");
    said.className = "undrawn";
    said.textContent = text;
    this.element.replaceChildren(said);
    this.cells = [];
    this.current = null;
  }

  show(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const svg = document.importNode(parsed, true);
    const focused = this.element.contains(document.activeElement);
    const before = this.current;
    const shown = this.element.querySelector("svg");
    this.element.replaceChildren(svg);
    move(shown, svg);
    // The ring around the cell in focus lies above its neighbours.
    this.ring = document.createElementNS("http://www.w3.org/2000/svg", "use");
    this.ring.setAttribute("class", "ring");
    svg.append(this.ring);
    this.cells = [...svg.querySelectorAll("[data-row]")];
    for (const cell of this.cells) {
      // A name that is read aloud; browsers would show a title as well, over what is said beside the board.
      const title = cell.querySelector("title");
      if (title) cell.setAttribute("aria-label", title.textContent);
      title?.remove();
    }
    const again = before && this.cells.find(
      (c) => c.dataset.row === before.dataset.row && c.dataset.col === before.dataset.col);
    const middle = this.cells[Math.floor(this.cells.length / 2)];
    const current = again || middle;
    if (current) {
      this.#makeCurrent(current);
      if (focused) current.focus({ preventScroll: true });
    }
    this.element.dispatchEvent(new Event("shown"));
  }

  // Goes from the cell that is or was in focus to the next one: "Up", "Down", "Left", "Right".
  go(way) {
    if (!this.current) return;
    if (document.activeElement === this.current) this.#go(this.current, way);
    else this.current.focus();
  }

  // Marks cells, given as [row, column], in which one may begin.
  mark(places) {
    const wanted = new Set(places.map(String));
    const cells = this.element.querySelector(".cells");
    for (const cell of this.cells) {
      const shape = cell.querySelector("use");
      if (!shape || !wanted.has(`${cell.dataset.row},${cell.dataset.col}`)) continue;
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "use");
      this.#copy(shape, mark);
      mark.setAttribute("class", "begin");
      cells.after(mark); // under the pieces
    }
  }

  #copy(shape, to) {
    for (const name of ["href", "x", "y", "transform"]) {
      const value = shape?.getAttribute(name);
      if (value) to.setAttribute(name, value);
    }
  }

  #makeCurrent(cell) {
    for (const other of this.cells) if (other !== cell) other.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    this.current = cell;
    this.#copy(cell.querySelector("use"), this.ring);
  }

  #go(from, way) {
    const centre = (cell) => {
      const box = cell.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const at = centre(from);
    const sign = way === "Up" || way === "Left" ? -1 : 1;
    let best = null;
    let least = Infinity;
    if (way === "Left" || way === "Right") {
      this.goal = null;
      for (const cell of this.cells) {
        const c = centre(cell);
        const dx = (c.x - at.x) * sign;
        const badness = dx + 4 * Math.abs(c.y - at.y);
        if (dx > SAME_ROW && Math.abs(c.y - at.y) < dx && badness < least) [best, least] = [cell, badness];
      }
    } else {
      this.goal ??= at.x;
      for (const cell of this.cells) {
        const c = centre(cell);
        const dy = (c.y - at.y) * sign;
        const badness = 4 * dy + Math.abs(c.x - this.goal) + Math.abs(c.x - at.x) / 100;
        if (dy > SAME_ROW && badness < least) [best, least] = [cell, badness];
      }
    }
    if (best) {
      this.#makeCurrent(best);
      best.focus();
    }
  }
}
