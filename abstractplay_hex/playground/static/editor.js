// The board editor: the page keeps a position text; the server changes, judges and draws it.
import { base, kept, make, post } from "./api.js";
import { Board } from "./board.js";
import { goes } from "./fits.js";
import { Hover } from "./hover.js";
import { number } from "./judged.js";
import { lines } from "./plies.js";
import { Queue } from "./queue.js";
import { Starting } from "./starting.js";
import { complain } from "./toast.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const uid = table.dataset.game;
const address = new URL(location.href);
const asked = new URLSearchParams(address.hash.slice(1));
const variants = address.searchParams.getAll("variant");
const seats = Number(address.searchParams.get("seats")) || null;
const wishes = kept(localStorage, "wishes", { palette: "default" });
const palettes = JSON.parse(table.dataset.palettes);
const colours = palettes[wishes.palette] ?? palettes.default;

let now = null; // the position as the server sees it
let sign = null; // what is put on cells
let analysed = ""; // the position that lines are shown of

const queue = new Queue(table);
const act = (what) => queue.do(what).catch(complain);
const board = new Board($("board"), (row, col) => {
  if (now?.held.length) act(() => edit({ put: { row, col, sign: held(row, col) } }));
}, () => {});
new Hover({ board, box: $("told"), ask: () => null }); // here every cell can be used
new Zoom({
  board, wanted: () => wishes.enlarge !== false, twice: () => act(async () => { if (last) await edit({}, last.before); }),
});
const nameOf = (seat) => now?.choices.find((choice) => choice.name === "side")?.options[seat - 1]?.said
  ?? say("page.review.name", { seat });
const starting = new Starting({
  box: $("starting"), nameOf, told: complain,
  setup: () => ({ game: uid, variants, seats: now.seats, position: now.position }),
});

// A second click takes away what the first has put.
let last = null;
function held(row, col) {
  const again = last && last.row === row && last.col === col && last.sign === sign && last.position === now.position;
  const nothing = now.held[0].sign;
  return again && sign !== nothing ? nothing : sign;
}

async function edit(change = {}, position = now?.position ?? "") {
  const drawing = { palette: wishes.palette, dark: document.documentElement.dataset.theme === "dark" };
  const before = now?.position;
  now = await post(`${base}/api/positions/${encodeURIComponent(uid)}/edit`, { variants, seats, position, drawing, ...change });
  last = change.put ? { ...change.put, position: now.position, before } : null;
  show();
}

// ---- Showing ----------------------------------------------------------------------------------

function show() {
  if (now.svg) board.show(now.svg);
  else if (now.undrawn) board.say(say("page.editor.unshown", { reason: now.undrawn }));
  const [field, fault] = [$("position"), $("fault")];
  if (field.value !== now.position) field.value = now.position;
  fault.textContent = now.unread?.message ?? now.refused?.message
    ?? (now.fault ? say("page.editor.unplayable", { reason: now.fault.message }) : "");
  field.setAttribute("aria-invalid", String(Boolean(now.unread)));
  if (!now.unread) {
    showSigns();
    showChoices();
    address.hash = new URLSearchParams({ position: now.position });
    history.replaceState(null, "", address);
  }
  const unfit = Boolean(now.unread || now.fault);
  starting.show(now.seats, now.to_move, unfit, false);
  $("analyse").disabled = unfit;
  $("found").hidden = analysed !== now.position;
}

function showSigns() {
  const only = now.choices.length === 0;
  $("held").hidden = now.held.length === 0;
  $("note").hidden = now.held.length > 0;
  $("note").textContent = only && $("clear").dataset.built ? say("page.editor.building") : say("page.editor.texts-only");
  if (now.held.length) $("clear").dataset.built = "yes";
  const shown = JSON.stringify(now.held);
  if ($("signs").dataset.shown === shown) return;
  $("signs").dataset.shown = shown;
  if (!now.held.some((one) => one.sign === sign)) sign = (now.held[1] ?? now.held[0])?.sign ?? null;
  $("signs").replaceChildren(...now.held.map((one) => {
    const input = make("input", { type: "radio", name: "sign", value: one.sign, checked: one.sign === sign });
    input.addEventListener("change", () => { sign = one.sign; });
    return make("label", {}, input, picture(one), make("span", {}, one.said));
  }));
}

