"""The tool that measures reviews: it plants what it says, where it can."""

import random
import subprocess
import sys

import pytest

from abstractplay_hex.analysis.marks import LOSSES, Mark, stretched
from tests.conftest import ROOT
from tools import review
from tools.review import game_of, planted


def test_the_worst_turn_of_a_list_with_a_blunder_is_planted() -> None:
    for n in range(3):
        game = planted(game_of("dendria", ("size-5",), str(n), 16), random.Random(n))
        assert game is not None
        before, after = game.stack
        ranked = sorted(game.rules.rank(before.position), key=lambda found: -found[1])
        values = [value for _, value in ranked]
        played = game.rules.after(
            before.position, game.rules.read_turn(before.position, str(after.lastmove))
        )
        worst = {game.rules.write(turn) for turn, value in ranked if value == values[-1]}
        assert after.lastmove in worst
        assert played == after.position
        least = LOSSES[Mark.BLUNDER].stretched
        assert stretched(values[0]) - stretched(values[-1]) >= least


def test_where_nothing_can_be_planted_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(review, "DECIDED", 0.0)
    given = ["review.py", "dendria", "--variant", "size-5", "--games", "1", "--plies", "4"]
    monkeypatch.setattr(sys, "argv", given)
    review.main()
    told = capsys.readouterr().out.splitlines()[0]
    assert "0 of 0 planted blunders found (0.0% to 100.0%)" in told
    assert "1 games had nowhere to plant one" in told


@pytest.mark.heavy
def test_the_command() -> None:
    command = [sys.executable, "tools/review.py", "dendria", "--variant", "size-5"]
    done = subprocess.run(
        [*command, "--games", "2", "--plies", "12"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    first, second, third = done.stdout.splitlines()
    assert " of 2 planted blunders found (" in first
    assert second.startswith("review of 12 plies: ")
    assert third.startswith("page of ")
