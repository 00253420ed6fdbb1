"""Checks of clicks: they never raise, let go, choose anew, and lead to every legal turn."""

import random
import re
from collections import Counter
from typing import Any, Final

from abstractplay_hex.board import Place
from abstractplay_hex.rules.draft import ClickResult
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, copied, shown
from abstractplay_hex.testing.odd import NO_TEXTS, ODD_TEXTS
from abstractplay_hex.testing.pictures import (
    board_alone,
    highlighted,
    places,
    pointed_at,
)

_PART: Final = re.compile(r"[a-z0-9]+")

FIELDS: Final = ("valid", "complete", "can_render", "code", "message")
MOST_PLACES: Final = 300
"""Places of a large board that are tried at most."""


def some_places(h: Harness, picture: dict[str, Any], most: int = MOST_PLACES) -> list[Place]:
    """Return the places of a picture, or as many of a large one."""
    return h.some(places(picture), most)


def shown_with(game: AnyGame, text: str) -> dict[str, Any]:
    """Return the picture that a front end shows when the turn so far is *text*."""
    twin = copied(game)
    if text and twin.validate_move(text).can_render:
        twin.move(text, partial=True)
    return twin.render()


def chosen(h: Harness, game: AnyGame, most: int = MOST_PLACES) -> list[tuple[Place, ClickResult]]:
    """Return the first clicks of the turn that are accepted."""
    found = ((at, game.handle_click("", *at)) for at in some_places(h, game.render(), most))
    return [(at, click) for at, click in found if click.valid and click.move]


@check(
    "Playing: handleClick — never raises",
    "Look places up in a dictionary; return None from click where a click means nothing.",
    of_errors=True,
    few=True,
)
def clicks_never_raise(h: Harness, game: AnyGame) -> None:
    """handle_click() gives a whole answer to any arguments, and changes nothing."""
    odd: list[Any] = [-5, -1, 0, 3, 10**30, None, 1.5, "1", True, [1], float("nan")]
    texts = ["", *h.legal(game, 3), *ODD_TEXTS[::3], *NO_TEXTS]
    calls: list[tuple[Any, ...]] = [(t, r, 0) for t in texts for r in odd]
    calls += [(t, 0, c) for t in texts[:4] for c in odd]
    calls += [(t, -1, -1, p) for t in texts[:4] for p in (*ODD_TEXTS, *NO_TEXTS)]
    calls += [(t, r, c) for t in texts[:4] for r, c in some_places(h, game.render(), 60)]
    calls += [("", *at, None) for at in some_places(h, game.render(), 4)]
    with h.unchanged(game, "a click"):
        for call in calls:
            what = f"handle_click{shown(call, 60)}"
            answer: Any = h.survives(what, game.handle_click, *call)
            whole = (
                isinstance(answer, ClickResult)
                and type(answer.valid) is type(answer.can_render) is bool
                and isinstance(answer.move, str)
                and answer.complete in (-1, 0, 1)
                and isinstance(answer.message, str)
                and answer.message.strip()
                and answer.code
            )
            h.need(whole or isinstance(answer, Exception), f"{what} gives {shown(answer)}")


@check(
    "Playing: handleClick — row 0 is the top, col 0 the leftmost of that row; (−1, −1) outside",
    "Return None from click for places that are not on the board; never count from the end.",
)
def clicks_off_board(h: Harness, game: AnyGame) -> None:
    """A click beside the board is refused and leaves the text as it was."""
    for text in ("", *h.legal(game, 2)):
        spots = places(shown_with(game, text))
        rows, cols = 1 + max(r for r, _ in spots), 1 + max(c for _, c in spots)
        calls: list[tuple[Any, ...]] = [(-1, 0), (0, -1), (-2, -2), (-1, -1, "no-such-button")]
        calls += [(rows, 0), (0, cols), (rows, cols), (10**9, 3), (3, 10**9)]
        for call in calls:
            answer = game.handle_click(text, *call)
            kept = not answer.valid and answer.move == text
            made = f"makes {answer.move!r} of {text!r}"
            h.need(kept, f"a click at {call}, beside the board, {made}")


@check("Playing: handleClick after the end", faults=(2,))
def clicks_after_end(h: Harness, over: AnyGame) -> None:
    """After the end a click is refused, says so, and leaves the text as it was."""
    with h.unchanged(over, "a click after the end"):
        for text in ("", *(h.here.moves[-1:] or ["a1"])):
            for row, col in [*some_places(h, over.render(), 30), (-1, -1)]:
                answer = over.handle_click(text, row, col, "pass")
                h.need(not answer.valid, f"a click at {(row, col)} is valid after the end")
                h.same(answer.move, text, "the text after a click after the end")
                h.need(answer.message.strip(), "a click after the end is not answered")


@check("Playing: handleClick — returns the whole new text with its validation", faults=(3,))
def clicks_validated(h: Harness, game: AnyGame) -> None:
    """A click judges its text as validate_move() does; a refused click keeps the text."""
    texts = ["", *h.legal(game, 2), *(c.move for _, c in chosen(h, game, 40)[:2])]
    for text in texts:
        for at in some_places(h, shown_with(game, text), 24):
            click = game.handle_click(text, *at)
            if not click.valid:
                h.same(click.move, text, f"the text after a refused click at {at}")
                continue
            answer = game.validate_move(click.move)
            for name in FIELDS:
                found, expected = getattr(click, name), getattr(answer, name)
                h.same(found, expected, f"{name} of the click that gave {click.move!r}")


