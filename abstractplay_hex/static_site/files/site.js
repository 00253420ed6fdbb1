// The page: it asks the worker, and keeps what one is looking at and who plays which seat.
import { keep, kept, make } from "./api.js";
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { Hover } from "./hover.js";
import { listen, Steps } from "./keys.js";
import { Legend } from "./legend.js";
import { Panels } from "./panels.js";
import "./printing.js";
import { Queue } from "./queue.js";
import { chosen, offerGames, offerSeats, offerSingles, offerVariants } from "./start.js";
import { Study } from "./study.js";
import { toast } from "./toast.js";
import { listed, say } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const PERSON = "person";

// The engine answers nothing any more: only loading the page anew helps, and the game is kept.
function dead(message) {
  $("dead").hidden = false;
  $("dead-said").textContent = message;
  $("status").textContent = say("page.site.dead");
}
const { ask, long } = new Asking(dead);

let kinds = null; // games and levels
let view = null; // the game as it stands
let seen = null; // the last look at the board
let at = 0; // the ply looked at
let text = ""; // the turn under way
let seats = [PERSON, PERSON]; // who plays: a person, or a level
let rotate = 0;
const wishes = kept(localStorage, "wishes", { palette: "default", display: "" });

const live = () => at === view.ply;
const isPerson = (seat) => !seats[seat - 1]?.startsWith("level:");
const myTurn = () => live() && !view.gameover && isPerson(view.currplayer);
const nameOf = (seat) => (isPerson(seat) ? say("chat.player", { number: seat }) : say("page.computer.name", { level: seats[seat - 1].slice(6) }));
const drawing = () => ({
  display: view?.displays.some(({ uid }) => uid === wishes.display) ? wishes.display : "",
  palette: wishes.palette, dark: document.documentElement.dataset.theme === "dark", rotate,
});

const board = new Board($("board"),
  (row, col) => act(() => look({ row, col })),
  (piece) => act(() => look({ row: -1, col: -1, piece })));
const legend = new Legend({ box: $("legend"), opened: () => act(() => look()), begin: say("page.legend.begin") });
// Where no turn can be made there is only what is on the cell.
const hover = new Hover({
  board, box: $("told"), ask: (row, col) => (myTurn() ? ask("cell", { ply: at, text, row, col }) : null),
});
const steps = new Steps();
const stepBack = () => act(() => { text = steps.back(); return look(); });
const zoom = new Zoom({
  board,
  wanted: () => wishes.enlarge !== false,
  twice: stepBack,
});
const panels = new Panels({
  $, nameOf, goTo: (ply) => act(() => goTo(ply)), palettes: JSON.parse(table.dataset.palettes),
});
const study = new Study({
  $, nameOf, goTo: (ply) => act(() => goTo(ply)), tell: (error) => tell(error),
  review: (budget, told) => long("review", [budget], told),
});

const queue = new Queue(table);
const tell = (error) => { if ($("dead").hidden) toast(error.message); };
const act = (what) => queue.do(what).catch(tell);
const ifYes = (dialog, what) => queue.ifYes(dialog, () => act(what));

// ---- Looking ----------------------------------------------------------------------------------

