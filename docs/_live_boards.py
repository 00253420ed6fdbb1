"""A directive for boards that one can play on: ``{live} dendria size-5``.

The reader sees the picture of the board. A click on "Play here" loads the engine into the page, which then
needs no server but that of the files: ``live/`` in the built site, which is what ``abstractplay-hex
export-site`` writes. Where the npm package of the engine is not prepared, or a page is read without
JavaScript, the picture is all there is.
"""

import html
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from abstractplay_hex import new_game
from abstractplay_hex.playground import words
from abstractplay_hex.static_site import export_site

HERE = Path(__file__).parent
FOLDER = "live"
FILES = ("live.js", "live.css")


class LiveBoard(SphinxDirective):
    """Show the board of a new game, to be played on.

    Arguments: the game's uid, then its variants. Option: ``alt`` (what the picture shows; needed).
    """

    required_arguments = 1
    optional_arguments = 9
    option_spec = {"alt": directives.unchanged_required}  # noqa: RUF012 - docutils' own way

    def run(self) -> list[nodes.Node]:
        """Return the picture, and what a script makes a board of."""
        uid, *variants = self.arguments
        prefix = f"l{self.env.new_serialno('live')}-{self.env.docname.replace('/', '-')}"
        svg = new_game(uid, variants).svg(prefix=prefix, width=420)
        alt = html.escape(self.options["alt"], quote=True)
        picture = f'<div class="picture" role="img" aria-label="{alt}">{svg}</div>'
        if not self.config.live_boards:
            return [nodes.raw("", f"<figure>{picture}</figure>", format="html")]
        builder = self.env.app.builder
        here = builder.get_relative_uri(self.env.docname, "index").removesuffix("index.html")
        chosen = html.escape(json.dumps({"game": uid, "variants": variants}), quote=True)
        text = (
            f'<link rel="stylesheet" href="{here}{FOLDER}/live.css">'
            f'<figure class="live" data-chosen="{chosen}">{picture}'
            '<p class="begin" hidden><button type="button">Play here</button>'
            " <small>loads 8 MB</small></p></figure>"
            f'<script type="module" src="{here}{FOLDER}/live.js"></script>'
        )
        return [nodes.raw("", text, format="html")]


def prepared(package: Path) -> bool:
    """Say whether the npm package has all that the boards need."""
    needed = ("wheels/manifest.json", "node_modules/pyodide/pyodide.mjs")
    return all((package / name).is_file() for name in needed)


def write(app: Sphinx, exception: Exception | None) -> None:
    """Put the engine beside the pages, once these are written."""
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir, FOLDER)
    shutil.rmtree(folder, ignore_errors=True)
    if not app.config.live_boards:
        print(
            "note: boards are pictures only; to have them played on, run npm install and"
            f" npm run prepare-wheels in {app.config.live_package}",
            file=sys.stderr,
        )
        return
    export_site(folder, Path(app.config.live_package))
    for name in FILES:
        shutil.copyfile(HERE / "_live" / name, folder / name)
    said = json.dumps(words.for_scripts("live.js", (folder,)))
    (folder / "words.json").write_text(said, "utf-8")


def decide(app: Sphinx, config: Any) -> None:
    """See whether there will be boards: all pages are read again if that changes."""
    config.live_boards = prepared(Path(config.live_package))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_config_value("live_package", str(HERE.parent / "js"), "env", types=[str])
    app.add_config_value("live_boards", False, "env", types=[bool])
    app.add_directive("live", LiveBoard)
    app.connect("config-inited", decide)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
