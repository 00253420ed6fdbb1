"""Checks of the end of the game: by play, and by word."""

from typing import Any

from abstractplay_hex.errors import ArgumentError, GameOverError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import ending
from abstractplay_hex.testing.harness import IN_GAME, AnyGame, Harness, shown
from abstractplay_hex.testing.kit import check


def _ended(h: Harness, game: AnyGame, word: str, winners: list[int]) -> None:
    """Check what holds after any ending by word."""
    h.need(game.gameover, f"gameover is not set after {word}")
    h.same(game.winner, winners, f"winner after {word}")
    h.same(game.lastmove, word, f"lastmove after {word}")
    h.same(type(game.results[0]), ENDINGS[word].result, f"the first result after {word}")
    named = tuple(game.results[1:]) == ending(*winners)
    h.need(named, f"the results after {word} do not end with {shown(ending(*winners))}")


def _end(h: Harness, word: str) -> None:
    of_player = ENDINGS[word].of_player
    for station in h.stations():
        seats = range(1, h.game().numplayers + 1)
        for player in seats if of_player else (0,):
            game = h.game()
            mover, position = game.currplayer, game.position()
            call = getattr(game, word)
            h.need(
                (call(player) if of_player else call()) is game,
                f"{word}() does not return the game",
            )
            winners = [] if word == "abandoned" else [n for n in seats if n != player]
            if of_player:
                named = getattr(game.results[0], "player", None)
                h.same(named, player, f"the player in the result of {word}")
            _ended(h, game, word, winners)
            h.same(game.currplayer, mover, f"currplayer after {word}, which stays")
            h.same(game.position(), position, f"position() after {word}")
            h.same(len(game.stack), len(station.moves) + 2, f"plies after {word}")


@check("resign(n) — winner: the others together; currplayer stays", IN_GAME)
def resign_ends(h: Harness) -> None:
    """When any seat resigns, a ply ends the game and the others win together."""
    _end(h, "resign")


@check("timeout(n) — winner: the others together; currplayer stays", IN_GAME)
def timeout_ends(h: Harness) -> None:
    """When any seat runs out of time, a ply ends the game and the others win together."""
    _end(h, "timeout")


@check("draw() — winner: both; currplayer stays", IN_GAME)
def draw_ends(h: Harness) -> None:
    """When the players agree a draw, a ply ends the game and all win."""
    _end(h, "draw")


@check("abandoned() — winner: none; currplayer stays", IN_GAME)
def abandoned_ends(h: Harness) -> None:
    """When a game is abandoned, a ply ends it and nobody wins."""
    _end(h, "abandoned")


@check(
    "resign(n), timeout(n), draw(), abandoned() — only while the game goes on",
    IN_GAME,
    of_errors=True,
)
def no_further_ending(h: Harness) -> None:
    """A game that is over cannot be ended again."""
    for _, game in h.ended():
        with h.unchanged(game, "an ending after the end"):
            for word, one in ENDINGS.items():
                players = (game.numplayers,) if one.of_player else ()
                call = getattr(game, word)
                h.refuses(GameOverError, f"{word}{players} after the end", call, *players)


@check("Life: players are 1-based", IN_GAME, of_errors=True)
def players_in_range(h: Harness) -> None:
    """Players who are not in the game can neither resign nor run out of time."""
    for game in h.under_way(few=True):
        wrong: list[Any] = [0, -1, game.numplayers + 1, 10**30, None, "1", True, 1.0, [1]]
        with h.unchanged(game, "a refused ending"):
            for player in wrong:
                h.refuses(ArgumentError, f"resign({shown(player)})", game.resign, player)
                h.refuses(ArgumentError, f"timeout({shown(player)})", game.timeout, player)


@check(
    "Life: gameover, winner; Showing: resultsHistory()",
    "End the results of the turn that ends the game, and of no other, with ending(*winners).",
)
def ends_by_play(h: Harness) -> None:
    """A turn that ends the game says so by eog and winners, and only then is the game over."""
    played_out = False
    for setup in h.setups:
        for n in range(h.games):
            played = h.played_out(setup, h.seed + n)
            game = h.game()
            h.need(not played.stuck, "the player to move has no turn, but the game is not over")
            for i, ply in enumerate(game.stack):
                types = [r.type for r in ply.results]
                if ply.gameover:
                    played_out = True
                    h.need(i == len(game.stack) - 1, f"ply {i} is over, but others follow")
                    what = f"the last results of ply {i}, which ends the game"
                    h.same(types[-2:], ["eog", "winners"], what)
                    seats = [n for n in range(1, game.numplayers + 1) if n in ply.winner]
                    h.need(list(ply.winner) == seats, f"winners are {shown(ply.winner)}")
                    h.same(game.winner, list(ply.winner), "winner")
                else:
                    ends = {"eog", "winners"} & set(types)
                    h.need(not ends, f"ply {i} has results of an end, but is not over")
                h.need(types.count("eog") <= 1, f"ply {i} has eog more than once")
            if game.gameover:
                h.same(h.load(game.serialize()).winner, game.winner, "winner of the loaded game")
    if not played_out:
        h.not_applicable("no random game came to its end")
