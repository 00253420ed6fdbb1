"""What a game tells about itself before one is played, as the site's gameinfo schema has it."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from attrs import asdict, evolve, field, frozen

from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.languages import language as speaking


@frozen(kw_only=True)
class Person:
    """Somebody who had a part in the game: ``type`` is designer, publisher, coder or other."""

    type: str
    name: str
    urls: tuple[str, ...] = ()
    apid: str | None = None


@frozen(kw_only=True)
class Variant:
    """One way to vary the rules.

    Variants of one *group* exclude each other. The uid ``#group`` stands for choosing none of the
    group and only carries a name and description; it cannot be asked for.
    """

    uid: str
    name: str
    description: str = ""
    group: str | None = None
    default: bool = False
    unrated: bool = False
    experimental: bool = False


@frozen(kw_only=True)
class Display:
    """An alternative way to draw the board."""

    uid: str
    name: str
    description: str = ""


@frozen(kw_only=True)
class GameInfo:
    """Metadata of a game. ``version`` is the engine version that each new ply is stamped with.

    ``categories`` and ``flags`` are from the site's lists; ``date_added`` is ``YYYY-MM-DD``. All texts
    are English here; :meth:`said` and :meth:`to_dict` give them in other languages.
    """

    uid: str
    name: str
    version: str
    date_added: str
    description: str = ""
    notes: str = ""
    urls: tuple[str, ...] = ()
    bggid: str | None = None
    people: tuple[Person, ...] = ()
    variants: tuple[Variant, ...] = ()
    displays: tuple[Display, ...] = ()
    playercounts: tuple[int, ...] = (2,)
    categories: tuple[str, ...]
    flags: tuple[str, ...] = ()
    customizations: tuple[dict[str, Any], ...] = field(default=(), hash=False)

    def __call__(self) -> str:
        """Return the metadata as JSON text in the language in force (the site's ``info()``)."""
        import json  # making a game needs none of it

        return json.dumps(self.to_dict(), ensure_ascii=False)

    def said(self) -> "GameInfo":
        """Return the same with its texts in the language in force."""
        return self._with_texts(messages.text)

    def group_name(self, group: str) -> str:
        """Return what a group of variants is called in the language in force."""
        return messages.text(f"{self.uid}.group.{group}", group.capitalize())

    def texts(self) -> dict[str, str]:
        """Return all English texts by code, for translators.

        Codes are such as ``pods.info.description``, ``dendria.variant.solo.name``.
        """
        found: dict[str, str] = {}

        def note(code: str, english: str) -> str:
            if english:
                found[code] = english
            return english

        self._with_texts(note)
        for group in {v.group: None for v in self.variants if v.group is not None}:
            note(f"{self.uid}.group.{group}", group.capitalize())
        return found

    def _with_texts(self, translate: Callable[[str, str], str]) -> "GameInfo":
        def named(kind: str, item: Any) -> Any:
            code = f"{self.uid}.{kind}.{item.uid}"
            name = translate(f"{code}.name", item.name)
            return evolve(
                item, name=name, description=translate(f"{code}.description", item.description)
            )

        return evolve(
            self,
            name=translate(f"{self.uid}.info.name", self.name),
            description=translate(f"{self.uid}.info.description", self.description),
            notes=translate(f"{self.uid}.info.notes", self.notes),
            variants=tuple(named("variant", v) for v in self.variants),
            displays=tuple(named("display", d) for d in self.displays),
        )

    def to_dict(self, language: str | None = None) -> dict[str, Any]:
        """Return JSON-plain data valid under the gameinfo schema; flags and urls are always lists.

        :param language: of the texts; the one in force by default.
        :raises ArgumentError: for a language that is not known.
        """
        with nullcontext() if language is None else speaking(language):
            out = asdict(self.said())
        out["dateAdded"] = out.pop("date_added")
        plain: dict[str, Any] = _plain(out)
        for always in ("flags", "urls"):
            plain.setdefault(always, [])
        return plain

    @property
    def requestable(self) -> tuple[str, ...]:
        """Uids of the variants a game can be started with."""
        return tuple(v.uid for v in self.variants if not v.uid.startswith("#"))


def _plain(value: Any) -> Any:
    """Make lists of tuples, and leave out what says nothing: ``None``, false, an empty text."""
    if isinstance(value, dict):
        return {
            k: _plain(v) for k, v in value.items() if v is not None and v is not False and v != ""
        }
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value
