"""Saved games: the site's state JSON, read strictly and written byte for byte."""

from abstractplay_hex.codec.jsontext import dumps, loads
from abstractplay_hex.codec.maps import map_form, map_pairs
from abstractplay_hex.codec.schemas import schema, schema_names, validate
from abstractplay_hex.codec.state import dump_ply, dump_state, load_plies
from abstractplay_hex.codec.structure import PlyState
from abstractplay_hex.codec.versions import Context, Migration

__all__ = [
    "Context",
    "Migration",
    "PlyState",
    "dump_ply",
    "dump_state",
    "dumps",
    "load_plies",
    "loads",
    "map_form",
    "map_pairs",
    "schema",
    "schema_names",
    "validate",
]
