"""A whole game in one SVG document: a sheet of small pictures, or one that moves by itself."""

from collections.abc import Iterator, Sequence
from math import ceil, sqrt
from typing import Any, Final

from attrs import evolve, frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.render.svg.document import Drawing, Options, draw, prefix_of
from abstractplay_hex.render.svg.reading import escape, fmt
from abstractplay_hex.render.svg.strokes import FONT
from abstractplay_hex.render.svg.themes import DARK, LIGHT

THUMB: Final = 220
"""Width of a picture on a sheet, in pixels."""
SIZE: Final = 640
"""Width of an animated picture, in pixels."""
_CAPTION: Final = 22
_GAP: Final = 10
_LETTER: Final = 0.62


@frozen
class _Frame:
    ply: int
    caption: str
    drawing: Drawing

    @property
    def ratio(self) -> float:
        """Height by width."""
        return self.drawing.box[3] / self.drawing.box[2]


def contact_sheet(
    game: Game[Any, Any],
    *,
    every: int = 1,
    columns: int | None = None,
    alt_display: str | None = None,
    palette: str | Sequence[str] = "default",
    dark: bool = False,
    rotate: int = 0,
    strict: bool = False,
) -> str:
    """Draw a whole game as a sheet of small boards in rows, each with its ply and its move.

    :param every: take each *every*-th ply; the start and the last ply are always there.
    :param columns: pictures in a row; by default about as many as there are rows.
    :param strict: refuse an unknown *alt_display*, which else means the default.
    :raises ArgumentError: for a parameter out of range.
    """
    if columns is not None and (type(columns) is not int or not 1 <= columns <= 100):
        raise ArgumentError("film.columns")
    options = Options(palette=palette, dark=dark, rotate=rotate, scenery=game.rules.scenery)
    frames = list(_frames(game, every, alt_display, options, THUMB, strict))
    across = columns or max(1, ceil(sqrt(1.3 * len(frames))))
    across = min(across, len(frames))
    high = THUMB * max(frame.ratio for frame in frames)
    theme = DARK if dark else LIGHT
    out = []
    for i, frame in enumerate(frames):
        x = _GAP + i % across * (THUMB + _GAP)
        y = _GAP + i // across * (high + _CAPTION + _GAP)
        out.append(_nested(frame, x, y, THUMB, high))
        out.append(
            f'<text x="{fmt(x + THUMB / 2)}" y="{fmt(y + high + 15)}">{escape(frame.caption)}</text>'
        )
    wide = _GAP + across * (THUMB + _GAP)
    deep = _GAP + ceil(len(frames) / across) * (high + _CAPTION + _GAP)
    body = f'<g font-size="12" text-anchor="middle" fill="{theme.labels}">{"".join(out)}</g>'
    return _document(game, wide, deep, theme.background, body)


def animation(
    game: Game[Any, Any],
    *,
    every: int = 1,
    seconds: float = 1.0,
    alt_display: str | None = None,
    palette: str | Sequence[str] = "default",
    dark: bool = False,
    rotate: int = 0,
    strict: bool = False,
) -> str:
    """Draw a whole game as one picture that shows ply after ply, without end (SMIL, no script).

    A viewer that does not know SMIL shows the last ply.

    :param every: take each *every*-th ply; the start and the last ply are always there.
    :param seconds: how long each ply is shown; the last one is shown three times as long.
    :param strict: refuse an unknown *alt_display*, which else means the default.
    :raises ArgumentError: for a parameter out of range.
    """
    if (
        isinstance(seconds, bool)
        or not isinstance(seconds, int | float)
        or not 0.05 <= seconds <= 60
    ):
        raise ArgumentError("film.seconds")
    options = Options(palette=palette, dark=dark, rotate=rotate, scenery=game.rules.scenery)
    frames = list(_frames(game, every, alt_display, options, SIZE, strict))
    high = SIZE * max(frame.ratio for frame in frames)
    total = len(frames) + 2
    theme = DARK if dark else LIGHT
    out = []
    for i, frame in enumerate(frames):
        last = i == len(frames) - 1
        begin, end = fmt(i / total, ".5f"), "1" if last else fmt((i + 1) / total, ".5f")
        # A value holds from its time on; there are as many times as values, the first is 0.
        values, times = ["hidden", "visible", "hidden"], ["0", begin, end]
        if i == 0:
            values, times = values[1:], times[1:]
        if last:
            values, times = values[:-1], times[:-1]
        animate = (
            f'<animate attributeName="visibility" calcMode="discrete" values="{";".join(values)}"'
            f' keyTimes="{";".join(times)}" dur="{fmt(total * seconds)}s" repeatCount="indefinite"/>'
        )
        out.append(
            f'<g visibility="{"visible" if last else "hidden"}">{animate if len(frames) > 1 else ""}'
            f"{_nested(frame, 0, 0, SIZE, high)}"
            f'<text x="{SIZE / 2:g}" y="{fmt(high + 22)}">{escape(frame.caption)}</text></g>'
        )
    body = f'<g font-size="18" text-anchor="middle" fill="{theme.labels}">{"".join(out)}</g>'
    return _document(game, SIZE, high + 34, theme.background, body)


def _frames(
    game: Game[Any, Any],
    every: int,
    display: str | None,
    options: Options,
    wide: float,
    strict: bool,
) -> Iterator[_Frame]:
    if type(every) is not int or every < 1:
        raise ArgumentError("film.every")
    shown = game.clone()
    last = len(shown.stack) - 1
    small = wide == THUMB
    most = int(wide / ((12 if small else 18) * _LETTER))
    for ply in sorted({*range(0, last, every), last}):
        shown.load(ply)
        move = f"{ply}. {shown.lastmove}" if shown.lastmove else f"{ply}"
        caption = move if len(move) <= most else move[: most - 1] + "…"
        render = shown.render(0, display, strict=strict)
        # No ids in common with another film, or a picture of one board, on the same page.
        prefix = f"{prefix_of(render, options)}-{'s' if small else 'a'}{ply}"
        drawing = draw(render, evolve(options, prefix=prefix), plain=True, labelled=not small)
        yield _Frame(ply, caption, drawing)


def _nested(frame: _Frame, x: float, y: float, wide: float, high: float) -> str:
    return (
        f'<svg x="{fmt(x)}" y="{fmt(y)}" width="{fmt(wide)}" height="{fmt(high)}"'
        f' viewBox="{frame.drawing.view_box}">{frame.drawing.body}</svg>'
    )


def _document(game: Game[Any, Any], wide: float, high: float, background: str, body: str) -> str:
    title = escape(say("film.title", game=game.info.name, plies=len(game.stack) - 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {fmt(wide)} {fmt(high)}"'
        f' width="{fmt(wide)}" height="{fmt(high)}" role="img" aria-label="{title}"'
        f' font-family="{FONT}"><rect width="100%" height="100%" fill="{background}"/>{body}</svg>'
    )


__all__ = ["animation", "contact_sheet"]
