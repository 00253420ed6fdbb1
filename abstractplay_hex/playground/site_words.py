"""What the page of the exported site says (``abstractplay_hex.static_site``), and boards in the documentation."""

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
    # a board within another page
    "page.live.board": "Board: arrow keys move from cell to cell, Enter chooses",
    "page.live.clear": "Clear",
    "page.live.undo": "Take back",
    "page.live.anew": "New game",
    "page.live.play": "Play {move}",
    "page.live.person": "a person",
    "page.live.level": "level {level}",
    "page.live.player": "Player {seat}",
    "page.live.thinking": "{name} is thinking …",
    "page.live.to-move": "{name} is to move.",
    "page.live.won": "{name} has won.",
    "page.live.draw": "The game is a draw.",
    "page.live.over": "The game is over.",
    "page.live.dead": "The engine has stopped; load the page again. {reason}",
}
