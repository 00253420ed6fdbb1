"""What a host holds: a game under way, which is a stack of plies over the rules of some game.

There is one class for every game. A host makes games with :func:`new_game` and :func:`load_game`,
or calls a game's own class, which is :class:`Game` bound to its rules:

>>> from abstractplay_hex import Pods, new_game
>>> new_game("pods").move("g7").currplayer == Pods().move("g7").currplayer == 2
True

The contract of each method is the library's host contract. A game object is not safe to share
between threads; clones are cheap.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast, overload

from abstractplay_hex import registry
from abstractplay_hex.errors import (
    ArgumentError,
    ForeignGameError,
    GameOverError,
    MoveError,
    PositionError,
    StateError,
)
from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import MOST_PLIES, Ply, time_text, winners_of
from abstractplay_hex.rules.draft import ClickResult, Draft, Validation, normal_text
from abstractplay_hex.rules.info import GameInfo, Variant
from abstractplay_hex.rules.interface import AnyRules, Click, Rules, Scene, Setup

# Saving, telling and drawing are imported where a host asks for them: making a game is quick.
if TYPE_CHECKING:
    import random

    from abstractplay_hex.codec import KeptStack, Saved
    from abstractplay_hex.plies.results import Result

P = TypeVar("P")
T = TypeVar("T")
G = TypeVar("G", bound="Game[Any, Any]")
Self = TypeVar("Self", bound="Game[Any, Any]")
Clock: TypeAlias = Callable[[], datetime]
"""Returns the present as an aware datetime; asked once for each ply that is pushed."""
SavedGame: TypeAlias = str | bytes | Mapping[str, Any]
"""JSON text, ``gz:`` and base64 gzip of it, or the data itself (not kept or changed)."""

LONGEST_POSITION_TEXT = 32_768
_DRAFTS_KEPT = 2
"""Texts read at a ply whose drafts are kept, besides the empty one: before a click, and after it."""

_PICTURES = count(1)
"""Numbers of the pictures shown in notebooks: all are on one page."""


def utc_now() -> datetime:
    """The default clock."""
    return datetime.now(UTC)


class _Load:
    """What ``load`` is: of a game it looks at a ply, of a class it loads a saved game."""

    @overload
    def __get__(self, game: None, kind: type[G]) -> "Callable[..., G]": ...
    @overload
    def __get__(self, game: G, kind: type[G]) -> "Callable[..., G]": ...
    def __get__(self, game: Any, kind: Any) -> Any:
        return kind.load_saved if game is None else game.look_at


class Game(Generic[P, T]):
    """A game under way: a stack of plies, and the ply that is looked at.

    :param rules: of the game that is played.
    :param variants: uids of the variants to play, as listed by ``all_variants()``.
    :param seats: how many play; the game's usual number by default.
    :param position: position text to begin from (default: the start of the game).
    :param clock: where timestamps come from.
    :raises VariantError: for unknown, repeated or contradictory variants.
    :raises ArgumentError: for a number of seats that the game is not for.
    :raises PositionError: for a text that is no position of this game and variant.
    """

    bound_to: ClassVar[AnyRules | None] = None
    """The rules of a game's own class; ``None`` for :class:`Game` itself."""

    rules: Rules[P, T]
    """The rules that are played by."""
    info: GameInfo
    """Metadata of the game; a game's own class has it, too."""
    forgiven: tuple[StateError, ...]
    """What was wrong with the saved game, if it was loaded leniently; see :func:`load_game`."""
    _setup: Setup
    _clock: Clock
    _stack: list[Ply[P]]
    _at: int
    _kept: "KeptStack | None"
    _preview: tuple[str, Draft[T], P] | None
    _drafts: dict[str, tuple[Ply[P], Draft[T]]]

    def __init__(
        self,
        rules: Rules[P, T],
        variants: Sequence[str] = (),
        *,
        seats: int | None = None,
        position: str | None = None,
        clock: Clock = utc_now,
    ) -> None:
        if not isinstance(rules, Rules):
            raise ArgumentError("argument.rules")
        setup = rules.setup(variants, seats)
        if position is None:
            first = rules.initial(setup)
        else:
            if not isinstance(position, str):
                raise PositionError("position.not-text")
            if len(position) > LONGEST_POSITION_TEXT:
                raise PositionError(
                    "position.too-long", length=len(position), limit=LONGEST_POSITION_TEXT
                )
            first = rules.read_position(position, setup)
        first_ply = Ply(first, rules.to_move(first), (), None, _now(clock), rules.info.version)
        self.__setstate__(_state(rules, setup, [first_ply], clock))

    @classmethod
    def of_plies(
        cls: type[Self],
        rules: Rules[Any, Any],
        setup: Setup,
        plies: Sequence[Ply[Any]],
        clock: Clock = utc_now,
        kept: "KeptStack | None" = None,
        forgiven: Sequence[StateError] = (),
    ) -> Self:
        """Return the game with these plies, which are trusted to follow from each other.

        :param kept: canonical text of the first of them, which is then not written anew.
        :param forgiven: what is wrong with them all the same.
        """
        game = cls.__new__(cls)
        game.__setstate__(_state(rules, setup, plies, clock, kept, forgiven))
        return game

    @classmethod
    def load_saved(
        cls: type[Self],
        saved: SavedGame,
        *,
        verify: bool = False,
        lenient: bool = False,
        clock: Clock | None = None,
    ) -> Self:
        """Load a saved game: ``Pods.load(saved)`` is this.

        :param verify: replay the game, too, to see that each ply follows from the one before.
        :param lenient: as for :func:`load_game`.
        :raises StateError: if it cannot be loaded: ``path`` says where, ``message`` what is wrong.
        :raises ForeignGameError: if it is of a game that is not known here.
        """
        from abstractplay_hex import codec

        if cls.bound_to is None:
            return cast(Self, load_game(saved, verify=verify, lenient=lenient, clock=clock))
        return _loaded(cls, cls.bound_to, codec.Saved(saved), verify, lenient, clock)

    def clone(self: Self) -> Self:
        """Return an independent copy. Plies are immutable and shared; nothing done to one shows in the other."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update(self.__dict__, _stack=[*self._stack], _drafts={**self._drafts})
        return copy

    __copy__ = clone

    def __deepcopy__(self: Self, memo: Any) -> Self:
        return self.clone()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, info=state["rules"].info)
        self._forget()

    def __reduce__(self) -> tuple[Any, ...]:
        # A game's own class is made anew where it is unpickled, from the rules.
        state = _state(self.rules, self._setup, self._stack, self._clock, self._kept, self.forgiven)
        state |= {"rules": type(self.rules), "_at": self._at}
        return _unpickled, (self.bound_to is not None, state)

    def _forget(self) -> None:
        """Drop what belongs to the ply that was looked at: the turn shown in part, texts read."""
        self._preview = None
        self._drafts = {}

    # ---- What is looked at ---------------------------------------------------------------------

    @property
    def uid(self) -> str:
        """The game's uid (the site's ``metaGame``)."""
        return self.rules.info.uid

    @property
    def setup(self) -> Setup:
        """Variants and seats, as the rules take them."""
        return self._setup

    @property
    def numplayers(self) -> int:
        """How many play."""
        return self.rules.seats(self._setup)

    @property
    def variants(self) -> list[str]:
        """The variants asked for."""
        return list(self._setup.variants)

    @property
    def stack(self) -> tuple[Ply[P], ...]:
        """All plies, the starting position first."""
        return tuple(self._stack)

    @property
    def ply(self) -> int:
        """Number of the ply looked at: 0 is the starting position."""
        return self._at

    @property
    def partial(self) -> str:
        """Text of the turn that is shown in part; empty if none is."""
        return "" if self._preview is None else self._preview[0]

    @property
    def looked_at(self) -> Ply[P]:
        """The ply looked at: the last one unless :meth:`load` was asked for another."""
        return self._stack[self._at]

    @property
    def currplayer(self) -> int:
        """The player to move, 1-based. After an ending by word (resign …) it stays who it was."""
        return self.looked_at.currplayer

    @property
    def gameover(self) -> bool:
        """Whether the game is over at the ply looked at."""
        return self.looked_at.gameover

    @property
    def winner(self) -> list[int]:
        """Who has won at the ply looked at: empty, one player, or several for a draw."""
        return list(self.looked_at.winner)

    @property
    def begun_under(self) -> str:
        """The engine version that the game was begun under."""
        return self._stack[0].version

    @property
    def lastmove(self) -> str | None:
        """The turn that led to the ply looked at, canonical; ``None`` at the start."""
        return self.looked_at.lastmove

    @property
    def results(self) -> "list[Result]":
        """What the turn that led to the ply looked at did."""
        return list(self.looked_at.results)

    def position(self) -> str:
        """Return the position text of the ply looked at (``new_game(…, position=…)`` reads it)."""
        return self.rules.position_text(self.looked_at.position)

    load = _Load()
    """``game.load(ply)`` is :meth:`look_at`; ``Pods.load(saved)``, of the class, :meth:`load_saved`."""

    def look_at(self: Self, ply: int = -1) -> Self:
        """Look at a ply, 0 being the start and −1 the last one; drops a turn shown in part.

        Everything then answers as at that ply; moving goes on from the last one only.

        :raises ArgumentError: if there is no such ply.
        """
        last = len(self._stack) - 1
        if type(ply) is not int or not -1 <= ply <= last:
            raise ArgumentError("argument.ply", ply=_brief(ply), last=last)
        self._at = last if ply == -1 else ply
        self._forget()
        return self

    def undo(self: Self, n: int = 1) -> Self:
        """Take back the last *n* plies, an ending included, and look at the new last ply.

        :raises ArgumentError: if fewer have been played (or *n* is below 1); nothing is changed.
        """
        plies = len(self._stack) - 1
        if type(n) is not int or not 1 <= n <= plies:
            raise ArgumentError("argument.undo", n=_brief(n), plies=plies)
        del self._stack[-n:]
        if self._kept:
            self._kept = self._kept.cut(len(self._stack))
        return self.look_at()

    # ---- Playing -------------------------------------------------------------------------------

    def iter_moves(self) -> Iterator[str]:
        """Yield the legal turns at the ply looked at, each once, lazily; none when the game is over."""
        if self.gameover:
            return iter(())
        return map(self.rules.write, self.rules.legal_turns(self.looked_at.position))

    def moves(self) -> list[str]:
        """Return all legal turns at the ply looked at: a fresh list without repeats, ``[]`` when over."""
        return [] if self.gameover else self.rules.turn_texts(self.looked_at.position)

    def count_moves(self) -> int:
        """Return the number of legal turns at the ply looked at; 0 when over."""
        return 0 if self.gameover else self.rules.count_turns(self.looked_at.position)

    def random_move(self, rng: "random.Random | None" = None) -> str | None:
        """Return one legal turn at random, or ``None`` if there is none.

        :param rng: the generator to draw from; a fresh one seeded by the system by default.
        :raises ArgumentError: if *rng* is no :class:`random.Random`.
        """
        import random

        if rng is not None and not isinstance(rng, random.Random):
            raise ArgumentError("argument.rng")
        if self.gameover:
            return None
        turn = self.rules.random_turn(self.looked_at.position, rng or random.Random())
        return None if turn is None else self.rules.write(turn)

    def validate_move(self, text: str) -> Validation:
        """Judge a turn's text. Never raises, whatever *text* is.

        After the end the answer is that the game is over, and at an earlier ply than the last that
        one is looking back, as :meth:`move` says it. An empty text asks for instructions.
        ``complete`` ≥ 0 means that :meth:`move` takes the text.
        """
        try:
            self._check_open()
            normal = normal_text(text, self.rules.longest_text)
            return self._read(self.looked_at, normal).validation()
        except MoveError as error:
            return Draft.of_error(error).validation()

    def _read(self, ply: Ply[P], text: str) -> Draft[T]:
        """Return the draft of a normal text at *ply*, which is looked at; the last ones are kept."""
        kept = self._drafts.pop(text, None)
        if kept is None or kept[0] is not ply:  # another thread may have read it at another ply
            kept = ply, self.rules.interpret(ply.position, text)
            while len(self._drafts) > _DRAFTS_KEPT:
                del self._drafts[next(filter(None, self._drafts))]
        self._drafts[text] = kept  # the last one read comes last
        return kept[1]

    def _check_open(self, code: str = "move.over") -> None:
        """Raise unless a ply can be pushed now."""
        if self._stack[-1].gameover:
            raise GameOverError(code)
        last = len(self._stack) - 1
        if self._at != last:
            raise MoveError("move.looking-back", ply=self._at, last=last)

    def move(self: Self, text: str, partial: bool = False, trusted: bool = False) -> Self:
        """Make a turn in place, and return the game.

        :param partial: only show what is under way in the next :meth:`render`; pushes no ply. An
            empty text shows nothing under way.
        :param trusted: do not judge the turn; for texts that are known to be legal.
        :raises MoveError: if the turn is not legal, or the text is empty; the game is then as it was.
        :raises GameOverError: if the game is over.
        """
        if partial and isinstance(text, str) and not text.strip():
            self._preview = None
            return self
        self._check_open()
        normal = normal_text(text, self.rules.longest_text)
        if partial:
            return self._show(normal)
        if not normal:
            raise MoveError("move.empty")
        if len(self._stack) >= MOST_PLIES - 1:  # an ending can still follow
            raise MoveError("move.too-many-plies", limit=MOST_PLIES)
        rules, before = self.rules, self.looked_at
        if trusted:
            played = rules.play(before.position, rules.read_turn(before.position, normal))
        else:
            played = rules.play_draft(before.position, self._read(before, normal))
        self._push(before, played.position, played.results, played.text)
        return self

    def _show(self: Self, normal: str) -> Self:
        ply = self.looked_at
        draft = self._read(ply, normal)
        if not draft.can_render:
            draft.fail()
        self._preview = normal, draft, self.rules.shown(ply.position, draft)
        return self

    def _push(
        self, before: Ply[P], position: P, results: "tuple[Result, ...]", lastmove: str
    ) -> None:
        currplayer = before.currplayer if lastmove in ENDINGS else self.rules.to_move(position)
        version = self.rules.info.version
        ply = Ply(position, currplayer, results, lastmove, _now(self._clock), version)
        if len(self._stack) >= MOST_PLIES:  # it could not be loaded again
            raise MoveError("move.too-many-plies", limit=MOST_PLIES)
        if self._stack[-1] is not before:  # somebody else has moved meanwhile: another thread
            raise MoveError("move.at-once")
        self._stack.append(ply)
        self._at = len(self._stack) - 1
        self._forget()

    def handle_click(self, move: str, row: int, col: int, piece: str | None = "") -> ClickResult:
        """Turn a click into the whole new text of the turn, with its validation. Never raises.

        :param move: the whole text so far; what is no beginning of a turn counts as empty.
        :param row: 0 is the top row; −1 with ``col`` −1 is a click outside the board.
        :param col: 0 is the leftmost place of the row.
        :param piece: what was clicked outside the board (a button's move, a stash).
        """
        kept = move if isinstance(move, str) else ""
        try:
            self._check_open("click.over")
        except MoveError as error:
            return Draft.of_error(error).click(kept)
        ply = self.looked_at
        try:
            so_far = self._read(ply, normal_text(move, self.rules.longest_text))
        except MoveError as error:
            so_far = Draft.of_error(error)
        if not so_far.valid:
            so_far, kept = self._read(ply, ""), ""
        text = None
        if type(row) is int and type(col) is int and isinstance(piece, str | None):
            place = None if (row, col) == (-1, -1) else (row, col)
            text = self.rules.click(ply.position, so_far, Click(place, piece or ""))
        if text is None:
            return Draft[T].refused("click.outside").click(kept)
        draft = self._read(ply, text)
        # A click that leads nowhere says why, and leaves the text as it was.
        return draft.click(text if draft.valid else kept)

    def same_move(self, a: str, b: str) -> bool:
        """Say whether two texts lead to the same position from the one before the ply looked at.

        A text that is not legal there is the same as no other.
        """
        rules, position = self.rules, self._stack[max(self._at - 1, 0)].position
        reached = []
        for text in (a, b):
            try:
                normal = normal_text(text, rules.longest_text)
            except MoveError:
                return False
            turn = rules.interpret(position, normal).turn
            if turn is None:
                return False
            reached.append(rules.after(position, turn))
        return bool(reached[0] == reached[1])

    # ---- Endings by word -----------------------------------------------------------------------

    def resign(self: Self, player: int) -> Self:
        """End the game: *player* resigns, the others win."""
        return self._end("resign", player)

    def timeout(self: Self, player: int) -> Self:
        """End the game: *player* ran out of time, the others win."""
        return self._end("timeout", player)

    def draw(self: Self) -> Self:
        """End the game by agreement: all win."""
        return self._end("draw")

    def abandoned(self: Self) -> Self:
        """End the game without a winner."""
        return self._end("abandoned")

    def _end(self: Self, word: str, player: int | None = None) -> Self:
        ending = ENDINGS[word]
        if ending.of_player:
            self._check_player(player)
        self._check_open("move.over-ending")
        before = self.looked_at
        self._push(before, before.position, ending.results(self.numplayers, player), word)
        return self

    def _check_player(self, player: object) -> None:
        if type(player) is not int or not 1 <= player <= self.numplayers:
            raise ArgumentError("argument.player", player=_brief(player), last=self.numplayers)

    # ---- Showing -------------------------------------------------------------------------------

    @property
    def _shown(self) -> P:
        """The position that a host shows: with the turn that is shown in part, if there is one."""
        return self.looked_at.position if self._preview is None else self._preview[2]

    def render(
        self,
        perspective: int = 0,
        alt_display: str | None = None,
        opts: Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
    ) -> dict[str, Any]:
        """Return the board as the site's render JSON (plain data, fresh each time).

        :param perspective: the player who looks; 0 is a spectator. Unknown players look as one.
        :param alt_display: uid of an alternative display; an unknown one means the default (contract:
            a host may remember one that a game no longer has).
        :param opts: the ``opts`` of the last click, for games that give any; what is no mapping
            counts as none.
        :param strict: refuse unknown players and displays.
        :raises ArgumentError: if *strict*, for those (``argument.perspective``, ``argument.display``).
        """
        return self.rules.draw(self._scene(perspective, alt_display, opts, strict))

    def _scene(
        self,
        perspective: int,
        alt_display: str | None,
        opts: Mapping[str, Any] | None = None,
        strict: bool = False,
    ) -> Scene[P]:
        known = [d.uid for d in self.info.displays]
        display = alt_display if isinstance(alt_display, str) and alt_display in known else None
        is_seat = type(perspective) is int and 0 <= perspective <= self.numplayers
        seen_by = perspective if is_seat else 0
        if strict and not is_seat:
            given, last = _brief(perspective), self.numplayers
            raise ArgumentError("argument.perspective", perspective=given, last=last)
        if strict and display != alt_display:
            listed = ", ".join(known) or Phrase("phrase.none")
            given = _brief(alt_display)
            raise ArgumentError("argument.display", game=self.uid, display=given, known=listed)
        opts = opts if isinstance(opts, Mapping) else None
        ply = self.looked_at
        if self._preview is None:
            before = self._stack[self._at - 1].position if self._at else None
            winners = winners_of(ply.results)
            return Scene(ply.position, before, ply.results, winners, None, display, seen_by, opts)
        _, draft, shown = self._preview
        winners = None if draft.turn is None else self.rules.outcome(shown)
        return Scene(shown, ply.position, (), winners, draft, display, seen_by, opts)

    def legend(self, perspective: int = 0, alt_display: str | None = None) -> list[dict[str, Any]]:
        """Return what is to be seen in the picture and what it means: ``[{"text": …, "sample": …}, …]``.

        A sample is render JSON of a cell or two, as plain data; the texts are in the language in force.

        :param perspective: as for :meth:`render`, as is *alt_display*.
        """
        scene = self._scene(perspective, alt_display)
        entries = self.rules.legend(scene, self.rules.draw(scene))
        return [{"text": entry.text, "sample": dict(entry.sample)} for entry in entries]

    def titles(self, render: Mapping[str, Any] | None = None) -> dict[tuple[int, int], str]:
        """Return what is on each cell that is drawn, in words, by ``(row, col)``.

        :param render: what :meth:`render` has returned for the ply looked at, if it is at hand.
        """
        from abstractplay_hex.render import svg

        position = self._shown
        named = svg.places(self.render() if render is None else render)
        return {at: self.rules.describe(position, at) or name for at, name in named.items()}

    def cell_name(self, row: int, col: int) -> str:
        """Return the name of a cell of the picture, as moves are written with it.

        Row 0 is the top, col 0 the leftmost place. While Dendria's island is built, cells have the
        coordinates of modules for names: ``0,-3``.

        :raises ArgumentError: if there is no cell.
        """
        name = None
        if type(row) is type(col) is int:
            name = self.rules.cell_names(self._shown).get((row, col))
        if name is None:
            raise ArgumentError("argument.place", row=_brief(row), col=_brief(col))
        return name

    def cell_place(self, name: str) -> tuple[int, int]:
        """Return ``(row, col)`` of the cell that is called so: what :meth:`cell_name` says of it.

        :raises ArgumentError: if there is no such cell.
        """
        wanted = "".join(name.split()).lower() if isinstance(name, str) else None
        for place, known in self.rules.cell_names(self._shown).items():
            if known == wanted:
                return place
        raise ArgumentError("argument.cell", name=_brief(name))

    def custom_rotation(self) -> int:
        """Return by how many degrees a host's button turns the board (the site's flag ``custom-rotation``)."""
        return self.rules.rotation(self._shown)

    def svg(
        self,
        *,
        perspective: int = 0,
        alt_display: str | None = None,
        titles: Mapping[tuple[int, int], str] | None = None,
        strict: bool = False,
        **options: Any,
    ) -> str:
        """Draw the ply looked at, with a turn shown in part, as an SVG document.

        :param perspective: as for :meth:`render`.
        :param alt_display: as for :meth:`render`.
        :param titles: what to say of the cells; :meth:`titles` by default.
        :param strict: as for :meth:`render`.
        :param options: those of :func:`abstractplay_hex.render.svg.to_svg`: ``prefix``, ``palette``,
            ``dark``, ``rotate``, ``width`` (pixels), ``interactive``, ``scenery`` (the game's own by
            default).
        :raises ArgumentError: for an option out of range, or one that there is not (``svg.option``).
        """
        from abstractplay_hex.render import svg  # pictures are loaded when one is drawn

        unknown = next((name for name in options if name not in svg.OPTIONS), None)
        if unknown is not None:
            known = ("perspective", "alt_display", "titles", "strict", *svg.OPTIONS)
            raise ArgumentError("svg.option", option=_brief(unknown), known=", ".join(known))
        render = self.render(perspective, alt_display, strict=strict)
        said = self.titles(render) if titles is None else titles
        return svg.to_svg(render, titles=said, **{"scenery": self.rules.scenery, **options})

    def _repr_svg_(self) -> str:
        """Show the board in a notebook; each picture has ids of its own."""
        return self.svg(prefix=f"b{next(_PICTURES)}")

    def sidebar_scores(self) -> list[dict[str, Any]]:
        """Return the scores to show: ``[{"name": …, "scores": [player 1's, player 2's, …]}, …]``.

        They follow a turn shown in part, as do the statuses.
        """
        return self.rules.sidebar_scores(self._shown)

    def sidebar_statuses(self) -> list[dict[str, Any]]:
        """Return further facts to show: ``[{"key": …, "value": [text, …]}, …]``."""
        return self.rules.sidebar_statuses(self._shown)

    def player_score(self, player: int) -> float | int | None:
        """Return a player's score at the ply looked at; ``None`` for a game without scores."""
        self._check_player(player)
        return self.rules.score(self.looked_at.position, player)

    def player_result(self, player: int) -> int | None:
        """Return a player's result as records have it: 1 for all who win, else 0.

        ``None`` while the game goes on at the ply looked at.
        """
        self._check_player(player)
        return int(player in self.winner) if self.gameover else None

    def state_count(self) -> int:
        """Return how often the position looked at has occurred so far, this time included."""
        position = self.looked_at.position
        plies = (ply for ply in self._stack[: self._at + 1] if ply.lastmove not in ENDINGS)
        return sum(1 for ply in plies if ply.position == position)

    def buttons(self) -> list[dict[str, str]]:
        """Return custom buttons: ``[{"label": …, "key": …, "move": text}, …]``; none after the end.

        A host that has words of its own looks them up by ``key`` (``pass``). It passes a pressed button's
        ``move`` to :meth:`handle_click` as *piece* at (−1, −1).
        """
        return [] if self.gameover else self.rules.buttons(self.looked_at.position)

    def get_variants(self) -> list[str]:
        """Return the names of the variants played, defaults of groups not chosen from included.

        They are in the language in force; those in records are always English.
        """
        uid = self.uid
        return [
            messages.text(f"{uid}.variant.{v.uid}.name", v.name) for v in self._variants_played()
        ]

    def _variants_played(self) -> list[Variant]:
        chosen = [v for v in self.info.variants if v.uid in self._setup.variants]
        groups = {v.group for v in chosen if v.group is not None}
        default = [
            v for v in self.info.variants if v.uid.startswith("#") and v.uid[1:] not in groups
        ]
        return [*default, *chosen]

    def all_variants(self) -> list[dict[str, Any]]:
        """Return all variants with uid, name, description, group and default, as JSON-plain data."""
        listed: list[dict[str, Any]] = self.info.to_dict().get("variants", [])
        return listed

    def alternative_displays(self) -> list[dict[str, Any]]:
        """Return the alternative displays with uid, name and description, as JSON-plain data."""
        listed: list[dict[str, Any]] = self.info.to_dict().get("displays", [])
        return listed

    def description(self) -> str:
        """Return what the game is about (Markdown)."""
        return self.info.said().description

    def notes(self) -> str | None:
        """Return notes on how it is played here (Markdown), if there are any."""
        return self.info.said().notes or None

    # ---- History -------------------------------------------------------------------------------

    def chat_log(self, names: Sequence[str] = ()) -> list[list[str]]:
        """Return ``[[time, sentence, …], …]``, one entry a ply after the start.

        :param names: the players' names in seat order; "Player *n*" where one is missing.
        :raises ArgumentError: if *names* is no list of texts.
        """
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            raise ArgumentError("argument.names")
        from abstractplay_hex.plies import history

        return history.chat(self._stack, names, self.rules.chat)

    def move_history(self) -> list[list[str]]:
        """Return the moves in rounds of as many as there are seats, in the order played."""
        from abstractplay_hex.plies import history

        return history.rounds(self._stack, self.numplayers)

    def move_history_with_sequence(self) -> list[list[list[Any]]]:
        """Return the same rounds with ``[player, move]`` for each move (where turns do not alternate)."""
        from abstractplay_hex.plies import history

        return history.rounds_with_players(self._stack, self.numplayers)

    def results_history(self) -> list[list[dict[str, Any]]]:
        """Return the results of each ply after the start, as JSON-plain data."""
        return [[r.to_dict() for r in ply.results] for ply in self._stack[1:]]

    def record(
        self,
        players: Sequence[str | Mapping[str, Any]],
        *,
        gameid: str | int | None = None,
        site: str = "",
        unrated: bool | None = None,
        pied: bool | None = None,
        event: str | None = None,
        round: str | None = None,
        date_start: datetime | None = None,
        date_end: datetime | None = None,
        date_generated: datetime | None = None,
    ) -> dict[str, Any]:
        """Return the game record of a finished game (the site's game-record schema).

        :param players: one a seat, as they sit at the end: a name, or a mapping with ``name``,
            ``uid`` (which the record calls ``userid``; that will do, too) and ``is_ai``.
        :param site: name of the service, which the schema wants to be there; empty by default.
        :param pied: whether the pie rule was invoked; by default, whether the game tells so.
        :param event: name of the tournament, which must have a *round*.
        :param date_start: aware datetime; that of the first ply by default. *date_end*: of the last.
        :param date_generated: aware datetime; the clock's by default.
        :raises ArgumentError: if the game is not over, or a player or header is missing.
        """
        from abstractplay_hex.plies.record import Header, Told, game_record

        last = self._stack[-1].position
        told = Told(
            name=self.info.name,
            variants=[v.name for v in self._variants_played()],
            stack=self._stack,
            scores=[self.rules.score(last, seat) for seat in range(1, self.numplayers + 1)],
            position=self.starting_position,
        )
        header = Header(
            players=players,
            start=_time("date_start", date_start) or self._stack[0].timestamp,
            end=_time("date_end", date_end) or self._stack[-1].timestamp,
            generated=_time("date_generated", date_generated) or _now(self._clock),
            pied=pied,
            gameid=gameid,
            site=site,
            unrated=unrated,
            event=event,
            round=round,
        )
        return game_record(told, header)

    @property
    def starting_position(self) -> str | None:
        """The position text that the game began from, or ``None`` if it began as the rules say."""
        first = self._stack[0].position
        if first == self.rules.initial(self._setup):
            return None
        return self.rules.position_text(first)

    # ---- Saving --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return the whole game as JSON-ready data, in the site's form."""
        from abstractplay_hex import codec

        return codec.dump_state(self.rules, self._setup, self._stack)

    def serialize(self, strip: bool = False, player: int | None = None) -> str:
        """Return the whole game as JSON text, byte for byte as the site writes it.

        :param strip: leave out what *player* may not see (these games hide nothing).
        """
        from abstractplay_hex import codec

        # The next save writes only the plies that are new by then.
        stack = self.stack
        self._kept = kept = codec.keep(self.rules, stack, self._kept)
        return codec.dumps_state(self.rules, self._setup, stack, kept)

    def __repr__(self) -> str:
        name = _class_name(self.rules)
        return f"<{name} ply {self._at} of {len(self._stack) - 1}: {self.position()}>"


