// The game page. The server validates and draws everything; here the page's parts are put together: what is
// typed, clicked and pressed, news of the game, and how one comes in.
import { base, get, post } from "./api.js";
import { Computers } from "./computers.js";
import { Connection } from "./connection.js";
import { call, heeding } from "./calls.js";
import { showClocks, whenUp } from "./clocks.js";
import { act, attempt, complain, whenComplained } from "./doing.js";
import { tellMoves } from "./hearing.js";
import { showInvitations } from "./invitations.js";
import { listen } from "./keys.js";
import { showLapsed } from "./lapsed.js";
import {
  board, goTo, hover, legend, look, panels, showSeen, showTurn, stepBack, stepBackInTurn,
} from "./looking.js";
import { askUndo, offerDraw, resign, showOffers } from "./offers.js";
import { showDisplays } from "./options.js";
import { hint, play, send, tryOut } from "./playing.js";
import "./printing.js";
import { follow, offerRematch, showRematch } from "./rematch.js";
import { refresh, showView, whenShown, whenYours } from "./standing.js";
import { $, address, api, display, drawing, marks, myTurn, nameOf, now, ready, table } from "./state.js";
import { openLinked, showWays } from "./trying.js";

const computers = new Computers({
  box: $("computer"),
  nameOf,
  tell: async (doing) => {
    try { await attempt(() => send("computer", { act: doing })); return true; } catch (error) { complain(error); return false; }
  },
  joined: () => {
    address.searchParams.set("seat", "all");
    location.replace(address);
  },
});

const connection = new Connection({
  address: () => `${api}/events?revision=${now.view.revision}`,
  news: (revision) => { if (revision > now.view.revision) act(() => refresh()); },
  back: () => attempt(async () => {
    if (!table.classList.contains("ready")) return begin();
    await refresh();
    if (!now.judged) await look();
  }),
  heeding,
  away: (is, error) => {
    now.away = is;
    if (error) complain(error);
    else if (now.view) showTurn();
  },
});

whenComplained((error) => {
  if (now.view && now.seen) showTurn(); // what was being done can be done again
  if (error.passing) connection.lost();
});
whenShown(showClocks);
whenUp(() => act(() => refresh()));
whenShown(showOffers);
whenShown(showLapsed);
whenShown(showRematch);
whenYours(call);
whenShown((view) => computers.show(view, now.mine));
whenShown(showInvitations);
whenShown(showDisplays);
whenShown(tellMoves);
whenShown(showWays);

// ---- What is typed, clicked and pressed --------------------------------------------------------

let typing = 0;
$("move").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => act(() => { now.text = $("move").value; return look(); }), 120);
});
// A form with a disabled button does not submit, and the button is disabled until the text is validated.
$("move").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); submit(); }
});
$("move-form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
function submit() {
  clearTimeout(typing);
  act(async () => {
    if ($("move").value !== now.text || !now.judged) { now.text = $("move").value; await look(); }
    if (myTurn()) await play(); else await tryOut();
  });
}
const clear = () => act(() => { now.text = ""; $("move").value = ""; return look(); });
const onClick = (id, what) => $(id).addEventListener("click", what);
onClick("clear", clear);
onClick("try", () => act(tryOut));
onClick("hint", hint);
onClick("return", () => act(() => goTo(now.view.ply)));
onClick("first", () => act(() => goTo(0)));
onClick("back", () => act(stepBack));
onClick("on", () => act(() => goTo(now.at + 1)));
onClick("last", () => act(() => goTo(now.view.ply)));
onClick("undo", askUndo);
onClick("draw", offerDraw);
onClick("resign", resign);
onClick("rematch", offerRematch);
onClick("follow", follow);
onClick("keys-open", listen({
  board,
  entry: $("move"),
  open: () => now.view && (myTurn() || now.line.length > 0) && !now.seen.gameover,
  ready,
  text: () => now.text,
  play: submit,
  clear,
  back: stepBackInTurn,
  button: $,
  dismiss: () => hover.dismiss(),
}));

// ---- Coming in ---------------------------------------------------------------------------------

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
    const found = await Promise.all([get(api), post(`${api}/look`, { drawing: drawing(), beginnings: marks(), legend: legend.wanted })]);
    [now.view, now.seen] = found;
  } catch (error) {
    $("status").textContent = error.message;
    throw error;
  }
  const { view } = now;
  const wanted = address.searchParams.get("seat");
  const chosen = view.seats.filter((seat) => String(seat) === wanted);
  if (wanted !== "watch") now.mine = chosen.length ? chosen : view.seats;
  now.at = view.ply;
  showView();
  // The first look usually fits; with another display, or after a move made just now, look again.
  if (display() || now.seen.ply !== now.at) await look(); else showSeen();
  await openLinked();
  table.classList.add("ready");
  panels.about((await get(`${base}/api/kinds`)).find((kind) => kind.uid === view.game));
}

act(async () => {
  await begin();
  connection.open();
});
