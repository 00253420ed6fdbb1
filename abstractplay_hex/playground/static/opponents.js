// On the start page: games against the computer, and of the computer against itself.
import { keep, kept, make } from "./api.js";

const USUAL = 2; // a level for people who have just read the rules
const box = document.getElementById("computers");
const ANY = "0"; // seat by lot

export const CHOICES = { computer: "I play against the computer", computers: "The computer plays against itself" };

const select = (name, options, value, onchange) => {
  const made = make("select", { name });
  made.append(...options);
  made.value = value;
  made.addEventListener("change", onchange);
  return made;
};
// A level, in words that a narrow field would cut off.
function levels(label, name, key) {
  const said = make("small", { id: `${name}-said` });
  const chosen = select(name, [...document.getElementById("levels").content.cloneNode(true).querySelectorAll("option")],
    kept(localStorage, key, USUAL), (event) => { keep(localStorage, key, Number(event.target.value)); tell(); });
  chosen.setAttribute("aria-describedby", said.id);
  const tell = () => { said.textContent = chosen.selectedOptions[0].dataset.says; };
  tell();
  return make("div", {}, make("label", {}, label, chosen), said);
}

// Shows what is to be chosen; turns are the words for the seats, in order.
export function offer(where, turns) {
  box.hidden = !(where in CHOICES);
  const shown = box.hidden ? "" : `${where} ${turns.length}`;
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  if (where === "computer") {
    const seats = [[ANY, "by lot"], ...turns.map((turn, i) => [String(i + 1), turn])];
    box.replaceChildren(
      levels("Level ", "level", "level"),
      make("label", {}, "I play ", select("seat", seats.map(([value, text]) => make("option", { value }, text)),
        kept(localStorage, "computer seat", ANY), (event) => keep(localStorage, "computer seat", event.target.value))));
    const chosen = box.querySelector("[name=seat]");
    if (!chosen.value) chosen.value = ANY; // of a game with more seats
  } else {
    box.replaceChildren(...(box.hidden ? [] : turns.map((turn, i) => levels(
      `Level of the ${turn} player `, `level${i + 1}`, `level ${i + 1}`))));
  }
}

// Returns one's own seat ("watch" for none) and the computers, as the server wants them.
export function chosen(where, form, seats) {
  const all = Array.from({ length: seats }, (_, i) => i + 1);
  if (where === "computer") {
    const lot = 1 + Math.floor(Math.random() * seats);
    const seat = Number(form.elements.seat.value) || lot;
    const level = Number(form.elements.level.value);
    return { seat: String(seat), computers: all.filter((one) => one !== seat).map((one) => ({ seat: one, level })) };
  }
  if (where === "computers") {
    return { seat: "watch", computers: all.map((seat) => ({ seat, level: Number(form.elements[`level${seat}`].value) })) };
  }
  return { seat: where, computers: [] };
}
