// A review of the game: what the worker finds of each ply, as it comes, as a curve, marks and the best lines.
import { make } from "./api.js";
import { called, drawCurve, number, sign } from "./judged.js";
import { summary } from "./plies.js";
import { say } from "./words.js";

// Seconds for each position; in a browser a search takes about three times as long as elsewhere.
const DEPTHS = { quick: 0.04, usual: 0.12, deep: 0.5 };

export class Study {
  #view = null;
  #of = { game: "", moves: [] }; // what is, or was, reviewed
  #plies = []; // what is known of each, number 1 first
  #whole = null; // start and players, once all is reviewed
  #under_way = null; // how to stop it
  #at = 0;

  // review(budget, told): asks for it, gives {done, stop}; done has the whole, or null if it was stopped.
  constructor({ $, review, nameOf, goTo, tell }) {
    Object.assign(this, { $, review, nameOf, goTo, tell });
    $("review").addEventListener("click", () => this.#run());
    $("review-stop").addEventListener("click", () => this.#under_way?.stop());
    $("curve").addEventListener("click", (event) => {
      const strip = event.target.closest("[data-ply]");
      if (strip) goTo(Number(strip.dataset.ply));
    });
  }

  // The game as it stands: what was found of moves that are still there stays.
  show(view) {
    this.#view = view;
    const kept = this.#of.game === view.game ? this.#of.moves.findIndex((move, i) => view.moves[i]?.move !== move) : 0;
    if (kept >= 0) {
      this.#under_way?.stop();
      this.#under_way = null;
      this.#of.moves.length = kept;
      this.#plies.length = Math.min(kept, this.#plies.length);
      this.#whole = null;
    }
    this.#draw();
  }

  at(ply) {
    this.#at = ply;
    for (const here of this.$("curve").querySelectorAll("[data-ply]")) here.classList.toggle("here", Number(here.dataset.ply) === ply);
    const found = this.#plies[ply - 1];
    this.$("verdict").replaceChildren(...(found ? this.#verdict(found) : []));
  }

  async #run() {
    if (this.#under_way) return;
    this.#of = { game: this.#view.game, moves: this.#view.moves.map(({ move }) => move) };
    this.#plies = [];
    this.#whole = null;
    const asked = this.review({ seconds: DEPTHS[this.$("review-depth").value] }, (ply) => {
      if (this.#under_way !== asked) return; // it was stopped: the game is another
      this.#plies.push(ply);
      this.#draw();
    });
    this.#under_way = asked;
    this.#draw();
    try {
      const whole = await asked.done;
      if (this.#under_way === asked) this.#whole = whole;
    } catch (error) {
      this.tell(error);
    } finally {
      if (this.#under_way === asked) this.#under_way = null;
      this.#draw();
    }
  }

  #draw() {
    const { $ } = this;
    const all = this.#view.ply;
    $("review").hidden = Boolean(this.#under_way);
    $("review").disabled = all === 0;
    $("review-depth").disabled = Boolean(this.#under_way);
    $("review-going").hidden = !this.#under_way;
    $("review-progress").max = all;
    $("review-progress").value = this.#plies.length;
    $("review-said").textContent = this.#under_way ? say("page.site.reviewing", { done: this.#plies.length, all }) : "";
    $("curve").replaceChildren(...(this.#plies.length
      ? [drawCurve({ start: this.#whole?.start, plies: this.#plies },
        { all, seats: this.#view.numplayers, title: (ply) => this.#title(ply), strips: true })] : []));
    $("played").replaceChildren(...(this.#whole ? [summary(this.#whole.players, this.nameOf)] : []));
    $("moves").querySelectorAll(".sign").forEach((old) => old.remove());
    this.#plies.forEach(({ mark }, i) => {
      if (mark) $("moves").children[i]?.querySelector("button")?.append(sign(mark));
    });
    this.at(this.#at);
  }

  #title({ ply, move, mark }) {
    return `${ply}. ${move}${mark ? `: ${called(mark)}` : ""}`;
  }

  #verdict({ player, move, advantage, loss, mark, lines }) {
    const values = advantage.map((value, i) => `${this.nameOf(i + 1)} ${number(value)}`).join(" · ");
    const said = mark && mark !== "only-move" ? say("page.site.lost", { mark: called(mark), loss: loss.toFixed(2) })
      : mark ? say("page.site.alone") : loss === null ? "" : lines[0]?.turns[0] === move ? say("page.site.best") : say("page.site.good");
    return [
      make("p", {}, mark ? sign(mark) : null, mark ? " " : null, said),
      make("p", { className: "values" }, values),
      ...(lines.length && loss !== null ? [make("p", {}, say("page.site.lines"))] : []),
      make("ol", { className: "lines" }, ...(loss === null ? [] : lines).map((line) => make("li", {},
        make("span", { className: "value" }, number(line.advantage[player - 1])), ` ${line.turns.slice(0, 5).join("  ")}`))),
    ];
  }
}
