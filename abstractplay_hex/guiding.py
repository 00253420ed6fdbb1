"""What helps people with a turn under way: where one can begin, why a cell is of no use, what is missing.

Everything is asked of :class:`~abstractplay_hex.Game` as any host would, so that it holds for every game.
The games given are not changed.

>>> from abstractplay_hex import new_game
>>> game = new_game("pods").move("g7").move("h7")
>>> missing(game, "g7-h"), missing(game, "z")
('Choose a destination for the whale at g7.', None)
>>> why_not(game, "", *game.cell_place("a1")).message
"a1 is next to 0 of your whales and 0 of your opponent's; you need more than your opponent."
"""

from collections.abc import Iterator
from typing import Any, Final

from abstractplay_hex.errors import RenderError
from abstractplay_hex.game import Game
from abstractplay_hex.render import svg
from abstractplay_hex.rules.draft import ClickResult

AnyGame = Game[Any, Any]

_BEYOND: Final = 12
"""How many characters may follow what is the beginning of a turn: a cell half typed, and what joins it."""


def beginnings(game: AnyGame) -> list[tuple[int, int]]:
    """Return the cells, by row and column, with a click on which a turn can begin."""
    if game.gameover:
        return []
    cells = game.rules.cell_names(game.looked_at.position)
    clicks = ((place, game.handle_click("", *place)) for place in cells)
    return [place for place, click in clicks if click.valid and click.move]


def why_not(game: AnyGame, text: str, row: int, col: int) -> ClickResult | None:
    """Return the refusal of a click on a cell for the turn under way, or ``None`` if the cell can be clicked.

    :param text: of the turn under way.
    """
    click = game.handle_click(text, row, col)
    return None if click.valid else click


def missing(game: AnyGame, text: str) -> str | None:
    """Say what a text that is being typed still lacks, if a turn's text can begin with it.

    ``validate_move`` judges whole cells: of ``g7-h`` it says that there is no such cell. Here it is the
    beginning of every turn that a click would make of ``g7``.

    :return: the message of as much of the text as is the beginning of a turn; ``None`` if no turn's text
        begins with all of it.
    """
    if not isinstance(text, str) or game.gameover:
        return None
    wanted = "".join(text.split()).lower()
    judged = game.validate_move(wanted)
    if judged.valid:
        return judged.message
    for length in range(len(wanted) - 1, max(-1, len(wanted) - 1 - _BEYOND), -1):
        judged = game.validate_move(wanted[:length])
        if judged.valid and any(made.startswith(wanted) for made in _next(game, wanted[:length])):
            return judged.message
    return None


def _next(game: AnyGame, text: str) -> Iterator[str]:
    """Yield what a click on each cell or button makes of a text."""
    shown = game.clone()
    if text and shown.validate_move(text).can_render:
        shown.move(text, partial=True)
    try:
        clicks = [(*place, "") for place in svg.places(shown.render())]
    except RenderError:  # a board that is not of hexes
        clicks = []
    clicks += [(-1, -1, button["move"]) for button in game.buttons()]
    for click in clicks:
        answer = game.handle_click(text, *click)
        if answer.valid:
            yield answer.move


__all__ = ["beginnings", "missing", "why_not"]
