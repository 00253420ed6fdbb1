"""Codes to sentences: what people read, apart from the code that decides it.

Every error, validation, chat line and status is made of a stable *code* and *parameters*. The
English sentences are built in; a host that wants another language sets a translator, and nobody
else notices. A game brings its own sentences with :func:`add_sentences` when it is imported.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeAlias

from abstractplay_hex.sentences import ENGLISH

Translator: TypeAlias = Callable[[str, Mapping[str, Any]], str | None]
"""Called with a code and its parameters; returns the whole sentence, or ``None`` for English."""

_sentences: dict[str, str] = dict(ENGLISH)
_translator: ContextVar[Translator | None] = ContextVar("abstractplay_hex.translator", default=None)


def add_sentences(sentences: Mapping[str, str]) -> None:
    """Register English sentences, ``{name}`` standing for a parameter.

    :raises ValueError: if a code has another sentence already.
    """
    for code, sentence in sentences.items():
        if _sentences.setdefault(code, sentence) != sentence:
            raise ValueError(f"message code {code!r} already has another sentence")


def sentences() -> dict[str, str]:
    """Return a copy of all English sentences registered so far, by code (for translators)."""
    return dict(_sentences)


def say(code: str, **params: Any) -> str:
    """Return the sentence for *code* in the language of the translator in force."""
    translator = _translator.get()
    if translator is not None:
        translated = translator(code, params)
        if translated is not None:
            return translated
    return _sentences[code].format_map(params)


@contextmanager
def translated_by(translator: Translator | None) -> Iterator[None]:
    """Use *translator* within the ``with`` block, in this thread or task only."""
    token = _translator.set(translator)
    try:
        yield
    finally:
        _translator.reset(token)
