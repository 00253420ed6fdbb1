// The legend beside the board: what is on it now. It is asked for only while it is open, which is remembered.
import { keep, kept, make } from "./api.js";

const WIDE = matchMedia("(min-width: 901px)");

export class Legend {
  #box;
  #list;
  #begin;

  // box: a <details>. opened: what is done when somebody opens it. begin: what the marks of the page mean.
  constructor({ box, opened, begin }) {
    this.#box = box;
    this.#begin = begin;
    this.#list = make("ul");
    box.append(this.#list);
    box.open = kept(localStorage, "legend", WIDE.matches);
    box.addEventListener("toggle", () => {
      if (box.open === kept(localStorage, "legend", WIDE.matches)) return;
      keep(localStorage, "legend", box.open);
      if (box.open) opened();
    });
  }

  get wanted() { return this.#box.open; }

  // signs: [{ text, svg }], or nothing where there is no picture. marked: whether the page marks beginnings.
  show(signs, marked) {
    this.#box.hidden = !signs;
    if (!signs) { this.#box.hidden = this.wanted; return; }
    const items = signs.map(({ text, svg }) => {
      const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      const picture = document.importNode(parsed, true);
      for (const title of picture.querySelectorAll("title")) title.remove();
      return item(picture, text);
    });
    if (marked) items.push(item(markOfBeginnings(), this.#begin));
    this.#list.replaceChildren(...items);
  }
}

function item(picture, text) {
  picture.setAttribute("aria-hidden", "true");
  picture.removeAttribute("role");
  const frame = make("span", { className: "sample" });
  frame.append(picture);
  return make("li", {}, frame, make("span", {}, text));
}

// The page's own mark, which is drawn over cells.
function markOfBeginnings() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  for (const name of ["cell", "begin"]) {
    const hexagon = document.createElementNS(svg.namespaceURI, "polygon");
    hexagon.setAttribute("points", "0,-46 40,-23 40,23 0,46 -40,23 -40,-23");
    hexagon.setAttribute("class", name);
    svg.append(hexagon);
  }
  return svg;
}
