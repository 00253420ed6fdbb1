"""Checks of clicks: they never raise, let go, choose anew, and lead to every legal turn."""

import random
import re
from collections import Counter
from itertools import islice
from typing import Any, Final

from abstractplay_hex.board import Place
from abstractplay_hex.rules.draft import ClickResult
from abstractplay_hex.testing.harness import (
    IN_GAME,
    LISTED,
    NO_TEXTS,
    ODD_TEXTS,
    AnyGame,
    Harness,
    Station,
    copied,
    refusal,
    shown,
)
from abstractplay_hex.testing.hooks import counted
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.pictures import (
    board_alone,
    highlighted,
    named_places,
    places,
    pointed_at,
)

_PART: Final = re.compile(r"[a-z0-9]+")
_CELL: Final = re.compile(r"(?<![a-z])[a-z]{1,2}[1-9][0-9]*")
_SIGNS: Final = "-,;:=+<>x"
"""What stands between the parts of a turn."""

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
)
def clicks_never_raise(h: Harness) -> None:
    """handle_click() gives a whole answer to any arguments, and changes nothing."""
    odd: list[Any] = [-5, -1, 0, 3, 10**30, None, 1.5, "1", True, [1], float("nan")]
    for game in h.under_way(few=True):
        texts = ["", *h.legal(game, 3), *ODD_TEXTS[::3], *NO_TEXTS]
        calls: list[tuple[Any, ...]] = [(t, r, 0) for t in texts for r in odd]
        calls += [(t, 0, c) for t in texts[:4] for c in odd]
        calls += [(t, -1, -1, p) for t in texts[:4] for p in (*ODD_TEXTS, *NO_TEXTS)]
        calls += [(t, r, c) for t in texts[:4] for r, c in some_places(h, game.render(), 60)]
        calls += [("", *at, None) for at in some_places(h, game.render(), 4)]
        with h.unchanged(game, "a click"):
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


@check(
    "Playing: handleClick — row 0 is the top, col 0 the leftmost of that row; (−1, −1) outside",
    "Return None from click for places that are not on the board; never count from the end.",
)
def clicks_off_board(h: Harness) -> None:
    """A click beside the board is refused and leaves the text as it was."""
    for game in h.under_way():
        for text in ("", *h.legal(game, 2)):
            spots = places(shown_with(game, text))
            rows, cols = 1 + max(r for r, _ in spots), 1 + max(c for _, c in spots)
            calls: list[tuple[Any, ...]] = [(-1, 0), (0, -1), (-2, -2), (-1, -1, "no-such-button")]
            calls += [(rows, 0), (0, cols), (rows, cols), (10**9, 3), (3, 10**9)]
            for call in calls:
                answer = game.handle_click(text, *call)
                kept = not answer.valid and answer.move == text
                h.need(
                    kept, f"a click at {call}, beside the board, makes {answer.move!r} of {text!r}"
                )


@check("Playing: handleClick after the end", IN_GAME, faults=(2,))
def clicks_after_end(h: Harness) -> None:
    """After the end a click is refused, says so, and leaves the text as it was."""
    for station, game in h.ended():
        with h.unchanged(game, "a click after the end"):
            for text in ("", station.moves[-1] if station.moves else "a1"):
                for row, col in [*some_places(h, game.render(), 30), (-1, -1)]:
                    answer = game.handle_click(text, row, col, "pass")
                    h.need(not answer.valid, f"a click at {(row, col)} is valid after the end")
                    h.same(answer.move, text, "the text after a click after the end")
                    h.need(answer.message.strip(), "a click after the end is not answered")


@check(
    "Playing: handleClick — returns the whole new text with its validation", IN_GAME, faults=(3,)
)
def clicks_validated(h: Harness) -> None:
    """A click judges its text as validate_move() does; a refused click keeps the text."""
    for game in h.under_way():
        texts = ["", *h.legal(game, 2), *(c.move for _, c in chosen(h, game, 40)[:2])]
        for text in texts:
            for at in some_places(h, shown_with(game, text), 24):
                click = game.handle_click(text, *at)
                if click.valid:
                    answer = game.validate_move(click.move)
                    for name in FIELDS:
                        found, expected = getattr(click, name), getattr(answer, name)
                        h.same(found, expected, f"{name} of the click that gave {click.move!r}")
                else:
                    h.same(click.move, text, f"the text after a refused click at {at}")


