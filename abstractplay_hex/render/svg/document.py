"""The whole picture: from render JSON to an SVG document."""

import marshal
import re
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any, Final
from zlib import crc32

from attrs import fields, frozen

from abstractplay_hex.board import Place
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import Phrase, say
from abstractplay_hex.render.svg.annotations import draw_annotations
from abstractplay_hex.render.svg.areas import Frame, draw_areas
from abstractplay_hex.render.svg.boards import INSIDE, OUTSIDE, DrawnBoard, Label
from abstractplay_hex.render.svg.geometry import read_board
from abstractplay_hex.render.svg.markers import (
    Ground,
    cell_uses,
    draw_ground,
    draw_halos,
    draw_markers,
    draw_sides,
    flooded,
    halos,
)
from abstractplay_hex.render.svg.palette import Colours, clear_on, players
from abstractplay_hex.render.svg.pieces import (
    RENDERERS,
    Legend,
    draw_pieces,
    read_pieces,
    stack_rise,
)
from abstractplay_hex.render.svg.reading import Item, escape, fail, fmt, shown
from abstractplay_hex.render.svg.reference import draw_reference
from abstractplay_hex.render.svg.shores import shore, water_in
from abstractplay_hex.render.svg.strokes import FONT
from abstractplay_hex.render.svg.themes import Theme, theme_of

PREFIX: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}", re.ASCII)
PLAIN: Final = "b"
"""What ids begin with, before the figures that keep pictures apart."""
WIDEST: Final = 20_000
MARGIN: Final = 6
SHALLOWS: Final = 0.3
"""How far shallows reach from the cells, in radiuses of a cell: within the rim that every board has."""
HALO: Final = 0.3
"""Width of the line around a label in a cell, in font sizes."""


@frozen
class Options:
    """How a picture is drawn; the parameters of :func:`to_svg`, checked."""

    prefix: str | None = None
    palette: str | Sequence[str] = "default"
    dark: bool = False
    rotate: int = 0
    titles: Mapping[Place, str] | None = None
    width: int | None = None
    interactive: bool = False
    scenery: str = "plain"

    @property
    def theme(self) -> Theme:
        """The colours of everything that is no player's."""
        return theme_of(self.scenery, self.dark)

    def __attrs_post_init__(self) -> None:
        """Refuse what is out of range."""
        if self.prefix is not None and not (
            isinstance(self.prefix, str) and PREFIX.fullmatch(self.prefix)
        ):
            raise ArgumentError("svg.prefix")
        if type(self.rotate) is not int or self.rotate % 60 or abs(self.rotate) > WIDEST:
            raise ArgumentError("svg.rotate")
        if self.width is not None and (
            type(self.width) is not int or not 1 <= self.width <= WIDEST
        ):
            raise ArgumentError("svg.width", most=WIDEST)
        if self.titles is not None and not isinstance(self.titles, Mapping):
            raise ArgumentError("svg.titles")
        theme_of(self.scenery, self.dark)


OPTIONS: Final = tuple(field.name for field in fields(Options) if field.name != "titles")
"""What can be said of how a picture is drawn, whatever is on it."""


@frozen
class Drawing:
    """A picture without its outermost element.

    :ivar box: left, top, width and height in pixels.
    """

    box: tuple[float, float, float, float]
    body: str

    @property
    def view_box(self) -> str:
        """The value of ``viewBox``."""
        return " ".join(map(fmt, self.box))


