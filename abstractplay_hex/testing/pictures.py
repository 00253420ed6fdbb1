"""What checks read from pictures: places, what is highlighted, names of glyphs."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from abstractplay_hex.board import Place
from abstractplay_hex.errors import RenderError
from abstractplay_hex.render.svg.boards import DrawnBoard
from abstractplay_hex.render.svg.document import board_of, checked

HEXAGON: Final = "hex-of-hex"


def glyphs(picture: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the glyphs in a picture's legend."""
    for entry in (picture.get("legend") or {}).values():
        for glyph in entry if isinstance(entry, list) else [entry]:
            name = glyph.get("name") if isinstance(glyph, dict) else glyph
            if isinstance(name, str):
                yield name


def drawn_board(picture: dict[str, Any]) -> DrawnBoard | None:
    """Return the board of a picture, if it is one that the library can draw."""
    try:
        return board_of(checked(picture), 0)
    except RenderError:
        return None


def board_places(picture: dict[str, Any]) -> list[Place]:
    """Return the places of the board as its style says; none for a board that says nothing of them."""
    board = drawn_board(picture)
    return [] if board is None else [*board.cells]


def row_widths(pieces: str) -> list[int]:
    """Return how many places each row of a picture's pieces has."""
    return [len(row.split(",")) if "," in row else len(row) for row in pieces.split("\n")]


def places(picture: dict[str, Any]) -> list[Place]:
    """Return the places of a picture as clicks name them, row by row."""
    pieces = picture.get("pieces")
    if found := board_places(picture):
        return found
    if isinstance(pieces, str) and pieces:
        widths = row_widths(pieces)
    elif isinstance(pieces, list) and pieces and isinstance(pieces[0], list):
        widths = [len(row) for row in pieces]
    else:
        widths = [20] * 20
    return [(row, col) for row, width in enumerate(widths) for col in range(width)]


def land(picture: dict[str, Any]) -> list[Place]:
    """Return the places of a picture that are not blocked."""
    board = drawn_board(picture)
    return places(picture) if board is None else [*board.drawn]


def named_places(picture: dict[str, Any]) -> dict[str, Place]:
    """Return the places of a picture by the names written on the board, if the library can draw it."""
    board = drawn_board(picture)
    return {} if board is None else {cell.name: place for place, cell in board.drawn.items()}


def pointed_at(
    picture: dict[str, Any],
    annotations: Iterable[str] | None = None,
    markers: Iterable[str] | None = None,
) -> list[Place]:
    """Return the places that a picture's annotations and markers point at, of these types or of all."""
    found = [
        *(
            target
            for one in picture.get("annotations") or []
            if annotations is None or one.get("type") in annotations
            for target in one.get("targets", [])
        ),
        *(
            point
            for one in (picture.get("board") or {}).get("markers") or []
            if markers is None or one.get("type") in markers
            for point in one.get("points", [])
        ),
    ]
    return [(at["row"], at["col"]) for at in found if "row" in at and "col" in at]


def contents(picture: dict[str, Any]) -> dict[Place, Any]:
    """Return what stands on each place of a picture."""
    pieces = picture.get("pieces") or []
    if isinstance(pieces, str):
        pieces = [row.split(",") if "," in row else list(row) for row in pieces.split("\n")]
    return {(r, c): there for r, row in enumerate(pieces) for c, there in enumerate(row)}


def highlighted(picture: dict[str, Any], before: dict[str, Any] | None) -> list[Place]:
    """Return the places offered for the next click.

    ``dots`` offer; ``enter`` does where the turn under way has changed nothing: else it shows what
    was done.

    :param before: the picture before the turn under way; ``None`` if ``enter`` offers nothing.
    """
    dots = pointed_at(picture, ("dots",), ("dots",))
    if before is None or board_alone(picture) != board_alone(before):
        return dots  # where the picture has grown, its places cannot be compared
    now, then = contents(picture), contents(before)
    return dots + [at for at in pointed_at(picture, ("enter",), ()) if now.get(at) == then.get(at)]


def is_empty(picture: dict[str, Any]) -> bool:
    """Say whether nothing stands on a picture's board."""
    pieces = picture.get("pieces")
    if isinstance(pieces, list):
        return not any(cell for row in pieces for cell in row)
    return not set(pieces or "") - set("-_\n,")


def board_alone(picture: dict[str, Any]) -> dict[str, Any]:
    """Return what a picture's board is without its markers."""
    return {k: v for k, v in (picture.get("board") or {}).items() if k != "markers"}
