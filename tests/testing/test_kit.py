"""The kit itself: what it is called with, what it reports, and its ways to be used."""

import json
import os
import random
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

import pytest
from attrs import evolve
from hexsample import LastStandRules, StretchRules
from typer.testing import CliRunner

from abstractplay_hex import Pods, new_game
from abstractplay_hex.cli import app
from abstractplay_hex.game import class_of
from abstractplay_hex.registry import get_rules, rules_of
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing import check_game, checks, clicks, metadata
from abstractplay_hex.testing.determinism import Watch
from abstractplay_hex.testing.hooks import watched
from abstractplay_hex.testing.kit import (
    CUT_SHORT,
    NOT_APPLICABLE,
    SKIPPED,
    SUBJECTS,
    WAIVED,
    check,
    make_harness,
    resolve,
)
from abstractplay_hex.testing.looking import Ticking, copied, representative
from tests.testing.broken import BREAKS
from tests.testing.conftest import SAMPLE

ROOT = Path(__file__).parents[2]
INSTALLED = bool(entry_points(group="pytest11", name="abstractplay-hex"))


class Mute(StretchRules):
    """Without texts to show: a fault that one check finds."""

    info = evolve(StretchRules.info, description="")


# ---- checks and reports -------------------------------------------------------------------------


def test_there_are_checks_of_every_subject_each_with_all_it_needs() -> None:
    known = checks()
    assert len(known) >= 40
    assert {c.subject for c in known} == set(SUBJECTS)
    assert len({c.name for c in known}) == len(known)
    for one in known:
        assert one.says.endswith(".")
        assert one.contract
        assert one.hint.endswith(".") or one.hint.endswith("}.")


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="already"):
        check("x", "y.")(clicks.clicks_extend)


def test_a_report_says_what_was_seen_what_to_mend_and_how_to_get_there() -> None:
    report = check_game(Mute, only=["metadata"], variants=[()], games=1)
    assert not report.ok
    assert [f.check for f in report.findings] == ["gameinfo-schema", "names-to-show"]
    text = str(report)
    for part in (
        "names-to-show",
        "description() is empty",
        "hint: ",
        "seed 0",
        "FAULTS",
        "2 faults",
    ):
        assert part in text
    assert [o.result for o in report.results].count(SKIPPED) == len(checks()) - 13
    assert len(report.checks) == len(checks())


def test_the_same_seed_finds_the_same_faults() -> None:
    broken = BREAKS["every second turn is not listed (fault 6)"].make(StretchRules)
    found = [
        check_game(broken, only=["moves-complete"], variants=[()], seed=5).findings for _ in (1, 2)
    ]
    assert found[0] == found[1]
    begin: Any = resolve(StretchRules)
    again = begin(found[0][0].variants, seats=found[0][0].seats)
    for text in found[0][0].moves:  # how to get there works
        again.move(text)


def test_all_faults_are_collected() -> None:
    class Twice(Mute):
        info = evolve(Mute.info, flags=("scores", "unheard-of"))

    report = check_game(Twice, only=["metadata"], variants=[()])
    assert {"names-to-show", "flags-and-categories"} <= {f.check for f in report.findings}


def test_a_game_that_cannot_be_played_is_not_ok_but_is_reported() -> None:
    broken = BREAKS["random turns that are none"].make(StretchRules)
    report = check_game(broken, variants=[()], only=["life"])
    assert not report.ok
    assert "could not run" in str(report)
    assert "a random game broke off" in str(report)
    assert re.search(r"raised in .+\.py:\d+ \(\w+\)", str(report))


