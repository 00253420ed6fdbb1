/** Nothing grows: not with clicks, not with games that nobody holds any more, not with those that somebody does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import * as pyodide from "pyodide";

import { load } from "../index.js";

let python;
const loadPyodide = async (options) => (python = await pyodide.loadPyodide(options));
const hex = await load({ pyodide: { version: pyodide.version, loadPyodide } });

/** Some numbers in a row, the same each time. */
function* numbers(seed = 7) {
  for (;;) yield (seed = (seed * 48271) % 2147483647);
}

function played(uid, plies, variants) {
  const game = hex.GameFactory(uid, null, variants);
  while (game.ply < plies) if (game.move(game.randomMove()).gameover) game.undo();
  return game;
}

test("10,000 clicks", { timeout: 300_000 }, () => {
  const games = [played("pods", 30), played("dendria", 20), played("dendria", 8, ["modular-7"])];
  const random = numbers();
  let text = "", before;
  for (let i = 0; i < 12_000; i += 1) {
    if (i === 2_000) before = hex.memory;
    const at = i % 3;
    // As a front end does: a fresh object for each click.
    const game = i % 10 < 3 ? (games[at] = games[at].clone()) : games[at];
    const click = game.handleClick(i % 5 ? text : "", random.next().value % 13, random.next().value % 13);
    if (click.canrender) game.move(click.move, { partial: true });
    game.render();
    text = click.move;
  }
  assert.ok(hex.memory - before <= 1 << 16, `${hex.memory - before} bytes more`);
});

test("games that are kept go on where they were", () => {
  const games = Array.from({ length: 200 }, (_, i) => hex.GameFactory("pods").move(i % 2 ? "g7" : "a1"));
  games[0].move("b2", { partial: true });
  games[2].load(0);
  const shown = games[0].render();
  for (const game of games.slice(1)) game.clone();
  assert.deepEqual(games[0].render(), shown);
  assert.equal(games[2].ply, 0);
  games.forEach((game, i) => assert.equal(game.load().lastmove, i % 2 ? "g7" : "a1"));
});

test("reviews that nobody goes on with", async () => {
  const game = hex.GameFactory("pods").move("g7").move("h7");
  const count = python.runPython("from abstractplay_hex.engine import javascript\nlambda: len(javascript._reviews)");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const kept = game.reviewing({ simulations: 2 });
  kept.next();
  for (let i = 0; i < 20; i += 1) game.reviewing({ simulations: 2 }).next();
  for (let i = 0; i < 50 && count() > 1; i += 1) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(count(), 1);
  assert.equal(kept.next().value.move, "h7");
  kept.return();
  assert.equal(count(), 0);
});
