// The start page: choose a game, its variants and seats.
import { base, keep, kept, make, post } from "./api.js";
import { CHOICES, chosen, offer } from "./opponents.js";

const form = document.getElementById("start");
const fault = document.getElementById("fault");
const game = () => form.elements.game.value;

function variants() {
  const block = form.querySelector(`[data-variants="${CSS.escape(game())}"]`);
  if (!block) return [];
  return [...block.querySelectorAll("input:checked, select")].map((i) => i.value).filter((v) => !v.startsWith("#"));
}

// The seats of the game chosen: how many, who sits where, and their names.
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];
const seats = () => Number(form.elements.seats.value);

function offerCounts() {
  const counts = form.querySelector("[name=game]:checked").dataset.seats.split(",");
  const select = form.elements.seats;
  if (select.dataset.counts !== counts.join()) {
    select.dataset.counts = counts.join();
    select.replaceChildren(...counts.toSorted().map((count) => make("option", {}, count)));
    select.value = counts[0]; // the usual number
  }
  document.getElementById("count").hidden = counts.length === 1;
}

function offerSeats() {
  const names = document.getElementById("names");
  if (names.childElementCount === seats()) return;
  const kept = [...names.querySelectorAll("input")].map((input) => input.value);
  const turns = ORDINALS.slice(0, seats());
  const said = (turn) => `${turn[0].toUpperCase()}${turn.slice(1)} player `;
  names.replaceChildren(...turns.map((turn, i) => make("label", { "data-turn": said(turn) }, said(turn),
    make("input", { name: `name${i + 1}`, maxLength: 40, placeholder: `Player ${i + 1}`, value: kept[i] ?? "" }))));
  const choice = (value, text, checked = false) => make("label", { className: "check" },
    make("input", { type: "radio", name: "where", value, checked }), make("span", {}, text));
  const others = seats() > 2 ? "the others join" : "the other joins";
  document.getElementById("where").replaceChildren(choice("all", "Everybody at this screen", true),
    ...(seats() > 1 ? turns.map((turn, i) => choice(String(i + 1), `I play ${turn}; ${others} by link`)) : []),
    ...(seats() > 1 ? Object.entries(CHOICES).map((one) => choice(...one)) : []));
}

// Against the computer one has one name, wherever one sits.
function offerNames() {
  const where = form.elements.where.value;
  offer(where, ORDINALS.slice(0, seats()));
  document.getElementById("names").closest("fieldset").hidden = where === "computers";
  [...document.querySelectorAll("#names label")].forEach((label, i) => {
    label.hidden = where === "computer" && i > 0;
    label.firstChild.data = where === "computer" ? "Your name " : label.dataset.turn;
    label.lastChild.placeholder = where === "computer" ? "" : `Player ${i + 1}`;
  });
}

function choose() {
  offerCounts();
  offerSeats();
  offerNames();
  for (const block of form.querySelectorAll("[data-variants]")) {
    block.hidden = block.dataset.variants !== game();
  }
  fault.textContent = "";
}

function pictures() {
  const dark = document.documentElement.dataset.theme === "dark";
  for (const image of document.querySelectorAll("[data-picture]")) {
    image.src = `${base}/pictures/${encodeURIComponent(image.dataset.picture)}.svg?dark=${dark}`;
  }
}

form.addEventListener("change", choose);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const where = form.elements.where.value;
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  try {
    const given = [...document.querySelectorAll("#names input")].map((input) => input.value.trim());
    const { seat, computers } = chosen(where, form, seats());
    const names = where in CHOICES ? given.map((_, i) => (String(i + 1) === seat ? given[0] : "")) : given;
    const begun = await post(`${base}/api/games`, {
      game: game(), variants: variants(), names, seats: seats(), owner: Number(seat) || 1, computers,
    });
    const mine = { all: Object.keys(begun.keys).filter((one) => one !== "0"), watch: ["0"] }[seat] ?? [seat];
    await post(`${base}/api/games/${begun.id}/session`, { keys: mine.map((seat) => begun.keys[seat]) });
    keep(sessionStorage, `links ${begun.id}`, begun.keys);
    location.assign(`${base}/games/${begun.id}?seat=${seat}`);
  } catch (error) {
    fault.textContent = error.message;
    button.disabled = false;
  }
});

const mine = kept(localStorage, "games", []);
if (mine.length) {
  const section = document.getElementById("mine");
  section.hidden = false;
  section.querySelector("ul").append(...mine.map((one) => make("li", {},
    make("a", { href: `${base}/games/${encodeURIComponent(one.id)}?seat=${encodeURIComponent(one.seat)}` },
      make("strong", {}, one.name), ` ${one.players}`),
    make("small", {}, ` ${one.status} · ${new Date(one.time).toLocaleString()}`),
  )));
}

// A board that cannot be drawn has no picture.
for (const image of document.querySelectorAll("[data-picture]")) {
  image.addEventListener("error", () => { image.hidden = true; });
}

addEventListener("theme", pictures);
addEventListener("pageshow", () => { form.querySelector("button[type=submit]").disabled = false; choose(); });
pictures();
choose();
