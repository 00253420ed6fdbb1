// Asking the worker in which the engine is.
import { language } from "./words.js";

export class Asking {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: language });
  #waiting = new Map();
  #asked = 0;

  // dead(message): the engine cannot be loaded, or has died; it answers nothing any more.
  constructor(dead) {
    this.#worker.addEventListener("message", ({ data: { id, value, part, error } }) => {
      const { resolve, reject, told } = this.#waiting.get(id);
      if (part !== undefined) {
        told?.(part);
        return;
      }
      this.#waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(Object.assign(new Error(error.message), error));
      if (error?.code === "engine.died" || error?.code?.startsWith("load.")) dead(error.message);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is told here
      for (const { reject } of this.#waiting.values()) reject(new Error(event.message));
      this.#waiting.clear();
      dead(event.message ?? "");
    });
  }

  #send(name, given, told) {
    this.#asked += 1;
    const id = this.#asked;
    const done = new Promise((resolve, reject) => { this.#waiting.set(id, { resolve, reject, told }); });
    this.#worker.postMessage({ id, name, given });
    return { id, done };
  }

  ask = (name, ...given) => this.#send(name, given).done;

  // What takes long: told(part) hears how far it has come; stop() ends it, and then what is done is null.
  long = (name, given, told) => {
    const { id, done } = this.#send(name, given, told);
    return { done, stop: () => this.#worker.postMessage({ stop: id }) };
  };
}
