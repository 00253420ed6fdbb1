"""What the author of a game writes: one stateless object a game, on immutable positions and turns.

Rules know nothing of history, clocks or JSON text; a host's :class:`~abstractplay_hex.Game` keeps
those and asks its rules. A search, an environment or a test needs no game at all:

>>> from abstractplay_hex import Setup, get_rules
>>> pods = get_rules("pods")
>>> position = pods.initial(Setup())
>>> turn = pods.interpret(position, "g7").turn
>>> position = pods.after(position, turn)
>>> pods.to_move(position), pods.count_turns(position), pods.outcome(position)
(2, 126, None)
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import tanh
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from abstractplay_hex.errors import ArgumentError, VariantError
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.ply import Deferred, Ply
from abstractplay_hex.rules.draft import Draft
from abstractplay_hex.rules.info import GameInfo

# Results and forms are classes by the dozen: they come with the first turn, the first save.
if TYPE_CHECKING:
    import random

    from abstractplay_hex.plies.results import Result
    from abstractplay_hex.render.legend import LegendEntry
    from abstractplay_hex.rules.actions import Actions
    from abstractplay_hex.rules.editing import Editing
    from abstractplay_hex.rules.saved import StateForm
    from abstractplay_hex.rules.symmetry import Symmetry
    from abstractplay_hex.rules.teaching import Teaching

P = TypeVar("P")
T = TypeVar("T")

Outcome: TypeAlias = tuple[int, ...]
"""Who has won: no seat, one, or several (a draw among them)."""

MOST_SEATS: Final = 6
"""No game is for more players."""
RANKED: Final = 2_000
"""Turns that the default ``rank`` looks at: a game may have more than can be listed."""


@frozen
class Setup:
    """How a game begins.

    :ivar variants: uids of the variants to play, in the order asked for.
    :ivar seats: how many play; ``None`` for the game's usual number.
    """

    variants: tuple[str, ...] = ()
    seats: int | None = None


@frozen
class Played(Generic[P]):
    """What playing one legal turn gives: the new position, what the turn did, its canonical text.

    ``results`` end with :func:`abstractplay_hex.plies.results.ending` when the game is over.
    """

    position: P
    results: "tuple[Result, ...]"
    text: str


@frozen
class Click:
    """A click: on the board at *place* (row 0 on top, col 0 leftmost), or beside it.

    *place* is ``None`` for a click outside the board, where *piece* says what was clicked: the move
    of a button, or something of a stash.
    """

    place: tuple[int, int] | None
    piece: str = ""


@frozen
class Scene(Generic[P]):
    """Everything that a picture of the board may depend on.

    :ivar position: the position to draw, a turn shown in part included.
    :ivar before: the one before the turn that is drawn; ``None`` at the start.
    :ivar results: what the last turn did; empty while a turn is shown in part.
    :ivar winners: ``None`` while the game goes on.
    :ivar draft: the turn shown in part, or ``None``.
    :ivar display: uid of an alternative display, or ``None``.
    :ivar perspective: the player who looks; 0 is a spectator.
    :ivar opts: what a draft wanted the next picture to be given, if the host has done so.
    """

    position: P
    before: P | None = None
    results: "tuple[Result, ...]" = ()
    winners: Outcome | None = None
    draft: Draft[Any] | None = None
    display: str | None = None
    perspective: int = 0
    opts: Mapping[str, Any] | None = None


class Rules(ABC, Generic[P, T]):
    """The rules of one game. Equal positions are the same position of play; turns are values, too.

    Methods trust what they are given: positions come from these rules, turns from
    :meth:`legal_turns`, :meth:`interpret` or :meth:`random_turn` at the same position. Only
    :meth:`interpret`, :meth:`read_position` and :meth:`load_position` face what somebody else wrote.
    """

    info: ClassVar[GameInfo]
    """Metadata; ``info.version`` stamps each ply."""
    longest_text: ClassVar[int] = 4096
    """Longer move texts are refused unread."""
    sharpness: ClassVar[float] = 1.0
    """How dearly a wrong turn is paid for: easy levels of computer players play so many times fewer turns at
    random. 1 where games are long and forgiving, 5 where one such turn may lose."""
    scenery: ClassVar[str] = "plain"
    """What the library's own pictures show around the board: a name in
    ``abstractplay_hex.render.svg.SCENERIES``."""
    conformance_examples: ClassVar[Mapping[tuple[str, ...], Outcome | None]] = {}
    """For the conformance kit: a position text and turns to play from there, and who has won then."""
    conformance_waivers: ClassVar[Mapping[str, str]] = {}
    """Checks of the conformance kit that are not meant for this game, and why."""

    # ---- Beginning -----------------------------------------------------------------------------

    def seats(self, setup: Setup) -> int:
        """Return how many play: as many as *setup* says, or the game's usual number."""
        return self.info.playercounts[0] if setup.seats is None else setup.seats

    def setup(self, variants: Sequence[str] = (), seats: int | None = None) -> Setup:
        """Return the setup of these variants and that many seats, if a game can begin so.

        :raises VariantError: for unknown, repeated or contradictory variants.
        :raises ArgumentError: for a number of seats that the game is not for (``argument.seats``).
        """
        # A set has no order to write and an iterator is used up by looking: a list is a list.
        if not isinstance(variants, list | tuple) or not all(isinstance(v, str) for v in variants):
            raise VariantError("variants.not-list")
        counts = self.info.playercounts
        wanted = counts[0] if seats is None else seats
        if type(wanted) is not int or wanted not in counts or not 1 <= wanted <= MOST_SEATS:
            raise ArgumentError(
                "argument.seats", game=self.info.said().name, counts=", ".join(map(str, counts))
            )
        known = {v.uid: v for v in self.info.variants if not v.uid.startswith("#")}
        groups: dict[str, str] = {}
        for uid in variants:
            variant = known.get(uid)
            if variant is None:
                raise VariantError(
                    "variants.unknown",
                    game=self.info.said().name,
                    variant=repr(uid[:40]),
                    known=", ".join(known) or Phrase("phrase.none"),
                )
            if list(variants).count(uid) > 1:
                raise VariantError("variants.twice", variant=uid)
            if variant.group is not None:
                other = groups.setdefault(variant.group, uid)
                if other != uid:
                    raise VariantError("variants.contradict", first=other, second=uid)
        setup = Setup(tuple(variants), wanted)
        self.check_setup(setup)
        return setup

    def check_setup(self, setup: Setup) -> None:
        """Refuse combinations that the groups of variants alone allow.

        :raises VariantError: if they are refused.
        """

    @abstractmethod
    def initial(self, setup: Setup) -> P:
        """Return the position that a game with this (checked) setup begins with."""

    def begun_under(self, position: P, version: str) -> P:
        """Return the starting *position* of a game that was begun under an older engine *version*.

        For games that changed a rule: the position says by which rules it is played, and hands that
        on to the positions that follow. :meth:`load_position` sees the version of a first ply, too.
        """
        return position

    @abstractmethod
    def position_text(self, position: P) -> str:
        """Write the position text, one line, that :meth:`read_position` reads."""

    @abstractmethod
    def read_position(self, text: str, setup: Setup) -> P:
        """Read a position text: only what :meth:`position_text` writes, and no finished game.

        :raises PositionError: that says where it is wrong.
        """

    # ---- Playing -------------------------------------------------------------------------------

    def to_move(self, position: P) -> int:
        """Return the seat to move, 1-based; after the end, the player whose turn it would be.

        Default: the position's ``side``. A seat that is out of the game is skipped by the rules.
        """
        side: int = position.side  # type: ignore[attr-defined]
        return side

    @abstractmethod
    def legal_turns(self, position: P) -> Iterator[T]:
        """Yield each legal turn once, lazily; none when the game is over."""

    def turn_texts(self, position: P) -> list[str]:
        """Return the canonical texts of all legal turns; override where there is a faster way.

        The game is not over: who asks for a list knows that already.
        """
        return [self.write(turn) for turn in self.legal_turns(position)]

    def count_turns(self, position: P) -> int:
        """Count what :meth:`legal_turns` yields; override where no turns are needed for it."""
        return sum(1 for _ in self.legal_turns(position))

    def random_turn(self, position: P, rng: "random.Random") -> T | None:
        """Return a random legal turn; each must have a chance. ``None`` if there is none."""
        turns = list(self.legal_turns(position))
        return rng.choice(turns) if turns else None

    @abstractmethod
    def play(self, position: P, turn: T) -> Played[P]:
        """Play a legal turn."""

    def play_draft(self, position: P, draft: Draft[T]) -> Played[P]:
        """Play the turn that :meth:`interpret` has read.

        :raises MoveError: if the draft has none: it cannot be played as it stands.
        """
        if draft.turn is None:
            draft.fail()
        played: Played[P] = draft.played() if callable(draft.played) else draft.played
        return played or self.play(position, draft.turn)

    def after(self, position: P, turn: T) -> P:
        """Return only the position after a legal turn; override where that is faster."""
        return self.play(position, turn).position

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return who has won, or ``None`` while the game goes on."""

    # ---- Texts and clicks ----------------------------------------------------------------------

    @abstractmethod
    def interpret(self, position: P, text: str) -> Draft[T]:
        """Read a turn's text and judge it. The game is not over.

        :param text: lower case, without white space, plain ASCII, of bounded length. An empty one
            asks what the player to move can do: a draft that is unfinished and shows nothing.
        """

    @abstractmethod
    def read_turn(self, position: P, text: str) -> T:
        """Read a turn that is known to be legal, without judging it (trusted moves).

        :raises MoveError: for a text that is no turn at all.
        """

    @abstractmethod
    def write(self, turn: T) -> str:
        """Return the canonical text of a turn."""

    @abstractmethod
    def click(self, position: P, draft: Draft[T], click: Click) -> str | None:
        """Return the whole new text after a click, or ``None`` if the click hits nothing.

        :param draft: the text so far as :meth:`interpret` read it, which is empty or valid: what a
            click needs to know of it belongs in ``draft.partial``.
        """

    # ---- Showing -------------------------------------------------------------------------------

    def shown(self, position: P, draft: Draft[T]) -> P:
        """Return the position to show while a turn is under way.

        Default: the one after the turn if there is one, else the one before it.
        """
        return position if draft.turn is None else self.after(position, draft.turn)

    @abstractmethod
    def draw(self, scene: Scene[P]) -> dict[str, Any]:
        """Return the render JSON."""

    def describe(self, position: P, place: tuple[int, int]) -> str | None:
        """Say in words what is at ``(row, col)``, the cell's name first: "c5: Dark tree, forest of 4".

        ``None`` means that there is nothing to say but the name. Titles of cells, which people who
        do not see the board have read to them, are made of this.
        """
        return None

    def legend(self, scene: Scene[P], drawn: dict[str, Any]) -> "list[LegendEntry]":
        """Return what the pieces, rings, dots, tints and edges of a picture mean, each with a sample.

        Default: what :meth:`describe` says of the pieces, and what markers and annotations mean in most
        games. :func:`abstractplay_hex.render.legend.legend` makes it of a game's own phrases.

        :param drawn: what :meth:`draw` returned for the *scene*; what is not in it needs no entry.
        """
        from abstractplay_hex.render.legend import usual

        return usual(drawn, lambda place: self.describe(scene.position, place))

    def cell_names(self, position: P) -> Mapping[tuple[int, int], str]:
        """Return the name of each cell by ``(row, col)``, as turns are written with it.

        Default: the names that the picture has.
        """
        from abstractplay_hex.render import svg

        return svg.places(self.draw(Scene(position)))

    def rotation(self, position: P) -> int:
        """Return by how many degrees the board can be turned and still look like itself.

        Default: 60 for hexes, 90 for the squares of ``conhex``. A game with another value is flagged
        ``custom-rotation``.
        """
        style = self.draw(Scene(position)).get("board", {}).get("style", "")
        return 90 if style.startswith("conhex") else 60

    def chat(self, result: "Result", player: str, name: Callable[[int], str]) -> str | None:
        """Return the game's own sentence for a result, or ``None`` for the common one.

        :param player: name of the player who made the turn.
        :param name: gives the name of any player.
        """
        return None

    def sidebar_scores(self, position: P) -> list[dict[str, Any]]:
        """Return ``[{"name": …, "scores": [player 1's, player 2's, …]}, …]``."""
        return []

    def sidebar_statuses(self, position: P) -> list[dict[str, Any]]:
        """Return ``[{"key": …, "value": [text, …]}, …]``; each value reads well alone."""
        return []

    def buttons(self, position: P) -> list[dict[str, str]]:
        """Return the custom buttons to show: ``[{"label": …, "key": …, "move": text}, …]``.

        ``label`` is in the language in force, ``key`` stands for it in a host's own catalogue: ``pass``.
        """
        return []

    # ---- Value ---------------------------------------------------------------------------------

    def score(self, position: P, seat: int) -> float | int | None:
        """Return a player's score, or ``None`` for a game without scores."""
        return None

    def evaluate(self, position: P) -> tuple[float, ...]:
        """Return what the position is worth to each seat, from −1 (lost) to 1 (won).

        Default: who has won, once that is known; else each score against the mean of the others',
        squashed. Override it with what a strong player looks at.
        """
        outcome = self.outcome(position)
        seats = self.seats_at(position)
        if outcome is not None:
            return outcome_values(outcome, seats)
        scores = [self.score(position, seat) for seat in range(1, seats + 1)]
        known = [0.0 if score is None else float(score) for score in scores]
        total, others = sum(known), max(seats - 1, 1)
        scale = 1.0 + sum(map(abs, known)) / seats
        return tuple(tanh((own - (total - own) / others) / scale) for own in known)

    def rank(self, position: P) -> Iterable[tuple[T, float]]:
        """Return legal turns with what each is worth to the player to move, best first.

        Default: :meth:`evaluate` of the position after each of the first ``RANKED`` turns.
        """
        seat = self.to_move(position) - 1
        valued = [
            (turn, self.evaluate(self.after(position, turn))[seat])
            for turn in islice(self.legal_turns(position), RANKED)
        ]
        return sorted(valued, key=lambda found: -found[1])

    def seats_at(self, position: P) -> int:
        """Return how many play.

        Default: what the position's ``seats`` say, else the usual number.
        """
        seats: int = getattr(position, "seats", self.info.playercounts[0])
        return seats

    # ---- Telling positions apart ---------------------------------------------------------------

    def key(self, position: P) -> int:
        """Return 64 bits that stand for a position: the same in any process, on any machine, for ever.

        Equal positions have equal keys; others by chance only. Default: of the position text. Override
        it where that text does not tell all (such as what the variants say), or where there is a faster
        way: with :func:`~abstractplay_hex.rules.symmetry.stable_key`.
        """
        from abstractplay_hex.rules.symmetry import stable_key

        return stable_key(self.info.uid, self.seats_at(position), self.position_text(position))

    def symmetries(self, position: P) -> "Sequence[Symmetry[P, T]]":
        """Return the ways to turn and mirror the board that change nothing about play, a whole group.

        Images have the same symmetries. Default: only the one that changes nothing.
        """
        from abstractplay_hex.rules.symmetry import Symmetry, same, same_turn

        return (Symmetry(same, same_turn),)

    def canonical(self, position: P) -> P:
        """Return one and the same position for all images of a position: the one with the least key."""
        images = [symmetry.position(position) for symmetry in self.symmetries(position)]
        return images[0] if len(images) == 1 else min(images, key=self.key)

    # ---- Learning ------------------------------------------------------------------------------

    def actions(self, setup: Setup) -> "Actions[P, T] | None":
        """Return how turns come about by numbered actions, and what players see; ``None`` if nobody said.

        Environments for learning (:mod:`abstractplay_hex.env`) are made of it.
        """
        return None

    def teaching(self) -> "Teaching | None":
        """Return what teaches the game: rulings with pictures, a tour; ``None`` if nobody wrote it.

        See :mod:`abstractplay_hex.rules.teaching`. Import it here, so that making a game stays light.
        """
        return None

    # ---- Setting up positions ------------------------------------------------------------------

    def editing(self, setup: Setup) -> "Editing[P] | None":
        """Return how positions are set up by hand; ``None`` if nobody said: texts can still be typed.

        See :mod:`abstractplay_hex.rules.editing`. Import it here, so that making a game stays light.
        """
        return None

    # ---- Saving --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def state(self) -> "StateForm":
        """The form of a saved ply. A class attribute does: ``state = StateForm(…)``."""

    @abstractmethod
    def save_position(self, position: P) -> dict[str, Any]:
        """Return the game's own keys of a saved ply, JSON-ready and in the order they are written."""

    @abstractmethod
    def load_position(self, saved: Any, before: Ply[P] | None, setup: Setup) -> P | Deferred:
        """Return the position of a saved ply (an instance of ``state.ply``).

        All checks are made here; working out the position itself may be deferred. The codec has
        checked what holds for any game: keys, types, ranges, endings by word.

        :raises StateError: whose ``path`` is relative to the ply.
        """

    def saved_alike(self, position: P, other: P) -> bool:
        """Say whether both are sure to be saved alike; if ``False``, both are saved and compared."""
        return False


def outcome_values(winners: Outcome, seats: int) -> tuple[float, ...]:
    """Return what an outcome is worth to each seat, from −1 to 1; 0 for all if all win or nobody does."""
    if seats == 1:
        return (1.0 if winners else -1.0,)
    if not 0 < len(winners) < seats:
        return (0.0,) * seats
    # A lone winner has 1, those who share a win less, and it all adds up to 0.
    won = (seats / len(winners) - 1) / (seats - 1)
    return tuple(won if seat in winners else -1 / (seats - 1) for seat in range(1, seats + 1))


AnyRules: TypeAlias = Rules[Any, Any]
