// Looking at the board: the server draws it and judges the turn under way.
import { make, post } from "./api.js";
import { Board } from "./board.js";
import { act } from "./doing.js";
import { Panels } from "./panels.js";
import { linkRuling } from "./rulings.js";
import {
  $, againstComputers, api, drawing, live, marks, me, myTurn, nameOf, now, ready, table, wishes, yours,
} from "./state.js";
import { idlePrompt, status } from "./status.js";
import { say } from "./words.js";

export const board = new Board($("board"),
  (row, col) => act(() => look({ click: { row, col } })),
  (piece) => act(() => look({ click: { row: -1, col: -1, piece } })));
export const panels = new Panels({ $, nameOf, goTo: (ply) => act(() => goTo(ply)), palettes: JSON.parse(table.dataset.palettes) });

const marking = () => marks() && (myTurn() || !live());

export async function look({ click } = {}) {
  now.judged = false;
  now.seen = await post(`${api}/look`, {
    ply: now.at, line: now.line, text: now.text, seat: me(), click: click ?? null,
    drawing: drawing(), beginnings: marking(),
  });
  now.judged = true;
  now.text = now.seen.text;
  showSeen();
}

const going = []; // called with the ply and the line that one has gone to

export const whenGone = (then) => { going.push(then); };

export async function goTo(ply, gone = []) {
  now.at = Math.max(0, Math.min(ply, now.view.ply));
  now.line = gone;
  now.text = "";
  await look();
  for (const then of going) then(now.at, now.line);
}

export const stepBack = () => (now.line.length ? goTo(now.at, now.line.slice(0, -1)) : goTo(now.at - 1));

export function showSeen() {
  const { view, seen, text } = now;
  if (seen.svg) {
    board.show(seen.svg);
    if (marking()) board.mark(seen.beginnings ?? []);
  } else board.say(say("page.game.undrawn", { reason: seen.undrawn }));
  const entry = $("move");
  if (entry.value.trim() !== text.trim() || document.activeElement !== entry) entry.value = text;
  showPrompt();
  entry.setAttribute("aria-invalid", String(!seen.valid && text.trim() !== ""));
  showTurn();
  panels.players(view, seen, now.mine, wishes.palette);
  panels.marks(now.at, now.line.length);
  panels.facts(seen);
}

function showPrompt() {
  const { seen, text } = now;
  const refused = seen.refused?.message;
  const prompt = $("prompt");
  prompt.textContent = refused || (text === "" && idlePrompt()) || seen.message;
  prompt.classList.toggle("bad", Boolean(refused) || (!seen.valid && text.trim() !== ""));
  prompt.classList.toggle("good", !refused && seen.complete === 1);
  if (prompt.textContent === (refused || seen.message)) linkRuling(prompt, now.view.game, seen.ruling);
}

export function showTurn() {
  const { view, seen, at, line, text } = now;
  const over = seen.gameover;
  $("move-form").hidden = over;
  $("play").hidden = !myTurn();
  $("play").disabled = !ready();
  $("play").textContent = ready() && text.length <= 16 ? say("lessons.play-move", { move: text }) : say("lessons.play");
  $("try").hidden = myTurn() && line.length === 0;
  $("try").disabled = !ready();
  $("clear").hidden = text === "";
  $("return").hidden = live();
  $("return").textContent = say(yours() ? "page.turn.return" : "page.game.return");
  $("return").classList.toggle("main", yours());
  $("custom").replaceChildren(...seen.buttons.map((button) => make("button", {
    type: "button",
    textContent: button.label,
    onclick: () => act(() => look({ click: { row: -1, col: -1, piece: button.move } })),
  })));
  $("status").textContent = status();
  $("status").classList.toggle("mine", myTurn() || yours());
  $("hint").hidden = over || (live() && !(myTurn() && againstComputers()));
  $("where").textContent = line.length ? `${at} + ${line.length}` : `${at} / ${view.ply}`;
  for (const [id, off] of [["first", at === 0 && !line.length], ["back", at === 0 && !line.length],
    ["on", at >= view.ply || line.length > 0], ["last", live()]]) $(id).disabled = off;
}