# ---- Making games ------------------------------------------------------------------------------


class BoundGame(Game[P, T]):
    """The class of one game: :class:`Game` bound to its rules, as ``Pods`` is. See :func:`class_of`."""

    def __init__(
        self,
        variants: Sequence[str] = (),
        *,
        seats: int | None = None,
        position: str | None = None,
        clock: Clock = utc_now,
    ) -> None:
        rules: Any = self.bound_to
        super().__init__(rules, variants, seats=seats, position=position, clock=clock)


@cache
def class_of(rules: Rules[P, T]) -> type[BoundGame[P, T]]:
    """Return the class of a game: :class:`Game` bound to its *rules*."""
    built_in = rules.info.uid in registry.BUILT_IN
    body = {
        "__doc__": f"{type(rules).__doc__}\n\nSee :class:`Game`.",
        "__module__": "abstractplay_hex" if built_in else type(rules).__module__,
        "bound_to": rules,
        "info": rules.info,
    }
    return type(_class_name(rules), (BoundGame,), body)


def _class_name(rules: AnyRules) -> str:
    return type(rules).__name__.removesuffix("Rules") or type(rules).__name__


def game_class(uid: str) -> type[BoundGame[Any, Any]]:
    """Return the class of a game.

    :raises UnknownGameError: as :func:`get_rules` does.
    """
    return class_of(registry.get_rules(uid))


