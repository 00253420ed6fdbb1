"""Saved games: the site's state JSON, read strictly and written byte for byte."""

from abstractplay_hex.codec.envelope import (
    Loaded,
    dump_ply,
    dump_state,
    dump_unstamped,
    dumps_state,
    keep,
    load,
)
from abstractplay_hex.codec.jsontext import dumps, loads
from abstractplay_hex.codec.kept import KeptStack
from abstractplay_hex.codec.schemas import schema, schema_names, validate
from abstractplay_hex.codec.source import Saved
from abstractplay_hex.codec.verify import verify
from abstractplay_hex.rules.saved import map_form, map_pairs

__all__ = [
    "KeptStack",
    "Loaded",
    "Saved",
    "dump_ply",
    "dump_state",
    "dump_unstamped",
    "dumps",
    "dumps_state",
    "keep",
    "load",
    "loads",
    "map_form",
    "map_pairs",
    "schema",
    "schema_names",
    "validate",
    "verify",
]
