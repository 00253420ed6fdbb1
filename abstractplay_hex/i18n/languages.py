"""Which language is spoken: chosen by a host, checked here.

>>> from abstractplay_hex.i18n.messages import say
>>> with language("de"):
...     say("move.complete")
'Dieser Zug ist vollständig.'

A game from another package adds its catalogues with :func:`add_catalogue`. A host with a translation
system of its own uses :func:`translated_by`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n.messages import (
    BUILT_IN_LANGUAGE,
    LANGUAGE,
    TRANSLATOR,
    Translator,
    catalogue_languages,
    current_language,
    register_catalogue,
    set_process_language,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path


RIGHT_TO_LEFT: Final = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
)
"""Languages whose usual script is written from right to left."""


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak a language within the ``with`` block, in this thread or task only.

    :param code: such as ``"de"``; ``"de-AT"`` falls back to ``de``.
    :raises ArgumentError: for a language without a catalogue; lists the known ones.
    """
    token = LANGUAGE.set(_known(code))
    try:
        yield
    finally:
        LANGUAGE.reset(token)


def set_language(code: str) -> None:
    """Speak a language in the whole process, except where :func:`language` chooses another.

    :raises ArgumentError: for a language without a catalogue; lists the known ones.
    """
    set_process_language(_known(code))


def languages() -> tuple[str, ...]:
    """Return the codes of all languages with a catalogue, and English; sorted."""
    return tuple(sorted({BUILT_IN_LANGUAGE, *catalogue_languages()}))


def direction(code: str) -> Literal["ltr", "rtl"]:
    """Return in which direction a language is written, as HTML's ``dir`` has it."""
    return "rtl" if code.replace("_", "-").partition("-")[0].lower() in RIGHT_TO_LEFT else "ltr"


@contextmanager
def translated_by(translator: Translator | None) -> Iterator[None]:
    """Ask *translator* before any catalogue, within the ``with`` block, in this thread or task only."""
    token = TRANSLATOR.set(translator)
    try:
        yield
    finally:
        TRANSLATOR.reset(token)


def add_catalogue(domain: str, folder: "str | Path | Traversable") -> None:
    """Register catalogues, ``<folder>/<language>/LC_MESSAGES/<domain>.mo``; once is enough.

    A game of another package calls this beside
    :func:`~abstractplay_hex.i18n.messages.add_sentences`, for instance with
    ``importlib.resources.files("mypackage") / "locale"``.
    """
    from pathlib import Path

    register_catalogue(domain, Path(folder) if isinstance(folder, str) else folder)


def _known(code: str) -> str:
    known = languages()
    if isinstance(code, str):
        full = code.replace("-", "_")
        for candidate in (full, full.partition("_")[0].lower()):
            if candidate in known:
                return candidate
    raise ArgumentError("language.unknown", language=repr(code)[:40], known=", ".join(known))


__all__ = [
    "add_catalogue",
    "current_language",
    "direction",
    "language",
    "languages",
    "set_language",
    "translated_by",
]
