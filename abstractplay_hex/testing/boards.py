"""Checks of boards that the interface shows: cell names by clicks, symmetry, what pictures point at."""

import random
import re
from itertools import islice
from typing import Any, Final

from abstractplay_hex.board import hexagon, reflect, rotate
from abstractplay_hex.render.svg.boards import HEXAGON, STYLES
from abstractplay_hex.testing.clicks import Spot, land, places
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import LISTED, AnyGame, Harness, refusal, shown

CELL: Final = re.compile(r"([a-z]+)([0-9]+)")
_IN_TEXT: Final = re.compile(r"[a-z]+[0-9]+")


def clicked_names(game: AnyGame) -> dict[Spot, str]:
    """Return the cell names that clicks on a new board give, where they give cells."""
    out = {}
    for row, col in places(game.render()):
        text = game.handle_click("", row, col).move
        if CELL.fullmatch(text):
            out[row, col] = text
    return out


def label_number(label: str) -> int:
    """Return which label it is: a is 0, z 25, aa 26."""
    n = 0
    for letter in label:
        n = n * 26 + ord(letter) - ord("a") + 1
    return n - 1


def _boards(h: Harness) -> list[tuple[AnyGame, dict[Spot, str]]]:
    out = []
    for variants in h.variants:
        game = h.fresh(variants)
        names = clicked_names(game)
        if len(names) > len(land(game.render())) // 2:
            out.append((game, names))
    if not out:
        h.not_applicable("clicks on a new board do not name cells")
    return out


@check(
    "cells-in-order",
    contract="Playing: handleClick — row 0 is the top, col 0 the leftmost of that row",
    faults=(5,),
    hint="Name cells with abstractplay_hex.board: rows a, b … z, aa from the bottom, numbers from the left.",
)
def cells_in_order(h: Harness) -> None:
    """Clicks along each row give its cells in order, and rows have labels in order, beyond z too."""
    for game, names in _boards(h):
        h.here = Station(tuple(game.variants), h.seed, ())
        twice = sorted(n for n in set(names.values()) if list(names.values()).count(n) > 1)
        h.need(not twice, f"clicks on two places give the same cell: {shown(twice[:5])}")
        labels: dict[int, set[str]] = {}
        shifts: dict[int, set[int]] = {}
        for (row, col), name in names.items():
            match = CELL.fullmatch(name)
            assert match is not None
            labels.setdefault(row, set()).add(match[1])
            shifts.setdefault(row, set()).add(int(match[2]) - col)
        for row in labels:
            good = len(labels[row]) == 1
            h.need(good, f"row {row} has cells with the labels {shown(sorted(labels[row])[:5])}")
            h.need(
                len(shifts[row]) == 1,
                f"cells in row {row} are not numbered one by one from the left",
            )
        numbers = {row: label_number(min(found)) for row, found in labels.items()}
        sums = {row + n for row, n in numbers.items()}
        differences = {n - row for row, n in numbers.items()}
        ordered = len(sums) == 1 or len(differences) == 1
        found = {row: min(labels[row]) for row in sorted(labels)}
        h.need(
            ordered, f"labels of the rows are not in order: {shown(list(found.values()), 200)}"
        )


@check(
    "whole-board-clickable",
    contract="Playing: handleClick; an empty board",
    faults=(5,),
    hint="Look places up for all rows, the rim and those below the middle, too; name places that are no "
    "cells in the board's blocked.",
)
def whole_board_clickable(h: Harness) -> None:
    """On an empty board where most places can be clicked, each can, the rim too."""
    reasons = []
    for game, names in _boards(h):
        picture = game.render()
        style = (picture.get("board") or {}).get("style")
        if not _is_empty(picture):
            reasons.append("no board begins empty")
        elif style not in STYLES:
            reasons.append(f"boards of the style {shown(style, 30)} are not known here")
        else:
            reasons.append("")
            h.here = Station(tuple(game.variants), h.seed, ())
            missing = sorted(set(land(picture)) - set(names))
            h.need(not missing, f"clicks on {missing[:5]} of the empty board give no cell")
    if all(reasons):
        h.not_applicable("; ".join(dict.fromkeys(reasons)))


def _is_empty(picture: dict[str, Any]) -> bool:
    pieces = picture.get("pieces")
    if isinstance(pieces, list):
        return not any(cell for row in pieces for cell in row)
    return not set(pieces or "") - set("-_\n,")


