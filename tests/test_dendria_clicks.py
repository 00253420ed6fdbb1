"""Every legal turn of Dendria can be made by clicks alone, and clicks take back what they made."""

import random
import re
from itertools import islice
from typing import Any

import pytest

from abstractplay_hex import Game, new_game
from abstractplay_hex.games.dendria.boards import fixed, modular
from abstractplay_hex.games.dendria.construction import Construction, module_cells
from abstractplay_hex.games.dendria.drawing.marks import VIOLET
from abstractplay_hex.games.dendria.notation import (
    Construct,
    Conversion,
    PassTurn,
    Sow,
    SpriteMove,
    Turn,
    parse_turn,
)
from abstractplay_hex.games.dendria.plane import plane_of
from abstractplay_hex.games.dendria.position import DendriaPosition, position_of
from abstractplay_hex.games.dendria.rules import DendriaRules
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.rules.interface import Click, Scene, Setup
from tests.conftest import fixture_games
from tests.games import some_moves
from tests.test_dendria_oracle import crowded, ragged_land, scattered

RULES = DendriaRules()
WRITTEN = re.compile(r"m-?\d+,-?\d+(?:;m-?\d+,-?\d+)*")
"""Modules as they are written in a turn."""
GAMES = {game["id"]: game for game in fixture_games("dendria-20261129.jsonl")}
BUSY = ("size-5", "size-7", "modular-10", "modular-8-solo", "modular-19")


def building(game: Game[Any, Any], text: str) -> Construction:
    """Return the island as a text shows it."""
    position = game.looked_at.position
    shown = RULES.shown(position, RULES.interpret(position, text))
    assert isinstance(shown, Construction)
    return shown


class Clicker:
    """A front end's memory of a turn: its text so far."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.text = ""

    def at(self, row: int, col: int, piece: str = "") -> str:
        answer = self.game.handle_click(self.text, row, col, piece)
        assert answer.valid, (self.text, row, col, answer.message)
        self.text = answer.move
        # What a front end does with it: show it. This must never fail.
        if answer.can_render:
            self.game.move(self.text, partial=True)
        self.game.render()
        return self.text

    def on(self, cell: str) -> str:
        layout = self.game.looked_at.position.board.layout
        return self.at(*layout.place[layout.cell[cell]])

    def convert(self, conversion: Conversion) -> None:
        """Click the piece; click it again if it became the other kind first."""
        self.on(conversion.cell)
        if not self.text.endswith(f"={conversion.kind}"):
            self.on(conversion.cell)
        assert self.text.endswith(f"={conversion.kind}")

    def make(self, text: str) -> str:
        """Make a whole turn by clicks, and return the text they led to."""
        position = self.game.looked_at.position
        turn = parse_turn(text)
        if isinstance(turn, PassTurn):
            self.at(-1, -1, "pass")
        elif isinstance(turn, Construct):
            assert isinstance(position, Construction)
            for centre in turn.centres:
                shown = building(self.game, self.text)
                self.at(*plane_of(shown).places[centre])
        elif isinstance(turn, Sow):
            self.on(turn.cell)
            for conversion in turn.conversions:
                self.convert(conversion)
        elif isinstance(turn, SpriteMove):
            self.on(turn.start)
            for step in turn.steps:
                self.on(step.cell)
                for conversion in step.conversions:
                    self.convert(conversion)
        return self.text


def replayed(record: dict[str, Any], plies: int) -> Game[Any, Any]:
    game = new_game("dendria", record["variants"])
    for ply in record["plies"][:plies]:
        game.move(ply["move"], trusted=True)
    return game


def busiest(record: dict[str, Any]) -> int:
    """Return the ply before which there were the most legal turns, among the later ones."""
    plies = range(len(record["plies"]) // 2, len(record["plies"]))
    return max(plies, key=lambda i: record["plies"][i].get("legal") or 0)


@pytest.mark.parametrize("ident", BUSY)
def test_every_turn_by_clicks(ident: str) -> None:
    record = GAMES[ident]
    for ply in (busiest(record), len(record["plies"]) * 2 // 3):
        game = replayed(record, ply)
        turns = some_moves(game, 1500)
        assert turns
        for turn in turns:
            clicked = Clicker(game).make(turn)
            assert clicked == turn or game.clone().move(clicked).position() == (
                game.clone().move(turn).position()
            )
            assert game.validate_move(clicked).complete >= 0


@pytest.mark.parametrize("seed", range(8))
def test_every_turn_of_crowded_boards_by_clicks(seed: int) -> None:
    """Nearly full boards of any shape: captures, stops, and chains of conversions of every kind."""
    rng = random.Random(seed)
    made = 0
    while made < 60:
        board = fixed(5) if seed % 2 else modular(ragged_land(rng))
        position = crowded(board, rng)
        turns = [turn.text for turn in islice(RULES.legal_turns(position), 151)]
        if not any("=" in turn and "-" in turn for turn in turns) or len(turns) > 150:
            continue
        variant = "size-5" if seed % 2 else "modular-7"
        game = new_game("dendria", [variant], position=position.text)
        for turn in turns:
            made += 1
            clicked = Clicker(game).make(turn)
            assert game.validate_move(clicked).complete >= 0
            assert RULES.after(position, parse_turn(clicked)) == RULES.after(
                position, parse_turn(turn)
            )


def test_every_recorded_turn_by_clicks() -> None:
    """Games from the empty sea to the end: construction, alternating and solo, among them."""
    for ident in ("modular-8-solo", "modular-7", "size-5"):
        record = GAMES[ident]
        game = new_game("dendria", record["variants"])
        for ply in record["plies"]:
            game.move(Clicker(game).make(ply["move"]))
            assert game.position() == ply["position"]
        assert game.winner == record["winner"]


CHOICE = "5/6/s6/2P5/1S7/8/7/6/5 D 0 L"
"""A sprite on f3, a seed on e2, and one of the opponent's on g1."""


