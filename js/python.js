import { HexError } from "./errors.js";

/** Run once: wheels are imported from as they are, if they are what was pinned. */
const INSTALL = `
def install(path, digest):
    import hashlib, sys
    with open(path, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found == digest:
        sys.path.append(path)
    return found
`;
const START = `
import sys
sys.dont_write_bytecode = True
from abstractplay_hex.engine.javascript import answer
`;

const files = globalThis.process?.versions?.node && globalThis.process.getBuiltinModule?.("node:fs");

async function bytes(url) {
  try {
    if (files && url.protocol === "file:") return new Uint8Array(await files.promises.readFile(url));
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return new Uint8Array(await answer.arrayBuffer());
  } catch (cause) {
    const message = `${url} cannot be read: ${cause.message}`;
    throw new HexError({ code: "load.download", message }, { cause });
  }
}

async function pyodideOf(where) {
  try {
    if (where === undefined) return await import("pyodide");
    return where.loadPyodide ? where : await import(String(where));
  } catch (cause) {
    const message = `Pyodide cannot be loaded: ${cause.message}`;
    throw new HexError({ code: "load.pyodide", message }, { cause });
  }
}

async function started(pyodide, indexURL) {
  try {
    return await pyodide.loadPyodide(indexURL === undefined ? {} : { indexURL });
  } catch (cause) {
    const message = `Pyodide cannot be started: ${cause?.message ?? cause}`;
    throw new HexError({ code: "load.pyodide", message }, { cause });
  }
}

function pinnedBy(manifest) {
  try {
    const { pyodide, wheels } = JSON.parse(new TextDecoder().decode(manifest));
    wheels.forEach(({ file, sha256 }) => file.length + sha256.length);
    return { pyodide, wheels };
  } catch (cause) {
    const message = "The list of wheels, manifest.json, is damaged.";
    throw new HexError({ code: "load.manifest", message }, { cause });
  }
}

/** Start Python and give it the wheels; an engine that cannot be loaded whole is not there at all. */
export async function pythonOf({ pyodide: where, indexURL, wheels }) {
  const folder = new URL(wheels ?? "./wheels/", import.meta.url);
  const [pyodide, manifest] = await Promise.all([
    pyodideOf(where),
    bytes(new URL("manifest.json", folder)),
  ]);
  const pinned = pinnedBy(manifest);
  if (pyodide.version !== pinned.pyodide) {
    const message = `This package needs Pyodide ${pinned.pyodide}, not ${pyodide.version}.`;
    throw new HexError({ code: "load.pyodide-version", message });
  }
  const [python, ...read] = await Promise.all([
    started(pyodide, indexURL),
    ...pinned.wheels.map(({ file }) => bytes(new URL(file, folder))),
  ]);
  python.runPython(INSTALL);
  const install = python.globals.get("install");
  pinned.wheels.forEach(({ file, sha256 }, at) => {
    const path = `/lib/${file}`;
    python.FS.writeFile(path, read[at]);
    const found = install(path, sha256);
    if (found !== sha256) {
      const message = `${file} is not the wheel that was pinned: its hash is ${found}, not ${sha256}.`;
      throw new HexError({ code: "load.hash", message });
    }
  });
  install.destroy();
  python.runPython(START);
  return python;
}
