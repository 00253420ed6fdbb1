"""Last Stand, for two to four players: whoever cannot place a stone is out."""

from typing import ClassVar, Final

from abstractplay_hex.i18n.messages import add_sentences
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.info import GameInfo, Person, Variant
from abstractplay_hex.rules.interface import Outcome, Setup
from abstractplay_hex.rules.stones import StoneBoard, StoneRules, Stones, hexagon_board

SIZES: Final = {"size-3": 3, "size-6": 6}

add_sentences({"laststand.next-to-own": "{cell} is next to a stone of yours."})


class LastStandRules(StoneRules[Stones]):
    """Never place a stone next to one of yours; be the last who can. Rules: the package's README."""

    info: ClassVar[GameInfo] = GameInfo(
        uid="laststand",
        name="Last Stand",
        version="1",
        date_added="2026-11-30",
        description=(
            "Place a stone on an empty cell that is next to none of your own. Players with no such "
            "cell are out. The last one in the game wins."
        ),
        notes="A sample game of abstractplay-hex.",
        people=(Person(type="designer", name="The abstractplay_hex developers"),),
        variants=(
            Variant(uid="#board", name="Four cells a side", group="board", default=True),
            Variant(uid="size-3", name="Three cells a side", group="board"),
            Variant(uid="size-6", name="Six cells a side", group="board"),
        ),
        playercounts=(3, 2, 4),
        categories=("goal>immobilize", "mechanic>place", "board>shape>hex"),
        flags=("experimental", "scores"),
    )

    def board(self, setup: Setup) -> StoneBoard:
        """Return the hexagon that the variant says."""
        return hexagon_board(SIZES[setup.variants[0]] if setup.variants else 4)

    def open_to(self, position: Stones, seat: int) -> int:
        """Return where a player could place a stone. It never grows: who is out stays out."""
        own = position.stones[seat - 1]
        return position.empty & ~position.layout.neighbours(own)

    def cells(self, position: Stones) -> int:
        """Return where the player to move may place a stone."""
        return self.open_to(position, position.side)

    def refusal(self, position: Stones, cell: int) -> Draft[str]:
        """Say why not on an empty cell."""
        return Draft.refused("laststand.next-to-own", cell=position.layout.name[cell])

    def out(self, position: Stones) -> tuple[int, ...]:
        """Return who cannot place a stone any more."""
        seats = range(1, position.seats + 1)
        return tuple(seat for seat in seats if not self.open_to(position, seat))

    def outcome(self, position: Stones) -> Outcome | None:
        """Return the last one in the game; if nobody is, whoever placed the last stone.

        That is whose turn it would be: the turn passes to nobody who is out.
        """
        return (position.side,) if len(self.out(position)) >= position.seats - 1 else None

    def score(self, position: Stones, seat: int) -> int:
        """Return on how many cells a player could place a stone."""
        return self.open_to(position, seat).bit_count()
