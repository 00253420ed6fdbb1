"""Checks of 1 to 6 seats: every number is played, every seat has its turn and its entries."""

from itertools import product

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Eliminated
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.history_checks import NAMES, results_of
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import shown


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
    for value in (*(n for n in range(-1, 8) if n not in counts), "2", True, 2.0, [2]):
        what = f"a game of {shown(value)}"
        h.refuses(ArgumentError, what, h.kind, h.setups[0].variants, seats=value)


@check(
    "Life: currplayer — the player to move",
    "Let each turn hand over to the next seat. If one player plays alone, waive this check.",
    waivable=True,
)
def every_seat_moves(h: Harness, setup: Setup) -> None:
    """Every seat is to move at some point of a long enough game."""
    seats = setup.seats or 1
    played = [h.played_out(setup, n) for n in range(h.games)]
    longest = max(played, key=lambda p: len(p.moves))
    stacks = [h.game(one).stack for one in played]
    seen = {ply.currplayer for stack in stacks for ply in stack if not ply.gameover}
    h.here = longest
    idle = sorted(set(range(1, seats + 1)) - seen)
    enough = len(longest.moves) >= 3 * seats
    h.need(not idle or not enough, f"in {len(played)} games seat {shown(idle)} never moves")


@check(
    "Life: currplayer — an eliminated seat is skipped",
    "Let to_move pass over seats that are out of the game or have no turn.",
    unless="the game is for one or two",
)
def seats_without_turns_skipped(h: Harness, setup: Setup) -> None:
    """While a game of three or more goes on, the seat to move is not eliminated, and has a turn."""
    for n in range(3 * h.games if (setup.seats or 1) > 2 else 0):
        h.looked = True
        played = h.played_out(setup, n)
        out: set[str] = set()
        for i, ply in enumerate(h.game().stack):
            h.here = played.at(i)
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
def entry_for_each_seat(h: Harness, setup: Setup) -> None:
    """Each seat has its score, its place in the record, and its name in the chat."""
    seats = setup.seats or 1
    names = NAMES[:seats]
    words = [word for word, ending in ENDINGS.items() if ending.of_player]
    for seat, word in product(range(1, seats + 1), words):
        game = h.fresh()
        getattr(game, word)(seat)
        said = " ".join(game.chat_log(names)[-1][1:])
        h.need(names[seat - 1] in said, f"the chat does not name seat {seat} after {word}")
        others = [n for n in range(1, seats + 1) if n != seat]
        h.same(game.winner, others, f"winners when seat {seat} ends it by {word}")
        results_of(h, game, word)
    for entry in h.fresh().sidebar_scores():
        h.same(len(entry["scores"]), seats, f"scores of {entry['name']!r} in the sidebar")
