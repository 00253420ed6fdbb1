/** Compile the wheels and Pyodide's standard library ahead, by the Python that will run them: most of a start was that. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { loadPyodide } from "pyodide";

/** What is written is the same each time. Docstrings and assertions are left out. */
const PACK = `
import io, marshal, zipfile
from importlib.util import MAGIC_NUMBER, source_hash

UNCHECKED = (1).to_bytes(4, "little")  # PEP 552: the source, whose hash follows, is not looked for

def packed(data, left_out):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as given, zipfile.ZipFile(out, "w") as made:
        for name in sorted(given.namelist()):
            if name.endswith(("/", ".po", ".pot", ".pyi", "/RECORD")) or name.startswith(tuple(left_out)):
                continue
            content = given.read(name)
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True, optimize=2)
                content = MAGIC_NUMBER + UNCHECKED + source_hash(content) + marshal.dumps(code)
                name += "c"
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()

packed
`;
/** What belongs to programs and servers, or needs what WebAssembly has not: processes, sockets, C libraries. */
const LEFT_OUT = [
  ...["cli", "env", "matches", "playground", "records/archive", "scaffold", "static_site", "template", "testing"]
    .map((name) => `abstractplay_hex/${name}`),
  ...["_pyrepl/", "ctypes/", "ensurepip/", "http/", "idlelib/", "multiprocessing/", "test/", "unittest/", "venv/", "wsgiref/"],
  ...["_pydatetime", "_pyio", "bdb", "doctest", "ftplib", "imaplib", "mailbox", "modulefinder", "optparse", "pdb", "pickletools"],
  ...["plistlib", "poplib", "profile", "pstats", "pydoc", "pytest_", "smtplib", "socketserver", "tarfile", "trace.py", "turtle"],
  ...["wave", "xml"],
];

const folder = fileURLToPath(new URL("wheels/", import.meta.url));
const python = await loadPyodide();
const tag = python.runPython(`import sys; f"cp{sys.version_info.major}{sys.version_info.minor}-none-any"`);
const pack = python.runPython(PACK);

function compile(from, to) {
  const made = pack(new Uint8Array(readFileSync(from)), LEFT_OUT);
  writeFileSync(folder + to, made.toJs());
  made.destroy();
}

for (const name of readdirSync(folder).filter((each) => each.endsWith("-py3-none-any.whl"))) {
  compile(folder + name, name.replace("py3-none-any", tag)); // as pyodide-build names them
  rmSync(folder + name);
}
const library = "python_stdlib.zip";
compile(fileURLToPath(new URL(library, import.meta.resolve("pyodide"))), library);
