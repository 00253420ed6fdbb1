// The page of a review. The server judges and draws; the page keeps what one is looking at: the ply, the line
// of moves tried out from there, and the turn in progress.
import { base, get, kept, keep, make, post } from "./api.js";
import { Board } from "./board.js";
import { Curve } from "./curve.js";
import { Hover } from "./hover.js";
import { BAD, sign } from "./judged.js";
import { Judgement } from "./judgement.js";
import { Panels } from "./panels.js";
import { lines, Plies, summary } from "./plies.js";
import { Queue } from "./queue.js";
import { linkRuling, whyNot } from "./rulings.js";
import { Starting } from "./starting.js";
import { linked, Variations } from "./variations.js";
import { complain, toast } from "./toast.js";
import { say } from "./words.js";
import { Zoom } from "./zoom.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const ident = table.dataset.game;
const api = `${base}/api/games/${ident}`;
const address = new URL(location.href);

let view = null; // the game
let seen = null; // the last look at the board
let at = 0; // the ply looked at
let line = []; // moves tried out from there
let text = ""; // the turn under way
let chosen = false; // whether the person has gone somewhere
let before = null; // what was looked at when a cell was clicked last
const values = new Map(); // positions that were analysed, by their texts
const wishes = kept(localStorage, "wishes", { palette: "default", displays: {} });
const rotations = kept(localStorage, "rotations", {});

const nameOf = (seat) => view.names[seat - 1] || say("page.review.name", { seat });
const arrows = () => wishes.arrows !== false;

const queue = new Queue(table);
const act = (what) => queue.do(what).catch(complain);
const board = new Board($("board"),
  (row, col) => act(() => click({ row, col })),
  (piece) => act(() => click({ row: -1, col: -1, piece })));
new Hover({
  board, box: $("told"), link: (box, ruling) => linkRuling(box, view.game, ruling),
  ask: (row, col) => (seen.gameover ? null : whyNot(api, { ply: at, line, text, row, col })),
});
const zoom = new Zoom({
  board, wanted: () => wishes.enlarge !== false,
  twice: () => act(async () => { [at, line, text] = before ?? [at, line, text]; await look(); variations.add(at, line); }),
});
const panels = new Panels({ $, nameOf, goTo: () => {}, palettes: JSON.parse(table.dataset.palettes) });
const curve = new Curve({ box: $("curve"), nameOf, goTo: (ply) => go(ply) });
const plies = new Plies({ list: $("plies"), goTo: (ply) => go(ply) });
const judgement = new Judgement(`/api/games/${ident}/review`, () => requestAnimationFrame(showJudgement));
const variations = new Variations({
  box: $("variations"), game: ident, told: toast, open: (after, moves) => go(after, moves),
});
const starting = new Starting({
  box: $("starting"), nameOf, told: complain,
  setup: () => ({ game: view.game, variants: view.variant_uids, seats: view.numplayers, position: seen.position }),
});

// ---- Looking ----------------------------------------------------------------------------------

// What is drawn on the board besides: of the ply, or of the position that was analysed.
function marks() {
  const judged = line.length ? null : judgement.ply(at);
  const value = seen && values.get(seen.position);
  const here = arrows() && value && seen.ply === at + line.length ? value.lines[0]?.turns[0] : null;
  const best = arrows() && judged?.lines[0]?.turns[0];
  return { mark: judged?.mark ?? null, best: best && best !== judged.move ? best : null, next: here && !text ? here : null };
}

async function look({ click = null } = {}) {
  const drawing = {
    display: wishes.displays?.[view.game] || null, palette: wishes.palette, rotate: rotations[ident] || 0,
    dark: document.documentElement.dataset.theme === "dark",
  };
  seen = await post(`${api}/look`, { ply: at, line, text, click, drawing, marks: marks() });
  text = seen.text;
  show();
}

async function goTo(ply, gone = []) {
  [at, line, text] = [Math.max(0, Math.min(ply, view.ply)), gone, ""];
  zoom.relax();
  seen = null;
  await look();
  variations.add(at, line);
  history.replaceState(null, "", line.length ? address : `#ply-${at}`);
}

const go = (ply, gone = []) => { chosen = true; return act(() => goTo(ply, gone)); };

// A turn that cannot go on is tried out at once.
async function click(where) {
  if (seen.gameover) return;
  before = [at, line, text];
  await look({ click: where });
  if (seen.complete === 1) await tryOut();
}

async function tryOut() {
  if (!text.trim() || seen.complete < 0) return;
  chosen = true;
  await goTo(at, [...line, text]);
}

