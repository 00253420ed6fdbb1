/** Wrong values get the errors that Python gives, and leave the game as it was. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { HexError, load } from "../index.js";
import { METHODS } from "../calls.js";

const hex = await load();
const circular = { partial: true };
circular.self = circular;
const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000));
const never = new Date(NaN);
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
const WRONG = [
  undefined, null, NaN, Infinity, -0, 1.5, 1e300, 2 ** 53, "1", true, {}, [], circular, deep, proxy, 10n,
  Symbol("s"), () => 1, never, "\ud800", "a".repeat(100_000), "\u0000", new Map([[1, 2]]),
  { __proto__: null }, { $js: 5 }, { toJSON() { throw new Error("no"); } },
];
/** As an argument that may be left out these say nothing wrong. */
const LEFT_OUT = [undefined, null, -0, never];

function judged(run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof HexError)) throw error;
    assert.match(error.code, /^[a-z]+\.[a-z-]+/);
    assert.notEqual(error.code, "engine.failed", error.message);
    assert.ok(error.message.length < 2000, error.message);
    return error;
  }
}

test("nothing that is no turn makes one", () => {
  const game = hex.GameFactory("pods").move("g7");
  const before = game.serialize();
  for (const value of WRONG) {
    assert.equal(game.validateMove(value).complete === -1, true);
    for (const options of [undefined, { partial: true }, { trusted: true }])
      if (!(options?.partial && typeof value === "string"))
        assert.ok(judged(() => game.move(value, options)) instanceof HexError, typeof value);
    game.move("", { partial: true });
    assert.equal(game.serialize(), before);
  }
});

test("every method, with every wrong value at every place", () => {
  const game = hex.GameFactory("dendria", null, ["size-5"]);
  game.move(game.moves()[0]);
  const before = game.serialize();
  const good = {
    evaluate: [{ simulations: 1 }, 1], review: [{ simulations: 1 }, 1], handleClick: ["", 1, 1, ""], cellName: [1, 1], coords2algebraic: [1, 1], suggest: ["random", 1], sameMove: ["a1", "a1"],
    sidebarScores: [true, "a1"], sidebarStatuses: [true, "a1"],
  };
  for (const [name, count] of Object.entries(METHODS))
    for (let at = 0; at < count; at += 1)
      for (const value of WRONG) {
        const given = [...(good[name] ?? [])];
        given[at] = value;
        judged(() => game[name](...given));
      }
  for (const name of ["load", "undo", "resign", "timeout"])
    for (const value of WRONG.filter((v) => !LEFT_OUT.includes(v)))
      assert.ok(judged(() => game[name](value)) instanceof HexError, name);
  assert.equal(game.serialize(), before);
});

test("flags are true or false", () => {
  const game = hex.GameFactory("pods");
  for (const value of [1, "true", {}, NaN])
    assert.ok(judged(() => game.move("g7", { trusted: value })) instanceof HexError);
  assert.ok(judged(() => game.move("g7", "partial")) instanceof HexError);
  assert.equal(game.move("g7", { partial: undefined, trusted: undefined }).ply, 1);
});

test("nothing that is no saved game is loaded", () => {
  for (const value of WRONG.filter((v) => v !== undefined && v !== null)) {
    assert.ok(judged(() => hex.GameFactory("pods", value)) instanceof HexError, String(typeof value));
    assert.ok(judged(() => hex.replay(value, "dendria")) instanceof HexError || Array.isArray(value));
    assert.ok(judged(() => hex.GameFactory(value)) instanceof HexError);
    judged(() => hex.GameFactory("pods", null, value));
    judged(() => hex.GameFactory("pods", null, [value]));
    judged(() => hex.GameFactory("pods", null, null, value));
    for (const name of ["seats", "position", "verify", "lenient"])
      judged(() => hex.GameFactory("pods", null, null, { [name]: value }));
    judged(() => hex.setLanguage(value));
  }
  const state = hex.GameFactory("pods").state();
  state.gameover = true;
  const error = judged(() => hex.GameFactory("pods", state));
  assert.deepEqual([error.name, error.path], ["StateError", "$.gameover"]);
  assert.equal(judged(() => hex.GameFactory("dendria", hex.GameFactory("pods").state())).code, "state.game");
});

test("a text of 40 million characters is refused", () => {
  const huge = "x".repeat(40_000_000);
  assert.equal(judged(() => hex.GameFactory("pods", huge)).code, "state.too-large");
  assert.equal(hex.GameFactory("pods").validateMove(huge).code, "move.too-long");
});
