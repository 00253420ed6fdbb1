"""What is imported when: importing the library and making a game loads nothing that it does not need."""

import subprocess
import sys

import pytest

HEAVY = (
    "render", "film", "records", "testing", "cli", "playground", "players", "codec", "scaffold",
    "env", "perft", "rules.actions", "rules.symmetry", "board.symmetry",
    "rules.saved", "rules.teaching", "lessons", "i18n.extracting", "i18n.languages", "plies.record",
    "plies.history",
)  # fmt: skip
OUTSIDE = ("cattrs", "jsonschema", "json", "importlib.metadata", "gettext", "random", "zipfile")


def loaded(code: str) -> set[str]:
    """Return the modules that are there after *code* was run in a process of its own."""
    run = f"import sys; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "make",
    [
        "abstractplay_hex.new_game('pods')",
        "abstractplay_hex.Pods()",
        "abstractplay_hex.Game(abstractplay_hex.get_rules('pods')).move('g7').validate_move('a1')",
    ],
)
def test_making_a_game_of_pods_is_light(make: str) -> None:
    found = loaded(f"import abstractplay_hex; {make}")
    ours = {n.removeprefix("abstractplay_hex.") for n in found if n.startswith("abstractplay_hex.")}
    heavy = {n for n in ours if n.startswith(HEAVY)} - {"i18n.languages"}
    assert not heavy
    assert ("plies.results" in ours) is ("move(" in make)
    assert not found & {*OUTSIDE} - loaded("import attrs")
    assert not any(name.startswith("games.dendria") for name in ours)


def test_making_a_game_of_dendria_loads_no_picture_and_no_command() -> None:
    found = loaded("import abstractplay_hex; abstractplay_hex.new_game('dendria').move('a1')")
    for name in ("render", "film", "records", "testing", "cli", "playground", "games.pods"):
        assert not any(module.startswith(f"abstractplay_hex.{name}") for module in found), name


def test_what_is_to_be_learned_in_loads_no_arrays_before_it_is_made() -> None:
    found = loaded("from abstractplay_hex import env; env.task('pods').begin().act(3)")
    assert not found & {"numpy", "pettingzoo", "gymnasium", "pyspiel"}


def test_pictures_come_when_they_are_drawn() -> None:
    found = loaded("import abstractplay_hex; abstractplay_hex.new_game('pods').svg()")
    assert "abstractplay_hex.render.svg" in found