def to_svg(
    render: Mapping[str, Any],
    *,
    prefix: str | None = None,
    palette: str | Sequence[str] = "default",
    dark: bool = False,
    rotate: int = 0,
    titles: Mapping[Place, str] | None = None,
    width: int | None = None,
    interactive: bool = False,
    scenery: str = "plain",
) -> str:
    """Draw render JSON as an SVG document.

    Each cell is a ``<g class="cell">`` with ``data-row``, ``data-col``, ``data-cell`` (its name) and
    a ``<title>``; buttons have ``data-button``, pieces and entries of areas ``data-piece``. There is
    no script and no style sheet in it, and nothing in the JSON can bring any in: it may stand in
    any page, under the strictest policy, and many may: unless you give a prefix, the ids of one
    picture are in no other one.

    :param render: what :meth:`abstractplay_hex.Game.render` returns, or any render JSON with a hex
        board and the default renderer.
    :param prefix: what all ids begin with: a letter, then up to 63 letters, digits, ``_`` and ``-``.
        By default it follows from what is drawn, so that the same picture always has the same ids.
    :param palette: ``"default"``, ``"colour-blind"``, or the players' colours as ``#rrggbb``.
    :param dark: draw for a dark page.
    :param rotate: degrees clockwise, a multiple of 60; pieces and texts stay upright.
    :param titles: what to say of the cell at ``(row, col)``; its name where nothing is given.
    :param width: width in pixels; by default cells have the size of the site's (43 and 69 wide).
    :param interactive: make cells and buttons focusable. The first cell has ``tabindex`` 0, the
        others −1: the page moves it with the arrow keys.
    :param scenery: what the board lies in: ``"plain"`` paper, ``"sea"``, or an ``"island"`` with a shore
        in the ocean. It changes colours, and nothing else.
    :raises RenderError: for JSON that cannot be drawn; its path and reason are in ``params``.
    :raises ArgumentError: for a parameter out of range.
    """
    options = Options(prefix, palette, dark, rotate, titles, width, interactive, scenery)
    drawing = draw(render, options)
    _, _, wide, high = drawing.box
    shown_width = width if width is not None else wide
    lies = "" if scenery == "plain" else f' data-scenery="{scenery}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{drawing.view_box}"'
        f' width="{fmt(shown_width)}" height="{fmt(high * shown_width / wide)}"{lies} role="group"'
        f' aria-label="{escape(say("svg.board"))}" font-family="{FONT}">{drawing.body}</svg>'
    )


def prefix_of(render: Mapping[str, Any], options: Options) -> str:
    """Return what ids begin with: as asked for, or what follows from the picture and how it is drawn."""
    if options.prefix is not None:
        return options.prefix
    drawn: Any = (render, options.palette, options.dark, options.rotate % 360)
    if options.scenery != "plain":
        drawn += (options.scenery,)
    try:  # the quickest way to the bytes of JSON data; of this format all versions write the same
        told = marshal.dumps(drawn, 2)
    except ValueError:  # there is something in it that is no JSON
        return PLAIN
    return f"{PLAIN}{crc32(told):x}"


def places(render: Mapping[str, Any]) -> dict[Place, str]:
    """Return the name of each cell that is drawn, by ``(row, col)``.

    :raises RenderError: for JSON that cannot be drawn.
    """
    item = checked(render)
    return {place: cell.name for place, cell in board_of(item, 0).drawn.items()}


def checked(render: Mapping[str, Any]) -> Item:
    """Return render JSON to be read.

    :raises RenderError: ``svg.renderer`` if it is for a renderer that is not known here.
    """
    item = Item(render)
    renderer = item.get("renderer")
    if renderer is not None and renderer not in RENDERERS:
        fail("renderer", item.at("renderer"), found=shown(renderer), known=", ".join(RENDERERS))
    return item


def board_of(render: Item, rotate: int) -> DrawnBoard:
    """Return the board of a picture, turned by *rotate* degrees more than it says itself."""
    flags = frozenset(f for f in render.entries("options") if isinstance(f, str))
    return read_board(Item(render.get("board"), render.at("board")), flags, rotate)