@check("Playing: handleClick — text so far that is no beginning of a turn counts as empty", IN_GAME)
def clicks_on_rubbish(h: Harness) -> None:
    """A click after rubbish gives what it gives after an empty text."""
    for game in h.under_way():
        near = (text for text in h.near_turns(game, 3) if not game.validate_move(text).valid)
        for rubbish in ("zz", "a0", "?!", "-", "resign", "x" * 9000, "\ud800", *h.some(near, 12)):
            for at in some_places(h, game.render(), 6):
                found, expected = game.handle_click(rubbish, *at), game.handle_click("", *at)
                h.same(found.move, expected.move, f"a click at {at} after {shown(rubbish, 20)}")
                h.same(
                    found.valid, expected.valid, f"valid of that click after {shown(rubbish, 20)}"
                )


@check(
    "Playing: handleClick — a second click on a chosen piece lets go of it",
    "On a click on what was chosen last, return the text without it.",
    faults=(2,),
)
def clicks_let_go(h: Harness) -> None:
    """A second click lets go of what the first chose, or adds to it what a third takes back."""
    for game in h.under_way():
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
)
def clicks_choose_anew(h: Harness) -> None:
    """With a piece chosen, a click on another chooses that one, or continues the turn."""
    found = False
    for game in h.under_way():
        frame = board_alone(game.render())
        pieces = [(at, c.move) for at, c in chosen(h, game) if c.complete < 0]
        for at, text in pieces[:6]:
            if board_alone(shown_with(game, text)) != frame:
                continue
            for other_at, other in pieces[:12]:
                if other_at == at:
                    continue
                found = True
                answer = game.handle_click(text, *other_at)
                good = answer.valid and (answer.move == other or answer.move.startswith(text))
                h.need(
                    good,
                    f"with {text!r} chosen, a click on {other!r} gives {answer.move!r} ({answer.code})",
                )
    if not found:
        h.not_applicable("no position has two pieces to choose from")


@check(
    "Playing: handleClick — growing text extends the old one as a prefix",
    "Append to the text; put parts in canonical order only when the turn is made.",
)
def clicks_extend(h: Harness) -> None:
    """A text that grows by a click begins with the text before it."""
    for game in h.under_way():
        for text, after in click_walk(game, random.Random(h.seed), 40):
            if not after.startswith(text):
                # Choosing anew drops what was there; what is kept must stay in front.
                kept = not Counter(_PART.findall(text)) - Counter(_PART.findall(after))
                h.need(len(after) <= len(text) or not kept, f"a click makes {after!r} of {text!r}")


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
)
def highlights_clickable(h: Harness) -> None:
    """A click on a cell that the picture highlights is valid, before a turn and while one is under way."""
    looked = False
    for game in h.under_way():
        before = game.render()
        first = [first.move for _, first in h.some(chosen(h, game, 60), 8)]
        walked = [after for _, after in click_walk(game, random.Random(h.seed), 12)]
        for text in dict.fromkeys(["", *first, *walked, *h.legal(game, 6)]):
            answer = game.validate_move(text)
            if text and not answer.can_render:
                continue
            offers = before if text and answer.complete < 1 else None
            for at in dict.fromkeys(highlighted(shown_with(game, text), offers)):
                looked = True
                click = game.handle_click(text, *at)
                h.need(
                    click.valid,
                    f"with {text!r} under way {at} is highlighted, but a click there is refused: "
                    f"{click.code}",
                )
    if not looked:
        h.not_applicable("pictures highlight nothing to click on")


@check(
    "Playing: handleClick — every legal turn can be made by clicks alone",
    "Offer first what can still become a legal turn; let a second click switch to what else can.",
)
def turns_clickable(h: Harness) -> None:
    """One or two clicks on the last cell that a legal turn names complete it."""
    looked = False
    for game in h.under_way():
        names = _names(h, game)
        for turn in h.some(islice(game.iter_moves(), LISTED), 60):
            before, at = _last_part(game, turn, names)
            if at is None:
                continue
            looked = True
            texts = [before]
            for _ in (1, 2):
                texts.append(game.handle_click(texts[-1], *at).move)
            made = any(_canonical(game, text) == turn for text in texts[1:])
            h.need(made, f"clicks at {at} make {texts[1:]} of {before!r}, but not {turn!r}")
    if not looked:
        h.not_applicable("turns do not end with a cell that the board names")


