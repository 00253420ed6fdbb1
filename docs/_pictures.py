"""A directive that draws a position with the library itself: ``{position} dendria size-5``."""

from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from abstractplay_hex import new_game


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


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("position", PositionPicture)
    return {"parallel_read_safe": True}
