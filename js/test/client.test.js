/** The client of an engine process: the same games with promises, whatever becomes of the process. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:http";
import { after, test } from "node:test";

import { CHANGES, METHODS, PROPERTIES } from "../calls.js";
import { connect, HexError } from "../client.js";
import { interpreter as python } from "./python.js";

const command = [python, "-m", "abstractplay_hex", "engine"];
const hex = await connect({ command });
after(() => hex.close());
const refusal = (code) => (error) => error instanceof HexError && error.code === code && error.client.length > 5;

/** An engine that writes down its process id and dies of the move given, for as long as a file says so. */
function mortal() {
  const folder = mkdtempSync(join(tmpdir(), "hex-"));
  const [pids, deaths] = [join(folder, "pids"), join(folder, "deaths")];
  writeFileSync(join(folder, "engine.py"), `
import io, os, signal, sys
open(${JSON.stringify(pids)}, "a").write(f"{os.getpid()}\\n")
from abstractplay_hex.engine import Engine
real = Engine.answer
def answer(self, line):
    if b"deadly" in line and int(open(${JSON.stringify(deaths)}).read()) > 0:
        left = int(open(${JSON.stringify(deaths)}).read()) - 1
        open(${JSON.stringify(deaths)}, "w").write(str(left))
        sys.stdout.write('{"id":1,"resu')  # in the midst of an answer
        sys.stdout.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, line)
Engine.answer = answer
from abstractplay_hex.engine.lines import serve
serve(Engine(), sys.stdin.buffer, sys.stdout.buffer)
`);
  return {
    command: [python, join(folder, "engine.py")],
    dies: (times) => writeFileSync(deaths, String(times)),
    pids: () => readFileSync(pids, "utf8").trim().split("\n").map(Number),
  };
}

test("what there is to play", async () => {
  assert.deepEqual((await hex.games()).map(({ uid }) => uid), ["dendria", "pods"]);
  assert.equal((await hex.gameinfo("pods")).uid, "pods");
  assert.deepEqual(await hex.languages(), ["de", "en"]);
  await assert.rejects(hex.GameFactory("chess"), refusal("game.unknown"));
  await assert.rejects(hex.GameFactory("dendria", null, ["size-5", "size-6"]), refusal("variants.contradict"));
  await assert.rejects(hex.GameFactory(), refusal("engine.expected"));
  await assert.rejects(hex.gameinfo(undefined), refusal("engine.expected"));
});

test("a game has all names, and each gives a promise", async () => {
  const game = await hex.GameFactory("pods");
  for (const name of [...PROPERTIES, ...Object.keys({ ...METHODS, ...CHANGES }), "clone", "info"]) {
    assert.equal(typeof game[name], "function", name);
  }
  assert.equal(await game.metaGame(), "pods");
  assert.equal(await game.lastmove(), undefined);
  assert.equal(JSON.parse(await game.info()).uid, "pods");
});

test("a turn by clicks, shown in part, and submitted", async () => {
  const game = await hex.GameFactory("dendria", undefined, ["modular-7"]);
  const before = await game.render({ perspective: 1 });
  const click = await game.handleClick("", 2, 2);
  assert.deepEqual([click.move, click.valid, click.complete, click.canrender], ["m0,0", true, 1, true]);
  assert.equal(await game.move(click.move, { partial: true }), game);
  assert.notDeepEqual(await game.render({ perspective: 1 }), before);
  assert.deepEqual((await game.sidebarStatuses())[0].value, ["1 / 7"]);
  assert.equal((await game.stack()).length, 1);
  await game.move("", { partial: true });
  assert.deepEqual(await game.render({ perspective: 1 }), before);
  await game.move(" M0, 0 ");
  assert.deepEqual([await game.lastmove(), await game.ply()], ["m0,0", 1]);
  await assert.rejects(game.move("m0,0"), HexError);
  assert.equal(await game.ply(), 1);
});

test("looking back, undoing, copies, endings", async () => {
  const game = await hex.GameFactory("pods");
  await game.move("g7");
  await game.move("h7");
  await game.load(1);
  assert.deepEqual([await game.ply(), await game.currplayer()], [1, 2]);
  await assert.rejects(game.move("a1"), refusal("move.looking-back"));
  const copy = await game.clone();
  await copy.undo(2);
  assert.deepEqual([await copy.ply(), await game.ply()], [0, 1]);
  await game.load();
  await game.resign(1);
  assert.deepEqual([await game.gameover(), await game.winner()], [true, [2]]);
  const record = await game.genRecord({ players: [{ name: "Ann\u2028", uid: "a" }, "Bob"], dateEnd: new Date() });
  assert.equal(record.header.players[0].name, "Ann\u2028");
  const again = await hex.GameFactory("pods", await game.serialize(), null, { verify: true });
  assert.deepEqual(await again.state(), await game.state());
  assert.deepEqual(await (await hex.GameFactory("pods", await game.state())).winner(), [2]);
  await assert.rejects(hex.GameFactory("dendria", await game.serialize()), refusal("state.game"));
  await assert.rejects(hex.GameFactory("pods", "{}"), refusal("state.key-missing"));
});

