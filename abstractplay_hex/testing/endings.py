"""Checks of the end of the game: by play, and by word."""

from abstractplay_hex.errors import ArgumentError, GameOverError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import ending
from abstractplay_hex.testing.harness import Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, shown
from abstractplay_hex.testing.odd import NO_NUMBERS


def _end(h: Harness, begun: AnyGame, word: str) -> None:
    """Check what holds after an ending by word, of each seat that can end the game so."""
    mover, position, plies = begun.currplayer, begun.position(), len(begun.stack)
    seats = range(1, begun.numplayers + 1)
    for player in seats if ENDINGS[word].of_player else (None,):
        game = h.game()
        players = () if player is None else (player,)
        same = getattr(game, word)(*players) is game
        h.need(same, f"{word}() does not return the game")
        winners = [] if word == "abandoned" else [n for n in seats if n != player]
        h.need(game.gameover, f"gameover is not set after {word}")
        h.same(game.winner, winners, f"winner after {word}")
        h.same(game.lastmove, word, f"lastmove after {word}")
        first, *rest = game.results
        h.same(type(first), ENDINGS[word].result, f"the first result after {word}")
        named = getattr(first, "player", None)
        h.same(named, player, f"the player in the result of {word}")
        expected = ending(*winners)
        told = f"the results after {word} do not end with {shown(expected)}"
        h.need(tuple(rest) == expected, told)
        h.same(game.currplayer, mover, f"currplayer after {word}, which stays")
        h.same(game.position(), position, f"position() after {word}")
        h.same(len(game.stack), plies + 1, f"plies after {word}")


@check("resign(n) — winner: the others together; currplayer stays")
def resign_ends(h: Harness, game: AnyGame) -> None:
    """When any seat resigns, a ply ends the game and the others win together."""
    _end(h, game, "resign")


@check("timeout(n) — winner: the others together; currplayer stays")
def timeout_ends(h: Harness, game: AnyGame) -> None:
    """When any seat runs out of time, a ply ends the game and the others win together."""
    _end(h, game, "timeout")


@check("draw() — winner: both; currplayer stays")
def draw_ends(h: Harness, game: AnyGame) -> None:
    """When the players agree a draw, a ply ends the game and all win."""
    _end(h, game, "draw")


@check("abandoned() — winner: none; currplayer stays")
def abandoned_ends(h: Harness, game: AnyGame) -> None:
    """When a game is abandoned, a ply ends it and nobody wins."""
    _end(h, game, "abandoned")


@check("resign(n), timeout(n), draw(), abandoned() — only while the game goes on", of_errors=True)
def no_further_ending(h: Harness, over: AnyGame) -> None:
    """A game that is over cannot be ended again."""
    with h.unchanged(over, "an ending after the end"):
        for word, one in ENDINGS.items():
            players = (over.numplayers,) if one.of_player else ()
            end = getattr(over, word)
            h.refuses(GameOverError, f"{word}{players} after the end", end, *players)


@check("Life: players are 1-based", of_errors=True, few=True)
def players_in_range(h: Harness, game: AnyGame) -> None:
    """Players who are not in the game can neither resign nor run out of time."""
    with h.unchanged(game, "a refused ending"):
        for player in (0, -1, game.numplayers + 1, *NO_NUMBERS):
            h.refuses(ArgumentError, f"resign({shown(player)})", game.resign, player)
            h.refuses(ArgumentError, f"timeout({shown(player)})", game.timeout, player)


@check(
    "Life: gameover, winner; Showing: resultsHistory()",
    "End the results of the turn that ends the game, and of no other, with ending(*winners).",
    unless="no random game came to its end",
)
def ends_by_play(h: Harness, long: Playthrough) -> None:
    """A turn that ends the game says so by eog and winners, and only then is the game over."""
    h.need(not long.stuck, "the player to move has no turn, but the game is not over")
    game = h.game()
    last = len(game.stack) - 1
    for i, ply in enumerate(game.stack):
        types = [r.type for r in ply.results]
        if ply.gameover:
            h.looked = True
            h.need(i == last, f"ply {i} is over, but others follow")
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
