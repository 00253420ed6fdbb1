"""SVG from render JSON alone: hex boards as the site draws them, in glyphs of our own."""

from abstractplay_hex.render.svg.document import OPTIONS, places, to_svg
from abstractplay_hex.render.svg.palette import PALETTES
from abstractplay_hex.render.svg.themes import SCENERIES

__all__ = ["OPTIONS", "PALETTES", "SCENERIES", "places", "to_svg"]
