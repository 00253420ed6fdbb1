"""Writing the keys of a ply that are Dendria's own."""

from functools import lru_cache
from typing import Any

from abstractplay_hex.games.dendria.boards import Board
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.playing import Position
from abstractplay_hex.games.dendria.position import pieces_of, position_of
from abstractplay_hex.games.dendria.scoring import plain_number, scores
from abstractplay_hex.games.dendria.state.form import KINDS
from abstractplay_hex.rules.saved import map_form


@lru_cache(maxsize=64)
def land_text(board: Board) -> str:
    """Return the rows of an empty board as the position text writes them."""
    return position_of(board).text.split(" ")[0]


def save(position: Position) -> dict[str, Any]:
    """Return the keys of a ply that are Dendria's own."""
    if isinstance(position, Construction):
        return {"modules": [list(centre) for centre in position.centres]}
    board = position.board
    name = board.layout.name
    out: dict[str, Any] = {} if board.side else {"land": land_text(board)}
    out["board"] = map_form(
        (name[cell], [player, KINDS[kind]]) for cell, player, kind in pieces_of(position)
    )
    out["passes"] = position.passes
    out["actor"] = position.actor
    out["scores"] = [plain_number(score) for score in scores(position)]
    return out
