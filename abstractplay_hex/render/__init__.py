"""Pictures of positions: the site's render JSON."""

from abstractplay_hex.render.json import Annotation, Glyph, Marker, Picture

__all__ = ["Annotation", "Glyph", "Marker", "Picture"]
