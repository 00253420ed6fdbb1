import { answerOf } from "./answers.js";
import { HexError } from "./errors.js";

/** `abstractplay-hex serve --engine-only`. */
export class Address {
  #url;

  constructor(url) {
    this.#url = url;
  }

  /** `request`: a JSON object, as text. */
  async ask(request) {
    const unreachable = (why, cause) => {
      throw new HexError({ code: "engine.unreachable", message: `The engine at ${this.#url} ${why}` }, { cause });
    };
    const said = await this.#post(request).catch((cause) => unreachable(`does not answer: ${cause.message}`, cause));
    const answer = answerOf(said) ?? unreachable(`said what is no answer: ${said.slice(0, 100)}`);
    if (answer.error) throw new HexError(answer.error);
    return answer;
  }

  async #post(body) {
    return (await fetch(this.#url, { method: "POST", body })).text();
  }

  close() {}
}