test("calls that do not wait for each other are done in order", async () => {
  const game = await hex.GameFactory("pods");
  const done = ["g7", "h7", "f6", "zz"].map((move) => game.move(move));
  const ply = game.ply();
  assert.equal(await ply, 3);
  await assert.rejects(done[3], refusal("pods.unknown-cell"));
  assert.equal(await game.lastmove(), "f6");
});

test("wrong types get the errors of the library", async () => {
  const game = await hex.GameFactory("pods");
  for (const wrong of [undefined, null, 5, NaN, 10n, {}, [], () => 1, new Proxy({}, {})]) {
    await assert.rejects(game.move(wrong), HexError);
    if (wrong !== 5) assert.equal((await game.handleClick("", wrong, wrong)).valid, false);
    await assert.rejects(game.resign(wrong), HexError);
  }
  assert.equal((await game.validateMove("x".repeat(1e6))).code, "move.too-long");
  const looped = {};
  looped.self = looped;
  await assert.rejects(hex.GameFactory("pods", looped), HexError);
  for (const wrong of [NaN, 10n, looped, [10n], () => 1, Symbol("s"), 5]) {
    await assert.rejects(hex.GameFactory(wrong), refusal("engine.expected"));
    await assert.rejects(hex.gameinfo(wrong), HexError);
    await assert.rejects(hex.GameFactory("pods", null, wrong), refusal("engine.expected"));
    for (const name of ["seats", "position"])
      if (wrong !== 5) await assert.rejects(hex.GameFactory("pods", null, null, { [name]: wrong }), refusal("engine.expected"));
  }
  await assert.rejects(hex.GameFactory("pods", null, null, { seat: 2 }), refusal("engine.argument-unknown"));
  await assert.rejects(hex.GameFactory("pods", await game.state(), null, { seats: 2 }), refusal("engine.argument-unknown"));
  assert.equal(await game.ply(), 0);
});

test("a request that cannot be read at all is told, too, and the next one is answered", async () => {
  const game = await hex.GameFactory("pods");
  const [huge, deep] = ["x".repeat(34_000_000), JSON.parse("[".repeat(5000) + "]".repeat(5000))];
  const asked = [game.validateMove(huge), hex.GameFactory("pods", huge), game.validateMove(deep), game.ply()];
  const told = await Promise.allSettled(asked);
  for (const { reason } of told.slice(0, 2)) assert.ok(refusal("engine.too-long")(reason));
  assert.ok(told[2].reason instanceof HexError || told[2].value.valid === false); // some Pythons can read it
  assert.equal(told[3].value, 0);
});

test("what is no engine is told", async () => {
  for (const said of ["hello", "{}"]) {
    const program = `console.log(${JSON.stringify(said)}); console.log("more"); process.stdin.resume()`;
    await assert.rejects(connect({ command: [process.execPath, "-e", program] }), refusal("engine.died"));
  }
});

test("analysis comes whole", async () => {
  const game = await hex.GameFactory("pods");
  await game.move("g7");
  await game.move("h7");
  const found = await game.evaluate({ simulations: 3 }, 5);
  assert.deepEqual([found.ply, found.lines.length], [2, 3]);
  assert.equal((await game.review({ simulations: 2 })).plies[1].move, "h7");
  await assert.rejects(game.review({ seconds: 1e9 }), refusal("players.seconds"));
});

test("in another language", async () => {
  const german = await connect({ command, language: "de" });
  const game = await german.GameFactory("pods");
  assert.match((await game.validateMove("zz")).message, /Feld/);
  german.close();
  await assert.rejects(game.ply(), refusal("engine.closed"));
});

test("a killed process is started again, and nothing is lost", async () => {
  const engine = mortal();
  engine.dies(0);
  const other = await connect({ command: engine.command });
  const game = await other.GameFactory("pods");
  await game.move("g7");
  process.kill(engine.pids().at(-1), "SIGKILL");
  const answers = await Promise.all([game.move("h7"), game.lastmove(), game.ply(), other.games()]);
  assert.deepEqual([answers[1], answers[2]], ["h7", 2]);
  assert.equal(engine.pids().length, 2);
  other.close();
});

test("killed in the midst of a request: once it is asked again, then it is told", async () => {
  const engine = mortal();
  engine.dies(1);
  const other = await connect({ command: engine.command });
  const game = await other.GameFactory("pods");
  assert.equal((await game.validateMove("deadly")).valid, false);
  assert.equal(engine.pids().length, 2);
  engine.dies(2);
  await assert.rejects(game.validateMove("deadly"), refusal("engine.died"));
  assert.equal((await game.validateMove("g7")).valid, true); // and the next request starts it anew
  await game.move("g7");
  assert.equal(await game.ply(), 1);
  other.close();
});

