"""Checks of a game object's life: plies, looking back, undo, clones, what is shared."""

import random
from typing import Any

from abstractplay_hex.errors import ArgumentError, MoveError
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import (
    AnyGame,
    Harness,
    Station,
    plain,
    shown,
    snapshot,
    spoil,
    ticking,
)


def present(game: AnyGame, h: Harness) -> dict[str, Any]:
    """Return what must be as it was when a ply is looked at again."""
    return {
        "position()": game.position(),
        "currplayer": game.currplayer,
        "gameover": game.gameover,
        "winner": game.winner,
        "lastmove": game.lastmove,
        "results": [r.to_dict() for r in game.results],
        "ply": game.ply,
        "render()": game.render(),
        "sidebar_scores()": game.sidebar_scores(),
        "sidebar_statuses()": game.sidebar_statuses(),
        "buttons()": game.buttons(),
        "player_score()": [game.player_score(n + 1) for n in range(game.numplayers)],
        "turns": h.legal(game, 20),
    }


def compare(h: Harness, found: dict[str, Any], expected: dict[str, Any], when: str) -> None:
    """Tell each thing that differs."""
    for key, value in expected.items():
        h.need(
            found[key] == value, f"{when}, {key} is {shown(found[key])} instead of {shown(value)}"
        )


@check(
    "starts-fresh",
    contract="Life: GameFactory(uid) — a fresh game; players are 1-based",
    hint="The first ply is the starting position: no move, no results, not over.",
)
def starts_fresh(h: Harness) -> None:
    """A new game has one ply, without move, results, winner or end."""
    for variants in h.variants:
        game = h.fresh(variants)
        h.same(len(game.stack), 1, "plies of a new game")
        h.same((game.ply, game.lastmove, game.results), (0, None, []), "ply, lastmove, results")
        h.same((game.gameover, game.winner), (False, []), "gameover, winner of a new game")
        good = type(game.currplayer) is int and 1 <= game.currplayer <= game.numplayers
        h.need(good, f"currplayer is {shown(game.currplayer)}")


@check(
    "plays-random-games",
    contract="Playing: randomMove(), move()",
    hint="random_move() must give a legal turn, and move() must make it.",
)
def plays_random_games(h: Harness) -> None:
    """Random games can be played, and the object says at each ply what was done."""
    for line in h.playthroughs:
        h.here = Station(game_of.variants, game_of.seed, game_of.moves)
        game = h.game()
        h.need(game_of.moves, "a new game has no turn to make")
        h.same(len(game.stack), len(game_of.moves) + 1, "plies after as many moves")
        h.same(tuple(p.lastmove for p in game.stack[1:]), game_of.moves, "lastmove of the plies")
        for ply in game.stack:
            good = type(ply.currplayer) is int and 1 <= ply.currplayer <= game.numplayers
            h.need(good, f"currplayer {shown(ply.currplayer)}")


@check(
    "one-ply-a-move",
    contract="Life: stack — a full move pushes exactly one ply; move() works in place, returns self",
    hint="Push in move() only, once; leave move() to the base class.",
)
def one_ply_a_move(h: Harness) -> None:
    """A move pushes exactly one ply, in place, and returns the game."""
    for station in h.stations():
        game = h.game(station)
        turn = h.a_turn(game)
        mover = game.currplayer
        h.need(game.move(turn) is game, "move() does not return the game itself")
        h.same(len(game.stack), len(station.moves) + 2, "plies after one more move")
        h.same(game.ply, len(station.moves) + 1, "ply after one more move")
        h.same(game.stack[-2].currplayer, mover, "currplayer of the ply before")
        h.need(game.results, "results are empty after a move")


