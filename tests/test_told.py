"""What is said of positions and results: cells in words, sidebars, chat; and what positions are worth."""

import random
from math import tanh
from typing import Any, ClassVar

import pytest
from attrs import define, evolve

from abstractplay_hex import ArgumentError, Game, StateError, get_rules, new_game, players
from abstractplay_hex.codec.converter import Structurer
from abstractplay_hex.games.dendria.boards import FIXED_SIDES, fixed
from abstractplay_hex.games.dendria.messages import ENGLISH as DENDRIA
from abstractplay_hex.plies.history import player_name, sentence
from abstractplay_hex.plies.results import (
    CORE_RESULTS,
    Capture,
    Convert,
    DrawAgreed,
    Eliminated,
    EndOfGame,
    GameAbandoned,
    Move,
    Pass,
    Pie,
    Place,
    Resigned,
    Result,
    TimedOut,
    Winners,
)
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import RANKED, outcome_values
from abstractplay_hex.rules.saved import PlyState
from tests.nim import NimRules, Pile

NAMES = ("Ann", "Bob", "Cy")


# ---- cells in words -----------------------------------------------------------------------------

RING = "~3~/~s3/1P~2/~4/~3~ D 0 -"
CELLS: list[tuple[tuple[str, ...], str, tuple[int, int], str]] = [
    (("size-5",), "5/6/7/8/9/8/7/6/5 D 0 -", (8, 0), "a1: empty"),
    (("size-5",), "S3s/6/7/8/9/8/7/6/5 D 0 -", (0, 0), "i1: Dark seed, hungry"),
    (("size-5",), "S3s/6/7/8/9/8/7/6/5 D 0 -", (0, 4), "i5: Light seed, hungry"),
    (("size-5",), "5/6/7/3SS3/3SSS3/3SS3/7/6/5 D 0 -", (4, 4), "e5: Dark seed, nourished"),
    (("size-5",), "5/6/7/3SS3/3SsS3/3SS3/7/6/5 D 0 -", (4, 4), "e5: Light seed, nourished"),
    (("size-5",), "P3p/6/7/8/9/8/7/6/5 D 0 -", (0, 0), "i1: Dark sprite"),
    (("size-5",), "P3p/6/7/8/9/8/7/6/5 D 0 -", (0, 4), "i5: Light sprite"),
    (("size-5",), "TT1tT/5T/7/8/9/8/7/6/5 D 0 -", (0, 1), "i2: Dark tree, forest of 2"),
    (("size-5",), "TT1tT/5T/7/8/9/8/7/6/5 D 0 -", (0, 4), "i5: Dark tree, forest of 2"),
    (("size-5",), "TT1tT/5T/7/8/9/8/7/6/5 D 0 -", (0, 3), "i4: Light tree, forest of 1"),
    (("modular-7",), "~3~/~4/1P~2/~4/~3~ D 0 -", (2, 2), "c3: lagoon"),
    (("modular-7",), "~3~/~4/1P~2/~4/~3~ D 0 -", (2, 1), "c2: Dark sprite"),
]


@pytest.mark.parametrize(("variants", "position", "place", "said"), CELLS)
def test_what_is_on_a_cell(
    variants: tuple[str, ...], position: str, place: tuple[int, int], said: str
) -> None:
    game = new_game("dendria", variants, position=position)
    assert game.titles()[place] == said
    rules = game.rules
    outside = (-1, 0) if variants == ("size-5",) else (0, 0)
    assert rules.describe(game.looked_at.position, outside) is None


def test_what_is_on_an_island_being_built() -> None:
    game = new_game("dendria", ["modular-7"])
    (site,) = [title for title in game.titles().values() if title.startswith("0,0")]
    assert site == "0,0: water, a module can be placed here"
    assert sorted(game.titles().values())[1:] != []
    game.move("m0,0")
    said = {title.split(": ")[0]: title.split(": ")[1] for title in game.titles().values()}
    building = game.looked_at.position
    for name, what in said.items():
        q, r = map(int, name.split(","))
        if (q, r) in building.land:
            assert what == "land"
        elif (q, r) in building.legal_centres():
            assert what == "water, a module can be placed here"
        else:
            assert what == "water"
    assert sorted(said.values()).count("land") == 7
    assert game.rules.describe(building, (0, 99)) is None


# ---- sidebars and buttons -----------------------------------------------------------------------


