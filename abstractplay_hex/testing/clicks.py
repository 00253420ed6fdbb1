"""Checks of clicks: they never raise, they let go and choose anew, and they lead to legal turns."""

import random
import re
from collections import Counter
from typing import Any, Final

from abstractplay_hex.rules.draft import ClickResult
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import (
    NO_TEXTS,
    ODD_TEXTS,
    AnyGame,
    Harness,
    copied,
    refusal,
    shown,
    snapshot,
)

Spot = tuple[int, int]

_PART: Final = re.compile(r"[a-z0-9]+")

FIELDS: Final = ("valid", "complete", "can_render", "code", "message")
MOST_SPOTS: Final = 300
"""Places of a large board that are tried at most."""


def places(picture: dict[str, Any]) -> list[Spot]:
    """Return the places of a picture as clicks name them, row by row."""
    board = picture.get("board") or {}
    pieces = picture.get("pieces")
    if board.get("style") == "hex-of-hex" and "minWidth" in board and "maxWidth" in board:
        narrow, wide = board["minWidth"], board["maxWidth"]
        up = range(narrow, wide + 1)
        return [(row, col) for row, n in enumerate([*up, *up[-2::-1]]) for col in range(n)]
    if "width" in board and "height" in board:
        return [(row, col) for row in range(board["height"]) for col in range(board["width"])]
    if isinstance(pieces, str) and pieces:
        rows = [row.split(",") if "," in row else list(row) for row in pieces.split("\n")]
        return [(i, col) for i, row in enumerate(rows) for col in range(len(row))]
    if isinstance(pieces, list) and pieces and isinstance(pieces[0], list):
        return [(i, col) for i, row in enumerate(pieces) for col in range(len(row))]
    return [(row, col) for row in range(20) for col in range(20)]


def land(picture: dict[str, Any]) -> list[Spot]:
    """Return the places of a picture that are not blocked."""
    blocked = (picture.get("board") or {}).get("blocked") or []
    gone = {(place.get("row"), place.get("col")) for place in blocked}
    return [spot for spot in places(picture) if spot not in gone]


def some_places(h: Harness, picture: dict[str, Any], most: int = MOST_SPOTS) -> list[Spot]:
    """Return the places of a picture, or as many of a large one."""
    spots = places(picture)
    return spots if len(spots) <= most else random.Random(h.seed).sample(spots, most)


def pointed_at(picture: dict[str, Any]) -> list[Spot]:
    """Return the places that a picture's hints point at."""
    hints = picture.get("annotations") or []
    marks = (picture.get("board") or {}).get("markers") or []
    found = [
        *(t for a in hints for t in a.get("targets", [])),
        *(p for m in marks for p in m.get("points", [])),
    ]
    return [(t["row"], t["col"]) for t in found if "row" in t and "col" in t]


def under_way(game: AnyGame, text: str) -> dict[str, Any]:
    """Return the picture that a front end shows when the turn so far is *text*."""
    twin = copied(game)
    if text and twin.validate_move(text).can_render:
        twin.move(text, partial=True)
    return twin.render()


def chosen(h: Harness, game: AnyGame, most: int = MOST_SPOTS) -> list[tuple[Spot, ClickResult]]:
    """Return the first clicks of the turn that are taken."""
    out = []
    for row, col in some_places(h, game.render(), most):
        click = game.handle_click("", row, col)
        if click.valid and click.move:
            out.append(((row, col), click))
    return out


@check(
    "clicks-never-raise",
    contract="Playing: handleClick — never raises",
    hint="Look places up in a dictionary; answer None from _click where a click means nothing.",
    of_errors=True,
)
def clicks_never_raise(h: Harness) -> None:
    """handle_click() answers whatever it is given, whole, and changes nothing."""
    odd: list[Any] = [-5, -1, 0, 3, 10**30, None, 1.5, "1", True, [1], float("nan")]
    for station in h.stations(few=True):
        game = h.game(station)
        before = snapshot(game)
        texts = ["", *h.legal(game, 3), *ODD_TEXTS[::3], *NO_TEXTS]
        calls: list[tuple[Any, ...]] = [(t, r, 0) for t in texts for r in odd]
        calls += [(t, 0, c) for t in texts[:4] for c in odd]
        calls += [(t, -1, -1, p) for t in texts[:4] for p in (*ODD_TEXTS, *NO_TEXTS)]
        calls += [(t, r, c) for t in texts[:4] for r, c in some_places(h, game.render(), 60)]
        for call in calls:
            try:
                answer: Any = game.handle_click(*call)
            except Exception as error:
                h.raised(f"handle_click{shown(call, 60)}", error)
                continue
            whole = (
                isinstance(answer, ClickResult)
                and type(answer.valid) is type(answer.can_render) is bool
                and isinstance(answer.move, str)
                and answer.complete in (-1, 0, 1)
                and isinstance(answer.message, str)
                and answer.message.strip()
                and answer.code
            )
            h.need(whole, f"handle_click{shown(call, 60)} gives {shown(answer)}")
        h.need(snapshot(game) == before, "clicks changed the game")


