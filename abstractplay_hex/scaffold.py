"""A package for a new game: the smallest of the sample games under another name, ready to be changed.

The template is the sample package that the library's own tests build, install and check, so what
comes out passes the conformance kit from the start. Files that are about its other games, and lines
that name one of them, are left out.
"""

import keyword
import re
import sys
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.registry import uids

PACKAGE: Final = "hexsample"
UID: Final = "hexgame"
TITLE: Final = "Hex Game"

_OTHERS: Final = re.compile("stretch|last ?stand", re.IGNORECASE)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,39}", re.ASCII)
_SUFFIXES: Final = (".py", ".toml", ".md")


def _template() -> Traversable:
    """Return the sample package: inside an installed library, or in its source tree."""
    inside = files("abstractplay_hex") / "template"
    return inside if inside.is_dir() else Path(__file__).parents[1] / "tests" / "sample_package"


def scaffold(name: str, parent: Path) -> list[Path]:
    """Write a package called *name* into a new folder *parent*/*name*, and return its files.

    *name* becomes the package's name and, without underscores, the game's uid. The folder is there when
    all of it is written, or not at all.

    :raises ArgumentError: if *name* cannot be the name of a package or is that of an installed one,
        or if the folder exists.
    """
    if (
        not isinstance(name, str)
        or not _NAME.fullmatch(name)
        or keyword.iskeyword(name)
        or name in sys.stdlib_module_names
        or name == "abstractplay_hex"
    ):
        raise ArgumentError("scaffold.name", name=repr(name)[:60])
    if name.replace("_", "") in uids():
        raise ArgumentError("scaffold.taken", uid=name.replace("_", ""))
    folder = parent / name
    if folder.exists():
        raise ArgumentError("scaffold.exists", folder=str(folder))
    if _is_installed(name):
        raise ArgumentError("scaffold.installed", name=name)
    # All is read before anything is written.
    contents = {
        Path(_renamed(where, name)): _renamed(text, name)
        for where, text in _texts(_template())
        if not _OTHERS.search(where)
    }
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=parent, prefix=f".{name}.") as beside:
        whole = Path(beside) / name
        for where, text in contents.items():
            path = whole / where
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        whole.rename(folder)
    return [folder / where for where in sorted(contents)]


def _is_installed(name: str) -> bool:
    """Whether a module or a package for pip has that name: the new one would take its place."""
    found = find_spec(name)
    if found is not None and found.origin is not None:  # else any folder beside us of that name
        return True
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def _texts(folder: Traversable, inside: str = "") -> list[tuple[str, str]]:
    out = []
    for item in folder.iterdir():
        where = f"{inside}{item.name}"
        if item.is_dir():
            if item.name != "__pycache__" and not item.name.startswith("."):
                out += _texts(item, f"{where}/")
        elif item.name.endswith(_SUFFIXES):
            out.append((where, item.read_text(encoding="utf-8")))
    return out


def _renamed(text: str, name: str) -> str:
    """Return a text or path of the sample package, as it is in the new one."""
    lines = [line for line in text.splitlines(keepends=True) if not _OTHERS.search(line)]
    words = [part.capitalize() for part in name.split("_")]
    renames = {
        PACKAGE: name,
        TITLE: " ".join(words),
        TITLE.replace(" ", ""): "".join(words),
        UID: name.replace("_", ""),
    }
    # In one go: a new name may hold an old one.
    return re.sub("|".join(renames), lambda found: renames[found[0]], "".join(lines))
