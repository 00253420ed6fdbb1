/** Python dies of what it cannot survive: that is told, at each call from then on, and another engine can be loaded. */
import assert from "node:assert/strict";
import { test } from "node:test";

import * as pyodide from "pyodide";

import { HexError, load } from "../index.js";

const DEATHS = {
  "an abort": "import os\nOF_ENGINE['players'] = os.abort",
  "a stack that overflows": `
import sys
def deeper():
    return sorted([1, 2], key=lambda _: deeper())
def players():
    sys.setrecursionlimit(10**8)
    deeper()
OF_ENGINE["players"] = players`,
  "the end of the interpreter": "import sys\nOF_ENGINE['players'] = sys.exit",
};
const dead = (error) => error instanceof HexError && error.code === "engine.died" && error.message.length < 500;

for (const [what, program] of Object.entries(DEATHS))
  test(what, async () => {
    let python;
    const loadPyodide = async (options) => (python = await pyodide.loadPyodide({ ...options, stderr: () => {} }));
    const hex = await load({ pyodide: { version: pyodide.version, loadPyodide } });
    const game = hex.GameFactory("pods").move("g7");
    const state = game.serialize();
    python.runPython(`from abstractplay_hex.engine.javascript import OF_ENGINE\n${program}`);
    const said = console.error;
    console.error = () => {}; // Pyodide tells it there, too
    try {
      assert.throws(() => hex.players(), dead);
    } finally {
      console.error = said;
    }
    for (const call of [() => hex.players(), () => hex.games(), () => game.ply, () => game.clone(), () => hex.GameFactory("pods")])
      assert.throws(call, dead);
    const again = (await load()).GameFactory("pods", state);
    assert.equal(again.move("h7").ply, 2);
  });

test("memory that is used up is an error, and no more", async () => {
  let python;
  const loadPyodide = async (options) => (python = await pyodide.loadPyodide(options));
  const hex = await load({ pyodide: { version: pyodide.version, loadPyodide } });
  const game = hex.GameFactory("pods");
  python.runPython(`
from abstractplay_hex.engine.javascript import OF_ENGINE
def players():
    held = []
    while True:
        held.append(bytearray(50_000_000))
OF_ENGINE["players"] = players`);
  assert.throws(() => hex.players(), { code: "engine.failed" });
  assert.equal(game.move("g7").ply, 1);
});
