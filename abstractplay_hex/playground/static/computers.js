// Computers that play: that one thinks, may be told to move, or has failed.
import { make } from "./api.js";
import { say } from "./words.js";

export class Computers {
  #timer = 0;

  // tell(act): tells the server how to go on; joined(): once one has a seat more.
  constructor({ box, nameOf, tell, joined }) {
    Object.assign(this, { box, nameOf, tell, joined });
  }

  // Whether it is up to a computer.
  static toMove(view) {
    return !view.gameover && view.computers.some((computer) => computer.seat === view.currplayer);
  }

  // What the status says meanwhile.
  static status(view, nameOf) {
    const name = nameOf(view.currplayer);
    return say(view.failed ? "page.status.stuck" : "page.status.thinking", { player: name });
  }

  show(view, mine) {
    const shown = Computers.toMove(view) ? `${view.revision} ${mine} ${view.failed?.code ?? ""}` : "";
    if (this.box.dataset.shown === shown && !view.failed) return;
    this.box.dataset.shown = shown;
    clearTimeout(this.#timer);
    this.box.replaceChildren();
    if (!shown) return;
    if (view.failed) this.#failed(view, mine);
    // Most think too shortly for a button to be of use.
    else if (mine.length) this.#timer = setTimeout(() => this.#thinking(), 400);
  }

  #thinking() {
    const now = make("button", { type: "button", id: "now" }, say("page.computer.now"));
    now.addEventListener("click", () => { now.disabled = true; this.tell("now"); });
    this.box.replaceChildren(make("span", { className: "thinking", "aria-hidden": "true" },
      make("i"), make("i"), make("i")), now);
  }

  #failed(view, mine) {
    const button = (text, act, main) => {
      const made = make("button", { type: "button", className: main ? "main" : "" }, text);
      made.addEventListener("click", async () => {
        made.disabled = true;
        if (await this.tell(act) && act === "take") this.joined();
        made.disabled = false;
      });
      return made;
    };
    // How to go on is up to the players; where there are none, to those who watch.
    const may = mine.length > 0 || view.computers.length === view.numplayers;
    this.box.replaceChildren(make("div", { className: "offer", role: "alert" },
      make("span", {}, may ? say("page.computer.failed", { reason: view.failed.message }) : view.failed.message),
      may ? button(say("page.computer.again"), "again", true) : null,
      mine.length ? button(say("page.computer.take"), "take") : null));
  }
}
