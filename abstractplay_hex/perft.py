"""Counting the sequences of turns that are possible: a check of a move generator, and of its speed.

``perft`` of depth 1 is the number of legal turns, of depth 2 the sum of those after each of them, and so on.
A game that is over has no turns. The numbers of a position are the same for any right implementation.

>>> from abstractplay_hex import Setup, get_rules
>>> pods = get_rules("pods")
>>> start = pods.initial(Setup())
>>> perft(pods, start, 2)
16002
>>> divided(pods, start, 1)["g7"]
1
>>> [len(reached) for reached in by_distance(pods, start, 2, up_to_symmetry=True)]
[1, 16, 1383]
"""

from collections.abc import Iterator
from typing import Any

from abstractplay_hex.arguments import whole_number
from abstractplay_hex.rules.interface import AnyRules


def perft(rules: AnyRules, position: Any, depth: int) -> int:
    """Count the sequences of *depth* legal turns from a position.

    :raises ArgumentError: for a depth that is no number of turns, and where the legal turns cannot be counted
        (Dendria's solo construction).
    """
    whole_number("depth", depth, 0)
    if not depth:
        return 1
    # Counted before anything is listed: a list may have no end.
    turns = rules.count_turns(position)
    if depth == 1 or not turns:
        return turns
    return sum(divided(rules, position, depth).values())


def divided(rules: AnyRules, position: Any, depth: int) -> dict[str, int]:
    """Return :func:`perft` by the text of the first turn.

    :param depth: at least 1, the first turn included.
    :raises ArgumentError: as :func:`perft`.
    """
    whole_number("depth", depth)
    rules.count_turns(position)
    return {
        rules.write(turn): perft(rules, rules.after(position, turn), depth - 1)
        for turn in rules.legal_turns(position)
    }


def by_distance(
    rules: AnyRules, position: Any, depth: int, *, up_to_symmetry: bool = False
) -> Iterator[set[int]]:
    """Yield the keys of the positions after 0, 1, … *depth* turns.

    :param up_to_symmetry: count images of a position once.
    :raises ArgumentError: as :func:`perft`.
    """
    whole_number("depth", depth, 0)
    alike = rules.canonical if up_to_symmetry else _itself
    first = alike(position)
    reached = {rules.key(first): first}
    yield set(reached)
    for _ in range(depth):
        following: dict[int, Any] = {}
        for now in reached.values():
            rules.count_turns(now)
            for turn in rules.legal_turns(now):
                after = alike(rules.after(now, turn))
                following.setdefault(rules.key(after), after)
        reached = following
        yield set(reached)


def _itself(position: Any) -> Any:
    return position