def test_the_same_fault_is_told_once() -> None:
    report = check_game(Mute, only=["metadata"], games=1, plies=4)
    told = [(f.check, f.seen) for f in report.findings]
    assert told
    assert len(told) == len(set(told))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tests.broken_plugins:NoInfo", "no class attribute info"),
        ("tests.broken_plugins:WrongInfo", "no class attribute info"),
        ("tests.broken_plugins:Raises", "cannot be made: RuntimeError: no opening book"),
        ("tests.broken_plugins:Exits", "cannot be made: SystemExit"),
        ("tests.broken_plugins:Holder", "no class derived from abstractplay_hex.Rules"),
        ("abstractplay_hex:Game", "no class derived from abstractplay_hex.Rules"),
        ("tests.plugin_that_fails:Game", r"boom.*, raised in .*plugin_that_fails\.py:\d+"),
        ("tests.broken_plugins:Nothing", "no attribute 'Nothing'"),
        ("tests.no_such_module:Game", "No module named"),
    ],
)
def test_what_cannot_be_checked_is_said(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check_game(name)


def test_only_and_skip_take_checks_and_subjects() -> None:
    report = check_game(
        StretchRules, only=["metadata", "starts-fresh"], skip=["position-text"], variants=[()]
    )
    ran = {o.check.name for o in report.results if o.result != SKIPPED}
    assert "starts-fresh" in ran
    assert "gameinfo-schema" in ran
    assert "position-text" not in ran
    assert len(ran) == 13
    with pytest.raises(ValueError, match="clicks-extend"):
        check_game(StretchRules, only=["no-such-check"])
    nothing = check_game(StretchRules, skip=SUBJECTS)
    assert not nothing.ok


def test_games_are_named_by_rules_uid_or_path() -> None:
    rules = StretchRules()
    assert resolve(rules).bound_to is rules
    for game in (StretchRules, "hexsample:StretchRules", "tests.testing.test_kit:StretchRules"):
        assert resolve(game) is class_of(rules_of(StretchRules))
    assert resolve("pods") is resolve(Pods) is resolve(get_rules("pods")) is Pods
    wrong: list[Any] = [
        "nope",
        "nope:Nope",
        "hexsample:Nope",
        "json:dumps",
        int,
        5,
        ":",
        "os:path.join",
    ]
    for name in wrong:
        with pytest.raises(ValueError, match=r"."):
            resolve(name)
    with pytest.raises(ValueError, match=r"MODULE:CLASS, and check that the package is installed"):
        resolve("hex_game.game")


def test_a_game_can_waive_what_is_not_meant_for_it_and_nothing_else() -> None:
    class Lopsided(Mute):
        conformance_waivers: ClassVar[dict[str, str]] = {
            "mirror-image": "the rules know left from right",
            "names-to-show": "not waivable",
        }

    report = check_game(Lopsided, only=["mirror-image", "names-to-show"], variants=[()])
    results = {o.check.name: o.result for o in report.results if o.result != SKIPPED}
    assert results["mirror-image"] == WAIVED
    assert [f.check for f in report.findings] == ["names-to-show"]
    assert "left from right" in str(report)


def test_what_a_game_has_not_is_not_applicable() -> None:
    report = check_game("pods", only=["migrations-arrive"])
    assert {o.result for o in report.results} == {NOT_APPLICABLE, SKIPPED}
    assert not report.ok  # nothing has been checked


def test_representative_setups() -> None:
    assert representative(StretchRules()) == (
        Setup((), 2),
        Setup(("size-7",), 2),
        Setup(("size-14",), 2),
    )
    stand = LastStandRules()
    assert {setup.seats for setup in representative(stand)} == {2, 3, 4}
    assert make_harness(resolve(stand), variants=[()]).setups == (
        Setup((), 3),
        Setup((), 2),
        Setup((), 4),
    )
    dendria = [setup.variants for setup in representative(get_rules("dendria"))]
    assert dendria[0] == ()
    assert any("solo" in v and len(v) == 2 for v in dendria)
    assert len(dendria) == 4


def test_copies_are_independent() -> None:
    game = new_game("pods", clock=Ticking())
    game.move("g7")
    twin = copied(game)
    twin.move("g8")
    assert len(game.stack) == 2
    game.move("g8")
    assert game.serialize() == twin.serialize()


def test_watch_sees_clocks_and_generators_however_imported() -> None:
    now, shuffle, generator = datetime.now, random.shuffle, random.Random(1)
    with Watch() as watch:
        now(UTC)
        time.time()
        shuffle([1, 2])
        random.Random()
        generator.choice([1, 2])
        random.Random(2).random()
    assert len(watch.clock) == 2
    told = " ".join(watch.random)
    assert "random.shuffle" in told
    assert "without a seed" in told
    assert "choice" not in told
    assert sys.getprofile() is None


def test_the_conformance_page_lists_all_flags_and_kinds_of_category() -> None:
    page = (ROOT / "docs/conformance.md").read_text(encoding="utf-8")
    _, _, listed = page.partition("## Flags and categories")
    known = re.search(r"knows:\n\n(.*?)\.\n\n", listed, re.DOTALL)
    assert known is not None
    assert re.split(r",\s+", known[1]) == list(metadata.flags())
    kinds = re.search(r"first is one of (.*?):", listed, re.DOTALL)
    assert kinds is not None
    assert re.split(r",\s+", kinds[1]) == list(metadata.KINDS)


# ---- slow games ---------------------------------------------------------------------------------


class Slow(StretchRules):
    """Takes its time for each listing of turns, though far less than a single call may take."""

    def legal_turns(self, position: Any) -> Any:
        time.sleep(0.02)
        yield from super().legal_turns(position)


def test_the_report_is_told_while_it_comes_to_be() -> None:
    told: list[str] = []
    known: list[int] = []

    class Watched(StretchRules):
        def to_move(self, position: Any) -> int:
            known.append(len(told))
            return super().to_move(position)

    report = check_game(Watched, variants=[()], games=1, plies=3, tell=told.append)
    assert "".join(told) == f"{report}\n"
    assert len(set(known)) > 20  # checks were run between the pieces
    name = next(i for i, piece in enumerate(told) if "plays-random-games" in piece)
    assert told[name + 1].startswith("passed")  # what is being run is known before it has ended


@pytest.mark.heavy
def test_a_slow_game_has_an_end_and_what_was_left_out_is_said() -> None:
    subjects = ["life", "playing", "clicks", "determinism"]
    report = check_game(Slow, only=subjects, patience=0.25, variants=[()])
    cut = [o for o in report.results if o.result == CUT_SHORT]
    assert cut
    assert report.ok, str(report)
    assert "no fault as far as it got (cut short after 0.25 s)" in str(report)
    assert not check_game(Slow, only=[cut[0].check.name], patience=0.05).ok  # nothing has passed


def test_random_games_are_played_once_also_where_there_is_no_time_for_them() -> None:
    h = make_harness(resolve(Slow), patience=0.3)
    h.begin("x", "y.")
    with watched(h.rules, h.hurry):
        lines = h.playthroughs
    assert len(lines) == len(h.setups) * h.games
    assert all(0 < len(line.moves) < h.plies for line in lines)
    assert h.playthroughs is lines


def test_a_turn_is_made_however_long_it_takes() -> None:
    """A slow game is no game without turns."""
    report = check_game(Slow, only=["plays-random-games"], patience=0.001)
    (outcome,) = [o for o in report.results if o.result != SKIPPED]
    assert outcome.findings == ()


# ---- command line -------------------------------------------------------------------------------


def run(*args: str) -> Any:
    return CliRunner().invoke(app, ["check", *args])


def test_command_passes_a_clean_game_and_lists_checks() -> None:
    result = run("pods", "--only", "metadata", "--only", "draw-ends")
    assert result.exit_code == 0, result.output
    assert "draw-ends" in result.output
    listed = run("--list")
    assert listed.exit_code == 0
    assert len(listed.output.splitlines()) == len(checks())


def test_command_fails_for_faults_and_can_write_json() -> None:
    args = (
        "tests.testing.test_kit:Mute",
        "--only",
        "names-to-show",
        "--variant",
        "size-7",
        "--variant",
        "",
    )
    result = run(*args)
    assert result.exit_code == 1
    assert "description() is empty" in result.output
    data = json.loads(run(*args, "--json").output)
    assert data["ok"] is False
    assert data["variants"] == [["size-7"], []]
    assert data["faults"][0]["check"] == "names-to-show"


def test_command_shows_progress_beside_json_only_to_somebody_who_watches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    args = ("pods", "--only", "draw-ends", "--json")
    assert run(*args).stderr == ""
    monkeypatch.setattr("abstractplay_hex.cli.checking.is_terminal", lambda stream: True)
    result = run(*args)
    assert "draw-ends" in result.stderr
    assert json.loads(result.stdout)["ok"] is True


def test_command_cuts_checks_short() -> None:
    result = run("tests.testing.test_kit:Slow", "--only", "moves-can-be-made", "--patience", "0.05")
    assert result.exit_code == 2  # nothing has passed, nor is anything known to be wrong
    assert "cut short after 0.05 s" in result.stdout
    assert result.stderr == "no check ran to its end\n"


class Exits(StretchRules):
    """Ends the program at a certain text."""

    def interpret(self, position: Any, text: str) -> Any:
        if text.startswith(("zz", "nonsense")):
            sys.exit(0)
        return super().interpret(position, text)


class Prints(StretchRules):
    def initial(self, setup: Setup) -> Any:
        print("debug")
        return super().initial(setup)


def test_a_game_that_ends_the_program_does_not_end_the_check() -> None:
    result = run("tests.testing.test_kit:Exits", "--only", "texts", "--variant", "")
    assert result.exit_code == 1
    assert "SystemExit came out" in result.stdout


def test_what_a_game_prints_is_not_part_of_the_json() -> None:
    result = run("tests.testing.test_kit:Prints", "--json", "--only", "metadata", "--variant", "")
    assert json.loads(result.stdout)["ok"]
    assert "debug" in result.stderr


DENDRIA: Any = type(get_rules("dendria"))


class NeverPasses(DENDRIA):  # type: ignore[misc]
    """Has a button for a turn that it does not list."""

    def legal_turns(self, position: Any) -> Any:
        return (turn for turn in super().legal_turns(position) if self.write(turn) != "pass")

    def turn_texts(self, position: Any) -> list[str]:
        return [self.write(turn) for turn in self.legal_turns(position)]


class ForgetsPasses(DENDRIA):  # type: ignore[misc]
    """Saves less than there is to know of a position, the same each time."""

    def save_position(self, position: Any) -> dict[str, Any]:
        saved: dict[str, Any] = super().save_position(position)
        return saved | {"passes": 0} if "passes" in saved else saved


@pytest.mark.parametrize(
    ("game", "check"), [(NeverPasses, "moves-complete"), (ForgetsPasses, "load-answers-same")]
)
@pytest.mark.parametrize("seed", [0, 2])
def test_what_random_games_seldom_meet_is_looked_for(game: Any, check: str, seed: int) -> None:
    options: dict[str, Any] = {"variants": [("size-5",)], "only": [check], "seed": seed}
    assert [f.check for f in check_game(game, **options).findings][:1] == [check]
    assert check_game("dendria", **options).ok


class Varied(StretchRules):
    """Fails at one line, with another text each time."""

    def interpret(self, position: Any, text: str) -> Any:
        if re.search("[^a-z0-9,-]", text) or text.startswith(("zz", "nonsense")):
            raise KeyError(text)
        return super().interpret(position, text)


def test_one_line_that_fails_in_many_ways_is_one_fault() -> None:
    report = check_game(Varied, only=["playing", "texts", "clicks"], variants=[()], games=1)
    told = [f for f in report.findings if "KeyError came out" in f.seen]
    assert len(told) == 1
    assert told[0].also


@pytest.mark.parametrize(
    "args",
    [(), ("nope",), ("json:dumps",), ("pods", "--only", "x"), ("pods", "--variant", "x")],
    ids=str,
)
def test_command_used_wrongly(args: tuple[str, ...]) -> None:
    assert run(*args).exit_code == 2


# ---- pytest plugin ------------------------------------------------------------------------------


def run_pytest(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    plugin = () if INSTALLED else ("-p", "abstractplay_hex.testing.pytest_entry")
    path = os.pathsep.join([str(ROOT), str(SAMPLE)])
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", *plugin, *args],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.heavy
def test_plugin_makes_a_test_of_each_check(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text("def test_mine():\n    pass\n")
    done = run_pytest(
        tmp_path,
        "--abstractplay-game",
        "hexsample:HexGameRules",
        "-k",
        "endings or mine",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "abstractplay-game[hexsample:HexGameRules]::draw-ends" in done.stdout
    assert "test_mine" in done.stdout
    picked = [c for c in checks() if c.subject == "endings" or "endings" in c.name]
    assert f"{len(picked) + 1} passed" in done.stdout


@pytest.mark.heavy
def test_plugin_shows_faults_and_takes_several_games(tmp_path: Path) -> None:
    games = ("--abstractplay-game", "tests.testing.test_kit:Mute", "--abstractplay-game", "pods")
    done = run_pytest(tmp_path, *games, "-k", "names-to-show or migrations")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "description() is empty" in done.stdout
    assert "hint: " in done.stdout
    assert "Traceback" not in done.stdout
    assert "1 failed, 1 passed, 2 skipped" in done.stdout


@pytest.mark.heavy
def test_plugin_says_which_game_there_is_not(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, "--abstractplay-game", "nope")
    assert done.returncode == 4
    assert "There is no game 'nope'" in done.stdout + done.stderr


@pytest.mark.heavy
def test_plugin_works_in_parallel(tmp_path: Path) -> None:
    done = run_pytest(
        tmp_path, "--abstractplay-game", "pods", "-k", "variants and metadata", "-n", "2"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{sum('variants' in c.name for c in checks())} passed" in done.stdout


def test_entry_point_imports_nothing_of_the_library() -> None:
    code = (
        "import runpy, sys; runpy.run_path(sys.argv[1]); "
        "sys.exit(any(m.partition('.')[0] == 'abstractplay_hex' for m in sys.modules))"
    )
    entry = ROOT / "abstractplay_hex/testing/pytest_entry.py"
    subprocess.run([sys.executable, "-c", code, str(entry)], check=True)


def test_kit_does_not_import_pytest() -> None:
    code = (
        "import sys, abstractplay_hex.testing as t; t.checks(); sys.exit('pytest' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
