// A tour: positions one after another, each with a turn to make on the board. The server judges and draws.
import { base, make, post } from "./api.js";
import { Board } from "./board.js";
import { Hover } from "./hover.js";
import { Legend } from "./legend.js";
import { Queue } from "./queue.js";
import { linkRuling } from "./rulings.js";
import { complain } from "./toast.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const steps = [...document.querySelectorAll("[data-step]")];
const board = new Board($("board"),
  (row, col) => act(() => look({ click: { row, col } })),
  (piece) => act(() => look({ click: { row: -1, col: -1, piece } })));

new Hover({ board, box: $("told"), ask: () => null }); // only what is on a cell: why not is what one learns here
const legend = new Legend({ box: $("legend"), opened: () => act(() => look()) });
const zoom = new Zoom({ board, twice: () => { if (!seen?.played) act(() => { text = before; return look(); }); } });

let at = 0; // the step, from 0
let text = ""; // the turn under way
let before = ""; // the same when the board was clicked last
let seen = null;

const queue = new Queue(table);
const act = (what) => queue.do(what).catch(complain).finally(() => table.classList.add("ready"));

async function look({ click, play } = {}) {
  if (seen?.played && click) return; // the turn is made
  if (click) before = text;
  const dark = document.documentElement.dataset.theme === "dark";
  seen = await post(`${base}/api/rules/${table.dataset.game}/tour/${at + 1}`, {
    text, click: click ?? null, play: play ?? seen?.played ?? false, legend: legend.wanted, drawing: { dark },
  });
  text = seen.text;
  show();
}

function show() {
  const last = at === steps.length - 1;
  board.show(seen.svg);
  legend.show(seen.legend, false);
  steps.forEach((step, i) => { step.hidden = i !== at; });
  if ($("move").value.trim() !== text.trim()) $("move").value = text;
  const refused = seen.refused?.message;
  const prompt = $("prompt");
  prompt.textContent = refused || seen.missing || seen.message;
  prompt.classList.toggle("bad", Boolean(refused) || (!seen.valid && !seen.missing && text.trim() !== ""));
  prompt.classList.toggle("good", !refused && seen.complete === 1);
  linkRuling(prompt, table.dataset.game, seen.ruling);
  const ready = text.trim() !== "" && seen.complete >= 0;
  $("move-form").hidden = seen.played;
  $("play").disabled = !ready;
  $("play").textContent = ready ? say("lessons.play-move", { move: text }) : say("lessons.play");
  $("clear").hidden = text === "";
  $("custom").replaceChildren(...seen.buttons.map((button) => make("button", {
    type: "button", textContent: button.label,
    onclick: () => act(() => look({ click: { row: -1, col: -1, piece: button.move } })),
  })));
  const said = $("said");
  said.hidden = !seen.played;
  said.textContent = [seen.said, seen.done && last ? say("lessons.finished") : ""].join(" ").trim();
  said.classList.toggle("good", seen.done);
  $("again").hidden = !seen.played;
  $("next").hidden = !seen.done || last;
  $("finish").hidden = !seen.done || !last;
  $("back").disabled = at === 0;
  $("skip").disabled = last;
  if (seen.played) (seen.done ? (last ? $("finish") : $("next")) : $("again")).focus({ preventScroll: true });
}

function begin(step) {
  at = Math.max(0, Math.min(step, steps.length - 1));
  zoom.relax();
  text = "";
  seen = null;
  history.replaceState(null, "", `#${steps[at].dataset.step}`);
  act(() => look());
}

const play = () => act(async () => {
  if ($("move").value !== text) { text = $("move").value; await look(); }
  if (!seen.played && seen.complete >= 0 && text.trim()) await look({ play: true });
});
const clear = () => { text = ""; seen = null; act(() => look()); };
let typing = 0;
$("move").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => act(() => { text = $("move").value; return look(); }), 120);
});
$("move").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); clearTimeout(typing); play(); }
});
$("move-form").addEventListener("submit", (event) => { event.preventDefault(); play(); });
$("clear").addEventListener("click", clear);
$("again").addEventListener("click", clear);
$("next").addEventListener("click", () => begin(at + 1));
$("skip").addEventListener("click", () => begin(at + 1));
$("back").addEventListener("click", () => begin(at - 1));
addEventListener("keydown", (event) => { if (event.key === "Escape" && text !== "") clear(); });
addEventListener("theme", () => { if (seen) act(() => look()); });
const named = () => steps.findIndex((step) => step.dataset.step === location.hash.slice(1));
addEventListener("hashchange", () => begin(named()));
begin(named());