async function look(click) {
  const marks = wishes.marks !== false && myTurn();
  seen = await ask("look", { ply: at, text, click, drawing: drawing(), legend: legend.wanted, marks });
  text = seen.text;
  steps.note(text);
  legend.show(seen.legend, seen.beginnings.length > 0);
  board.show(seen.svg);
  board.mark(seen.beginnings);
  const entry = $("move");
  if (entry.value.trim() !== text.trim() || document.activeElement !== entry) entry.value = text;
  // A text that is being typed is wrong only once it can become no turn.
  const bad = Boolean(seen.refused) || (!seen.valid && !seen.missing && text.trim() !== "");
  $("prompt").textContent = seen.refused || seen.missing || seen.message;
  $("prompt").classList.toggle("bad", bad);
  $("prompt").classList.toggle("good", !bad && seen.complete === 1);
  entry.setAttribute("aria-invalid", String(bad && !seen.refused));
  const ready = canPlay();
  $("move-form").hidden = !myTurn();
  $("play").disabled = !ready;
  $("play").textContent = ready && text.length <= 16 ? say("lessons.play-move", { move: text }) : say("lessons.play");
  $("clear").hidden = text === "";
  $("custom").replaceChildren(...seen.buttons.map(({ label, move }) => make("button", {
    type: "button", textContent: label, onclick: () => act(() => look({ row: -1, col: -1, piece: move })),
  })));
  $("status").textContent = status();
  $("status").classList.toggle("mine", myTurn());
  $("where").textContent = `${at} / ${view.ply}`;
  for (const [id, off] of [["first", at === 0], ["back", at === 0], ["on", live()], ["last", live()]]) $(id).disabled = off;
  panels.players(view, seen, [], wishes.palette);
  panels.marks(at, 0);
  study.at(at);
  panels.facts(seen);
}

const canPlay = () => text.trim() !== "" && seen.complete >= 0;

function result() {
  const { winner, numplayers } = view;
  if (!winner.length) return say("page.status.nobody");
  return winner.length === numplayers && numplayers > 1 ? say("page.status.draw")
    : say("page.status.won", { players: listed(winner.map(nameOf)) });
}

function status() {
  if (!live()) return say("page.status.back", { at, last: view.ply });
  if (view.gameover) return say("page.status.over", { result: result() });
  return say(isPerson(view.currplayer) ? "page.status.to-move" : "page.status.thinking", { player: nameOf(view.currplayer) });
}

async function goTo(ply) {
  at = Math.max(0, Math.min(ply, view.ply));
  text = "";
  zoom.relax();
  await look();
}

// ---- The game ----------------------------------------------------------------------------------

async function show(now) {
  view = now;
  keep(localStorage, "game", { game: view.game, state: view.state, seats });
  document.title = say("page.status.title", { game: view.name, players: seats.map((_, i) => nameOf(i + 1)).join(" – ") });
  $("heading").textContent = [view.name, ...view.variants].join(" · ");
  $("display").replaceChildren(make("option", { value: "" }, say("page.panel.usual")),
    ...view.displays.map(({ uid, name }) => make("option", { value: uid }, name)));
  $("display").value = drawing().display;
  $("display").parentElement.hidden = view.displays.length === 0;
  $("palette").value = wishes.palette;
  $("get-record").hidden = !view.gameover;
  $("words").hidden = false;
  $("undo").disabled = takenBack() === 0;
  for (const id of ["draw", "resign"]) $(id).disabled = view.gameover || !isPerson(view.currplayer);
  panels.moves(view);
  study.show(view);
  panels.log(view);
  panels.about(kinds.games.find(({ uid }) => uid === view.game));
  await goTo(view.ply);
  table.classList.add("ready");
  if (!view.gameover && !isPerson(view.currplayer)) act(think);
}

async function think() {
  if (view.gameover || isPerson(view.currplayer)) return;
  await show(await ask("think", seats[view.currplayer - 1]));
}

// Back to where a person was to move; an ending is taken back alone.
function takenBack() {
  if (view.gameover && ["resign", "timeout", "draw", "abandoned"].includes(view.moves.at(-1)?.move)) return 1;
  const last = view.moves.findLastIndex(({ player }) => isPerson(player));
  return last < 0 ? 0 : view.ply - last;
}

async function submit() {
  if ($("move").value !== text) { text = $("move").value; await look(); }
  if (myTurn() && text.trim() && seen.complete >= 0) await show(await ask("move", text));
}

function question(words, yes) {
  $("question").textContent = words;
  $("yes").textContent = yes;
  return $("ask");
}

