"""Building a modular board before play (section 1, rulings D1–D3)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Final, NoReturn

import attrs

from abstractplay_hex.board import DIRECTIONS, Axial, distance
from abstractplay_hex.board.hexes import step
from abstractplay_hex.errors import MoveError, PositionError
from abstractplay_hex.games.dendria.boards import MODULES, Board, modular
from abstractplay_hex.games.dendria.variants import BoardChoice
from abstractplay_hex.i18n.messages import Phrase

_FLOWER: Final[tuple[Axial, ...]] = ((0, 0), *DIRECTIONS)
# What lies around a flower: the twelve hexes two steps from its centre.
_RING: Final[tuple[Axial, ...]] = tuple(
    (q, r) for q in range(-2, 3) for r in range(-2, 3) if distance((q, r), (0, 0)) == 2
)
_CENTRE: Final = re.compile(r"(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})")


def module_cells(centre: Axial) -> list[Axial]:
    """Return the seven cells of the module about *centre*: the centre and its six neighbours."""
    q, r = centre
    return [(q + dq, r + dr) for dq, dr in _FLOWER]


@attrs.frozen(slots=True)
class Construction:
    """Modules placed so far.

    :ivar total: number of modules the board will have.
    :ivar solo: whether the player who begins places them all in one turn (D3).
    :ivar centres: axial coordinates of the modules' centres, in the order they were placed (D1).
    """

    total: int
    solo: bool = False
    centres: tuple[Axial, ...] = ()

    @property
    def over(self) -> bool:
        """Never: a game cannot end while its board is built."""
        return False

    @property
    def finished(self) -> bool:
        """Whether the last module is down."""
        return len(self.centres) >= self.total

    @property
    def side(self) -> int:
        """Who places next: with an odd number of modules Light begins, with an even one Dark.

        Turns alternate except in ``solo``, where the one who begins places all of them.
        """
        beginner = 2 if self.total & 1 else 1
        return beginner if self.solo or not len(self.centres) & 1 else 3 - beginner

    @property
    def land(self) -> frozenset[Axial]:
        """All cells of the modules placed so far, in axial coordinates."""
        return _land(self.centres)

    def legal_centres(self) -> tuple[Axial, ...]:
        """Return the centres where the next module may go, by rows from the top; ``()`` when finished.

        The first goes to ``(0, 0)`` (D1). Every further one overlaps no land and is adjacent to at
        least two distinct placed cells (D2).
        """
        if self.finished:
            return ()
        return _sites(self.centres)

    def place(self, centre: Axial) -> "Construction":
        """Return the construction with one more module.

        :raises MoveError: if the module may not go there; says which rule forbids it.
        """
        q, r = centre
        if self.finished:
            raise MoveError("dendria.construct.finished", total=self.total)
        if not self.centres:
            if centre != (0, 0):
                raise MoveError("dendria.construct.first")
            return Construction(self.total, self.solo, (centre,))
        land = self.land
        if not land.isdisjoint(module_cells(centre)):
            raise MoveError("dendria.construct.overlap", q=q, r=r)
        touched = sum([(q + dq, r + dr) in land for dq, dr in _RING])
        if touched < 2:
            raise MoveError("dendria.construct.touch", q=q, r=r, touched=touched)
        return Construction(self.total, self.solo, (*self.centres, centre))

    def board(self) -> Board:
        """Return the finished board, with its lagoons decided.

        :raises ValueError: while modules are missing.
        """
        if not self.finished:
            raise ValueError("the board is not finished")
        return modular(self.land)

    @property
    def text(self) -> str:
        """The construction as one line (section 7), read back by :func:`construction_from_text`."""
        return f"{';'.join(f'{q},{r}' for q, r in self.centres)} {'DL'[self.side - 1]}"


@lru_cache(maxsize=256)
def _land(centres: tuple[Axial, ...]) -> frozenset[Axial]:
    return frozenset(cell for centre in centres for cell in module_cells(centre))


@lru_cache(maxsize=256)
def _sites(centres: tuple[Axial, ...]) -> tuple[Axial, ...]:
    if not centres:
        return ((0, 0),)
    land = _land(centres)
    # Land cells two steps from a centre are what its module would touch, if it overlaps nothing.
    touched: dict[Axial, int] = {}
    for q, r in land:
        for dq, dr in _RING:
            at = q + dq, r + dr
            touched[at] = touched.get(at, 0) + 1
    taken = land | {step(cell, d) for cell in land for d in range(6)}
    sites = (at for at, n in touched.items() if n >= 2 and at not in taken)
    return tuple(sorted(sites, key=lambda c: (c[1], c[0])))


def begin_construction(choice: BoardChoice) -> Construction:
    """Return the empty construction of a modular *choice*.

    :raises ValueError: for a fixed board.
    """
    if not choice.modules:
        raise ValueError("a fixed board is not built")
    return Construction(choice.modules, choice.solo)


def whole_constructions(building: Construction) -> Iterator[tuple[Axial, ...]]:
    """Yield lazily every way to place all the modules that are missing."""
    known = len(building.centres)

    def grown(building: Construction) -> Iterator[tuple[Axial, ...]]:
        if building.finished:
            yield building.centres[known:]
        for centre in building.legal_centres():
            yield from grown(building.place(centre))

    return grown(building)


def random_construction(building: Construction, rng: Random) -> tuple[Axial, ...]:
    """Return by lot where the player to move places modules: one, or with ``solo`` all of them."""
    known = len(building.centres)
    while True:
        building = building.place(rng.choice(building.legal_centres()))
        if building.finished or not building.solo:
            return building.centres[known:]


def _refuse(what: str, **params: object) -> NoReturn:
    raise PositionError(f"dendria.construction.{what}", **params)


def construction_from_text(text: str, total: int, solo: bool = False) -> Construction:
    """Read a construction under way, strictly: only what :attr:`Construction.text` writes.

    :raises PositionError: says which module (counted from 1) does not fit and why, or what else is
        wrong; a construction that is finished already is none.
    :raises ValueError: if *total* is no number of modules a board can have.
    """
    if total not in MODULES:
        raise ValueError(f"no board has {total} modules")
    if len(text) > 10 * total + 10:
        _refuse("too-many", limit=total - 1)
    centres, space, side = text.rpartition(" ")
    if not space or side not in ("D", "L"):
        _refuse("side")
    build = Construction(total, solo)
    modules = centres.split(";") if centres else []
    if len(modules) >= total:
        _refuse("too-many", limit=total - 1)
    for number, module in enumerate(modules, 1):
        match = _CENTRE.fullmatch(module)
        if match is None:
            _refuse("module", number=number)
        try:
            build = build.place((int(match[1]), int(match[2])))
        except MoveError as error:
            _refuse("misplaced", number=number, reason=error.phrase)
    if side != "DL"[build.side - 1]:
        _refuse(
            "wrong-side",
            side=Phrase(("dendria.phrase.dark", "dendria.phrase.light")[build.side - 1]),
        )
    return build
