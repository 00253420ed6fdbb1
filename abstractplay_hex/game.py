"""The one interface: what a host does with any game, and what a game's author writes.

A host creates games with :func:`abstractplay_hex.new_game` and :func:`abstractplay_hex.load_game`
and calls the public methods of :class:`Game`. An author derives from :class:`Game` and writes the
methods under "For authors" (their names begin with an underscore) on an immutable position; plies,
undo, endings, history, chat, records and saving come with the base class. The contract of each
method is the library's host contract.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count, pairwise
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from attrs import frozen

from abstractplay_hex import codec
from abstractplay_hex.errors import (
    ArgumentError,
    GameOverError,
    MoveError,
    PositionError,
    VariantError,
)
from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies import history
from abstractplay_hex.plies.ply import Deferred, P, Ply, timestamp_text
from abstractplay_hex.plies.record import game_record
from abstractplay_hex.plies.results import (
    CORE_RESULTS,
    DrawAgreed,
    GameAbandoned,
    Resigned,
    Result,
    TimedOut,
    ending,
    winners_of,
)
from abstractplay_hex.render import svg as pictures
from abstractplay_hex.rules.draft import UNFINISHED, Assessment, ClickResult, Validation
from abstractplay_hex.rules.info import GameInfo, Variant

T = TypeVar("T")
Self = TypeVar("Self", bound="Game[Any, Any]")
Clock: TypeAlias = Callable[[], datetime]
"""Returns the present as an aware datetime; asked once for each ply that is pushed."""

PSEUDO_PLIES = ("resign", "timeout", "draw", "abandoned")
"""``lastmove`` of plies that no player's turn made."""

LONGEST_POSITION_TEXT = 32_768

_PICTURES = count(1)
"""Numbers of the pictures shown in notebooks: all are on one page."""


def utc_now() -> datetime:
    """The default clock."""
    return datetime.now(UTC)


@frozen
class Played(Generic[P]):
    """What playing one legal turn gives: its canonical text, the new position, what it did.

    ``results`` end with :func:`abstractplay_hex.plies.results.ending` when the game is over.
    """

    text: str
    position: P
    results: tuple[Result, ...]


@frozen
class Scene(Generic[P]):
    """Everything that a picture of the board may depend on.

    ``preview`` is what :meth:`~abstractplay_hex.Game._preview` made of the turn under way, or
    ``None``; ``winner`` is ``None`` while the game goes on; ``display`` is ``None`` for the default one.
    """

    position: P
    before: P | None
    results: tuple[Result, ...]
    winner: tuple[int, ...] | None
    preview: Any
    display: str | None
    perspective: int


