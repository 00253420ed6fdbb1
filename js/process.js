import { spawn } from "node:child_process";

import { HexError } from "./errors.js";

/** `abstractplay-hex engine`. If it dies it is started again, once for each request; then that is told. */
export class Process {
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
    const asked = this.#waiting.get(answer.id);
    if (answer.error) asked?.reject(new HexError(answer.error));
    else asked?.resolve(answer);
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
