"""The playground as a folder of files for any static host: the engine runs in the browser.

Its own files are in ``files``, those that it shares with the playground in ``playground/static``. The engine
is the npm package (``js/`` in the project's folder, once ``npm install`` and ``npm run prepare-wheels`` were
run there).
"""

import html
import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.languages import current_language, direction
from abstractplay_hex.i18n.languages import language as speaking
from abstractplay_hex.i18n.messages import BUILT_IN_LANGUAGE, say
from abstractplay_hex.playground import words
from abstractplay_hex.registry import BUILT_IN, game_info, get_rules
from abstractplay_hex.render.svg import PALETTES
from abstractplay_hex.rules.choices import partners

HERE: Final = Path(__file__).parent
OWN: Final = HERE / "files"
SCRIPTS: Final = (OWN, words.STATIC)
"""Where the page's scripts are: its own, and those that it shares with the playground."""
SHARED: Final = (
    *("colours.css", "style.css", "table.css", "board.css", "curve.css", "print.css"),
    *("theme.js", "icon.svg"),
)
"""What it shares besides the scripts that its own import."""
ENGINE: Final = (
    "calls.js",
    "engine.js",
    "errors.js",
    "game.js",
    "index.js",
    "plain.js",
    "python.js",
)
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
"""What a browser needs of Pyodide, besides its standard library, which lies compiled with the wheels."""
OFFLINE: Final = "offline.js"
MANIFEST: Final = "site.webmanifest"


def export_site(folder: Path, package: Path, language: str = BUILT_IN_LANGUAGE) -> int:
    """Write the site into *folder*, which must be empty or not there yet, and return its size in bytes.

    :param package: folder of the npm package.
    :param language: of the page and the engine.
    :raises ArgumentError: if *folder* has files already (``site.not-empty``), the package lacks some
        (``site.package``), or the language has no catalogue (``language.unknown``).
    :raises OSError: if a file cannot be read or written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ArgumentError("site.not-empty", folder=str(folder))
    sources = dict(_sources(package))
    missing = next((path for path in sources.values() if not path.is_file()), None)
    if missing is not None:
        raise ArgumentError("site.package", path=str(missing), package=str(package))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as made:  # whole, or not at all
        site = Path(made, "site")
        for name, source in sources.items():
            target = site / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        with speaking(language):
            for name, fill in (("index.html", _filled), (MANIFEST, _named)):
                (site / name).write_text(fill((site / name).read_text("utf-8")), "utf-8")
        _list(site, [*sources])
        if folder.exists():
            folder.rmdir()
        site.rename(folder)
    return sum((folder / name).stat().st_size for name in sources)


def _filled(page: str) -> str:
    """Return the page with its texts in the language in force, and with what its scripts need."""
    page = re.sub(r'\{\{ say\("([\w.-]+)"\) \}\}', lambda found: html.escape(say(found[1])), page)
    told = {
        info.uid: {
            "groups": {v.group: info.group_name(v.group) for v in info.variants if v.group},
            "fits": partners(get_rules(info.uid)),
        }
        for info in map(game_info, BUILT_IN)
    }
    said = json.dumps(words.for_scripts("site.js", SCRIPTS), ensure_ascii=False)
    code = current_language()
    for hole, filling in (
        ("{{ lang }}", code.replace("_", "-")),
        ("{{ dir }}", direction(code)),
        ("PALETTES", html.escape(json.dumps(PALETTES))),
        ("GAMES", html.escape(json.dumps(told, ensure_ascii=False))),
        ("SENTENCES", said.replace("<", "\\u003c")),
    ):
        page = page.replace(hole, filling, 1)
    return page


def _named(manifest: str) -> str:
    """Return the manifest with what the site is called in the language in force."""
    code = current_language()
    name = say("page.title")
    said = {
        "lang": code.replace("_", "-"),
        "dir": direction(code),
        "name": name,
        "short_name": name,
        "description": say("page.site.about"),
    }
    return json.dumps(said | json.loads(manifest), ensure_ascii=False, indent=2) + "\n"


def _sources(package: Path) -> Iterator[tuple[str, Path]]:
    """Go through the files of the site: their names there, and where they are taken from."""
    for path in sorted(OWN.iterdir()):
        yield path.name, path
    for name in (*SHARED, *words.scripts("site.js", SCRIPTS).modules):
        if not (OWN / name).exists():
            yield name, words.STATIC / name
    for name in ENGINE:
        yield f"engine/{name}", package / name
    manifest = package / "wheels" / "manifest.json"
    for path in sorted({*manifest.parent.glob("*.whl"), *manifest.parent.glob("*.zip"), manifest}):
        yield f"engine/wheels/{path.name}", path
    # Where npm puts it: within the package in a checkout, else beside it.
    inside = package / "node_modules" / "pyodide"
    pyodide = inside if inside.is_dir() else package.parent / "pyodide"
    for name in PYODIDE:
        yield f"pyodide/{name}", pyodide / name


def _list(folder: Path, names: list[str]) -> None:
    """Tell the service worker which files there are, and by a hash of them whether any is new."""
    found = sha256()
    for name in sorted(names):
        found.update(name.encode() + (folder / name).read_bytes())
    files = ["./", *(name for name in sorted(names) if name not in (OFFLINE, "index.html"))]
    worker = folder / OFFLINE
    text = worker.read_text("utf-8").replace("VERSION", found.hexdigest()[:16])
    worker.write_text(text.replace('["FILES"]', json.dumps(files)), "utf-8")


__all__ = ["export_site"]
