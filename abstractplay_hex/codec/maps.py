"""The site's form of a JavaScript ``Map`` in JSON."""

from collections.abc import Iterable
from typing import Any

from abstractplay_hex.errors import StateError


def map_form(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Write a map: ``{"dataType": "Map", "value": [[key, value], …]}``, in the order given."""
    return {"dataType": "Map", "value": [[key, value] for key, value in pairs]}


def map_pairs(data: Any) -> list[list[Any]]:
    """Return the ``[key, value]`` lists of a map, shape checked, keys and values not.

    :raises StateError: with a path relative to the map.
    """
    if type(data) is not dict or data.keys() != {"dataType", "value"} or data["dataType"] != "Map":
        raise StateError("state.map", path="")
    pairs = data["value"]
    if type(pairs) is not list:
        raise StateError("state.map", path=".value")
    if pairs and set(map(type, pairs)) != {list}:
        i = next(i for i, pair in enumerate(pairs) if type(pair) is not list)
        raise StateError("state.map", path=f".value[{i}]")
    if pairs and set(map(len, pairs)) != {2}:
        i = next(i for i, pair in enumerate(pairs) if len(pair) != 2)
        raise StateError("state.map", path=f".value[{i}]")
    return pairs
