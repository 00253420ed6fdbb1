"""Checks of the end of the game: by play, and by word."""

import random
from typing import Any

from abstractplay_hex.errors import ArgumentError, GameOverError
from abstractplay_hex.plies.results import ending
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import AnyGame, Harness, shown, snapshot

_HINT = "Leave endings by word to the base class."


def _ended(h: Harness, game: AnyGame, word: str, kind: str, winners: list[int]) -> None:
    """Check what holds after any ending by word."""
    h.need(game.gameover, f"gameover is not set after {word}")
    h.same(game.winner, winners, f"winner after {word}")
    h.same(game.lastmove, word, f"lastmove after {word}")
    types = [r.type for r in game.results]
    h.same(types, [kind, "eog", "winners"], f"types of the results after {word}")
    h.need(
        tuple(game.results[1:]) == ending(*winners), f"the results after {word} name other winners"
    )


def _end(h: Harness, word: str, kind: str) -> None:
    for station in h.stations():
        seats = range(1, h.game(station).numplayers + 1)
        by_player = word in ("resign", "timeout")
        for player in seats if by_player else (0,):
            game = h.game(station)
            mover, position = game.currplayer, game.position()
            call = getattr(game, word)
            returned = call(player) if by_player else call()
            h.need(returned is game, f"{word}() does not return the game itself")
            if by_player:
                winners = [n for n in seats if n != player]
                h.same(
                    getattr(game.results[0], "player", None),
                    player,
                    f"the player in the result of {word}",
                )
            else:
                winners = list(seats) if word == "draw" else []
            _ended(h, game, word, kind, winners)
            h.same(game.currplayer, mover, f"currplayer after {word}, which stays")
            h.same(game.position(), position, f"position() after {word}")
            h.same(len(game.stack), len(station.moves) + 2, f"plies after {word}")


@check("resign-ends", contract="resign(n) — winner: the other; currplayer stays", hint=_HINT)
def resign_ends(h: Harness) -> None:
    """Resigning pushes a ply that ends the game; the others win."""
    _end(h, "resign", "resigned")


@check("timeout-ends", contract="timeout(n) — winner: the other; currplayer stays", hint=_HINT)
def timeout_ends(h: Harness) -> None:
    """Running out of time pushes a ply that ends the game; the others win."""
    _end(h, "timeout", "timeout")


@check("draw-ends", contract="draw() — winner: both; currplayer stays", hint=_HINT)
def draw_ends(h: Harness) -> None:
    """Agreeing a draw pushes a ply that ends the game; all win."""
    _end(h, "draw", "drawagreed")


@check("abandoned-ends", contract="abandoned() — winner: none; currplayer stays", hint=_HINT)
def abandoned_ends(h: Harness) -> None:
    """Abandoning pushes a ply that ends the game; nobody wins."""
    _end(h, "abandoned", "gameabandoned")


@check(
    "no-further-ending",
    contract="resign(n), timeout(n), draw(), abandoned() — only while the game goes on",
    hint="Raise GameOverError and change nothing; leave endings to the base class.",
    of_errors=True,
)
def no_further_ending(h: Harness) -> None:
    """A game that is over cannot be ended once more."""
    for _, game in h.ended():
        before = snapshot(game)
        calls: list[tuple[str, Any]] = [
            ("resign(1)", lambda g=game: g.resign(1)),
            ("timeout(2)", lambda g=game: g.timeout(2)),
            ("draw()", game.draw),
            ("abandoned()", game.abandoned),
        ]
        for what, call in calls:
            h.refuses(GameOverError, f"{what} after the end", call)
        h.need(snapshot(game) == before, "an ending after the end changed the game")


@check(
    "players-in-range",
    contract="Life: players are 1-based",
    hint="Raise ArgumentError for players there are not and change nothing.",
    of_errors=True,
)
def players_in_range(h: Harness) -> None:
    """Players that there are not cannot resign or run out of time."""
    for station in h.stations(few=True):
        game = h.game(station)
        before = snapshot(game)
        wrong: list[Any] = [0, -1, game.numplayers + 1, 10**30, None, "1", True, 1.0, [1]]
        for player in wrong:
            h.refuses(ArgumentError, f"resign({shown(player)})", game.resign, player)
            h.refuses(ArgumentError, f"timeout({shown(player)})", game.timeout, player)
        h.need(snapshot(game) == before, "a refused ending changed the game")


@check(
    "ends-by-play",
    contract="Life: gameover, winner; Showing: resultsHistory()",
    hint="End the results of the turn that ends the game, and of no other, with ending(*winners).",
)
def ends_by_play(h: Harness) -> None:
    """A turn that ends the game says so by eog and winners, and only then the game is over."""
    played_out = False
    for variants in h.variants:
        for seed in range(h.games):
            game, moves = to_the_end(h, variants, h.seed + seed)
            h.here = Station(variants, h.seed + seed, tuple(moves))
            h.need(
                game.gameover or len(moves) == MOST_PLIES,
                "the player to move has no turn to make, but the game is not over",
            )
            for i, ply in enumerate(game.stack):
                types = [r.type for r in ply.results]
                last = i == len(game.stack) - 1
                if ply.gameover:
                    played_out = True
                    h.need(last, f"ply {i} is over, but others follow")
                    h.same(
                        types[-2:],
                        ["eog", "winners"],
                        f"the last results of ply {i}, which ends the game",
                    )
                    good = list(ply.winner) == sorted(set(ply.winner)) and all(
                        1 <= n <= game.numplayers for n in ply.winner
                    )
                    h.need(good, f"winners are {shown(ply.winner)}")
                    h.same(game.winner, list(ply.winner), "winner")
                else:
                    h.same(list(ply.winner), [], f"winner at ply {i}, which is not over")
                    h.need(
                        not {"eog", "winners"} & set(types),
                        f"ply {i} has results of an end, but is not over",
                    )
                h.need(types.count("eog") <= 1, f"ply {i} has eog more than once")
            if game.gameover:
                h.same(
                    h.load(game.serialize()).winner, game.winner, "winner of the loaded game"
                )
    if not played_out:
        h.not_applicable("no random game came to its end")


MOST_PLIES = 100


def to_the_end(h: Harness, variants: tuple[str, ...], seed: int) -> tuple[AnyGame, list[str]]:
    """Play a random game to its end, or :data:`MOST_PLIES`; return it with its moves."""
    rng = random.Random(seed)
    game = h.fresh(variants)
    moves: list[str] = []
    while len(moves) < MOST_PLIES and not game.gameover:
        text = game.random_move(rng)
        if text is None:
            break
        game.move(text)
        moves.append(text)
    return game, moves
