"""Positions up to symmetry: what stands for all images of one, and turns carried there and back."""

from collections.abc import Collection
from itertools import islice
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.rules.interface import AnyRules
from abstractplay_hex.rules.symmetry import Symmetry

TRIED: Final = 20_000
"""So many turns of a position are tried to find those that lead to known ones."""


@frozen
class Image:
    """A position, and the one that stands for it and all its images.

    :ivar of: the position itself.
    :ivar position: what stands for it: ``Rules.canonical``.
    :ivar key: of that, as a signed number of 64 bits.
    :ivar symmetry: what leads from the one to the other, where that is one of ``Rules.symmetries``: the
        same island turned is another board, to which none of them leads.
    """

    rules: AnyRules
    of: Any
    position: Any
    key: int
    symmetry: Symmetry[Any, Any] | None

    def there(self, text: str) -> str | None:
        """Return the text of a turn as it is written in the image, if that can be told."""
        if self.symmetry is None:
            return None
        turn = self.rules.read_turn(self.of, text)
        return self.rules.write(self.symmetry.turn(self.of, turn))

    def back(self, turns: Collection[tuple[int, str | None]]) -> dict[int, str]:
        """Return texts of turns of the position, by the key of the image that they lead to.

        :param turns: such keys, each with the text of the turn in the image, if it is known.
        """
        rules, found = self.rules, {}
        if self.symmetry is not None:
            images = rules.symmetries(self.position)
            way = next((s for s in images if s.position(self.position) == self.of), None)
            for key, text in turns:
                if way is not None and text is not None:
                    turn = rules.read_turn(self.position, text)
                    found[key] = rules.write(way.turn(self.position, turn))
        wanted = {key for key, _ in turns} - found.keys()
        for turn in islice(rules.legal_turns(self.of), TRIED) if wanted else ():
            key = signed(rules.key(rules.canonical(rules.after(self.of, turn))))
            if key in wanted:
                wanted.remove(key)
                found[key] = rules.write(turn)
                if not wanted:
                    break
        return found


def image_of(rules: AnyRules, position: Any) -> Image:
    """Return what stands for a position and all its images."""
    there = rules.canonical(position)
    ways = (one for one in rules.symmetries(position) if one.position(position) == there)
    return Image(rules, position, there, signed(rules.key(there)), next(ways, None))


def signed(key: int) -> int:
    """Return 64 bits as databases have them."""
    return key - (1 << 64) if key >> 63 else key


__all__ = ["Image", "image_of", "signed"]
