"""From JSON data to typed plies, with cattrs: no silent conversion, no unknown key.

A fast converter does the work; only when it refuses is a second one asked, which is slower but
knows where the fault is.
"""

from collections.abc import Callable, Mapping
from functools import partial
from operator import eq
from typing import Any, NoReturn

from attrs import fields, frozen
from cattrs import Converter, ForbiddenExtraKeysError
from cattrs.errors import ClassValidationError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, override

from abstractplay_hex.errors import StateError
from abstractplay_hex.results import CELL_KEYS, Result

KEYS = {"version": "_version", "results": "_results", "timestamp": "_timestamp", **CELL_KEYS}
"""Attribute name to JSON key, where they differ (a field's metadata may name a key, too)."""


@frozen(kw_only=True)
class PlyState:
    """The keys of a saved ply that all games have. A game derives its own class with further ones.

    A field ``X | None = None`` is a key that may be absent; in JSON it is never ``null``.
    """

    version: str
    results: tuple[Result, ...]
    timestamp: str
    currplayer: int
    lastmove: str | None = None


def key_of(attribute: Any) -> str:
    """Return the JSON key of an attrs attribute."""
    key: str = attribute.metadata.get("key", KEYS.get(attribute.name, attribute.name))
    return key


class Structurer:
    """Reads values of one attrs class, and all it is made of, from JSON data."""

    def __init__(
        self,
        target: type[Any],
        result_types: tuple[type[Result], ...] = (),
        hooks: Mapping[type, Callable[[Any], Any]] | None = None,
    ) -> None:
        self._target = target
        self._fast = _converter(False, target, result_types, hooks or {})
        self._slow = _converter(True, target, result_types, hooks or {})
        self._structure = self._fast.get_structure_hook(target)

    def __call__(self, data: Any) -> Any:
        """Return *data* as an instance of the class.

        :raises StateError: with the place of the first fault, relative to *data*.
        """
        try:
            if type(data) is dict:
                return self._structure(data, self._target)
        except Exception:  # whatever it was, the slow converter says it better
            pass
        else:
            raise StateError("state.expected", path="", expected="an object")
        try:
            self._slow.structure(data, self._target)
        except Exception as error:
            _explain(error, "", self._target)
        raise AssertionError("the two converters disagree")


def _converter(
    detailed: bool,
    target: type[Any],
    result_types: tuple[type[Result], ...],
    hooks: Mapping[type, Callable[[Any], Any]],
) -> Converter:
    converter = Converter(detailed_validation=detailed, forbid_extra_keys=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _boolean)
    converter.register_structure_hook_func(lambda t: t == (str | None), _text)
    converter.register_structure_hook_func(lambda t: t == (int | None), _integer)
    for cls, hook in hooks.items():
        if isinstance(cls, type):
            converter.register_structure_hook(cls, _ignoring_type(hook))
        else:  # tuple[int, int] and the like
            converter.register_structure_hook_func(partial(eq, cls), _ignoring_type(hook))
    by_tag: dict[str, tuple[type[Result], Callable[[Any, Any], Any]]] = {}
    for result in result_types:
        tag = fields(result).type.default
        by_tag[tag] = result, _class_hook(converter, result, detailed)
    read_results = _results_hook(by_tag)
    converter.register_structure_hook_func(lambda t: t == tuple[Result, ...], read_results)
    converter.register_structure_hook(target, _class_hook(converter, target, detailed))
    return converter


def _class_hook(converter: Converter, cls: type[Any], detailed: bool) -> Callable[[Any, Any], Any]:
    renames = {a.name: override(rename=key_of(a)) for a in fields(cls)}
    return make_dict_structure_fn(
        cls,
        converter,
        _cattrs_forbid_extra_keys=True,
        _cattrs_detailed_validation=detailed,
        **renames,  # type: ignore[arg-type]
    )


def _ignoring_type(hook: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: hook(value)


def _text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise StateError("state.expected", path="", expected="a text")
    return value


def _integer(value: Any, _: Any) -> int:
    if type(value) is not int:
        raise StateError("state.expected", path="", expected="a whole number")
    return value


def _boolean(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise StateError("state.expected", path="", expected="true or false")
    return value


def _results_hook(
    by_tag: dict[str, tuple[type[Result], Callable[[Any, Any], Any]]],
) -> Callable[[Any, Any], tuple[Result, ...]]:
    def read(value: Any, _: Any) -> tuple[Result, ...]:
        if type(value) is not list:
            raise StateError("state.expected", path="", expected="a list")
        out = []
        for i, item in enumerate(value):
            if type(item) is not dict or type(item.get("type")) is not str:
                raise StateError("state.expected", path=f"[{i}]", expected="an object with a type")
            known = by_tag.get(item["type"])
            if known is None:
                expected = "one of " + ", ".join(by_tag)
                raise StateError("state.expected", path=f"[{i}].type", expected=expected)
            cls, hook = known
            try:
                out.append(hook(item, cls))
            except Exception as error:
                _explain(error, f"[{i}]", cls)
        return tuple(out)

    return read


def _explain(error: BaseException, path: str, cls: type[Any] | None) -> NoReturn:
    """Raise what a converter's error means as a :class:`StateError` with a JSON path."""
    if isinstance(error, StateError):
        raise StateError(error.code, **{**error.params, "path": path + error.path}) from None
    if isinstance(error, ClassValidationError):
        noted, bare = error.group_exceptions()
        if bare:
            _explain(bare[0], path, error.cl)
        inner, note = noted[0]
        attribute = getattr(fields(error.cl), note.name)
        if isinstance(inner, KeyError):
            raise StateError("state.key-missing", path=path, key=key_of(attribute)) from None
        _explain(inner, f"{path}.{key_of(attribute)}", None)
    if isinstance(error, IterableValidationError):
        noted_items, bare = error.group_exceptions()
        if bare:
            raise StateError("state.expected", path=path, expected="a list of the right length")
        inner, place = noted_items[0]
        _explain(inner, f"{path}[{place.index}]", None)
    if isinstance(error, ForbiddenExtraKeysError):
        key = min(map(str, error.extra_fields))
        raise StateError("state.key-unknown", path=path, key=repr(key[:40])) from None
    if isinstance(error, KeyError):
        raise StateError("state.key-missing", path=path, key=str(error.args[0])) from None
    expected = "an object" if cls else "another value"
    raise StateError("state.expected", path=path, expected=expected) from None
