"""A new Python environment as a user's: the library comes into it by its wheel only.

What the library depends on is taken from the environment of the tests by links, so that installing is
quick and needs no network: pip finds it there already.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from importlib.metadata import distributions
from pathlib import Path

OWN = ("abstractplay_hex", "pytest_abstractplay_hex", "_editable_impl_abstractplay_hex")


def build_wheel(source: Path, folder: Path) -> Path:
    """Build the wheel of a source tree into a folder, and return it."""
    before = set(folder.glob("*.whl"))
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = set(folder.glob("*.whl")) - before
    return made


def clean_environment(home: Path) -> Path:
    """Make the environment, and return its folder of programs."""
    venv.create(home, with_pip=False)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    links = home / "dependencies"
    links.mkdir()
    for key in ("purelib", "platlib"):
        for item in Path(sysconfig.get_path(key)).iterdir():
            link = links / item.name
            if not item.name.startswith(OWN) and item.suffix != ".pth" and not link.exists():
                link.symlink_to(item)
    where = sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)})
    (Path(where) / "dependencies.pth").write_text(f"{links}\n", encoding="utf-8")
    python = programs / "python"
    for distribution in distributions(path=[str(links)]):
        for point in distribution.entry_points.select(group="console_scripts"):
            program = programs / point.name
            name = point.attr.split(".")[0]
            program.write_text(
                f"#!{python}\nimport sys\nfrom {point.module} import {name}\n"
                f'if __name__ == "__main__":\n    sys.exit({point.attr}())\n',
                encoding="utf-8",
            )
            program.chmod(0o755)
    return programs


def variables(programs: Path, **more: str) -> dict[str, str]:
    """Return the environment variables of a process there, free of those of the tests themselves."""
    ours = ("PYTHON", "PYTEST", "HYPOTHESIS", "FUZZ", "COV_", "VIRTUAL_ENV")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(ours)}
    path = os.pathsep.join([str(programs), kept.get("PATH", "")])
    return {
        **kept,
        "PATH": path,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "no_proxy": "127.0.0.1",
        **more,
    }
