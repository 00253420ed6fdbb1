"""Codes to sentences: what people read, apart from the code that decides it.

Every error, validation, chat line and status is made of a stable *code* and *parameters*. The
English sentences are built in and need no set-up. Other languages are gettext catalogues (``.mo``
files: ``msgctxt`` is the code, ``msgid`` the English sentence), read by the standard library when a
language is first used:

>>> with language("de"):
...     say("move.complete")
'Dieser Zug ist vollständig.'

What a catalogue does not have is said in English. A game brings its own sentences with
:func:`add_sentences` and its own catalogues with :func:`add_catalogue` when it is imported. A host
with a translation system of its own uses :func:`translated_by` instead.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, TypeAlias

from abstractplay_hex.i18n.sentences import ENGLISH, Plural

Translator: TypeAlias = Callable[[str, Mapping[str, Any]], str | None]
"""Called with a code and its parameters; returns the whole sentence, or ``None`` if it has none."""

BUILT_IN_LANGUAGE: Final = "en"
DOMAIN: Final = "abstractplay_hex"
"""gettext domain of this library's own catalogues."""

_sentences: dict[str, str] = dict(ENGLISH)
_translator: ContextVar[Translator | None] = ContextVar("abstractplay_hex.translator", default=None)
_language: ContextVar[str | None] = ContextVar("abstractplay_hex.language", default=None)
_process_language = BUILT_IN_LANGUAGE
_catalogues: dict[tuple[str, str], Traversable] = {
    (DOMAIN, ""): files("abstractplay_hex.i18n") / "locale"
}
"""Folders by domain and path, in the order they are asked."""
_translations: dict[str, GNUTranslations | None] = {}


# ---- saying ------------------------------------------------------------------------------------


def add_sentences(sentences: Mapping[str, str]) -> None:
    """Register English sentences, ``{name}`` standing for a parameter.

    A sentence with a count is a :class:`Plural`.

    :raises ValueError: if a code has another sentence already.
    """
    for code, sentence in sentences.items():
        if _form_key(_sentences.setdefault(code, sentence)) != _form_key(sentence):
            raise ValueError(f"message code {code!r} already has another sentence")


def _form_key(sentence: str) -> tuple[str, ...]:
    if isinstance(sentence, Plural):
        return str(sentence), sentence.one, sentence.by
    return (sentence,)


def sentences() -> dict[str, str]:
    """Return a copy of all English sentences registered so far, by code (for translators)."""
    return dict(_sentences)


def say(code: str, **params: Any) -> str:
    """Return the sentence for *code* in the language in force.

    A code without a sentence (of an error that another process sent, whose game is not loaded
    here) is said as it is, with its parameters.

    :raises LookupError: if a parameter of the sentence is not given; names the code.
    """
    translator = _translator.get()
    if translator is not None:
        translated = translator(code, params)
        if translated is not None:
            return translated
    sentence = _sentences.get(code)
    if sentence is None:
        return _bare(code, params)
    language = _language.get() or _process_language
    if language != BUILT_IN_LANGUAGE:
        translated = _translated(language, code, sentence, params)
        if translated is not None:
            return translated
    return _filled(code, sentence, params)


def text(code: str, english: str) -> str:
    """Return a text without parameters in the language in force; *english* if it has none there.

    This is for texts that are kept where they belong instead of being registered, such as the
    description of a game (see :meth:`abstractplay_hex.rules.info.GameInfo.texts`).
    """
    translator = _translator.get()
    if translator is not None:
        translated = translator(code, {})
        if translated is not None:
            return translated
    language = _language.get() or _process_language
    translations = None if language == BUILT_IN_LANGUAGE else _read(language)
    if translations is None or not english:
        return english
    return translations.pgettext(code, english)


def _bare(code: str, params: Mapping[str, Any]) -> str:
    shown = ", ".join(f"{key}: {value}" for key, value in params.items())
    return f"{code} ({shown})" if shown else code


def _form(sentence: str, params: Mapping[str, Any]) -> str:
    if isinstance(sentence, Plural) and params.get(sentence.by) == 1:
        return sentence.one
    return sentence


def _filled(code: str, sentence: str, params: Mapping[str, Any]) -> str:
    """Put the parameters into an English sentence.

    :raises LookupError: for a parameter that is not given: a mistake in the program, which names
        the code.
    """
    try:
        return _form(sentence, params).format_map(params)
    except KeyError as error:
        given = ", ".join(map(repr, params)) or "none"
        raise LookupError(
            f"the message {code!r} needs the parameter {error}, which is not given (given: {given})"
        ) from None


