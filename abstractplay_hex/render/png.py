"""PNG from SVG, by resvg: the extra ``png`` (wheels of their own, nothing of the system but a font).

Texts are drawn in a font that the system has: on a bare server install one (Debian: ``fonts-dejavu-core``).
"""

from abstractplay_hex.errors import ArgumentError, RenderError

LARGEST = 20_000
"""Most pixels a picture may be wide."""


def to_png(svg: str, *, width: int | None = None) -> bytes:
    """Return an SVG document as a PNG file.

    :param svg: what :func:`abstractplay_hex.render.svg.to_svg` or :mod:`abstractplay_hex.film`
        returned. Draw nobody else's: nothing guards against what a hostile SVG can ask for.
    :param width: width in pixels; the document's own by default. The height follows.
    :raises ArgumentError: ``svg.width`` for a width out of range.
    :raises RenderError: ``png.missing`` without the extra, ``png.failed`` if it is no SVG document.
    """
    if width is not None and (type(width) is not int or not 1 <= width <= LARGEST):
        raise ArgumentError("svg.width", most=LARGEST)
    try:
        import resvg_py
    except ImportError:
        raise RenderError("png.missing") from None
    try:
        # The family to fall back on where the system has none of those that the document names.
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_family="DejaVu Sans"))
    except ValueError as error:
        raise RenderError("png.failed", reason=str(error)[:200]) from None
