// The curve of a game as a slider over its plies.
import { across, draw, drawCurve, EDGE, HIGH, number, SIDE, WIDE } from "./judged.js";
import { say } from "./words.js";

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

  // Draws what is judged of a game of so many plies.
  show(judgement, plies, seats) {
    this.plies = Math.max(plies, 1);
    this.judgement = judgement;
    const known = judgement.plies.filter(Boolean);
    this.svg = drawCurve({ start: judgement.start, plies: known },
      { all: this.plies, seats, title: (ply) => `${ply.ply}. ${ply.move}: ${ply.said}` });
    this.here = draw("path", { class: "here", d: `M0,${EDGE}v${HIGH - 2 * EDGE}` });
    this.svg.append(this.here);
    this.box.replaceChildren(this.svg);
    this.box.setAttribute("aria-valuemax", String(plies));
    this.at(Number(this.box.getAttribute("aria-valuenow")));
  }

  // Who is ahead at a ply, and by how much.
  ahead(standing) {
    const best = Math.max(...standing);
    if (number(best) === "0.00" || standing.filter((value) => value === best).length > 1) return say("page.review.level");
    return say("page.review.ahead", { name: this.nameOf(standing.indexOf(best) + 1), value: number(best) });
  }

  at(ply) {
    this.box.setAttribute("aria-valuenow", String(ply));
    this.here?.setAttribute("transform", `translate(${across(ply, this.plies).toFixed(1)},0)`);
    const standing = this.judgement?.standing(ply);
    const said = this.judgement?.ply(ply)?.said;
    const value = standing ? this.ahead(standing) : say("page.review.unjudged");
    this.box.setAttribute("aria-valuetext", said ? say("page.review.at-marked", { ply, value, mark: said })
      : say("page.review.at", { ply, value }));
  }
}
