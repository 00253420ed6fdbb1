// The start page: choose a game, its variants and seats.
import { base, keep, kept, make, post } from "./api.js";
import { goes } from "./fits.js";
import { CHOICES, chosen, offer } from "./opponents.js";
import { chosenTime, offerTime } from "./time.js";
import { language, say } from "./words.js";

const form = document.getElementById("start");
const fault = document.getElementById("fault");
const game = () => form.elements.game.value;

function variants() {
  const block = form.querySelector(`[data-variants="${CSS.escape(game())}"]`);
  if (!block) return [];
  return [...block.querySelectorAll("input:checked, select")].map((i) => i.value).filter((v) => !v.startsWith("#"));
}

// A variant is offered only with what it goes together with.
function offerSingles() {
  for (const fieldset of form.querySelectorAll(`[data-variants="${CSS.escape(game())}"] .singles`)) {
    for (const box of fieldset.querySelectorAll("[data-fits]")) {
      const label = box.closest("label");
      label.hidden = !goes(JSON.parse(box.dataset.fits), (group) => form.elements[`${game()}-${group}`].value);
      if (label.hidden) box.checked = false;
    }
    fieldset.hidden = !fieldset.querySelector("label:not([hidden])");
  }
}

// The seats of the game chosen: how many, who sits where, and their names.
const PLAYERS = [
  "page.start.first-player", "page.start.second-player", "page.start.third-player",
  "page.start.fourth-player", "page.start.fifth-player", "page.start.sixth-player",
];
const SEATS = [
  "page.start.i-first", "page.start.i-second", "page.start.i-third",
  "page.start.i-fourth", "page.start.i-fifth", "page.start.i-sixth",
];
const turns = (codes) => codes.slice(0, seats()).map((code) => say(code));
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
  names.replaceChildren(...turns(PLAYERS).map((player, i) => make("label", { "data-turn": `${player} ` }, `${player} `,
    make("input", { name: `name${i + 1}`, maxLength: 40, value: kept[i] ?? "" }))));
  const choice = (value, text, checked = false) => make("label", { className: "check" },
    make("input", { type: "radio", name: "where", value, checked }), make("span", {}, text));
  const joins = seats() > 2 ? "page.start.others-join" : "page.start.other-joins";
  document.getElementById("where").replaceChildren(choice("all", say("page.start.all"), true),
    ...(seats() > 1 ? turns(SEATS).map((seat, i) => choice(String(i + 1), say(joins, { seat }))) : []),
    ...(seats() > 1 ? Object.entries(CHOICES).map(([where, code]) => choice(where, say(code))) : []));
}

// Against the computer one has one name, wherever one sits.
function offerNames() {
  const where = form.elements.where.value;
  offer(where, turns(PLAYERS), turns(SEATS));
  document.getElementById("names").closest("fieldset").hidden = where === "computers";
  [...document.querySelectorAll("#names label")].forEach((label, i) => {
    label.hidden = where === "computer" && i > 0;
    label.firstChild.data = where === "computer" ? `${say("page.start.your-name")} ` : label.dataset.turn;
    label.lastChild.placeholder = where === "computer" ? "" : say("chat.player", { number: i + 1 });
  });
}

function choose() {
  offerCounts();
  offerSeats();
  offerNames();
  offerTime(form.elements.where.value);
  for (const block of form.querySelectorAll("[data-variants]")) {
    block.hidden = block.dataset.variants !== game();
  }
  offerSingles();
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
      clock: chosenTime(),
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
    make("small", {}, ` ${one.status} · ${new Date(one.time).toLocaleString(language)}`),
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
