import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../../.venv/bin/python", import.meta.url));

/** The Python that has what this library needs; it finds the library in this folder. */
export const interpreter = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
process.env.PYTHONPATH = fileURLToPath(new URL("../../", import.meta.url));

/** Run a program of Python beside this file; what it prints, line by line. */
export function python(file, ...given) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const { status, stdout, stderr } = spawnSync(interpreter, [path, ...given], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split("\n");
}
