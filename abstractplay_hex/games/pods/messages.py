"""The English sentences of Pods, by code."""

from typing import Final

from abstractplay_hex.i18n.messages import Plural

ENGLISH: Final[dict[str, str]] = {
    "pods.instructions-first": "Place your first whale on any empty cell.",
    "pods.instructions": "Place a whale next to more of your whales than of your opponent's, or choose one of your whales to migrate.",
    "pods.instructions-stuck": "You have no legal move. There is no pass in Pods: agree a draw or resign.",
    "pods.placed": "Whale at {cell}. This move is complete.",
    "pods.migrated": "Whale from {start} to {end}. This move is complete.",
    "pods.choose-destination": "Choose where the whale at {cell} migrates to.",
    "pods.no-destination": "The whale at {cell} cannot migrate anywhere; choose another.",
    "pods.no-destination-alone": "The whale at {cell} cannot migrate anywhere.",
    "pods.form": "A move is a cell, such as g7, or two cells with a hyphen, such as g7-h8.",
    "pods.end-named": "This migration has its end already. Choose the whale again to send it elsewhere.",
    "pods.unknown-cell": "There is no such cell. Rows are a to m from the bottom, cells are numbered from 1 in each row.",
    "pods.occupied": "{cell} is not empty.",
    "pods.minority": "{cell} has {own} of your whales next to it and {opp} of your opponent's; you need more of yours.",
    "pods.not-yours": "There is no whale of yours at {cell}.",
    "pods.opponent-whale": "The whale at {cell} is your opponent's.",
    "pods.stays": "A whale must end its migration on another cell than it began on.",
    "pods.end-outnumbered": "At {cell} the whale would have {own} of your whales next to it and {opp} of your opponent's: counting itself, it may not be outnumbered.",
    "pods.unreachable": "The whale at {start} cannot walk to {end}: each step must keep next to a whale, and nowhere may it be outnumbered.",
    "pods.position.length": "This text is too long for a position ({length} characters; at most {limit}).",
    "pods.position.side": "Character {column}: after the rows comes a space and 1 or 2, the player to move.",
    "pods.position.rows": "A position has {expected} rows with / between them, not {rows}.",
    "pods.position.character": "Row {row}, character {column}: W, w or a number of empty cells is expected here.",
    "pods.position.number": "Row {row}, character {column}: numbers begin with 1 to 9.",
    "pods.position.row_length": Plural(
        by="what",
        one="Row {row} (from character {column}) has {what} cell; it needs {expected}.",
        other="Row {row} (from character {column}) has {what} cells; it needs {expected}.",
    ),
    "pods.position.over": "In this position the game is over: a player has 64 points or more.",
    "pods.state.marked-whale": "{path}: a cell with a whale cannot be marked.",
    "pods.state.results": "{path}: a place or move, then perhaps eog and winners, is expected here.",
    "pods.state.plain": "{path}: a placement says where, a move from and to, and no more.",
    "pods.state.end": "{path}: the game ends when a player has {majority} points, then only, and that player wins.",
    "pods.state.over": "{path}: no game begins with {majority} points or more.",
    "pods.state.lastmove": "{path}: the ply's result says {expected}.",
    "pods.chat.place": "{player} placed a whale at {where}.",
    "pods.chat.move": "{player} moved a whale from {start} to {to}.",
    "pods.cell.whale": "{cell}: whale of player {player}",
    "pods.cell.influence": "{cell}: influence of player {player}",
    "pods.cell.empty": "{cell}: empty",
}