class Game(ABC, Generic[P, T]):
    """A game under way: a stack of plies, and the ply that is looked at.

    :param variants: uids of the variants to play, as listed by ``all_variants()``.
    :param position: position text to begin from (default: the start of the game).
    :param clock: where timestamps come from.
    :raises VariantError: for unknown, repeated or contradictory variants.
    :raises PositionError: for a text that is no position of this game and variant.
    """

    # ---- For authors: what a game is -----------------------------------------------------------

    info: ClassVar[GameInfo]
    """Metadata; ``info.version`` stamps each ply."""
    numplayers: ClassVar[int] = 2
    """How many play."""
    result_types: ClassVar[tuple[type[Result], ...]] = CORE_RESULTS
    """The results that plies of this game may have."""
    state_type: ClassVar[type[codec.PlyState]]
    """attrs class of a saved ply: :class:`abstractplay_hex.codec.structure.PlyState` and the game's own keys."""
    state_hooks: ClassVar[Mapping[Any, Callable[[Any], Any]]] = {}
    """How to read values of the types in :attr:`state_type` that are the game's own, from JSON data."""
    migrations: ClassVar[Mapping[str, codec.Migration]] = {}
    """How to bring up plies saved by older engine versions, by the version they are from."""
    readable_versions: ClassVar[tuple[str, ...]] = ()
    """Older versions whose plies have today's form, but whose games go on by the rules they began
    under (:meth:`_begun_under`). Their plies keep their version; new ones get today's."""
    longest_text: ClassVar[int] = 4096
    """Longer move texts are refused unread."""

    # ---- For authors: rules on immutable positions ---------------------------------------------

    @classmethod
    def _check_variants(cls, variants: tuple[str, ...]) -> None:
        """Refuse combinations that the groups alone allow.

        :raises VariantError: if they are refused.
        """

    @classmethod
    @abstractmethod
    def _start(cls, variants: tuple[str, ...]) -> P:
        """Return the position that a game with these variants begins with."""

    @classmethod
    @abstractmethod
    def _read_position(cls, text: str, variants: tuple[str, ...]) -> P:
        """Read a position text.

        :raises PositionError: that says where it is wrong.
        """

    @classmethod
    @abstractmethod
    def _write_position(cls, position: P) -> str:
        """Write the position text that :meth:`_read_position` reads."""

    @classmethod
    @abstractmethod
    def _iter_moves(cls, position: P) -> Iterator[str]:
        """Yield each legal turn's canonical text once, lazily."""

    @classmethod
    def _list_moves(cls, position: P) -> list[str]:
        """Return all of :meth:`_iter_moves`; override where a list is faster than an iterator."""
        return list(cls._iter_moves(position))

    @classmethod
    def _count_moves(cls, position: P) -> int:
        """Count what :meth:`_iter_moves` yields; override where no texts are needed for it."""
        return sum(1 for _ in cls._iter_moves(position))

    @classmethod
    def _random_move(cls, position: P, rng: random.Random) -> str | None:
        """Return one legal turn's text, or ``None`` if there is none."""
        moves = cls._list_moves(position)
        return rng.choice(moves) if moves else None

    @classmethod
    @abstractmethod
    def _assess(cls, position: P, text: str) -> Assessment[T]:
        """Judge a text: lower case, without white space, plain ASCII, not empty, of bounded length."""

    @classmethod
    def _check(cls, position: P, text: str) -> T:
        """Return the turn that *text* says.

        The verdict must be that of :meth:`_assess`; override it where that is quicker.

        :raises MoveError: if it cannot be played.
        """
        assessment = cls._assess(position, text)
        if assessment.turn is None:
            assessment.fail()
        return assessment.turn

    @classmethod
    @abstractmethod
    def _read_turn(cls, position: P, text: str) -> T:
        """Read a turn that is known to be legal, without judging it (trusted moves, replays).

        :raises MoveError: for a text that is no turn at all.
        """

    @classmethod
    @abstractmethod
    def _play(cls, position: P, turn: T) -> Played[P]:
        """Play a legal turn."""

    @classmethod
    @abstractmethod
    def _click(
        cls, position: P, text: str, place: tuple[int, int] | None, piece: str
    ) -> str | None:
        """Return the whole new text after a click, or ``None`` if the click means nothing.

        *text* is empty or has been found valid. *place* is ``(row, col)``, ``None`` for a click
        outside the board, where *piece* says what was clicked.
        """

    @classmethod
    @abstractmethod
    def _instructions(cls, position: P) -> Assessment[T]:
        """Say what the player to move can do (the validation of an empty text)."""

    # ---- For authors: showing and saving -------------------------------------------------------

    @classmethod
    @abstractmethod
    def _preview(cls, position: P, text: str) -> Any:
        """Return what :meth:`_draw` needs to show the turn under way; *text* has been found valid."""

    @classmethod
    @abstractmethod
    def _draw(cls, scene: Scene[P]) -> dict[str, Any]:
        """Return the render JSON."""

    @classmethod
    @abstractmethod
    def _save_position(cls, position: P) -> dict[str, Any]:
        """Return the game's own keys of a saved ply, JSON-ready and in the order they are written."""

    @classmethod
    @abstractmethod
    def _load_position(
        cls, saved: Any, before: Ply[P] | None, variants: tuple[str, ...]
    ) -> P | Deferred:
        """Return the position of a saved ply (an instance of :attr:`state_type`).

        All checks are made here; working out the position itself may be deferred.

        :raises StateError: whose ``path`` is relative to the ply.
        """

    @classmethod
    def _begun_under(cls, position: P, version: str) -> P:
        """Return the starting *position* of a game that was begun under an older engine *version*.

        For games that changed a rule: the position says by which rules it is played, and hands that
        on to the positions that follow. :meth:`_load_position` sees the version of a first ply, too.
        """
        return position

    @classmethod
    def _saved_alike(cls, position: P, other: P) -> bool:
        """Say whether both are sure to be saved alike; ``False`` means that saving them will tell."""
        return False

    @classmethod
    def _chat(cls, result: Result, player: str, name: Callable[[int], str]) -> str | None:
        """Return the game's own sentence for a result, or ``None`` for the common one."""
        return None

    @classmethod
    def _previewed(cls, preview: Any) -> P | None:
        """Return the position that a :meth:`_preview` shows; ``None`` if it is the one before the turn."""
        return None

    @classmethod
    def _describe(cls, position: P, place: tuple[int, int]) -> str | None:
        """Say in words what is at ``(row, col)``, the cell's name first: "c5: Dark tree, forest of 4".

        ``None`` means that there is nothing to say but the name. Titles of cells, which people who
        do not see the board have read to them, are made of this.
        """
        return None

    @classmethod
    def _score(cls, position: P, player: int) -> float | int | None:
        """Return a player's score, or ``None`` for a game without scores."""
        return None

    @classmethod
    def _sidebar_scores(cls, position: P) -> list[dict[str, Any]]:
        """Return ``[{"name": …, "scores": [player 1's, player 2's]}, …]``."""
        return []

    @classmethod
    def _sidebar_statuses(cls, position: P) -> list[dict[str, Any]]:
        """Return ``[{"key": …, "value": [text, …]}, …]``."""
        return []

    @classmethod
    def _buttons(cls, position: P) -> list[dict[str, str]]:
        """Return the custom buttons to show: ``[{"label": …, "move": text}, …]``."""
        return []

    # ---- Life ----------------------------------------------------------------------------------

    def __init__(
        self,
        variants: Sequence[str] = (),
        *,
        position: str | None = None,
        clock: Clock = utc_now,
    ) -> None:
        chosen = self.checked_variants(variants)
        if position is None:
            first = self._start(chosen)
        else:
            if not isinstance(position, str):
                raise PositionError("position.not-text")
            if len(position) > LONGEST_POSITION_TEXT:
                raise PositionError(
                    "position.too-long", length=len(position), limit=LONGEST_POSITION_TEXT
                )
            first = self._read_position(position, chosen)
        self._variants = chosen
        self._clock = clock
        self._stack: list[Ply[P]] = [Ply(first, (), None, self._now(), self.info.version)]
        self._at = 0
        self._preview_shown: Any = None

    @classmethod
    def _from_plies(
        cls: type[Self], variants: tuple[str, ...], plies: list[Ply[Any]], clock: Clock = utc_now
    ) -> Self:
        """Make a game of plies that are known to be good (loading)."""
        game = cls.__new__(cls)
        game._variants = variants
        game._clock = clock
        game._stack = plies
        game._at = len(plies) - 1
        game._preview_shown = None
        return game

    @classmethod
    def checked_variants(cls, variants: Sequence[str]) -> tuple[str, ...]:
        """Return *variants* as a tuple, if a game can be started with them.

        :raises VariantError: for unknown, repeated or contradictory ones.
        """
        # A set has no order to write and an iterator is used up by looking: a list is a list.
        if not isinstance(variants, list | tuple) or not all(isinstance(v, str) for v in variants):
            raise VariantError("variants.not-list")
        known = {v.uid: v for v in cls.info.variants if not v.uid.startswith("#")}
        groups: dict[str, str] = {}
        for uid in variants:
            variant = known.get(uid)
            if variant is None:
                raise VariantError(
                    "variants.unknown",
                    game=cls.info.said().name,
                    variant=repr(uid[:40]),
                    known=", ".join(known) or Phrase("phrase.none"),
                )
            if list(variants).count(uid) > 1:
                raise VariantError("variants.twice", variant=uid)
            if variant.group is not None:
                other = groups.setdefault(variant.group, uid)
                if other != uid:
                    raise VariantError("variants.contradict", first=other, second=uid)
        cls._check_variants(tuple(variants))
        return tuple(variants)

    def clone(self: Self) -> Self:
        """Return an independent copy. Plies are immutable and shared; nothing done to one shows in the other."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._stack = list(self._stack)
        return copy

    def _now(self) -> str:
        return _time_text(self._clock() if callable(self._clock) else None)

    # ---- What is looked at ---------------------------------------------------------------------

    @property
    def uid(self) -> str:
        """The game's uid (the site's ``metaGame``)."""
        return self.info.uid

    @property
    def variants(self) -> list[str]:
        """The variants asked for."""
        return list(self._variants)

    @property
    def stack(self) -> tuple[Ply[P], ...]:
        """All plies, the starting position first."""
        return tuple(self._stack)

    @property
    def ply(self) -> int:
        """Number of the ply looked at: 0 is the starting position."""
        return self._at

    @property
    def _ply(self) -> Ply[P]:
        return self._stack[self._at]

    @property
    def currplayer(self) -> int:
        """The player to move, 1-based. After an ending by word (resign …) it stays who it was."""
        return self._ply.currplayer

    @property
    def gameover(self) -> bool:
        """Whether the game is over at the ply looked at."""
        return self._ply.gameover

    @property
    def winner(self) -> list[int]:
        """Who has won at the ply looked at: empty, one player, or several for a draw."""
        return list(self._ply.winner)

    @property
    def begun_under(self) -> str:
        """The engine version that the game was begun under."""
        return self._stack[0].version

    @property
    def lastmove(self) -> str | None:
        """The turn that led to the ply looked at, canonical; ``None`` at the start."""
        return self._ply.lastmove

    @property
    def results(self) -> list[Result]:
        """What the turn that led to the ply looked at did."""
        return list(self._ply.results)

    def position(self) -> str:
        """Return the position text of the ply looked at (``new_game(…, position=…)`` reads it)."""
        return self._write_position(self._ply.position)

    def load(self: Self, ply: int = -1) -> Self:
        """Look at a ply, 0 being the start and −1 the last one; drops a turn shown in part.

        Everything then answers as at that ply; moving goes on from the last one only.

        :raises ArgumentError: if there is no such ply.
        """
        last = len(self._stack) - 1
        if type(ply) is not int or not -1 <= ply <= last:
            raise ArgumentError("argument.ply", ply=_shown(ply), last=last)
        self._at = last if ply == -1 else ply
        self._preview_shown = None
        return self

    def undo(self: Self, n: int = 1) -> Self:
        """Take back the last *n* plies, an ending included, and look at the new last ply.

        :raises ArgumentError: if fewer have been played (or *n* is below 1); nothing is changed.
        """
        plies = len(self._stack) - 1
        if type(n) is not int or not 1 <= n <= plies:
            raise ArgumentError("argument.undo", n=_shown(n), plies=plies)
        del self._stack[-n:]
        return self.load()

    # ---- Playing -------------------------------------------------------------------------------

    def iter_moves(self) -> Iterator[str]:
        """Yield the legal turns at the ply looked at, each once, lazily; none when the game is over."""
        return iter(()) if self.gameover else self._iter_moves(self._ply.position)

    def moves(self) -> list[str]:
        """Return all legal turns at the ply looked at: a fresh list without repeats, ``[]`` when over."""
        return [] if self.gameover else self._list_moves(self._ply.position)

    def count_moves(self) -> int:
        """Return the number of legal turns at the ply looked at; 0 when over."""
        return 0 if self.gameover else self._count_moves(self._ply.position)

    def random_move(self, rng: random.Random | None = None) -> str | None:
        """Return one legal turn at random, or ``None`` if there is none.

        :param rng: the generator to draw from; a fresh one seeded by the system by default.
        :raises ArgumentError: if *rng* is no :class:`random.Random`.
        """
        if rng is not None and not isinstance(rng, random.Random):
            raise ArgumentError("argument.rng")
        if self.gameover:
            return None
        return self._random_move(self._ply.position, rng or random.Random())

    def validate_move(self, text: str) -> Validation:
        """Judge a turn's text. Never raises, whatever *text* is.

        At an earlier ply than the last, every text is refused, as :meth:`move` refuses it.
        An empty text asks for instructions; after the end the answer is that the game is over.
        ``complete`` ≥ 0 means that :meth:`move` takes the text.
        """
        return self._judge(text).validation()

    def _judge(self, text: str) -> Assessment[T]:
        try:
            normal = self._normal(text)
            self._check_open()
        except MoveError as error:
            return Assessment.refused(error.code, **error.params)
        if normal:
            return self._assess(self._ply.position, normal)
        return self._instructions(self._ply.position)

    def _normal(self, text: str) -> str:
        if not isinstance(text, str):
            raise MoveError("move.not-text")
        if len(text) > self.longest_text:
            raise MoveError("move.too-long")
        if not text.isascii():
            raise MoveError("move.characters")
        return "".join(text.split()).lower()

    def _check_open(self, code: str = "move.over") -> None:
        """Raise unless a ply can be pushed now."""
        if self._stack[-1].gameover:
            raise GameOverError(code)
        last = len(self._stack) - 1
        if self._at != last:
            raise MoveError("move.looking-back", ply=self._at, last=last)

    def move(self: Self, text: str, partial: bool = False, trusted: bool = False) -> Self:
        """Make a turn in place, and return the game. An empty text does nothing.

        :param partial: only show what is under way in the next :meth:`render`; pushes no ply.
        :param trusted: do not judge the turn; for texts that are known to be legal.
        :raises MoveError: if the turn is not legal; the game is then as it was.
        :raises GameOverError: if the game is over.
        """
        normal = self._normal(text)
        if not normal:
            self._preview_shown = None
            return self
        self._check_open()
        position = self._ply.position
        if partial:
            assessment = self._assess(position, normal)
            if not assessment.can_render:
                assessment.fail()
            self._preview_shown = self._preview(position, normal)
            return self
        turn = (self._read_turn if trusted else self._check)(position, normal)
        played = self._play(position, turn)
        self._push(played.position, played.results, played.text)
        return self

    def _push(self, position: P, results: tuple[Result, ...], lastmove: str) -> None:
        ply = Ply(position, results, lastmove, self._now(), self.info.version)
        self._stack.append(ply)
        self._at = len(self._stack) - 1
        self._preview_shown = None

    def handle_click(self, move: str, row: int, col: int, piece: str = "") -> ClickResult:
        """Turn a click into the whole new text of the turn, with its validation. Never raises.

        :param move: the whole text so far.
        :param row: 0 is the top row; −1 with ``col`` −1 is a click outside the board.
        :param col: 0 is the leftmost place of the row.
        :param piece: what was clicked outside the board (a button's move, a stash).
        """
        kept = move if isinstance(move, str) else ""
        try:
            normal = self._normal(move)
            self._check_open("click.over")
        except MoveError as error:
            return Assessment[T].refused(error.code, **error.params).click(kept)
        position = self._ply.position
        if normal:
            so_far = self._assess(position, normal)
            if not so_far.valid:
                return so_far.click(kept)
        if type(row) is int and type(col) is int and isinstance(piece, str):
            place = None if (row, col) == (-1, -1) else (row, col)
            text = self._click(position, normal, place, piece)
        else:
            text = None
        if text is None:
            return Assessment[T].refused("click.outside").click(kept)
        assessment = self._assess(position, text) if text else self._instructions(position)
        # A click that leads nowhere says why, and leaves the text as it was.
        return assessment.click(text if assessment.valid else kept)

    def same_move(self, a: str, b: str) -> bool:
        """Say whether two texts lead to the same position from the one before the last ply.

        A text that is not legal there is the same as no other.
        """
        position = self._stack[max(self._at - 1, 0)].position
        reached = []
        for text in (a, b):
            try:
                normal = self._normal(text)
            except MoveError:
                return False
            turn = self._assess(position, normal).turn if normal else None
            if turn is None:
                return False
            reached.append(self._play(position, turn).position)
        return bool(reached[0] == reached[1])

    # ---- Endings by word -----------------------------------------------------------------------

    def resign(self: Self, player: int) -> Self:
        """End the game: *player* resigns, the others win."""
        self._check_player(player)
        return self._end("resign", Resigned(player=player), *self._others(player))

    def timeout(self: Self, player: int) -> Self:
        """End the game: *player* ran out of time, the others win."""
        self._check_player(player)
        return self._end("timeout", TimedOut(player=player), *self._others(player))

    def draw(self: Self) -> Self:
        """End the game by agreement: all win."""
        return self._end("draw", DrawAgreed(), *range(1, self.numplayers + 1))

    def abandoned(self: Self) -> Self:
        """End the game without a winner."""
        return self._end("abandoned", GameAbandoned())

    def _end(self: Self, word: str, result: Result, *winners: int) -> Self:
        self._check_open("move.over-ending")
        self._push(self._ply.position, (result, *ending(*winners)), word)
        return self

    def _others(self, player: int) -> list[int]:
        return [n for n in range(1, self.numplayers + 1) if n != player]

    def _check_player(self, player: int) -> None:
        if type(player) is not int or not 1 <= player <= self.numplayers:
            raise ArgumentError("argument.player", player=_shown(player), last=self.numplayers)

    # ---- Showing -------------------------------------------------------------------------------

    def render(self, perspective: int = 0, alt_display: str | None = None) -> dict[str, Any]:
        """Return the board as the site's render JSON (plain data, fresh each time).

        :param perspective: the player who looks; 0 is a spectator. Unknown players look as one.
        :param alt_display: uid of an alternative display; an unknown one means the default.
        """
        ply = self._ply
        known = {d.uid for d in self.info.displays}
        return self._draw(
            Scene(
                ply.position,
                self._stack[self._at - 1].position if self._at else None,
                ply.results,
                winners_of(ply.results),
                self._preview_shown,
                alt_display if isinstance(alt_display, str) and alt_display in known else None,
                perspective
                if type(perspective) is int and 0 <= perspective <= self.numplayers
                else 0,
            )
        )

    def titles(self, render: Mapping[str, Any] | None = None) -> dict[tuple[int, int], str]:
        """Return what is on each cell that is drawn, in words, by ``(row, col)``.

        :param render: what :meth:`render` has returned for the ply looked at, if it is at hand.
        """
        shown = None if self._preview_shown is None else self._previewed(self._preview_shown)
        position = self._ply.position if shown is None else shown
        named = pictures.places(self.render() if render is None else render)
        return {at: self._describe(position, at) or name for at, name in named.items()}

    def svg(
        self,
        *,
        perspective: int = 0,
        alt_display: str | None = None,
        titles: Mapping[tuple[int, int], str] | None = None,
        **options: Any,
    ) -> str:
        """Draw the ply looked at, with a turn shown in part, as an SVG document.

        :param perspective: as for :meth:`render`.
        :param alt_display: as for :meth:`render`.
        :param titles: what to say of the cells; :meth:`titles` by default.
        :param options: those of :func:`abstractplay_hex.render.svg.to_svg`: ``prefix``, ``palette``,
            ``dark``, ``rotate``, ``width`` (pixels), ``interactive``.
        :raises ArgumentError: for an option out of range, or one that there is not (``svg.option``).
        """
        unknown = next((name for name in options if name not in pictures.OPTIONS), None)
        if unknown is not None:
            known = ("perspective", "alt_display", "titles", *pictures.OPTIONS)
            raise ArgumentError("svg.option", option=_shown(unknown), known=", ".join(known))
        render = self.render(perspective, alt_display)
        said = self.titles(render) if titles is None else titles
        return pictures.to_svg(render, titles=said, **options)

    def _repr_svg_(self) -> str:
        """Show the board in a notebook; each picture has ids of its own."""
        return self.svg(prefix=f"b{next(_PICTURES)}")

    def sidebar_scores(self) -> list[dict[str, Any]]:
        """Return the scores to show: ``[{"name": …, "scores": [player 1's, player 2's]}, …]``."""
        return self._sidebar_scores(self._ply.position)

    def sidebar_statuses(self) -> list[dict[str, Any]]:
        """Return further facts to show: ``[{"key": …, "value": [text, …]}, …]``."""
        return self._sidebar_statuses(self._ply.position)

    def player_score(self, player: int) -> float | int | None:
        """Return a player's score at the ply looked at; ``None`` for a game without scores."""
        self._check_player(player)
        return self._score(self._ply.position, player)

    def buttons(self) -> list[dict[str, str]]:
        """Return custom buttons: ``[{"label": …, "move": text}, …]``; none when the game is over.

        A host passes a pressed button's ``move`` to :meth:`handle_click` as *piece* at (−1, −1).
        """
        return [] if self.gameover else self._buttons(self._ply.position)

    def get_variants(self) -> list[str]:
        """Return the names of the variants played, defaults of groups not chosen from included.

        They are in the language in force; those in records are always English.
        """
        uid = self.uid
        return [
            messages.text(f"{uid}.variant.{v.uid}.name", v.name) for v in self._variants_played()
        ]

    def _variants_played(self) -> list[Variant]:
        chosen = [v for v in self.info.variants if v.uid in self._variants]
        groups = {v.group for v in chosen if v.group is not None}
        default = [
            v for v in self.info.variants if v.uid.startswith("#") and v.uid[1:] not in groups
        ]
        return [*default, *chosen]

    @classmethod
    def all_variants(cls) -> list[dict[str, Any]]:
        """Return all variants with uid, name, description, group and default, as JSON-plain data."""
        listed: list[dict[str, Any]] = cls.info.to_dict().get("variants", [])
        return listed

    @classmethod
    def alternative_displays(cls) -> list[dict[str, Any]]:
        """Return the alternative displays with uid, name and description, as JSON-plain data."""
        listed: list[dict[str, Any]] = cls.info.to_dict().get("displays", [])
        return listed

    @classmethod
    def description(cls) -> str:
        """Return what the game is about (Markdown)."""
        return messages.text(f"{cls.info.uid}.info.description", cls.info.description)

    @classmethod
    def notes(cls) -> str:
        """Return notes on how it is played here (Markdown; may be empty)."""
        return messages.text(f"{cls.info.uid}.info.notes", cls.info.notes)

    # ---- History -------------------------------------------------------------------------------

    def chat_log(self, names: Sequence[str] = ()) -> list[list[str]]:
        """Return ``[[time, sentence, …], …]``, one entry a ply after the start.

        :param names: the players' names in seat order; "Player *n*" where one is missing.
        :raises ArgumentError: if *names* is no list of texts.
        """

        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise ArgumentError("argument.names")

        def name(player: int) -> str:
            return history.player_name(names, player)

        out = []
        for before, ply in pairwise(self._stack):
            mover = name(before.currplayer)
            lines = [
                self._chat(result, mover, name) or history.sentence(result, mover, name)
                for result in ply.results
            ]
            out.append([ply.timestamp, *lines])
        return out

    def move_history(self) -> list[list[str]]:
        """Return the moves in rounds of as many as there are seats, in the order played."""
        return history.rounds(self._stack, self.numplayers)

    def move_history_with_sequence(self) -> list[list[list[Any]]]:
        """Return the same rounds with ``[player, move]`` for each move (where turns do not alternate)."""
        return history.rounds_with_players(self._stack, self.numplayers)

    def results_history(self) -> list[list[dict[str, Any]]]:
        """Return the results of each ply after the start, as JSON-plain data."""
        return [[r.to_dict() for r in ply.results] for ply in self._stack[1:]]

    def record(
        self,
        players: Sequence[str | Mapping[str, Any]],
        *,
        gameid: str | int | None = None,
        site: str = "Abstract Play",
        unrated: bool | None = None,
        event: str | None = None,
        round: str | None = None,
        date_generated: datetime | None = None,
    ) -> dict[str, Any]:
        """Return the game record of a finished game (the site's game-record schema).

        :param players: one a seat: a name, or a mapping with ``name``, ``userid`` and ``is_ai``.
        :param event: name of the tournament; goes together with *round*.
        :param date_generated: aware datetime; the clock's by default.
        :raises ArgumentError: if the game is not over, or a player or header is missing.
        """
        if not self._stack[-1].gameover:
            raise ArgumentError("record.not-over")
        generated = self._now() if date_generated is None else _time_text(date_generated)
        return game_record(
            self,
            players,
            gameid=gameid,
            site=site,
            unrated=unrated,
            event=event,
            round=round,
            generated=generated,
        )

    @property
    def starting_position(self) -> str | None:
        """The position text that the game began from, or ``None`` if it began as the rules say."""
        first = self._stack[0].position
        return None if first == self._start(self._variants) else self._write_position(first)

    # ---- Saving --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return the whole game as JSON-ready data, in the site's form."""
        return codec.dump_state(self)

    def serialize(self, strip: bool = False, player: int | None = None) -> str:
        """Return the whole game as JSON text, byte for byte as the site writes it.

        :param strip: leave out what *player* may not see (these games hide nothing).
        """
        return codec.dumps(self.state())

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<{name} ply {self._at} of {len(self._stack) - 1}: {self.position()}>"


def _time_text(moment: object) -> str:
    """Write an aware datetime as timestamps are; anything else is refused."""
    try:
        if isinstance(moment, datetime) and moment.tzinfo is not None:
            return timestamp_text(moment)
    except OverflowError:  # in UTC it would lie beyond the calendar
        pass
    raise ArgumentError("argument.clock")


def _shown(value: object) -> str:
    """Show a wrong argument in a message, briefly."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 128:
        return Phrase("phrase.huge-number")
    text = repr(value)  # a text in quotes: '1' is no number
    return text if len(text) <= 24 else text[:21] + "..."


__all__ = [
    "PSEUDO_PLIES",
    "UNFINISHED",
    "Clock",
    "Game",
    "Played",
    "Scene",
]
