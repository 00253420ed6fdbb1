"""Checks of what clicks lead to: whole turns, whole games, every legal turn; texts are read once."""

import random
import re
from collections import Counter
from itertools import islice
from typing import Final

from abstractplay_hex.board import Place
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.clicks import MOST_PLACES, chosen, click_about
from abstractplay_hex.testing.harness import LISTED, Harness
from abstractplay_hex.testing.hooks import counted
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, copied, shown
from abstractplay_hex.testing.pictures import named_places, places
from abstractplay_hex.testing.telling import Station

_CELL: Final = re.compile(r"(?<![a-z])[a-z]{1,2}[1-9][0-9]*")
_SIGNS: Final = "-,;:=+<>x"
"""What stands between the parts of a turn."""


@check(
    "Playing: handleClick — every legal turn can be made by clicks alone",
    "Offer first what can still become a legal turn; let a second click switch to what else can.",
    unless="turns do not end with a cell that the board names",
)
def turns_clickable(h: Harness, game: AnyGame) -> None:
    """One or two clicks on the last cell that a legal turn names complete it."""
    names = _names(h, game)
    for turn in h.some(islice(game.iter_moves(), LISTED), 60):
        before, at = _last_part(game, turn, names)
        if at is not None:
            h.looked = True
            once = game.handle_click(before, *at).move
            texts = [once, game.handle_click(once, *at).move]
            made = turn in (_canonical(game, text) for text in texts)
            h.need(made, f"clicks at {at} make {texts} of {before!r}, but not {turn!r}")


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
def text_read_once(h: Harness, game: AnyGame) -> None:
    """Click, preview, picture, validation and move together read a text at most twice."""
    names = _names(h, game)
    for turn in h.legal(game, 4):
        before, at = _last_part(game, turn, names)
        twin = h.game()
        read: list[str] = []
        with counted(h.rules, "interpret", read.append):
            text = twin.handle_click(before, *at).move if at else turn
            if twin.validate_move(text).can_render:
                twin.move(text, partial=True)
                twin.render()
                twin.sidebar_scores()
                twin.titles() if at else None
            if twin.validate_move(text).complete >= 0:
                twin.move(text)
        for text, times in Counter(read).items():
            h.need(times <= 2, f"to click and make {turn!r}, {text!r} is read {times} times")


@check(
    "Playing: handleClick — a turn can be made by clicks",
    "Give every part of a turn a click or a button that adds it.",
)
def clicks_play_games(h: Harness, setup: Setup) -> None:
    """Games can be played by clicks and buttons alone."""
    game, rng = h.fresh(), random.Random(h.seed)
    for _ in range(min(h.plies, 8)):
        turn = _clicked_turn(game, rng)
        if (
            not h.need(turn is not None, "no legal turn could be clicked together")
            or not h.accepts(f"the turn {turn!r}, made by clicks, is refused", game.move, turn)
            or game.gameover
        ):
            break
        h.here = Station(setup, h.seed, (*h.here.moves, str(game.lastmove)))


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
    "Playing: handleClick — returns the whole new text",
    "Give every legal turn a way to click it.",
    unless="there is more to click than can be tried",
)
def clicks_reach_all(h: Harness, game: AnyGame) -> None:
    """Trying every click reaches every legal turn."""
    turns = set(game.iter_moves()) if h.listable else set()
    spots = places(game.render())
    if 0 < len(turns) <= 500 and len(spots) <= 150:
        reached, closed = _all_clicked(game, spots, 8000)
        if closed:
            h.looked = True
            missing = sorted(turns - reached)
            h.need(not missing, f"no clicks lead to {shown(missing[:5])}")


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