def new_game(
    uid: str,
    variants: Sequence[str] = (),
    seats: int | None = None,
    *,
    position: str | None = None,
    clock: Clock = utc_now,
) -> Game[Any, Any]:
    """Begin a game.

    :param variants: uids, as ``game_info(uid).variants`` lists them.
    :param seats: how many play, one of ``game_info(uid).playercounts``; the first of them by default.
    :param position: position text to begin from.
    :param clock: returns aware datetimes for the plies' timestamps; the system's by default.
    :raises UnknownGameError: if there is no such game.
    :raises VariantError: for unknown or contradictory variants; the message lists the known ones.
    :raises ArgumentError: for a number of seats that the game is not for.
    :raises PositionError: for a text that is no position of this game.
    """
    return game_class(uid)(variants, seats=seats, position=position, clock=clock)


def load_game(
    saved: SavedGame,
    *,
    verify: bool = False,
    lenient: bool = False,
    clock: Clock | None = None,
) -> Game[Any, Any]:
    """Load a saved game; which one it is stands in the state.

    :param verify: replay the game, too, to see that each ply follows from the one before.
    :param lenient: verify it, but forgive what older engines let pass: a finished game that was
        resigned (or otherwise ended by word) again, and a turn that was only begun, which passed.
        All plies are kept as they are; :attr:`Game.forgiven` lists what is wrong with them.
    :param clock: of the plies to come; the system's by default.
    :raises StateError: if it cannot be loaded: ``path`` says where, ``message`` what is wrong.
    :raises ForeignGameError: if it is of a game that is not known here (both a ``StateError`` and an
        ``UnknownGameError``).
    """
    from abstractplay_hex import codec

    read = codec.Saved(saved)
    if not registry.is_known(read.uid):
        uid = read.data["game"]  # what is no saved game at all is said first
        known = ", ".join(registry.uids())
        raise ForeignGameError("state.foreign", path="$.game", uid=repr(uid)[:60], known=known)
    rules = registry.get_rules(read.uid)
    return _loaded(class_of(rules), rules, read, verify, lenient, clock)


