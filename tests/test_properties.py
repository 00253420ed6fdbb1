"""What must hold for every game and any input: nothing but our errors, nothing half-done."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from abstractplay_hex import Game, HexError, load_game
from tests.games import KINDS, kind_id, played, some_moves

kinds = st.sampled_from(KINDS)
seeds = st.integers(0, 10_000)
plies = st.integers(0, 25)

PIECES_OF_TEXT = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="abcdefghijklmst0123456789-x,=; ", max_size=24),
    st.sampled_from(
        ["resign", "pass", "draw", "a0", "a01", "n1", "g7", "G7 ", "a1-b1", "m0,0", "ｇ7", "d4=s"]
    ),
)
ANYTHING = st.one_of(PIECES_OF_TEXT, st.none(), st.integers(), st.binary(max_size=4), st.booleans())


def snapshot(game: Game[Any, Any]) -> tuple[str, int, dict[str, Any]]:
    return game.serialize(), game.ply, game.render()


def check_text(game: Game[Any, Any], text: Any) -> None:
    """Validate, move and click must agree on a text, and a refusal must change nothing."""
    before = snapshot(game)
    verdict = game.validate_move(text)
    assert verdict.complete in (-1, 0, 1)
    assert verdict.message
    assert verdict.code
    assert verdict.valid or verdict.complete == -1
    copy = game.clone()
    refusal = None
    try:
        copy.move(text)
    except HexError as error:
        refusal = error
    if refusal is not None:
        assert verdict.complete == -1, text
        blank = isinstance(text, str) and not text.strip() and not game.gameover
        code = "move.empty" if blank else verdict.code
        assert refusal.code == code, text
        assert blank or refusal.message == verdict.message, text
        assert snapshot(copy) == before
    else:
        assert verdict.complete >= 0
        assert len(copy.stack) == len(game.stack) + 1
    assert snapshot(game) == before
    click = game.handle_click(text, 3, 3, "pass")
    assert click.complete in (-1, 0, 1)
    shown = game.clone()
    try:
        shown.move(text, partial=True)
        shown.render()
    except HexError:
        assert not verdict.can_render
    assert len(shown.stack) == len(game.stack)
    assert snapshot(game) == before


@given(kinds, seeds, plies, ANYTHING)
def test_any_text(kind: Any, seed: int, n: int, text: Any) -> None:
    check_text(played(kind, seed, n), text)


@given(kinds, seeds, plies, st.integers(0, 10**6), st.integers(0, 40), PIECES_OF_TEXT)
def test_legal_texts_with_a_fault(
    kind: Any, seed: int, n: int, pick: int, at: int, junk: str
) -> None:
    game = played(kind, seed, n)
    move = game.random_move(random.Random(pick))
    if move is None:
        return
    assert game.validate_move(move).complete >= 0
    check_text(game, move)
    check_text(game, move[:at] + junk[:3] + move[at:])
    check_text(game, move[:at])
    check_text(game, move.upper() + " ")


ROW_OR_COL = st.one_of(st.integers(-3, 20), st.none(), st.floats(), st.booleans(), st.text())


@given(kinds, seeds, plies, ANYTHING, ROW_OR_COL, ROW_OR_COL, ANYTHING)
def test_any_click(kind: Any, seed: int, n: int, text: Any, row: Any, col: Any, piece: Any) -> None:
    game = played(kind, seed, n)
    before = snapshot(game)
    answer = game.handle_click(text, row, col, piece)
    assert answer.message
    assert snapshot(game) == before
    if answer.valid:
        assert game.validate_move(answer.move).complete == answer.complete


@given(kinds, seeds, st.integers(1, 25))
def test_undo_inverts_move(kind: Any, seed: int, n: int) -> None:
    game = played(kind, seed, n)
    before = snapshot(game)
    move = game.random_move(random.Random(seed))
    if move is None:
        return
    assert snapshot(game.move(move).undo()) == before
    ended = game.move(move).gameover
    if not ended:
        game.draw()
    assert game.gameover
    assert snapshot(game.undo(1 if ended else 2)) == before
    assert not game.gameover


@given(kinds, seeds, plies)
def test_save_load_save_is_identity(kind: Any, seed: int, n: int) -> None:
    game = played(kind, seed, n)
    text = game.serialize()
    again = load_game(text, verify=True)
    assert again.serialize() == text
    assert again.render() == game.render()
    assert some_moves(again) == some_moves(game)


@given(kinds, seeds, plies)
def test_position_text_is_read_back(kind: Any, seed: int, n: int) -> None:
    game = played(kind, seed, n)
    if game.gameover:
        return
    try:
        again = type(game)(kind[1], position=game.position())
    except HexError:
        pytest.fail(f"position text is not read back: {game.position()}")
    assert again.position() == game.position()
    assert some_moves(again, 300) == some_moves(game, 300)
    assert again.currplayer == game.currplayer


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_moves_are_complete_and_unique(kind: Any) -> None:
    for seed in range(3):
        game = played(kind, seed, 12 * seed)
        moves = some_moves(game, 3000)
        assert len(moves) == len(set(moves))
        if game.ply or "solo" not in kind[1]:
            assert game.moves()[:3000] == moves
            game.moves().clear()
            assert game.moves() != [] or game.gameover
        for move in random.Random(seed).sample(moves, min(40, len(moves))):
            assert game.validate_move(move).complete >= 0
            assert game.clone().move(move).lastmove == move
