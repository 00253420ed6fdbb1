"""Codes to sentences: what people read, apart from the code that decides it.

Every error, validation, chat line and status is made of a stable *code* and *parameters*. English
sentences are built in; a game adds its own with :func:`add_sentences` when it is imported. Other
languages are gettext catalogues (``.mo`` files: ``msgctxt`` is the code, ``msgid`` the English
sentence), which the standard library reads when a language is first used; whatever a catalogue lacks
is said in English. Which language is in force is chosen in :mod:`abstractplay_hex.i18n.languages`.

>>> say("move.complete")
'This move is complete.'

This module trusts its callers and imports nothing but the sentences, so that errors can use it.
"""

from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from abstractplay_hex.i18n.sentences import ENGLISH, Plural, in_forms

if TYPE_CHECKING:
    from gettext import GNUTranslations
    from importlib.resources.abc import Traversable

Translator: TypeAlias = Callable[[str, Mapping[str, Any]], str | None]
"""Called with a code and its parameters; returns the whole sentence, or ``None`` if it has none."""

BUILT_IN_LANGUAGE: Final = "en"
DOMAIN: Final = "abstractplay_hex"
"""gettext domain of this library's own catalogues."""

TRANSLATOR: Final[ContextVar[Translator | None]] = ContextVar(f"{DOMAIN}.translator", default=None)
"""Asked before any catalogue, in this thread or task."""
LANGUAGE: Final[ContextVar[str | None]] = ContextVar(f"{DOMAIN}.language", default=None)
"""The language of this thread or task; ``None`` for that of the process."""

_sentences: dict[str, str] = {code: in_forms(text) for code, text in ENGLISH.items()}
_process_language = BUILT_IN_LANGUAGE
_catalogues: "dict[tuple[str, str], Traversable]" = {}
"""Folders by domain and path, in the order they are asked, after our own."""
_translations: "dict[str, GNUTranslations | None]" = {}
_languages: set[str] = set()
"""Codes of the languages found; empty until somebody asks."""


# ---- saying ------------------------------------------------------------------------------------


def add_sentences(sentences: Mapping[str, str]) -> None:
    """Register English sentences, ``{name}`` standing for a parameter.

    ``{n} {n:stone|stones}`` says "1 stone", "2 stones" (a :class:`Plural`).

    :raises ValueError: if a code has another sentence already.
    """
    for code, sentence in sentences.items():
        new = in_forms(sentence)
        if _form_key(_sentences.setdefault(code, new)) != _form_key(new):
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
    translator = TRANSLATOR.get()
    if translator is not None:
        translated = translator(code, params)
        if translated is not None:
            return translated
    sentence = _sentences.get(code)
    if sentence is None:
        return _bare(code, params)
    language = current_language()
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
    translator = TRANSLATOR.get()
    if translator is not None:
        translated = translator(code, {})
        if translated is not None:
            return translated
    language = current_language()
    translations = None if language == BUILT_IN_LANGUAGE else _read(language)
    if translations is None or not english:
        return english
    return translations.pgettext(code, english)


def unfilled(code: str, count: int = 2) -> str:
    """Return the sentence for *code* in the language in force, its parameters still in braces.

    For programs in other languages, which fill them in themselves. A translator in force is not asked.

    :param count: of several forms of a plural, that for this number is returned.
    :raises KeyError: if there is no such sentence.
    """
    sentence = _sentences[code]
    language = current_language()
    translations = None if language == BUILT_IN_LANGUAGE else _read(language)
    if translations is not None:
        return _translation(translations, code, sentence, count)
    return sentence.one if isinstance(sentence, Plural) and count == 1 else str(sentence)


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
    count = params.get(sentence.by) if isinstance(sentence, Plural) else None
    form = _translation(translations, code, sentence, count if isinstance(count, int) else 2)
    try:
        return form.format_map(params)
    except (LookupError, ValueError, AttributeError, TypeError):
        return None  # a broken sentence of somebody's catalogue must not become an error of ours


def _translation(translations: "GNUTranslations", code: str, sentence: str, count: int) -> str:
    if isinstance(sentence, Plural):
        return translations.npgettext(code, sentence.one, str(sentence), count)
    return translations.pgettext(code, sentence)


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


# ---- catalogues --------------------------------------------------------------------------------


def current_language() -> str:
    """Return the code of the language in force."""
    return LANGUAGE.get() or _process_language


def set_process_language(code: str) -> None:
    """Speak *code*, one of :func:`catalogue_languages` or English, wherever no other is in force."""
    global _process_language
    _process_language = code


def register_catalogue(domain: str, folder: "Traversable") -> None:
    """Look for translations in ``<folder>/<language>/LC_MESSAGES/<domain>.mo`` as well."""
    _catalogues[domain, str(folder)] = folder
    _translations.clear()
    _languages.clear()


def catalogue_languages() -> set[str]:
    """Return the codes of the languages for which there is a catalogue; looked for once."""
    if not _languages:
        _languages.update(
            entry.name
            for domain, folder in _folders()
            if folder.is_dir()
            for entry in folder.iterdir()
            if _compiled(entry, domain).is_file()
        )
    return _languages


def _folders() -> "Iterator[tuple[str, Traversable]]":
    """Yield each domain and its folder."""
    from importlib.resources import files  # slow to import, and English needs none of it

    yield DOMAIN, files("abstractplay_hex.i18n") / "locale"
    for (domain, _), folder in _catalogues.items():
        yield domain, folder


def _compiled(folder: "Traversable", domain: str) -> "Traversable":
    return folder / "LC_MESSAGES" / f"{domain}.mo"


def _read(language: str) -> "GNUTranslations | None":
    """Return all catalogues of a language, each the fallback of the ones before; read once."""
    if language not in _translations:
        from gettext import GNUTranslations

        chain: GNUTranslations | None = None
        for domain, folder in _folders():
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
    "LANGUAGE",
    "TRANSLATOR",
    "Phrase",
    "Plural",
    "Translator",
    "add_sentences",
    "catalogue_languages",
    "current_language",
    "register_catalogue",
    "say",
    "sentences",
    "set_process_language",
    "text",
    "unfilled",
]
