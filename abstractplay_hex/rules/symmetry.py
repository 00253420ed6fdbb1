"""Positions that are the same but for how the board lies, and keys that stand for positions.

The hooks are :meth:`Rules.symmetries <abstractplay_hex.Rules.symmetries>` and
:meth:`Rules.key <abstractplay_hex.Rules.key>`:

>>> from abstractplay_hex import Setup, get_rules
>>> pods = get_rules("pods")
>>> start = pods.initial(Setup())
>>> one, other = (pods.after(start, pods.read_turn(start, text)) for text in ("a1", "m7"))
>>> one == other, pods.canonical(one) == pods.canonical(other)
(False, True)
>>> f"{pods.key(start):016x}"
'04c7d0332f2973ef'
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from attrs import frozen

P = TypeVar("P")
T = TypeVar("T")


@frozen
class Symmetry(Generic[P, T]):
    """A way to turn or mirror the board that changes nothing about play.

    :ivar position: gives the image of a position; the player to move and all else stays.
    :ivar turn: gives, of a position and a legal turn there, the turn that is legal in the image and
        leads to the image of the position after it. Where several turns lead to the same position,
        it need not be the one that ``legal_turns`` yields.
    """

    position: Callable[[P], P]
    turn: Callable[[P, T], T]


def same(position: P) -> P:
    """Return the position itself."""
    return position


def same_turn(position: object, turn: T) -> T:
    """Return the turn itself."""
    return turn


def stable_key(*parts: int | str) -> int:
    """Return 64 bits that stand for *parts*: the same in any process, on any machine, for ever.

    Different parts have the same key only by chance, about once in 2**64 pairs.
    """
    from hashlib import blake2b  # loading it takes longer than making a game

    text = "\0".join(map(str, parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