@check(
    "clicks-off-board",
    contract="Playing: handleClick — row 0 is the top, col 0 the leftmost of that row; (−1, −1) outside",
    hint="Answer None from _click for places that are not on the board; never count from the end.",
)
def clicks_off_board(h: Harness) -> None:
    """A click beside the board is refused and leaves the text as it was."""
    for station in h.stations():
        game = h.game(station)
        spots = places(game.render())
        rows, cols = 1 + max(r for r, _ in spots), 1 + max(c for _, c in spots)
        beside = [
            (-1, 0),
            (0, -1),
            (-2, -2),
            (rows, 0),
            (0, cols),
            (rows, cols),
            (10**9, 3),
            (3, 10**9),
        ]
        for text in ("", *h.legal(game, 2)):
            for row, col in beside:
                answer = game.handle_click(text, row, col)
                kept = not answer.valid and answer.move == text
                h.need(
                    kept,
                    f"a click at {(row, col)}, beside the board, makes {answer.move!r} of {text!r}",
                )
            answer = game.handle_click(text, -1, -1, "no-such-button")
            kept = not answer.valid and answer.move == text
            h.need(kept, f"a button that there is not makes {answer.move!r} of {text!r}")


@check(
    "clicks-after-end",
    contract="Playing: handleClick after the end",
    faults=(2,),
    hint="Ask first whether the game is over; leave that to the base class.",
)
def clicks_after_end(h: Harness) -> None:
    """After the end a click is refused, says so, and leaves the text as it was."""
    for station, game in h.ended():
        before = snapshot(game)
        for text in ("", station.moves[-1] if station.moves else "a1"):
            for row, col in [*some_places(h, game.render(), 30), (-1, -1)]:
                answer = game.handle_click(text, row, col, "pass")
                h.need(not answer.valid, f"a click at {(row, col)} is valid after the end")
                h.same(answer.move, text, "the text after a click after the end")
                h.need(answer.message.strip(), "a click after the end is not answered")
        h.need(snapshot(game) == before, "clicks after the end changed the game")


@check(
    "clicks-validated",
    contract="Playing: handleClick — returns the whole new text with its validation",
    faults=(3,),
    hint="Judge the text that a click gives as validate_move does; leave that to the base class.",
)
def clicks_validated(h: Harness) -> None:
    """What a click says of its text is what validate_move() says of it; a refused one keeps the text."""
    for station in h.stations():
        game = h.game(station)
        texts = ["", *h.legal(game, 2), *(c.move for _, c in chosen(h, game, 40)[:2])]
        for text in texts:
            for row, col in some_places(h, under_way(game, text), 24):
                click = game.handle_click(text, row, col)
                if click.valid:
                    answer = game.validate_move(click.move)
                    for name in FIELDS:
                        found, expected = getattr(click, name), getattr(answer, name)
                        h.same(found, expected, f"{name} of the click that gave {click.move!r}")
                else:
                    h.same(click.move, text, f"the text after a refused click at {(row, col)}")