def _translated(language: str, code: str, sentence: str, params: Mapping[str, Any]) -> str | None:
    translations = _read(language)
    if translations is None:
        return None
    if isinstance(sentence, Plural):
        count = params.get(sentence.by)
        n = count if isinstance(count, int) else 2
        form = translations.npgettext(code, sentence.one, str(sentence), n)
    else:
        form = translations.pgettext(code, sentence)
    try:
        return form.format_map(params)
    except (LookupError, ValueError, AttributeError, TypeError):
        return None  # a broken sentence of somebody's catalogue must not become an error of ours


class Phrase(str):
    """A piece of a sentence that is translated itself: a parameter such as "a whole number".

    As a text (compared, written as JSON) it is English and never changes; put into a sentence, or
    asked for by ``str()``, it is said in the language then in force.
    """

    __slots__ = ("code", "params")
    code: str
    params: dict[str, Any]

    def __new__(cls, code: str, /, **params: Any) -> "Phrase":
        """Make the phrase of a registered code."""
        plain = {k: str.__str__(v) if isinstance(v, Phrase) else v for k, v in params.items()}
        sentence = _sentences.get(code)
        said = _bare(code, plain) if sentence is None else _filled(code, sentence, plain)
        return cls._made(said, code, params)

    @classmethod
    def _made(cls, english: str, code: str, params: dict[str, Any]) -> "Phrase":
        phrase = super().__new__(cls, english)
        phrase.code = code
        phrase.params = params
        return phrase

    def __str__(self) -> str:
        if self.code not in _sentences:
            return str.__str__(self)
        return say(self.code, **self.params)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        # With its English text, for processes in which the game that it is of is not loaded.
        return Phrase._made, (str.__str__(self), self.code, self.params)


# ---- languages ---------------------------------------------------------------------------------


@contextmanager
def translated_by(translator: Translator | None) -> Iterator[None]:
    """Use *translator* within the ``with`` block, in this thread or task only.

    It is asked before any catalogue.
    """
    token = _translator.set(translator)
    try:
        yield
    finally:
        _translator.reset(token)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Speak a language within the ``with`` block, in this thread or task only.

    :param code: such as ``"de"``; of ``"de-AT"`` the ``de`` is taken if there is no more.
    :raises ArgumentError: for a language that no catalogue is in; lists the known ones.
    """
    token = _language.set(_known(code))
    try:
        yield
    finally:
        _language.reset(token)


def set_language(code: str) -> None:
    """Speak a language in the whole process, wherever :func:`language` says nothing else.

    :raises ArgumentError: for a language that no catalogue is in; lists the known ones.
    """
    global _process_language
    _process_language = _known(code)


def current_language() -> str:
    """Return the code of the language in force."""
    return _language.get() or _process_language


def languages() -> tuple[str, ...]:
    """Return the codes of all languages that some catalogue is in, and English; sorted."""
    found = {BUILT_IN_LANGUAGE}
    for (domain, _), folder in _catalogues.items():
        if folder.is_dir():
            found.update(f.name for f in folder.iterdir() if _compiled(f, domain).is_file())
    return tuple(sorted(found))


def add_catalogue(domain: str, folder: str | Path | Traversable) -> None:
    """Register catalogues, ``<folder>/<language>/LC_MESSAGES/<domain>.mo`` (once is enough).

    A game of another package calls this where it calls :func:`add_sentences`, for instance with
    ``importlib.resources.files("mypackage") / "locale"``.
    """
    where = Path(folder) if isinstance(folder, str) else folder
    _catalogues[domain, str(where)] = where
    _translations.clear()


def _compiled(folder: Traversable, domain: str) -> Traversable:
    return folder / "LC_MESSAGES" / f"{domain}.mo"


def _known(code: str) -> str:
    known = languages()
    if isinstance(code, str):
        full = code.replace("-", "_")
        for candidate in (full, full.partition("_")[0].lower()):
            if candidate in known:
                return candidate
    from abstractplay_hex.errors import ArgumentError

    raise ArgumentError("language.unknown", language=repr(code)[:40], known=", ".join(known))


def _read(language: str) -> GNUTranslations | None:
    """Return all catalogues of a language, each the fallback of the ones before; read once."""
    if language not in _translations:
        chain: GNUTranslations | None = None
        for (domain, _), folder in _catalogues.items():
            file = _compiled(folder / language, domain)
            if not file.is_file():
                continue
            with file.open("rb") as opened:
                read = GNUTranslations(opened)
            if chain is None:
                chain = read
            else:
                chain.add_fallback(read)
        _translations[language] = chain
    return _translations[language]


__all__ = [
    "BUILT_IN_LANGUAGE",
    "DOMAIN",
    "Phrase",
    "Plural",
    "Translator",
    "add_catalogue",
    "add_sentences",
    "current_language",
    "language",
    "languages",
    "say",
    "sentences",
    "set_language",
    "text",
    "translated_by",
]