def test_clicks_choose_and_let_go() -> None:
    game = new_game("dendria", ["size-5"], position=CHOICE)
    clicker = Clicker(game)
    assert clicker.on("f3") == "f3"
    assert clicker.on("f3") == ""
    assert clicker.on("a1") == "a1"
    assert clicker.on("a1") == ""
    clicker.on("a1")
    assert clicker.on("a2") == "a2"
    assert clicker.on("f3") == "f3"
    assert clicker.on("f1") == "f3-f1"
    assert clicker.on("f2") == "f3-f2"
    assert clicker.on("f2") == "f3"
    clicker.on("f2")
    assert clicker.on("f3") == "f3"
    assert clicker.at(-1, -1, "pass") == "pass"
    assert clicker.at(-1, -1, "_btn_pass") == ""


def test_clicks_that_mean_nothing_say_why() -> None:
    game = new_game("dendria", ["size-5"], position=CHOICE)
    for text, place, code in (
        ("", (2, 0), "dendria.sow.occupied"),
        ("", (0, 9), "click.outside"),
        ("", (-1, 4), "click.outside"),
        ("f3", (0, 0), "dendria.move.not-straight"),
    ):
        answer = game.handle_click(text, *place)
        assert (answer.valid, answer.move, answer.code) == (False, text, code), text
    assert game.handle_click("", -1, -1, "resign").code == "click.outside"


@pytest.mark.parametrize("text", ["zz9", "i1-h1", "f3-i1", "f3-f1,", "pass,", "m0,0", "?"])
def test_what_begins_no_turn_counts_as_empty(text: str) -> None:
    game = new_game("dendria", ["size-5"], position=CHOICE)
    assert not game.validate_move(text).valid
    answer = game.handle_click(text, 0, 0)
    assert (answer.valid, answer.move) == (True, "i1")


