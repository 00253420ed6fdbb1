/** The package as it is published works without the rest of the project. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pack-"));
after(() => rmSync(folder, { recursive: true }));

test("it is packed whole, with its wheels", () => {
  const run = { cwd: here, encoding: "utf8" };
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], run));
  const files = packed.files.map(({ path }) => path);
  assert.equal(files.filter((path) => path.endsWith(".whl")).length, 4);
  assert.equal(readFileSync(join(here, "LICENSE"), "utf8"), readFileSync(join(here, "..", "LICENSE"), "utf8"));
  assert.ok(files.includes("LICENSE"));
  assert.ok(!files.some((path) => /^(test|node_modules)|prepare|compile/.test(path)), files.join());
  const at = join(folder, "node_modules", "abstractplay-hex");
  for (const path of files) cpSync(join(here, path), join(at, path));
  symlinkSync(join(here, "node_modules", "pyodide"), join(folder, "node_modules", "pyodide"));
  const program = `
    import { load } from "abstractplay-hex";
    console.log((await load()).GameFactory("pods").move("g7").currplayer);`;
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(told, "2\n");
});
