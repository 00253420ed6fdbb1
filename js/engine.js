import { HexError } from "./errors.js";
import { args } from "./plain.js";
import { told } from "./python.js";

/** Games that Python holds at once; those not used for longest are kept here, as texts. */
const HELD = 64;

/** The way to Python: texts and numbers go there and come back, nothing else. */
export class Engine {
  #answer;
  #clock;
  /** What ended it, once something has: Python is in no state to be asked again. */
  #cause;
  /** Numbers of the games that Python holds, those used last at the end. Nobody else's game is kept alive. */
  #held = new Map();
  /** Numbers of reviews: one that nobody can go on with any more is forgotten. */
  #reviews = new FinalizationRegistry((number) => this.#forget(number));

  constructor(answer, clock) {
    this.#answer = answer;
    this.#clock = clock;
  }

  /** Ask the engine itself (number 0), or a game. */
  call(number, name, given, count = given.length) {
    if (!this.#answer) throw this.#failure();
    const text = args(given, count);
    const now = this.#clock?.().getTime();
    let said;
    try {
      said = this.#answer(number, name, text, Number.isFinite(now) ? now : undefined);
    } catch (cause) {
      this.#cause = cause;
      this.#answer = undefined;
      this.#held.clear();
      throw this.#failure();
    }
    const { value, error } = JSON.parse(said);
    if (error) throw new HexError(error);
    return value ?? undefined;
  }

  #failure() {
    const message = `The engine has failed and must be loaded again: ${told(this.#cause)}`;
    return new HexError({ code: "engine.died", message }, { cause: this.#cause });
  }

  /** Begin a game by one of the engine's calls. */
  hold(name, given) {
    return this.#keep({ number: 0, text: "" }, this.call(0, name, given));
  }

  clone(held) {
    return this.hold("clone", [this.#number(held)]);
  }

  /** Review a game a ply a step. The game may go on meanwhile; what is reviewed is how it stood. */
  *reviewing(held, given) {
    const number = this.call(0, "reviewing", [this.#number(held), ...given], 3);
    const here = {}; // there for as long as this can be gone on with
    this.#reviews.register(here, number, here);
    try {
      for (;;) {
        const { ply, review } = this.call(0, "reviewed", [number]);
        if (review) return review;
        yield ply;
      }
    } finally {
      this.#reviews.unregister(here);
      this.#forget(number);
    }
  }

  #forget(review) {
    if (this.#answer) this.call(0, "forget", [review]);
  }

  ask(held, name, given, count) {
    return this.call(this.#number(held), name, given, count);
  }

  #number(held) {
    if (held.number === 0) {
      this.#keep(held, this.call(0, "unpark", [held.text]));
      held.text = "";
    } else {
      const itself = this.#held.get(held.number);
      this.#held.delete(held.number);
      this.#held.set(held.number, itself);
    }
    return held.number;
  }

  #keep(held, number) {
    held.number = number;
    this.#held.set(number, new WeakRef(held));
    if (this.#held.size > HELD) this.#park();
    return held;
  }

  #park() {
    const [number, reference] = this.#held.entries().next().value;
    this.#held.delete(number);
    const held = reference.deref();
    if (held) {
      held.text = this.call(0, "park", [number]);
      held.number = 0;
    } else {
      this.call(0, "free", [number]);
    }
  }
}
