/** Recorded games played again, here and by the client: what is saved and shown is, byte for byte, what Python says. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import { connect } from "../client.js";
import { load } from "../index.js";
import { interpreter, python } from "./python.js";

const path = (at) => fileURLToPath(new URL(`../../${at}`, import.meta.url));
const START = Date.UTC(2024, 0, 1);
let ticks = 0;
const hex = await load({ clock: () => new Date(START + 1000 * ticks) });

const far = await connect({ command: [interpreter, path("js/test/clocked.py")] });
after(() => far.close());

const LOOKS = [["render", { perspective: 1 }], ["sidebarScores"], ["sidebarStatuses"], ["getButtons"]];
const hash = (shown) => createHash("sha256").update(JSON.stringify(shown)).digest("hex");
const look = (game) => hash(LOOKS.map(([name, ...given]) => game[name](...given)));
const lookFar = async (game) => hash(await Promise.all(LOOKS.map(([name, ...given]) => game[name](...given))));

const ENDING = /^(resign|timeout|draw|abandoned)(?:\((\d?)\))?$/;
/** The client is asked for pictures of every so many plies: each is a request of its own. */
const SOME = 16;

async function replayedFar(told) {
  const game = await far.GameFactory(told.uid, undefined, told.variants);
  for (const [at, move] of told.moves.entries()) {
    const [, word, player] = ENDING.exec(move) ?? [];
    if (word) await game[word](player ? Number(player) : await game.currplayer());
    else await game.move(move);
    if (at % SOME === 0) assert.equal(await lookFar(game), told.seen[at + 1], `${told.uid}, ply ${at + 1}`);
  }
  assert.equal(await lookFar(game), told.seen.at(-1));
  assert.equal(await game.serialize(), told.state);
  assert.equal(JSON.stringify(await game.state()), told.state);
  assert.deepEqual(await game.chatLog(["Ann", "Bob"]), told.chat);
  assert.deepEqual(await game.moveHistory(), told.history);
  assert.equal(await (await far.GameFactory(told.uid, told.state)).serialize(), told.state);
}

function replayed(told) {
  ticks = 0;
  const game = hex.GameFactory(told.uid, undefined, told.variants);
  assert.equal(look(game), told.seen[0]);
  told.moves.forEach((move, at) => {
    ticks = at + 1;
    const [, word, player] = ENDING.exec(move) ?? [];
    if (word) game[word](player ? Number(player) : game.currplayer);
    else game.move(move);
    assert.equal(look(game), told.seen[at + 1], `${told.uid}, ply ${at + 1}`);
  });
  assert.equal(game.serialize(), told.state);
  assert.equal(JSON.stringify(game.state()), told.state);
  assert.deepEqual(game.chatLog(["Ann", "Bob"]), told.chat);
  assert.deepEqual(game.moveHistory(), told.history);
  const again = hex.GameFactory(told.uid, told.state);
  assert.equal(again.serialize(), told.state);
  assert.equal(look(again), told.seen.at(-1));
}

for (const file of [
  "fixtures/pods-20240802.jsonl",
  "fixtures/dendria-20261129.jsonl",
  "../shared/recorded/pods-20240802.jsonl",
]) {
  const there = existsSync(path(file));
  test(`the games of ${file}`, { skip: !there && `${file} is missing` }, async () => {
    const games = python("expected.py", path(file)).map((line) => JSON.parse(line));
    assert.ok(games.length > 0);
    games.forEach(replayed);
    for (const game of games) await replayedFar(game);
  });
}

const states = readdirSync(path("fixtures/states")).filter((name) => name.endsWith(".json"));
const saved = python("expected.py", ...states.map((name) => path(`fixtures/states/${name}`))).map((line) => JSON.parse(line));
for (const [at, told] of saved.entries())
  test(`the saved game ${states[at]}`, async () => {
    const game = hex.GameFactory(told.uid, told.given, null, { verify: true });
    assert.equal(game.serialize(), told.state);
    told.seen.forEach((shown, ply) => assert.equal(look(game.load(ply)), shown, `ply ${ply}`));
    assert.equal(hex.GameFactory(told.uid, JSON.parse(told.given)).serialize(), told.state);
    const remote = await far.GameFactory(told.uid, told.given, null, { verify: true });
    assert.equal(await remote.serialize(), told.state);
    assert.equal(await lookFar(remote), told.seen.at(-1));
  });
