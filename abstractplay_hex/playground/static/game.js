// The game page. The server validates and draws everything; the page keeps what one is looking at:
// the ply, the line of moves tried out from there, and the turn in progress.
import { base, get, keep, kept, make, post } from "./api.js";
import { Board } from "./board.js";
import { Computers } from "./computers.js";
import { Connection } from "./connection.js";
import { Panels } from "./panels.js";
import { Queue } from "./queue.js";
import { linkRuling } from "./rulings.js";

const $ = (id) => document.getElementById(id);
const table = $("table");
const ident = table.dataset.game;
const api = `${base}/api/games/${ident}`;
const address = new URL(location.href);

let view = null; // the game as it stands, as last heard
let seen = null; // the last look at the board
let at = 0; // the ply looked at
let line = []; // moves gone on with off the game
let text = ""; // the turn under way
let mine = []; // the seats of this tab
let judged = true; // whether `seen` is about `text`
let away = false; // whether the server is lost
const wishes = kept(localStorage, "wishes", { palette: "default", displays: {} });
const rotations = kept(localStorage, "rotations", {});

const live = () => at === view.ply && line.length === 0;
const toMove = () => (mine.includes(view.currplayer) ? view.currplayer : 0);
const myTurn = () => live() && !view.gameover && toMove() > 0;
const alone = () => mine.length === view.numplayers; // all seats are at this screen
const everybody = () => view.names.map((_, i) => nameOf(i + 1)).join(" – ");
const againstComputers = () => mine.length + view.computers.length === view.numplayers; // and nobody else
const me = () => toMove() || mine[0] || 0;
const nameOf = (seat) => view.names[seat - 1] || `Player ${seat}`;
const display = () => wishes.displays?.[view.game] || null;
const marks = () => wishes.marks !== false; // of where one may begin
const rotation = () => rotations[ident] || 0;
const drawing = () => ({
  display: view && display(), palette: wishes.palette, dark: dark(), rotate: rotation(),
});
const dark = () => document.documentElement.dataset.theme === "dark";

const board = new Board($("board"),
  (row, col) => act(() => look({ click: { row, col } })),
  (piece) => act(() => look({ click: { row: -1, col: -1, piece } })));
const panels = new Panels({ $, nameOf, goTo: (ply) => act(() => goTo(ply)), palettes: JSON.parse(table.dataset.palettes) });

const computers = new Computers({
  box: $("computer"),
  nameOf,
  say: async (doing) => {
    try { await attempt(() => tell("computer", { act: doing })); return true; } catch (error) { complain(error); return false; }
  },
  joined: () => {
    address.searchParams.set("seat", "all");
    location.replace(address);
  },
});

const queue = new Queue(table);
const attempt = (what) => queue.do(what);
const act = (what) => attempt(async () => { try { await what(); } catch (error) { complain(error); } });

const connection = new Connection({
  address: () => `${api}/events?revision=${view.revision}`,
  news: (revision) => { if (revision > view.revision) act(() => refresh()); },
  back: () => attempt(async () => {
    if (!table.classList.contains("ready")) return begin();
    await refresh();
    if (!judged) await look();
  }),
  away: (is, error) => {
    away = is;
    if (error) complain(error);
    else if (view) showTurn();
  },
});

