"""What the pages say: English sentences by code, and those of them that a page's scripts need.

Templates say ``{{ say("page.start.lead") }}``. Scripts do the same with ``static/words.js``: the codes in
a script's own text, and in those it imports, are looked up here, and the page carries these sentences in
the language in force.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.messages import add_sentences, current_language, unfilled
from abstractplay_hex.i18n.sentences import Plural
from abstractplay_hex.playground.sentences import SENTENCES

STATIC: Final = Path(__file__).parent / "static"
PREFIXES: Final = ("host.", "page.", "request.")
"""How the codes of the sentences begin that belong to the playground."""
COUNTS: Final = 200
"""A plural's form is told for the numbers below; above, gettext's rules look at the last two digits."""

_IMPORTED: Final = re.compile(r"""\b(?:from|import)\s*(\(?)\s*["']\./([\w-]+\.js)["']""")
_CODE: Final = re.compile(r"""["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]""")

add_sentences(SENTENCES)


class Scripts(NamedTuple):
    """A page's script with all that it imports.

    :ivar modules: names of the files that are loaded at once, in the order in which they are found.
    :ivar codes: of the sentences that they say, and that modules say which are loaded later.
    """

    modules: tuple[str, ...]
    codes: tuple[str, ...]


def sentences() -> dict[str, str]:
    """Return all English sentences of the playground by code (for translators)."""
    known = messages.sentences()
    return {code: known[code] for code in known if code.startswith(PREFIXES)}


@cache
def scripts(entry: str, folders: tuple[Path, ...] = (STATIC,)) -> Scripts:
    """Read a script and what it imports.

    :param entry: name of the file.
    :param folders: where the files are; the first that has one counts.
    :raises LookupError: if a script says a sentence of the pages that there is none of.
    """
    read: dict[str, str] = {}
    at_once = [*_reached(entry, folders, read, later=False)]
    all_of_them = [*at_once, *_reached(entry, folders, read, later=True)]
    known = messages.sentences()
    found = dict.fromkeys(code for name in all_of_them for code in _CODE.findall(read[name]))
    lost = [code for code in found if code.startswith("page.") and code not in known]
    if lost:
        raise LookupError(f"{entry} says {', '.join(lost)}, but there are no such sentences")
    return Scripts(tuple(at_once), tuple(sorted(code for code in found if code in known)))


def _reached(
    entry: str, folders: Sequence[Path], read: dict[str, str], *, later: bool
) -> Iterator[str]:
    """Yield scripts that *entry* leads to; *later*: only those with which the page does not begin."""
    before = set(read)
    waiting, seen = [entry], {entry}
    while waiting:
        name = waiting.pop(0)
        if name not in read:
            found = next((folder for folder in folders if (folder / name).is_file()), folders[0])
            read[name] = (found / name).read_text("utf-8")
        if name not in before:
            yield name
        for lazily, other in _IMPORTED.findall(read[name]):
            if other not in seen and (later or not lazily):
                seen.add(other)
                waiting.append(other)


def for_scripts(entry: str, folders: tuple[Path, ...] = (STATIC,)) -> Mapping[str, Any]:
    """Return the sentences that a page's scripts say, in the language in force, as ``words.js`` has them.

    ``words`` has a text for each code. Of a plural it has a list: the parameter that counts, the place of
    a row in ``plurals``, and the forms; the row has a digit for each number: which form is said.
    """
    return _in(current_language(), scripts(entry, folders).codes)


@lru_cache(maxsize=64)
def _in(_: str, codes: tuple[str, ...]) -> Mapping[str, Any]:
    """Collect sentences in the language in force, which is the first argument."""
    known = messages.sentences()
    words: dict[str, Any] = {}
    rows: dict[str, int] = {}
    for code in codes:
        sentence = known[code]
        if not isinstance(sentence, Plural):
            words[code] = unfilled(code)
            continue
        by_number = [unfilled(code, count) for count in range(COUNTS)]
        forms = [*dict.fromkeys(by_number)]
        row = "".join(str(forms.index(form)) for form in by_number)
        words[code] = [sentence.by, rows.setdefault(row, len(rows)), *forms]
    return {"words": words, "plurals": [*rows]}


__all__ = ["PREFIXES", "Scripts", "for_scripts", "scripts", "sentences"]
