"""The English sentences of Stretch, by code."""

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    "stretch.instructions": "Drop a stone on an empty cell, or choose one of your stones to extend.",
    "stretch.dropped": "Stone on {cell}. You can drop a second one exactly two steps away.",
    "stretch.dropped-alone": "Stone on {cell}. This turn is complete.",
    "stretch.dropped-both": "Stones on {first} and {second}. This turn is complete.",
    "stretch.extended": "From {start} to {end}. This turn is complete.",
    "stretch.choose-end": "Choose the cell two steps away, in a straight line, that {cell} is extended to.",
    "stretch.form": "A turn is a cell (c3), two cells with a comma (c3,c5), or two with a hyphen (c1-c3).",
    "stretch.unknown-cell": "There is no such cell on this board.",
    "stretch.occupied": "{cell} is not empty.",
    "stretch.not-yours": "There is no stone of yours on {cell}.",
    "stretch.stuck": "{cell} cannot be extended anywhere.",
    "stretch.apart": "The second stone goes exactly two steps away from the first.",
    "stretch.line": "Extend by two cells in a straight line, both of them empty.",
    "stretch.position.form": "A position is rows of X, O and numbers of empty cells, / between them, then a space and 1 or 2.",
    "stretch.position.rows": "A position on this board has {expected} rows.",
    "stretch.position.row": "Row {row} needs {expected} cells.",
    "stretch.position.full": "This board is full: the game is over.",
    "stretch.state.full": "{path}: the game ends when the board is full, and then only; the larger group wins.",
    "stretch.state.turn": "{path}: this is no turn of Stretch.",
    "stretch.chat.drop": "{player} put a stone on {where}.",
    "stretch.sidebar.group": "Largest group",
}
