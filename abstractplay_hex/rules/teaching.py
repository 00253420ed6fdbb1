"""What teaches a game: its rulings, each with pictures, and a tour of guided positions.

All of it is data: positions as texts, and turns that are legal or refused there.
:mod:`abstractplay_hex.lessons` draws and judges it, so that what a picture shows is what the game does.
A game gives it with :meth:`abstractplay_hex.Rules.teaching`, which loads it when asked.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from attrs import evolve, field, fields, frozen

from abstractplay_hex.i18n import messages

T = TypeVar("T")


@frozen(kw_only=True)
class Scenery:
    """A position to look at.

    :ivar variants: of the game that it is a position of.
    :ivar position: its text; the beginning of a game if empty.
    :ivar played: turns made from there before it is shown, separated by spaces.
    :ivar display: an alternative display that shows it best.
    """

    variants: tuple[str, ...] = ()
    position: str = ""
    played: str = ""
    display: str | None = None


@frozen(kw_only=True)
class Figure(Scenery):
    """A picture, what it shows, and turns tried there.

    :ivar caption: what is to be seen.
    :ivar partial: a turn that is shown under way.
    :ivar legal: turns that are legal.
    :ivar refused: turns that are not, with the code of their refusal.
    :ivar whole: whether *legal* are all turns there are, in the order of the list.
    :ivar marks: cells that are pointed at.
    :ivar cells: what is said of cells (the rules' ``describe``, in English), by their names.
    :ivar scores: of the players, if they are what is shown.
    :ivar winners: of a game that is over, if they are what is shown.
    """

    caption: str
    partial: str = ""
    legal: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(factory=dict)
    whole: bool = False
    marks: tuple[str, ...] = ()
    cells: Mapping[str, str] = field(factory=dict)
    scores: tuple[float, ...] = ()
    winners: tuple[int, ...] = ()


@frozen(kw_only=True)
class Ruling:
    """A rule to be referred to.

    :ivar id: its name in the rules (``P4``), or a word for a rule that has no number (``sowing``).
    """

    id: str
    title: str
    text: str
    figures: tuple[Figure, ...]


@frozen(kw_only=True)
class Section:
    """Rulings about one subject, and what is to be known before them."""

    id: str
    title: str
    text: str = ""
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Step(Scenery):
    """A position of the tour, and what is to be done there.

    :ivar task: what the player is asked to do.
    :ivar solutions: the turns that do it, as the game writes them; any legal turn if there are none.
    :ivar cells: what is said of cells once it is done, and not before (see :class:`Figure`).
    :ivar done: said when it is done.
    :ivar hint: said when another legal turn was made.
    """

    id: str
    title: str
    task: str
    solutions: tuple[str, ...] = ()
    cells: Mapping[str, str] = field(factory=dict)
    done: str
    hint: str = ""


@frozen(kw_only=True)
class Teaching:
    """All that teaches a game. The texts are English; :meth:`said` gives them in other languages.

    Texts may have emphasis (``*``) and code (backquotes), nothing else.

    :ivar lead: what the game is about, in a sentence or two.
    :ivar refusals: the ruling that each refusal of a turn comes from, by code; ``None`` for those that come
        from none, such as a text that cannot be read.
    """

    lead: str
    sections: tuple[Section, ...]
    tour: tuple[Step, ...]
    refusals: Mapping[str, str | None]

    @property
    def rulings(self) -> Iterator[Ruling]:
        """All rulings, in their order."""
        return (ruling for section in self.sections for ruling in section.rulings)

    def ruling_of(self, code: str) -> str | None:
        """Return the id of the ruling that a message comes from, if it comes from one."""
        return self.refusals.get(code)

    def said(self, uid: str) -> "Teaching":
        """Return the same with its texts in the language in force.

        :param uid: of the game, with which the codes of its texts begin.
        """
        return _translated(self, f"{uid}.teaching", messages.text)

    def texts(self, uid: str) -> dict[str, str]:
        """Return all English texts by code (``pods.teaching.P4.text``), for translators."""
        found: dict[str, str] = {}

        def note(code: str, english: str) -> str:
            if english:
                found[code] = english
            return english

        _translated(self, f"{uid}.teaching", note)
        return found


_TEXTS = ("lead", "title", "text", "caption", "task", "done", "hint")
_PARTS = {"sections": ".section", "tour": ".tour", "rulings": "", "figures": ""}
"""What the codes of parts have before their ids, apart from the code of the whole (not of a section)."""


def _translated(item: T, code: str, translate: Callable[[str, str], str]) -> T:
    """Return *item* with its texts translated, and those of what it is made of."""
    changed: dict[str, Any] = {}
    for each in fields(type(item)):  # type: ignore[arg-type]
        value = getattr(item, each.name)
        if each.name in _TEXTS:
            changed[each.name] = translate(f"{code}.{each.name}", value)
        elif each.name in _PARTS:
            head = code.split(".section.")[0] + _PARTS[each.name]
            changed[each.name] = tuple(
                _translated(part, f"{head}.{getattr(part, 'id', number)}", translate)
                for number, part in enumerate(value, 1)
            )
    return evolve(item, **changed)  # type: ignore[misc]


__all__ = ["Figure", "Ruling", "Scenery", "Section", "Step", "Teaching"]
