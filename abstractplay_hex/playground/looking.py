"""What players see of a game: as it stands, at any ply, and with a turn in progress."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from attrs import asdict, frozen

from abstractplay_hex import Game, HexError
from abstractplay_hex.guiding import missing
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.playground.clocks import Clocks, control_dict
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.seats import WATCH
from abstractplay_hex.playground.storage import Head

LONGEST_LINE: Final = 100
"""How many moves a line off the game may have."""
DRAW: Final = "draw"
UNDO: Final = "undo"

AnyGame = Game[Any, Any]


@frozen
class Opened:
    """A game as it is stored; do not change the object."""

    head: Head
    game: AnyGame


def may_be_reviewed(opened: Opened) -> bool:
    """Say whether nobody can play on, so that a review helps nobody to win."""
    return opened.game.gameover or opened.head.keys.keys() <= {WATCH}


def may_have_hints(opened: Opened, held: frozenset[int]) -> bool:
    """Say whether a hint helps nobody against somebody else: all who play are computers, or who asks."""
    people = {*range(1, opened.game.numplayers + 1)} - opened.head.computers.levels.keys()
    return may_be_reviewed(opened) or people <= held


def names_of(head: Head) -> list[str]:
    """Return the names of the players; a computer without one is called by its level, in the language in force."""
    levels = head.computers.levels
    return [
        name or (say("page.computer.name", level=levels[seat]) if seat in levels else "")
        for seat, name in enumerate(head.names, 1)
    ]


def undone_by(game: AnyGame, seat: int) -> int:
    """Return how many plies are undone if *seat* takes back its last move; 0 if it has made none."""
    movers = [ply.currplayer for ply in game.stack[:-1]]
    return next((n for n, mover in enumerate(reversed(movers), 1) if mover == seat), 0)


def summary(opened: Opened) -> dict[str, Any]:
    """Return what every player must know about a game as it stands."""
    game, head = opened.game, opened.head
    return {
        "id": head.ident,
        "revision": head.revision,
        "ply": head.ply,
        "currplayer": game.currplayer,
        "gameover": game.gameover,
        "winner": game.winner,
        "lastmove": game.lastmove,
        "position": game.position(),
        "draw_by": next(iter(head.offers.get(DRAW, ())), None),
        "undo_by": next(iter(head.offers.get(UNDO, ())), None),
        "offers": {kind: list(agreed) for kind, agreed in head.offers.items()},
        "rematch": head.rematch,
    }


def view(
    opened: Opened, held: frozenset[int], most_plies: int, now: Callable[[], int]
) -> dict[str, Any]:
    """Return all that a page shows beside the board, for someone who holds these seats.

    :param now: says which moment it is, see :mod:`.clocks`; asked only where clocks run.
    """
    game, head = opened.game, opened.head
    names = names_of(head)
    moves = [
        {"player": before.currplayer, "move": after.lastmove or ""}
        for before, after in zip(game.stack, game.stack[1:], strict=False)
    ]
    chat = game.chat_log(names)
    failed = head.computers.failed
    return {
        **summary(opened),
        "game": game.uid,
        "name": game.info.name,
        "variants": game.get_variants(),
        "variant_uids": game.variants,
        "reviewable": may_be_reviewed(opened),
        "hints": may_have_hints(opened, held),
        "names": names,
        "numplayers": game.numplayers,
        "most_plies": most_plies,
        "owner": head.owner in held,
        "computers": [
            {"seat": seat, "level": level} for seat, level in sorted(head.computers.levels.items())
        ],
        "failed": failed and {"code": failed, "message": say(failed)},
        "seats": sorted(held - {WATCH}),
        "moves": moves,
        "chat": [{"time": entry[0], "lines": entry[1:]} for entry in chat],
        "displays": game.alternative_displays(),
        "can_undo": [seat for seat in range(1, game.numplayers + 1) if undone_by(game, seat)],
        "lapsed": [{"kind": kind, **asdict(lapsed)} for kind, lapsed in head.lapsed.items()],
        "clock": None if head.clocks is None else clock_dict(head.clocks, now()),
    }


def clock_dict(clocks: Clocks, now: int) -> dict[str, Any]:
    """Return how the clocks stand at a moment."""
    return {
        "control": control_dict(clocks.control),
        "left": list(clocks.at(now)),
        "running": clocks.seat,
        "flagged": clocks.flagged,
        "now": now,
    }


def explored(opened: Opened, ply: int, line: Sequence[str] = ()) -> AnyGame:
    """Return a copy of the game at *ply*, continued with the moves of *line*."""
    last = opened.head.ply
    if not -1 <= ply <= last:
        raise Refusal(422, "host.ply", ply=ply, last=last)
    game = opened.game.clone()
    if ply not in (-1, last):
        game.undo(last - ply)
    for number, move in enumerate(line, 1):
        try:
            game.move(move)
        except HexError as error:
            reason = error.message
            raise Refusal(422, "host.line-move", number=number, reason=reason) from None
    return game


def consider(game: AnyGame, text: str, click: tuple[int, int, str] | None = None) -> dict[str, Any]:
    """Validate a turn's text, or extend it by a click, and show it on *game* (a copy) as far as it goes.

    *click* is row, column and piece, as :meth:`Game.handle_click` takes them. One that means nothing
    leaves the text unchanged; ``refused`` then says why. ``ruling`` is the id of the ruling that what is
    said comes from, on the page that teaches the game. ``missing`` says what is missing of a text that is
    not valid as it stands, if it can still become a turn's.
    """
    refused = None
    teaching = game.rules.teaching()
    if click is not None:
        answer = game.handle_click(text, *click)
        if answer.valid:
            text = answer.move
        else:
            refused = {"code": answer.code, "message": answer.message}
    judged = game.validate_move(text)
    if text.strip() and judged.can_render:
        game.move(text, partial=True)
    beginning = None if judged.valid or refused else missing(game, text)
    code = refused["code"] if refused else judged.code
    ruling = None if teaching is None else teaching.ruling_of(code)
    return {
        "text": text,
        **asdict(judged),
        "refused": refused,
        "ruling": None if beginning else ruling,
        "missing": beginning,
    }


def around(game: AnyGame) -> dict[str, Any]:
    """Return what is shown beside the board at the ply looked at."""
    return {
        "currplayer": game.currplayer,
        "gameover": game.gameover,
        "winner": game.winner,
        "lastmove": game.lastmove,
        "scores": game.sidebar_scores(),
        "statuses": game.sidebar_statuses(),
        "buttons": game.buttons(),
    }