const begin = () => ifYes($("start"), async () => {
  const { uid, variants, players } = chosen($);
  const now = await ask("begin", uid, variants);
  seats = players;
  await show(now);
});

function download(name, type, content) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href, download: `${view.game}-${name}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

// ---- Wiring ------------------------------------------------------------------------------------

const on = (id, what, event = "click") => $(id).addEventListener(event, what);
const linked = (id, what) => on(id, (event) => { event.preventDefault(); act(what); });
let typing = 0;
on("move", () => {
  clearTimeout(typing);
  typing = setTimeout(() => act(() => { text = $("move").value; return look(); }), 120);
}, "input");
on("move", (event) => { if (event.key === "Enter") { event.preventDefault(); act(submit); } }, "keydown");
on("move-form", (event) => { event.preventDefault(); act(submit); }, "submit");
const clear = () => act(() => { text = ""; $("move").value = ""; return look(); });
on("clear", clear);
on("first", () => act(() => goTo(0)));
on("back", () => act(() => goTo(at - 1)));
on("on", () => act(() => goTo(at + 1)));
on("last", () => act(() => goTo(view.ply)));
on("rotate", () => act(() => { rotate = (rotate + 60) % 360; return look(); }));
on("undo", () => act(async () => show(await ask("undo", takenBack()))));
on("draw", () => ifYes(question(say("page.offer.draw-all"), say("page.offer.draw")), async () => show(await ask("end", "draw"))));
on("resign", () => ifYes(question(say("page.offer.resign-all", { player: nameOf(view.currplayer) }), say("page.offer.resign")),
  async () => show(await ask("end", "resign", view.currplayer))));
for (const id of ["marks", "enlarge"]) {
  $(id).checked = wishes[id] !== false;
  on(id, (event) => {
    wishes[id] = event.target.checked;
    keep(localStorage, "wishes", wishes);
    act(() => look());
  }, "change");
}
for (const id of ["display", "palette"])
  on(id, (event) => {
    wishes[id] = event.target.value;
    keep(localStorage, "wishes", wishes);
    act(() => look());
  }, "change");
on("new", begin);
on("game", () => { offerVariants($, kinds); offerSeats($, kinds); }, "change");
on("variants", () => offerSingles($), "change");
on("open", () => act(async () => {
  const [file] = $("open").files;
  if (!file) return;
  const now = await ask("open", await file.text());
  seats = Array(now.numplayers).fill(PERSON);
  $("open").value = "";
  await show(now);
}), "change");
on("reload", () => location.reload());
linked("get-state", () => download("state.json", "application/json", view.state));
linked("get-record", async () => {
  const players = view ? seats.map((who, i) => ({ name: nameOf(i + 1), isai: !isPerson(i + 1) })) : [];
  download("record.json", "application/json", JSON.stringify(await ask("record", players), null, 1));
});
linked("get-svg", async () => download("board.svg", "image/svg+xml", await ask("picture", at, drawing())));
addEventListener("theme", () => { if (view) act(() => look()); });
on("keys-open", listen({
  board,
  entry: $("move"),
  open: () => view && seen && myTurn(),
  ready: canPlay,
  text: () => text,
  play: () => act(submit),
  clear,
  back: stepBack,
  button: $,
  dismiss: () => hover.dismiss(),
}));

navigator.serviceWorker?.register("./offline.js").catch(() => { /* it works, but not offline */ });

act(async () => {
  kinds = await ask("kinds").catch((error) => { $("status").textContent = error.message; throw error; });
  offerGames($, kinds);
  offerVariants($, kinds);
  offerSeats($, kinds);
  const had = kept(localStorage, "game", null);
  let now = null;
  if (had) now = await ask("resume", had.game, had.state).catch(() => null); // an older page may have kept it
  if (now) seats = had.seats;
  await show(now ?? (await ask("begin", kinds.games[0].uid, [])));
  if (!now) begin();
});
