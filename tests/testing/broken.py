# mypy: allow-subclassing-any, allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
"""Games broken on purpose, each in one way: the proof that each check can fail.

Each function here takes a clean game class and returns one derived from it with a single fault;
``BREAKS`` lists them with the check that must catch it. Try one on a game of yours:

>>> from abstractplay_hex import game_class
>>> from abstractplay_hex.testing import check_game
>>> broken = BREAKS["repeated turns (fault 6)"].make(game_class("pods"))
>>> print(check_game(broken, only=["moves-no-repeats"]).faults[0].check)
moves-no-repeats
"""

import base64
import gzip
import random
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import count, islice
from typing import Any, ClassVar, Final

from attrs import evolve, field, frozen

from abstractplay_hex.codec import Migration
from abstractplay_hex.errors import ArgumentError, HexError, MoveError, PositionError, StateError
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.plies.ply import Ply
from abstractplay_hex.plies.results import DrawAgreed, GameAbandoned, Resigned, TimedOut
from abstractplay_hex.rules.draft import Assessment
from abstractplay_hex.rules.info import Variant
from abstractplay_hex.testing.harness import WORDS, AnyGame


@frozen
class Break:
    """One way to break a game, and the check that must catch it. ``options`` are for check_game."""

    name: str
    check: str
    make: Callable[[Any], type[AnyGame]]
    options: Mapping[str, Any] = field(factory=dict)


BREAKS: Final[dict[str, Break]] = {}
"""All ways to break a game, by name."""


def breaks(check: str, name: str, **options: Any) -> Callable[[Any], Any]:
    """Register a way to break a game."""

    def register(make: Any) -> Any:
        if name in BREAKS:
            raise ValueError(f"there is a break {name!r} already")
        BREAKS[name] = Break(name, check, make, options)
        return make

    return register


# ---- metadata ----------------------------------------------------------------------------------


@breaks("interface-complete", "a method without one of its arguments")
def _lacks_argument(base: Any) -> Any:
    class Broken(base):
        def render(self, perspective=0):
            return super().render(perspective)

    return Broken


def _with_info(check: str, name: str, **changes: Any) -> None:
    def make(base: Any) -> Any:
        return type("Broken", (base,), {"info": evolve(base.info, **changes)})

    breaks(check, name)(make)


_with_info("gameinfo-schema", "a date that is none", date_added="29 November")
_with_info("flags-urls-lists", "flags as a text", flags="scores")
_with_info("players-counted", "for three players, it says", playercounts=(3,))
_with_info(
    "variants-declared",
    "two variants of one name",
    variants=(Variant(uid="a", name="Same"), Variant(uid="b", name="Same")),
)


