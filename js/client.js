/** The same games, of an engine in another process or behind an address: every answer is a promise. */
import { Address } from "./address.js";
import { CHANGES, METHODS, PROPERTIES } from "./calls.js";
import { HexError } from "./errors.js";
import { chosen } from "./options.js";
import { args, fields, saved } from "./plain.js";
import { Process } from "./process.js";

/** A game under way. It holds its state, so the engine may forget it, or die, at any time. */
class Game {
  #ask;
  #held;
  #last = Promise.resolve();
  clone = () => this.#inTurn(() => new Game(this.#ask, this.#held));
  info = () => this.gameinfo().then(JSON.stringify);

  /** `held`: the state, its key in the engine, how to load it; the ply looked at, the turn shown in part. */
  constructor(ask, held) {
    [this.#ask, this.#held] = [ask, held];
  }

  /** Calls of one game are answered in the order in which they were made. */
  #inTurn(what) {
    const done = this.#last.then(what);
    this.#last = done.catch(() => {});
    return done;
  }

  async #answer(method, args, give = ["key"]) {
    const { state, key, how, seen } = this.#held;
    const { id, result, ...held } = await this.#ask({ key, ...seen, method, args, give }).catch((error) => {
      if (error.code !== "engine.key-unknown") throw error;
      return this.#ask({ state, ...how, ...seen, method, args, give });
    });
    this.#held = { ...this.#held, ...held };
    return result ?? undefined;
  }

  async #changed(method, args) {
    const only = method === "load" || (method === "move" && args[1]?.partial); // what is seen, not the game
    const { ply, partial } = await this.#answer(method, args, only ? ["key"] : ["key", "state"]);
    this.#held.seen = { ply, partial };
    return this;
  }

  static {
    const define = (name, count, get) => (this.prototype[name] = function (...given) {
      const list = JSON.parse(args(given, count));
      return this.#inTurn(() => get(this, list));
    });
    for (const name of PROPERTIES) define(name, 0, (game) => game.#answer(name, []));
    for (const name in METHODS) define(name, METHODS[name], (game, list) => game.#answer(name, list));
    for (const name in CHANGES) define(name, CHANGES[name], (game, list) => game.#changed(name, list));
  }
}

/** Connect to an engine: at the address `url`, or in a process that is started by `command`. */
export async function connect(options) {
  const { url, command = ["abstractplay-hex", "engine"], language } = chosen("connect", options, ["url", "command", "language"]);
  if (url !== undefined && typeof url !== "string" && !(url instanceof URL)) {
    throw new HexError({ code: "engine.expected", message: "url: expected an address.", params: { path: "url" } });
  }
  const engine = url === undefined ? new Process(command) : new Address(url);
  const ask = (request) => engine.ask(fields({ ...request, language }));
  const get = async (method, ...args) => (await ask({ method, args })).result;
  const { version, languages } = await get("about").catch((error) => {
    engine.close();
    throw error;
  });
  return {
    version,
    languages: async () => languages,
    games: () => get("games"),
    gameinfo: (uid) => get("game_info", uid ?? null),
    close: () => engine.close(),
    async GameFactory(uid, state, variants, options) {
      const names = state == null ? ["seats", "position"] : ["verify", "lenient"];
      const more = chosen("GameFactory", options, names);
      const given = state == null ? { variants: variants ?? [] } : { state: saved(state) };
      const { id, result, ...held } = await ask({ ...more, ...given, game: uid ?? null, method: "uid", give: ["key", "state"] });
      return new Game(ask, { ...held, how: { lenient: more.lenient } });
    },
  };
}

export { HexError };
