"""Perft: counts of sequences of turns, by the library and on the command line."""

import json
from typing import Any

import pytest

from abstractplay_hex import Setup, get_rules
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.perft import by_distance, divided, perft
from tests.test_cli import cli, one_line


@pytest.mark.parametrize(
    ("uid", "variants", "depth", "count", "images"),
    [
        ("pods", (), 2, 16002, 1383),
        ("dendria", ("size-5",), 2, 3783, None),
        ("dendria", ("modular-7",), 4, 3744, 312),
    ],
)
def test_perft(
    uid: str, variants: tuple[str, ...], depth: int, count: int, images: int | None
) -> None:
    rules = get_rules(uid)
    start = rules.initial(Setup(variants))
    assert perft(rules, start, 0) == 1
    assert perft(rules, start, depth) == count
    assert sum(divided(rules, start, depth).values()) == count
    if images is not None:
        *_, last = by_distance(rules, start, depth, up_to_symmetry=True)
        assert len(last) == images


def test_perft_of_what_has_no_list_is_refused_at_once() -> None:
    rules = get_rules("dendria")
    start = rules.initial(Setup(("modular-8", "solo")))
    for count in (perft, divided, lambda *found: list(by_distance(*found))):
        with pytest.raises(ArgumentError, match="not listed"):
            count(rules, start, 2)


@pytest.mark.parametrize("depth", [-1, 1.5, "2", None, True])
def test_depths_that_are_none_are_refused(depth: Any) -> None:
    rules = get_rules("pods")
    start = rules.initial(Setup())
    for call in (perft, divided, lambda *given: list(by_distance(*given))):
        with pytest.raises(ArgumentError):
            call(rules, start, depth)


def test_a_game_that_is_over_has_no_turns() -> None:
    rules = get_rules("dendria")
    position = rules.initial(Setup(("size-5",)))
    for _ in range(2):
        position = rules.after(position, rules.read_turn(position, "pass"))
    assert perft(rules, position, 1) == perft(rules, position, 3) == 0


def test_the_command_counts_by_depth() -> None:
    counted = json.loads(
        cli("perft", "dendria", "-v", "modular-7", "--depth", 4, "--unique", "--json").stdout
    )
    assert [line["count"] for line in counted] == [1, 12, 192, 3744]
    assert [line["positions"] for line in counted] == [1, 12, 192, 3744]
    assert [line["up_to_symmetry"] for line in counted] == [1, 1, 16, 312]
    shown = cli("perft", "dendria", "-v", "size-5", "--depth", 2).stdout.splitlines()
    assert shown[0].split() == ["depth", "count", "seconds"]
    assert [line.split()[:2] for line in shown[1:]] == [["1", "62"], ["2", "3783"]]


def test_the_command_counts_by_the_first_turn() -> None:
    rules = get_rules("pods")
    start = "3W3/8/9/10/4w6/12/13/12/11/10/9/8/7 1"
    lines = cli("perft", "pods", "--position", start, "--depth", 2, "--divide").stdout.splitlines()
    counts = dict(line.split() for line in lines[:-1])
    position = rules.read_position(start, Setup())
    assert counts.keys() == set(rules.turn_texts(position))
    assert sum(map(int, counts.values())) == int(lines[-1]) == perft(rules, position, 2)
    told = json.loads(
        cli("perft", "pods", "--position", start, "--depth", 2, "--divide", "--json").stdout
    )
    assert told == {
        "depth": 2,
        "count": int(lines[-1]),
        "turns": {k: int(v) for k, v in counts.items()},
    }


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("chess",), "GAME"),
        (("pods", "-v", "none"), "--variant"),
        (("pods", "--seats", 3), "--seats"),
        (("pods", "--position", "1"), "--position"),
        (("pods", "--depth", 0), "--depth"),
        (("pods", "--divide", "--unique"), "--unique"),
    ],
)
def test_wrong_usage(args: tuple[object, ...], why: str) -> None:
    result = cli("perft", *args)
    assert result.exit_code == 2
    assert why in result.stderr


def test_what_has_no_list_is_said_at_once() -> None:
    result = cli("perft", "dendria", "-v", "modular-8", "-v", "solo")
    assert result.exit_code == 2
    assert "not listed" in one_line(result)
