"""Saved games load for ever: frozen states of every version, migrations, rules that changed."""

import copy
import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex import MoveError, StateError, get_rules, load_game, new_game, registry
from abstractplay_hex.codec import dumps
from abstractplay_hex.rules.saved import MigrationContext
from tests.conftest import FIXTURES

STATES = sorted((FIXTURES / "states").glob("*.json"))
"""Saved games as ``uid-version-what.json``, frozen: never written again by a newer engine."""


SUMS = FIXTURES / "states" / "SHA256SUMS"
"""What ``sha256sum *.json`` said when each was frozen; lines are added, none is ever changed."""


def versions_of(uid: str) -> set[str]:
    rules = get_rules(uid)
    return {rules.info.version, *rules.state.readable, *rules.state.migrations}


@pytest.mark.parametrize("path", STATES, ids=lambda p: p.stem)
def test_frozen_states_load_and_follow_from_themselves(path: Path) -> None:
    uid, version, _ = path.stem.split("-", 2)
    text = path.read_text(encoding="utf-8").strip()
    game = load_game(text, verify=True)
    assert game.uid == uid
    assert version in versions_of(uid)
    assert {ply["_version"] for ply in json.loads(text)["stack"]} == {version}
    if version == game.info.version:
        assert game.serialize() == text
    else:
        assert load_game(game.serialize(), verify=True).serialize() == game.serialize()


@pytest.mark.parametrize("uid", sorted(registry.BUILT_IN))
def test_every_version_has_a_frozen_state(uid: str) -> None:
    frozen = {tuple(path.stem.split("-", 2)[:2]) for path in STATES}
    for version in versions_of(uid):
        assert (uid, version) in frozen, f"fixtures/states/ has no {uid} of version {version}"


def test_frozen_states_are_what_they_were() -> None:
    """A state that a newer engine wrote anew would load, of course, and prove nothing."""
    lines = SUMS.read_text(encoding="ascii").splitlines()
    assert all(re.fullmatch(r"[0-9a-f]{64}  [a-z0-9-]+\.json", line) for line in lines)
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert len(sums) == len(lines)
    assert sums == {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in STATES}


@pytest.mark.parametrize(
    "path",
    [p for p in STATES if p.stem.split("-")[1] != get_rules(p.stem.split("-")[0]).info.version],
    ids=lambda p: p.stem,
)
def test_migrations_are_pure(path: Path) -> None:
    """What a step is given stays as it is, to the last list in it, and it answers the same again."""
    data = json.loads(path.read_text(encoding="utf-8"))
    kept = copy.deepcopy(data)
    game = load_game(data)
    assert data == kept
    steps, brought = game.rules.state.migrations, game.state()["stack"]
    for i, ply in enumerate(data["stack"]):
        step = steps[ply["_version"]]
        assert step.to == game.info.version  # else this test must take the steps in between, too
        around = MigrationContext(
            brought[i - 1] if i else None,
            tuple(game.variants),
            game.stack[i - 1].position if i else None,
        )
        context = (around,) if step.in_context else ()
        given = copy.deepcopy((ply, brought))
        bare = {key: value for key, value in ply.items() if key != "_version"}
        first, second = step.change(dict(bare), *context), step.change(dict(bare), *context)
        assert first == second
        assert {"_version": step.to, **first} == brought[i]
        assert (ply, brought) == given


@pytest.mark.parametrize("name", ["size-5", "modular-7"])
def test_dendria_20261101_becomes_20261129(name: str) -> None:
    """The first form had no conversions in its results; both files are of the same game."""
    old = (FIXTURES / "states" / f"dendria-20261101-{name}.json").read_text(encoding="utf-8")
    new = (FIXTURES / "states" / f"dendria-20261129-{name}.json").read_text(encoding="utf-8")
    assert '"convert"' not in old
    assert '"convert"' in new
    assert load_game(old).serialize() == new.strip()


def test_a_damaged_old_state_is_refused_with_its_place() -> None:
    path = FIXTURES / "states" / "dendria-20261101-size-5.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["stack"][4]["lastmove"] = "e5"
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path.startswith("$.stack[4]")
    assert data["stack"][4]["_version"] == "20261101"


