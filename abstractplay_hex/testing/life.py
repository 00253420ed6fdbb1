"""Checks of a game object's life: plies, looking back, undo, clones, what is shared."""

import random
from copy import copy
from typing import Any, Final

from abstractplay_hex.errors import ArgumentError, MoveError
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.harness import Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, ask, plain, shown, snapshot, spoil
from abstractplay_hex.testing.odd import NO_NUMBERS

PLY: Final = (
    "ply",
    "position",
    "currplayer",
    "gameover",
    "winner",
    "lastmove",
    "results",
    "render",
)
BESIDE: Final = ("sidebar_scores", "sidebar_statuses", "buttons")
"""What a host sees of a ply, and beside the board."""
HISTORIES: Final = ("chat_log", "move_history", "move_history_with_sequence", "results_history")
GIVEN_OUT: Final = ("results", "winner", "variants", "get_variants", *BESIDE, *HISTORIES)
"""Lists that a game gives out."""


def present(h: Harness, game: AnyGame) -> dict[str, Any]:
    """Return what must be as it was when a ply is looked at again."""
    seen = {name: ask(game, name) for name in (*PLY, *BESIDE)}
    scores = [game.player_score(n + 1) for n in range(game.numplayers)]
    return {**seen, "player_score()": scores, "turns": h.legal(game, 20)}


def is_seat(game: AnyGame, seat: Any) -> bool:
    """Whether that is a seat of the game."""
    return type(seat) is int and 1 <= seat <= game.numplayers


@check(
    "Life: GameFactory(uid) — a fresh game; players are 1-based",
    "Let initial return a position that is not over, with a seat of the game to move.",
)
def starts_fresh(h: Harness, setup: Setup) -> None:
    """A new game has one ply, without move, results, winner or end."""
    game = h.fresh()
    h.same(len(game.stack), 1, "plies of a new game")
    h.same((game.ply, game.lastmove, game.results), (0, None, []), "ply, lastmove, results")
    h.same((game.gameover, game.winner), (False, []), "gameover, winner of a new game")
    h.need(is_seat(game, game.currplayer), f"currplayer is {shown(game.currplayer)}")


@check(
    "Playing: randomMove(), move()",
    "Return a legal turn from random_turn, and let interpret accept its text.",
)
def plays_random_games(h: Harness, played: Playthrough) -> None:
    """Random games can be played, and each ply says what was done."""
    game = h.game()
    h.need(played.moves, "a new game has no turn to make")
    h.same(len(game.stack), len(played.moves) + 1, "plies after as many moves")
    h.same(tuple(p.lastmove for p in game.stack[1:]), played.moves, "lastmove of the plies")
    for ply in game.stack:
        h.need(is_seat(game, ply.currplayer), f"currplayer {shown(ply.currplayer)}")


@check("Life: stack — a full move pushes exactly one ply; move() works in place, returns self")
def one_ply_a_move(h: Harness, game: AnyGame) -> None:
    """A move pushes exactly one ply, in place, and returns the game."""
    plies, mover, turn = len(game.stack), game.currplayer, h.a_turn(game)
    h.need(game.move(turn) is game, "move() does not return the game itself")
    h.same(len(game.stack), plies + 1, "plies after one more move")
    h.same(game.ply, plies, "ply after one more move")
    h.same(game.stack[-2].currplayer, mover, "currplayer of the ply before")
    h.need(game.results, "results are empty after a move")


