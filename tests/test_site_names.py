"""What the site's front end and record jobs ask of a game, by our names for it."""

import json
import random
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from typing import Any

import jsonschema
import pytest
from attrs import evolve

from abstractplay_hex import (
    ArgumentError,
    Draft,
    Game,
    HexError,
    Pods,
    game_info,
    new_game,
)
from abstractplay_hex.codec import validate
from abstractplay_hex.games.dendria.boards import fixed
from abstractplay_hex.games.pods.rules import PodsRules
from abstractplay_hex.i18n import languages
from abstractplay_hex.plies.results import Pie
from abstractplay_hex.render.svg import places
from abstractplay_hex.rules.interface import Scene
from tests.conftest import SHARED, fixture_games
from tests.games import KINDS, fresh, kind_id, played
from tests.test_dendria_oracle import crowded

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)
SITE = SHARED / "reference" / "gamerecord-1-0-0.json"


# ---- metadata ----------------------------------------------------------------------------------


def test_metadata_of_pods_is_the_sites() -> None:
    info = game_info("pods").to_dict()
    assert info["flags"] == ["automove", "scores"]
    assert {"mechanic>enclose", "board>connect>hex", "components>simple>1per"} <= {
        *info["categories"]
    }
    designer = "https://boardgamegeek.com/boardgamedesigner/1988/dale-walton"
    assert info["people"] == [{"type": "designer", "name": "Dale Walton", "urls": [designer]}]
    assert "https://boardgamegeek.com/boardgame/402621/natal-seas" in info["urls"]
    assert "coloured dots" in info["notes"]
    assert "farbige Punkte" in game_info("pods").to_dict("de")["notes"]


@every_kind
def test_info_is_the_metadata_as_text(kind: Any) -> None:
    game = fresh(kind)
    assert json.loads(game.info()) == game.info.to_dict() == json.loads(type(game).info())
    with languages.language("de"):
        assert json.loads(game.info()) == game.info.to_dict("de")


# ---- cells -------------------------------------------------------------------------------------


@every_kind
def test_cells_are_named_both_ways(kind: Any) -> None:
    """At every ply, also while an island is built, and with the turn that is shown in part."""
    game = played(kind, 5, 14)
    for ply in range(len(game.stack)):
        game.load(ply)
        drawn = places(game.render())
        assert drawn
        for at in drawn:
            name = game.cell_name(*at)
            assert game.cell_place(name) == at
            assert game.cell_place(f" {name.upper()}\u00a0") == at
        assert len({game.cell_name(*at) for at in drawn}) == len(drawn)


def test_cells_have_the_names_that_moves_are_written_with() -> None:
    game = new_game("pods")
    for text in game.moves():
        assert game.handle_click("", *game.cell_place(text)).move == text
    game = new_game("dendria", ["modular-7"]).move("m0,0")
    for text in game.moves():
        assert game.handle_click("", *game.cell_place(text[1:])).move == text
    game.move(game.moves()[0], partial=True)
    assert game.cell_name(*game.cell_place("0,0")) == "0,0"


