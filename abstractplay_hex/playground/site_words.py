"""What the page of the exported site says (``abstractplay_hex.static_site``)."""

from typing import Final

SITE: Final = {
    "page.site.only-move": "only move",
    "page.site.inaccuracy": "inaccuracy",
    "page.site.mistake": "mistake",
    "page.site.blunder": "blunder",
    "page.site.reviewing": "{done} of {all}",
    "page.site.lost": "{mark}, lost {loss}",
    "page.site.alone": "the only good move",
    "page.site.best": "the best move",
    "page.site.good": "nothing lost",
    "page.site.lines": "Best there was:",
    "page.site.player": "Player",
    "page.site.loss": "Mean loss",
    "page.site.dead": "The engine has stopped.",
}