@pytest.mark.parametrize(
    ("results", "path"),
    [
        ([], "._results[0]"),
        (None, "._results"),
        ([None], "._results[0]"),
        ([{"type": "x"}], "._results[0]"),
        ([{"type": "place", "where": "zz99"}], "._results[0].where"),
        ([{"type": "pass"}], "._results[0]"),
    ],
)
def test_results_of_an_old_state_are_read_strictly(results: Any, path: str) -> None:
    data = json.loads((FIXTURES / "states" / "dendria-20261101-size-5.json").read_text("utf-8"))
    data["stack"][4]["_results"] = results
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert f"$.stack[4]{path}".startswith(caught.value.path)


def test_dendria_takes_maps_in_any_order_and_whole_numbers_in_any_form() -> None:
    text = (FIXTURES / "states" / "dendria-20261129-size-5.json").read_text("utf-8").strip()
    data = json.loads(text)
    data["stack"][5]["board"]["value"].reverse()
    data["stack"][5]["scores"] = [0.0, -0.0]
    assert load_game(data, verify=True).serialize() == text
    data["stack"][5]["scores"] = [0.5, 0]
    with pytest.raises(StateError) as caught:
        load_game(data)
    assert caught.value.path == "$.stack[5].scores"


# ---- a game with three versions -----------------------------------------------------------------


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nim, as if it was built in."""
    monkeypatch.setitem(registry.BUILT_IN, "nim", "tests.nim:NimRules")
    registry.refresh()
    yield
    monkeypatch.undo()
    registry.refresh()


def saved(version: str, *takes: int) -> str:
    """Return a saved game as the engine of that version wrote it."""
    key = "left" if version == "1" else "pile"
    left, stack = 10, []
    for i, take in enumerate((0, *takes)):
        ply: dict[str, Any] = {
            "_version": version,
            "_results": [{"type": "move", "from": str(left), "to": str(left - take)}],
            "_timestamp": f"2026-11-29T12:00:0{i}.000Z",
            "currplayer": 1 + i % 2,
            "lastmove": str(take),
            key: left - take,
        }
        if not i:
            ply["_results"] = []
            del ply["lastmove"]
        left -= take
        stack.append(ply)
    head: dict[str, Any] = {"game": "nim", "numplayers": 2, "variants": []}
    return dumps({**head, "gameover": False, "winner": [], "stack": stack})


def test_form_is_migrated_step_by_step(nim: None) -> None:
    game = load_game(saved("1", 2, 1), verify=True)
    assert [ply.version for ply in game.stack] == ["2", "2", "2"]
    assert game.position() == "7 1"
    assert game.serialize() == saved("2", 2, 1)


def test_rules_are_those_the_game_was_begun_under(nim: None) -> None:
    old = load_game(saved("2", 2))
    assert old.begun_under == "2"
    assert old.moves() == ["1", "2"]
    with pytest.raises(MoveError, match="Take 1 to 2 stones"):
        old.move("3")
    new = new_game("nim").move("2")
    assert new.begun_under == "3"
    assert new.moves() == ["1", "2", "3"]
    old.move("2")
    assert [ply.version for ply in old.stack] == ["2", "2", "3"]
    again = load_game(old.serialize(), verify=True)
    assert again.serialize() == old.serialize()
    assert again.moves() == ["1", "2"]
    # A turn that only the new rules allow does not verify in a game begun under the old ones.
    with pytest.raises(StateError, match="refused") as caught:
        load_game(saved("2", 3), verify=True)
    assert caught.value.path == "$.stack[1].lastmove"
    assert load_game(saved("3", 3), verify=True).moves() == ["1", "2", "3"]


@pytest.mark.parametrize(("version", "code"), [("4", "newer"), ("0", "unknown"), ("x", "unknown")])
def test_versions_from_elsewhere(nim: None, version: str, code: str) -> None:
    with pytest.raises(StateError) as caught:
        load_game(saved(version, 1))
    assert caught.value.code == f"state.version-{code}"
    assert repr(version) in str(caught.value)
    assert "'3'" in str(caught.value)
