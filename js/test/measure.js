/** How long load() takes: `npm run measure -- 5`. In turn with Pyodide alone as it comes, so that a busy machine slows both. */
import { spawnSync } from "node:child_process";

const PROGRAMS = {
  "Pyodide alone, as it comes": "import { loadPyodide } from 'pyodide'; await loadPyodide();",
  "load()": "import { load } from './index.js'; await load();",
  "load(), and a move of each game": `import { load } from './index.js'; const hex = await load();
    for (const uid of ['pods', 'dendria']) { const game = hex.GameFactory(uid); game.move(game.randomMove(1)); game.render(); }`,
};
const TIMED = (program) => `
const [begun, before] = [performance.now(), process.cpuUsage()];
${program.replaceAll(/import \{ (\w+) \} from ('[^']+');/g, "const { $1 } = await import($2);")}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify([performance.now() - begun, (user + system) / 1000]));`;

const times = Number(process.argv[2] ?? 5);
const found = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
for (let i = 0; i < times; i += 1)
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", TIMED(program)], { encoding: "utf8", cwd: new URL("..", import.meta.url) });
    if (run.status !== 0) throw new Error(run.stderr.slice(-2000));
    found[name].push(JSON.parse(run.stdout.trim().split("\n").at(-1)));
  }
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(0);
console.log("| ms, median | clock | processor |\n|---|---:|---:|");
for (const [name, list] of Object.entries(found))
  console.log(`| ${name} | ${median(list.map(([clock]) => clock))} | ${median(list.map(([, processor]) => processor))} |`);
