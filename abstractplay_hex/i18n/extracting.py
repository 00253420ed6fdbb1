"""Keeping catalogues up to date: ``python -m abstractplay_hex.i18n.extracting`` (needs Babel).

Extracts the English texts to ``<domain>.pot``, brings each language's ``.po`` up to date and compiles
the ``.mo`` beside it. Nothing here is needed to *speak* a language. See ``docs/translating.md``.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from abstractplay_hex import registry
from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.sentences import ENGLISH, Plural

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog, Message

English: TypeAlias = Mapping[str, str]


def english(games: Iterable[str]) -> dict[str, str]:
    """Return all English texts of some games by code (which begins with ``uid.``), also their metadata."""
    infos = [registry.game_info(uid) for uid in games]  # loads them, and so their sentences
    prefixes = tuple(f"{info.uid}." for info in infos)
    found = {c: text for c, text in messages.sentences().items() if c.startswith(prefixes)}
    for info in infos:
        found |= info.texts()
    return found


def own_english() -> dict[str, str]:
    """Return what the catalogues of this library are about: its own texts and its games'."""
    return {**ENGLISH, **english(registry.BUILT_IN)}


def template(texts: English, domain: str) -> "Catalog":
    """Return the catalogue that has every text and no translation."""
    from babel.messages.catalog import Catalog

    catalog = Catalog(project=domain, version="-", charset="utf-8", fuzzy=False)
    catalog.header_comment = (
        f"# Texts of {domain}. Made by python -m abstractplay_hex.i18n.extracting."
    )
    for code in sorted(texts):
        text = texts[code]
        ids = (text.one, str(text)) if isinstance(text, Plural) else text
        flags = ["python-brace-format"] if "{" in text else []
        catalog.add(ids, context=code, flags=flags)
    return catalog


def merged(texts: English, domain: str, language: str, old: "Catalog | None") -> "Catalog":
    """Return the catalogue of a language for *texts*, with the translations *old* has of them.

    A translation of a sentence that has changed is kept but marked fuzzy: it is not used until
    somebody has looked at it. What is no longer said is dropped.
    """
    from babel.messages.catalog import Catalog

    catalog = Catalog(language, project=domain, version="-", charset="utf-8", fuzzy=False)
    catalog.header_comment = f"# Translations of {domain}. See docs/translating.md."
    if old is not None:  # dates and names stay: only a change of texts is a change
        catalog.creation_date, catalog.revision_date = old.creation_date, old.revision_date
        catalog.last_translator, catalog.language_team = old.last_translator, old.language_team
    known = {m.context: m for m in old or () if m.id}
    for message in template(texts, domain):
        if not message.id:
            continue
        was = known.get(message.context)
        string = (
            was.string if was is not None and was.pluralizable == message.pluralizable else None
        )
        flags = set(message.flags)
        previous: tuple[str, ...] = ()
        if was is not None and string:
            if was.id != message.id:
                flags.add("fuzzy")
                previous = (was.id,) if isinstance(was.id, str) else tuple(was.id)
            elif was.fuzzy:
                flags.add("fuzzy")
                previous = _previous(was)
        catalog.add(
            message.id,
            string,
            context=message.context,
            flags=flags,
            previous_id=previous,
            user_comments=[c for c in was.user_comments if not c.startswith("|")] if was else (),
        )
    return catalog


def _previous(message: "Message") -> tuple[str, ...]:
    """Return the sentence that a fuzzy translation is of: Babel reads its ``#|`` lines as comments."""
    from babel.messages.pofile import denormalize

    texts: list[list[str]] = []
    for comment in message.user_comments:
        if comment.startswith("|"):
            keyword, quote, rest = comment[1:].partition('"')
            if keyword.strip():  # msgid or msgid_plural; else the line before goes on
                texts.append([])
            if texts:
                texts[-1].append(quote + rest)
    return tuple(denormalize("\n".join(lines)) for lines in texts)


def read_po(path: Path, language: str) -> "Catalog":
    """Read a ``.po`` file."""
    from babel.messages.pofile import read_po as read

    with path.open("rb") as file:
        return read(file, locale=language)


def compiled(catalog: "Catalog") -> bytes:
    """Return the content of the ``.mo`` file; fuzzy and missing translations are left out."""
    from babel.messages.mofile import write_mo

    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def _written(catalog: "Catalog") -> bytes:
    from babel.messages.pofile import write_po

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
    pot.write_bytes(_written(fresh))
    present = {p.parent.parent.name for p in folder.glob(f"*/LC_MESSAGES/{domain}.po")}
    wanting = []
    for language in sorted(present | set(languages)):
        po = folder / language / "LC_MESSAGES" / f"{domain}.po"
        po.parent.mkdir(parents=True, exist_ok=True)
        old = read_po(po, language) if po.exists() else None
        catalog = merged(texts, domain, language, old)
        po.write_bytes(_written(catalog))
        po.with_suffix(".mo").write_bytes(compiled(catalog))
        entries = [m for m in catalog if m.id]
        missing = [m for m in entries if not complete(m.string)]
        fuzzy = [m for m in entries if m.fuzzy and m not in missing]
        if missing or fuzzy:
            wanting.append(f"{po}: {len(missing)} not translated, {len(fuzzy)} fuzzy")
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
    if given.game:
        if given.folder is None:
            parser.error("--game needs --folder")
        texts, domain = english(given.game), given.domain or given.game[0]
        folder = given.folder
    else:
        texts, domain = own_english(), given.domain or messages.DOMAIN
        folder = given.folder or OWN_FOLDER
    wanting = update(texts, domain, folder, given.languages)
    for line in wanting:
        print(line, file=sys.stderr)
    return 1 if wanting else 0


OWN_FOLDER: Final = Path(str(files("abstractplay_hex.i18n"))) / "locale"
"""Where this library's catalogues are (in a source tree)."""

if __name__ == "__main__":
    sys.exit(main())