def _names(h: Harness, game: AnyGame) -> dict[str, Place]:
    """Return the places of cells by the names that are drawn, or else those that clicks give."""
    picture = game.render()
    drawn = named_places(picture)
    for most in (20, MOST_PLACES):
        clicked = {c.move: at for at, c in chosen(h, game, most) if _CELL.fullmatch(c.move)}
        if all(drawn.get(name) == at for name, at in clicked.items()):
            return drawn
    return clicked


def _last_part(game: AnyGame, turn: str, names: dict[str, Place]) -> tuple[str, Place | None]:
    """Return a turn's text before the last cell it names, and the place of that cell."""
    cells = list(_CELL.finditer(turn))
    if not cells or any(map(str.isdigit, _CELL.sub("", turn))):
        return turn, None  # numbers that are no part of a cell's name: other coordinates
    before = turn[: cells[-1].start()].rstrip(_SIGNS)
    if before and not game.validate_move(before).valid:
        return turn, None
    return before, names.get(cells[-1][0])


def _canonical(game: AnyGame, text: str) -> str | None:
    return copied(game).move(text).lastmove if game.validate_move(text).complete >= 0 else None


@check(
    "Playing: handleClick, move(partial), render, validateMove, move — within one request",
    "Keep what clicks and drawing need in the draft's partial instead of reading the text again.",
)
def text_read_once(h: Harness) -> None:
    """Click, preview, picture, validation and move together read a text at most twice."""
    read: Counter[str] = Counter()
    for game in h.under_way():
        names = _names(h, game)
        for turn in h.legal(game, 4):
            before, at = _last_part(game, turn, names)
            twin = h.game()
            read.clear()
            with counted(h.rules, "interpret", lambda text: read.update([text])):
                text = twin.handle_click(before, *at).move if at else turn
                if twin.validate_move(text).can_render:
                    twin.move(text, partial=True)
                    twin.render()
                    twin.sidebar_scores()
                    twin.titles() if at else None
                if twin.validate_move(text).complete >= 0:
                    twin.move(text)
            for text, times in read.items():
                h.need(times <= 2, f"to click and make {turn!r}, {text!r} is read {times} times")


@check(
    "Playing: handleClick — a turn can be made by clicks",
    "Give every part of a turn a click or a button that adds it.",
)
def clicks_play_games(h: Harness) -> None:
    """Games can be played by clicks and buttons alone."""
    for setup in h.setups:
        game = h.fresh(setup)
        rng = random.Random(h.seed)
        moves: list[str] = []
        for _ in range(min(h.plies, 8)):
            turn = _clicked_turn(game, rng)
            if not h.need(turn is not None, "no legal turn could be clicked together"):
                break
            error = refusal(game.move, turn)
            if not h.need(error is None, f"the turn {turn!r}, made by clicks, is refused: {error}"):
                break
            moves.append(str(game.lastmove))
            h.here = Station(setup, h.seed, tuple(moves))
            if game.gameover:
                break


def _clicked_turn(game: AnyGame, rng: random.Random) -> str | None:
    text = ""
    for _ in range(600):
        click = click_about(game, text, rng)
        if rng.random() < 0.02 and (buttons := game.buttons()):
            click = game.handle_click(text, -1, -1, rng.choice(buttons)["move"])
        if click.valid:
            text = click.move
            if click.complete >= 0 and text and (click.complete == 1 or rng.random() < 0.4):
                return text
    return None


@check(
    "Playing: handleClick — returns the whole new text", "Give every legal turn a way to click it."
)
def clicks_reach_all(h: Harness) -> None:
    """Trying every click reaches every legal turn."""
    looked = False
    for game in h.under_way():
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


def _all_clicked(game: AnyGame, spots: list[Place], budget: int) -> tuple[set[str], bool]:
    """Return the canonical turns that clicks lead to, and whether all clicks were tried."""
    known, todo = {""}, [""]
    reached: set[str] = set()
    buttons = [(-1, -1, b["move"]) for b in game.buttons()]
    clicks = [*((row, col, "") for row, col in spots), *buttons]
    while todo:
        text = todo.pop()
        budget -= len(clicks)
        if budget < 0:
            return reached, False
        for click in clicks:
            answer = game.handle_click(text, *click)
            if answer.valid and answer.move not in known:
                known.add(answer.move)
                if answer.complete >= 0:
                    reached.add(str(_canonical(game, answer.move)))
                if answer.complete < 1:
                    todo.append(answer.move)
    return reached, True
