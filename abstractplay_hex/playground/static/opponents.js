// On the start page: games against the computer, and of the computer against itself.
import { keep, kept, make } from "./api.js";
import { say } from "./words.js";

const USUAL = 2; // a level for people who have just read the rules
const box = document.getElementById("computers");
const ANY = "0"; // seat by lot

export const CHOICES = { computer: "page.start.computer", computers: "page.start.computers" };

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

// Shows what is to be chosen: players and seats are the words for them, in order.
export function offer(where, players, seats) {
  box.hidden = !(where in CHOICES);
  const shown = box.hidden ? "" : `${where} ${players.length}`;
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  if (where === "computer") {
    const places = [[ANY, say("page.start.by-lot")], ...seats.map((seat, i) => [String(i + 1), seat])];
    box.replaceChildren(
      levels(`${say("page.start.level-label")} `, "level", "level"),
      make("label", {}, `${say("page.start.my-seat")} `, select("seat", places.map(([value, text]) => make("option", { value }, text)),
        kept(localStorage, "computer seat", ANY), (event) => keep(localStorage, "computer seat", event.target.value))));
    const chosen = box.querySelector("[name=seat]");
    if (!chosen.value) chosen.value = ANY; // of a game with more seats
  } else {
    box.replaceChildren(...(box.hidden ? [] : players.map((player, i) => levels(
      `${say("page.start.level-of", { player })} `, `level${i + 1}`, `level ${i + 1}`))));
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
