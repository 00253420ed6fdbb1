/** The same games, of an engine in another process or behind an address: every answer is a promise. */
import { CHANGES, METHODS, PROPERTIES } from "./calls.js";
import { HexError } from "./errors.js";
import { args, saved } from "./plain.js";
import { Process } from "./process.js";

/** `abstractplay-hex serve --engine-only`. */
const over = (url) => async (request) => {
  try {
    const answer = await fetch(url, { method: "POST", body: JSON.stringify(request) });
    const said = await answer.json();
    return said.code ? { error: said } : said; // what was refused before the engine saw it has no id
  } catch (cause) {
    const message = `The engine at ${url} does not answer: ${cause.message}`;
    throw new HexError({ code: "engine.unreachable", message }, { cause });
  }
};

/** A game under way. It has its own state, so the engine may forget it, or die, at any time. */
class Game {
  #ask;
  #held;
  #last = Promise.resolve();

  /** `held`: state, the key it has in the engine, how to load it, and what is looked at or shown in part. */
  constructor(ask, held) {
    this.#ask = ask;
    this.#held = held;
  }

  clone() {
    return this.#inTurn(async () => new Game(this.#ask, this.#held));
  }

  async info() {
    return JSON.stringify(await this.gameinfo());
  }

  /** Calls of one game are answered in the order in which they were made. */
  #inTurn(what) {
    const done = this.#last.then(what);
    this.#last = done.catch(() => {});
    return done;
  }

  async #get(method, given, give = []) {
    const { state, key, how, seen } = this.#held;
    const request = { method, args: given, ...seen };
    try {
      return await this.#ask({ ...request, key, give });
    } catch (error) {
      if (error.code !== "engine.key-unknown") throw error;
      const answer = await this.#ask({ ...request, ...how, state, give: [...new Set([...give, "key"])] });
      if (!give.length) this.#held = { ...this.#held, key: answer.key };
      return answer;
    }
  }

  async #change(name, given) {
    const partial = name === "move" && given[1]?.partial;
    if (partial || name === "load") {
      const { result } = await this.#get(name, given);
      const { ply, partial: _, ...seen } = this.#held.seen;
      if (partial && given[0].trim()) seen.partial = given[0];
      if (partial ? ply !== undefined : result.ply < result.plies) seen.ply = partial ? ply : result.ply;
      this.#held = { ...this.#held, seen };
    } else {
      const { state, key } = await this.#get(name, given, ["state", "key"]);
      this.#held = { ...this.#held, state, key, seen: {} };
    }
    return this;
  }

  static {
    const define = (name, count, what) => {
      Game.prototype[name] = function (...given) {
        const list = JSON.parse(args(given, count));
        return this.#inTurn(() => what(this, name, list));
      };
    };
    const get = async (game, name, given) => (await game.#get(name, given)).result ?? undefined;
    for (const name of PROPERTIES) define(name, 0, get);
    for (const [name, count] of Object.entries(METHODS)) define(name, count, get);
    for (const [name, count] of Object.entries(CHANGES)) define(name, count, (game, ...rest) => game.#change(...rest));
  }
}

/** Connect to an engine: at the address `url`, or in a process that is started by `command`. */
export async function connect({ url, command = ["abstractplay-hex", "engine"], language } = {}) {
  const engine = url === undefined ? new Process(command) : { ask: over(url), close() {} };
  const ask = async (request) => {
    const answer = await engine.ask({ ...request, language });
    if (answer.error) throw new HexError(answer.error);
    return answer;
  };
  const about = (await ask({ method: "about" })).result;
  return {
    version: about.version,
    languages: async () => about.languages,
    games: async () => (await ask({ method: "games" })).result,
    gameinfo: async (uid) => (await ask({ method: "game_info", args: [uid ?? null] })).result,
    async GameFactory(uid, state, variants, { verify, lenient, seats, position } = {}) {
      const begun = { game: uid ?? null, variants: variants ?? [], seats, position };
      const given = state == null ? begun : { state: saved(state), verify, lenient };
      const { result, ...held } = await ask({ ...given, method: "uid", give: ["state", "key"] });
      if (result !== uid) {
        const message = `$.game: this is a game of '${result}', not of '${uid}'.`;
        throw new HexError({ code: "state.game", message, params: { path: "$.game" } });
      }
      return new Game(ask, { state: held.state, key: held.key, how: { lenient }, seen: {} });
    },
    close: () => engine.close(),
  };
}

export { HexError };