@check("Playing: handleClick — text so far that is no beginning of a turn counts as empty")
def clicks_on_rubbish(h: Harness, game: AnyGame) -> None:
    """A click after rubbish gives what it gives after an empty text."""
    near = (text for text in h.near_turns(game, 3) if not game.validate_move(text).valid)
    for rubbish in ("zz", "a0", "?!", "-", "resign", "x" * 9000, "\ud800", *h.some(near, 12)):
        for at in some_places(h, game.render(), 6):
            found, expected = game.handle_click(rubbish, *at), game.handle_click("", *at)
            after = f"after {shown(rubbish, 20)}"
            h.same(found.move, expected.move, f"a click at {at} {after}")
            h.same(found.valid, expected.valid, f"valid of that click {after}")


@check(
    "Playing: handleClick — a second click on a chosen piece lets go of it",
    "On a click on what was chosen last, return the text without it.",
    faults=(2,),
)
def clicks_let_go(h: Harness, game: AnyGame) -> None:
    """A second click lets go of what the first chose, or adds to it what a third takes back."""
    frame = board_alone(game.render())
    found = chosen(h, game, 120)
    for at, first in found[:: len(found) // 16 + 1]:
        now = shown_with(game, first.move)
        # Where the picture has grown, the place chosen is one of those it points at.
        spots = [at] if board_alone(now) == frame else [at, *pointed_at(now)]
        answers = [game.handle_click(first.move, *spot) for spot in spots]
        gone = any(a.valid and a.move == "" for a in answers)
        second = answers[0].move
        if not gone and second != first.move and second.startswith(first.move):
            third = game.handle_click(second, *at)
            gone = third.valid and third.move in ("", first.move)
        h.need(gone, f"a second click at {at} makes {second!r} of {first.move!r}")


@check(
    "Playing: handleClick — a click on another own piece chooses that one",
    "On a click on another of the player's pieces, return that piece's text.",
    faults=(2,),
    unless="no position has two pieces to choose from",
)
def clicks_choose_anew(h: Harness, game: AnyGame) -> None:
    """With a piece chosen, a click on another chooses that one, or continues the turn."""
    frame = board_alone(game.render())
    pieces = [(at, c.move) for at, c in chosen(h, game) if c.complete < 0]
    for at, text in pieces[:6]:
        if board_alone(shown_with(game, text)) != frame:
            continue
        for other_at, other in pieces[:12]:
            if other_at != at:
                h.looked = True
                answer = game.handle_click(text, *other_at)
                good = answer.valid and (answer.move == other or answer.move.startswith(text))
                gives = f"gives {answer.move!r} ({answer.code})"
                h.need(good, f"with {text!r} chosen, a click on {other!r} {gives}")


@check(
    "Playing: handleClick — growing text extends the old one as a prefix",
    "Append to the text; put parts in canonical order only when the turn is made.",
)
def clicks_extend(h: Harness, game: AnyGame) -> None:
    """A text that grows by a click begins with the text before it."""
    for text, after in click_walk(game, random.Random(h.seed), 40):
        # Choosing anew drops what was there; what is kept must stay in front.
        kept = not Counter(_PART.findall(text)) - Counter(_PART.findall(after))
        good = after.startswith(text) or len(after) <= len(text) or not kept
        h.need(good, f"a click makes {after!r} of {text!r}")


def click_about(game: AnyGame, text: str, rng: random.Random) -> ClickResult:
    """Click at random, mostly where the picture points."""
    picture = shown_with(game, text)
    hints = pointed_at(picture)
    where = hints if hints and rng.random() < 0.6 else places(picture)
    return game.handle_click(text, *rng.choice(where))


def click_walk(game: AnyGame, rng: random.Random, clicks: int) -> list[tuple[str, str]]:
    """Click about; return the texts before and after each click that was accepted."""
    text, out = "", []
    for _ in range(clicks):
        click = click_about(game, text, rng)
        if click.valid and click.move != text:
            out.append((text, click.move))
            text = click.move
    return out


@check(
    "Playing: handleClick — whatever is highlighted can be clicked",
    "Highlight (dots; enter while a turn is under way) only what click turns into a valid text.",
    unless="pictures highlight nothing to click on",
)
def highlights_clickable(h: Harness, game: AnyGame) -> None:
    """A click on a cell that the picture highlights is valid, before a turn and while one is under way."""
    before = game.render()
    first = [first.move for _, first in h.some(chosen(h, game, 60), 8)]
    walked = [after for _, after in click_walk(game, random.Random(h.seed), 12)]
    for text in dict.fromkeys(["", *first, *walked, *h.legal(game, 6)]):
        answer = game.validate_move(text)
        if text and not answer.can_render:
            continue
        offers = before if text and answer.complete < 1 else None
        for at in dict.fromkeys(highlighted(shown_with(game, text), offers)):
            h.looked = True
            click = game.handle_click(text, *at)
            refused = f"but a click there is refused: {click.code}"
            h.need(click.valid, f"with {text!r} under way {at} is highlighted, {refused}")
