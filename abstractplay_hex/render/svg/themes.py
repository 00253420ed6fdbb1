"""What is no player's colour: by day and by night, on plain paper, at sea or on an island.

A *scenery* is a pair of themes. It changes colours only: where cells, pieces and labels are is the same in
all of them, and so is render JSON, which does not know of sceneries.
"""

from typing import Final

from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.render.colours import WATER


@frozen
class Theme:
    """Colours of everything that is no player's.

    :ivar background: behind the whole picture.
    :ivar board: the cells.
    :ivar strokes: lines between cells.
    :ivar borders: outlines of pieces.
    :ivar labels: the names of cells and sides.
    :ivar annotations: arrows and outlines that have no colour of their own.
    :ivar fill: texts that have no colour of their own.
    :ivar halo: around arrows and outlines, so that they are seen on any piece.
    :ivar water: what is drawn in :data:`~abstractplay_hex.render.colours.WATER`.
    :ivar shore: the cells beside what is not drawn, or beside water that leads there.
    :ivar shallows: a band around the board.
    """

    background: str
    board: str
    strokes: str
    borders: str
    labels: str
    annotations: str
    fill: str
    halo: str
    water: str
    shore: str
    shallows: str


CONTEXT: Final = ("background", "board", "strokes", "borders", "labels", "annotations", "fill")
"""The colours that render JSON can name, as ``_context_labels``."""


def _paper(
    background: str,
    board: str,
    strokes: str,
    borders: str,
    labels: str,
    annotations: str,
    fill: str,
) -> Theme:
    """Return a theme without a landscape."""
    return Theme(
        background=background,
        board=board,
        strokes=strokes,
        borders=borders,
        labels=labels,
        annotations=annotations,
        fill=fill,
        halo=background,
        water=WATER,
        shore=board,
        shallows=background,
    )


LIGHT: Final = _paper("#ffffff", "#ffffff", "#555555", "#000000", "#333333", "#000000", "#000000")
DARK: Final = _paper("#1c1e22", "#272a30", "#7d838c", "#c3ccd4", "#b8c4cc", "#f0f4f4", "#e6f2f2")

_SEA: Final = Theme(
    background="#2f7299",
    board="#cfe6f0",
    strokes="#86b4ca",
    borders="#0b2638",
    labels="#f2f9fc",
    annotations="#062436",
    fill="#0b2638",
    halo="#f4fafc",
    water="#6fb2cf",
    shore="#cfe6f0",
    shallows="#4a8cb0",
)
_SEA_AT_NIGHT: Final = Theme(
    background="#0c2130",
    board="#17394c",
    strokes="#2f5b72",
    borders="#cfe0ea",
    labels="#a5c3d3",
    annotations="#f1f7fa",
    fill="#e2eff5",
    halo="#0a1a26",
    water="#0f2b3d",
    shore="#17394c",
    shallows="#123146",
)
_ISLAND: Final = Theme(
    background="#79bcd6",
    board="#cfe0a6",
    strokes="#98ad6c",
    borders="#1f2d17",
    labels="#123646",
    annotations="#17240f",
    fill="#1f2d17",
    halo="#fbfdf4",
    water="#79bcd6",
    shore="#efe2b6",
    shallows="#a9d8e3",
)
_ISLAND_AT_NIGHT: Final = Theme(
    background="#0c2836",
    board="#35512f",
    strokes="#64795a",
    borders="#d8e2cc",
    labels="#aec6cf",
    annotations="#f4f7ea",
    fill="#e8f0dc",
    halo="#131a10",
    water="#0c2836",
    shore="#625a3c",
    shallows="#1a4a5c",
)

SCENERIES: Final[dict[str, tuple[Theme, Theme]]] = {
    "plain": (LIGHT, DARK),
    "sea": (_SEA, _SEA_AT_NIGHT),
    "island": (_ISLAND, _ISLAND_AT_NIGHT),
}
"""Light and dark themes by the name of the scenery."""


def theme_of(scenery: str, dark: bool) -> Theme:
    """Return the colours of a scenery.

    :raises ArgumentError: for a scenery that there is not (``svg.scenery``).
    """
    found = SCENERIES.get(scenery) if isinstance(scenery, str) else None
    if found is None:
        raise ArgumentError("svg.scenery", known=", ".join(SCENERIES))
    return found[1 if dark else 0]