def test_a_click_on_water_puts_a_module_and_takes_it_back() -> None:
    game = new_game("dendria", ["modular-7"])
    clicker = Clicker(game)
    plane = plane_of(game.looked_at.position)
    assert clicker.at(*plane.places[0, 0]) == "m0,0"
    shown = plane_of(
        RULES.interpret(game.looked_at.position, "m0,0").partial or game.looked_at.position
    )
    assert clicker.at(*shown.places[1, 0]) == ""
    game.move("m0,0")
    sites = {
        game.handle_click("", *place).move for place in plane_of(game.looked_at.position).cells
    }
    assert sites - {""} == set(game.moves())


# Any board, any turn ---------------------------------------------------------------------------

NEEDS_TREES = "5/6/7/1p5t/1pp6/Ts5t/T6/6/1ttt1 L 1 L"
"""After f2-f4 the seed on d2 can be summoned, which leads nowhere, or become a tree."""


def test_the_kind_that_leads_to_a_legal_turn_is_offered_first() -> None:
    assert clicked(NEEDS_TREES, "f2", "f4", "d2", "d2") == ["f2", "f2-f4", "f2-f4,d2=t", "f2-f4"]


ONE_MORE = "Tt1ss/s1SSSs/sTsStSs/sS1Pss1t/ssssssstS/ssssS1ss/ss2spS/s1s1tp/Ps1ss L 0 -"
"""One more sprite is allowed, and only on d4, d7 or e7 it lets the move c6-c3 fertilize."""
CAPTURED = "T1tpP/1SPspt/2TSTt1/1tst1T1S/4TTst1/sTsT1P2/s1TSTsT/T2pPs/1S1TP D 0 -"
"""After b5xb4 the seed on c4 can be summoned, too, which leaves no fertilization."""


@pytest.mark.parametrize(
    ("position", "text", "cells"),
    [
        (ONE_MORE, "c6-c3", {"d4", "d7", "e7"}),
        (ONE_MORE, "b6-d6", {"d4", "d7", "e7"}),
        (NEEDS_TREES, "f2-f4", {"c1", "d1", "d2"}),
        (CAPTURED, "b5xb4", {"c4", "c6", "d3", "g4", "i3"}),
    ],
)
def test_what_leads_to_no_legal_turn_is_neither_offered_nor_taken(
    position: str, text: str, cells: set[str]
) -> None:
    at = RULES.read_position(position, Setup(("size-5",)))
    assert isinstance(at, DendriaPosition)
    layout = at.board.layout
    draft = RULES.interpret(at, text)
    assert {layout.name[layout.cell_at[place]] for place in choices(at, text)} == cells
    taken = set()
    for place, cell in layout.cell_at.items():
        after = RULES.click(at, draft, Click(place))
        assert after is not None
        if after.startswith(f"{text},") and RULES.interpret(at, after).valid:
            taken.add(layout.name[cell])
    assert taken == cells


def any_position(rng: random.Random) -> DendriaPosition:
    """Return a position on a board of any kind: sparse, crowded, or as it came up in play."""
    board = fixed(rng.randint(5, 9)) if rng.random() < 0.4 else modular(ragged_land(rng))
    position = rng.choice((crowded, scattered))(board, rng)
    if rng.random() < 0.3:
        position = position_of(board)
        for _ in range(rng.randint(10, 80)):
            turn = RULES.random_turn(position, rng)
            assert turn is not None
            there = RULES.after(position, turn)
            assert isinstance(there, DendriaPosition)
            position = position if there.over else there
    return position


def prefixes(turn: Turn) -> list[tuple[str, str, str]]:
    """Return the text before each part of a turn, the cell that the part names, and the text after."""
    found = []
    text = ""
    for part in re.findall(r"[a-z]+[0-9]+=[st]|[-x]?[a-z]+[0-9]+", turn.text):
        comma = "," if text and ("=" in part or "," in text or re.search("[-x]", text)) else ""
        after = f"{text}{comma}{part}"
        cell = re.search("[a-z]+[0-9]+", part.lstrip("-x"))
        assert cell is not None
        found.append((text, cell[0], after))
        text = after
    assert text == turn.text
    return found