@check(
    "load-any-ply",
    contract="Life: load(idx) — everything, also gameover and winner, is as it was at that ply",
    hint="Keep nothing about the present outside the plies; read all of it from the ply looked at.",
)
def load_any_ply(h: Harness) -> None:
    """Looking at a ply, everything is as it was then."""
    for line in h.playthroughs:
        h.here = Station(game_of.variants, game_of.seed, game_of.moves)
        walk = h.kind(game_of.variants, clock=ticking())
        then = [present(walk, h)]
        for text in game_of.moves:
            walk.move(text)
            then.append(present(walk, h))
        game = h.game()
        if not game.gameover:
            game.resign(1)
            end = present(game, h)
        else:
            end = then[-1]
        for i in sorted({0, 1, len(then) // 2, len(then) - 1}):
            if i < len(then):
                h.need(game.load(i) is game, "load() does not return the game itself")
                compare(h, present(game, h), then[i], f"after load({i})")
        game.load()
        compare(h, present(game, h), end, "after load()")


@check(
    "load-refuses",
    contract="Life: load(idx) — only plies that are there",
    hint="Raise ArgumentError for a ply that is not there and change nothing.",
    of_errors=True,
)
def load_refuses(h: Harness) -> None:
    """A ply that is not there cannot be looked at."""
    for station in h.stations(few=True):
        game = h.game(station)
        before = snapshot(game)
        wrong: list[Any] = [len(game.stack), -2, 10**400, "1", None, True, 1.0]
        for ply in wrong:
            h.refuses(ArgumentError, f"load({shown(ply)})", game.load, ply)
        h.need(snapshot(game) == before, "a refused load() changed the game")


@check(
    "undo-inverts-move",
    contract="Life: undo(n) — takes plies back",
    hint="Let undo() drop plies and look at the last one left; keep nothing else.",
)
def undo_inverts_move(h: Harness) -> None:
    """Taking back plies gives exactly the game before."""
    for station in h.stations():
        if not station.moves:
            continue
        game = h.game(station)
        for n in sorted({1, len(station.moves) // 2, len(station.moves)} - {0}):
            shorter = Station(station.variants, station.seed, station.moves[:-n])
            expected = snapshot(h.game(shorter))
            h.here = station
            twin = h.game(station)
            h.need(twin.undo(n) is twin, "undo() does not return the game itself")
            h.need(
                snapshot(twin) == expected, f"undo({n}) does not give the game {n} plies before"
            )
        game.undo()
        game.move(station.moves[-1])
        h.same(
            game.position(), h.game(station).position(), "position() after undo and the same move"
        )


@check(
    "undo-clears-ending",
    contract="Life: undo(n) — an ending included",
    faults=(9,),
    hint="Work out gameover and winner from the last ply; never keep them as attributes.",
)
def undo_clears_ending(h: Harness) -> None:
    """After taking back the ply that ended it, the game goes on."""
    for station, game in h.ended():
        n = len(game.stack)
        ended = game.lastmove
        game.undo()
        h.need(not game.gameover, f"gameover is left set after undo() of {ended!r}")
        h.same(game.winner, [], f"winner after undo() of {ended!r}")
        h.same(len(game.stack), n - 1, "plies after undo()")
        turn = game.random_move(random.Random(1))
        h.here = station
        if turn is None:
            h.fault("there is no turn after undo() of the ending")
        else:
            game.move(turn)


@check(
    "undo-refuses",
    contract="Life: undo(n) — no more plies than have been played",
    hint="Raise ArgumentError for a count below 1 or above the plies played and change nothing.",
    of_errors=True,
)
def undo_refuses(h: Harness) -> None:
    """More plies than were played cannot be taken back."""
    for station in h.stations(few=True):
        game = h.game(station)
        before = snapshot(game)
        wrong: list[Any] = [len(game.stack), 0, -1, 10**400, "1", None, True, 1.0]
        for n in wrong:
            h.refuses(ArgumentError, f"undo({shown(n)})", game.undo, n)
        h.need(snapshot(game) == before, "a refused undo() changed the game")


@check(
    "clone-independent",
    contract="Life: clone() — independent; sharing must never leak",
    faults=(7,),
    hint="Share only what never changes between a game and its clone: copy lists, freeze positions.",
)
def clone_independent(h: Harness) -> None:
    """Nothing done to a clone shows in the game, or the other way round."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        clone = game.clone()
        if not h.need(clone is not game, "clone() returns the game itself"):
            continue
        h.need(type(clone) is type(game), "clone() returns another class")
        h.need(snapshot(clone) == before, "a clone differs from its game")
        turn = h.a_turn(clone)
        clone.move(turn, partial=game.validate_move(turn).can_render)
        clone.move(turn)
        if not clone.gameover:
            clone.draw()
        clone.load(0)
        h.need(snapshot(game) == before, "moves of a clone show in the game")
        clone.load()
        after = snapshot(clone)
        game.move(turn)
        game.undo()
        h.need(snapshot(clone) == after, "moves of a game show in its clone")


@check(
    "plies-never-change",
    contract="Life: clone() — a later move may not change an earlier ply",
    faults=(7,),
    hint="Make positions and results immutable (attrs frozen, tuples, ints); never pass a list on.",
)
def plies_never_change(h: Harness) -> None:
    """What is saved of a ply is the same after any number of later moves."""
    for line in h.playthroughs:
        h.here = Station(game_of.variants, game_of.seed, game_of.moves)
        game = h.fresh(game_of.variants)
        h.here = Station(game_of.variants, game_of.seed, game_of.moves)
        then = [plain(game.state()["stack"][0])]
        shots = [plain(game.render())]
        for text in game_of.moves:
            game.move(text)
            game.render()
            then.append(plain(game.state()["stack"][-1]))
            shots.append(plain(game.render()))
        for i, ply in enumerate(game.state()["stack"]):
            h.need(plain(ply) == then[i], f"ply {i} is another than when it was played")
        for i in range(0, len(shots), 3):
            h.need(
                plain(game.load(i).render()) == shots[i],
                f"ply {i} is drawn otherwise than when it was played",
            )


@check(
    "fresh-lists",
    contract="Playing: moves() — fresh list; Life: results, winner",
    faults=(7,),
    hint="Return a new list each time, or a tuple; never the object the game itself works with.",
)
def fresh_lists(h: Harness) -> None:
    """Lists that are given out can be changed without changing the game."""
    for station in h.stations():
        game = h.game(station)
        given_out: list[tuple[str, Any]] = [
            ("results", lambda g: g.results),
            ("winner", lambda g: g.winner),
            ("variants", lambda g: g.variants),
            ("chat_log()", lambda g: g.chat_log()),
            ("move_history()", lambda g: g.move_history()),
            ("move_history_with_sequence()", lambda g: g.move_history_with_sequence()),
            ("results_history()", lambda g: g.results_history()),
            ("sidebar_scores()", lambda g: g.sidebar_scores()),
            ("sidebar_statuses()", lambda g: g.sidebar_statuses()),
            ("buttons()", lambda g: g.buttons()),
            ("get_variants()", lambda g: g.get_variants()),
        ]
        if h.listable:
            given_out.append(("moves()", lambda g: g.moves()))
        for what, get in given_out:
            before = repr(get(game))
            spoil(get(game))
            h.need(
                repr(get(game)) == before, f"changing what {what} gave changes what it gives next"
            )


@check(
    "stale-move-refused",
    contract="Life: load(idx); a move goes on from the last ply only",
    faults=(14,),
    hint="Refuse moves and endings while an earlier ply is looked at; never drop later plies.",
)
def stale_move_refused(h: Harness) -> None:
    """A move for an earlier ply is answered with an error, and no later ply is lost."""
    for station in h.stations():
        if not station.moves:
            continue
        game = h.game(station)
        before = plain(game.state())
        for ply in sorted({0, len(station.moves) - 1}):
            game.load(ply)
            turn = station.moves[ply]
            h.refuses(MoveError, f"move({turn!r}) while looking at ply {ply}", game.move, turn)
            h.refuses(MoveError, f"draw() while looking at ply {ply}", game.draw)
            h.need(
                not game.validate_move(turn).valid,
                "validate_move() takes a move for an earlier ply",
            )
            game.load()
            h.need(plain(game.state()) == before, "a move for an earlier ply changed later ones")


@check(
    "second-submission-seen",
    contract="Life: stack — hosts tell two submissions for a turn apart by the plies",
    faults=(14,),
    hint="Judge each text at the position it is submitted for; never take a repeated text silently.",
)
def second_submission_seen(h: Harness) -> None:
    """The same text submitted twice is a new turn or an error, never taken silently."""
    for station in h.stations():
        game = h.game(station)
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
