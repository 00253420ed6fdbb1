"""What teaches the games: every picture shows what is so, every ruling and refusal has its place."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from abstractplay_hex import get_rules, lessons
from abstractplay_hex.game import Game
from abstractplay_hex.games.dendria.messages import ENGLISH as DENDRIA
from abstractplay_hex.games.pods.messages import ENGLISH as PODS
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.rules.teaching import Figure, Ruling, Scenery, Step, Teaching
from tests.nim import NimRules
from tests.test_refusals import DENDRIA_TURNS, PODS_TURNS, position_of

SEEDS = Path(__file__).parents[1] / "seeds"
TAUGHT = ("dendria", "pods")


def taught(uid: str) -> Teaching:
    teaching = get_rules(uid).teaching()
    assert teaching is not None
    return teaching


FIGURES = [
    pytest.param(uid, ruling, figure, id=f"{ruling.id}-{number}")
    for uid in TAUGHT
    for ruling in taught(uid).rulings
    for number, figure in enumerate(ruling.figures, 1)
]
STEPS = [
    pytest.param(uid, step, id=f"{uid}-{step.id}") for uid in TAUGHT for step in taught(uid).tour
]


def said(uid: str, game: Game, names: object) -> dict[str, str]:  # type: ignore[type-arg]
    titles = game.titles()
    return {name: titles[game.cell_place(name)] for name in names}  # type: ignore[attr-defined]


# ---- Rulings -----------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", TAUGHT)
def test_each_ruling_of_the_rules_has_its_pictures(uid: str) -> None:
    told = re.findall(r"\*\*([PD]\d+)\b", (SEEDS / f"{uid}.md").read_text("utf-8"))
    shown = [ruling.id for ruling in taught(uid).rulings if ruling.id[1:].isdigit()]
    assert sorted(shown) == sorted(told)
    assert all(ruling.figures for ruling in taught(uid).rulings)


@pytest.mark.parametrize("uid", TAUGHT)
def test_names_on_the_page_are_different(uid: str) -> None:
    teaching = taught(uid)
    names = [section.id for section in teaching.sections] + [r.id for r in teaching.rulings]
    assert len(set(names)) == len(names)
    assert len({step.id for step in teaching.tour}) == len(teaching.tour)
    assert all(re.fullmatch(r"[A-Za-z0-9]+", name) for name in names)


@pytest.mark.parametrize(("uid", "ruling", "figure"), FIGURES)
def test_a_figure_is_true(uid: str, ruling: Ruling, figure: Figure) -> None:
    game = lessons.scene(uid, figure)
    for move in figure.legal:
        assert game.validate_move(move).complete >= 0, move
        assert game.clone().move(move).ply == game.ply + 1
    for move, code in figure.refused.items():
        assert lessons.tried(game, move).code == code, move
        assert taught(uid).ruling_of(code) == ruling.id, move
    if figure.whole:
        assert game.moves() == list(figure.legal)
    if figure.partial:
        assert game.validate_move(figure.partial).can_render
    assert said(uid, game, figure.cells) == {c: f"{c}: {w}" for c, w in figure.cells.items()}
    if figure.scores:
        assert tuple(game.player_score(seat) for seat in (1, 2)) == figure.scores
    assert tuple(game.winner) == figure.winners
    # It shows something: turns, cells or a result.
    shown = (figure.legal, figure.refused, figure.cells, figure.marks, figure.winners)
    assert any(shown) or figure.scores or figure.whole


@pytest.mark.parametrize(("uid", "ruling", "figure"), FIGURES)
def test_a_picture_shows_what_the_figure_says(uid: str, ruling: Ruling, figure: Figure) -> None:
    light, dark = (lessons.picture(uid, figure, dark=dark) for dark in (False, True))
    assert light.startswith("<svg")
    assert light != dark
    pictured = [m for m in (*figure.legal, *figure.refused) if m != "pass"]
    if pictured:
        assert lessons.LEGAL in light or lessons.REFUSED in light
    assert (lessons.POINTED in light) >= bool(figure.marks or figure.cells)


@pytest.mark.parametrize(("uid", "ruling", "figure"), FIGURES)
def test_no_cell_is_both_ringed_and_crossed(uid: str, ruling: Ruling, figure: Figure) -> None:
    game = lessons.scene(uid, figure)
    ringed, crossed = set[str](), set[str]()
    for move in figure.legal:
        ways, changed = lessons.cells_of(game, move)
        ringed |= {*changed, *(way[-1] for way in ways)}
    for move in figure.refused:
        ways, changed = lessons.cells_of(game, move)
        crossed |= set(changed[-1:] or [way[-1] for way in ways[-1:]])
    assert not ringed & crossed


def test_cells_of_turns() -> None:
    game = lessons.scene("dendria", Scenery(variants=("size-5",)))
    assert lessons.cells_of(game, "b2-c2,a1=t,-d2") == ([["b2", "c2", "d2"]], ["a1"])
    assert lessons.cells_of(game, "e5xb2") == ([["e5", "b2"]], [])
    assert lessons.cells_of(game, "i1,a1=t,e5=s") == ([["i1"]], ["a1", "e5"])
    assert lessons.cells_of(game, "pass") == ([], [])
    building = Scenery(variants=("modular-7",), position="0,0;3,-1;1,2 D")
    game = lessons.scene("dendria", building)
    assert lessons.cells_of(game, "m4,1;m-2,3") == ([["4,1"], ["-2,3"]], [])
    game = lessons.scene("pods", Scenery())
    assert lessons.cells_of(game, "g1-g10") == ([["g1", "g10"]], [])


def ruling(uid: str, name: str) -> Ruling:
    return next(each for each in taught(uid).rulings if each.id == name)


def test_the_corners_pointed_at_are_all_there_are() -> None:
    for figure in ruling("dendria", "D4").figures:
        board = lessons.scene("dendria", figure).looked_at.position.board
        assert sorted(figure.marks) == sorted(board.layout.names_in(board.corners))


@pytest.mark.parametrize(("uid", "name", "since"), [("pods", "P11", 2), ("dendria", "D14", 0)])
def test_positions_said_to_repeat_do(uid: str, name: str, since: int) -> None:
    game = lessons.scene(uid, ruling(uid, name).figures[0])
    assert game.looked_at.position == game.stack[since].position
    assert game.ply > since


# ---- Refusals ----------------------------------------------------------------------------------


def refusals(uid: str) -> Iterator[str]:
    """Yield the codes of all refusals of turns: the table of another test has every one."""
    rules = get_rules(uid)
    for variants, position, text, code, _ in PODS_TURNS if uid == "pods" else DENDRIA_TURNS:
        draft = rules.interpret(position_of(rules, variants, position), text)
        if not draft.valid:
            yield code


@pytest.mark.parametrize(("uid", "english"), [("dendria", DENDRIA), ("pods", PODS)])
def test_each_refusal_of_a_turn_has_its_ruling(uid: str, english: dict[str, str]) -> None:
    teaching = taught(uid)
    codes = set(refusals(uid))
    assert len(codes) > 8
    assert codes <= teaching.refusals.keys()
    # What comes from no ruling is about texts, not about the game.
    none = {code for code, found in teaching.refusals.items() if found is None}
    assert all(
        re.search(r"\.(form|end-named|unknown-cell|notation\..*|cell\..*)$", c) for c in none
    )
    assert set(teaching.refusals.values()) - {None} <= {r.id for r in teaching.rulings}
    assert teaching.refusals.keys() <= {*english, "move.over"}
    assert teaching.ruling_of("move.complete") is None


# ---- Tours -------------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", TAUGHT)
def test_a_tour_has_five_to_eight_steps(uid: str) -> None:
    assert 5 <= len(taught(uid).tour) <= 8


@pytest.mark.parametrize(("uid", "step"), STEPS)
def test_a_step_can_be_done(uid: str, step: Step) -> None:
    game = lessons.scene(uid, step)
    for move in step.solutions or game.moves()[:1]:
        done = game.clone().move(move)
        assert done.lastmove == move  # as the game writes it
        assert lessons.solved(game, step, move)
        expected = {cell: f"{cell}: {what}" for cell, what in step.cells.items()}
        assert said(uid, done, step.cells) == expected
        assert all(said(uid, game, [cell]) != {cell: told} for cell, told in expected.items())
    others = [move for move in game.moves() if not lessons.solved(game, step, move)]
    assert bool(others) == bool(step.solutions) == bool(step.hint)


def test_another_text_of_a_solution_is_one() -> None:
    step = next(step for step in taught("dendria").tour if step.id == "forest")
    assert lessons.solved(lessons.scene("dendria", step), step, "I1, A1 = t")


@pytest.mark.parametrize("uid", TAUGHT)
def test_the_last_step_wins(uid: str) -> None:
    step = taught(uid).tour[-1]
    game = lessons.scene(uid, step)
    mover = game.currplayer
    assert game.move(step.solutions[0]).winner == [mover]


# ---- Texts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", TAUGHT)
def test_all_texts_are_said_in_german(uid: str) -> None:
    teaching = taught(uid)
    english = teaching.texts(uid)
    with language("de"):
        german = teaching.said(uid).texts(uid)
    assert english.keys() == german.keys()
    assert [code for code in english if english[code] == german[code]] == []
    # What is named in both: cells, turns, figures, half points.
    for code in english:
        names = r"\b[a-m]\d+\b|\bm-?\d,-?\d|½"
        assert sorted(re.findall(names, english[code])) == sorted(
            re.findall(names, german[code])
        ), code
    assert teaching.said(uid).texts(uid) == english


def test_cells_that_texts_name_are_on_their_boards() -> None:
    for uid in TAUGHT:
        for ruling in taught(uid).rulings:
            for figure in ruling.figures:
                game = lessons.scene(uid, figure)
                if "0,0" in game.rules.cell_names(game.looked_at.position).values():
                    continue  # of a board under construction
                for name in re.findall(r"\b[a-m]\d+\b", figure.caption):
                    game.cell_place(name)


def test_games_need_not_teach() -> None:
    assert NimRules().teaching() is None
