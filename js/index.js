import { Engine } from "./engine.js";
import { HexError } from "./errors.js";
import { Game } from "./game.js";
import { pythonOf } from "./python.js";
import { saved } from "./plain.js";

export { HexError };

/** An engine that is loaded: everything is synchronous. */
class Hex {
  #engine;
  #python;
  #about;

  constructor(python, clock) {
    this.#python = python;
    this.#engine = new Engine(python.globals.get("answer"), clock);
    this.#about = this.#ask("about");
  }

  #ask(name, ...given) {
    return this.#engine.call(0, name, given);
  }

  #game(name, ...given) {
    return new Game(this.#engine, this.#engine.hold(name, given));
  }

  get version() {
    return this.#about.version;
  }

  get memory() {
    return this.#python._module.HEAPU8.length;
  }

  games() {
    return this.#ask("games");
  }

  gameinfo(uid) {
    return this.#ask("game_info", uid);
  }

  languages() {
    return [...this.#about.languages];
  }

  setLanguage(code) {
    this.#ask("setLanguage", code);
  }

  players() {
    return this.#ask("players");
  }

  GameFactory(uid, state, variants, options) {
    return this.#game("begin", uid, saved(state), variants, options);
  }

  replay(record, uid) {
    return this.#game("replay", saved(record), uid);
  }
}

/** Options as they can be used; told before anything is fetched if they cannot. */
function checked(options) {
  const wrong = (name, expected) => {
    throw new HexError({ code: "load.options", message: `${name}: ${expected} is expected.`, params: { path: name } });
  };
  if (typeof options !== "object" || options === null) wrong("options", "an object");
  const { clock, wheels, indexURL } = options;
  if (clock !== undefined && typeof clock !== "function") wrong("clock", "a function");
  if (indexURL !== undefined && typeof indexURL !== "string") wrong("indexURL", "a text");
  if (wheels !== undefined && !((typeof wheels === "string" || wheels instanceof URL) && URL.canParse(wheels, import.meta.url))) wrong("wheels", "an address");
  return options;
}

export async function load(options = {}) {
  const hex = new Hex(await pythonOf(checked(options)), options.clock);
  if (options.language !== undefined) hex.setLanguage(options.language);
  return hex;
}
