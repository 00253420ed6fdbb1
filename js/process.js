import { spawn } from "node:child_process";

import { answerOf } from "./answers.js";
import { HexError } from "./errors.js";

/** `abstractplay-hex engine`. If it dies it is started again, once for each request; then that is told. */
export class Process {
  #command;
  #child;
  #closed = false;
  #silent = true;
  #next = 1;
  #waiting = new Map();

  constructor(command) {
    if (!Array.isArray(command) || !command[0] || !command.every((part) => typeof part === "string")) {
      throw new HexError({ code: "engine.command", message: "command: a list of texts is expected, a program first." });
    }
    this.#command = command;
  }

  /** `request`: a JSON object, as text. */
  ask(request) {
    return new Promise((resolve, reject) => this.#send({ request, resolve, reject, died: false }));
  }

  close() {
    this.#closed = true;
    this.#child?.stdin?.end();
  }

  #send(one) {
    if (this.#closed) return one.reject(new HexError({ code: "engine.closed", message: "The engine was closed." }));
    try {
      this.#child ??= this.#started();
    } catch (cause) {
      return one.reject(new HexError({ code: "engine.died", message: `No engine can be started: ${cause.message}` }, { cause }));
    }
    const id = this.#next++;
    this.#waiting.set(id, one);
    this.#hold(this.#child, "ref");
    this.#child.stdin?.write(`{"id":${id},${one.request.slice(1)}\n`);
  }

  #started() {
    const [program, ...given] = this.#command;
    this.#silent = true;
    const child = spawn(program, given, { stdio: ["pipe", "pipe", "inherit"] });
    child.on("error", (cause) => this.#died(child, cause.message, cause)); // it may have no streams then
    child.on("close", (status, signal) => this.#died(child, `ended with ${signal ?? `status ${status}`}`));
    child.stdin?.on("error", () => {}); // it has died, as will be told
    let rest = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      rest += text;
      if (!text.includes("\n")) return;
      const lines = rest.split("\n"); // not readline, which also ends a line at U+2028
      rest = lines.pop();
      lines.forEach((line) => this.#answered(child, line));
    });
    return child;
  }

  #answered(child, line) {
    if (child !== this.#child) return;
    const [first] = this.#waiting.keys();
    const answer = answerOf(line);
    if (!answer || (answer.id ?? first) !== first) { // answers come in order
      child.kill();
      return this.#died(child, `it said what is no answer: ${line.slice(0, 100)}`);
    }
    this.#silent = false;
    const asked = this.#waiting.get(first);
    this.#waiting.delete(first);
    if (answer.error) asked?.reject(new HexError(answer.error));
    else asked?.resolve(answer);
    if (!this.#waiting.size) this.#hold(child, "unref");
  }

  #died(child, how, cause) {
    if (child !== this.#child) return;
    const left = [...this.#waiting.values()];
    this.#child = undefined;
    this.#waiting.clear();
    const silent = this.#silent;
    for (const [at, one] of left.entries()) {
      const message = `The engine process died, and again when it was asked anew: ${how}`;
      const blamed = at === 0 || silent; // answers come in order: it died of the first, or as soon as it was started
      if (blamed && one.died) one.reject(new HexError({ code: "engine.died", message }, { cause }));
      else this.#send(Object.assign(one, { died: one.died || blamed }));
    }
  }

  /** An engine that has nothing to do does not keep Node from ending. */
  #hold(child, how) {
    [child, child.stdin, child.stdout].forEach((each) => each?.[how]?.());
  }
}
