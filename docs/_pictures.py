"""Directives that draw with the library: ``{position} dendria size-5``, ``{rulings} pods``, ``{glyphs}``."""

import html
import re
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from abstractplay_hex import get_rules, lessons, new_game
from abstractplay_hex.render.svg.glyphs import SHEET, drawn
from abstractplay_hex.render.svg.palette import DEFAULT
from abstractplay_hex.render.svg.themes import LIGHT


class PositionPicture(SphinxDirective):
    """Draw the position whose text is the directive's content.

    Arguments: the game's uid, then its variants. Options: ``display``, ``partial`` (a turn shown
    under way), ``alt`` (what the picture shows, for those who cannot see it; needed).
    """

    required_arguments = 1
    optional_arguments = 9
    has_content = True
    option_spec = {  # noqa: RUF012 - docutils' own way
        "display": directives.unchanged,
        "partial": directives.unchanged,
        "alt": directives.unchanged_required,
        "width": directives.positive_int,
    }

    def run(self) -> list[nodes.Node]:
        """Return the picture as inline SVG."""
        uid, *variants = self.arguments
        text = " ".join(self.content).strip() or None
        game = new_game(uid, variants, position=text)
        if "partial" in self.options:
            game.move(self.options["partial"], partial=True)
        svg = game.svg(
            alt_display=self.options.get("display"),
            prefix=f"p{self.env.new_serialno('position')}-{self.env.docname.replace('/', '-')}",
            width=self.options.get("width", 420),
        )
        alt = self.options["alt"].replace('"', "&quot;")
        html = f'<figure role="img" aria-label="{alt}">{svg}</figure>'
        return [nodes.raw("", html, format="html")]


class Rulings(SphinxDirective):
    """Show the pictures of a game's rulings, as the playground's page of rules has them.

    Argument: the game's uid.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a heading and figures for each ruling."""
        (uid,) = self.arguments
        teaching = get_rules(uid).teaching()
        shown = []
        for ruling in teaching.rulings if teaching else ():
            named = f"{ruling.id} " if ruling.id[1:].isdigit() else ""
            shown.append(f'<h3 id="ruling-{ruling.id}">{named}{html.escape(ruling.title)}</h3>')
            shown.append(f"<p>{_inline(ruling.text)}</p>")
            for number, figure in enumerate(ruling.figures, 1):
                svg = lessons.picture(uid, figure, prefix=f"r-{ruling.id}-{number}", width=380)
                tried = "".join(map(_tried, lessons.outcomes(uid, figure)))
                caption = f"<figcaption>{_inline(figure.caption)}{tried}</figcaption>"
                shown.append(f'<figure style="margin:1em 0">{svg}{caption}</figure>')
        return [nodes.raw("", "\n".join(shown), format="html")]


def _inline(text: str) -> str:
    """Return a text of a lesson as HTML: it has emphasis and code, nothing else."""
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", safe)


def _tried(outcome: lessons.Tried) -> str:
    sign = "✓" if outcome.legal else "✗"
    return f"<br>{sign} <code>{outcome.move}</code> {html.escape(outcome.message)}"


class Glyphs(SphinxDirective):
    """Show every glyph that is drawn, with its name."""

    def run(self) -> list[nodes.Node]:
        """Return a list of names and pictures."""
        shown = "".join(
            '<li style="width:7.5em"><svg viewBox="-55 -55 110 110" width="44" height="44"'
            f' aria-hidden="true">{drawn(name, DEFAULT[1], LIGHT.borders)}</svg><br>'
            f"<code>{name}</code></li>"
            for name in SHEET
        )
        style = "display:flex;flex-wrap:wrap;gap:.6em;list-style:none;padding:0;text-align:center"
        return [nodes.raw("", f'<ul class="glyphs" style="{style}">{shown}</ul>', format="html")]


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("position", PositionPicture)
    app.add_directive("rulings", Rulings)
    app.add_directive("glyphs", Glyphs)
    return {"parallel_read_safe": True}
