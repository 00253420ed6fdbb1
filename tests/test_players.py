"""The search, and players of all levels: on games whose best turns are known, and on rules that are broken."""

import pickle
import random
import threading
import time
from collections.abc import Callable, Iterator
from itertools import repeat
from math import inf, nan
from typing import Any

import pytest
from attrs import evolve, frozen

from abstractplay_hex import Game, Rules, Setup, analysis, get_rules, new_game, players
from abstractplay_hex.errors import ArgumentError, HexError, MoveError, RulesError
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.players import Budget, Search, Shape, think
from abstractplay_hex.players.levels import LONGEST
from abstractplay_hex.players.tree import KEPT
from tests.conftest import ROOT
from tests.games import KINDS, kind_id, played
from tests.nim import NimRules, Pile

NIM = NimRules()


# ---- what it finds -------------------------------------------------------------------------------


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_a_won_game_of_nim_is_found(stones: int) -> None:
    found = think(NIM, Pile(stones, 2), Budget(simulations=300), seed=1)
    assert found.turn == stones % 4  # leave a multiple of four
    assert found.values[1] > 0.8
    assert found.values[0] == -found.values[1]
    assert found.lines[0].visits > found.lines[1].visits


@pytest.mark.parametrize("stones", [4, 8])
def test_a_lost_game_of_nim_is_known_to_be_lost(stones: int) -> None:
    found = think(NIM, Pile(stones), Budget(simulations=300), seed=1)
    assert found.values[0] < -0.8
    assert len(found.lines) == 3


def test_lines_can_be_played_and_values_are_in_range() -> None:
    for kind in KINDS:
        game = played(kind, 5, 20)
        rules, start = game.rules, game.looked_at.position
        found = think(rules, start, Budget(simulations=60), seed=3, lines=5)
        assert found.visits == found.simulations == 60
        assert 1 < found.nodes <= 62
        assert len({rules.write(line.turns[0]) for line in found.lines}) == len(found.lines) == 5
        for line in found.lines:
            position = start
            for turn in line.turns:
                assert rules.interpret(position, rules.write(turn)).turn is not None
                position = rules.after(position, turn)
            assert all(-1 <= value <= 1 for value in (*line.values, *found.values))