let toastTimer = 0;
function say(message) {
  const toast = $("toast");
  toast.textContent = message;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

function complain(error) {
  if (error.status === undefined) console.error(error);
  say(error.message);
  if (view && seen) showTurn(); // what was being done can be done again
  if (error.passing) connection.lost();
}

// ---- Looking ----------------------------------------------------------------------------------

async function look({ click } = {}) {
  judged = false;
  seen = await post(`${api}/look`, {
    ply: at, line, text, seat: me(), click: click ?? null,
    drawing: drawing(), beginnings: marks() && (myTurn() || !live()),
  });
  judged = true;
  text = seen.text;
  showSeen();
}

function showSeen() {
  if (seen.svg) {
    board.show(seen.svg);
    if (marks() && (myTurn() || !live())) board.mark(seen.beginnings ?? []);
  } else board.say(`This board cannot be shown here (${seen.undrawn}); type your moves.`);
  const entry = $("move");
  if (entry.value.trim() !== text.trim() || document.activeElement !== entry) entry.value = text;
  const refused = seen.refused?.message;
  const prompt = $("prompt");
  prompt.textContent = refused || (text === "" && idlePrompt()) || seen.message;
  prompt.classList.toggle("bad", Boolean(refused) || (!seen.valid && text.trim() !== ""));
  prompt.classList.toggle("good", !refused && seen.complete === 1);
  if (prompt.textContent === (refused || seen.message)) linkRuling(prompt, view.game, seen.ruling);
  entry.setAttribute("aria-invalid", String(!seen.valid && text.trim() !== ""));
  showTurn();
  panels.players(view, seen, mine, wishes.palette);
  panels.marks(at, line.length);
  panels.facts(seen);
}

// Where it is not one's turn, the game's instructions are meant for somebody else.
function idlePrompt() {
  if (line.length || myTurn()) return "";
  if (live()) return "Try out moves on the board; the game does not change.";
  return "Try out other moves from here; the game does not change.";
}

function showTurn() {
  const ready = judged && text.trim() !== "" && seen.complete >= 0;
  const over = seen.gameover;
  $("move-form").hidden = over;
  $("play").hidden = !myTurn();
  $("play").disabled = !ready;
  $("play").textContent = ready && text.length <= 16 ? `Play ${text}` : "Play";
  $("try").hidden = myTurn() && line.length === 0;
  $("try").disabled = !ready;
  $("clear").hidden = text === "";
  $("return").hidden = live();
  $("custom").replaceChildren(...seen.buttons.map((button) => make("button", {
    type: "button",
    textContent: button.label,
    onclick: () => act(() => look({ click: { row: -1, col: -1, piece: button.move } })),
  })));
  $("status").textContent = status();
  $("status").classList.toggle("mine", myTurn());
  $("hint").hidden = over || (live() && !(myTurn() && againstComputers()));
  $("where").textContent = line.length ? `${at} + ${line.length}` : `${at} / ${view.ply}`;
  for (const [id, off] of [["first", at === 0 && !line.length], ["back", at === 0 && !line.length],
    ["on", at >= view.ply || line.length > 0], ["last", live()]]) $(id).disabled = off;
}

function result(winner) {
  if (winner.length && (winner.length < view.numplayers || winner.length === 1)) {
    return `${winner.map(nameOf).join(" and ")} won.`;
  }
  return winner.length ? "The game is a draw." : "The game ended without a winner.";
}

function status() {
  if (away) return "The server does not answer. Trying again …";
  if (line.length) {
    const end = seen.gameover ? ` ${result(seen.winner)}` : ` ${nameOf(seen.currplayer)} to move.`;
    return `Trying out ${line.length} ${line.length === 1 ? "move" : "moves"} after move ${at}.${end}`;
  }
  if (!live()) return `Looking back at move ${at} of ${view.ply}.`;
  if (view.gameover) return `The game is over. ${result(view.winner)}`;
  if (Computers.toMove(view)) return Computers.status(view, nameOf);
  if (!mine.length) return `${nameOf(view.currplayer)} is to move. You are watching.`;
  if (mine.length > 1) return `${nameOf(view.currplayer)} is to move.`;
  return myTurn() ? "It is your turn." : `${nameOf(view.currplayer)} is to move.`;
}

async function goTo(ply, gone = []) {
  at = Math.max(0, Math.min(ply, view.ply));
  line = gone;
  text = "";
  await look();
}

const stepBack = () => (line.length ? goTo(at, line.slice(0, -1)) : goTo(at - 1));

// ---- The game as it stands ---------------------------------------------------------------------

async function refresh({ follow = false } = {}) {
  const before = view;
  const wasLive = before === null || live();
  view = await get(api);
  const moved = before === null || before.ply !== view.ply || before.lastmove !== view.lastmove
    || before.position !== view.position || before.gameover !== view.gameover;
  showView();
  if (!follow && before && mine.includes(before.draw_by) && view.draw_by === null && before.ply === view.ply && !view.gameover) {
    say("The draw has been declined.");
  }
  if (before === null || follow || (wasLive && moved)) {
    await goTo(view.ply);
  } else if (at > view.ply) {
    await goTo(view.ply); // what was looked at has been taken back
  } else {
    showTurn();
    if (moved) say("There is a new move in the game.");
  }
}

function showView() {
  document.title = `${myTurnNow() ? "● Your turn – " : ""}${view.name}: ${everybody()}`;
  $("rules").href = `${base}/rules/${view.game}`;
  $("heading").textContent = [view.name, ...view.variants].join(" · ");
  panels.moves(view);
  panels.marks(at, line.length);
  panels.log(view);
  showOffers();
  computers.show(view, mine);
  showInvitations();
  showDisplays();
  $("words").hidden = view.gameover || mine.length === 0;
  $("undo").disabled = !(mine.some((seat) => view.can_undo.includes(seat))) || view.undo_by !== null;
  $("draw").disabled = view.draw_by !== null;
  $("draw").textContent = alone() ? "Draw" : "Offer draw";
  $("undo").textContent = againstComputers() ? "Take back" : "Ask to undo";
  $("get-record").hidden = !view.gameover;
  $("get-record").href = `${api}/record`;
  $("get-state").href = `${api}/state`;
  remember();
}

const myTurnNow = () => !view.gameover && mine.length === 1 && mine.includes(view.currplayer);

function remember() {
  const games = kept(localStorage, "games", []).filter((one) => one.id !== ident);
  const seat = mine.length > 1 ? "all" : String(mine[0] ?? "watch");
  const state = view.gameover ? result(view.winner) : `${nameOf(view.currplayer)} to move`;
  games.unshift({
    id: ident, seat, name: view.name, players: everybody(), status: state, time: Date.now(),
  });
  keep(localStorage, "games", games.slice(0, 30));
}

function showOffers() {
  const words = { draw: ["You offered a draw", "offers a draw"], undo: ["You asked to take your move back", "asks to take a move back"] };
  $("offers").replaceChildren(...Object.entries(view.offers).map(([kind, agreed]) => {
    const by = agreed[0];
    const own = mine.length === 1 && mine[0] === by;
    const other = mine.find((seat) => !agreed.includes(seat));
    const missing = view.names.map((_, i) => i + 1).filter((seat) => !agreed.includes(seat) && !mine.includes(seat));
    const waiting = missing.length && !other ? ` Waiting for ${missing.map(nameOf).join(", ")}.` : "";
    const answer = (seat, accept) => () => act(() => tell("answers", { kind, accept, seat }));
    return make("div", { className: "offer" },
      make("span", {}, `${own ? words[kind][0] : `${nameOf(by)} ${words[kind][1]}`}.${waiting}`),
      own ? make("button", { type: "button", onclick: answer(by, false) }, "Withdraw") : null,
      !own && other ? make("button", { type: "button", className: "main", onclick: answer(other, true) }, "Accept") : null,
      !own && other ? make("button", { type: "button", onclick: answer(other, false) }, "Decline") : null);
  }));
}

// Links are shown as long as the tab knows them. Who has started the game can renew those of free seats.
function showInvitations() {
  const links = kept(sessionStorage, `links ${ident}`, {});
  const box = $("invite");
  const begun = view.moves.some((move) => !mine.includes(move.player));
  const free = (seat) => view.owner && !view.gameover && !view.computers.some((one) => one.seat === seat) && !view.moves.some((move) => move.player === seat);
  const rows = [...view.names.map((_, i) => i + 1), 0]
    .filter((seat) => (links[seat] ? alone() || !mine.includes(seat) : free(seat) && !mine.includes(seat)));
  if (begun) box.querySelector("details")?.removeAttribute("open");
  const shown = JSON.stringify(rows.map((seat) => links[seat] ?? seat));
  if (box.dataset.shown === shown) return;
  box.dataset.shown = shown;
  box.hidden = rows.length === 0;
  const whole = (seat) => `${location.origin}${base}/games/${ident}#join=${links[seat]}`;
  const who = (seat) => (seat === 0 ? "watch" : `play as ${nameOf(seat)}`);
  const renew = (seat) => act(async () => {
    const got = await tell("invitations", { seat });
    keep(sessionStorage, `links ${ident}`, { ...links, [seat]: got.key });
    showInvitations();
  });
  const one = (seat) => {
    if (!links[seat]) {
      return make("div", { className: "link" }, make("span", {}, `To ${who(seat)}`),
        make("button", { type: "button", onclick: () => renew(seat), className: "renew" }, "New link"));
    }
    const field = make("input", { readOnly: true, value: whole(seat), onfocus: (e) => e.target.select() });
    field.setAttribute("aria-label", seat === 0 ? "Link to watch" : `Link to play as player ${seat}`);
    field.dataset.seat = seat;
    const copy = make("button", { type: "button" }, "Copy");
    copy.addEventListener("click", async () => {
      field.select();
      try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    });
    return make("div", { className: "link" }, make("span", {}, `To ${who(seat)}`), field, copy);
  };
  const told = "Whoever has a link can take that seat. Links are shown only until you close this tab; "
    + "a new one makes the old one void.";
  box.replaceChildren(make("details", { open: mine.length === 1 && !begun && !againstComputers() },
    make("summary", {}, "Invite by link"), make("p", {}, told), ...rows.map(one)));
}

function showDisplays() {
  const select = $("display");
  if (select.options.length === 1) {
    select.append(...view.displays.map((d) => make("option", { value: d.uid, title: d.description }, d.name)));
  }
  select.value = display() ?? "";
  select.parentElement.hidden = view.displays.length === 0;
  $("palette").value = wishes.palette;
}

// ---- Playing -----------------------------------------------------------------------------------

async function tell(what, more) {
  let answer;
  try {
    answer = await post(`${api}/${what}`, { ply: view.ply, revision: view.revision, ...more });
  } catch (error) {
    if (error.status === 409) await refresh();
    throw error;
  }
  await refresh({ follow: what !== "invitations" });
  return answer;
}

async function play() {
  if (!myTurn() || !judged || seen.complete < 0 || !text.trim()) return;
  $("play").disabled = true;
  await tell("moves", { seat: toMove(), move: text });
}

async function tryOut() {
  if (seen.complete < 0 || !text.trim()) return;
  await goTo(at, [...line, text]);
}

// Does not wait in line: one may go on meanwhile, and then the hint comes too late.
async function hint() {
  const asked = JSON.stringify([at, line, text, view.ply]);
  $("hint").disabled = true;
  try {
    const { move } = await post(`${api}/hints`, { ply: at, line });
    await act(async () => {
      if (asked !== JSON.stringify([at, line, text, view.ply])) return;
      text = move;
      await look();
      $("prompt").textContent = `You could play ${move}.`;
    });
  } catch (error) {
    complain(error);
  }
  $("hint").disabled = false;
}

function ifYes(words, yes, what) {
  $("question").textContent = words;
  $("yes").textContent = yes;
  return queue.ifYes($("ask"), what);
}

// Who holds several seats answers for all of them at once.
function offer(kind, seat) {
  return act(async () => {
    await tell("offers", { kind, seat });
    for (const other of mine.filter((one) => one !== seat)) await tell("answers", { kind, accept: true, seat: other });
  });
}

function offerDraw() {
  const words = alone() ? ["End the game as a draw?", "Draw"] : ["Offer a draw?", "Offer"];
  return ifYes(...words, () => offer("draw", me()));
}

const lastMover = () => view.moves.findLast((move) => mine.includes(move.player))?.player ?? mine[0];

function resign() {
  const who = mine.length > 1 ? `${nameOf(me())}, do you resign?` : "Do you resign?";
  return ifYes(who, "Resign", () => act(() => tell("resign", { seat: me() })));
}

// ---- Wiring ------------------------------------------------------------------------------------

let typing = 0;
$("move").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => act(() => { text = $("move").value; return look(); }), 120);
});
// A form with a disabled button does not submit, and the button is disabled until the text is validated.
$("move").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); submit(); }
});
$("move-form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
function submit() {
  clearTimeout(typing);
  act(async () => {
    if ($("move").value !== text || !judged) { text = $("move").value; await look(); }
    if (myTurn()) await play(); else await tryOut();
  });
}
const clear = () => act(() => { text = ""; $("move").value = ""; return look(); });
$("clear").addEventListener("click", clear);
$("try").addEventListener("click", () => act(tryOut));
$("hint").addEventListener("click", hint);
$("return").addEventListener("click", () => act(() => goTo(view.ply)));
$("first").addEventListener("click", () => act(() => goTo(0)));
$("back").addEventListener("click", () => act(stepBack));
$("on").addEventListener("click", () => act(() => goTo(at + 1)));
$("last").addEventListener("click", () => act(() => goTo(view.ply)));
$("rotate").addEventListener("click", () => {
  rotations[ident] = (rotation() + 60) % 360;
  keep(localStorage, "rotations", rotations);
  act(() => look());
});
$("undo").addEventListener("click", () => offer("undo", lastMover()));
$("draw").addEventListener("click", offerDraw);
$("resign").addEventListener("click", resign);
$("display").addEventListener("change", (event) => {
  wishes.displays = { ...wishes.displays, [view.game]: event.target.value };
  keep(localStorage, "wishes", wishes);
  act(() => look());
});
$("marks").checked = marks();
$("marks").addEventListener("change", (event) => {
  wishes.marks = event.target.checked;
  keep(localStorage, "wishes", wishes);
  act(() => look());
});
$("palette").addEventListener("change", (event) => {
  wishes.palette = event.target.value;
  keep(localStorage, "wishes", wishes);
  act(() => look());
});
$("get-svg").addEventListener("click", (event) => {
  const how = new URLSearchParams({ ply: at, palette: wishes.palette, dark: dark(), rotate: rotation() });
  if (display()) how.set("display", display());
  event.currentTarget.href = `${api}/board.svg?${how}`;
});
$("get-svg").href = `${api}/board.svg`;
addEventListener("theme", () => { if (view) act(() => look()); });
addEventListener("keydown", (event) => {
  if (!view || event.altKey || event.ctrlKey || event.metaKey || $("ask").open) return;
  if (event.key === "Escape" && text !== "") { clear(); return; }
  if (event.target.closest("input, select, textarea, [role=tab]")) return;
  const steps = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  const button = steps[event.key] && $(steps[event.key]);
  if (button && !event.target.closest("[data-row]")) { event.preventDefault(); if (!button.disabled) button.click(); }
});

async function enter() {
  const join = new URLSearchParams(address.hash.slice(1)).get("join");
  if (join) {
    // The key goes from the address bar into a cookie at once.
    const got = await post(`${api}/session`, { keys: [join] });
    address.hash = "";
    address.searchParams.set("seat", got.seats[0] ?? "watch");
    history.replaceState(null, "", address);
  }
}

// A key pasted into the address bar of this very page makes no new page.
addEventListener("hashchange", () => location.reload());

async function begin() {
  try {
    await enter();
    const found = await Promise.all([get(api), post(`${api}/look`, { drawing: drawing(), beginnings: marks() })]);
    [view, seen] = found;
  } catch (error) {
    $("status").textContent = error.message;
    throw error;
  }
  const wanted = address.searchParams.get("seat");
  const chosen = view.seats.filter((seat) => String(seat) === wanted);
  if (wanted !== "watch") mine = chosen.length ? chosen : view.seats;
  at = view.ply;
  showView();
  // The first look usually fits; with another display, or after a move made just now, look again.
  if (display() || seen.ply !== at) await look(); else showSeen();
  table.classList.add("ready");
  panels.about((await get(`${base}/api/kinds`)).find((kind) => kind.uid === view.game));
}

act(async () => {
  await begin();
  connection.open();
});
