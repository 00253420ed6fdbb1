"""Checks of the end of the game: by play, and by word."""

import random
from typing import Any

from abstractplay_hex.errors import ArgumentError, GameOverError
from abstractplay_hex.plies.results import ending
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.lab import AnyGame, Lab, shown, snapshot

_MEND = "Leave endings by word to the base class."


def _ended(lab: Lab, game: AnyGame, word: str, kind: str, winners: list[int]) -> None:
    """Check what holds after any ending by word."""
    lab.need(game.gameover, f"gameover is not set after {word}")
    lab.same(game.winner, winners, f"winner after {word}")
    lab.same(game.lastmove, word, f"lastmove after {word}")
    types = [r.type for r in game.results]
    lab.same(types, [kind, "eog", "winners"], f"types of the results after {word}")
    lab.need(
        tuple(game.results[1:]) == ending(*winners), f"the results after {word} name other winners"
    )


def _end(lab: Lab, word: str, kind: str) -> None:
    for station in lab.stations():
        seats = range(1, lab.game(station).numplayers + 1)
        by_player = word in ("resign", "timeout")
        for player in seats if by_player else (0,):
            game = lab.game(station)
            mover, position = game.currplayer, game.position()
            call = getattr(game, word)
            returned = call(player) if by_player else call()
            lab.need(returned is game, f"{word}() does not return the game itself")
            if by_player:
                winners = [n for n in seats if n != player]
                lab.same(
                    getattr(game.results[0], "player", None),
                    player,
                    f"the player in the result of {word}",
                )
            else:
                winners = list(seats) if word == "draw" else []
            _ended(lab, game, word, kind, winners)
            lab.same(game.currplayer, mover, f"currplayer after {word}, which stays")
            lab.same(game.position(), position, f"position() after {word}")
            lab.same(len(game.stack), len(station.moves) + 2, f"plies after {word}")


@check("resign-ends", contract="resign(n) — winner: the other; currplayer stays", mend=_MEND)
def resign_ends(lab: Lab) -> None:
    """Resigning pushes a ply that ends the game; the others win."""
    _end(lab, "resign", "resigned")


@check("timeout-ends", contract="timeout(n) — winner: the other; currplayer stays", mend=_MEND)
def timeout_ends(lab: Lab) -> None:
    """Running out of time pushes a ply that ends the game; the others win."""
    _end(lab, "timeout", "timeout")


@check("draw-ends", contract="draw() — winner: both; currplayer stays", mend=_MEND)
def draw_ends(lab: Lab) -> None:
    """Agreeing a draw pushes a ply that ends the game; all win."""
    _end(lab, "draw", "drawagreed")


@check("abandoned-ends", contract="abandoned() — winner: none; currplayer stays", mend=_MEND)
def abandoned_ends(lab: Lab) -> None:
    """Abandoning pushes a ply that ends the game; nobody wins."""
    _end(lab, "abandoned", "gameabandoned")


@check(
    "no-further-ending",
    contract="resign(n), timeout(n), draw(), abandoned() — only while the game goes on",
    mend="Raise GameOverError and change nothing; leave endings to the base class.",
    of_errors=True,
)
def no_further_ending(lab: Lab) -> None:
    """A game that is over cannot be ended once more."""
    for _, game in lab.ended():
        before = snapshot(game)
        calls: list[tuple[str, Any]] = [
            ("resign(1)", lambda g=game: g.resign(1)),
            ("timeout(2)", lambda g=game: g.timeout(2)),
            ("draw()", game.draw),
            ("abandoned()", game.abandoned),
        ]
        for what, call in calls:
            lab.refuses(GameOverError, f"{what} after the end", call)
        lab.need(snapshot(game) == before, "an ending after the end changed the game")


@check(
    "players-in-range",
    contract="Life: players are 1-based",
    mend="Raise ArgumentError for players there are not and change nothing.",
    of_errors=True,
)
def players_in_range(lab: Lab) -> None:
    """Players that there are not cannot resign or run out of time."""
    for station in lab.stations(few=True):
        game = lab.game(station)
        before = snapshot(game)
        wrong: list[Any] = [0, -1, game.numplayers + 1, 10**30, None, "1", True, 1.0, [1]]
        for player in wrong:
            lab.refuses(ArgumentError, f"resign({shown(player)})", game.resign, player)
            lab.refuses(ArgumentError, f"timeout({shown(player)})", game.timeout, player)
        lab.need(snapshot(game) == before, "a refused ending changed the game")


@check(
    "ends-by-play",
    contract="Life: gameover, winner; Showing: resultsHistory()",
    mend="End the results of the turn that ends the game, and of no other, with ending(*winners).",
)
def ends_by_play(lab: Lab) -> None:
    """A turn that ends the game says so by eog and winners, and only then the game is over."""
    played_out = False
    for variants in lab.variants:
        for seed in range(lab.games):
            game, moves = to_the_end(lab, variants, lab.seed + seed)
            lab.here = type(lab.here)(variants, lab.seed + seed, tuple(moves))
            lab.need(
                game.gameover or len(moves) == MOST_PLIES,
                "the player to move has no turn to make, but the game is not over",
            )
            for i, ply in enumerate(game.stack):
                types = [r.type for r in ply.results]
                last = i == len(game.stack) - 1
                if ply.gameover:
                    played_out = True
                    lab.need(last, f"ply {i} is over, but others follow")
                    lab.same(
                        types[-2:],
                        ["eog", "winners"],
                        f"the last results of ply {i}, which ends the game",
                    )
                    good = list(ply.winner) == sorted(set(ply.winner)) and all(
                        1 <= n <= game.numplayers for n in ply.winner
                    )
                    lab.need(good, f"winners are {shown(ply.winner)}")
                    lab.same(game.winner, list(ply.winner), "winner")
                else:
                    lab.same(list(ply.winner), [], f"winner at ply {i}, which is not over")
                    lab.need(
                        not {"eog", "winners"} & set(types),
                        f"ply {i} has results of an end, but is not over",
                    )
                lab.need(types.count("eog") <= 1, f"ply {i} has eog more than once")
            if game.gameover:
                lab.same(
                    lab.load(game.serialize()).winner, game.winner, "winner of the loaded game"
                )
    if not played_out:
        lab.not_applicable("no random game came to its end")


MOST_PLIES = 100


def to_the_end(lab: Lab, variants: tuple[str, ...], seed: int) -> tuple[AnyGame, list[str]]:
    """Play a random game to its end, or :data:`MOST_PLIES`; return it with its moves."""
    rng = random.Random(seed)
    game = lab.fresh(variants)
    moves: list[str] = []
    while len(moves) < MOST_PLIES and not game.gameover:
        text = game.random_move(rng)
        if text is None:
            break
        game.move(text)
        moves.append(text)
    return game, moves
