"""The names of the site's glyphs that are drawn here, with what they show there.

Use only these in a picture: at a name that its sheets have not, the site's renderer gives up the
whole picture. A glyph of the site that is missing here is drawn as a disc with letters, a different one
for each name.
"""

from typing import Final

NAMES: Final[dict[str, str]] = {
    "circle": "a ring, as large as a piece",
    "cloud": "a small cloud",
    "cube": "a cube seen from a corner",
    "d6-1": "the face of a die with one pip",
    "d6-2": "the face of a die with two pips",
    "d6-3": "the face of a die with three pips",
    "d6-4": "the face of a die with four pips",
    "d6-5": "the face of a die with five pips",
    "d6-6": "the face of a die with six pips",
    "hex-flat": "a hexagon with flat top",
    "hex-pointy": "a hexagon that stands on a corner",
    "humpback": "a humpback whale",
    "meeple": "a person with arms spread",
    "moth": "a moth from the side",
    "orca": "a killer whale",
    "piece": "a disc with an outline: the usual piece",
    "piece-borderless": "a disc without outline",
    "piece-chariot": "a disc with rings in it, like a wheel",
    "piece-pentagon": "a pentagon",
    "piece-square": "a square as large as a piece",
    "piece-square-borderless": "a square without outline",
    "piece-square-single": "a square with a line along its top only",
    "piece-triangle": "a tall, narrow triangle",
    "piecepack-number-void": "a spiral",
    "plane": "an aeroplane from above",
    "ring-01": "a small disc",
    "ring-02": "a disc of medium size",
    "star-solid": "a star without outline",
    "wedge": "a sixth of a hexagon, right of its middle",
    "x": "two thin lines that cross",
}
