"""The published JSON Schemas, and validators made of them once and kept.

Loading does not need them (it is stricter and fifty times faster); they are for hosts and front
ends that want to check data in their own language, and for tests that prove both say the same.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abstractplay_hex.errors import ArgumentError, StateError

# jsonschema is imported where it is used: it takes a quarter of the time that importing all of this
# library does, and most programs and workers never validate anything.
if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


def _folder() -> Traversable:
    """Return where the schemas are: inside an installed package, or at the top of a source tree."""
    inside = files("abstractplay_hex") / "schemas"
    return inside if inside.is_dir() else Path(__file__).parents[2] / "schemas"


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of the published schemas, such as ``pods-state-20240802``."""
    return tuple(
        sorted(
            p.name.removesuffix(".json") for p in _folder().iterdir() if p.name.endswith(".json")
        )
    )


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a published schema as a dictionary (shared: do not change it).

    :raises ArgumentError: if there is none of that name.
    """
    if name not in schema_names():
        raise ArgumentError("schema.unknown", name=name, known=", ".join(schema_names()))
    text = (_folder() / f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def _validator(name: str) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry, Resource

    resources = [Resource.from_contents(schema(n)) for n in schema_names()]
    registry: Registry[Any] = Registry().with_resources((r.id() or "", r) for r in resources)
    extended: Any = extend  # it has no types
    exact = extended(Draft202012Validator, {"multipleOf": _multiple_of})
    return exact(schema(name), registry=registry)  # type: ignore[no-any-return]


def _multiple_of(validator: Any, unit: float, number: Any, _: Any) -> "Iterator[ValidationError]":
    """Check a number of any size, which the usual way does not: it divides by a ``float``."""
    from jsonschema.exceptions import ValidationError

    if not validator.is_type(number, "number"):
        return
    finite = type(number) is int or isfinite(number)
    if not finite or Fraction(number) % Fraction(str(unit)):
        yield ValidationError(f"{str(number)[:40]} is not a multiple of {unit}")


def validate(data: Any, name: str) -> None:
    """Check JSON data against a published schema.

    :raises StateError: with the path of the most telling fault and what the schema says of it.
    """
    from jsonschema.exceptions import best_match

    error = best_match(_validator(name).iter_errors(data))
    if error is not None:
        raise StateError("state.wrong", path=error.json_path, reason=error.message[:200])
