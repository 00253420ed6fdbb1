// A whole turn without Tab: keys that work wherever the focus is, and a list of them.
import { make } from "./api.js";
import { say } from "./words.js";

const WRITTEN = /^[a-z0-9,;=-]$/i; // what turns are written with
const STEPS = { Home: "first", End: "last" };
const BACK_AND_ON = { ArrowLeft: "back", ArrowRight: "on" };

// The texts that the turn under way has had, to go back by one.
export class Steps {
  #texts = [];

  note(text) {
    if (text === "") this.#texts = [];
    else if (this.#texts.at(-2) === text) this.#texts.pop();
    else if (this.#texts.at(-1) !== text) this.#texts.push(text);
  }

  back() {
    this.#texts.pop();
    return this.#texts.at(-1) ?? "";
  }
}

// board; entry: the field for a turn's text; open(): whether one can make or try out a turn here;
// ready(): whether the turn under way can be played; text(): what it is; play, clear, back; button(id): a step
// in the history; dismiss(): puts away what is said of a cell, false if nothing was.
export function listen({ board, entry, open, ready, text, play, clear, back, button, dismiss }) {
  const help = list();
  const { element } = board;
  let chosen = null; // the cell that a key chose last

  element.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-row]");
    if (!cell || event.altKey || event.ctrlKey || event.metaKey || (event.key !== "Enter" && event.key !== " ")) return;
    const place = `${cell.dataset.row},${cell.dataset.col}`;
    if (event.key === "Enter" && chosen === place && ready()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      chosen = null;
      play();
    } else {
      chosen = place;
    }
  }, { capture: true });

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    const done = (what) => { event.preventDefault(); what(); };
    if (key === "Escape") {
      if (dismiss()) event.preventDefault();
      else if (text() !== "") done(clear);
      return;
    }
    const step = STEPS[key] ?? (event.shiftKey && BACK_AND_ON[key]);
    if (target.closest("input, select, textarea, [role=tab]")) return;
    if (key === "?") done(() => help.showModal());
    else if (step) done(() => press(button(step)));
    else if (key.startsWith("Arrow") && !target.closest("[data-row]")) {
      const onButton = target.closest("button, a, summary") && !element.contains(target);
      if (open() && !onButton) done(() => board.go(key.slice(5)));
      else if (BACK_AND_ON[key]) done(() => press(button(BACK_AND_ON[key])));
    } else if (!open()) return;
    else if (key === "Backspace") done(back);
    else if (key === "Enter" && target === document.body && ready()) done(play);
    else if (WRITTEN.test(key)) {
      entry.focus(); // the character comes there
      entry.setSelectionRange(entry.value.length, entry.value.length);
    }
  });
  return () => help.showModal();
}

function press(button) {
  if (button && !button.disabled) button.click();
}

function list() {
  const rows = [
    [["↑", "↓", "←", "→"], say("page.keys.arrows")],
    [["Enter"], say("page.keys.choose")],
    [["␣"], say("page.keys.space")],
    [["⌫"], say("page.keys.backspace")],
    [["Esc"], say("page.keys.clear")],
    [[say("page.keys.letters")], say("page.keys.type")],
    [["⇧ ←", "⇧ →"], say("page.keys.history")],
    [["Home", "End"], say("page.keys.ends")],
    [["?"], say("page.keys.help")],
  ];
  const dialog = make("dialog", { className: "keys" },
    make("h2", { id: "keys-title" }, say("page.keys.title")),
    make("dl", {}, ...rows.flatMap(([keys, what]) => [
      make("dt", {}, ...keys.flatMap((key, i) => [i ? " " : "", make("kbd", {}, key)])), make("dd", {}, what)])),
    make("form", { method: "dialog", className: "buttons" }, make("button", { className: "main" }, say("page.keys.close"))));
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return dialog;
}
