import { CHANGES, METHODS, PROPERTIES } from "./calls.js";

/** A game under way, with the site's names; `index.d.ts` has them all. */
export class Game {
  #engine;
  #held;

  constructor(engine, held) {
    this.#engine = engine;
    this.#held = held;
  }

  clone() {
    return new Game(this.#engine, this.#engine.clone(this.#held));
  }

  info() {
    return JSON.stringify(this.gameinfo());
  }

  reviewing(...given) {
    return this.#engine.reviewing(this.#held, given);
  }

  toJSON() {
    return this.state();
  }

  static {
    const define = (name, what) =>
      Object.defineProperty(Game.prototype, name, { configurable: true, ...what });
    for (const name of PROPERTIES)
      define(name, {
        enumerable: true,
        get() {
          return this.#engine.ask(this.#held, name, [], 0);
        },
      });
    for (const [name, count] of Object.entries(METHODS))
      define(name, {
        writable: true,
        value(...given) {
          return this.#engine.ask(this.#held, name, given, count);
        },
      });
    for (const [name, count] of Object.entries(CHANGES))
      define(name, {
        writable: true,
        value(...given) {
          this.#engine.ask(this.#held, name, given, count);
          return this;
        },
      });
  }
}