def click_on(position: DendriaPosition, text: str, place: tuple[int, int]) -> str:
    """Click a cell that must answer; return the text after it, which must be valid."""
    draft = RULES.interpret(position, text)
    assert draft.valid, (position.text, text)
    after = RULES.click(position, draft, Click(place))
    assert after is not None, (position.text, text, place)
    assert RULES.interpret(position, after).valid, (position.text, text, place, after)
    return after


def choices(position: DendriaPosition, text: str) -> list[tuple[int, int]]:
    """Return the places that a picture offers to click."""
    draft = RULES.interpret(position, text)
    scene = Scene(RULES.shown(position, draft), position, draft=draft)
    return [
        (target["row"], target["col"])
        for mark in RULES.draw(scene).get("annotations", [])
        if mark["type"] == "dots" or mark.get("colour") == VIOLET
        for target in mark["targets"]
    ]


@pytest.mark.parametrize("seed", range(4))
def test_each_part_of_any_turn_is_a_click_away_and_what_is_offered_answers(seed: int) -> None:
    rng = random.Random(seed)
    offered = converted = 0
    for _ in range(10):
        position = any_position(rng)
        place = {n: position.board.layout.place[c] for n, c in position.board.layout.cell.items()}
        turns = [t for t in islice(RULES.legal_turns(position), 400) if not isinstance(t, PassTurn)]
        asked = set()
        for turn in rng.sample(turns, min(len(turns), 8)):
            for text, cell, wanted in prefixes(turn):
                if text in asked:
                    continue
                asked.add(text)
                for spot in choices(position, text):
                    click_on(position, text, spot)
                    offered += 1
                got = click_on(position, text, place[cell])
                if "=" in wanted[len(text) :]:
                    converted += 1
                    # A piece that can become either is clicked again.
                    if got != wanted:
                        got = click_on(position, got, place[cell])
                assert got == wanted, (position.text, text, cell, got)
    assert offered > 100
    assert converted > 5


# What each kind of click does, one after the other -------------------------------------------


def clicked(position: str, *cells: str, variants: tuple[str, ...] = ("size-5",)) -> list[str]:
    """Click the cells from the empty text on, and return the text after each."""
    clicker = Clicker(new_game("dendria", variants, position=position))
    return [clicker.on(cell) for cell in cells]


def refused(position: str, text: str, cell: str) -> str:
    """Click a cell that does not go with a text: it is kept. Return the code of the refusal."""
    game = new_game("dendria", ["size-5"], position=position)
    assert game.validate_move(text).valid
    layout = game.looked_at.position.board.layout
    answer = game.handle_click(text, *layout.place[layout.cell[cell]])
    assert (answer.valid, answer.move) == (False, text)
    return answer.code


def test_a_piece_that_can_be_converted_is_and_again_is_not() -> None:
    seed = "5/6/7/8/9/8/7/1P4/S4 D 0 -"
    assert clicked(seed, "i1", "a1", "a1") == ["i1", "i1,a1=t", "i1"]
    # Any cell of the group will do, to convert it and to take that back.
    pair = "5/6/7/8/9/8/7/1PP3/SS3 D 0 -"
    assert clicked(pair, "i1", "a2", "a1") == ["i1", "i1,a1=t", "i1"]
    assert clicked(pair, "i1", "a1", "a2") == ["i1", "i1,a1=t", "i1"]
    forest = "5/6/7/8/9/8/7/1PP3/tt2p D 0 -"
    assert clicked(forest, "i1", "a2", "a1") == ["i1", "i1,a1=t", "i1"]
    summoned = "5/6/7/3Ss3/3SSs3/3SS3/7/6/5 D 0 -"
    assert clicked(summoned, "a1", "e5", "e5") == ["a1", "a1,e5=s", "a1"]


BOTH_KINDS = "2P2/6/7/3TT3/3TST3/3TT3/7/6/5 D 0 -"
"""The seed on e5 sees six trees of its own and has no liberty: it can become either."""


