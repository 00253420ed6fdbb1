import { HexError } from "./errors.js";

/** `abstractplay-hex serve --engine-only`. */
export class Address {
  #url;

  constructor(url) {
    this.#url = url;
  }

  /** `request`: a JSON object, as text. */
  async ask(request) {
    const answer = await this.#post(request).catch((cause) => {
      const message = `The engine at ${this.#url} does not answer: ${cause.message}`;
      throw new HexError({ code: "engine.unreachable", message }, { cause });
    });
    if (answer.code) throw new HexError(answer); // refused before the engine saw it
    if (answer.error) throw new HexError(answer.error);
    return answer;
  }

  async #post(body) {
    return (await fetch(this.#url, { method: "POST", body })).json();
  }

  close() {}
}
