"""Matches: pairs of games with sides swapped, what their results say, and that nothing goes on for ever."""

import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve
from typer.testing import CliRunner

from abstractplay_hex.cli import app
from abstractplay_hex.cli.matching import elo_text
from abstractplay_hex.errors import ArgumentError, HexError, RulesError
from abstractplay_hex.matches import Match, Sequential, Standing, play_game, rating, run
from abstractplay_hex.matches.playing import opening_of
from abstractplay_hex.matches.ratings import elo_of, expected
from abstractplay_hex.players import Budget
from abstractplay_hex.records import read_game, replay
from abstractplay_hex.records.archive import workers
from abstractplay_hex.records.archive.workers import InProcess
from tests.clusters import dask_cluster
from tests.nim import NimRules, Pile
from tests.test_players import Alone, Circle, Corner

QUICK = Match("dendria", ("level:4", "random"), 6, ("size-5",), seed=3)
Register = Callable[[str, str], str]


# ---- ratings -------------------------------------------------------------------------------------


def test_scores_and_ratings_belong_together() -> None:
    for elo in (-400, -100, 0, 35, 400):
        assert elo_of(expected(elo)) == pytest.approx(elo, abs=1e-9)
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(0) is elo_of(1) is None
    found = rating(60, 20, 20)
    assert found.score == 0.7
    assert found.low == pytest.approx(0.604, abs=1e-3)
    assert found.high == pytest.approx(0.781, abs=1e-3)
    assert found.elo is not None
    assert found.elo_low is not None
    assert found.elo_high is not None
    assert found.elo_low < found.elo < found.elo_high
    everything, nothing = rating(10, 0, 0), rating(0, 0, 10)
    assert (everything.elo, everything.high, everything.elo_high) == (None, 1.0, None)
    assert everything.low == pytest.approx(0.722, abs=1e-3)
    assert (nothing.elo, nothing.low) == (None, 0.0)
    assert (rating(0, 0, 0).low, rating(0, 0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(("elo", "verdict"), [(0, False), (100, True)])
def test_the_sequential_test_is_seldom_wrong(elo: int, verdict: bool) -> None:
    import random

    rng, test = random.Random(elo), Sequential(0, 100)
    found: Counter[bool | None] = Counter()
    lengths = []
    for _ in range(400):
        won = lost = 0
        while test.verdict(won, 0, lost) is None:
            if rng.random() < expected(elo):
                won += 1
            else:
                lost += 1
        found[test.verdict(won, 0, lost)] += 1
        lengths.append(won + lost)
    assert found[not verdict] < 0.08 * 400
    assert sum(lengths) / 400 < 120


def test_a_sequential_test_needs_an_order() -> None:
    for given in ((0, 0), (10, 5), (math.nan, 1), (0, math.inf), (-1e9, 0), ("a", None)):
        with pytest.raises(ArgumentError) as caught:
            Sequential(*given).checked()
        assert caught.value.code == "match.sprt"


# ---- games ---------------------------------------------------------------------------------------


def test_pairs_have_the_same_opening_and_sides_swapped() -> None:
    standing = run(QUICK)
    names = [[p["name"] for p in game.record["header"]["players"]] for game in standing.played]
    assert names == [["level:4", "random"], ["random", "level:4"]] * 3
    moves = [[turn for row in game.record["moves"] for turn in row] for game in standing.played]
    for first, second in zip(moves[::2], moves[1::2], strict=True):
        assert first[: QUICK.opening] == second[: QUICK.opening]
    assert len({str(m[: QUICK.opening]) for m in moves}) == 3
    for game in standing.played:
        replay(read_game({**game.record}))
        assert game.plies == sum(turn is not None for row in game.record["moves"] for turn in row)


def test_a_match_is_the_same_whoever_plays_it() -> None:
    whole = run(QUICK)
    assert run(QUICK).to_dict() == whole.to_dict()
    steps: list[int] = []
    part = run(
        QUICK, played=whole.played[:2], on_pair=lambda standing: steps.append(len(standing.played))
    )
    assert part.to_dict() == whole.to_dict()
    assert steps == [4, 6]
    assert run(QUICK, executor=InProcess(), played=whole.played).played == whole.played


@pytest.mark.heavy
def test_processes_play_the_same_match() -> None:
    with workers(2) as executor:
        assert run(QUICK, executor=executor).to_dict() == run(QUICK).to_dict()


@pytest.mark.heavy
def test_a_dask_cluster_plays_the_same_match(tmp_path: Path) -> None:
    with dask_cluster(tmp_path) as (address, _), workers(dask=address) as executor:
        assert run(QUICK, executor=executor).to_dict() == run(QUICK).to_dict()


def test_what_a_match_says() -> None:
    standing = run(evolve(QUICK, games=5))
    said = json.loads(json.dumps(standing.to_dict()))
    assert said["games"] == sum(said["wins"]) + said["draws"] == len(said["records"]) == 5
    assert said["players"] == ["level:4", "random"]
    assert said["wins"][0] > said["wins"][1]
    assert (said["game"], said["variants"]) == ("dendria", ["size-5"])
    assert 0 <= said["interval"][0] <= said["score"] <= said["interval"][1] <= 1


def test_a_sure_test_ends_a_match() -> None:
    standing = run(evolve(QUICK, games=200), test=Sequential(0, 300))
    assert standing.verdict is True
    assert len(standing.played) < 40
    assert run(standing.match, test=standing.test, played=standing.played).played == standing.played
    assert standing.to_dict()["sprt"]["stronger"] is True


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"players": ("clever", "random")}, "players.unknown"),
        ({"players": ("random", "level:0")}, "players.unknown"),
        ({"uid": "chess"}, "game.unknown"),
        ({"variants": ("size-4",)}, "variants.unknown"),
        ({"games": 0}, "argument.whole-number"),
        ({"games": 2.5}, "argument.whole-number"),
        ({"players": ("random",)}, "match.players"),
        ({"players": "ab"}, "match.players"),
        ({"players": None}, "match.players"),
        ({"seed": None}, "argument.seed"),
        ({"seed": "\udc80"}, "argument.seed"),
        ({"budget": Budget(math.nan)}, "players.seconds"),  # although nobody searches
        ({"budget": 5}, "players.budget"),
        ({"opening": -1}, "argument.whole-number"),
        ({"most_plies": 0}, "argument.whole-number"),
        ({"repetitions": 1}, "argument.whole-number"),
        ({"seats": 3}, "argument.seats"),
        ({"players": ("search", "random"), "budget": Budget(0)}, "players.seconds"),
        (
            {"players": ("search", "random"), "budget": Budget(simulations=0)},
            "argument.whole-number",
        ),
    ],
)
def test_matches_that_cannot_be_are_refused_at_once(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(HexError) as caught:
        run(evolve(QUICK, **changes))
    assert caught.value.code == code


# ---- games that do not end by themselves, and rules that fail ------------------------------------


class Endless(Circle):
    """Two walk in a circle for ever."""

    info = evolve(NimRules.info, uid="endless")

    def initial(self, setup: Any) -> Any:
        return Corner()

    def position_text(self, position: Any) -> str:
        return f"{position.at} {position.side}"

    def play(self, position: Any, turn: int) -> Any:
        from abstractplay_hex import Played
        from abstractplay_hex.plies.results import Move as Step

        there = self.after(position, turn)
        return Played(there, (Step(start=str(position.at), to=str(there.at)),), str(turn))


class Upwards(Endless):
    """Two climb for ever."""

    info = evolve(NimRules.info, uid="upwards")

    def after(self, position: Any, turn: int) -> Any:
        return Corner(position.at + turn, 3 - position.side)


class DeadEnd(Endless):
    """After five steps there is no way on, and nobody has won."""

    info = evolve(NimRules.info, uid="deadend")

    def legal_turns(self, position: Any) -> Any:
        return iter((1,) if position.at < 5 else ())

    def after(self, position: Any, turn: int) -> Any:
        return Corner(position.at + turn, 3 - position.side)


@pytest.mark.parametrize(
    ("kind", "by"), [(Endless, "repetition"), (Upwards, "plies"), (DeadEnd, "stuck")]
)
def test_games_without_an_end_are_drawn(kind: Any, by: str, register: Register) -> None:
    uid = register(kind.info.uid, f"{__name__}:{kind.__name__}")
    for players in (("level:2", "random"), ("search", "level:5")):
        match = Match(uid, players, 2, budget=Budget(simulations=10), most_plies=30)
        standing = run(match)
        assert [game.by for game in standing.played] == [by, by]
        assert (standing.wins, standing.draws) == ([0, 0], 2)
        assert standing.rating.score == 0.5


def test_openings_that_end_a_game_are_drawn_again(register: Register, clock: Any) -> None:
    uid = register("nim", "tests.nim:NimRules")
    match = Match(uid, ("search", "random"), 20, budget=Budget(simulations=200), opening=12)
    for pair in range(10):
        game = opening_of(match, pair, clock)
        assert not game.gameover
    standing = run(evolve(match, opening=0))
    assert standing.wins[0] >= 15


class Nameless(NimRules):
    """Values that are none, but not at once."""

    info = evolve(NimRules.info, uid="nameless")

    def evaluate(self, position: Pile) -> tuple[float, ...]:
        return (0.0,) if position.stones < 4 else super().evaluate(position)


def test_rules_that_fail_end_a_match(register: Register) -> None:
    uid = register("nameless", f"{__name__}:Nameless")
    with pytest.raises(RulesError) as caught:
        run(Match(uid, ("level:4", "random"), 4))
    assert caught.value.code == "players.nonsense"


class Falling(Upwards):
    """Breaks when it has climbed high."""

    info = evolve(NimRules.info, uid="falling")

    def play(self, position: Any, turn: int) -> Any:
        if position.at > 4:
            raise ZeroDivisionError("no ladder")
        return super().play(position, turn)


def test_a_fault_of_a_plugin_is_named_with_its_place(register: Register) -> None:
    uid = register("falling", f"{__name__}:Falling")
    match = Match(uid, ("random", "greedy"), 2)
    with pytest.raises(RulesError) as caught:
        run(match)
    assert caught.value.code == "match.broke"
    assert (caught.value.params["number"], "no ladder" in caught.value.message) == (0, True)
    result = cli("match", "random", "greedy", "--game", uid, "-j", 1)
    assert (result.exit_code, "no ladder" in result.stderr) == (1, True)


def test_equal_players_differ_by_nothing() -> None:
    assert elo_text(rating(1, 2, 1)).startswith("+0 (")


def test_several_seats_are_shared_and_one_is_none(last_stand: str, register: Register) -> None:
    match = Match(last_stand, ("level:4", "random"), 4, ("size-3",), seats=4)
    standing = run(match)
    names = [[p["name"] for p in game.record["header"]["players"]] for game in standing.played]
    assert names[0] == ["level:4", "random"] * 2
    assert names[1] == ["random", "level:4"] * 2
    alone = register("alone", "tests.test_players:Alone")
    assert Alone.info.playercounts == (1,)
    with pytest.raises(ArgumentError) as caught:
        run(Match(alone, ("random", "random"), 2))
    assert caught.value.code == "match.alone"


# ---- the command ---------------------------------------------------------------------------------


def cli(*args: object) -> Any:
    return CliRunner().invoke(app, [*map(str, args)], catch_exceptions=False)


class TestCommand:
    PLAY: ClassVar = (
        "match",
        "level:4",
        "random",
        "--game",
        "dendria",
        "--variant",
        "size-5",
        "-j",
        1,
    )

    def test_it_writes_what_it_found(self, tmp_path: Path) -> None:
        file = tmp_path / "match.json"
        result = cli(*self.PLAY, "--games", 4, "--seed", 5, "--json", file)
        assert result.exit_code == 0
        said = json.loads(file.read_text())
        assert said == run(evolve(QUICK, games=4, seed="5")).to_dict()
        won, lost = said["wins"]
        assert f"level:4 against random, 4 games: {won} to {lost}" in result.output
        assert "Elo" in result.output

    def test_it_stops_when_it_is_sure(self) -> None:
        result = cli(*self.PLAY, "--games", 100, "--sprt", 0, 300)
        assert "stronger by 300" in result.output

    @pytest.mark.parametrize(
        "arguments",
        [
            ("clever", "random", "--game", "pods"),
            ("random", "level:9", "--game", "pods"),
            ("random", "random", "--game", "chess"),
            ("random", "random", "--game", "pods", "--variant", "size-5"),
            ("search", "random", "--game", "pods", "--time", "0"),
            ("search", "random", "--game", "pods", "--time", "nan"),
            ("search", "random", "--game", "pods", "--simulations", "0"),
            ("random", "random", "--game", "pods", "--sprt", "5", "5"),
            ("random", "random", "--game", "pods", "--json", "/nowhere/at/all.json"),
            ("random", "random", "--game", "pods", "-j", "2", "--dask", "tcp://127.0.0.1:1"),
            ("random", "random"),
        ],
    )
    def test_wrong_usage_is_one_line_and_a_status(self, arguments: tuple[str, ...]) -> None:
        result = cli("match", *arguments)
        assert result.exit_code == 2
        assert "Traceback" not in result.output

    def test_a_level_is_played_against_by_its_number(self) -> None:
        result = CliRunner().invoke(app, ["play", "pods", "--against", "2"], input="g7\nquit\nn\n")
        assert "Player 2 (level:2)" in result.output or "Level 2" in result.output
        assert "Player 2 placed" in result.output
        assert CliRunner().invoke(app, ["play", "pods", "--against", "9"]).exit_code == 2


def test_a_standing_without_games_says_so() -> None:
    standing = Standing(QUICK)
    assert (standing.wins, standing.draws, standing.rating.score) == ([0, 0], 0, 0.5)
    assert standing.verdict is None


def test_one_game_can_be_played_by_players_without_a_name() -> None:
    played = play_game(QUICK, 0, (lambda game: next(game.iter_moves(), None), lambda game: None))
    assert played.by == "stuck"
    assert played.winner is None
