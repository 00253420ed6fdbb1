/** The same games, of an engine in another process or behind an address: every answer is a promise. */
import { spawn } from "node:child_process";

import { CHANGES, METHODS, PROPERTIES } from "./calls.js";
import { HexError } from "./errors.js";
import { args, saved } from "./plain.js";

/** `abstractplay-hex engine`. If it dies it is started again, once for each request; then that is told. */
class Process {
  #command;
  #child;
  #closed = false;
  #next = 1;
  #waiting = new Map();

  constructor(command) {
    this.#command = command;
  }

  ask(request) {
    return new Promise((resolve, reject) => this.#send({ request, resolve, reject, died: false }));
  }

  close() {
    this.#closed = true;
    this.#child?.stdin.end();
  }

  #send(one) {
    if (this.#closed) return one.reject(new HexError({ code: "engine.closed", message: "The engine was closed." }));
    const id = this.#next++;
    this.#waiting.set(id, one);
    this.#child ??= this.#started();
    this.#hold(this.#child, "ref");
    this.#child.stdin.write(`${JSON.stringify({ ...one.request, id })}\n`);
  }

  #started() {
    const [program, ...given] = this.#command;
    const child = spawn(program, given, { stdio: ["pipe", "pipe", "inherit"] });
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      rest += text;
      if (!text.includes("\n")) return;
      const lines = rest.split("\n"); // not readline, which also ends a line at U+2028
      rest = lines.pop();
      lines.forEach((line) => this.#answered(child, line));
    });
    child.stdin.on("error", () => {}); // it has died, as will be told
    child.on("error", (cause) => this.#died(child, cause.message, cause));
    child.on("close", (status, signal) => this.#died(child, `ended with ${signal ?? `status ${status}`}`));
    return child;
  }

  #answered(child, line) {
    const answer = JSON.parse(line);
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
    if (!this.#waiting.size) this.#hold(child, "unref");
  }

  #died(child, how, cause) {
    if (child !== this.#child) return;
    const left = [...this.#waiting.values()];
    this.#child = undefined;
    this.#waiting.clear();
    for (const one of left) {
      const message = `The engine process died, and again when it was asked anew: ${how}`;
      if (one.died) one.reject(new HexError({ code: "engine.died", message }, { cause }));
      else this.#send(Object.assign(one, { died: true }));
    }
  }

  /** An engine that has nothing to do does not keep Node from ending. */
  #hold(child, how) {
    [child, child.stdin, child.stdout].forEach((each) => each?.[how]?.());
  }
}

/** `abstractplay-hex serve --engine-only`. */
class Address {
  constructor(url) {
    this.url = url;
  }

  async ask(request) {
    try {
      const answer = await fetch(this.url, { method: "POST", body: JSON.stringify(request) });
      const said = await answer.json();
      return said.code ? { error: said } : said; // what was refused before the engine saw it has no id
    } catch (cause) {
      const message = `The engine at ${this.url} does not answer: ${cause.message}`;
      throw new HexError({ code: "engine.unreachable", message }, { cause });
    }
  }

  close() {}
}

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
  const engine = url === undefined ? new Process(command) : new Address(url);
  const ask = async (request) => {
    const answer = await engine.ask(language === undefined ? request : { ...request, language });
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
