/** What cannot be loaded whole is told, and leaves nothing behind that would be in the way. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

import { HexError, load } from "../index.js";

const folder = mkdtempSync(join(tmpdir(), "wheels-"));
after(() => rmSync(folder, { recursive: true }));

/** The package's wheels, with something done to them. */
function damaged(change) {
  const copy = mkdtempSync(join(folder, "w"));
  cpSync(new URL("../wheels/", import.meta.url), copy, { recursive: true });
  change((name) => join(copy, name));
  return pathToFileURL(`${copy}/`);
}

const manifest = JSON.parse(readFileSync(new URL("../wheels/manifest.json", import.meta.url)));
const { file } = manifest.wheels[0];
const pinned = (more) => damaged((at) => writeFileSync(at("manifest.json"), JSON.stringify({ ...manifest, ...more })));
test("options that are none", async () => {
  const wrong = { clock: [5, null, "now"], indexURL: [5, null, {}], wheels: ["http://["] };
  for (const options of [null, 5, "x", () => 1]) await assert.rejects(load(options), { name: "HexError", code: "load.options" });
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      await assert.rejects(load({ [name]: value }), { name: "HexError", code: "load.options", path: name });
    }
  }
});

const FAULTS = {
  "load.hash": { wheels: damaged((at) => writeFileSync(at(file), readFileSync(at(file)).subarray(1))) },
  "load.download": { wheels: damaged((at) => rmSync(at(file))) },
  "load.manifest": { wheels: damaged((at) => writeFileSync(at("manifest.json"), "<html>")) },
  "load.pyodide-version": { wheels: pinned({ pyodide: "1" }) },
  "load.pyodide": { pyodide: pathToFileURL(join(folder, "none.mjs")) },
};

const library = manifest.library.file;
/** The same faults of Pyodide's own library, which Pyodide reads. */
const OF_LIBRARY = {
  "load.hash": { wheels: pinned({ library: { file: library, sha256: "0".repeat(64) } }) },
  "load.download": { wheels: damaged((at) => rmSync(at(library))) },
  "load.failed": { wheels: pinned({ wheels: manifest.wheels.filter(({ file }) => !file.startsWith("attrs")) }) },
};

for (const [code, options] of [...Object.entries(FAULTS), ...Object.entries(OF_LIBRARY)])
  test(code, async () => {
    await assert.rejects(load(options), (error) => error instanceof HexError && error.code === code && error.message.length < 500);
  });

test("a library that is damaged", async () => {
  const wheels = damaged((at) => writeFileSync(at(library), readFileSync(at(library)).subarray(0, 1_000_000)));
  const said = console.error;
  console.error = () => {}; // Pyodide tells it there, too
  try {
    await assert.rejects(load({ wheels }), HexError);
  } finally {
    console.error = said;
  }
});

test("a language that there is not", () =>
  assert.rejects(load({ language: "xx" }), { code: "language.unknown" }));

test("it can be loaded all the same, in the language asked for", async () => {
  const hex = await load({ language: "de" });
  assert.equal(hex.GameFactory("pods").move("g7").currplayer, 2);
  assert.match(hex.gameinfo("pods").notes, /farbige/);
});