def test_the_sidebar_of_dendria() -> None:
    game = new_game("dendria", ["size-5"], position="TT1tT/6/7/P7/9/8/7/p4p/5 D 0 -")
    assert game.sidebar_scores() == [
        {"name": "Scores", "scores": [2.5, 1]},
        {"name": "Largest forest", "scores": [2, 1]},
    ]
    assert game.sidebar_statuses() == [
        {"key": "Dark: sprites in use / allowed", "value": ["1 / 3"]},
        {"key": "Light: sprites in use / allowed", "value": ["2 / 2"]},
    ]
    assert [game.player_score(n) for n in (1, 2)] == [2.5, 1]
    assert game.buttons() == [{"label": "Pass", "key": "pass", "move": "pass"}]
    empty = new_game("dendria", ["size-5"])
    assert empty.sidebar_scores()[1]["scores"] == [0, 0]
    assert [row["value"] for row in empty.sidebar_statuses()] == [["0 / 1"], ["0 / 1"]]


def test_the_sidebar_while_an_island_is_built() -> None:
    game = new_game("dendria", ["modular-7"])
    assert game.sidebar_statuses() == [{"key": "Modules placed", "value": ["0 / 7"]}]
    assert game.move("m0,0").sidebar_statuses() == [{"key": "Modules placed", "value": ["1 / 7"]}]
    assert [entry["scores"] for entry in game.sidebar_scores()] == [[0, 0], [0, 0]]
    assert game.buttons() == []
    game.move("m3,-1", partial=True)
    assert game.sidebar_statuses()[0]["value"] == ["2 / 7"]


# ---- chat ---------------------------------------------------------------------------------------

SAID: list[tuple[Result, str]] = [
    (Place(where="a1"), "Ann placed a piece at a1."),
    (Move(start="a1", to="b1"), "Ann moved from a1 to b1."),
    (Pass(), "Ann passed."),
    (Eliminated(who="3"), "Cy is out of the game."),
    (Resigned(player=2), "Bob resigned."),
    (TimedOut(player=3), "Cy ran out of time."),
    (DrawAgreed(), "The players agreed to a draw."),
    (GameAbandoned(), "The game was abandoned."),
    (EndOfGame(), "The game is over."),
    (Winners(players=(2,)), "Bob won."),
]


@pytest.mark.parametrize(("result", "said"), SAID)
def test_common_sentences(result: Result, said: str) -> None:
    assert sentence(result, "Ann", lambda n: NAMES[n - 1]) == said


def test_sentences_differ_and_name_what_they_are_about() -> None:
    results: list[tuple[Result, tuple[str, ...]]] = [
        (Place(where="a1", what="pawn"), ("Ann", "pawn", "a1")),
        (Move(start="a1", to="b1", what="pawn"), ("Ann", "pawn", "a1", "b1")),
        (Capture(where="c3", what="pawn"), ("Ann", "pawn", "c3")),
        (Capture(where="c3"), ("Ann", "piece", "c3")),
        (Convert(what="pawn", into="queen", where="c3"), ("Ann", "pawn", "queen", "c3")),
        (Pie(), ("Ann",)),
        (Winners(players=()), ()),
        (Winners(players=(1, 3)), ("Ann, Cy",)),
    ]
    said = [sentence(result, "Ann", lambda n: NAMES[n - 1]) for result, _ in results]
    for line, (_, words) in zip(said, results, strict=True):
        assert all(word in line for word in words), line
    assert len({*said, *(line for _, line in SAID)}) == len(said) + len(SAID)
    both = Winners(players=(1, 3))
    together = sentence(both, "Ann", lambda n: NAMES[n - 1], together=True)
    assert "Ann, Cy" in together
    assert together != said[-1]


def test_names_of_players() -> None:
    assert [player_name(("Ann", "", "Cy"), n) for n in (0, 1, 2, 3, 4)] == [
        "Player 0",
        "Ann",
        "Player 2",
        "Cy",
        "Player 4",
    ]