@breaks("names-to-show", "no description")
def _no_description(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def description(cls):
            return ""

    return Broken


@breaks("variants-echoed", "variants forgotten")
def _variants_forgotten(base: Any) -> Any:
    class Broken(base):
        @property
        def variants(self):
            return ["default"]

    return Broken


@breaks("variants-refused", "unknown variants are ignored")
def _ignores_variants(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def checked_variants(cls, variants):
            known = [v for v in variants if isinstance(v, str) and v in cls.info.requestable]
            return super().checked_variants(dict.fromkeys(known))

    return Broken


@breaks("variants-named", "default variants are not named")
def _defaults_unnamed(base: Any) -> Any:
    class Broken(base):
        def get_variants(self):
            return [v.name for v in self.info.variants if v.uid in self.variants]

    return Broken


@breaks("position-text", "positions are read as the start")
def _reads_start(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _read_position(cls, text, variants):
            super()._read_position(text, variants)
            return cls._start(variants)

    return Broken


@breaks("position-refused", "a bad position gives a KeyError")
def _position_key_error(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _read_position(cls, text, variants):
            try:
                return super()._read_position(text, variants)
            except PositionError as error:
                raise KeyError(text) from error

    return Broken


@breaks("errors-are-ours", "an IndexError for a player there is not")
def _index_error(base: Any) -> Any:
    class Broken(base):
        def player_score(self, player):
            return [super(Broken, self).player_score(n + 1) for n in range(self.numplayers)][
                player - 1
            ]

    return Broken


# ---- life --------------------------------------------------------------------------------------


@breaks("starts-fresh", "the start has an empty lastmove")
def _empty_lastmove(base: Any) -> Any:
    class Broken(base):
        @property
        def lastmove(self):
            return super().lastmove or ""

    return Broken


@breaks("plays-random-games", "random turns that are none")
def _random_nonsense(base: Any) -> Any:
    class Broken(base):
        def random_move(self, rng=None):
            return "nonsense"

    return Broken


@breaks("one-ply-a-move", "two plies a move")
def _two_plies(base: Any) -> Any:
    class Broken(base):
        def _push(self, *ply):
            super()._push(*ply)
            super()._push(*ply)

    return Broken


@breaks("load-any-ply", "gameover is that of the last ply")
def _gameover_of_last(base: Any) -> Any:
    class Broken(base):
        @property
        def gameover(self):
            return self._stack[-1].gameover

    return Broken


@breaks("load-refuses", "a ply too far is the last one")
def _clamps(base: Any) -> Any:
    class Broken(base):
        def load(self, ply=-1):
            last = len(self._stack) - 1
            return super().load(last if isinstance(ply, int) and ply > last else ply)

    return Broken


@breaks("undo-inverts-move", "undo takes back one ply only")
def _undo_one(base: Any) -> Any:
    class Broken(base):
        def undo(self, n=1):
            return super().undo(min(n, 1))

    return Broken


@breaks("undo-clears-ending", "rewinding leaves gameover set (fault 9)")
def _gameover_stays(base: Any) -> Any:
    class Broken(base):
        _over = False

        def _push(self, *ply):
            super()._push(*ply)
            self._over = self._stack[-1].gameover

        @property
        def gameover(self):
            return self._over or super().gameover

    return Broken


@breaks("undo-refuses", "undoing too much goes to the start")
def _undo_all(base: Any) -> Any:
    class Broken(base):
        def undo(self, n=1):
            good = type(n) is int and 1 <= n < len(self._stack)
            return super().undo(n) if good else self.load()

    return Broken


@breaks("clone-independent", "a clone shares the stack (fault 7)")
def _shared_stack(base: Any) -> Any:
    class Broken(base):
        def clone(self):
            copy = super().clone()
            copy._stack = self._stack
            return copy

    return Broken


@breaks("plies-never-change", "a later move rewrites history (fault 7)")
def _rewrites(base: Any) -> Any:
    class Broken(base):
        def _push(self, *ply):
            before = self._stack[-1]
            super()._push(*ply)
            if before.lastmove:
                object.__setattr__(before, "lastmove", f"{before.lastmove} ")

    return Broken


@breaks("fresh-lists", "winner is one list for all (fault 7)")
def _one_list(base: Any) -> Any:
    class Broken(base):
        @property
        def winner(self):
            if not hasattr(self, "_winners"):
                self._winners = super().winner
            return self._winners

    return Broken


@breaks("stale-move-refused", "a late submission silently wins (fault 14)")
def _last_wins(base: Any) -> Any:
    class Broken(base):
        def _check_open(self, *code):
            del self._stack[self._at + 1 :]
            super()._check_open(*code)

    return Broken


@breaks("second-submission-seen", "a text submitted twice is taken silently (fault 14)")
def _twice_is_once(base: Any) -> Any:
    class Broken(base):
        def move(self, text, partial=False, trusted=False):
            return self if text and text == self.lastmove else super().move(text, partial, trusted)

    return Broken


# ---- turns -------------------------------------------------------------------------------------


@breaks("moves-no-repeats", "repeated turns (fault 6)")
def _repeats(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _list_moves(cls, position):
            return [turn for turn in super()._list_moves(position) for _ in (1, 2)]

    return Broken


@breaks("moves-like-iter-moves", "moves() and iter_moves() differ")
def _list_shorter(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _list_moves(cls, position):
            return super()._list_moves(position)[1:]

    return Broken


@breaks("moves-like-iter-moves", "a wrong number of turns")
def _counts_one_more(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _count_moves(cls, position):
            return super()._count_moves(position) + 1

    return Broken


@breaks("iter-moves-lazy", "iter_moves() gives a list")
def _not_lazy(base: Any) -> Any:
    class Broken(base):
        def iter_moves(self):
            return list(super().iter_moves())

    return Broken


@breaks("moves-empty-when-over", "turns after the end (fault 6)")
def _turns_after_end(base: Any) -> Any:
    class Broken(base):
        def moves(self):
            return self._list_moves(self._ply.position)

    return Broken


@breaks("moves-can-be-made", "a listed turn is refused (fault 3)")
def _illegal_listed(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _iter_moves(cls, position):
            yield from super()._iter_moves(position)
            yield "zz99"

        @classmethod
        def _random_move(cls, position, rng):
            return rng.choice(list(super()._iter_moves(position)) or [None])

    return Broken


@breaks("moves-complete", "every second turn is not listed (fault 6)")
def _half_listed(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _iter_moves(cls, position):
            return islice(super()._iter_moves(position), 0, None, 2)

        @classmethod
        def _list_moves(cls, position):
            return list(cls._iter_moves(position))

    return Broken


@breaks("random-move-legal", "random turns that are not listed")
def _random_upper(base: Any) -> Any:
    class Broken(base):
        def random_move(self, rng=None):
            text = super().random_move(rng)
            return text and text.upper()

    return Broken


@breaks("complete-means-move", "validate says yes, move says no (fault 3)")
def _says_yes(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            answer = super().validate_move(text)
            if answer.valid or not isinstance(text, str):
                return answer
            return super().validate_move(text[:-1])

    return Broken


@breaks("refusal-changes-nothing", "a refused move leaves a ply behind")
def _leaves_ply(base: Any) -> Any:
    class Broken(base):
        def move(self, text, partial=False, trusted=False):
            try:
                return super().move(text, partial, trusted)
            except MoveError:
                self._stack.append(self._stack[-1])
                raise

    return Broken


@breaks("move-normalises", "capital letters are not known")
def _case_matters(base: Any) -> Any:
    class Broken(base):
        def _normal(self, text):
            normal = super()._normal(text)
            if text.strip() != text.strip().lower():
                raise MoveError("move.characters")
            return normal

    return Broken


@breaks("empty-text-does-nothing", "an empty text is an error")
def _empty_is_error(base: Any) -> Any:
    class Broken(base):
        def move(self, text, partial=False, trusted=False):
            if isinstance(text, str) and not text.strip():
                raise MoveError("move.not-text")
            return super().move(text, partial, trusted)

    return Broken


@breaks("partial-pushes-nothing", "a partial move is a move")
def _partial_is_whole(base: Any) -> Any:
    class Broken(base):
        def move(self, text, partial=False, trusted=False):
            return super().move(text, False, trusted)

    return Broken


@breaks("trusted-same", "a trusted turn is read as another")
def _trusted_other(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _read_turn(cls, position, text):
            return cls._check(position, next(cls._iter_moves(position)))

    return Broken


@breaks("same-move", "texts are compared, not positions")
def _compares_texts(base: Any) -> Any:
    class Broken(base):
        def same_move(self, a, b):
            return a == b

    return Broken


@breaks("buttons-work", "a button that does nothing")
def _dead_button(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _buttons(cls, position):
            return [{"label": "Press me", "move": "nonsense"}]

    return Broken


# ---- texts -------------------------------------------------------------------------------------


@breaks("validate-never-raises", "validate raises for what is no text")
def _validate_raises(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            return super().validate_move(text + "")

    return Broken


@breaks("validation-whole", "complete is missing (fault 4)")
def _no_complete(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            answer = super().validate_move(text)
            return answer if answer.complete == 1 else evolve(answer, complete=None)

    return Broken


@breaks("codes-stable", "a code that nobody registered")
def _free_codes(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            answer = super().validate_move(text)
            return evolve(answer, code=answer.message)

    return Broken


@breaks("messages-plain", "what was typed is in the message")
def _repeats_typed(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            answer = super().validate_move(text)
            return evolve(answer, message=f"{text}: {answer.message}")

    return Broken


@breaks("words-no-turns", 'the word "resign" begins a turn (fault 11)')
def _words_begin(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            return super().validate_move("" if text in WORDS else text)

    return Broken


@breaks("prefix-is-no-cell", "a text with more behind it is taken for a turn (fault 1)")
def _more_behind(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _assess(cls, position, text):
            answer = super()._assess(position, text)
            shorter = text[:-1]
            return answer if answer.valid or not shorter else super()._assess(position, shorter)

    return Broken


@breaks(
    "prefix-is-no-cell",
    "a1 matches turns that start a10 (fault 1)",
    variants=[("size-7",)],
    plies=40,
)
def _begins_like(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _assess(cls, position, text):
            answer = super()._assess(position, text)
            if not answer.valid and any(t.startswith(text) for t in cls._iter_moves(position)):
                return Assessment.unfinished("move.may-go-on", can_render=False)
            return answer

    return Broken


@breaks("texts-after-end", "moves after the end (fault 2)")
def _moves_after_end(base: Any) -> Any:
    class Broken(base):
        def _check_open(self, *code):
            pass

    return Broken


# ---- clicks ------------------------------------------------------------------------------------


@breaks("clicks-never-raise", "a click far away is an IndexError")
def _click_index_error(base: Any) -> Any:
    class Broken(base):
        def handle_click(self, move, row, col, piece=""):
            return super().handle_click(
                move, list(range(-1, 40))[row + 1] if row != -1 else -1, col, piece
            )

    return Broken


@breaks("clicks-off-board", "clicks beside the board count from its end")
def _click_beside(base: Any) -> Any:
    class Broken(base):
        def handle_click(self, move, row, col, piece=""):
            beside = type(row) is type(col) is int and (row < 0) != (col < 0)
            return (
                super().handle_click(move, abs(row), abs(col), piece)
                if beside
                else super().handle_click(move, row, col, piece)
            )

    return Broken


@breaks("clicks-after-end", "clicks after the end (fault 2)")
def _clicks_after_end(base: Any) -> Any:
    class Broken(base):
        def _check_open(self, code="move.over"):
            if code != "click.over":
                super()._check_open(code)

    return Broken


@breaks("clicks-validated", "a click calls any text complete (fault 3)")
def _click_complete(base: Any) -> Any:
    class Broken(base):
        def handle_click(self, move, row, col, piece=""):
            answer = super().handle_click(move, row, col, piece)
            return evolve(answer, complete=1) if answer.valid else answer

    return Broken


@breaks("clicks-let-go", "a second click does not let go (fault 2)")
def _never_lets_go(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            after = super()._click(position, text, place, piece)
            return after or text

    return Broken


@breaks("clicks-choose-anew", "no other piece can be chosen (fault 2)")
def _never_anew(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            after = super()._click(position, text, place, piece)
            return after if not after or after.startswith(text) else None

    return Broken


@breaks("clicks-extend", "clicks put new parts in front")
def _in_front(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            after = super()._click(position, text, place, piece)
            return ",".join(reversed(after.split(","))) if after else after

    return Broken


@breaks("clicks-play-games", "clicks mean nothing")
def _deaf(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            return None

    return Broken


@breaks("clicks-reach-all", "turns of one click only")
def _one_click(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            return None if text else super()._click(position, text, place, piece)

    return Broken


# ---- showing -----------------------------------------------------------------------------------


def _redrawn(check: str, name: str, change: Callable[[dict[str, Any], AnyGame], Any]) -> None:
    """Register a game whose pictures are changed."""

    @breaks(check, name)
    def make(base: Any) -> Any:
        class Broken(base):
            def render(self, perspective=0, alt_display=None):
                picture = super().render(perspective, alt_display)
                change(picture, self)
                return picture

        return Broken


def _renamed(picture: dict[str, Any], _: AnyGame) -> None:
    keys = {key: str(n) for n, key in enumerate(picture["legend"])}
    picture["legend"] = {keys[key]: value for key, value in picture["legend"].items()}
    picture["pieces"] = picture["pieces"].translate(str.maketrans(keys))


def _shifted(picture: dict[str, Any], _: AnyGame) -> None:
    middle = picture["pieces"].count("\n") // 2
    for hint in picture.get("annotations", []):
        for target in hint["targets"]:
            if target["row"] > middle:
                target["col"] = max(target["col"] - 1, 0)


_redrawn(
    "render-schema",
    "a board style that there is not",
    lambda p, _: p["board"].update(style="hex-of-hexes"),
)
_redrawn(
    "render-plain-call",
    "nothing to draw before the first turn (fault 12)",
    lambda _, g: g.results[0],
)
_redrawn(
    "render-no-empties",
    "an annotation without targets (fault 12)",
    lambda p, _: p.setdefault("annotations", []).append({"type": "enter", "targets": []}),
)
_redrawn("render-legend", "digits as legend keys (fault 12)", _renamed)
_redrawn(
    "render-fits-board",
    "a row is missing (fault 5)",
    lambda p, _: p.update(pieces=p["pieces"].rpartition("\n")[0]),
)
_redrawn("hints-on-the-turn", "places below the middle are off by one (fault 5)", _shifted)


@breaks("render-unknown-options", "an unknown display is a KeyError")
def _display_key_error(base: Any) -> Any:
    class Broken(base):
        def render(self, perspective=0, alt_display=None):
            if alt_display is not None:
                {d.uid: d for d in self.info.displays}[alt_display]
            return super().render(perspective, alt_display)

    return Broken


@breaks("render-not-shared", "a picture is kept and given out again (fault 7)")
def _kept_picture(base: Any) -> Any:
    class Broken(base):
        def render(self, perspective=0, alt_display=None):
            if not hasattr(self, "_kept"):
                self._kept: dict[Any, Any] = {}
            asked = (
                self.ply,
                len(self._stack),
                repr(self._preview_shown),
                perspective,
                repr(alt_display),
            )
            if asked not in self._kept:
                self._kept[asked] = super().render(perspective, alt_display)
            return self._kept[asked]

    return Broken


@breaks("render-turn-under-way", "a turn under way is not shown")
def _no_preview(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _preview(cls, position, text):
            return None

    return Broken


@breaks("cells-described", "nothing is said of cells, not even their names")
def _silent_cells(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _describe(cls, position, place):
            return " "

    return Broken


@breaks("sidebar-shapes", "one score for two players")
def _one_score(base: Any) -> Any:
    class Broken(base):
        def sidebar_scores(self):
            return [{"name": "Score", "scores": [0]}]

    return Broken


@breaks("player-scores", "flagged scores, but without any")
def _no_scores(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _score(cls, position, player):
            return None

    return Broken


# ---- telling -----------------------------------------------------------------------------------


@breaks("results-each-ply", "plies without results")
def _no_results(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _play(cls, position, turn):
            played = super()._play(position, turn)
            over = any(r.type == "eog" for r in played.results)
            return played if over else evolve(played, results=())

    return Broken


@breaks("chat-each-ply", "chat without the first ply")
def _chat_short(base: Any) -> Any:
    class Broken(base):
        def chat_log(self, names=()):
            return super().chat_log(names)[1:]

    return Broken


@breaks("move-history-shape", "rounds of one move")
def _single_rounds(base: Any) -> Any:
    class Broken(base):
        def move_history(self):
            return [[move] for row in super().move_history() for move in row]

    return Broken


@breaks("history-with-sequence", "all moves are player 1's")
def _all_first(base: Any) -> Any:
    class Broken(base):
        def move_history_with_sequence(self):
            return [[[1, move] for move in row] for row in self.move_history()]

    return Broken


def _rerecorded(check: str, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Register a game whose records are changed."""

    @breaks(check, name)
    def make(base: Any) -> Any:
        class Broken(base):
            def record(self, players, **options):
                record = super().record(players, **options)
                change(record)
                return record

        return Broken


_rerecorded(
    "record-schema", "a record without date", lambda r: r["header"].update({"date-start": None})
)
_rerecorded(
    "record-results",
    "a record without results",
    lambda r: [p.pop("result") for p in r["header"]["players"]],
)
_rerecorded("record-moves", "a record from the end", lambda r: r["moves"].reverse())


@breaks("record-refuses", "a record of a game that goes on")
def _early_record(base: Any) -> Any:
    class Broken(base):
        def record(self, players, **options):
            return super().record(players, **options) if self.gameover else {}

    return Broken


@breaks("timestamps-form", "times with an offset")
def _offset_times(base: Any) -> Any:
    class Broken(base):
        def _now(self):
            return super()._now().replace("Z", "+00:00")

    return Broken


# ---- saving ------------------------------------------------------------------------------------


def _resaved(check: str, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Register a game whose state is changed."""

    @breaks(check, name)
    def make(base: Any) -> Any:
        class Broken(base):
            def state(self):
                state = super().state()
                change(state)
                return state

        return Broken


_resaved("state-shape", "a key more in the saved game", lambda s: s.update(extra=1))
_resaved(
    "state-plain-json", "a tuple in the saved game", lambda s: s.update(winner=tuple(s["winner"]))
)
_resaved(
    "version-stamps",
    "only the last ply has its version (fault 10)",
    lambda s: s["stack"][0].update(_version="0"),
)


@breaks("state-not-shared", "the saved game is kept and given out again (fault 7)")
def _kept_state(base: Any) -> Any:
    class Broken(base):
        def state(self):
            if not hasattr(self, "_kept"):
                self._kept = super().state()
            return self._kept

    return Broken


@breaks("serialize-fixed-point", "loading forgets times")
def _forgets_times(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _from_plies(cls, variants, plies, *clock):
            now = "2026-01-01T00:00:00.000Z"
            plies = [Ply(p.position, p.results, p.lastmove, now, p.version) for p in plies]
            return super()._from_plies(variants, plies, *clock)

    return Broken


@breaks("load-answers-same", "loading looks at the start")
def _loads_start(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _from_plies(cls, variants, plies, *clock):
            return super()._from_plies(variants, plies, *clock).load(0)

    return Broken


@breaks("load-keeps-input", "loading empties what it is given (fault 7)")
def _eats_input(base: Any) -> Any:
    def eating(hook: Any) -> Any:
        def read(data):
            out = hook(data)
            if isinstance(data, dict | list):
                data.clear()
            return out

        return read

    class Broken(base):
        state_hooks: ClassVar[Any] = {kind: eating(hook) for kind, hook in base.state_hooks.items()}

    return Broken


@breaks("gz-form", "packed twice")
def _packs(base: Any) -> Any:
    class Broken(base):
        def serialize(self, strip=False, player=None):
            packed = gzip.compress(super().serialize().encode())
            return "gz:" + base64.b64encode(packed).decode()

    return Broken


class _AnyVersion(dict[str, Migration]):
    def __init__(self, to: str) -> None:
        self._step = Migration(to, dict)

    def get(self, key: Any, default: Any = None) -> Any:
        return self._step


@breaks("versions-refused", "any version is taken for today's (fault 10)")
def _any_version(base: Any) -> Any:
    class Broken(base):
        migrations = _AnyVersion(base.info.version)

    return Broken


@breaks("migrations-arrive", "a migration to nowhere (fault 10)")
def _nowhere(base: Any) -> Any:
    class Broken(base):
        migrations: ClassVar[Any] = {"0": Migration("0.5", dict)}

    return Broken


@breaks("foreign-states-refused", "states with unknown variants are taken")
def _any_variants(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def checked_variants(cls, variants):
            return super().checked_variants([v for v in variants if v in cls.info.requestable])

    return Broken


@breaks("damaged-states-refused", "a damaged ply is a KeyError")
def _damage_key_error(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _load_position(cls, saved, before, variants):
            try:
                return super()._load_position(saved, before, variants)
            except StateError as error:
                raise KeyError(saved.lastmove) from error

    return Broken


@breaks("maps-without-order", "parts in another order are another move (fault 8)")
def _ordered_moves(base: Any) -> Any:
    class Broken(base):
        def same_move(self, a, b):
            same = super().same_move(a, b)
            return same and ("," not in a or a.split(",") == b.split(","))

    return Broken


@breaks("endings-saved", "endings by word do not load")
def _no_words(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _load_position(cls, saved, before, variants):
            if saved.lastmove in PSEUDO_PLIES:
                raise StateError("state.word", path=".lastmove")
            return super()._load_position(saved, before, variants)

    return Broken


@breaks("altered-games-refused", "any two positions are said to be saved alike (fault 13)")
def _all_alike(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _saved_alike(cls, position, other):
            return True

    return Broken


@breaks(
    "verify-finds-no-fault", "one unreadable game stops a bulk job (fault 13)", plies=20, games=6
)
def _stops_job(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _load_position(cls, saved, before, variants):
            try:
                return super()._load_position(saved, before, variants)
            except HexError as error:
                raise RuntimeError("unreadable") from error

    return Broken


@breaks("verify-finds-no-fault", "results that no replay gives")
def _counted_results(base: Any) -> Any:
    numbers = count()

    class Broken(base):
        @classmethod
        def _play(cls, position, turn):
            played = super()._play(position, turn)
            first = evolve(played.results[0], count=next(numbers))
            return evolve(played, results=(first, *played.results[1:]))

    return Broken


# ---- endings -----------------------------------------------------------------------------------


@breaks("resign-ends", "who resigns wins")
def _resigner_wins(base: Any) -> Any:
    class Broken(base):
        def resign(self, player):
            self._check_player(player)
            return self._end("resign", Resigned(player=player), player)

    return Broken


@breaks("timeout-ends", "a timeout is called a resignation")
def _timeout_resigns(base: Any) -> Any:
    class Broken(base):
        def timeout(self, player):
            self._check_player(player)
            return self._end("resign", TimedOut(player=player), *self._others(player))

    return Broken


@breaks("draw-ends", "nobody wins a draw")
def _empty_draw(base: Any) -> Any:
    class Broken(base):
        def draw(self):
            return self._end("draw", DrawAgreed())

    return Broken


@breaks("abandoned-ends", "all win an abandoned game")
def _all_win(base: Any) -> Any:
    class Broken(base):
        def abandoned(self):
            return self._end("abandoned", GameAbandoned(), 1, 2)

    return Broken


@breaks("no-further-ending", "ended twice")
def _ends_twice(base: Any) -> Any:
    class Broken(base):
        def _check_open(self, code="move.over"):
            if code != "move.over-ending":
                super()._check_open(code)

    return Broken


@breaks("players-in-range", "player 0 resigns")
def _player_zero(base: Any) -> Any:
    class Broken(base):
        def _check_player(self, player):
            pass

    return Broken


def _without_results(base: Any, *types: str) -> Any:
    class Broken(base):
        @classmethod
        def _play(cls, position, turn):
            played = super()._play(position, turn)
            kept = tuple(r for r in played.results if r.type not in types)
            return evolve(played, results=kept)

    return Broken


@breaks("ends-by-play", "an end without eog", plies=60)
def _no_eog(base: Any) -> Any:
    return _without_results(base, "eog")


@breaks("ends-by-play", "a game that gets stuck instead of ending", plies=60)
def _stuck(base: Any) -> Any:
    return _without_results(base, "eog", "winners")


# ---- determinism -------------------------------------------------------------------------------


@breaks("random-move-seeded", "the generator given is not used")
def _own_generator(base: Any) -> Any:
    class Broken(base):
        def random_move(self, rng=None):
            return super().random_move()

    return Broken


@breaks("same-seed-same-game", "counts in the saved game")
def _counts(base: Any) -> Any:
    numbers = count()

    class Broken(base):
        def _now(self):
            return f"2026-01-01T00:00:00.{next(numbers) % 1000:03}Z"

    return Broken


@breaks("games-apart", "a counter for all games (fault 7)")
def _counts_for_all(base: Any) -> Any:
    return _counts(base)


@breaks("no-global-random", "the global generator is used")
def _global_random(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _random_move(cls, position, rng):
            return random.choice(cls._list_moves(position) or [None])

    return Broken


@breaks("no-system-clock", "the system's clock is used")
def _system_clock(base: Any) -> Any:
    class Broken(base):
        def _now(self):
            return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    return Broken


@breaks("clock-once-a-ply", "the clock is asked twice")
def _asks_twice(base: Any) -> Any:
    class Broken(base):
        def _now(self):
            super()._now()
            return super()._now()

    return Broken


@breaks("clock-needs-zone", "times without zone are taken")
def _no_zone(base: Any) -> Any:
    class Broken(base):
        def _now(self):
            try:
                return super()._now()
            except ArgumentError:
                return "2026-01-01T00:00:00.000Z"

    return Broken


@breaks("time-bounded", "a slow answer", seconds=0.2)
def _slow(base: Any) -> Any:
    class Broken(base):
        def validate_move(self, text):
            time.sleep(0.25)
            return super().validate_move(text)

    return Broken


# ---- geometry ----------------------------------------------------------------------------------


@breaks("cells-in-order", "labels end at z (fault 5)", variants=[("size-14",)])
def _labels_end(base: Any) -> Any:
    class Broken(base):
        def handle_click(self, move, row, col, piece=""):
            answer = super().handle_click(move, row, col, piece)
            return evolve(answer, move=answer.move.replace("aa", "z"))

    return Broken


@breaks("whole-board-clickable", "rim cells are left out (fault 5)")
def _no_rim(base: Any) -> Any:
    class Broken(base):
        @classmethod
        def _click(cls, position, text, place, piece):
            return None if place and 0 in place else super()._click(position, text, place, piece)

    return Broken
