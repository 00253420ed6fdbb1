/** The life of a game, by the site's names. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { HexError, load } from "../index.js";
import { CHANGES, METHODS, PROPERTIES } from "../calls.js";

const hex = await load();
const refusal = (code) => (error) => {
  assert.ok(error instanceof HexError && error instanceof Error, error);
  assert.equal(error.code, code);
  assert.ok(error.message.length > 5 && error.client === error.message);
  return true;
};

test("what there is to play", () => {
  assert.deepEqual(hex.games().map(({ uid }) => uid), ["dendria", "pods"]);
  const info = hex.gameinfo("pods");
  assert.deepEqual([info.uid, info.playercounts, info.flags], ["pods", [2], ["automove", "scores"]]);
  assert.throws(() => hex.gameinfo("chess"), refusal("game.unknown"));
  assert.throws(() => hex.GameFactory("chess"), refusal("game.unknown"));
  assert.throws(() => hex.GameFactory("dendria", null, ["size-5", "size-6"]), refusal("variants.contradict"));
});

test("a turn by clicks, shown in part, and submitted", () => {
  const game = hex.GameFactory("dendria", undefined, ["modular-7"]);
  const before = game.render({ perspective: 1 });
  const click = game.handleClick("", 2, 2);
  assert.deepEqual(
    [click.move, click.valid, click.complete, click.canrender],
    ["m0,0", true, 1, true],
  );
  assert.equal(game.move(click.move, { partial: true }), game);
  assert.notDeepEqual(game.render({ perspective: 1 }), before);
  assert.deepEqual(game.sidebarStatuses()[0].value, ["1 / 7"]);
  assert.equal(game.stack.length, 1);
  game.move("", { partial: true });
  assert.deepEqual(game.render({ perspective: 1 }), before);
  assert.deepEqual(game.sidebarStatuses(true, "m0,0")[0].value, ["1 / 7"]);
  assert.equal(game.move(" M0, 0 ").lastmove, "m0,0");
  assert.deepEqual([game.stack.length, game.ply, game.stack[1].lastmove], [2, 1, "m0,0"]);
});

test("every property and method that is declared is there", () => {
  const game = hex.GameFactory("pods").move("g7").move("h7");
  for (const name of PROPERTIES) assert.notEqual(game[name], undefined, name);
  const given = {
    validateMove: ["a1"], handleClick: ["", 0, 0], suggest: ["random", 1], evaluate: [{ simulations: 2 }], review: [{ simulations: 2 }], sameMove: ["a1", "a1"],
    cellName: [0, 0], cellPlace: ["a1"], coords2algebraic: [0, 0], algebraic2coords: ["a1"], getPlayerScore: [1], getPlayerResult: [1],
  };
  for (const name of Object.keys(METHODS)) {
    if (name === "genRecord" || name === "notes") continue;
    const answer = game[name](...(given[name] ?? []));
    assert.equal(answer === undefined, ["getPlayerResult", "missing"].includes(name), name);
  }
  for (const name of Object.keys(CHANGES)) assert.equal(typeof game[name], "function", name);
  assert.deepEqual(game.cellPlace(game.cellName(3, 4)), [3, 4]);
  assert.deepEqual(game.algebraic2coords(game.coords2algebraic(4, 3)), [4, 3]);
  assert.equal(game.randomMove(5), game.randomMove(5));
  assert.ok(game.moves().includes(game.suggest("level:1", 7)));
  assert.equal(JSON.stringify(game), game.serialize());
  assert.match(game.svg({ perspective: 2, altDisplay: "x", width: 400 }), /^<svg /);
});

test("a review, whole and a ply a step", () => {
  const game = hex.GameFactory("pods").move("g7").move("h7").move("f7");
  const budget = { simulations: 2 };
  const whole = game.review(budget, "seed");
  assert.deepEqual(whole.plies.map(({ move }) => move), ["g7", "h7", "f7"]);
  const steps = game.reviewing(budget, "seed");
  const first = steps.next().value;
  game.undo(2); // what is reviewed is how the game stood
  const plies = [first];
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      assert.deepEqual([value, plies], [whole, whole.plies]);
      break;
    }
    plies.push(value);
  }
  const stopped = game.move("h7").reviewing(budget);
  stopped.next();
  stopped.return();
  assert.ok(stopped.next().done);
  assert.throws(() => hex.GameFactory("pods").reviewing(budget).next(), refusal("analysis.no-plies"));
  assert.throws(() => game.review({ seconds: 1e9 }), refusal("players.seconds"));
  assert.equal(game.evaluate(budget).lines.length, 3);
});

test("looking back, taking back, copies", () => {
  const game = hex.GameFactory("pods").move("g7").move("h7");
  const copy = game.clone().move("g6");
  assert.deepEqual([game.ply, copy.ply], [2, 3]);
  assert.equal(game.load(0).lastmove, undefined);
  assert.throws(() => game.move("a1"), refusal("move.looking-back"));
  assert.equal(game.load().undo().ply, 1);
  assert.throws(() => game.undo(5), refusal("argument.undo"));
});

test("endings and records", () => {
  const game = hex.GameFactory("pods").move("g7");
  const details = {
    uid: "g-1", players: [{ name: "Ann", uid: "u1" }, { name: "Bob", isai: true }],
    dateEnd: new Date(), unrated: undefined, event: null,
  };
  assert.throws(() => game.genRecord(details), refusal("record.not-over"));
  game.resign(2);
  assert.deepEqual([game.gameover, game.winner, game.getPlayerResult(1)], [true, [1], 1]);
  assert.throws(() => game.draw(), refusal("move.over-ending"));
  const record = game.genRecord({ ...details, dateEnd: new Date(Date.now() + 5000) });
  assert.deepEqual(record.header.players.map(({ result }) => result), [1, 0]);
  assert.equal(record.header.players[1].is_ai, true);
  assert.equal(hex.replay(record).position(), game.position());
  assert.equal(hex.replay(JSON.stringify(record)).winner[0], 1);
  assert.throws(() => hex.replay(["g7", "zz"], "pods"), refusal("replay.illegal"));
  for (const end of ["draw", "abandoned"]) assert.ok(hex.GameFactory("pods")[end]().gameover);
});

test("it speaks other languages", () => {
  try {
    hex.setLanguage("de");
    assert.match(hex.GameFactory("pods").validateMove("a1").message, /Zug/);
    assert.throws(() => hex.setLanguage("xx"), refusal("language.unknown"));
  } finally {
    hex.setLanguage("en");
  }
});

test("maps, as the site keeps boards, are read as they are saved", () => {
  const game = hex.GameFactory("pods").move("g7");
  const state = game.state();
  for (const ply of state.stack)
    for (const [key, value] of Object.entries(ply))
      if (value?.dataType === "Map") ply[key] = new Map(value.value);
  assert.ok(state.stack[1].board instanceof Map);
  assert.equal(hex.GameFactory("pods", state).serialize(), game.serialize());
});