@every_kind
@pytest.mark.parametrize("at", [(-1, -1), (-1, 0), (99, 0), (0, 99), (1.0, 1), (True, 0), ("0", 0)])
def test_where_no_cell_is_there_is_none(kind: Any, at: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        fresh(kind).cell_name(*at)
    assert caught.value.code == "argument.place"


@every_kind
@pytest.mark.parametrize("name", ["", "a0", "zz9", "g7-g8", "\ud800", None, 5, "a" * 10**5])
def test_what_names_no_cell_is_refused(kind: Any, name: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        fresh(kind).cell_place(name)
    assert caught.value.code == "argument.cell"
    assert len(caught.value.message) < 120


# ---- results, counts, turning -------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize("end", ["resign", "timeout", "draw", "abandoned"])
def test_results_are_those_of_records(kind: Any, end: str) -> None:
    game = played(kind, 4, 6)
    assert [game.player_result(n) for n in (1, 2)] == [None, None]
    getattr(game, end)(*([2] if end in ("resign", "timeout") else []))
    told = [p["result"] for p in game.record(["Ann", "Bob"])["header"]["players"]]
    assert [game.player_result(n) for n in (1, 2)] == told
    game.load(0)
    assert game.player_result(1) is None
    for seat in (0, 3, "1", True):
        with pytest.raises(HexError):
            game.player_result(seat)  # type: ignore[arg-type]


def test_a_position_that_comes_again_is_counted() -> None:
    game = Pods()
    for text in ("g7", "h7", "g6", "h8"):
        game.move(text)
    counts = [1]
    for text in ("g6-f6", "h8-i7", "f6-g6", "i7-h8", "g6-f6", "h8-i7", "f6-g6", "i7-h8"):
        game.move(text)
        counts.append(game.state_count())
    assert counts == [1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert game.resign(1).state_count() == 3  # no turn, no new position
    assert [game.load(4).state_count(), game.load(8).state_count()] == [1, 2]


@every_kind
def test_each_position_has_occurred(kind: Any) -> None:
    game = played(kind, 6, 12)
    for ply in range(len(game.stack)):
        game.load(ply)
        positions = [p.position for p in game.stack[: ply + 1]]
        assert game.state_count() == positions.count(positions[-1]) >= 1


@every_kind
def test_boards_of_hexes_turn_by_sixty_degrees(kind: Any) -> None:
    game = fresh(kind)
    assert game.custom_rotation() == 60
    assert game.svg(rotate=game.custom_rotation())


def test_a_game_may_turn_otherwise() -> None:
    class Square(PodsRules):
        def draw(self, scene: Any) -> dict[str, Any]:
            return {**super().draw(scene), "board": {"style": "conhex-dots"}}

    class Own(PodsRules):
        def rotation(self, position: Any) -> int:
            return 15

    assert Game(Square()).custom_rotation() == 90
    assert Game(Own()).custom_rotation() == 15


# ---- options of a click, and the only way on ---------------------------------------------------


class Hinting(PodsRules):
    """Pods whose clicks want the next picture to say where the board was clicked."""

    def interpret(self, position: Any, text: str) -> Draft[Any]:
        draft = super().interpret(position, text)
        return evolve(draft, opts={"clicked": text}) if text else draft

    def draw(self, scene: Scene[Any]) -> dict[str, Any]:
        return {**super().draw(scene), "opts": scene.opts}


def test_options_of_a_click_come_back_with_the_next_picture() -> None:
    game = Game(Hinting())
    click = game.handle_click("", 6, 6)
    assert (click.move, click.opts) == ("g7", {"clicked": "g7"})
    assert game.render()["opts"] is None
    assert game.render(opts=click.opts)["opts"] == {"clicked": "g7"}
    shown = game.move("g7", partial=True).render(0, None, click.opts)
    assert shown["opts"] == {"clicked": "g7"}
    for wrong in ("x", 5, [1], True):
        assert game.render(opts=wrong)["opts"] is None  # type: ignore[arg-type]
    assert Pods().handle_click("", 6, 6).opts is None
    assert Pods().handle_click("", -5, 6).opts is None


@pytest.mark.parametrize(
    "position",
    [
        "7/8/9/10/11/12/13/12/11/10/9/8/wWW4 2",
        "7/8/9/10/11/12/13/12/11/10/W8/W7/w6 2",
        "7/8/9/10/11/12/13/12/11/10/9/W7/Www4 1",
        "7/8/9/10/11/12/13/12/11/5w4/2Www4/1WW5/wWW4 2",
        "7/8/9/10/11/12/13/12/3W7/3W6/3w5/WW6/2ww3 2",
        "7/8/9/10/11/12/13/12/11/10/9/1w6/1WW4 2",
    ],
)
def test_a_whale_with_one_way_to_go_goes_there(position: str) -> None:
    game = new_game("pods", position=position)
    ends: dict[str, list[str]] = {}
    for text in game.moves():
        assert game.validate_move(text).autocomplete is None
        if "-" in text:
            ends.setdefault(text.split("-")[0], []).append(text)
    for whale, texts in ends.items():
        only = texts[0] if len(texts) == 1 else None
        assert game.validate_move(whale).autocomplete == only
        assert game.handle_click("", *game.cell_place(whale)).autocomplete == only
    assert any(len(texts) == 1 for texts in ends.values())
    assert game.validate_move("").autocomplete is None


def test_the_only_way_on_in_dendria() -> None:
    """Every legal turn that begins like a text goes on with what is offered in its place."""
    rng = random.Random(11)
    offered = 0
    while offered < 12:
        game = new_game("dendria", ["size-5"], position=crowded(fixed(5), rng).text)
        moves = list(islice(game.iter_moves(), 1500))
        if len(moves) == 1500:
            continue
        for start in {text.split("-")[0] for text in moves if "-" in text}:
            ways = [text for text in moves if text.startswith(f"{start}-")]
            only = game.validate_move(start).autocomplete
            while only is not None:
                offered += 1
                assert game.validate_move(only).valid
                assert all(way.startswith(only) for way in ways), (only, ways)
                only = game.validate_move(only).autocomplete


def test_where_dendria_can_go_on_in_two_ways_nothing_is_offered() -> None:
    game = new_game("dendria", ["size-5"], position="5/6/s6/2P5/1S7/8/7/6/5 D 0 L")
    assert game.validate_move("f3").code == "dendria.prompt.landing"
    assert game.validate_move("f3").autocomplete is None
    assert game.validate_move("").autocomplete is None


# ---- records -----------------------------------------------------------------------------------


def valid(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record's header, once the record is valid."""
    validate(record, "record-1")
    if SITE.exists():  # the site's own schema is not ours to hand on
        site = json.loads(SITE.read_text()) | {"$schema": "http://json-schema.org/draft-07/schema#"}
        jsonschema.Draft7Validator(site).validate(record)
    header: dict[str, Any] = record["header"]
    return header


def test_a_record_is_dated_and_says_no_more_than_it_was_given() -> None:
    game = new_game("pods").resign(1)
    header = valid(game.record(["Ann", "Bob"]))
    assert header["site"] == {"name": ""}
    assert not header.keys() & {"unrated", "pied", "event", "round"}
    begun = datetime(2026, 1, 2, 3, 4, 5, 6000, UTC)
    header = valid(
        game.record(["Ann", "Bob"], date_start=begun, date_end=begun + timedelta(1), round="3")
    )
    assert header["date-start"] == "2026-01-02T03:04:05.006Z"
    assert header["date-end"] == "2026-01-03T03:04:05.006Z"
    assert header["round"] == "3"
    assert "event" not in header


def test_players_have_the_sites_key_for_their_id() -> None:
    game = new_game("pods").resign(1)
    players: list[dict[str, Any]] = [
        {"name": "Ann", "uid": "u1"},
        {"name": "Bob", "userid": "u2", "is_ai": True},
    ]
    told = valid(game.record(players))["players"]
    assert told == [
        {"name": "Ann", "userid": "u1", "score": 0, "result": 0},
        {"name": "Bob", "userid": "u2", "is_ai": True, "score": 0, "result": 1},
    ]
    assert players[0] == {"name": "Ann", "uid": "u1"}


def test_whether_sides_were_swapped_is_known_from_the_plies() -> None:
    from tests.test_stones import GAMES, begin

    game = begin(GAMES[0]).move("b2")
    assert "pied" not in game.clone().resign(1).record(["Ann", "Bob"])["header"]
    game.move("swap")
    assert any(isinstance(r, Pie) for ply in game.stack for r in ply.results)
    ended = game.resign(1)
    assert valid(ended.record(["Ann", "Bob"]))["pied"] is True
    assert "pied" not in ended.record(["Ann", "Bob"], pied=False)["header"]
    assert valid(new_game("pods").draw().record(["A", "B"], pied=True))["pied"] is True


# ---- before, at and after the end ---------------------------------------------------------------


WON = [
    (name, game["id"])
    for name in ("pods-20240802.jsonl", "dendria-20261129.jsonl")
    for game in fixture_games(name)
    if len(game.get("winner", ())) == 1 and "(" not in game["plies"][-1]["move"]
]


def signs(picture: dict[str, Any]) -> Any:
    """Return what of a picture can say who has won: coloured edges, tinted land."""
    markers = picture["board"].get("markers", [])
    return [m for m in markers if m["type"] in ("edge", "flood") and isinstance(m["colour"], int)]


@pytest.mark.parametrize(("name", "ident"), WON, ids=map(str, WON))
def test_who_wins_is_shown_with_the_turn_and_after_it(name: str, ident: Any) -> None:
    record = next(game for game in fixture_games(name) if game["id"] == ident)
    *moves, turn = [ply["move"] for ply in record["plies"]]
    game = new_game(name.split("-")[0], record.get("variants", []))
    for move in moves:
        game.move(move, trusted=True)
    before = signs(game.render())
    under_way = signs(game.move(turn, partial=True).render())
    ended = signs(game.move(turn).render())
    assert ended == under_way
    won = [mark for mark in ended if mark not in before]
    assert won
    assert {mark["colour"] for mark in won} == {*record["winner"]}


@every_kind
@pytest.mark.parametrize(
    "text", ["", " ", "a1", "zz", "?", "pass", "g7-", "resign", "\ud800", "x" * 9000, None, 5]
)
def test_after_the_end_every_text_is_told_that(kind: Any, text: Any) -> None:
    game = fresh(kind).resign(1)
    answer = game.validate_move(text)
    assert (answer.code, answer.valid, answer.complete) == ("move.over", False, -1)


SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2007\u2028\u2029\u202f\u205f\u3000"


@every_kind
def test_white_space_of_any_alphabet_does_not_matter(kind: Any) -> None:
    game = played(kind, 3, 10)
    for text in [game.random_move(random.Random(n)) for n in range(4)]:
        spaced = (
            "".join(f"{space}{sign}" for space, sign in zip(cycle(SPACES), str(text), strict=False))
            + SPACES
        )
        assert game.validate_move(spaced) == game.validate_move(str(text))
        assert game.clone().move(spaced).lastmove == text


@every_kind
def test_rows_of_statuses_read_well_joined(kind: Any) -> None:
    """The site joins a status's values without a separator: there is one in each row."""
    for seed in (2, 3):
        for row in played(kind, seed, 14).sidebar_statuses():
            assert len(row["value"]) == 1


@every_kind
def test_buttons_have_a_key(kind: Any) -> None:
    for button in played(kind, 3, 14).buttons():
        assert (button["key"], button["move"]) == ("pass", "pass")
        assert button["label"] == "Pass"