// ---- Showing ----------------------------------------------------------------------------------

function show() {
  if (seen.svg) board.show(seen.svg); else board.say(seen.undrawn);
  panels.players(view, seen, [], wishes.palette);
  panels.facts(seen);
  curve.at(at);
  plies.at(at, line.length > 0);
  $("where").textContent = line.length ? `${at} + ${line.length}` : `${at} / ${view.ply}`;
  const ends = { first: at === 0 && !line.length, back: at === 0 && !line.length, on: at >= view.ply || line.length > 0, last: at >= view.ply && !line.length };
  for (const [id, off] of Object.entries(ends)) $(id).disabled = off;
  $("return").hidden = !line.length;
  if ($("move").value.trim() !== text.trim()) $("move").value = text;
  const wrong = seen.refused?.message ?? (text.trim() && !seen.valid ? seen.message : "");
  $("prompt").textContent = wrong || (text ? seen.message : say("page.review.entry"));
  $("prompt").classList.toggle("bad", Boolean(wrong));
  $("move-form").hidden = seen.gameover;
  $("try").disabled = !text.trim() || seen.complete < 0;
  $("clear").hidden = text === "";
  $("custom").replaceChildren(...seen.buttons.map((button) => make("button", {
    type: "button", textContent: button.label, onclick: () => act(() => click({ row: -1, col: -1, piece: button.move })),
  })));
  starting.show(view.numplayers, seen.currplayer, seen.gameover);
  const query = new URLSearchParams(view.variant_uids.map((uid) => ["variant", uid]));
  if (view.numplayers !== 2) query.set("seats", view.numplayers);
  $("edit").href = `${base}/editor/${view.game}?${query}#${new URLSearchParams({ position: seen.position })}`;
  showVerdict();
}

function showVerdict() {
  if (!seen) return;
  const judged = judgement.ply(at);
  const standing = line.length ? null : judgement.standing(at);
  const move = view.moves[at - 1];
  const status = $("status");
  if (line.length) status.textContent = say("page.review.trying", { n: line.length, ply: at });
  else if (!at) status.textContent = say("page.review.start");
  else if (judged?.loss === null) status.textContent = say("page.review.ended", { ply: at, all: view.ply, move: move.move });
  else status.textContent = say("page.review.played", { ply: at, all: view.ply, name: nameOf(move.player), move: move.move });
  if (!line.length && judged?.mark) status.append(" ", sign(judged.mark));
  $("value").textContent = standing ? curve.ahead(standing) : "";
  $("verdict").textContent = line.length ? "" : judged?.verdict ?? (at && view.reviewable ? say("page.review.unjudged") : "");
  $("verdict").className = `verdict ${(!line.length && judged?.mark) || ""}`;
  const value = values.get(seen.position);
  const best = !line.length && judged?.loss !== null && judged?.lines.length ? judged : null;
  $("best-before").hidden = !best;
  if (best) $("lines-before").replaceChildren(...lines(best.lines, best.player, (turns) => go(at - 1, turns)));
  const left = !line.length && judgement.ply(at + 1);
  const here = value ?? (left && left.loss !== null ? { lines: left.lines, player: left.player } : null);
  $("best-here").hidden = !here?.lines.length;
  if (here) $("lines-here").replaceChildren(...lines(here.lines, here.player, (turns) => go(at, [...line, ...turns])));
  $("analyse").hidden = Boolean(here) || seen.gameover || !view.reviewable;
}

function showJudgement() {
  if (!view) return;
  curve.show(judgement, view.ply, view.numplayers);
  plies.show(view, judgement);
  plies.at(at, line.length > 0);
  const done = judgement.plies.length;
  $("progress").hidden = judgement.done || !view.reviewable;
  $("bar").max = view.ply;
  $("bar").value = done;
  $("bar").hidden = Boolean(judgement.fault);
  const going = done ? say("page.review.progress", { done, all: view.ply }) : say("page.review.waiting");
  $("progress-said").textContent = judgement.fault ? say("page.review.stopped", { reason: judgement.fault.message }) : going;
  $("again").hidden = !judgement.fault;
  $("summary").replaceChildren(...(judgement.players ? [summary(judgement.players, nameOf)] : []));
  if (judgement.done) {
    const first = judgement.marked(["blunder"])[0] ?? judgement.marked(BAD)[0];
    if (!chosen && first) { act(() => goTo(first.ply)); return; }
  }
  if (seen && !line.length && judgement.ply(at) && !text && shownMark !== `${at} ${judgement.ply(at).mark}`) {
    shownMark = `${at} ${judgement.ply(at).mark}`;
    act(() => look());
  }
  showVerdict();
}
let shownMark = "";

