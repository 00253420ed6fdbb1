"""Bring the wheels into ``wheels/``: ours is built, the others are fetched, and all are listed with their hashes.

Run it as ``npm run prepare-wheels``. Which others, and with which hashes, stands in ``requirements.txt``.
"""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
WHEELS = HERE / "wheels"


def pip(*arguments: str) -> None:
    """Run pip, quietly; what it says of a failure is shown."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    subprocess.run([*command, "--quiet", "--no-deps"], cwd=HERE, check=True)


def main() -> None:
    """Make the folder anew."""
    WHEELS.mkdir(exist_ok=True)
    for old in WHEELS.iterdir():
        old.unlink()
    pip("wheel", "--wheel-dir", str(WHEELS), str(HERE.parent))
    pinned = ["--only-binary", ":all:", "--require-hashes", "--requirement", "requirements.txt"]
    pip("download", "--dest", str(WHEELS), *pinned)
    wheels = [
        {"file": path.name, "sha256": sha256(path.read_bytes()).hexdigest()}
        for path in sorted(WHEELS.glob("*.whl"))
    ]
    pyodide = json.loads((HERE / "package.json").read_text())["peerDependencies"]["pyodide"]
    manifest = {"pyodide": pyodide, "wheels": wheels}
    (WHEELS / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")
    size = sum(path.stat().st_size for path in WHEELS.iterdir())
    print(f"{len(wheels)} wheels, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