def draw(
    render: Mapping[str, Any], options: Options, plain: bool = False, labelled: bool = True
) -> Drawing:
    """Draw render JSON.

    :param plain: cells without titles and data, for pictures among many.
    :param labelled: with the board's labels.
    """
    item = checked(render)
    board = board_of(item, options.rotate)
    settings = Item(item.get("board"), item.at("board"))
    prefix = prefix_of(render, options)
    colours = Colours(players(options.palette), options.theme, prefix)
    theme = colours.theme
    markers = settings.items("markers")
    back, cell_fill = _backs(settings, colours)
    beach = _beach(settings, board, markers, theme)
    legend = Legend(item, colours, prefix, board, (cell_fill, *set(beach.values())))
    stroke = colours.of(settings, "strokeColour", theme.strokes)
    weight = settings.number("strokeWeight", 1, 0, 50)
    shade = settings.number("strokeOpacity", 1, 0, 1)
    grid = f' stroke="{stroke}" stroke-width="{fmt(weight)}"'
    if shade != 1:
        grid += f' stroke-opacity="{fmt(shade)}"'
    ground = Ground(board, colours, legend, prefix, grid)

    circles = halos(ground, markers)
    sides = draw_halos(ground, circles) + _shallows(ground, beach) + draw_sides(ground, markers)
    floods = draw_ground(ground, markers)
    over = draw_markers(ground, markers)
    standing = read_pieces(item, board)
    rise = stack_rise(item, settings)
    pieces = draw_pieces(standing, board, legend, rise)
    annotations = item.items("annotations")
    hints = draw_annotations(ground, annotations)
    labels = _labels(settings, ground, markers, cell_fill, beach) if labelled else ""
    beyond = _beyond(board, standing, markers, annotations)
    frame = Frame(*board.box(beyond))
    if rise:
        for place, keys in standing:
            top = board.cells[place].y - rise * (len(keys) - 1) * board.size - board.radius
            frame.top = min(frame.top, top)
    for _, circle in circles:
        frame.contain(circle.x, circle.y, circle.radius + circle.width / 2)
    chart = ""
    reference = settings.item("reference")
    if reference is not None:
        middle = (frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2
        within = 0.4 * hypot(frame.right - frame.left, frame.bottom - frame.top)
        chart, radius = draw_reference(ground, reference, middle, within)
        frame.contain(*middle, radius)
    buttons = ' role="button" tabindex="0"' if options.interactive else ""
    areas = draw_areas(ground, item.items("areas"), frame, buttons)
    cells = _plain_cells(ground, beach) if plain else _cells(ground, options, beach)
    if board.points:  # the cells can be clicked and told, but only lines are seen
        seen = 'fill="none" stroke="none" pointer-events="all"'
        lines = f'<path class="lines" d="{board.lines}" fill="none"{grid} pointer-events="none"/>'
    else:
        seen, lines = f'fill="{cell_fill}"{grid} stroke-linejoin="round"', ""

    box = (
        frame.left - MARGIN,
        frame.top - MARGIN,
        frame.right - frame.left + 2 * MARGIN,
        frame.bottom - frame.top + 2 * MARGIN,
    )
    x, y, wide, high = map(fmt, box)
    shapes = board.definitions(prefix)
    body = (
        f"<defs>{shapes}{''.join(colours.defs)}{''.join(legend.defs)}</defs>"
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{back}"/>{chart}{sides}'
        f'<g class="cells" {seen}>{cells}</g>{lines}'
        f'<g pointer-events="none">{floods}{over}<g class="pieces">{pieces}</g>'
        f'<g class="annotations">{hints}</g>{labels}</g>{areas}'
    )
    return Drawing(box, body)


def _beyond(
    board: DrawnBoard,
    standing: list[tuple[Place, list[str]]],
    markers: list[Item],
    annotations: list[Item],
) -> set[Place]:
    """Return the blocked places on which something is drawn."""
    if not board.shape.blocked:
        return set()
    found = {place for place, _ in standing}
    for items, key in ((markers, "points"), (annotations, "targets")):
        for item in items:
            found.update(item.places(key))
    return found & board.shape.blocked & board.cells.keys()


def _backs(settings: Item, colours: Colours) -> tuple[str, str]:
    """Return the colours behind the whole picture and of the cells."""
    back, cells = colours.theme.background, colours.theme.board
    given = settings.item("backFill")
    if given is not None:
        colour = colours.of(given, "colour", back)
        if given.choice("type", ("full", "board"), "full") == "full":
            back = colour
        cells = colour
    return back, cells


def _beach(
    settings: Item, board: DrawnBoard, markers: list[Item], theme: Theme
) -> dict[Place, str]:
    """Return the cells of the shore with their colour, where a scenery shows the shore."""
    if theme.shallows == theme.background or settings.get("backFill") is not None or board.points:
        return {}
    return dict.fromkeys(shore(board.shape, water_in(markers)), theme.shore)


def _shallows(ground: Ground, beach: dict[Place, str]) -> str:
    """Return a band around the board, of which the inner half is hidden behind the cells."""
    if not beach:
        return ""
    board = ground.board
    cells = cell_uses(ground, (board.cells[place] for place in sorted(beach)))
    return (
        f'<g class="shallows" fill="none" stroke="{ground.colours.theme.shallows}"'
        f' stroke-width="{fmt(2 * SHALLOWS * board.radius)}" stroke-linejoin="round">{cells}</g>'
    )


def _cells(ground: Ground, options: Options, beach: dict[Place, str]) -> str:
    drawn = ground.board.drawn
    said = [cell.name for cell in drawn.values()]
    if options.titles:
        titles = options.titles
        said = [
            name if (title := titles.get(place)) is None else str(title)
            for place, name in zip(drawn, said, strict=True)
        ]
        if escape(whole := "".join(said)) != whole:  # seldom: all of them are looked at at once
            said = list(map(escape, said))
    shapes = [f'</title><use href="{name}" ' for name in ground.board.references(ground.prefix)]
    role = ' role="button" tabindex="-1" ' if options.interactive else ' role="img" '
    head = f'<g class="cell"{role}'
    out = [
        f"{head}{cell.head}><title>{title}{shapes[cell.outline]}{cell.at}/></g>"
        for cell, title in zip(drawn.values(), said, strict=True)
    ]
    if ground.colours.theme.shore != ground.colours.theme.board and beach:
        filled = f'{head}fill="{ground.colours.theme.shore}" '
        out = [
            f"{filled}{markup[len(head) :]}" if place in beach else markup
            for place, markup in zip(drawn, out, strict=True)
        ]
    if out and options.interactive:
        out[0] = out[0].replace('tabindex="-1"', 'tabindex="0"', 1)
    return "".join(out)


def _plain_cells(ground: Ground, beach: dict[Place, str]) -> str:
    drawn = ground.board.drawn
    if not beach:
        return cell_uses(ground, drawn.values())
    inner = cell_uses(ground, (cell for place, cell in drawn.items() if place not in beach))
    outer = cell_uses(ground, (cell for place, cell in drawn.items() if place in beach))
    return f'{inner}<g fill="{ground.colours.theme.shore}">{outer}</g>'


def _labels(
    settings: Item, ground: Ground, markers: list[Item], cell: str, beach: dict[Place, str]
) -> str:
    """Return the labels; on a flood that leaves too little contrast, in the other theme's colour.

    Those in cells have a halo of the colour there, so that they are read on what is drawn before.

    :param cell: the colour of the cells.
    :param beach: the cells that have another one.
    """
    colour = ground.colours.of(settings, "labelColour", ground.colours.theme.labels)
    placed = _placed_labels(settings, ground.board)
    outside = all(place is None for _, place in placed)
    shade = settings.number("labelOpacity", 1 if outside else 0.75, 0, 1)
    size = (OUTSIDE if outside else INSIDE) * ground.board.radius
    floods = {} if outside else {**beach, **flooded(ground, markers, cell, beach)}
    clear = {seen: clear_on(seen, colour) for seen in {cell, *floods.values()}}
    texts: list[str] = []
    halos: dict[str, list[str]] = {}
    for label, place in placed:
        markup = label.markup
        if place is not None:
            seen = floods.get(place, cell)
            halos.setdefault(seen, []).append(markup)
            if clear[seen] != colour:
                markup = markup.replace("<text", f'<text fill="{clear[seen]}"', 1)
        texts.append(markup)
    faint = f' fill-opacity="{fmt(shade)}"' if shade != 1 else ""
    around = "".join(
        f'<g fill="{seen}" stroke="{seen}" stroke-width="{fmt(HALO * size)}"'
        f' stroke-linejoin="round">{"".join(under)}</g>'
        for seen, under in halos.items()
    )
    below = f'<g class="label-halos">{around}</g>' if around else ""
    return (
        f'<g font-size="{fmt(size)}" text-anchor="middle" aria-hidden="true">'
        f'{below}<g class="labels" fill="{colour}"{faint}>{"".join(texts)}</g></g>'
    )


def _placed_labels(settings: Item, board: DrawnBoard) -> list[tuple[Label, Place | None]]:
    """Return the labels, with the place of those that stand in a cell: the board's, or ``labelGrid``'s."""
    if settings.get("labelGrid") is None:
        places: list[Place | None] = (
            [None] * len(board.labels) if board.outside_labels else [*board.drawn]
        )
        return list(zip(board.labels, places, strict=False))  # there are none if they are hidden
    if board.hides_labels:
        return []
    out: list[tuple[Label, Place | None]] = []
    for row, names in enumerate(settings.entries("labelGrid")):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            path = f"{settings.at('labelGrid')}[{row}]"
            fail("expected", path, expected=Phrase("phrase.texts"), found=shown(names))
        for col, name in enumerate(names):
            cell = board.drawn.get((row, col))
            if cell is not None:
                out.append((board.inside(cell, escape(name[:20])), (row, col)))
    return out