def test_each_sentence_of_dendrias_chat_is_for_its_result() -> None:
    rules = get_rules("dendria")
    results: dict[str, Result] = {
        "module": Place(where="3,-1", what="module"),
        "sow": Place(where="a1", what="seed"),
        "move": Move(start="a1", to="b1", what="sprite"),
        "capture": Capture(where="a1", what="sprite", whose=2),
        "summon": Convert(what="seed", into="sprite", where="a1"),
        "summon-enemy": Convert(what="enemy seed", into="sprite", where="a1"),
        "fertilize": Convert(what="seeds", into="trees", where="a1,a2"),
        "forest": Capture(where="a1,a2", what="forest", count=2, whose=2, how="watched"),
        "forest-last": Capture(where="a1", what="forest", count=1, whose=2, how="last liberty"),
        "pass": Pass(),
    }
    chat = {code for code in DENDRIA if code.startswith("dendria.chat.")}
    assert {f"dendria.chat.{name}" for name in results} == chat
    for name, result in results.items():
        shown = {
            "player": "Ann",
            "where": (getattr(result, "where", "") or "").replace(",", ", "),
            "start": "a1",
            "to": "b1",
            "count": getattr(result, "count", None),
        }
        if name == "module":
            shown["where"] = "3,-1"
        said = rules.chat(result, "Ann", str)
        assert said == DENDRIA[f"dendria.chat.{name}"].format(**shown), name
    for other in (EndOfGame(), Winners(players=(1,)), Resigned(player=1)):
        assert rules.chat(other, "Ann", str) is None
        assert get_rules("pods").chat(other, "Ann", str) is None


# ---- what a saved value should have been --------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        ({"currplayer": "1"}, ".currplayer", "phrase.whole-number"),
        ({"lastmove": 5}, ".lastmove", "phrase.text"),
        ({"_results": {}}, "._results", "phrase.list"),
        ({"_results": ["x"]}, "._results[0]", "phrase.typed-object"),
        ({"_results": [{"type": "dance"}]}, "._results[0].type", "phrase.one-of"),
        ({"_results": [{"type": "winners", "players": 1}]}, "._results[0].players", "phrase.list"),
        (
            {"_results": [{"type": "winners", "players": ["1"]}]},
            "._results[0].players[0]",
            "phrase.whole-number",
        ),
    ],
)
def test_what_was_expected_is_said(change: dict[str, Any], path: str, expected: str) -> None:
    ply = {"_version": "1", "_timestamp": "", "currplayer": 1, "_results": [], "lastmove": "x"}
    with pytest.raises(StateError) as caught:
        Structurer(PlyState, CORE_RESULTS)({**ply, **change})
    assert (caught.value.code, caught.value.path) == ("state.expected", path)
    assert caught.value.params["expected"].code == expected


@pytest.mark.parametrize("data", [None, [], "x", 5])
def test_what_is_no_object(data: Any) -> None:
    with pytest.raises(StateError) as caught:
        Structurer(PlyState, CORE_RESULTS)(data)
    assert caught.value.params["expected"].code == "phrase.object"


@define(kw_only=True)
class Fancy(PlyState):
    """A ply with a value whose hook stumbles instead of refusing."""

    shade: complex


def test_a_value_that_a_hook_stumbles_over() -> None:
    read = Structurer(Fancy, CORE_RESULTS, {complex: complex})
    ply = {"_version": "1", "_timestamp": "", "currplayer": 1, "_results": []}
    assert read({**ply, "shade": "1j"}).shade == 1j
    with pytest.raises(StateError) as caught:
        read({**ply, "shade": "x"})
    assert (caught.value.code, caught.value.path) == ("state.expected", ".shade")
    assert caught.value.params["expected"].code == "phrase.other-value"


# ---- what positions are worth -------------------------------------------------------------------


class Solo(NimRules):
    """Nim for one, or for three, with scores."""

    scores: ClassVar[tuple[int, ...]] = (3,)

    def seats_at(self, position: Pile) -> int:
        return len(self.scores)

    def score(self, position: Pile, seat: int) -> int:
        return self.scores[seat - 1]


class Three(Solo):
    scores: ClassVar[tuple[int, ...]] = (3, 0, 0)


def test_positions_are_worth_what_the_scores_promise() -> None:
    assert Solo().evaluate(Pile()) == (tanh(3 / 4),)
    own, other, third = Three().evaluate(Pile())
    assert (own, other, third) == (tanh(3 / 2), tanh(-1.5 / 2), tanh(-1.5 / 2))
    assert NimRules().evaluate(Pile()) == (0.0, 0.0)
    assert NimRules().evaluate(Pile(0, 2)) == (1, -1)
    assert Three().evaluate(Pile(0, 2)) == outcome_values((1,), 3) == (1, -0.5, -0.5)
    assert RANKED == 2_000
    ranked = list(NimRules().rank(Pile(3, 1)))
    assert ranked[0] == (3, 1)
    assert [turn for turn, _ in ranked] == [3, 1, 2]
    assert [value for _, value in NimRules().rank(Pile(3, 2))] == [1, 0, 0]