@check(
    "clicks-let-go",
    contract="Playing: handleClick — a second click on a chosen piece lets go of it",
    faults=(2,),
    hint="Where the click is on what was chosen last, return the text without it.",
)
def clicks_let_go(h: Harness) -> None:
    """A second click on what the first one chose lets go of it."""
    for station in h.stations():
        game = h.game(station)
        picture = game.render()
        found = chosen(h, game, 120)
        for spot, first in found[:: len(found) // 16 + 1]:
            shown_now = under_way(game, first.move)
            still = _frame(shown_now) == _frame(picture)
            # Where the picture has grown, the place chosen is one of those it points at.
            spots = [spot] if still else [spot, *pointed_at(shown_now)]
            answers = [game.handle_click(first.move, row, col) for row, col in spots]
            gone = any(a.valid and a.move == "" for a in answers)
            h.need(gone, f"a second click at {spot} makes {answers[0].move!r} of {first.move!r}")


def _frame(picture: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in (picture.get("board") or {}).items() if k != "markers"}


@check(
    "clicks-choose-anew",
    contract="Playing: handleClick — a click on another own piece chooses that one",
    faults=(2,),
    hint="Where a click is on another piece of the player's, return that piece's text.",
)
def clicks_choose_anew(h: Harness) -> None:
    """With a piece chosen, a click on another one chooses that, or goes on with the turn."""
    found = False
    for station in h.stations():
        game = h.game(station)
        pieces = [(s, c.move) for s, c in chosen(h, game) if c.complete < 0]
        for spot, text in pieces[:6]:
            for (row, col), other in pieces[:12]:
                if (row, col) == spot or _frame(under_way(game, text)) != _frame(game.render()):
                    continue
                found = True
                answer = game.handle_click(text, row, col)
                good = answer.valid and (answer.move == other or answer.move.startswith(text))
                h.need(
                    good,
                    f"with {text!r} chosen, a click on {other!r} gives {answer.move!r} ({answer.code})",
                )
    if not found:
        h.not_applicable("no position has two pieces to choose from")


@check(
    "clicks-extend",
    contract="Playing: handleClick — growing text extends the old one as a prefix",
    hint="Append to the text; put parts in canonical order only when the turn is made.",
)
def clicks_extend(h: Harness) -> None:
    """A text that grows by a click begins with the text before it."""
    for station in h.stations():
        game = h.game(station)
        rng = random.Random(h.seed)
        for text, _, after in click_walk(h, game, rng, 40):
            if not after.move.startswith(text):
                # Choosing anew drops what was there; what is kept must stay in front.
                kept = not Counter(_PART.findall(text)) - Counter(_PART.findall(after.move))
                grown = len(after.move) > len(text)
                h.need(not (grown and kept), f"a click makes {after.move!r} of {text!r}")


def click_walk(
    h: Harness, game: AnyGame, rng: random.Random, clicks: int
) -> list[tuple[str, Spot, ClickResult]]:
    """Click about at random, mostly where the picture points; return what each taken click gave."""
    text = ""
    out = []
    for _ in range(clicks):
        picture = under_way(game, text)
        hints = pointed_at(picture)
        where = hints if hints and rng.random() < 0.6 else places(picture)
        spot = rng.choice(where)
        click = game.handle_click(text, *spot)
        if click.valid and click.move != text:
            out.append((text, spot, click))
            text = click.move
    return out


@check(
    "clicks-play-games",
    contract="Playing: handleClick — a turn can be made by clicks",
    hint="Every part of a turn needs a click or a button that adds it.",
)
def clicks_play_games(h: Harness) -> None:
    """Games can be played by clicks and buttons alone."""
    for variants in h.variants:
        game = h.fresh(variants)
        rng = random.Random(h.seed)
        moves: list[str] = []
        for _ in range(min(h.plies, 8)):
            turn = _clicked_turn(h, game, rng)
            if not h.need(turn is not None, "no legal turn could be clicked together"):
                break
            error = refusal(game.move, turn)
            if not h.need(
                error is None, f"the turn {turn!r}, made by clicks, is refused: {error}"
            ):
                break
            moves.append(str(game.lastmove))
            h.here = Station(variants, h.seed, tuple(moves))
            if game.gameover:
                break


def _clicked_turn(h: Harness, game: AnyGame, rng: random.Random) -> str | None:
    text = ""
    for _ in range(600):
        picture = under_way(game, text)
        hints = pointed_at(picture)
        buttons = [b["move"] for b in game.buttons()] if rng.random() < 0.02 else []
        if buttons:
            click = game.handle_click(text, -1, -1, rng.choice(buttons))
        else:
            where = hints if hints and rng.random() < 0.6 else places(picture)
            click = game.handle_click(text, *rng.choice(where))
        if click.valid:
            text = click.move
            if click.complete >= 0 and text and (click.complete == 1 or rng.random() < 0.4):
                return text
    return None


@check(
    "clicks-reach-all",
    contract="Playing: handleClick — returns the whole new text",
    hint="Every legal turn needs a way to click it.",
)
def clicks_reach_all(h: Harness) -> None:
    """Where all that can be clicked is tried, each legal turn is reached."""
    looked = False
    for station in h.stations():
        game = h.game(station)
        turns = set(game.iter_moves()) if h.listable else set()
        spots = places(game.render())
        if not 0 < len(turns) <= 500 or len(spots) > 150:
            continue
        reached, closed = _all_clicked(game, spots, 8000)
        if closed:
            looked = True
            missing = sorted(turns - reached)
            h.need(not missing, f"no clicks lead to {shown(missing[:5])}")
    if not looked:
        h.not_applicable("there is more to click than can be tried")


def _all_clicked(game: AnyGame, spots: list[Spot], budget: int) -> tuple[set[str], bool]:
    """Return the canonical turns that clicks lead to, and whether all clicks were tried."""
    known, todo = {""}, [""]
    reached: set[str] = set()
    while todo:
        text = todo.pop()
        clicks = [(row, col, "") for row, col in spots] + [
            (-1, -1, b["move"]) for b in game.buttons()
        ]
        budget -= len(clicks)
        if budget < 0:
            return reached, False
        for click in clicks:
            answer = game.handle_click(text, *click)
            if answer.valid and answer.move not in known:
                known.add(answer.move)
                if answer.complete >= 0:
                    twin = copied(game)
                    twin.move(answer.move)
                    reached.add(str(twin.lastmove))
                if answer.complete < 1:
                    todo.append(answer.move)
    return reached, True
