// What a review says, drawn: of the schema review-1, whole or as far as it has come. It knows no page.
import { make } from "./api.js";
import { say } from "./words.js";

export const BAD = ["inaccuracy", "mistake", "blunder"];
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", "only-move": "□" };
const NAMES = {
  inaccuracy: () => say("page.review.inaccuracy"), mistake: () => say("page.review.mistake"),
  blunder: () => say("page.review.blunder"), "only-move": () => say("page.review.only-move"),
};
export const [WIDE, HIGH, SIDE, EDGE] = [360, 120, 24, 8];
const SVG = "http://www.w3.org/2000/svg";

// An advantage as people read it: +0.34, −0.07, 0.00.
export function number(value) {
  const text = Math.abs(value).toFixed(2);
  return text === "0.00" ? text : `${value > 0 ? "+" : "−"}${text}`;
}

// What a mark is called.
export const called = (mark) => NAMES[mark]();

// A mark in signs for the eye and in words for the ear.
export const sign = (mark) => make("span", { className: `sign ${mark}`, title: called(mark) },
  make("span", { "aria-hidden": "true" }, SIGNS[mark]), make("span", { className: "said-only" }, ` ${called(mark)}`));

export const draw = (tag, properties, ...children) => {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};
const y = (value) => EDGE + ((1 - value) * (HIGH - 2 * EDGE)) / 2;
const points = (list) => list.map((at) => at.map((n) => n.toFixed(1)).join(",")).join(" ");

// A shape for each mark, so that nothing is told by colour alone.
const SHAPES = {
  "only-move": (x, h) => draw("rect", { x: x - 3, y: h - 3, width: 6, height: 6 }),
  inaccuracy: (x, h) => draw("circle", { cx: x, cy: h, r: 3.5 }),
  mistake: (x, h) => draw("path", { d: `M${x},${h - 5}l5,5l-5,5l-5,-5z` }),
  blunder: (x, h) => draw("path", { d: `M${x - 5.5},${h - 4.5}h11l-5.5,9.5z` }),
};

// Where a ply is, from left to right, in a game of so many.
export const across = (ply, all) => SIDE + (ply * (WIDE - SIDE - EDGE)) / Math.max(all, 1);

// The curve over a game of so many plies. title(ply): what a mark says. With strips, each ply that is judged is
// a strip with data-ply, to be clicked.
export function drawCurve({ start, plies }, { all, seats, title, strips = false }) {
  const x = (ply) => across(ply, all);
  const values = [...(start ? [[0, start]] : []), ...plies.map(({ ply, advantage }) => [ply, advantage])];
  const half = (sign) => { // two players: one above the middle, one below
    const line = [];
    values.forEach(([ply, [now]], i) => {
      const [last, [before] = []] = values[i - 1] ?? [];
      if (before * now < 0) line.push([x(last + before / (before - now)), y(0)]);
      line.push([x(ply), y(sign * Math.max(sign * now, 0))]);
    });
    return draw("polygon", {
      class: `area seat-${sign > 0 ? 1 : 2}`, points: points([[line[0][0], y(0)], ...line, [line.at(-1)[0], y(0)]]),
    });
  };
  const lines = !values.length ? [] : seats === 2 ? [half(1), half(-1)] : Array.from({ length: seats }, (_, seat) => draw("polyline", {
    class: `line seat-${seat + 1}`, points: points(values.map(([ply, at]) => [x(ply), y(at[seat])])),
  }));
  const grid = [1, 0, -1].map((value) => draw("g", { class: "grid" },
    draw("path", { d: `M${SIDE},${y(value)}H${WIDE - EDGE}`, class: value ? "" : "middle" }), draw("text", { x: SIDE - 5, y: y(value) + 3.5 }, ["−1", "0", "+1"][value + 1])));
  const marks = plies.filter(({ mark }) => mark).map((ply) => {
    const shape = SHAPES[ply.mark](x(ply.ply), y(ply.advantage[seats === 2 ? 0 : ply.player - 1]));
    shape.setAttribute("class", `mark ${ply.mark}`);
    shape.append(draw("title", {}, title(ply)));
    return shape;
  });
  const wide = x(1) - x(0);
  const areas = strips ? plies.map((ply) => draw("rect", {
    class: "strip", "data-ply": ply.ply, x: x(ply.ply) - wide / 2, y: EDGE, width: wide, height: HIGH - 2 * EDGE,
  }, draw("title", {}, title(ply)))) : [];
  return draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" }, ...grid, ...lines, ...marks, ...areas);
}