def test_boards_are_as_wide_and_high_as_they_say() -> None:
    for side in FIXED_SIDES:
        board = fixed(side)
        assert (board.side, board.width, board.height) == (side, 2 * side - 1, 2 * side - 1)


# ---- players ------------------------------------------------------------------------------------


def test_the_greedy_player_takes_the_best_of_what_it_looks_at() -> None:
    game: Game[Any, Any] = Game(NimRules(), position="3 1")
    assert {players.player("greedy", seed)(game) for seed in range(8)} == {"3"}
    game = Game(NimRules(), position="5 1")
    assert {players.player("greedy", seed)(game) for seed in range(30)} == {"1", "2", "3"}
    assert players.player("greedy", 1)(game.resign(1)) is None
    scored = new_game("pods", position="7/8/9/10/11/12/13/12/11/10/9/WW6/7 1")
    rules, position = scored.rules, scored.looked_at.position

    def lead(turn: Any) -> int:
        first, second = rules.after(position, turn).scores
        return int(first - second)

    best = max(map(lead, rules.legal_turns(position)))
    wanted = {rules.write(t) for t in rules.legal_turns(position) if lead(t) == best}
    found = {players.player("greedy", seed)(scored) for seed in range(60)}
    assert found == wanted


def test_no_more_turns_are_tried_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game("pods")
    tried = []
    real = game.rules.after

    def after(position: Any, turn: Any) -> Any:
        tried.append(turn)
        return real(position, turn)

    monkeypatch.setattr(game.rules, "after", after)
    for most, count in ((5, 5), (127, 127), (128, 127)):
        tried.clear()
        assert players.greedy_player(random.Random(1), most)(game) in game.moves()
        assert len(tried) == count
    tried.clear()
    players.mixed_player(random.Random(1), 1)(game)
    assert len(tried) == players.GLANCED
    tried.clear()
    players.mixed_player(random.Random(1), 0)(game)
    assert tried == []


class Choice(Solo):
    """Three turns, after which the scores, or who has won, are what a test says."""

    info: ClassVar[GameInfo] = evolve(NimRules.info, playercounts=(3,))
    after_turns: ClassVar[dict[int, Any]] = {}

    def score(self, position: Pile, seat: int) -> int:
        scores: tuple[int, ...] = self.after_turns[position.stones]
        return scores[seat - 1]

    def outcome(self, position: Pile) -> Any:
        said = self.after_turns.get(position.stones)
        return tuple(sorted(said)) if isinstance(said, frozenset) else None


WON, LOST, SHARED, NOBODY = (frozenset(who) for who in ((1,), (2,), (1, 2), ()))


@pytest.mark.parametrize(
    ("one", "two", "three", "best"),
    [
        ((3, 1, 2), (2, 0, 0), (4, 4, 0), "2"),  # over the best of the others
        ((3, 1, 2), (2, 0, 0), (9, 2, 2), "3"),
        ((3, 1, 2), (9, 0, 0), WON, "3"),
        (LOST, (0, 0, 9), LOST, "2"),
        (LOST, (0, 0, 9), SHARED, "3"),
        (LOST, (0, 0, 9), NOBODY, "3"),
        ((1, 0, 0), (0, 0, 9), SHARED, "1"),
    ],
)
def test_what_the_greedy_player_prefers(one: Any, two: Any, three: Any, best: str) -> None:
    rules = Choice()
    rules.after_turns = {9: one, 8: two, 7: three}  # type: ignore[misc]
    game: Game[Any, Any] = Game(rules)
    assert {players.player("greedy", seed)(game) for seed in range(6)} == {best}


def test_players_by_name() -> None:
    with pytest.raises(ArgumentError) as caught:
        players.player("clever")
    assert caught.value.code == "players.unknown"
    for name in players.POLICIES:
        first, second = (players.player(name, 5) for _ in range(2))
        game = new_game("pods")
        assert [first(game) for _ in range(5)] == [second(game) for _ in range(5)]
