"""Keeping catalogues up to date: ``python -m abstractplay_hex.i18n.extracting`` (needs Babel).

Extracts the English texts to ``<domain>.pot``, brings each language's ``.po`` up to date and compiles
the ``.mo`` beside it. Nothing here is needed to *speak* a language. See ``docs/translating.md``.

Babel reads, writes and compiles. Only the merge is ours: Babel matches translations by sentence, we by
code, so that a changed sentence keeps its translation and never borrows that of a similar one.
"""

import argparse
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import denormalize, write_po
from babel.messages.pofile import read_po as read_catalog

from abstractplay_hex import registry
from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.sentences import ENGLISH, Plural, in_forms
from abstractplay_hex.playground import words

English: TypeAlias = Mapping[str, str]

OWN_FOLDER: Final = Path(str(files("abstractplay_hex.i18n"))) / "locale"
"""Where this library's catalogues are (in a source tree)."""


def english(games: Iterable[str]) -> dict[str, str]:
    """Return all English texts of some games by code (which begins with ``uid.``), also metadata and lessons."""
    infos = [registry.game_info(uid) for uid in games]  # loads them, and so their sentences
    prefixes = tuple(f"{info.uid}." for info in infos)
    found = {c: text for c, text in messages.sentences().items() if c.startswith(prefixes)}
    for info in infos:
        found |= info.texts()
        teaching = registry.get_rules(info.uid).teaching()
        if teaching is not None:
            found |= teaching.texts(info.uid)
    return found


def own_english() -> dict[str, str]:
    """Return what the catalogues of this library are about: its own texts, its pages' and its games'."""
    own = {code: in_forms(text) for code, text in ENGLISH.items()}
    return own | words.sentences() | english(registry.BUILT_IN)


def template(texts: English, domain: str, language: str | None = None) -> Catalog:
    """Return a catalogue that has every text and no translation."""
    catalog = Catalog(language, project=domain, version="-", charset="utf-8", fuzzy=False)
    catalog.header_comment = (
        f"# Translations of {domain}. See docs/translating.md."
        if language
        else f"# Texts of {domain}. Made by python -m abstractplay_hex.i18n.extracting."
    )
    for code, sentence in sorted(texts.items()):
        text = in_forms(sentence)
        ids = (text.one, str(text)) if isinstance(text, Plural) else text
        flags = ["python-brace-format"] if "{" in text else []
        catalog.add(ids, context=code, flags=flags)
    return catalog


def merged(texts: English, domain: str, language: str, old: Catalog) -> Catalog:
    """Return the catalogue of a language for *texts*, with the translations *old* has of them.

    A translation of a sentence that has changed is kept but marked fuzzy: it is not used until
    somebody has looked at it. What is no longer said is dropped.
    """
    catalog = template(texts, domain, language)
    # Dates and names stay: only a change of texts is a change.
    catalog.creation_date, catalog.revision_date = old.creation_date, old.revision_date
    catalog.last_translator, catalog.language_team = old.last_translator, old.language_team
    known = {m.context: m for m in old if m.id}
    for message in catalog:
        was = known.get(message.context) if message.id else None
        if was is None:
            continue
        message.user_comments = [c for c in was.user_comments if not c.startswith("|")]
        if not was.string or was.pluralizable != message.pluralizable:
            continue
        message.string = was.string
        if was.fuzzy or was.id != message.id:
            message.flags.add("fuzzy")
            message.previous_id = list(_previous(was) if was.id == message.id else _ids(was))
    return catalog


def _ids(message: Message) -> Sequence[str]:
    return (message.id,) if isinstance(message.id, str) else message.id


def _previous(message: Message) -> list[str]:
    """Return the sentence that a fuzzy translation is of: Babel reads its ``#|`` lines as comments."""
    lines = [c[1:].strip() for c in message.user_comments if c.startswith("|")]
    parts = re.split(r"^msgid(?:_plural)? ", "\n".join(lines), flags=re.MULTILINE)
    return [denormalize(part.strip()) for part in parts[1:]]


def read_po(path: Path, language: str) -> Catalog:
    """Read a ``.po`` file."""
    with path.open("rb") as file:
        return read_catalog(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    """Return the content of the ``.mo`` file; fuzzy and missing translations are left out."""
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def written(catalog: Catalog) -> bytes:
    """Return the content of the ``.po`` file."""
    out = BytesIO()
    write_po(out, catalog, width=100, include_previous=True)
    return out.getvalue()


def complete(translation: str | Sequence[str] | None) -> bool:
    """Say whether a translation, one text or the forms of a plural, is there in whole."""
    forms = (translation,) if isinstance(translation, str) else translation
    return bool(forms) and all(forms or ())


def update(texts: English, domain: str, folder: Path, languages: Iterable[str] = ()) -> list[str]:
    """Extract, merge and compile. Return a line for each language that is not complete.

    :param folder: holds ``<domain>.pot`` and ``<language>/LC_MESSAGES/<domain>.po`` and ``.mo``.
    :param languages: to be begun; those that have a ``.po`` are always brought up to date.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pot = folder / f"{domain}.pot"
    fresh = template(texts, domain)
    if pot.exists():  # a date alone is no change
        fresh.creation_date = read_po(pot, "en").creation_date
    pot.write_bytes(written(fresh))
    present = {p.parent.parent.name for p in folder.glob(f"*/LC_MESSAGES/{domain}.po")}
    wanting = []
    for language in sorted(present | set(languages)):
        po = folder / language / "LC_MESSAGES" / f"{domain}.po"
        po.parent.mkdir(parents=True, exist_ok=True)
        old = read_po(po, language) if po.exists() else template({}, domain, language)
        catalog = merged(texts, domain, language, old)
        po.write_bytes(written(catalog))
        po.with_suffix(".mo").write_bytes(compiled(catalog))
        entries = [m for m in catalog if m.id]
        missing = sum(not complete(m.string) for m in entries)
        fuzzy = sum(m.fuzzy and complete(m.string) for m in entries)
        if missing or fuzzy:
            wanting.append(f"{po}: {missing} not translated, {fuzzy} fuzzy")
    return wanting


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a language is not complete."""
    parser = argparse.ArgumentParser(
        prog="python -m abstractplay_hex.i18n.extracting",
        description="Extract the English texts, bring the .po files up to date, compile the .mo files.",
        epilog="Without --game: the library's own catalogues.",
    )
    parser.add_argument("--game", action="append", metavar="UID", help="a game of your package")
    parser.add_argument("--domain", help="gettext domain (default: the game's uid)")
    parser.add_argument("--folder", type=Path, help="the locale folder of your package")
    parser.add_argument("languages", nargs="*", help="languages to begin, such as de or pt_BR")
    given = parser.parse_args(arguments)
    if given.game and given.folder is None:
        parser.error("--game needs --folder")
    texts = english(given.game) if given.game else own_english()
    domain = given.domain or (given.game or [messages.DOMAIN])[0]
    wanting = update(texts, domain, given.folder or OWN_FOLDER, given.languages)
    for line in wanting:
        print(line, file=sys.stderr)
    return 1 if wanting else 0


if __name__ == "__main__":
    sys.exit(main())