// ---- Wiring -----------------------------------------------------------------------------------

async function analyse() {
  const asked = seen.position;
  $("analyse").disabled = true;
  $("analyse").textContent = say("page.review.thinking");
  try {
    values.set(asked, await post(`${base}/api/positions/analysis`, {
      game: view.game, variants: view.variant_uids, seats: view.numplayers, position: asked,
    }));
    if (seen?.position === asked) await act(() => look());
  } catch (error) { complain(error); }
  $("analyse").disabled = false;
  $("analyse").textContent = say("page.review.analyse");
}

// To the next ply with a mark, or the one before.
function toMark(step) {
  const all = judgement.marked().map((ply) => ply.ply);
  const next = step > 0 ? all.find((ply) => ply > at) : all.findLast((ply) => ply < at || (line.length && ply === at));
  if (next !== undefined) go(next);
}

const back = () => (line.length ? go(at, line.slice(0, -1)) : go(at - 1));
const doings = {
  first: () => go(0), back, on: () => { if (!line.length) go(at + 1); }, last: () => go(view.ply),
  before: () => toMark(-1), next: () => toMark(1), return: () => go(at), analyse,
  clear: () => act(() => { text = ""; return look(); }), try: () => act(tryOut), again: () => judgement.run(),
  rotate: () => {
    rotations[ident] = ((rotations[ident] || 0) + 60) % 360;
    keep(localStorage, "rotations", rotations);
    act(() => look());
  },
};
for (const [id, doing] of Object.entries(doings)) $(id).addEventListener("click", doing);
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", ArrowUp: "before", ArrowDown: "next" };
addEventListener("keydown", (event) => {
  if (!view || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape" && text) { doings.clear(); return; }
  if (!keys[event.key] || event.target.closest("input, select, textarea, [role=tab], [role=slider], [data-row]")) return;
  event.preventDefault();
  doings[keys[event.key]]();
});
let typing = 0;
$("move").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => act(() => { text = $("move").value; return look(); }), 120);
});
function submit(event) {
  event.preventDefault();
  clearTimeout(typing);
  act(async () => {
    if ($("move").value !== text) { text = $("move").value; await look(); }
    await tryOut();
  });
}
$("move-form").addEventListener("submit", submit);
// A form whose button is disabled does not submit, and it is until the text is judged.
$("move").addEventListener("keydown", (event) => { if (event.key === "Enter") submit(event); });
$("arrows").checked = arrows();
$("arrows").addEventListener("change", () => {
  wishes.arrows = $("arrows").checked;
  keep(localStorage, "wishes", wishes);
  act(() => look());
});
addEventListener("theme", () => { if (seen) act(() => look()); });
addEventListener("hashchange", () => location.reload());

async function enter() {
  const join = new URLSearchParams(address.hash.slice(1)).get("join");
  if (!join) return;
  // The key goes from the address bar into a cookie at once.
  await post(`${api}/session`, { keys: [join] });
  address.hash = "";
  history.replaceState(null, "", address);
}

function showLinks() {
  const key = kept(sessionStorage, `links ${ident}`, {})[0];
  $("share").hidden = !key;
  if (key) $("share-link").value = `${location.origin}${base}/review/${ident}#join=${key}`;
  $("game").href = `${base}/games/${ident}`;
  $("game").hidden = view.seats.length === 0 && !view.gameover;
  $("get").href = view.gameover ? `${api}/record` : `${api}/state`;
}

act(async () => {
  try {
    await enter();
    view = await get(api);
  } catch (error) {
    $("status").textContent = error.message;
    throw error;
  }
  document.title = `${say("page.review.title")}: ${view.name}`;
  $("heading").textContent = [say("page.review.title"), view.name, ...view.variants].join(" · ");
  variations.until(view.ply);
  const { hash } = location;
  const ply = /^#ply-(\d{1,6})$/.exec(hash);
  address.hash = "";
  chosen = Boolean(ply) || linked(hash) !== null;
  await goTo(ply ? Number(ply[1]) : view.ply);
  await variations.openLinked(hash, view.ply, goTo);
  showLinks();
  showJudgement();
  table.classList.add("ready");
  if (view.reviewable && view.ply) judgement.run();
  else if (!view.reviewable) $("verdict").textContent = say("page.review.early");
});
