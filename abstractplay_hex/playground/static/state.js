// What the game page keeps: the game as last heard, and what one is looking at (the ply, the line of moves
// tried out from there, the turn in progress). All that the page's other modules share.
import { base, kept } from "./api.js";
import { say } from "./words.js";

export const $ = (id) => document.getElementById(id);
export const table = $("table");
export const ident = table.dataset.game;
export const api = `${base}/api/games/${ident}`;
export const address = new URL(location.href);

export const now = {
  view: null, // the game as it stands, as last heard
  seen: null, // the last look at the board
  at: 0, // the ply looked at
  line: [], // moves gone on with off the game
  text: "", // the turn under way
  mine: [], // the seats of this tab
  judged: true, // whether `seen` is about `text`
  away: false, // whether the server is lost
};
export const wishes = kept(localStorage, "wishes", { palette: "default", displays: {} });
export const rotations = kept(localStorage, "rotations", {});

export const seats = () => now.view.names.map((_, i) => i + 1);
export const nameOf = (seat) => now.view.names[seat - 1] || say("chat.player", { number: seat });
export const everybody = () => seats().map(nameOf).join(" – ");
export const live = () => now.at === now.view.ply && now.line.length === 0;
export const toMove = () => (now.mine.includes(now.view.currplayer) ? now.view.currplayer : 0);
export const myTurn = () => live() && !now.view.gameover && toMove() > 0;
// It is up to the seats of this tab, and not of this tab alone.
export const yours = (view = now.view) => !view.gameover && !alone() && now.mine.includes(view.currplayer);
export const alone = () => now.mine.length === now.view.numplayers; // all seats are at this screen
export const againstComputers = () => now.mine.length + now.view.computers.length === now.view.numplayers; // and nobody else
export const me = () => toMove() || now.mine[0] || 0;
// A turn is under way, has been judged and can be played.
export const ready = () => now.judged && now.text.trim() !== "" && now.seen.complete >= 0;

export const display = () => wishes.displays?.[now.view.game] || null;
export const marks = () => wishes.marks !== false; // of where one may begin
export const rotation = () => rotations[ident] || 0;
export const dark = () => document.documentElement.dataset.theme === "dark";
export const drawing = () => ({
  display: now.view && display(), palette: wishes.palette, dark: dark(), rotate: rotation(),
});
