import { HexError } from "./errors.js";

/** Files are imported from as they are, if they are what was pinned. */
const FIND = `
import hashlib, sys
def found(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
found
`;
const START = `
import sys
sys.dont_write_bytecode = True
from abstractplay_hex.engine.javascript import answer
`;

/** What an error says, within bounds. */
export const told = (cause) => String(cause?.message ?? cause).trim().slice(-300);

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

async function started(pyodide, indexURL, library) {
  let stdLibURL = library.href;
  if (files && library.protocol === "file:") {
    await bytes(library); // if it is missing, Pyodide leaves a rejection that nobody handles, and Node ends
    stdLibURL = process.getBuiltinModule("node:url").fileURLToPath(library);
  }
  try {
    return await pyodide.loadPyodide({ stdLibURL, ...(indexURL === undefined ? {} : { indexURL }) });
  } catch (cause) {
    const message = `Pyodide cannot be started: ${told(cause)}`;
    throw new HexError({ code: "load.pyodide", message }, { cause });
  }
}

function pinnedBy(manifest) {
  try {
    const { pyodide, library, wheels } = JSON.parse(new TextDecoder().decode(manifest));
    [library, ...wheels].forEach(({ file, sha256 }) => file.length + sha256.length);
    return { pyodide, library, wheels };
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
  const at = ({ file }) => new URL(file, folder);
  const [python, ...read] = await Promise.all([
    started(pyodide, indexURL, at(pinned.library)),
    ...pinned.wheels.map((wheel) => bytes(at(wheel))),
  ]);
  try {
    filled(python, pinned, read);
  } catch (cause) {
    if (cause instanceof HexError) throw cause;
    throw new HexError({ code: "load.failed", message: `Python has failed at its start: ${told(cause)}` }, { cause });
  }
  return python;
}

/** Give Python the wheels, and have it import what answers. */
function filled(python, { library, wheels }, read) {
  const find = python.runPython(FIND);
  const check = (path, { file, sha256 }) => {
    const found = find(path);
    if (found === sha256) return;
    const message = `${file} is not what was pinned: its hash is ${found}, not ${sha256}.`;
    throw new HexError({ code: "load.hash", message });
  };
  check(python.runPython("next(path for path in sys.path if path.endswith('.zip'))"), library);
  const paths = wheels.map((wheel, at) => {
    const path = `/lib/${wheel.file}`;
    python.FS.writeFile(path, read[at]);
    check(path, wheel);
    return path;
  });
  find.destroy();
  python.runPython(`sys.path += ${JSON.stringify(paths)}${START}`);
}
