"""From JSON data to typed plies, with cattrs: no silent conversion, no unknown key.

A fast converter does the work; only when it refuses is a second one asked, which is slower but
knows where the fault is.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from operator import eq
from typing import Any, NoReturn, get_args, get_origin

from attrs import fields
from cattrs import Converter, ForbiddenExtraKeysError
from cattrs.errors import ClassValidationError, IterableValidationError
from cattrs.gen import make_dict_structure_fn, override

from abstractplay_hex.errors import StateError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.results import Result, key_of
from abstractplay_hex.rules.saved import StateForm


@cache
def structurer(form: StateForm) -> "Structurer":
    """Return what reads the saved plies of a game; it is kept."""
    return Structurer(form.ply, form.results, form.hooks)


class Structurer:
    """Reads values of one attrs class, and all it is made of, from JSON data."""

    def __init__(
        self,
        target: type[Any],
        result_types: tuple[type[Result], ...] = (),
        hooks: Mapping[Any, Callable[[Any], Any]] | None = None,
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
            raise StateError("state.expected", path="", expected=Phrase("phrase.object"))
        try:
            self._slow.structure(data, self._target)
        except Exception as error:
            _explain(error, "", self._target)
        raise AssertionError("the two converters disagree")


def _converter(
    detailed: bool,
    target: type[Any],
    result_types: tuple[type[Result], ...],
    hooks: Mapping[Any, Callable[[Any], Any]],
) -> Converter:
    converter = Converter(detailed_validation=detailed, forbid_extra_keys=True)
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(bool, _boolean)
    converter.register_structure_hook(float, _number)
    converter.register_structure_hook_func(lambda t: t == (str | None), _text)
    converter.register_structure_hook_func(lambda t: t == (int | None), _integer)
    converter.register_structure_hook_factory(_is_tuple, partial(_tuple_hook, converter))
    for cls, hook in hooks.items():
        if isinstance(cls, type):
            converter.register_structure_hook(cls, _ignoring_type(hook))
        else:  # tuple[int, int] and the like
            converter.register_structure_hook_func(partial(eq, cls), _ignoring_type(hook))
    by_tag: dict[str, tuple[type[Result], Callable[[Any, Any], Any]]] = {}
    for result in result_types:
        tag = result.tag()
        by_tag[tag] = result, _class_hook(converter, result, detailed)
    read_results = _results_hook(by_tag)
    converter.register_structure_hook_func(lambda t: t == tuple[Result, ...], read_results)
    converter.register_structure_hook(target, _class_hook(converter, target, detailed))
    return converter


def _class_hook(converter: Converter, cls: type[Any], detailed: bool) -> Callable[[Any, Any], Any]:
    renames = {a.name: override(rename=key_of(a)) for a in fields(cls)}
    structure = make_dict_structure_fn(
        cls,
        converter,
        _cattrs_forbid_extra_keys=detailed,
        _cattrs_detailed_validation=detailed,
        **renames,  # type: ignore[arg-type]
    )
    if detailed:
        return structure
    keys = frozenset(map(key_of, fields(cls)))

    def read(value: Any, of: Any) -> Any:
        if not value.keys() <= keys:
            raise ForbiddenExtraKeysError(None, cls, set(value) - keys)
        return structure(value, of)

    return read


def _ignoring_type(hook: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda value, _: hook(value)


def _text(value: Any, _: Any) -> str:
    if type(value) is not str:
        raise StateError("state.expected", path="", expected=Phrase("phrase.text"))
    return value


def _integer(value: Any, _: Any) -> int:
    if type(value) is not int:
        raise StateError("state.expected", path="", expected=Phrase("phrase.whole-number"))
    return value


def _is_tuple(of: Any) -> bool:
    origin: Any = get_origin(of)
    return origin is tuple


def _tuple_hook(converter: Converter, of: Any) -> Callable[[Any, Any], Any]:
    """Return how to read ``tuple[X, ...]`` or ``tuple[X, Y]``: from a list, and nothing else."""
    kinds = get_args(of)
    any_length = kinds[1:] == (Ellipsis,)

    def read(value: Any, _: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise StateError("state.expected", path="", expected=Phrase("phrase.list"))
        if not any_length and len(value) != len(kinds):
            raise StateError("state.expected", path="", expected=Phrase("phrase.list-length"))
        out = []
        for i, item in enumerate(value):
            try:
                out.append(converter.structure(item, kinds[0 if any_length else i]))
            except Exception as error:
                _explain(error, f"[{i}]", None)
        return tuple(out)

    return read


def _boolean(value: Any, _: Any) -> bool:
    if type(value) is not bool:
        raise StateError("state.expected", path="", expected=Phrase("phrase.true-or-false"))
    return value


def _number(value: Any, _: Any) -> float:
    if type(value) not in (int, float):
        raise StateError("state.expected", path="", expected=Phrase("phrase.number"))
    result: float = value  # a whole number stays one, so that it is written as it was read
    return result


MOST_KEPT = 4096
"""How many different results are kept to be used again."""


def _results_hook(
    by_tag: dict[str, tuple[type[Result], Callable[[Any, Any], Any]]],
) -> Callable[[Any, Any], tuple[Result, ...]]:
    # Results are immutable, and the same few come in every game. Only those made of texts are kept:
    # no other JSON value equals a text, as true equals 1.
    kept: dict[tuple[tuple[str, Any], ...], Result] = {}

    def read(value: Any, _: Any) -> tuple[Result, ...]:
        if type(value) is not list:
            raise StateError("state.expected", path="", expected=Phrase("phrase.list"))
        out = []
        for i, item in enumerate(value):
            try:
                result = kept.get(tuple(item.items()))
            except (AttributeError, TypeError):  # no object, or with a list in it
                result = None
            out.append(read_one(item, f"[{i}]") if result is None else result)
        return tuple(out)

    def read_one(item: Any, path: str) -> Result:
        if type(item) is not dict or type(item.get("type")) is not str:
            expected = Phrase("phrase.typed-object")
            raise StateError("state.expected", path=path, expected=expected)
        known = by_tag.get(item["type"])
        if known is None:
            expected = Phrase("phrase.one-of", names=", ".join(by_tag))
            raise StateError("state.expected", path=f"{path}.type", expected=expected)
        cls, hook = known
        try:
            result: Result = hook(item, cls)
        except Exception as error:
            _explain(error, path, cls)
        if len(kept) < MOST_KEPT and all(type(v) is str and len(v) < 32 for v in item.values()):
            kept[tuple(item.items())] = result
        return result

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
            expected = Phrase("phrase.list-length")
            raise StateError("state.expected", path=path, expected=expected)
        inner, place = noted_items[0]
        _explain(inner, f"{path}[{place.index}]", None)
    if isinstance(error, ForbiddenExtraKeysError):
        key = min(map(str, error.extra_fields))
        raise StateError("state.key-unknown", path=path, key=repr(key[:40])) from None
    if isinstance(error, KeyError):
        raise StateError("state.key-missing", path=path, key=str(error.args[0])) from None
    expected = Phrase("phrase.object" if cls else "phrase.other-value")
    raise StateError("state.expected", path=path, expected=expected) from None