def test_the_conversion_just_made_changes_to_the_other_kind() -> None:
    texts = clicked(BOTH_KINDS, "a1", "e5", "e5", "e5", "e5")
    assert texts == ["a1", "a1,e5=s", "a1,e5=t", "a1", "a1,e5=s"]
    moved = clicked(BOTH_KINDS, "i3", "i1", "e5", "e5", "e5", "i1")
    assert moved == ["i3", "i3-i1", "i3-i1,e5=s", "i3-i1,e5=t", "i3-i1", "i3"]


def test_a_piece_that_cannot_be_converted_says_why() -> None:
    """And not that no seed can be sown, nor a sprite land, where it stands."""
    limit = "5/6/7/3SS3/3SSS3/3SS3/7/1P4/S4 D 0 -"
    assert refused(limit, "i1", "e5") == "dendria.summon.limit"
    assert refused(limit, "b2-d2", "a1") == "dendria.fertilize.unwatched"
    assert refused("5/6/7/8/9/8/7/1P4/s3t D 0 -", "i1", "a1") == "dendria.summon.hungry"
    assert refused("5/6/7/8/9/8/7/1P4/s3t D 0 -", "i1", "a5") == "dendria.forest.unwatched"
    assert refused("5/6/7/8/9/8/7/1P4/s3p D 0 -", "b2-b1", "a1") == "dendria.summon.hungry"
    # Before the sprite has moved nothing is converted yet.
    assert refused(limit, "b2", "a1") == "dendria.move.taken"


def test_only_the_conversion_made_last_is_taken_back() -> None:
    two = "S4/1P4/7/8/9/8/7/1P4/S4 D 0 -"
    assert clicked(two, "e5", "i1", "a1", "a1", "i1") == [
        "e5",
        "e5,i1=t",
        "e5,i1=t,a1=t",
        "e5,i1=t",
        "e5",
    ]
    assert refused(two, "e5,i1=t,a1=t", "i1") == "dendria.trees.own-tree"


INLAND = "5/6/7/8/9/8/7/1P4/S4 D 0 -"


def test_a_further_landing_goes_on_after_a_conversion() -> None:
    assert clicked(INLAND, "b2", "c2", "a1", "d2") == [
        "b2",
        "b2-c2",
        "b2-c2,a1=t",
        "b2-c2,a1=t,-d2",
    ]
    # The stop with its conversion stays while the landing after it is chosen anew, or let go of.
    assert clicked(INLAND, "b2", "c2", "a1", "d2", "e2", "e2", "a1", "c2")[4:] == [
        "b2-c2,a1=t,-e2",
        "b2-c2,a1=t",
        "b2-c2",
        "b2",
    ]
    # Before any conversion another landing is not a further one.
    assert clicked(INLAND, "b2", "c2", "d2", "d2") == ["b2", "b2-c2", "b2-d2", "b2"]


def test_after_a_conversion_nothing_is_thrown_away() -> None:
    at_stop = "b2-c2,a1=t"
    assert refused(INLAND, at_stop, "c3") == "dendria.move.turned"
    assert refused(INLAND, at_stop, "b2") == "dendria.move.turned"
    assert refused(INLAND, at_stop, "c2") == "dendria.trees.sprite"
    assert refused(INLAND, f"{at_stop},-d2", "c2") == "dendria.move.turned"
    assert refused(INLAND, f"{at_stop},-d2", "a1") == "dendria.trees.own-tree"


def test_an_enemy_sprite_in_line_is_captured() -> None:
    facing = "5/6/7/8/3P2p2/8/7/6/5 D 0 -"
    assert clicked(facing, "e4", "e7", "e3", "e7", "e7") == [
        "e4",
        "e4xe7",
        "e4-e3",
        "e4xe7",
        "e4",
    ]
    assert refused(facing, "e4", "e8") == "dendria.move.sprite-between"
    assert refused(facing, "", "e7") == "dendria.sow.occupied"