@check(
    "hints-on-the-turn",
    contract="Showing: render — row and col of the cells that a turn names",
    faults=(5,),
    hint="Look up the row and col of a cell in the layout, for drawing and for clicks alike.",
    waivable=True,
)
def hints_on_the_turn(h: Harness) -> None:
    """What a picture points at after a turn are cells that the turn or its results name."""
    looked = False
    boards = {tuple(g.variants): {n: s for s, n in names.items()} for g, names in _boards(h)}
    for line in h.playthroughs:
        spots = boards.get(game_of.variants)
        if spots is None:
            continue
        game = h.fresh(game_of.variants)
        for i, text in enumerate(game_of.moves):
            h.here = Station(game_of.variants, game_of.seed, game_of.moves[: i + 1])
            game.move(text)
            told = " ".join([text, *(str(v) for r in game.results for v in r.to_dict().values())])
            named = {spots[n] for n in _IN_TEXT.findall(told) if n in spots}
            hints = game.render().get("annotations") or []
            shown_at = {
                (t["row"], t["col"])
                for a in hints
                if a.get("type") in ("enter", "exit", "move")
                for t in a.get("targets", [])
            }
            if named and shown_at:
                looked = True
                strange = sorted(shown_at - named)
                h.need(
                    not strange,
                    f"after {text!r} the picture points at {strange[:3]}, which it does not name",
                )
    if not looked:
        h.not_applicable("pictures do not point at cells that turns name")


@check(
    "mirror-image",
    contract="Steps and lines on the board",
    faults=(5,),
    hint=(
        "Step in axial coordinates or with Layout.shifts: in the lower half a row's numbers shift. If the "
        'rules are not symmetrical, say so: conformance_waivers = {"mirror-image": "why"}.'
    ),
    waivable=True,
)
def mirror_image(h: Harness) -> None:
    """A game begun on an empty hexagon goes alike when it is turned or mirrored."""
    looked = False
    for game, names in _boards(h):
        side = _empty_hexagon(game, names)
        if side is None:
            continue
        looked = True
        variants = tuple(game.variants)
        for symmetry in (1, 3, -1):
            _mirrored_game(h, variants, _image(side, names, symmetry), symmetry)
    if not looked:
        h.not_applicable("no board is an empty hexagon at first")


def _empty_hexagon(game: AnyGame, names: dict[Spot, str]) -> int | None:
    picture = game.render()
    board = picture.get("board") or {}
    if board.get("style") != HEXAGON or not _is_empty(picture):
        return None
    side = board.get("minWidth")
    if (
        not isinstance(side, int)
        or board.get("maxWidth") != 2 * side - 1
        or len(names) != 3 * side * (side - 1) + 1
    ):
        return None
    return side


def _image(side: int, names: dict[Spot, str], symmetry: int) -> dict[str, str]:
    """Return for each cell the one it is turned (by sixths) or mirrored (−1) to."""
    cells = hexagon(side)
    name = dict(zip(cells, (names[spot] for spot in sorted(names)), strict=True))
    return {name[c]: name[reflect(c) if symmetry < 0 else rotate(c, symmetry)] for c in cells}


def _mirrored_game(
    h: Harness, variants: tuple[str, ...], image: dict[str, str], symmetry: int
) -> None:
    how = "mirrored" if symmetry < 0 else f"turned by {60 * symmetry} degrees"
    rng = random.Random(h.seed)
    one, other = h.fresh(variants), h.fresh(variants)
    moves: list[str] = []

    def turned(text: str) -> str:
        return _IN_TEXT.sub(lambda m: image.get(m[0], m[0]), text)

    for _ in range(min(h.plies, 10)):
        h.here = Station(variants, h.seed, tuple(moves))
        counts = [sum(1 for _ in islice(g.iter_moves(), LISTED + 1)) for g in (one, other)]
        if not h.need(
            counts[0] == counts[1], f"{how}, there are {counts[1]} turns instead of {counts[0]}"
        ):
            return
        for text in h.legal(one, 20):
            answer = other.validate_move(turned(text))
            if not h.need(
                answer.complete >= 0,
                f"{how}, {text!r} is {turned(text)!r}, which is refused: {answer.code}",
            ):
                return
        text = one.random_move(rng) or ""
        if not text or refusal(other.move, turned(text)) is not None:
            return
        one.move(text)
        moves.append(text)
        for what in ("currplayer", "gameover", "winner"):
            h.same(getattr(other, what), getattr(one, what), f"{what} of the game {how}")
        h.same(other.sidebar_scores(), one.sidebar_scores(), f"scores of the game {how}")
        if one.gameover:
            return
