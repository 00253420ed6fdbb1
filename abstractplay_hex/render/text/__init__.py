"""A board as text, from render JSON alone: for terminals, logs and people who have it read to them.

Each cell is four columns wide (two where there is less room), rows are staggered as the hexes are.
Every thing has a sign of its own, so that nothing depends on colour: pieces of player 1 are filled or
capital, those of player 2 hollow or small; cells of the last move, of the turn under way and places to
go to are in brackets or have a sign. A legend below says which is which.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from abstractplay_hex.board import Place
from abstractplay_hex.render.text.layout import Layout

if TYPE_CHECKING:
    from rich.text import Text


@overload
def to_text(
    render: Mapping[str, Any],
    *,
    colour: Literal[True] = True,
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> "Text": ...
@overload
def to_text(
    render: Mapping[str, Any],
    *,
    colour: Literal[False],
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> str: ...
def to_text(
    render: Mapping[str, Any],
    *,
    colour: bool = True,
    titles: Mapping[Place, str] | None = None,
    width: int = 80,
    names: bool = False,
    ascii: bool = False,
    palette: str | Sequence[str] = "default",
) -> "Text | str":
    """Write render JSON as a board of signs with a legend below.

    :param render: what :meth:`abstractplay_hex.Game.render` returns, or any render JSON with a hex
        board and the default renderer.
    :param colour: return a ``rich.text.Text`` (needs the extra ``cli``); else a plain string.
    :param titles: what is on the cell at ``(row, col)`` in words
        (:meth:`abstractplay_hex.Game.titles`): the legend then says it in the game's words.
    :param width: columns there are. Boards that are wider have narrow cells.
    :param names: number the empty cells (the letter stands at the ends of the row). Narrow cells
        have no numbers.
    :param ascii: use signs that every terminal and encoding has.
    :param palette: ``"default"``, ``"colour-blind"``, or the players' colours as ``#rrggbb``.
    :raises RenderError: for JSON that cannot be read; its path and reason are in ``params``.
    """
    lines = Layout(render, titles or {}, names, ascii, palette).lines(width)
    if not colour:
        return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)
    from rich.text import Text

    out = Text(no_wrap=True)
    for i, line in enumerate(lines):
        out.append("\n" if i else "")
        for text, style in line:
            out.append(text, style or None)
    return out


__all__ = ["to_text"]