def test_lines_not_looked_at_are_told_at_first_sight() -> None:
    found = think(NIM, Pile(9), Budget(simulations=1), lines=9)
    assert [line.visits for line in found.lines] == [1, 0, 0]
    assert {line.turns[0] for line in found.lines} == {1, 2, 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_of_several_players_plays_for_themselves(last_stand: str, seats: int) -> None:
    rules = get_rules(last_stand)
    position = rules.initial(rules.setup(("size-3",), seats))
    found = think(rules, position, Budget(simulations=120), seed=1, seats=seats)
    assert len(found.values) == seats
    won = 0
    for seed in range(8):
        game = Game(rules, ["size-3"], seats=seats)
        strong = players.player("search", seed, Budget(simulations=40))
        weak = players.player("random", seed + 100)
        while not game.gameover:
            game.move((strong if game.currplayer == 1 else weak)(game) or "")
        won += game.winner == [1]
    assert won >= 4  # of eight: at random, the first of four wins one in thirty


class Alone(NimRules):
    """One player, who must take the last stone within three turns."""

    info = evolve(NimRules.info, uid="alone", playercounts=(1,))

    def initial(self, setup: Setup) -> Pile:
        return Pile(7, 0)

    def to_move(self, position: Pile) -> int:
        return 1

    def after(self, position: Pile, turn: int) -> Pile:
        return Pile(position.stones - turn, position.side + 1)

    def legal_turns(self, position: Pile) -> Iterator[int]:
        return iter(() if self.outcome(position) is not None else range(1, position.most + 1))

    def outcome(self, position: Pile) -> tuple[int, ...] | None:
        if not position.stones:
            return (1,)
        return () if position.side >= 3 else None


def test_a_player_alone_finds_the_way() -> None:
    rules, position = Alone(), Pile(7, 0)
    while rules.outcome(position) is None:
        found = think(rules, position, Budget(simulations=60), seed=1)
        assert len(found.values) == 1
        assert found.turn is not None
        position = rules.after(position, found.turn)
    assert rules.outcome(position) == (1,)


# ---- seeds, budgets, stopping --------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_the_same_seed_finds_the_same(kind: Any) -> None:
    game = played(kind, 2, 14)
    rules, position = game.rules, game.looked_at.position

    def lines(seed: int) -> Any:
        found = think(rules, position, Budget(simulations=25), seed=seed)
        assert pickle.loads(pickle.dumps(found)) == found
        return found.lines, found.values

    assert lines(1) == lines(1)


@pytest.mark.heavy
def test_another_process_finds_the_same() -> None:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for uid in ("pods", "dendria"):
            rules = get_rules(uid)
            position, budget = rules.initial(Setup()), Budget(simulations=20)
            there = pool.submit(think, rules, position, budget, seed=4).result()
            assert there.lines == think(rules, position, budget, seed=4).lines


@pytest.mark.parametrize(
    ("budget", "code"),
    [
        (Budget(), "players.no-budget"),
        (Budget(0), "players.seconds"),
        (Budget(-1.0), "players.seconds"),
        (Budget(nan), "players.seconds"),
        (Budget(inf), "players.seconds"),
        (Budget("1"), "players.seconds"),  # type: ignore[arg-type]
        (Budget(True), "players.seconds"),
        (Budget(1e9), "players.seconds"),
        (Budget(simulations=0), "argument.whole-number"),
        (Budget(simulations=1.5), "argument.whole-number"),  # type: ignore[arg-type]
        (Budget(1, nodes=0), "argument.whole-number"),
    ],
)
def test_budgets_out_of_range_are_refused(budget: Budget, code: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        think(NIM, Pile(), budget)
    assert caught.value.code == code


def test_other_arguments_are_looked_at() -> None:
    with pytest.raises(ArgumentError) as caught:
        Search("pods")  # type: ignore[arg-type]
    assert caught.value.code == "argument.rules"
    with pytest.raises(ArgumentError):
        think(NIM, Pile(), Budget(1), lines=0)


FEW = Budget(simulations=3)


def thinking(**given: Any) -> Callable[[], object]:
    """Return a search that is given something else."""
    return lambda: think(NIM, Pile(), **{"budget": FEW, **given})


@pytest.mark.parametrize(
    ("code", "call"),
    [
        *(("players.budget", thinking(budget=b)) for b in (None, 3, "1", [1])),
        ("players.budget", lambda: players.player("search", budget=3)),  # type: ignore[arg-type]
        ("players.budget", lambda: Search(NIM).ponder(Pile(), None)),  # type: ignore[arg-type]
        ("players.seconds", lambda: Search(NIM).ponder(Pile(), Budget(0))),
        *(("players.stop", thinking(stop=stop)) for stop in (1, "x", int)),
        *(("argument.seed", thinking(seed=s)) for s in ([1], 1.5, b"x", "\udc80", "x" * 1001)),
        ("argument.seed", lambda: players.player("random", [])),  # type: ignore[arg-type]
        *(("argument.whole-number", thinking(seats=s)) for s in (0, -1, 7, True, "2", 2.0)),
        *(
            ("players.shape", thinking(shape=shape))
            for shape in (Shape(explore=nan), Shape(widen=0), Shape(power=2), Shape(best=-1))
        ),
        ("players.shape", thinking(shape=Shape(tempo="x"))),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_other_kinds_are_refused(code: str, call: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError) as caught:
        call()
    assert caught.value.code == code


class Slow(NimRules):
    """Takes a while to say what a position is worth, and has many turns."""

    def legal_turns(self, position: Pile) -> Iterator[int]:
        return iter(range(1, position.stones + 1))

    def evaluate(self, position: Pile) -> tuple[float, ...]:
        time.sleep(0.005)
        return super().evaluate(position)


@pytest.mark.parametrize("rules", [NIM, Slow()], ids=["quick", "slow"])
def test_a_search_that_is_stopped_answers_at_once(rules: Rules[Pile, int]) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    found = think(rules, Pile(100), Budget(60), stop=stop, seed=1)
    timer.join()
    assert found.turn is not None
    assert found.seconds < 5  # of 60; 50 ms on a machine that has nothing else to do
    stopped = think(rules, Pile(100), Budget(60), stop=stop)
    assert stopped.turn is not None
    assert stopped.seconds < 2


def test_time_ends_a_search_within_one_position() -> None:
    found = think(
        Slow(), Pile(1000), Budget(0.05)
    )  # all turns of the first would take five seconds
    assert found.turn is not None
    assert found.seconds < 2


def test_a_list_cut_short_is_listed_again() -> None:
    search: Search[Pile, int] = Search(Slow(), seed=1)
    assert len(search.think(Pile(60), Budget(0.02), lines=99).lines) < 30
    assert len(search.think(Pile(60), Budget(simulations=1), lines=99).lines) == 60


def test_no_more_positions_are_kept_than_asked_for() -> None:
    pods = get_rules("pods")
    found = think(pods, pods.initial(Setup()), Budget(simulations=200, nodes=30))
    assert found.nodes == 30
    assert found.simulations < 40


def test_a_tree_is_kept_from_turn_to_turn() -> None:
    search: Search[Pile, int] = Search(NIM, seed=1)
    first = search.think(Pile(10), Budget(simulations=100))
    assert first.turn is not None
    later = NIM.after(Pile(10), first.turn)
    second = search.think(later, Budget(simulations=1))
    assert second.visits > 20
    assert second.nodes < first.nodes  # what cannot be reached is dropped
    search.forget()
    assert search.think(later, Budget(simulations=1)).visits == 1


def test_pondering_goes_on_until_it_is_asked() -> None:
    dendria = get_rules("dendria")
    position = dendria.initial(Setup())
    search: Search[Any, Any] = Search(dendria, seed=1)
    search.ponder(position)
    time.sleep(0.2)
    found = search.think(position, Budget(simulations=1))
    assert found.visits > found.simulations == 1
    search.ponder(position)
    search.rest()
    search.rest()
    assert "pondering" not in {thread.name for thread in threading.enumerate()}


# ---- games of all kinds --------------------------------------------------------------------------


@frozen
class Corner:
    """Where two players walk in circles: a game without an end."""

    at: int = 0
    side: int = 1


class Circle(NimRules):
    """Walk on a ring of five; nobody ever wins."""

    def legal_turns(self, position: Any) -> Iterator[int]:
        return iter((1, 4))

    def after(self, position: Any, turn: int) -> Any:
        return Corner((position.at + turn) % 5, 3 - position.side)

    def outcome(self, position: Any) -> None:
        return None


def test_a_game_in_circles_is_a_draw_and_ways_meet() -> None:
    ring: Any = Circle()
    found = think(ring, Corner(), Budget(simulations=200), seed=1)
    assert found.values == (0.0, 0.0)
    assert found.nodes == 10  # of all positions there are
    assert found.simulations == 200


@frozen(hash=False)
class Listed:
    """A position that cannot be hashed."""

    stones: int
    side: int = 1
    most: int = 3

    __hash__ = None  # type: ignore[assignment]


class Unhashed(NimRules):
    """Nim on such positions."""

    def after(self, position: Any, turn: int) -> Any:
        return Listed(position.stones - turn, 3 - position.side, min(3, position.stones - turn))


def test_positions_need_no_hash() -> None:
    rules: Any = Unhashed()
    found = think(rules, Listed(7), Budget(simulations=200), seed=1)
    assert found.turn == 3
    assert found.nodes > 10


def test_positions_without_a_hash_are_dropped_like_others() -> None:
    rules: Any = Unhashed()
    search: Search[Any, Any] = Search(rules, seed=1)
    budget = Budget(simulations=60, nodes=100)
    for stones in (40, 39, 38, 37):  # four searches make more positions than there is room for
        found = search.think(Listed(stones), budget)
        assert found.simulations == 60


class Stuck(NimRules):
    """There are no turns, and the game is not over."""

    def legal_turns(self, position: Pile) -> Iterator[int]:
        return iter(())


def test_a_position_without_turns_has_no_lines() -> None:
    found = think(Stuck(), Pile(), Budget(1))
    assert (found.lines, found.turn, found.simulations) == ((), None, 0)
    assert len(found.values) == 2
    game: Any = Game(Stuck())
    for name in ("evaluation", "search", "level:2", "level:6", "level:8"):
        assert players.player(name, 1)(game) is None
    over = think(NIM, Pile(0, 2), Budget(1))
    assert (over.lines, over.values) == ((), (1.0, -1.0))


def test_what_has_no_list_is_drawn() -> None:
    dendria = get_rules("dendria")
    position = dendria.initial(dendria.setup(("modular-8", "solo")))
    found = think(dendria, position, Budget(simulations=10), seed=1, lines=20)
    boards = {frozenset(line.turns[0].centres) for line in found.lines}
    assert len(boards) > 10  # the first of the list differ in their last module only
    for name in ("evaluation", "level:1", "level:6"):
        game = new_game("dendria", ["modular-8", "solo"])
        game.move(players.player(name, 3)(game) or "")


class Unlisted(NimRules):
    """More turns than anybody would list; the default rank."""

    info = evolve(NimRules.info, uid="unlisted", flags=("no-moves",))

    def legal_turns(self, position: Pile) -> Iterator[int]:
        return iter(range(1, position.stones + 1))

    def random_turn(self, position: Pile, rng: random.Random) -> int:
        return rng.randint(1, position.stones)


def test_of_very_many_turns_some_are_drawn() -> None:
    found = think(Unlisted(), Pile(10**9), Budget(simulations=5), seed=1, lines=50)
    assert max(line.turns[0] for line in found.lines) > 10**8
    assert len(found.lines) == 50 > KEPT


# ---- rules that are broken -----------------------------------------------------------------------


class Awkward:
    """Can neither be compared, added nor shown."""

    def __le__(self, other: object) -> bool:
        raise ZeroDivisionError

    __ge__ = __radd__ = __add__ = __lt__ = __gt__ = __le__

    def __repr__(self) -> str:
        raise ZeroDivisionError


def raising(self: Any, position: Any) -> Any:
    raise ZeroDivisionError("no board")


def giving(value: Any) -> Callable[[Any, Any], Any]:
    return lambda self, position: value


@pytest.mark.parametrize(
    ("hook", "does", "code"),
    [
        ("evaluate", raising, "players.raised"),
        ("evaluate", giving(None), "players.nonsense"),
        ("evaluate", giving(("a", "b")), "players.nonsense"),
        ("evaluate", giving((0.5,)), "players.nonsense"),
        ("evaluate", giving((0.5, 0.5, 0.5)), "players.nonsense"),
        ("evaluate", giving((nan, 0.0)), "players.nonsense"),
        ("evaluate", giving((2.0, -2.0)), "players.nonsense"),
        ("rank", raising, "players.raised"),
        ("rank", giving(None), "players.raised"),
        ("rank", giving([1, 2]), "players.nonsense"),
        ("rank", giving([(1, "high")]), "players.nonsense"),
        ("rank", giving([(1, 0.5), (2, nan)]), "players.nonsense"),
        ("rank", giving([(1, inf)]), "players.nonsense"),
        ("rank", giving([(1, -1.5)]), "players.nonsense"),
        ("evaluate", giving(repeat(0.0)), "players.nonsense"),
        ("evaluate", giving((10**400, 0)), "players.nonsense"),
        ("evaluate", giving((Awkward(), 0)), "players.nonsense"),
        ("rank", giving([(1, Awkward())]), "players.nonsense"),
        ("rank", giving([(1, 10**400)]), "players.nonsense"),
        ("rank", giving(repeat((1, nan))), "players.nonsense"),
        ("after", lambda self, position, turn: 1 / 0, "players.raised"),
        *(("to_move", giving(seat), "players.seat") for seat in (0, 3, None, 1.0, "1")),
        *(("outcome", giving(won), "players.outcome") for won in ((0,), (3,), "x", 5, False)),
        ("legal_turns", raising, "players.raised"),
        ("outcome", lambda self, position: 1 / 0, "players.raised"),
    ],
)
def test_rules_that_raise_or_return_nonsense_are_named(hook: str, does: Any, code: str) -> None:
    rules = type("Broken", (NimRules,), {hook: does})()
    for attempt in (1, 2):
        with pytest.raises(RulesError) as caught:
            think(rules, Pile(9), Budget(simulations=10))
        assert caught.value.code == code, attempt
        assert "nim" in caught.value.message
        assert f"{hook}()" in caught.value.message
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.message == caught.value.message
    game: Any = Game(NimRules())
    game.rules = rules
    if hook not in ("outcome", "to_move"):
        for name in ("evaluation", "level:5", "level:6"):
            with pytest.raises(RulesError):
                players.player(name, 1)(game)


@pytest.mark.parametrize("does", [raising, giving(0), giving(7), giving(None), giving("2")])
def test_numbers_of_seats_that_are_none_are_named(does: Any) -> None:
    rules = type("Broken", (NimRules,), {"seats_at": does})()
    with pytest.raises(RulesError) as caught:
        think(rules, Pile(9), FEW)
    assert "seats_at()" in caught.value.message


def test_texts_that_rules_fail_to_write_are_named() -> None:
    rules = type("Broken", (NimRules,), {"write": raising})()
    game: Any = Game(NimRules())
    game.rules = rules
    for name in ("evaluation", "level:5", "level:6"):
        with pytest.raises(RulesError) as caught:
            players.player(name, 1)(game)
        assert "write()" in caught.value.message
    with pytest.raises(RulesError) as caught:
        analysis.evaluate(game, FEW)
    assert "write()" in caught.value.message


def test_an_error_of_the_rules_own_comes_out_as_it_is() -> None:
    def refuse(self: Any, position: Any) -> Any:
        raise MoveError("nim.take", most=3)

    rules = type("Broken", (NimRules,), {"rank": refuse})()
    with pytest.raises(HexError) as caught:
        think(rules, Pile(9), Budget(simulations=10))
    assert caught.value.code == "nim.take"


class Interrupted(NimRules):
    """Raises something when asked for the n-th time."""

    def __init__(self, after: int) -> None:
        self.left = after

    def evaluate(self, position: Pile) -> tuple[float, ...]:
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
        return super().evaluate(position)


@pytest.mark.parametrize("after", [1, 2, 5, 12, 20])
def test_an_interrupted_search_leaves_nothing_behind(after: int) -> None:
    rules = Interrupted(after)
    search: Search[Pile, int] = Search(rules, seed=1)
    with pytest.raises(KeyboardInterrupt):
        search.think(Pile(30), Budget(simulations=500))
    found = search.think(Pile(30), Budget(simulations=200))
    assert found.visits == 200
    assert found.turn == 2


# ---- levels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["evaluation", "level:4", "level:8", "search"])
def test_players_that_are_stopped_play_what_they_have_found(name: str) -> None:
    looked = [0]

    class Counted(NimRules):
        def evaluate(self, position: Pile) -> tuple[float, ...]:
            looked[0] += 1
            return super().evaluate(position)

    def played(stop: threading.Event) -> int:
        looked[0] = 0
        game: Any = Game(Counted())
        assert players.player(name, 1, Budget(simulations=200), stop=stop)(game) in game.moves()
        return looked[0]

    stop = threading.Event()
    thorough = played(stop)
    stop.set()
    hasty = played(stop)
    assert hasty < thorough or name in ("evaluation", "level:4")
    stop.clear()
    assert played(stop) == thorough


def test_levels_are_numbered_and_described_in_words() -> None:
    assert [level.number for level in players.LEVELS] == [*range(1, 9)]
    for spoken in ("en", "de"):
        with language(spoken):
            said = {level.says for level in players.LEVELS}
            assert len(said) == 8
            assert not any("players." in text for text in said)
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    for level in players.LEVELS:
        assert f"| {level.number} | {level.says} |" in page
    for number in (0, 9, -1, True, "3", 2.0):
        with pytest.raises(ArgumentError) as caught:
            players.level(number)  # type: ignore[arg-type]
        assert caught.value.code == "players.level"
    assert LONGEST == 3


@pytest.mark.parametrize("name", players.NAMES)
def test_every_player_plays_every_kind_of_game(name: str) -> None:
    for kind in (KINDS[0], KINDS[1]):
        game = played(kind, 4, 30)
        before = game.position(), len(game.stack)
        move = players.player(name, 1, Budget(simulations=8))(game)
        assert (game.position(), len(game.stack)) == before
        assert move in game.moves()
        assert players.player(name, 1)(game.resign(1)) is None


def test_a_player_may_change_from_game_to_game() -> None:
    choose = players.player("search", 1, Budget(simulations=5))
    for kind in KINDS[:3]:
        game = played(kind, 4, 6)
        assert choose(game) in game.moves()


def test_noise_is_of_the_size_of_what_turns_are_worth() -> None:
    """In a game that tells no turn apart, no level can play badly; where one wins, few miss it."""
    game: Any = Game(NimRules(), position="3 1")
    for number, least in ((1, 8), (3, 24), (5, 40)):
        taken = [players.player(f"level:{number}", seed)(game) for seed in range(40)]
        assert taken.count("3") >= least
    assert len({players.player("level:1", seed)(game) for seed in range(40)}) > 1