test("what waits behind a request that kills the engine is answered", async () => {
  const engine = mortal();
  engine.dies(2);
  const other = await connect({ command: engine.command });
  const [game, innocent] = [await other.GameFactory("pods"), await other.GameFactory("dendria")];
  const deadly = assert.rejects(game.validateMove("deadly"), refusal("engine.died"));
  const others = [innocent.ply(), other.games(), innocent.validateMove("zz")];
  await deadly;
  assert.equal((await Promise.all(others))[0], 0);
  other.close();
});

test("a program that is not there is told", async () => {
  for (const none of [[], "hex", [5], [""]]) await assert.rejects(connect({ command: none }), refusal("engine.command"));
  await assert.rejects(connect({ command: ["a\0b"] }), refusal("engine.died"));
  await assert.rejects(connect({ command: ["/no/such/program"] }), refusal("engine.died"));
  await assert.rejects(connect({ url: "http://127.0.0.1:1/api/engine" }), refusal("engine.unreachable"));
});

/** An engine that says these lines, one for each request. */
const saying = (...lines) => [process.execPath, "-e", `
  const lines = ${JSON.stringify(lines)};
  process.stdin.on("data", (text) => [...text.toString()].filter((c) => c === "\\n").forEach(() => console.log(lines.shift() ?? "")));`];

test("an answer that is none ends the engine, and is told", async () => {
  const nonsense = ['{"id":9999,"result":1}', '{"id":"1","result":1}', "null", "{}", '{"id":1,"error":"x"}', '{"id":1,"error":{}}', "[1]"];
  for (const line of nonsense) await assert.rejects(connect({ command: saying(line) }), refusal("engine.died"), line);
  for (const body of ["null", "5", '"x"', "{}", '{"error":"x"}', "<html>"]) {
    const server = createServer((_, answer) => answer.end(body)).listen(0);
    await new Promise((listening) => server.on("listening", listening));
    const url = `http://127.0.0.1:${server.address().port}`;
    await assert.rejects(connect({ url }), refusal("engine.unreachable"), body);
    server.close();
  }
});

test("a connection that is refused leaves no process behind", async () => {
  const engine = mortal();
  engine.dies(0);
  await assert.rejects(connect({ command: engine.command, language: "xx" }), refusal("language.unknown"));
  const [pid] = engine.pids();
  for (let waited = 0; waited < 100; waited++) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((later) => setTimeout(later, 100));
  }
  assert.fail("it is still there");
});

test("options that are none are refused", async () => {
  const closed = new Proxy({}, { ownKeys: () => { throw new Error("no"); } });
  for (const none of [true, 0, NaN, "", "x", [], new Map([["seats", 2]]), () => 1, Symbol("x"), closed]) {
    await assert.rejects(hex.GameFactory("pods", null, null, none), refusal("engine.expected"));
    await assert.rejects(connect(none), refusal("engine.expected"));
  }
  for (const name of ["moves", "partial", "language", "id", "key", "ply", "calls", "verify"]) {
    await assert.rejects(hex.GameFactory("pods", null, null, { [name]: 1 }), refusal("engine.argument-unknown"));
  }
  assert.equal(await (await hex.GameFactory("pods", null, null, { seats: null, position: undefined })).ply(), 0);
  for (const url of [Symbol("x"), 5, { toString() { throw new Error("no"); } }]) await assert.rejects(connect({ url }), refusal("engine.expected"));
});

test("over HTTP", async () => {
  const server = spawn(python, ["-m", "abstractplay_hex", "serve", "--engine-only", "--port", "0"]);
  try {
    const said = await new Promise((resolve, reject) => {
      server.stdout.setEncoding("utf8").on("data", resolve);
      server.on("close", () => reject(new Error("no server")));
    });
    const url = said.match(/http:\S+/)[0];
    const far = await connect({ url });
    const game = await far.GameFactory("pods");
    await game.move("g7");
    assert.equal(await game.lastmove(), "g7");
    await assert.rejects(game.move("g7"), refusal("pods.opponent-whale"));
    const nowhere = url.replace("/api/engine", "/nothing");
    await assert.rejects(connect({ url: nowhere }), refusal("request.not-found"));
  } finally {
    server.kill();
  }
});

test("an idle engine does not keep Node from ending", async () => {
  const program = `
    import { connect } from ${JSON.stringify(new URL("../client.js", import.meta.url).href)};
    const hex = await connect({ command: ${JSON.stringify(command)} });
    console.log(await (await hex.GameFactory("pods")).position());`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  assert.equal(await new Promise((resolve) => child.on("close", resolve)), 0);
});
