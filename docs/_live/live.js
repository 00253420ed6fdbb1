// Boards of the documentation: pictures, until somebody wants to play. Only then is anything more loaded.

const near = (name) => new URL(name, import.meta.url);

// What the modules of the exported site expect of a page: the sentences that they say.
async function modules() {
  if (!document.getElementById("sentences")) {
    const answer = await fetch(near("./words.json"));
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const sentences = Object.assign(document.createElement("script"), { type: "application/json", id: "sentences" });
    sentences.textContent = await answer.text();
    document.head.append(sentences);
  }
  const found = await Promise.all([import("./api.js"), import("./asking.js"), import("./board.js"), import("./words.js")]);
  return Object.assign({}, ...found);
}

async function play(figure) {
  const begin = figure.querySelector(".begin");
  begin.querySelector("button").disabled = true;
  const status = figure.querySelector(".status") ?? figure.appendChild(document.createElement("p"));
  status.className = "status";
  status.setAttribute("role", "status");
  status.textContent = "Loading …";
  let live = null;
  try {
    live = new Live({ figure, status, ...await modules() });
    await live.begin();
    begin.remove();
  } catch (error) {
    if (!live?.dead) status.textContent = error.message;
    begin.querySelector("button").disabled = false;
  }
}

// A board, both seats of which are played by whoever is chosen.
class Live {
  #view = null; // the game
  #seen = null; // what is shown of it
  #text = ""; // the turn under way
  #last = Promise.resolve();

  constructor({ figure, status, Asking, Board, make, say }) {
    Object.assign(this, { figure, status, make, say });
    this.chosen = JSON.parse(figure.dataset.chosen);
    const { ask } = new Asking((message) => {
      this.dead = true;
      this.status.textContent = say("page.live.dead", { reason: message });
    });
    this.ask = ask;
    this.place = make("div", { className: "board", role: "application", "aria-label": say("page.live.board") });
    this.board = new Board(this.place,
      (row, col) => this.#do(() => this.#look({ row, col })),
      (piece) => this.#do(() => this.#look({ row: -1, col: -1, piece })));
    const button = (what, said) => make("button", { type: "button", textContent: said, onclick: () => this.#do(what) });
    this.play = button(() => this.#move(), "");
    this.play.className = "play";
    this.clear = button(() => { this.#text = ""; return this.#look(); }, say("page.live.clear"));
    this.more = make("span");
    this.undo = button(() => this.#back(), say("page.live.undo"));
    this.anew = button(() => this.#anew(), say("page.live.anew"));
  }

  async begin() {
    const { levels } = await this.ask("kinds");
    this.#view = await this.ask("begin", this.chosen.game, this.chosen.variants);
    const { make, say } = this;
    this.seats = Array.from({ length: this.#view.numplayers }, () => make("select", { onchange: () => this.#do(() => this.#think()) },
      make("option", { value: "" }, say("page.live.person")),
      ...levels.map((level) => make("option", { value: level }, say("page.live.level", { level: level.slice(6) })))));
    const seats = this.seats.map((select, i) => make("label", {}, `${say("page.live.player", { seat: i + 1 })} `, select));
    this.figure.querySelector(".picture").replaceWith(this.place);
    this.prompt = make("p", { className: "prompt", "aria-live": "polite" });
    this.figure.append(this.prompt,
      make("p", { className: "buttons" }, this.play, this.clear, this.more, this.undo, this.anew),
      make("p", { className: "seats" }, ...seats));
    await this.#do(() => this.#look());
  }

  // One thing after the other; the figure says whether it is busy.
  #do(what) {
    this.figure.setAttribute("aria-busy", "true");
    const done = this.#last.then(what)
      .catch((error) => { if (!this.dead) this.prompt.textContent = error.message; })
      .finally(() => { if (done === this.#last) this.figure.setAttribute("aria-busy", "false"); });
    this.#last = done;
    return done;
  }

  #level(seat) { return this.seats[seat - 1]?.value ?? ""; }

  #name(seat) { return this.say("page.live.player", { seat }); }

  async #look(click) {
    const dark = { dark: true, light: false }[document.body.dataset.theme] ?? matchMedia("(prefers-color-scheme: dark)").matches;
    this.#seen = await this.ask("look", { ply: this.#view.ply, text: this.#text, click, drawing: { dark } });
    const { text, valid, complete, message, refused, svg, buttons } = this.#seen;
    this.#text = text;
    this.board.show(svg);
    this.prompt.textContent = refused ?? message;
    this.play.disabled = !text || !valid || complete < 0 || this.#view.gameover;
    this.play.textContent = this.say("page.live.play", { move: text.length <= 16 ? text : "" }).trim();
    this.clear.hidden = !text;
    this.more.replaceChildren(...buttons.map(({ label, move }) => this.make("button", {
      type: "button", textContent: label, onclick: () => this.#do(() => this.#look({ row: -1, col: -1, piece: move })),
    })));
    this.undo.disabled = !this.#view.ply;
    this.status.textContent = this.#said();
  }

  #said() {
    const { say } = this;
    const { gameover, winner, currplayer, numplayers, ply } = this.#view;
    if (!gameover) return say(this.#level(currplayer) ? "page.live.thinking" : "page.live.to-move", { name: this.#name(currplayer), ply });
    return winner.length === 1 ? say("page.live.won", { name: this.#name(winner[0]) })
      : say(winner.length === numplayers ? "page.live.draw" : "page.live.over");
  }

  async #show(view) {
    this.#view = view;
    this.#text = "";
    await this.#look();
  }

  async #move() {
    if (this.#level(this.#view.currplayer)) return;
    await this.#show(await this.ask("move", this.#text));
    await this.#think();
  }

  // Levels play until it is a person's turn; between two of them one can still choose.
  async #think() {
    await this.#look();
    const level = this.#view.gameover ? "" : this.#level(this.#view.currplayer);
    if (!level) return;
    await this.#show(await this.ask("think", level));
    this.#do(() => this.#think());
  }

  // Back to where a person was to move.
  async #back() {
    const mine = this.#view.moves.findLastIndex(({ player }) => !this.#level(player));
    await this.#show(await this.ask("undo", mine < 0 ? this.#view.ply : this.#view.ply - mine));
    if (mine < 0) await this.#think();
  }

  async #anew() {
    await this.#show(await this.ask("begin", this.chosen.game, this.chosen.variants));
    await this.#think();
  }
}

for (const figure of document.querySelectorAll("figure.live")) {
  const begin = figure.querySelector(".begin");
  if (!begin?.hidden) continue; // another board's script was here before
  begin.hidden = false;
  begin.querySelector("button").addEventListener("click", () => play(figure));
}
