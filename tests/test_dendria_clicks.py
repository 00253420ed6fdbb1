"""Every legal turn of Dendria can be made by clicks alone, and clicks take back what they made."""

from typing import Any

import pytest

from abstractplay_hex import Game, new_game
from abstractplay_hex.games.dendria.construction import Construction
from abstractplay_hex.games.dendria.notation import (
    Construct,
    Conversion,
    Pass,
    Sow,
    SpriteMove,
    parse_turn,
)
from abstractplay_hex.games.dendria.rules import judge
from abstractplay_hex.games.dendria.water import plane_of
from tests.conftest import fixture_games
from tests.games import some_moves

GAMES = {game["id"]: game for game in fixture_games("dendria-20261129.jsonl")}
BUSY = ("size-5", "size-7", "modular-10", "modular-8-solo", "modular-19")


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
        layout = self.game._ply.position.board.layout
        return self.at(*layout.place[layout.cell[cell]])

    def convert(self, conversion: Conversion) -> None:
        """Click the piece; click it again if it became the other kind first."""
        self.on(conversion.cell)
        if not self.text.endswith(f"={conversion.kind}"):
            self.on(conversion.cell)
        assert self.text.endswith(f"={conversion.kind}")

    def make(self, text: str) -> str:
        """Make a whole turn by clicks, and return the text they led to."""
        position = self.game._ply.position
        building = isinstance(position, Construction)
        turn = parse_turn(text)
        if isinstance(turn, Pass):
            self.at(-1, -1, "pass")
        elif isinstance(turn, Construct):
            assert building
            for centre in turn.centres:
                shown = judge(position, self.text).building or position
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
        ("zz9", (0, 0), "dendria.cell.not-here"),
    ):
        answer = game.handle_click(text, *place)
        assert (answer.valid, answer.move, answer.code) == (False, text, code), text
    assert game.handle_click("", -1, -1, "resign").code == "click.outside"


def test_a_click_on_water_puts_a_module_and_takes_it_back() -> None:
    game = new_game("dendria", ["modular-7"])
    clicker = Clicker(game)
    plane = plane_of(game._ply.position)
    assert clicker.at(*plane.places[0, 0]) == "m0,0"
    shown = plane_of(judge(game._ply.position, "m0,0").building or game._ply.position)
    assert clicker.at(*shown.places[1, 0]) == ""
    game.move("m0,0")
    sites = {game.handle_click("", *place).move for place in plane_of(game._ply.position).cells}
    assert sites - {""} == set(game.moves())
