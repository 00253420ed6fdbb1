// One thing at a time: a click is answered on the board that the one before it led to. The table is marked
// busy from the first thing asked for to the end of the last, so that it never looks done too early.
export class Queue {
  #table;
  #last = Promise.resolve();
  #pending = 0;

  constructor(table) { this.#table = table; }

  #count(change) {
    this.#pending += change;
    this.#table.setAttribute("aria-busy", String(this.#pending > 0));
  }

  // Does it after all that was asked for before, whether that went well or not.
  do(what) {
    this.#count(1);
    const done = this.#last.then(what).finally(() => this.#count(-1));
    this.#last = done.catch(() => {});
    return done;
  }

  // Does it if the dialog's answer is yes.
  async ifYes(dialog, what) {
    this.#count(1);
    try {
      dialog.returnValue = "";
      dialog.showModal();
      await new Promise((resolve) => { dialog.addEventListener("close", resolve, { once: true }); });
      if (dialog.returnValue === "yes") await what();
    } finally {
      this.#count(-1);
    }
  }
}
