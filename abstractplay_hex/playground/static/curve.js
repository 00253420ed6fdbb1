// The curve of a game: a slider over its plies. Marks have a shape each, so that nothing is told by colour alone.
import { number } from "./judgement.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, SIDE, EDGE] = [360, 120, 24, 8];

const draw = (tag, properties, ...children) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "--player") made.style.setProperty(name, value); // an attribute would be refused
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
};
const y = (value) => EDGE + ((1 - value) * (HIGH - 2 * EDGE)) / 2;
const points = (list) => list.map((at) => at.map((n) => n.toFixed(1)).join(",")).join(" ");

// By mark: a shape around a place.
const SHAPES = {
  "only-move": (x, h) => draw("rect", { x: x - 3, y: h - 3, width: 6, height: 6 }),
  inaccuracy: (x, h) => draw("circle", { cx: x, cy: h, r: 3.5 }),
  mistake: (x, h) => draw("path", { d: `M${x},${h - 5}l5,5l-5,5l-5,-5z` }),
  blunder: (x, h) => draw("path", { d: `M${x - 5.5},${h - 4.5}h11l-5.5,9.5z` }),
};

export class Curve {
  // box: where it is shown; names(seat); goTo(ply).
  constructor({ box, nameOf, goTo }) {
    Object.assign(this, { box, nameOf, goTo, plies: 1 });
    const choose = (event) => {
      const area = this.svg?.getBoundingClientRect();
      if (!area) return;
      const part = ((event.clientX - area.x) / area.width) * WIDE;
      const ply = Math.round(((part - SIDE) / (WIDE - SIDE - EDGE)) * this.plies);
      this.goTo(Math.max(0, Math.min(this.plies, ply)));
    };
    box.addEventListener("pointerdown", (event) => { box.setPointerCapture(event.pointerId); choose(event); });
    box.addEventListener("pointermove", (event) => { if (event.buttons) choose(event); });
    box.addEventListener("keydown", (event) => {
      const now = Number(box.getAttribute("aria-valuenow"));
      const to = { ArrowLeft: now - 1, ArrowRight: now + 1, ArrowDown: now - 1, ArrowUp: now + 1, PageDown: now - 10,
        PageUp: now + 10, Home: 0, End: this.plies }[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.goTo(Math.max(0, Math.min(this.plies, to)));
    });
  }

  #x(ply) { return SIDE + (ply * (WIDE - SIDE - EDGE)) / this.plies; }

  // Draws what is judged of a game of so many plies.
  show(judgement, plies, seats) {
    this.plies = Math.max(plies, 1);
    this.judgement = judgement;
    const values = judgement.start ? [judgement.start, ...judgement.plies.map((ply) => ply.advantage)] : [];
    const grid = [1, 0, -1].map((value) => draw("g", { class: "grid" },
      draw("path", { d: `M${SIDE},${y(value)}H${WIDE - EDGE}`, class: value ? "" : "middle" }),
      draw("text", { x: SIDE - 5, y: y(value) + 3.5 }, ["−1", "0", "+1"][value + 1])));
    const lines = seats === 2 ? [this.#area(values, 1), this.#area(values, -1)]
      : Array.from({ length: seats }, (_, seat) => draw("polyline", {
        class: "line", "--player": `var(--player-${seat + 1})`,
        points: points(values.map((at, ply) => [this.#x(ply), y(at[seat])])),
      }));
    const marks = judgement.marked().map((ply) => {
      const seat = seats === 2 ? 0 : ply.player - 1;
      const shape = SHAPES[ply.mark](this.#x(ply.ply), y(ply.advantage[seat]));
      shape.setAttribute("class", `mark ${ply.mark}`);
      shape.append(draw("title", {}, `${ply.ply}. ${ply.move}: ${ply.said}`));
      return shape;
    });
    this.here = draw("path", { class: "here", d: `M0,${EDGE}v${HIGH - 2 * EDGE}` });
    this.svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }, ...grid, ...lines, this.here, ...marks);
    this.box.replaceChildren(this.svg);
    this.box.setAttribute("aria-valuemax", String(plies));
    this.at(Number(this.box.getAttribute("aria-valuenow")));
  }

  // The side of the first player above the middle, that of the second below.
  #area(values, sign) {
    const line = [];
    values.forEach((at, ply) => {
      const [before, now] = [values[ply - 1]?.[0], at[0]];
      if (before * now < 0) line.push([this.#x(ply - 1 + before / (before - now)), y(0)]);
      line.push([this.#x(ply), y(sign * Math.max(sign * now, 0))]);
    });
    if (!line.length) return "";
    return draw("polygon", {
      class: "area", "--player": `var(--player-${sign > 0 ? 1 : 2})`,
      points: points([[line[0][0], y(0)], ...line, [line.at(-1)[0], y(0)]]),
    });
  }

  // Who is ahead at a ply, and by how much.
  ahead(standing) {
    const best = Math.max(...standing);
    if (number(best) === "0.00" || standing.filter((value) => value === best).length > 1) return say("page.review.level");
    return say("page.review.ahead", { name: this.nameOf(standing.indexOf(best) + 1), value: number(best) });
  }

  at(ply) {
    this.box.setAttribute("aria-valuenow", String(ply));
    this.here?.setAttribute("transform", `translate(${this.#x(ply).toFixed(1)},0)`);
    const standing = this.judgement?.standing(ply);
    const said = this.judgement?.ply(ply)?.said;
    const value = standing ? this.ahead(standing) : say("page.review.unjudged");
    this.box.setAttribute("aria-valuetext", said ? say("page.review.at-marked", { ply, value, mark: said })
      : say("page.review.at", { ply, value }));
  }
}