@check(
    "Life: load(idx) — everything, also gameover and winner, is as it was at that ply",
    "Keep nothing in the rules object: everything depends on the position alone.",
)
def load_any_ply(h: Harness, played: Playthrough) -> None:
    """Looking back at a ply shows everything as it was then."""
    game = h.fresh()
    then = [present(h, game), *(present(h, game.move(text)) for text in played.moves)]
    if not game.gameover:
        then.append(present(h, game.resign(1)))
    last = len(then) - 1
    for ply in (*sorted({0, min(1, last), last // 2, last}), -1):
        h.need(game.load(ply) is game, "load() does not return the game itself")
        found = present(h, game)
        for key, value in then[ply].items():
            h.same(found[key], value, f"{key} after load({ply})")


@check("Life: load(idx) — only plies that are there", of_errors=True, few=True)
def load_refuses(h: Harness, game: AnyGame) -> None:
    """A ply that does not exist cannot be looked at."""
    with h.unchanged(game, "a refused load()"):
        for ply in (len(game.stack), -2, *NO_NUMBERS):
            h.refuses(ArgumentError, f"load({shown(ply)})", game.load, ply)


@check("Life: undo(n) — takes plies back")
def undo_inverts_move(h: Harness, game: AnyGame) -> None:
    """Taking back plies gives exactly the game before."""
    station, plies = h.here, len(h.here.moves)
    for n in sorted({1, plies // 2, plies} - {0} if plies else ()):
        expected = snapshot(h.game(station.at(-n)))
        twin = h.game(station)
        h.need(twin.undo(n) is twin, "undo() does not return the game itself")
        h.need(snapshot(twin) == expected, f"undo({n}) does not give the game {n} plies before")
    for turn in station.moves[-1:]:
        again = h.game().undo().move(turn)
        h.same(again.position(), game.position(), "position() after undo and the same move")


@check("Life: undo(n) — an ending included", faults=(9,))
def undo_clears_ending(h: Harness, over: AnyGame) -> None:
    """After taking back the ply that ended it, the game goes on."""
    n, ended = len(over.stack), over.lastmove
    over.undo()
    h.need(not over.gameover, f"gameover is left set after undo() of {ended!r}")
    h.same(over.winner, [], f"winner after undo() of {ended!r}")
    h.same(len(over.stack), n - 1, "plies after undo()")
    turn = over.random_move(random.Random(1))
    if h.need(turn is not None, "there is no turn after undo() of the ending"):
        over.move(str(turn))


@check("Life: undo(n) — no more plies than have been played", of_errors=True, few=True)
def undo_refuses(h: Harness, game: AnyGame) -> None:
    """More plies than were played cannot be taken back."""
    with h.unchanged(game, "a refused undo()"):
        for n in (len(game.stack), 0, -1, *NO_NUMBERS):
            h.refuses(ArgumentError, f"undo({shown(n)})", game.undo, n)


@check(
    "Life: clone() — independent; sharing must never leak",
    "Freeze positions and turns; hand out no list or dict of theirs.",
    faults=(7,),
)
def clone_independent(h: Harness, game: AnyGame) -> None:
    """A clone and its game do not affect each other; copy.copy() is clone()."""
    for name, duplicate in (("clone()", game.clone), ("copy.copy()", lambda: copy(game))):
        before = snapshot(game)
        clone = duplicate()
        if not h.need(clone is not game, f"{name} returns the game itself"):
            continue
        h.need(type(clone) is type(game), f"{name} returns another class")
        h.need(snapshot(clone) == before, f"{name} gives another game")
        turn = h.a_turn(clone)
        clone.move(turn, partial=game.validate_move(turn).can_render)
        clone.move(turn)
        if not clone.gameover:
            clone.draw()
        clone.load(0)
        h.need(snapshot(game) == before, f"moves of what {name} gave show in the game")
        after = snapshot(clone.load())
        game.move(turn)
        game.undo()
        h.need(snapshot(clone) == after, f"moves of a game show in what {name} gave")


@check(
    "Life: clone() — a later move may not change an earlier ply",
    "Make positions and results immutable: frozen attrs classes, tuples, ints; no lists.",
    faults=(7,),
)
def plies_never_change(h: Harness, played: Playthrough) -> None:
    """A ply's saved form, hash and equality never change, whatever is played or looked at."""
    game = h.fresh()
    then, shots, hashes = [], [], []
    for text in (None, *played.moves):
        if text is not None:
            game.move(text)
        then.append(plain(game.state()["stack"][-1]))
        shots.append(plain(game.render()))
        hashes.append(hash(game.stack[-1]))
    for i, ply in enumerate(game.state()["stack"]):
        h.need(plain(ply) == then[i], f"ply {i} differs from when it was played")
    h.same([hash(ply) for ply in game.stack], hashes, "hashes of the plies")
    loaded = h.load(game.serialize())
    unseen = [hash(ply) for ply in loaded.stack]
    for i, (one, other) in enumerate(zip(loaded.stack, game.stack, strict=True)):
        h.need(one == other, f"loaded ply {i} is another")
    seen = [hash(ply) for ply in loaded.stack if ply.position is not None]
    h.need(seen == unseen, "the hash of a loaded ply changes when its position is looked at")
    for i in range(0, len(shots), 3):
        same = plain(game.load(i).render()) == shots[i]
        h.need(same, f"ply {i} is not drawn as when it was played")


@check(
    "Playing: moves() — fresh list; Life: results, winner",
    "Return a new list each time, or a tuple; never the object the rules themselves work with.",
    faults=(7,),
)
def fresh_lists(h: Harness, game: AnyGame) -> None:
    """Changing a list that a call returned does not change the game."""
    for name in (*GIVEN_OUT, *(["moves"] if h.listable else [])):
        before = repr(ask(game, name))
        spoil(ask(game, name))
        same = repr(ask(game, name)) == before
        h.need(same, f"changing what {name} gave changes what it gives next")


@check("Life: load(idx); a move goes on from the last ply only", faults=(14,))
def stale_move_refused(h: Harness, game: AnyGame) -> None:
    """A move for an earlier ply is answered with an error, and no later ply is lost."""
    moves, before = h.here.moves, plain(game.state())
    for ply in sorted({0, len(moves) - 1} if moves else ()):
        game.load(ply)
        turn = moves[ply]
        h.refuses(MoveError, f"move({turn!r}) while looking at ply {ply}", game.move, turn)
        h.refuses(MoveError, f"draw() while looking at ply {ply}", game.draw)
        taken = game.validate_move(turn).valid
        h.need(not taken, "validate_move() takes a move for an earlier ply")
        game.load()
        h.need(plain(game.state()) == before, "a move for an earlier ply changed later ones")


@check(
    "Life: stack — hosts tell two submissions for a turn apart by the plies",
    "Judge each text at the position interpret is given; never accept a repeated text silently.",
    faults=(14,),
)
def second_submission_seen(h: Harness, game: AnyGame) -> None:
    """The same text submitted twice is a new turn or an error, never accepted silently."""
    turn = h.a_turn(game)
    game.move(turn)
    n = len(game.stack)
    answer = game.validate_move(turn)
    try:
        game.move(turn)
    except MoveError:
        h.same(len(game.stack), n, "plies after a second submission was refused")
        h.need(answer.complete < 0, "validate_move() takes what move() refuses")
    else:
        h.same(len(game.stack), n + 1, "plies after a second submission was taken")
