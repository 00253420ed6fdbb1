import { spawn } from "node:child_process";

import { HexError } from "./errors.js";

/** The answer that a line is; nothing if it is none. */
function answerOf(line) {
  try {
    const answer = JSON.parse(line);
    return answer.error || "result" in answer ? answer : undefined;
  } catch {
    return undefined;
  }
}

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
    this.#child?.stdin.end();
  }

  #send(one) {
    if (this.#closed) return one.reject(new HexError({ code: "engine.closed", message: "The engine was closed." }));
    this.#child ??= this.#started();
    const id = this.#next++;
    this.#waiting.set(id, one);
    this.#hold(this.#child, "ref");
    this.#child.stdin.write(`{"id":${id},${one.request.slice(1)}\n`);
  }

  #started() {
    const [program, ...given] = this.#command;
    this.#silent = true;
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
    if (child !== this.#child) return;
    const answer = answerOf(line);
    if (!answer) {
      child.kill();
      return this.#died(child, `it said what is no answer: ${line.slice(0, 100)}`);
    }
    this.#silent = false;
    const [first] = this.#waiting.keys();
    const id = answer.id ?? first; // one that could not be read has none; answers come in order
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
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