def test_clicks_after_the_end() -> None:
    game = new_game("dendria", ["size-5"], position="5/6/7/8/9/8/7/6/5 L 1 D").move("pass")
    for place in ((0, 0), (-1, -1)):
        answer = game.handle_click("", *place, "pass")
        assert (answer.valid, answer.move, answer.complete) == (False, "", -1)
        assert "over" in answer.message


def test_no_passing_while_the_board_is_built() -> None:
    for variants in (["modular-7"], ["modular-8", "solo"]):
        answer = new_game("dendria", variants).handle_click("", -1, -1, "pass")
        assert (answer.valid, answer.move) == (False, "")


def test_alone_one_puts_centres_one_after_the_other() -> None:
    game = new_game("dendria", ["modular-8", "solo"])
    clicker = Clicker(game)
    texts = ["m0,0", "m0,0;m3,-1", "m0,0;m3,-1;m1,2"]
    for text, centre in zip(texts, [(0, 0), (3, -1), (1, 2)], strict=True):
        shown = building(game, clicker.text) or game.looked_at.position
        assert clicker.at(*plane_of(shown).places[centre]) == text
    shown = building(game, clicker.text)
    places = plane_of(shown).places
    assert game.handle_click(clicker.text, *places[2, 2]).move == texts[1]
    # Water where no module's centre can be, and land placed earlier.
    closed = set(places) - set(shown.legal_centres()) - shown.land
    assert len(closed) > 5
    for centre in [*closed, (0, 0)]:
        code = "overlap" if shown.land & set(module_cells(centre)) else "touch"
        answer = game.handle_click(clicker.text, *places[centre])
        assert (answer.valid, answer.move) == (False, clicker.text)
        assert answer.code == f"dendria.construct.{code}", centre


@pytest.mark.parametrize("solo", [(), ("solo",)])
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_what_is_said_before_the_first_module_can_be_done(
    solo: tuple[str, ...], tongue: str
) -> None:
    """Sentences name no coordinates that the board does not show, but a text to write and a cell to click."""
    game = new_game("dendria", ["modular-7", *solo])
    names = set(game.titles())
    with language(tongue):
        for text in ("", "c3", "g12", "m1,0"):
            said = game.validate_move(text).message
            proposed = WRITTEN.findall(said)
            assert proposed, said
            assert not re.findall(r"-?\d+,-?\d+", WRITTEN.sub("", said)), said
            assert any(game.validate_move(way).valid for way in proposed), said
            assert re.search("marked|markiert", said), said
    (marks,) = (m for m in game.render()["board"]["markers"] if m["type"] == "dots")
    (spot,) = marks["points"]
    assert (spot["row"], spot["col"]) in names
    assert game.handle_click("", spot["row"], spot["col"]).move == "m0,0"


def test_a_stop_that_was_passed_can_be_landed_on() -> None:
    """The turn goes back to the last stop with conversions, over the stops without."""
    game = new_game("dendria", ["size-5"], position="5/6/7/8/9/8/7/1s2P1/sts2 D 0 -")
    text = "b5-b4,a2=t,-b3,-b1"
    assert game.validate_move(text).complete >= 0
    click = game.handle_click(text, *game_place(game, "b3"))
    assert (click.move, click.valid) == ("b5-b4,a2=t,-b3", True)


def test_of_conversions_at_two_stops_the_last_is_taken_back() -> None:
    game = new_game("dendria", ["size-5"], position="3sS/4ss/7/8/9/8/7/1P4/S4 D 0 -")
    text = "b2-c2,a1=t,-d2,i5=t"
    assert game.validate_move(text).complete >= 0
    assert game.handle_click(text, *game_place(game, "i5")).move == "b2-c2,a1=t,-d2"
    assert not game.handle_click(text, *game_place(game, "a1")).valid


def game_place(game: Game[Any, Any], name: str) -> tuple[int, int]:
    layout = game.looked_at.position.board.layout
    place: tuple[int, int] = layout.place[layout.cell[name]]
    return place
