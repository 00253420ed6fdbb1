import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));

/** Run a program of Python beside this file; what it prints, line by line. */
export function python(file, ...given) {
  const run = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const path = fileURLToPath(new URL(file, import.meta.url));
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { status, stdout, stderr } = spawnSync(run, [path, ...given], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONPATH: root },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split("\n");
}
