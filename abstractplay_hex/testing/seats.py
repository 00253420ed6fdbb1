"""Checks of 1 to 6 seats: every number is played, every seat has its turn and its entries."""

from typing import Any

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Eliminated
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.harness import Harness, Station, shown
from abstractplay_hex.testing.history_checks import NAMES
from abstractplay_hex.testing.kit import check


@check(
    "Life: numplayers — a game for each number in playercounts, and for no other",
    "List in playercounts how many can play; let initial and seats_at follow setup.seats.",
    of_errors=True,
)
def seats_as_asked(h: Harness) -> None:
    """A game begins for each number in playercounts, and for no other."""
    counts = h.info.playercounts
    for seats in counts:
        setups = [setup for setup in h.setups if setup.seats == seats]
        if not h.need(setups, f"no game of {seats} can begin, though playercounts has {seats}"):
            continue
        game = h.fresh(setups[0])
        h.same(game.state()["numplayers"], seats, "numplayers of the saved game")
        h.same(h.load(game.serialize()).numplayers, seats, "numplayers of the loaded game")
    wrong: list[Any] = [n for n in range(-1, 8) if n not in counts]
    for value in [*wrong, "2", True, 2.0, [2]]:
        what = f"a game of {shown(value)}"
        h.refuses(ArgumentError, what, h.kind, h.setups[0].variants, seats=value)


@check(
    "Life: currplayer — the player to move",
    "Let each turn hand over to the next seat. If one player plays alone, waive this check.",
    waivable=True,
)
def every_seat_moves(h: Harness) -> None:
    """Every seat is to move at some point of a long enough game."""
    for setup in h.setups:
        seats = setup.seats or 1
        played = [h.played_out(setup, h.seed + n) for n in range(h.games)]
        longest = max(played, key=lambda p: len(p.moves))
        seen = {
            ply.currplayer
            for one in played
            for ply in h.game(one.station).stack
            if not ply.gameover
        }
        h.here = longest.station
        idle = sorted(set(range(1, seats + 1)) - seen)
        enough = len(longest.moves) >= 3 * seats
        h.need(not idle or not enough, f"in {len(played)} games seat {shown(idle)} never moves")


@check(
    "Life: currplayer — an eliminated seat is skipped",
    "Let to_move pass over seats that are out of the game or have no turn.",
)
def seats_without_turns_skipped(h: Harness) -> None:
    """While a game of three or more goes on, the seat to move is not eliminated, and has a turn."""
    setups = [setup for setup in h.setups if (setup.seats or 1) > 2]
    if not setups:
        h.not_applicable("the game is for one or two")
    for setup in setups:
        for n in range(3 * h.games):
            played = h.played_out(setup, h.seed + n)
            out: set[str] = set()
            for i, ply in enumerate(h.game(played.station).stack):
                h.here = Station(setup, played.seed, played.moves[:i])
                out |= {result.who for result in ply.results if isinstance(result, Eliminated)}
                if not ply.gameover:
                    seat = ply.currplayer
                    h.need(str(seat) not in out, f"seat {seat} is to move, but was eliminated")
                    turn = next(iter(h.rules.legal_turns(ply.position)), None)
                    h.need(turn is not None, f"seat {seat} is to move, but has no turn")


@check(
    "Showing: chatLog, genRecord, sidebarScores — each player is in it",
    "Return a score for each seat; name players in chat by the name given.",
)
def entry_for_each_seat(h: Harness) -> None:
    """Each seat has its score, its place in the record, and its name in the chat."""
    for setup in _one_each(h):
        seats = setup.seats or 1
        for seat in range(1, seats + 1):
            for word in [w for w, ending in ENDINGS.items() if ending.of_player]:
                game = h.fresh(setup)
                getattr(game, word)(seat)
                names = NAMES[:seats]
                said = " ".join(game.chat_log(names)[-1][1:])
                h.need(names[seat - 1] in said, f"the chat does not name seat {seat} after {word}")
                others = [n for n in range(1, seats + 1) if n != seat]
                h.same(game.winner, others, f"winners when seat {seat} ends it by {word}")
                players = game.record(names)["header"]["players"]
                h.same([p["name"] for p in players], names, "players of the record")
                results = [p.get("result") for p in players]
                h.same(results, [int(n in others) for n in range(1, seats + 1)], "their results")
        for entry in game.sidebar_scores():
            h.same(len(entry["scores"]), seats, f"scores of {entry['name']!r} in the sidebar")


def _one_each(h: Harness) -> list[Setup]:
    """Return one setup for each number of seats."""
    return list({setup.seats: setup for setup in reversed(h.setups)}.values())