def _loaded(
    kind: type[G],
    rules: AnyRules,
    saved: "Saved",
    verify: bool,
    lenient: bool,
    clock: Clock | None,
) -> G:
    from abstractplay_hex import codec

    loaded = codec.load(rules, saved, lenient=lenient)
    forgiven = loaded.forgiven
    if verify or lenient:
        forgiven = [*codec.verify(rules, loaded, lenient=lenient), *forgiven]
    return kind.of_plies(rules, loaded.setup, loaded.plies, clock or utc_now, loaded.kept, forgiven)


def _state(
    rules: AnyRules,
    setup: Setup,
    plies: Sequence[Ply[Any]],
    clock: Clock,
    kept: "KeptStack | None" = None,
    forgiven: Sequence[StateError] = (),
) -> dict[str, Any]:
    """Return the attributes of a game whose last ply is looked at."""
    return {
        "rules": rules,
        "_setup": setup,
        "_clock": clock,
        "_stack": list(plies),
        "_at": len(plies) - 1,
        "_kept": kept,
        "forgiven": tuple(forgiven),
    }


def _unpickled(bound: bool, state: dict[str, Any]) -> Game[Any, Any]:
    rules = registry.rules_of(state["rules"])
    kind: type[Game[Any, Any]] = class_of(rules) if bound else Game
    game: Game[Any, Any] = kind.__new__(kind)
    game.__setstate__({**state, "rules": rules})
    return game


def _time(name: str, moment: datetime | None) -> str | None:
    try:
        return None if moment is None else time_text(moment)
    except ArgumentError:
        expected = Phrase("phrase.moment")
        raise ArgumentError("argument.record", name=name, expected=expected) from None


def _now(clock: object) -> str:
    return time_text(clock() if callable(clock) else None)


def _brief(value: object) -> str:
    """Show a wrong argument in a message, briefly."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 128:
        return Phrase("phrase.huge-number")
    text = repr(value)  # a text in quotes: '1' is no number
    return text if len(text) <= 24 else text[:21] + "..."


__all__ = [
    "BoundGame",
    "Clock",
    "Game",
    "class_of",
    "game_class",
    "load_game",
    "new_game",
]