function picture(one) {
  if (!one.icon) return make("span", { className: "icon" });
  const parsed = new DOMParser().parseFromString(one.icon, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.setAttribute("aria-hidden", "true");
  svg.removeAttribute("role");
  return make("span", { className: "icon" }, svg);
}

function showChoices() {
  const shown = JSON.stringify(now.choices);
  if ($("choices").dataset.shown === shown) return;
  $("choices").dataset.shown = shown;
  $("choices").replaceChildren(...now.choices.map((choice) => {
    const options = choice.options.map((option) => make("option", { value: option.value }, option.said));
    const field = options.length ? make("select", { name: choice.name }, ...options)
      : make("input", { name: choice.name, type: "number", min: 0, max: 999999999 });
    field.value = choice.value;
    field.addEventListener("change", () => act(() => edit({ choose: { name: choice.name, value: field.value } })));
    return make("label", {}, choice.said, field);
  }));
}

// ---- Wiring -----------------------------------------------------------------------------------

async function analyse() {
  const position = now.position;
  const usual = $("analyse").textContent;
  $("analyse").disabled = true;
  $("analyse").textContent = say("page.review.thinking");
  try {
    const found = await post(`${base}/api/positions/analysis`, { game: uid, variants, seats: now.seats, position });
    if (now.position === position) {
      analysed = position;
      $("found").hidden = false;
      $("value").textContent = found.advantage.map((value, i) => `${nameOf(i + 1)} ${number(value)}`).join(", ");
      $("lines").replaceChildren(...lines(found.lines, found.player, null));
    }
  } catch (error) { complain(error); }
  $("analyse").disabled = false;
  $("analyse").textContent = usual;
}

async function copy(text, button) {
  const usual = button.textContent;
  try { await navigator.clipboard.writeText(text); } catch {
    $("position").value = text;
    $("position").select();
    return;
  }
  button.textContent = say("page.editor.copied");
  setTimeout(() => { button.textContent = usual; }, 1500);
}

let typing = 0;
const read = () => { clearTimeout(typing); act(() => edit({}, $("position").value.replace(/[\r\n]+/g, ""))); };
$("read").addEventListener("submit", (event) => { event.preventDefault(); read(); });
$("position").addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(read, 300); });
$("position").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); read(); }
});
$("copy").addEventListener("click", (event) => copy(now.position, event.currentTarget));
$("link").addEventListener("click", (event) => copy(String(address), event.currentTarget));
$("start").addEventListener("click", () => act(() => edit({ to: "start" })));
$("clear").addEventListener("click", () => act(() => edit({ to: "clear" })));
$("analyse").addEventListener("click", analyse);
addEventListener("theme", () => { if (now) act(() => edit()); });
addEventListener("hashchange", () => location.reload());

// Another board is another page: its positions have other texts.
const setup = $("setup");
for (const field of setup?.elements ?? []) {
  if (field.name === "seats") field.value = String(seats ?? field.querySelector("[data-usual]").value);
  else if (field.type === "checkbox") field.checked = variants.includes(field.value);
  else field.value = [...field.options].map((o) => o.value).find((value) => variants.includes(value)) ?? field.value;
}
// A variant is offered only with what it goes together with.
function offerSingles() {
  for (const box of setup?.querySelectorAll("[data-fits]") ?? []) {
    const label = box.closest("label");
    label.hidden = !goes(JSON.parse(box.dataset.fits),
      (group) => setup.querySelector(`[data-group="${CSS.escape(group)}"]`).value || `#${group}`);
    if (label.hidden) box.checked = false;
  }
}
offerSingles();
setup?.addEventListener("change", () => {
  offerSingles();
  const query = new URLSearchParams();
  for (const field of setup.elements) {
    const chosen = field.type === "checkbox" ? field.checked && field.value : field.value;
    if (field.name === "variant" && chosen) query.append("variant", chosen);
    if (field.name === "seats" && !field.selectedOptions[0].hasAttribute("data-usual")) query.set("seats", chosen);
  }
  const lang = address.searchParams.get("lang");
  if (lang) query.set("lang", lang);
  location.assign(`${address.pathname}?${query}`);
});

for (const [i, colour] of colours.entries()) document.documentElement.style.setProperty(`--player-${i + 1}`, colour);
act(async () => {
  try {
    await edit({}, asked.get("position") ?? "");
    if (!now.svg && now.unread) { // the picture of the start is better than none
      const wanted = now;
      await edit({ to: "start" });
      now = { ...now, position: wanted.position, unread: wanted.unread };
      show();
    }
  } catch (error) {
    $("fault").textContent = error.message;
    throw error;
  }
  table.classList.add("ready");
});
