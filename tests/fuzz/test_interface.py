"""The whole interface, called at random, with good and bad arguments, on every kind of game.

A model of the game (its plies as they were saved) is kept beside it. Only our own errors may come
out; a call that fails must change nothing; what the game says must agree with itself.

Runs short with the other tests; docs/fuzzing.md tells of long runs.
"""

import json
import random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from abstractplay_hex import Game, HexError, load_game
from tests.fuzz.bounds import bounded
from tests.fuzz.cases import Case, each_case, seeded, sized
from tests.fuzz.tally import count
from tests.games import some_moves

NUMBERS: Any = st.one_of(
    st.integers(-3, 15), st.sampled_from([None, True, 1.5, "1", 10**30, -(10**30)])
)
TEXTS: Any = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="abcdefghi123456789-x,=st;m0 ", max_size=16),
    st.sampled_from(["", " ", "pass", "resign", "a1", "a01", "A1-B2", "m0,0", None, 7, b"a1"]),
)


class Interface(RuleBasedStateMachine):
    """A game under random calls."""

    game: Game[Any, Any]

    def __init__(self, case: Case) -> None:
        super().__init__()
        self.case = case
        self.bounds = bounded(seconds=60, megabytes=256)
        self.bounds.__enter__()

    def teardown(self) -> None:
        self.bounds.__exit__(None, None, None)

    @initialize(plies=st.integers(0, 70), seed=st.integers(0, 999))
    def begin(self, plies: int, seed: int) -> None:
        count()
        fewest, most = self.case.plies
        rng = random.Random(f"{self.case.name} {seed}")
        self.game = self.case.fresh()
        for _ in range(fewest + plies % (most - fewest + 1)):
            move = self.game.random_move(rng)
            if move is not None:
                self.game.move(move, trusted=True)
        self.text = ""
        self.remember()

    def remember(self) -> None:
        self.saved = self.game.serialize()
        self.at = self.game.ply

    def unchanged(self) -> None:
        assert self.game.serialize() == self.saved
        assert self.game.ply == self.at

    def attempt(self, call: Any) -> bool:
        """Make a call that may fail; if it does, nothing may have changed."""
        try:
            call()
        except HexError as error:
            assert error.code
            assert error.message
            self.unchanged()
            return False
        self.remember()
        return True

    # ---- turns ---------------------------------------------------------------------------------

    @rule(seed=st.integers(0, 10**6), trusted=st.booleans(), partial=st.booleans())
    def legal_move(self, seed: int, trusted: bool, partial: bool) -> None:
        move = self.game.random_move(random.Random(seed))
        if move is None:
            assert self.game.gameover or not some_moves(self.game, 1)
            return
        plies = len(self.game.stack)
        looking_back = self.game.ply != plies - 1
        done = self.attempt(lambda: self.game.move(move, trusted=trusted, partial=partial))
        assert done != looking_back
        assert len(self.game.stack) == plies + (done and not partial)

    @rule(text=TEXTS, partial=st.booleans())
    def any_move(self, text: Any, partial: bool) -> None:
        verdict = self.game.validate_move(text)
        done = self.attempt(lambda: self.game.move(text, partial=partial))
        if not partial and isinstance(text, str) and text.strip():
            assert done == (verdict.complete >= 0)

    @rule(row=NUMBERS, col=NUMBERS, piece=TEXTS)
    def click(self, row: Any, col: Any, piece: Any) -> None:
        answer = self.game.handle_click(self.text, row, col, piece)
        assert answer.message
        if answer.valid:
            assert self.game.validate_move(answer.move).complete == answer.complete
        else:
            assert answer.move == self.text
        self.text = answer.move
        if answer.can_render:
            self.game.move(answer.move, partial=True)
            self.game.render()
        if answer.complete == 1:
            self.attempt(lambda: self.game.move(self.text))
            self.text = ""
        self.remember()

    @rule(text=TEXTS)
    def click_after_any_text(self, text: Any) -> None:
        answer = self.game.handle_click(text, 3, 3)
        assert answer.message
        self.unchanged()

    @rule(a=TEXTS, b=TEXTS)
    def same_move(self, a: Any, b: Any) -> None:
        assert self.game.same_move(a, b) in (True, False)
        self.unchanged()

    # ---- looking, undoing, ending --------------------------------------------------------------

    @rule(ply=NUMBERS)
    def load(self, ply: Any) -> None:
        self.attempt(lambda: self.game.load(ply))

    @rule(n=NUMBERS)
    def undo(self, n: Any) -> None:
        if self.attempt(lambda: self.game.undo(n)):
            assert self.game.ply == len(self.game.stack) - 1
            assert not self.game.gameover

    @rule()
    def last_ply(self) -> None:
        self.game.load()
        self.text = ""
        self.remember()

    @rule(word=st.sampled_from(["resign", "timeout"]), player=NUMBERS)
    def end_by_player(self, word: str, player: Any) -> None:
        over = self.game.stack[-1].gameover
        if self.attempt(lambda: getattr(self.game, word)(player)):
            assert not over
            assert self.game.winner == [3 - player]

    @rule(word=st.sampled_from(["draw", "abandoned"]))
    def end_by_both(self, word: str) -> None:
        if self.attempt(lambda: getattr(self.game, word)()):
            assert self.game.winner == ([1, 2] if word == "draw" else [])

    # ---- saving, showing -----------------------------------------------------------------------

    @rule(as_text=st.booleans())
    def save_and_load(self, as_text: bool) -> None:
        again = load_game(self.saved if as_text else self.game.state())
        assert again.serialize() == self.saved
        self.game = again
        self.remember()

    @rule()
    def go_on_with_a_clone(self) -> None:
        before, self.game = self.game, self.game.clone()
        self.game.load()
        if not self.game.gameover:
            self.game.draw()
            self.game.undo()
        assert before.serialize() == self.saved
        self.remember()

    @rule(perspective=NUMBERS, display=TEXTS)
    def render(self, perspective: Any, display: Any) -> None:
        shown = self.game.render(perspective, display)
        assert json.loads(json.dumps(shown)) == shown
        for known in self.game.info.displays:
            self.game.render(perspective, known.uid)
        self.unchanged()

    @rule(names=st.lists(st.text(max_size=5), max_size=3))
    def tell(self, names: list[str]) -> None:
        assert len(self.game.chat_log(names)) == len(self.game.stack) - 1
        self.game.sidebar_scores()
        self.game.sidebar_statuses()
        self.game.buttons()
        self.game.move_history_with_sequence()
        self.attempt(lambda: self.game.record(names))

    @precondition(lambda self: hasattr(self, "game"))
    @invariant()
    def consistent(self) -> None:
        game = self.game
        assert 1 <= game.currplayer <= 2
        if game.gameover:
            assert game.ply == len(game.stack) - 1
            assert some_moves(game, 1) == []


@each_case
def test_calls_in_any_order(case: Case) -> None:
    @seeded("calls")
    def machine() -> Interface:
        return Interface(case)

    # Typed as a class, but asks only for something to call, as it says itself.
    run_state_machine_as_test(machine, settings=sized("calls"))  # type: ignore[arg-type]
