"""Bring the wheels into ``wheels/``: build ours, fetch the others, compile all, list them with their hashes.

Run it as ``npm run prepare-wheels``. Which others, and with which hashes, stands in ``requirements.txt``. The
standard library is Pyodide's own, compiled as well.
"""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
WHEELS = HERE / "wheels"
LIBRARY = "python_stdlib.zip"


def pip(*arguments: str) -> None:
    """Run pip, quietly; what it says of a failure is shown."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    subprocess.run([*command, "--quiet", "--no-deps"], cwd=HERE, check=True)


def entry(path: Path) -> dict[str, str]:
    """Return what the list says of a file."""
    return {"file": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}


def main() -> None:
    """Make the folder anew."""
    WHEELS.mkdir(exist_ok=True)
    for old in WHEELS.iterdir():
        old.unlink()
    pip("wheel", "--wheel-dir", str(WHEELS), str(HERE.parent))
    pinned = ["--only-binary", ":all:", "--require-hashes", "--requirement", "requirements.txt"]
    pip("download", "--dest", str(WHEELS), *pinned)
    subprocess.run(["node", "compile.js"], cwd=HERE, check=True)
    manifest = {
        "pyodide": json.loads((HERE / "package.json").read_text())["peerDependencies"]["pyodide"],
        "library": entry(WHEELS / LIBRARY),
        "wheels": [entry(path) for path in sorted(WHEELS.glob("*.whl"))],
    }
    (WHEELS / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    size = sum(path.stat().st_size for path in WHEELS.iterdir())
    print(f"{len(manifest['wheels'])} wheels and {LIBRARY}, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
