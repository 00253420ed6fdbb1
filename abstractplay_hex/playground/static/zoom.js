// Makes the board larger than the room it has, and moves it there: by pinching, Ctrl and the wheel, dragging and
// buttons. At rest a finger scrolls the page as it does elsewhere. A first touch of cells that are too small for
// a finger makes them large enough instead of choosing one; a second tap soon after another goes back.
import { say } from "./words.js";

const MOST = 6;
const SMALL = 32; // pixels across that a finger needs
const LARGE = 42; // what such cells are made
const DRAGS = 8; // pixels that a finger or the mouse must move to drag
const TWICE = 320; // milliseconds between the taps of a double one
const NEAR = 30;
const TAKES = 160;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Zoom {
  #board;
  #wanted; // whether touches of small cells make them larger
  #twice; // after a double tap, if the first tap was one on a cell
  #whole = null; // the box that the whole board needs: x, y, width, height
  #box = null; // the one that is seen
  #fingers = null; // where they were when the gesture began
  #mouse = null;
  #swallow = false; // the click that ends a gesture
  #tapped = null;
  #frame = 0;
  automatic = false; // made larger by a first touch

  constructor({ board, wanted = () => true, twice = () => {} }) {
    this.#board = board;
    this.#wanted = wanted;
    this.#twice = twice;
    this.controls = this.#buttons();
    const { element } = board;
    element.addEventListener("shown", () => this.#drawn());
    element.addEventListener("wheel", (event) => {
      if (!event.ctrlKey || !this.#box) return;
      if (event.cancelable) event.preventDefault();
      this.#by(Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 120), event);
    }, { passive: false });
    element.addEventListener("focusin", (event) => this.#reveal(event.target.closest("[data-row]")));
    element.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    this.#touches(element);
    this.#drags(element);
  }

  get scale() { return this.#box ? this.#whole[2] / this.#box[2] : 1; }

  // The whole board again.
  whole() {
    this.automatic = false;
    if (this.#box) this.#to([...this.#whole]);
  }

  // What a first touch made larger is made whole again: another position is shown.
  relax() { if (this.automatic) this.whole(); }

  #svg() { return this.#board.element.querySelector("svg"); }

  #drawn() {
    const svg = this.#svg();
    const { x, y, width, height } = svg.viewBox.baseVal;
    const scale = this.scale;
    const before = this.#whole;
    this.#whole = [x, y, width, height];
    if (!before || scale === 1) this.#box = [...this.#whole];
    else this.#box = this.#within([this.#box[0], this.#box[1], width / scale, height / scale]);
    cancelAnimationFrame(this.#frame);
    this.#show();
    this.#board.element.append(this.controls);
  }

  // No further than the board goes.
  #within([x, y, width, height]) {
    const [left, top, wide, high] = this.#whole;
    const fit = (at, least, most) => Math.max(least, Math.min(at, most));
    return [fit(x, left, left + wide - width), fit(y, top, top + high - height), width, height];
  }

  #show() {
    this.#svg()?.setAttribute("viewBox", this.#box.join(" "));
    const large = this.scale > 1.001;
    this.#board.element.classList.toggle("zoomed", large);
    this.controls.classList.toggle("used", large);
    const [, less, all] = this.controls.children;
    less.disabled = all.disabled = !large;
  }

  #to(box) {
    cancelAnimationFrame(this.#frame);
    const from = this.#box;
    const [began, lasts] = [performance.now(), still.matches ? 0 : TAKES];
    const step = (time) => {
      const share = lasts ? Math.max(0, Math.min(1, (time - began) / lasts)) : 1;
      const eased = 1 - (1 - share) ** 3;
      this.#box = from.map((each, i) => each + (box[i] - each) * eased);
      this.#show();
      if (share < 1) this.#frame = requestAnimationFrame(step);
    };
    step(began);
  }

  #point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.#svg().getScreenCTM().inverse());
  }

  // The box that is so much smaller, with the same point of the board under the pointer.
  #smaller(factor, at) {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    const [, , wide, high] = this.#whole;
    const [x, y, width] = this.#box;
    const share = wide / scale / width;
    return this.#within([at.x - (at.x - x) * share, at.y - (at.y - y) * share, wide / scale, high / scale]);
  }

  #by(factor, event) {
    this.automatic = false;
    cancelAnimationFrame(this.#frame);
    this.#box = this.#smaller(factor, this.#point(event));
    this.#show();
  }

  #buttons() {
    const middle = () => ({ x: this.#box[0] + this.#box[2] / 2, y: this.#box[1] + this.#box[3] / 2 });
    const step = (factor) => { this.automatic = false; this.#to(this.#smaller(factor, middle())); };
    const box = document.createElement("div");
    box.className = "zoom";
    for (const [sign, name, what] of [
      ["+", say("page.zoom.in"), () => step(1.5)], ["−", say("page.zoom.out"), () => step(1 / 1.5)], ["⤢", say("page.zoom.whole"), () => this.whole()],
    ]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: sign, title: name });
      button.setAttribute("aria-label", name);
      button.addEventListener("click", what);
      box.append(button);
    }
    return box;
  }

  // A cell that the focus goes to is seen.
  #reveal(cell) {
    if (!cell || this.scale <= 1.001) return;
    const { x, y, width, height } = cell.getBBox();
    const [left, top, wide, high] = this.#box;
    if (x >= left && y >= top && x + width <= left + wide && y + height <= top + high) return;
    this.#to(this.#within([x + width / 2 - wide / 2, y + height / 2 - high / 2, wide, high]));
  }

  // ---- Clicks and taps -------------------------------------------------------------------------

  #clicked(event) {
    if (event.target.closest(".zoom") || !this.#box) return;
    const swallow = () => { event.stopImmediatePropagation(); if (event.cancelable) event.preventDefault(); };
    if (this.#swallow) {
      this.#swallow = false;
      swallow();
      return;
    }
    if (event.pointerType !== "touch") return;
    const now = { x: event.clientX, y: event.clientY, time: event.timeStamp, cell: event.target.closest("[data-row]") };
    const before = this.#tapped;
    this.#tapped = now;
    if (this.scale > 1.001) {
      const again = before && now.time - before.time < TWICE && Math.hypot(now.x - before.x, now.y - before.y) < NEAR;
      if (!again) return;
      this.#tapped = null;
      swallow();
      this.whole();
      if (before.cell) this.#twice();
      return;
    }
    const across = this.#board.cells[0]?.getBoundingClientRect().width ?? SMALL;
    if (across >= SMALL || !now.cell || !this.#wanted()) return;
    swallow();
    this.#tapped = null;
    this.#to(this.#smaller(LARGE / across, this.#point(event)));
    this.automatic = true;
  }

  // ---- Gestures --------------------------------------------------------------------------------

  #touches(element) {
    const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = (fingers) => ({
      clientX: [...fingers].reduce((sum, one) => sum + one.clientX, 0) / fingers.length,
      clientY: [...fingers].reduce((sum, one) => sum + one.clientY, 0) / fingers.length,
    });
    const begin = (event) => {
      const fingers = event.touches;
      if (!this.#box || event.target.closest?.(".zoom") || fingers.length > 2 || !fingers.length) { this.#fingers = null; return; }
      const first = middle(fingers);
      this.#fingers = { count: fingers.length, at: first, from: first, spread: fingers.length === 2 ? spread(fingers) : 0, moved: false };
      if (fingers.length === 2) { if (event.cancelable) event.preventDefault(); this.#swallow = false; }
    };
    element.addEventListener("touchstart", (event) => { if (event.touches.length === 1) this.#swallow = false; begin(event); }, { passive: false });
    element.addEventListener("touchmove", (event) => {
      const known = this.#fingers;
      if (!known || known.count !== event.touches.length) return;
      if (known.count === 1 && this.scale <= 1.001) return; // the page scrolls
      if (event.cancelable) event.preventDefault();
      const at = middle(event.touches);
      if (!known.moved && known.count === 1 && Math.hypot(at.clientX - known.from.clientX, at.clientY - known.from.clientY) < DRAGS) return;
      known.moved = true;
      this.#move(known.at, at);
      if (known.count === 2) {
        const now = spread(event.touches);
        if (known.spread > 0 && now > 0) this.#by(now / known.spread, at);
        known.spread = now;
      }
      known.at = at;
    }, { passive: false });
    const end = (event) => {
      if (this.#fingers?.moved) this.#swallow = event.touches.length === 0 && this.#fingers.count === 1;
      begin(event);
    };
    element.addEventListener("touchend", end, { passive: false });
    element.addEventListener("touchcancel", () => { this.#fingers = null; });
  }

  // Moves the board so that what was under one point is under the other.
  #move(from, to) {
    cancelAnimationFrame(this.#frame);
    const [was, is] = [this.#point(from), this.#point(to)];
    const [x, y, width, height] = this.#box;
    this.#box = this.#within([x + was.x - is.x, y + was.y - is.y, width, height]);
    this.#show();
  }

  #drags(element) {
    element.addEventListener("pointerdown", (event) => {
      this.#mouse = null;
      if (event.pointerType !== "mouse") return;
      this.#swallow = false;
      if (event.button === 0 && this.scale > 1.001 && !event.target.closest(".zoom")) this.#mouse = { at: event, from: event };
    });
    addEventListener("pointermove", (event) => {
      const known = this.#mouse;
      if (!known || event.pointerType !== "mouse") return;
      if (!known.moved && Math.hypot(event.clientX - known.from.clientX, event.clientY - known.from.clientY) < DRAGS) return;
      known.moved = true;
      element.classList.add("dragging");
      this.#move(known.at, event);
      known.at = event;
    });
    addEventListener("pointerup", (event) => {
      if (this.#mouse?.moved) this.#swallow = element.contains(event.target);
      element.classList.remove("dragging");
      this.#mouse = null;
    });
  }
}
