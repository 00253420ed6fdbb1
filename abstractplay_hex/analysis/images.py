"""Positions up to symmetry: the least image of one, and the way back."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from abstractplay_hex.rules.interface import AnyRules
from abstractplay_hex.rules.symmetry import Symmetry


@frozen
class Image:
    """The image of a position that stands for all its images: the one with the least key.

    :ivar of: the position itself.
    :ivar symmetry: what leads to the image.
    """

    of: Any
    position: Any
    key: int
    symmetry: Symmetry[Any, Any]


def least_image(rules: AnyRules, position: Any) -> Image:
    """Return the least image of a position."""
    images = ((symmetry.position(position), symmetry) for symmetry in rules.symmetries(position))
    found = (Image(position, image, rules.key(image), symmetry) for image, symmetry in images)
    return min(found, key=lambda image: image.key)


def read_back(rules: AnyRules, image: Image) -> Callable[[str], str]:
    """Return what makes of a turn's text in an image that in the position itself."""
    back = next(
        s for s in rules.symmetries(image.position) if s.position(image.position) == image.of
    )

    def read(text: str) -> str:
        return rules.write(back.turn(image.position, rules.read_turn(image.position, text)))

    return read


__all__ = ["Image", "least_image", "read_back"]
