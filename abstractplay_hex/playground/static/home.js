// The start page: choose a game, its variants and seats.
import { keep, kept, make, post } from "./api.js";

const form = document.getElementById("start");
const fault = document.getElementById("fault");
const game = () => form.elements.game.value;

function variants() {
  const block = form.querySelector(`[data-variants="${CSS.escape(game())}"]`);
  if (!block) return [];
  return [...block.querySelectorAll("input:checked, select")].map((i) => i.value).filter((v) => !v.startsWith("#"));
}

function choose() {
  for (const block of form.querySelectorAll("[data-variants]")) {
    block.hidden = block.dataset.variants !== game();
  }
  fault.textContent = "";
}

function pictures() {
  const dark = document.documentElement.dataset.theme === "dark";
  for (const image of document.querySelectorAll("[data-picture]")) {
    image.src = `/pictures/${encodeURIComponent(image.dataset.picture)}.svg?dark=${dark}`;
  }
}

form.addEventListener("change", choose);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const where = form.elements.where.value;
  const button = form.querySelector("button[type=submit]");
  button.disabled = true;
  try {
    const names = [form.elements.name1.value, form.elements.name2.value].map((n) => n.trim());
    const begun = await post("/api/games", { game: game(), variants: variants(), names });
    const mine = where === "both" ? Object.keys(begun.keys).filter((seat) => seat !== "0") : [where];
    await post(`/api/games/${begun.id}/session`, { keys: mine.map((seat) => begun.keys[seat]) });
    keep(sessionStorage, `links ${begun.id}`, begun.keys);
    location.assign(`/games/${begun.id}?seat=${where}`);
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
    make("a", { href: `/games/${encodeURIComponent(one.id)}?seat=${encodeURIComponent(one.seat)}` },
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
