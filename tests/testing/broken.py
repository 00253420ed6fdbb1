# mypy: allow-subclassing-any, allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
"""Games broken on purpose, each in one way: the proof that each check can fail.

``BREAKS`` lists them with the check that must catch each. A break changes one method, of the rules or of
the game's own class: ``change`` gets the method as it was, the object, and the arguments.
"""

import base64
import gzip
import random
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import chain, count, islice
from typing import Any, Final

from attrs import evolve, field, frozen

from abstractplay_hex.board import cells_in
from abstractplay_hex.errors import ArgumentError, HexError, MoveError, PositionError, StateError
from abstractplay_hex.game import class_of
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.results import Resigned, ending
from abstractplay_hex.registry import rules_of
from abstractplay_hex.render.legend import LegendEntry
from abstractplay_hex.rules.actions import Acting, Actions, Planes
from abstractplay_hex.rules.draft import Draft, Verdict
from abstractplay_hex.rules.editing import Editing
from abstractplay_hex.rules.info import Variant
from abstractplay_hex.rules.interface import AnyRules
from abstractplay_hex.rules.saved import MigrationStep
from abstractplay_hex.rules.symmetry import Symmetry, same_turn
from abstractplay_hex.rules.teaching import Figure, Ruling, Section, Teaching
from abstractplay_hex.testing.odd import WORDS


@frozen
class Break:
    """One way to break a game, and the check that must catch it. ``options`` are for check_game."""

    name: str
    check: str
    make: Callable[[type[AnyRules]], Any]
    options: Mapping[str, Any] = field(factory=dict)


BREAKS: Final[dict[str, Break]] = {}
"""All ways to break any game, by name."""


def breaks(check: str, name: str, **options: Any) -> Callable[[Any], Any]:
    """Register a function that makes broken rules of good ones."""

    def register(make: Any) -> Any:
        if name in BREAKS:
            raise ValueError(f"there is a break {name!r} already")
        BREAKS[name] = Break(name, check, make, options)
        return make

    return register


def changed(base: Any, name: str, change: Callable[..., Any]) -> Any:
    """Return a class derived from *base* with one method or property changed."""
    original = getattr(base, name)
    if isinstance(original, property):
        member: Any = property(lambda self: change(lambda: original.__get__(self), self))
    else:

        def member(self, *args, **options):
            return change(lambda *a, **o: original(self, *a, **o), self, *args, **options)

    return type("Broken", (base,), {name: member})


def rules(check: str, name: str, method: str, change: Callable[..., Any], **options: Any) -> None:
    """Register rules with one method changed."""
    breaks(check, name, **options)(lambda base: changed(base, method, change))


def game(check: str, name: str, method: str, change: Callable[..., Any], **options: Any) -> None:
    """Register a game whose own class, which no author writes, has one method changed."""
    breaks(check, name, **options)(lambda base: changed(class_of(rules_of(base)), method, change))


def info(check: str, name: str, **changes: Any) -> None:
    """Register rules with other metadata."""
    breaks(check, name, variants=[()])(
        lambda base: type("Broken", (base,), {"info": evolve(base.info, **changes)})
    )


def form(check: str, name: str, change: Callable[[Any], Mapping[str, Any]]) -> None:
    """Register rules with another form of saved plies."""
    breaks(check, name)(
        lambda base: type("Broken", (base,), {"state": evolve(base.state, **change(base.state))})
    )


# ---- metadata ----------------------------------------------------------------------------------


@breaks("interface-complete", "a method of the game without one of its arguments")
def _lacks_argument(base: Any) -> Any:
    class Broken(class_of(rules_of(base))):  # type: ignore[misc]
        def render(self, perspective=0):
            return super().render(perspective)

    return Broken


@breaks("interface-complete", "a method of the rules without one of its arguments")
def _lacks_click(base: Any) -> Any:
    class Broken(base):
        def click(self, position, draft):
            return None

    return Broken


info("gameinfo-schema", "a date that is none", date_added="29 November")
info("flags-urls-lists", "flags as a text", flags="scores")
info("flags-and-categories", "a flag that no front end knows", flags=("scores", "colourful"))
info("flags-and-categories", "a category of no kind", categories=("hexes>many",))
info("players-counted", "for 9 players, it says", playercounts=(2, 9))
info("every-seat-moves", "for three players, it says", playercounts=(3,))
info("names-to-show", "no description", description="")
info(
    "variants-declared",
    "two variants of one name",
    variants=(Variant(uid="a", name="Same"), Variant(uid="b", name="Same")),
)


def _only_known(sup, self, variants=(), seats=None):
    known = [v for v in variants if isinstance(v, str) and v in self.info.requestable]
    return sup(list(dict.fromkeys(known)), seats)


game("variants-echoed", "variants forgotten by the game", "variants", lambda sup, _: ["default"])
rules("variants-echoed", "variants forgotten", "setup", lambda sup, _, v=(), n=None: sup((), n))
rules("variants-refused", "unknown variants are ignored", "setup", _only_known)
game(
    "variants-named",
    "default variants are not named",
    "get_variants",
    lambda sup, self: [v.name for v in self.info.variants if v.uid in self.variants],
)
rules(
    "position-text",
    "positions are read as the start",
    "read_position",
    lambda sup, self, text, setup: sup(text, setup) and self.initial(setup),
)


def raising(kind: type[Exception], instead_of: type[HexError]) -> Callable[..., Any]:
    """Return a change that raises another error than the method."""

    def change(sup, _, *args):
        try:
            return sup(*args)
        except instead_of as error:
            raise kind("unreadable") from error

    return change


rules(
    "position-refused",
    "a bad position gives a KeyError",
    "read_position",
    raising(KeyError, PositionError),
)
game(
    "errors-are-ours",
    "an IndexError for a player there is not",
    "player_score",
    lambda sup, self, player: [sup(n + 1) for n in range(self.numplayers)][player - 1],
)


# ---- the rules alone ---------------------------------------------------------------------------

rules(
    "turns-once",
    "each turn is yielded twice",
    "legal_turns",
    lambda sup, _, position: (turn for turn in sup(position) for _ in (1, 2)),
)
rules(
    "turns-once",
    "a turn too many is counted",
    "count_turns",
    lambda sup, _, position: sup(position) + 1,
)
rules(
    "texts-name-turns",
    "a text is read as the first turn",
    "read_turn",
    lambda sup, self, position, text: (
        sup(position, text) and next(iter(self.legal_turns(position)))
    ),
)


def _other_turn(sup, self, position, text):
    draft = sup(position, text)
    if draft.turn is None:
        return draft
    return Draft.playable(next(iter(self.legal_turns(position))), "move.complete")


rules("texts-name-turns", "a text is judged as the first turn", "interpret", _other_turn)
rules("after-is-play", "after is the position before", "after", lambda sup, _, before, turn: before)
rules(
    "after-is-play",
    "play writes texts its own way",
    "play",
    lambda sup, _, *args: evolve(sup(*args), text=sup(*args).text + "!"),
)
rules(
    "random-turn-legal",
    "a turn is found half of the time",
    "random_turn",
    lambda sup, _, position, rng: sup(position, rng) if rng.random() < 0.5 else None,
)
rules(
    "random-turn-legal",
    "the first turn is drawn each time",
    "random_turn",
    lambda sup, self, position, rng: next(iter(self.legal_turns(position)), None),
    variants=[()],
    plies=16,
)
rules("outcome-ends-game", "nobody knows who has won", "outcome", lambda sup, _, position: None)
rules(
    "to-move-agrees",
    "seats are counted from 2",
    "to_move",
    lambda sup, _, position: sup(position) + 1,
)


def _swaps_sides(sup, _, scene):
    object.__setattr__(scene.position, "side", 3 - scene.position.side)
    return sup(scene)


rules("positions-are-values", "drawing changes the position", "draw", _swaps_sides)


def _early_turn(sup, self, position, text):
    draft = sup(position, text)
    if draft.turn is not None or not draft.valid or not text:
        return draft
    turn = next(iter(self.legal_turns(position)))
    return Draft(Verdict(draft.code, draft.params, -1, True, True), turn, draft.partial)


rules(
    "drafts-agree",
    "unfinished, but with a turn",
    "interpret",
    _early_turn,
    variants=[("size-7",)],
)


# ---- life --------------------------------------------------------------------------------------


def _also_appends(sup, self, *ply):
    sup(*ply)
    self._stack.append(self._stack[-1])
    self._at += 1


def _rewrites(sup, self, *ply):
    before = self._stack[-1]
    sup(*ply)
    if before.lastmove:
        object.__setattr__(before, "lastmove", f"{before.lastmove} ")


def _clamps(sup, self, ply=-1):
    last = len(self._stack) - 1
    return sup(last if isinstance(ply, int) and ply > last else ply)


def _undoes_all(sup, self, n=1):
    return sup(n) if type(n) is int and 1 <= n < len(self._stack) else self.load()


def _shares_stack(sup, self):
    copy = sup()
    copy._stack = self._stack
    return copy


def _one_list(sup, self):
    if "winners" not in vars(self):
        self.winners = sup()
    return self.winners


def _drops_later(sup, self, *code):
    del self._stack[self._at + 1 :]
    sup(*code)


@breaks("undo-clears-ending", "rewinding leaves gameover set (fault 9)")
def _gameover_stays(base: Any) -> Any:
    class Broken(class_of(rules_of(base))):  # type: ignore[misc]
        over = False

        def _push(self, *ply):
            super()._push(*ply)
            self.over = self._stack[-1].gameover

        @property
        def gameover(self):
            return self.over or super().gameover

    return Broken


game("starts-fresh", "the start has an empty lastmove", "lastmove", lambda sup, _: sup() or "")
game(
    "plays-random-games",
    "random turns that are none",
    "random_move",
    lambda sup, _, rng=None: "nonsense",
)
game("one-ply-a-move", "two plies a move", "_push", _also_appends)
game(
    "load-any-ply",
    "gameover is that of the last ply",
    "gameover",
    lambda sup, self: self._stack[-1].gameover,
)
game("load-refuses", "a ply too far is the last one", "look_at", _clamps)
game(
    "undo-inverts-move",
    "undo takes back one ply only",
    "undo",
    lambda sup, _, n=1: sup(min(n, 1)),
)
game("undo-refuses", "undoing too much goes to the start", "undo", _undoes_all)
game("clone-independent", "a clone shares the stack (fault 7)", "clone", _shares_stack)
game("clone-independent", "copy.copy shares the stack (fault 7)", "__copy__", _shares_stack)
game("plies-never-change", "a later move rewrites history (fault 7)", "_push", _rewrites)
game("fresh-lists", "winner is one list for all (fault 7)", "winner", _one_list)
game(
    "stale-move-refused", "a late submission silently wins (fault 14)", "_check_open", _drops_later
)
game(
    "second-submission-seen",
    "a text submitted twice is taken silently (fault 14)",
    "move",
    lambda sup, self, text, *args, **options: (
        self if text and text == self.lastmove else sup(text, *args, **options)
    ),
)


# ---- turns -------------------------------------------------------------------------------------

rules(
    "moves-no-repeats",
    "repeated turns (fault 6)",
    "turn_texts",
    lambda sup, _, position: sup(position) * 2,
)
rules(
    "moves-like-iter-moves",
    "moves() and iter_moves() differ",
    "turn_texts",
    lambda sup, _, position: sup(position)[1:],
)
rules(
    "moves-like-iter-moves",
    "a wrong number of turns",
    "count_turns",
    lambda sup, _, position: sup(position) + 1,
)
game("iter-moves-lazy", "iter_moves() gives a list", "iter_moves", lambda sup, _: list(sup()))
rules(
    "iter-moves-lazy",
    "legal_turns gives a list",
    "legal_turns",
    lambda sup, _, position: list(sup(position)),
)
game(
    "moves-empty-when-over",
    "turns after the end (fault 6)",
    "moves",
    lambda sup, self: self.rules.turn_texts(self.looked_at.position),
)
game(
    "moves-can-be-made",
    "a listed turn is refused (fault 3)",
    "iter_moves",
    lambda sup, _: chain(sup(), ["zz99"]),
)
rules(
    "moves-complete",
    "every second turn is not listed (fault 6)",
    "legal_turns",
    lambda sup, _, position: islice(sup(position), 0, None, 2),
)
game(
    "random-move-legal",
    "random turns that are not listed",
    "random_move",
    lambda sup, _, rng=None: (sup(rng) or "").upper() or None,
)


def _says_yes(sup, _, text):
    answer = sup(text)
    return answer if answer.valid or not isinstance(text, str) else sup(text[:-1])


def _leaves_ply(sup, self, *args, **options):
    try:
        return sup(*args, **options)
    except MoveError:
        self._stack.append(self._stack[-1])
        raise


def _no_instructions(sup, _, position, text):
    return sup(position, text) if text else Draft.refused("move.empty")


game("complete-means-move", "validate says yes, move says no (fault 3)", "validate_move", _says_yes)
game("refusal-changes-nothing", "a refused move leaves a ply behind", "move", _leaves_ply)
game(
    "move-normalises",
    "capital letters are not known",
    "validate_move",
    lambda sup, _, text: sup(text if str(text) == str(text).lower() else "?"),
)
game(
    "empty-text-does-nothing",
    "an empty text is dropped silently",
    "move",
    lambda sup, self, text, *args, **options: (
        sup(text, *args, **options) if str(text).strip() else self
    ),
)
rules("empty-text-does-nothing", "no instructions", "interpret", _no_instructions)
game(
    "partial-pushes-nothing",
    "a partial move is a move",
    "move",
    lambda sup, _, text, partial=False, trusted=False: sup(text, False, trusted),
)
rules(
    "trusted-same",
    "a trusted turn is read as another",
    "read_turn",
    lambda sup, self, position, text: next(iter(self.legal_turns(position))),
)
game("same-move", "texts are compared, not positions", "same_move", lambda sup, _, a, b: a == b)
rules(
    "buttons-work",
    "a button that does nothing",
    "buttons",
    lambda sup, _, position: [{"label": "Press me", "key": "press", "move": "nonsense"}],
)


# ---- texts -------------------------------------------------------------------------------------


def _no_complete(sup, _, text):
    answer = sup(text)
    return answer if answer.complete == 1 else evolve(answer, complete=None)


def _more_behind(sup, _, position, text):
    draft = sup(position, text)
    return draft if draft.valid or len(text) < 2 else sup(position, text[:-1])


def _begins_like(sup, self, position, text):
    draft = sup(position, text)
    if not draft.valid and any(t.startswith(text) for t in self.turn_texts(position)):
        return Draft.unfinished("move.may-go-on", can_render=False)
    return draft


game(
    "validate-never-raises",
    "validate raises for what is no text",
    "validate_move",
    lambda sup, _, text: sup(text + ""),
)
game("validation-whole", "complete is missing (fault 4)", "validate_move", _no_complete)
game(
    "codes-stable",
    "a code that nobody registered",
    "validate_move",
    lambda sup, _, text: evolve(sup(text), code=sup(text).message),
)
game(
    "messages-plain",
    "what was typed is in the message",
    "validate_move",
    lambda sup, _, text: evolve(sup(text), message=f"{text}: {sup(text).message}"),
)
game(
    "words-no-turns",
    'the word "resign" begins a turn (fault 11)',
    "validate_move",
    lambda sup, _, text: sup("" if text in WORDS else text),
)
rules(
    "prefix-is-no-cell",
    "a text with more behind it is taken for a turn (fault 1)",
    "interpret",
    _more_behind,
)
rules(
    "prefix-is-no-cell",
    "a1 matches turns that start a10 (fault 1)",
    "interpret",
    _begins_like,
    variants=[("size-7",)],
    plies=40,
)
game("texts-after-end", "moves after the end (fault 2)", "_check_open", lambda sup, *_: None)


# ---- clicks ------------------------------------------------------------------------------------


def clicks(check: str, name: str, change: Callable[[Any, Any, Any], Any], **options: Any) -> None:
    """Register rules with other clicks: *change* gets the new text, the draft and the click."""

    def click(sup, _, position, draft, click):
        return change(sup(position, draft, click), draft, click)

    rules(check, name, "click", click, **options)


def _far_index(sup, _, move, row, col, piece=""):
    return sup(move, list(range(-1, 40))[row + 1] if row != -1 else -1, col, piece)


def _counts_back(sup, _, move, row, col, piece=""):
    beside = type(row) is type(col) is int and (row < 0) != (col < 0)
    return sup(move, abs(row), abs(col), piece) if beside else sup(move, row, col, piece)


def _keeps_rubbish(sup, self, move, *click):
    answer = sup(move, *click)
    return answer if self.validate_move(move).valid else evolve(answer, move=f"{move}{answer.move}")


def _click_complete(sup, _, *click):
    answer = sup(*click)
    return evolve(answer, complete=1) if answer.valid else answer


def _reads_again(sup, self, scene):
    for _ in range(3):
        if scene.draft and scene.draft.turn is not None:
            self.interpret(scene.before, self.write(scene.draft.turn))
    return sup(scene)


game("clicks-never-raise", "a click far away is an IndexError", "handle_click", _far_index)
game("clicks-off-board", "clicks beside the board count from its end", "handle_click", _counts_back)
game(
    "clicks-after-end",
    "clicks after the end (fault 2)",
    "_check_open",
    lambda sup, _, code="move.over": None if code == "click.over" else sup(code),
)
game(
    "clicks-validated", "a click calls any text complete (fault 3)", "handle_click", _click_complete
)
game("clicks-on-rubbish", "clicks go on from rubbish", "handle_click", _keeps_rubbish)
clicks(
    "clicks-let-go",
    "a second click does not let go (fault 2)",
    lambda after, draft, click: after or None,
)
clicks(
    "clicks-choose-anew",
    "no other piece can be chosen (fault 2)",
    lambda after, draft, click: None if draft.partial and after and after.isalnum() else after,
    variants=[("size-7",)],
)
clicks(
    "clicks-extend",
    "clicks put new parts in front",
    lambda after, draft, click: ",".join(reversed(after.split(","))) if after else after,
)
clicks(
    "highlights-clickable",
    "rim cells that are highlighted are deaf",
    lambda after, draft, click: None if draft.partial and click.place[0] == 0 else after,
)
clicks(
    "turns-clickable",
    "a second stone cannot be clicked",
    lambda after, draft, click: None if after and "," in after else after,
)
rules("text-read-once", "drawing reads the text again, and again", "draw", _reads_again)
clicks("clicks-play-games", "clicks mean nothing", lambda after, draft, click: None)
clicks(
    "clicks-reach-all",
    "turns of one click only",
    lambda after, draft, click: None if draft.partial else after,
)


# ---- showing -----------------------------------------------------------------------------------


def pictures(check: str, name: str, change: Callable[[dict[str, Any], Any], Any]) -> None:
    """Register a game whose pictures are changed."""

    def render(sup, self, *args, **options):
        picture = sup(*args, **options)
        change(picture, self)
        return picture

    game(check, name, "render", render)


def _renamed(picture: dict[str, Any], _: Any) -> None:
    keys = {key: str(n) for n, key in enumerate(picture["legend"])}
    picture["legend"] = {keys[key]: value for key, value in picture["legend"].items()}
    picture["pieces"] = picture["pieces"].translate(str.maketrans(keys))


def _shifted(picture: dict[str, Any], _: Any) -> None:
    middle = picture["pieces"].count("\n") // 2
    for hint in picture.get("annotations", []):
        for target in hint["targets"]:
            if target["row"] > middle:
                target["col"] = max(target["col"] - 1, 0)


def _key_error(sup, self, perspective=0, alt_display=None):
    if alt_display is not None:
        {d.uid: d for d in self.info.displays}[alt_display]
    return sup(perspective, alt_display)


def _kept_picture(sup, self, perspective=0, alt_display=None):
    asked = self.ply, len(self._stack), repr(self._preview), perspective, repr(alt_display)
    pictures = vars(self).setdefault("pictures", {})
    if asked not in pictures:
        pictures[asked] = sup(perspective, alt_display)
    return pictures[asked]


pictures(
    "render-schema",
    "a board style that there is not",
    lambda p, _: p["board"].update(style="hex-of-hexes"),
)
pictures(
    "render-plain-call",
    "nothing to draw before the first turn (fault 12)",
    lambda _, g: g.results[0],
)
pictures(
    "render-no-empties",
    "an annotation without targets (fault 12)",
    lambda p, _: p.setdefault("annotations", []).append({"type": "enter", "targets": []}),
)
pictures("render-legend", "digits as legend keys (fault 12)", _renamed)
pictures(
    "render-glyphs",
    "a glyph that the site has not",
    lambda p, _: p["legend"].update(X={"name": "unicorn", "colour": 1}),
)
pictures(
    "render-fits-board",
    "a row is missing (fault 5)",
    lambda p, _: p.update(pieces=p["pieces"].rpartition("\n")[0]),
)
pictures("hints-on-the-turn", "places below the middle are off by one (fault 5)", _shifted)
rules(
    "positions-drawn-apart",
    "the board is drawn as it was before the turn",
    "draw",
    lambda sup, _, scene: sup(evolve(scene, position=scene.before or scene.position)),
)
game("render-unknown-options", "an unknown display is a KeyError", "render", _key_error)
game(
    "render-not-shared", "a picture is kept and given out again (fault 7)", "render", _kept_picture
)
rules(
    "render-turn-under-way",
    "a turn under way is not shown",
    "draw",
    lambda sup, _, scene: sup(
        evolve(scene, position=scene.before, draft=None) if scene.draft else scene
    ),
)
rules(
    "cells-described",
    "nothing is said of cells, not even their names",
    "describe",
    lambda sup, *_: " ",
)
rules(
    "cells-described",
    "all cells have the same name",
    "cell_names",
    lambda sup, _, position: dict.fromkeys(sup(position), "a1"),
)
rules(
    "cells-described",
    "a board that is not turned at all",
    "rotation",
    lambda sup, *_: 0,
)
rules(
    "legend-shown",
    "an entry of the legend says nothing",
    "legend",
    lambda sup, *_: [LegendEntry(" ", {"board": {"style": "hex-odd-p", "width": 1, "height": 1}})],
)
rules(
    "legend-shown",
    "a sample that cannot be drawn",
    "legend",
    lambda sup, *_: [LegendEntry("A whale", {"board": {"style": "hex-odd-p"}})],
)
rules(
    "positions-set-up",
    "a board to begin with that cannot be read",
    "editing",
    lambda _, self, setup: Editing(
        self, lambda text: self.read_position(text, setup), "nonsense", (), ()
    ),
)
rules(
    "sidebar-shapes",
    "one score for two players",
    "sidebar_scores",
    lambda sup, *_: [{"name": "Score", "scores": [0]}],
)
rules("player-scores", "flagged scores, but without any", "score", lambda sup, *_: None)


# ---- history -----------------------------------------------------------------------------------


def _no_results(sup, _, position, turn):
    played = sup(position, turn)
    over = any(r.type == "eog" for r in played.results)
    return played if over else evolve(played, results=())


def restamped(stamp: Callable[[Any, Any], str]) -> Callable[..., Any]:
    """Return a change that gives plies other times."""

    def push(sup, self, *ply):
        sup(*ply)
        last = self._stack[-1]
        self._stack[-1] = evolve(last, timestamp=stamp(self, last))

    return push


def records(check: str, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Register a game whose records are changed."""

    def record(sup, _, players, **options):
        told = sup(players, **options)
        change(told)
        return told

    game(check, name, "record", record)


rules("results-each-ply", "plies without results", "play", _no_results)
game(
    "chat-each-ply",
    "chat without the first ply",
    "chat_log",
    lambda sup, _, names=(): sup(names)[1:],
)
game(
    "move-history-shape",
    "rounds of one move",
    "move_history",
    lambda sup, _: [[move] for row in sup() for move in row],
)
game(
    "history-with-sequence",
    "all moves are player 1's",
    "move_history_with_sequence",
    lambda sup, self: [[[1, move] for move in row] for row in self.move_history()],
)
records(
    "record-schema", "a record without date", lambda r: r["header"].update({"date-start": None})
)
records(
    "record-results",
    "a record without results",
    lambda r: [p.pop("result") for p in r["header"]["players"]],
)
records("record-moves", "a record from the end", lambda r: r["moves"].reverse())
game(
    "record-refuses",
    "a record of a game that goes on",
    "record",
    lambda sup, self, players, **options: sup(players, **options) if self.gameover else {},
)
game(
    "timestamps-form",
    "times with an offset",
    "_push",
    restamped(lambda _, ply: ply.timestamp.replace("Z", "+00:00")),
)


# ---- saving ------------------------------------------------------------------------------------


def states(check: str, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    """Register a game whose saved form is changed."""

    def state(sup, _):
        saved = sup()
        change(saved)
        return saved

    game(check, name, "state", state)


def _kept_state(sup, self):
    if "states" not in vars(self):
        self.states = sup()
    return self.states


def loading(check: str, name: str, change: Callable[[Any, Any], Any]) -> None:
    """Register a game whose loaded games are changed: *change* gets the game and its plies."""

    @breaks(check, name)
    def make(base: Any) -> Any:
        class Broken(class_of(rules_of(base))):  # type: ignore[misc]
            @classmethod
            def of_plies(cls, rules, setup, plies, *clock):
                return change(super().of_plies(rules, setup, plies, *clock), plies)

        return Broken


def _forgets_times(game, plies):
    now = "2026-01-01T00:00:00.000Z"
    game._stack[:] = [evolve(ply, timestamp=now) for ply in plies]
    return game


def _eating(hook: Any) -> Any:
    def read(data):
        out = hook(data)
        if isinstance(data, dict | list):
            data.clear()
        return out

    return read


class _AnyVersion(dict[str, MigrationStep]):
    def get(self, key: Any, default: Any = None) -> Any:
        return MigrationStep("1", dict)


def _refuses_words(sup, _, saved, before, setup):
    if saved.lastmove in ENDINGS:
        raise StateError("state.word", path=".lastmove")
    return sup(saved, before, setup)


@breaks("saved-keys-in-order", "a key of the game's own comes before those of all games")
def _own_key_first(base: Any) -> Any:
    def dump(sup, _):
        state = sup()
        state["stack"] = [dict(reversed(ply.items())) for ply in state["stack"]]
        return state

    return changed(class_of(rules_of(base)), "state", dump)


states("state-shape", "a key more in the saved game", lambda s: s.update(extra=1))
states(
    "state-plain-json", "a tuple in the saved game", lambda s: s.update(winner=tuple(s["winner"]))
)
states(
    "version-stamps",
    "only the last ply has its version (fault 10)",
    lambda s: s["stack"][0].update(_version="0"),
)
game(
    "state-not-shared", "the saved game is kept and given out again (fault 7)", "state", _kept_state
)
rules(
    "saved-keys-in-order",
    "a key that state.ply lacks",
    "save_position",
    lambda sup, _, position: {"extra": 1, **sup(position)},
)
loading("serialize-fixed-point", "loading forgets times", _forgets_times)
loading("load-answers-same", "loading looks at the start", lambda game, plies: game.load(0))
form(
    "load-keeps-input",
    "loading empties what it is given (fault 7)",
    lambda state: {"hooks": {kind: _eating(hook) for kind, hook in state.hooks.items()}},
)
game(
    "gz-form",
    "packed twice",
    "serialize",
    lambda sup, *_: "gz:" + base64.b64encode(gzip.compress(sup().encode())).decode(),
)
form(
    "versions-refused",
    "any version is taken for today's (fault 10)",
    lambda state: {"migrations": _AnyVersion()},
)
form(
    "migrations-arrive",
    "a migration to nowhere (fault 10)",
    lambda state: {"migrations": {"0": MigrationStep("0.5", dict)}},
)
rules("foreign-states-refused", "states with unknown variants are taken", "setup", _only_known)
rules(
    "damaged-states-refused",
    "a damaged ply is a KeyError",
    "load_position",
    raising(KeyError, StateError),
)
game(
    "maps-without-order",
    "parts in another order are another move (fault 8)",
    "same_move",
    lambda sup, _, a, b: sup(a, b) and ("," not in a or a.split(",") == b.split(",")),
)
rules("endings-saved", "endings by word do not load", "load_position", _refuses_words)
rules(
    "altered-games-refused",
    "any two positions are said to be saved alike (fault 13)",
    "saved_alike",
    lambda sup, *_: True,
)
rules(
    "verify-finds-no-fault",
    "one unreadable game stops a bulk job (fault 13)",
    "load_position",
    raising(RuntimeError, HexError),
    plies=20,
    games=6,
)


@breaks("verify-finds-no-fault", "results that no replay gives")
def _counted_results(base: Any) -> Any:
    numbers = count()

    def play(sup, _, position, turn):
        played = sup(position, turn)
        first = evolve(played.results[0], count=next(numbers))
        return evolve(played, results=(first, *played.results[1:]))

    return changed(base, "play", play)


# ---- endings -----------------------------------------------------------------------------------


def ends_with(results: Callable[..., tuple[Any, ...]]) -> Callable[..., Any]:
    """Return a change of a method that ends the game: other results."""

    def end(sup, self, *player):
        sup(*player)
        self._stack[-1] = evolve(self._stack[-1], results=results(*player))
        return self

    return end


def without(*types: str) -> Callable[..., Any]:
    """Return a change of play that leaves out results."""

    def play(sup, _, position, turn):
        played = sup(position, turn)
        return evolve(played, results=tuple(r for r in played.results if r.type not in types))

    return play


game(
    "resign-ends",
    "who resigns wins",
    "resign",
    ends_with(lambda n: (Resigned(player=n), *ending(n))),
)
game(
    "timeout-ends",
    "a timeout is called a resignation",
    "timeout",
    ends_with(lambda n: ENDINGS["resign"].results(2, n)),
)
game(
    "draw-ends",
    "nobody wins a draw",
    "draw",
    ends_with(lambda: (ENDINGS["draw"].results(2)[0], *ending())),
)
game(
    "abandoned-ends",
    "all win an abandoned game",
    "abandoned",
    ends_with(lambda: (ENDINGS["abandoned"].results(2)[0], *ending(1, 2))),
)
game(
    "no-further-ending",
    "ended twice",
    "_check_open",
    lambda sup, _, code="move.over": None if code == "move.over-ending" else sup(code),
)
game("players-in-range", "player 0 resigns", "_check_player", lambda sup, *_: None)
rules("ends-by-play", "an end without eog", "play", without("eog"), plies=60)
rules(
    "ends-by-play",
    "a game that gets stuck instead of ending",
    "play",
    without("eog", "winners"),
    plies=60,
)


# ---- seats and values --------------------------------------------------------------------------

rules(
    "seats-as-asked",
    "any number of seats is taken for the usual one",
    "setup",
    lambda sup, _, variants=(), seats=None: sup(variants),
)
rules("every-seat-moves", "it is always player 1's turn", "to_move", lambda sup, *_: 1)
rules(
    "entry-for-each-seat",
    "a score too few",
    "sidebar_scores",
    lambda sup, _, position: [{**e, "scores": e["scores"][:-1]} for e in sup(position)],
)
rules(
    "evaluate-in-range",
    "values beyond 1",
    "evaluate",
    lambda sup, _, position: tuple(2.0 + value for value in sup(position)),
)
rules(
    "evaluate-knows-the-end",
    "who has lost is worth more",
    "evaluate",
    lambda sup, _, position: tuple(-value for value in sup(position)),
)
rules(
    "rank-legal-sorted",
    "the worst turn comes first",
    "rank",
    lambda sup, _, position: list(reversed(list(sup(position)))),
)
breaks("levels-play", "a game less than blunt")(
    lambda base: type("Broken", (base,), {"sharpness": 0})
)
rules(
    "levels-play",
    "turns are worth no number",
    "rank",
    lambda sup, _, position: [(turn, float("nan")) for turn, _ in sup(position)],
)


_NUMBERS: Final = count()


# ---- images and actions ------------------------------------------------------------------------


def _symmetry(position: Callable[[Any], Any], turn: Callable[[Any, Any], Any]) -> Any:
    return lambda sup, _, now: (*sup(now), Symmetry(position, turn))


def _half_turn(position: Any) -> Any:
    """Return the position with the stones of both players on the opposite cells."""
    order = position.board.order
    to = dict(zip(order, reversed(order), strict=True))
    stones = tuple(sum(1 << to[cell] for cell in cells_in(mask)) for mask in position.stones)
    return evolve(position, stones=stones)


rules(
    "symmetries-keep-the-rules",
    "an image with another player to move",
    "symmetries",
    _symmetry(lambda position: evolve(position, side=3 - position.side), same_turn),
)
rules(
    "symmetries-keep-the-rules",
    "an image that has no images of its own",
    "symmetries",
    lambda sup, _, position: (
        sup(position)
        if position.stones[0] & position.board.land & -position.board.land
        else (*sup(position), Symmetry(_half_turn, same_turn))
    ),
)
rules(
    "symmetries-keep-the-rules",
    "positions are turned, their turns are not",
    "symmetries",
    _symmetry(_half_turn, same_turn),
)
rules(
    "symmetries-keep-the-rules",
    "the first image is another position",
    "symmetries",
    lambda sup, _, position: (Symmetry(_half_turn, same_turn), *sup(position)),
)
rules(
    "symmetries-keep-the-rules",
    "canonical is any image",
    "canonical",
    lambda sup, _, position: evolve(position, side=1 + next(_NUMBERS) % 2),
)
rules("keys-stand-for-positions", "one key for all", "key", lambda sup, *_: 7)
rules("keys-stand-for-positions", "another key each time", "key", lambda sup, *_: next(_NUMBERS))


class ByNumber(Actions[Any, Any]):
    """The legal turns in their order: good enough to be broken."""

    count = 5000
    longest = 1
    shape = 99, 99
    planes = ("first player's stones", "second player's stones")

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules

    def legal(self, now: Acting[Any, Any]) -> list[int]:
        return [] if now.turn is not None else list(range(self.rules.count_turns(now.position)))

    def act(self, now: Acting[Any, Any], action: int) -> Acting[Any, Any]:
        turn = next(islice(self.rules.legal_turns(now.position), action, None))
        return Acting(now.position, None, turn)

    def encode(self, position: Any, turn: Any) -> list[int]:
        return [list(self.rules.legal_turns(position)).index(turn)]

    def see(self, now: Acting[Any, Any], seat: int) -> Planes:
        return Planes(now.position.stones, now.position.board.stride)

    def name(self, now: Acting[Any, Any], action: int) -> str:
        return str(action)


def _taught(base: Any, refusals: dict[str, str | None], **of_figure: Any) -> Any:
    figure = Figure(caption="A picture.", **of_figure)
    ruling = Ruling(id="S1", title="A rule", text="As it is.", figures=(figure,))
    sections = (Section(id="all", title="All", rulings=(ruling,)),)
    lessons = Teaching(lead="A game.", sections=sections, tour=(), refusals=refusals)
    return type("Broken", (base,), {"teaching": lambda self: lessons})


@breaks("teaching-holds", "a turn that is shown is not legal")
def _(base: Any) -> Any:
    return _taught(base, {}, legal=("zz9",))


@breaks("teaching-holds", "a refusal has another code")
def _(base: Any) -> Any:
    return _taught(base, {}, refused={"zz9": "move.no-such"})


@breaks("teaching-holds", "a refusal comes from a ruling that is not there")
def _(base: Any) -> Any:
    return _taught(base, {"move.empty": "S2"})


@breaks("actions-come-to-turns", "actions that skip the last turn")
def _(base: Any) -> Any:
    return _acting(base, "legal", lambda sup, _, now: sup(now)[:-1])


@breaks("actions-come-to-turns", "one action too many")
def _(base: Any) -> Any:
    return _acting(base, "legal", lambda sup, _, now: [*sup(now), 5000] if sup(now) else [])


@breaks("actions-come-to-turns", "a dead end")
def _(base: Any) -> Any:
    return _acting(base, "act", lambda sup, _, now, action: Acting(now.position, action))


@breaks("actions-come-to-turns", "an encoded turn is the one before")
def _(base: Any) -> Any:
    return _acting(base, "encode", lambda sup, _, *given: [max(sup(*given)[0] - 1, 0)])


@breaks("actions-come-to-turns", "a plane too few is seen")
def _(base: Any) -> Any:
    def less(sup: Any, _: Any, now: Any, seat: int) -> Planes:
        seen = sup(now, seat)
        return evolve(seen, masks=seen.masks[:1])  # type: ignore[no-any-return]

    return _acting(base, "see", less)


def _acting(base: Any, method: str, change: Any) -> Any:
    actions = changed(ByNumber, method, change)
    return type("Broken", (base,), {"actions": lambda self, setup: actions(self)})


# ---- determinism -------------------------------------------------------------------------------


def _counts(sup, self, *ply):
    return restamped(lambda *_: f"2026-01-01T00:00:00.{next(_NUMBERS) % 1000:03}Z")(sup, self, *ply)


def _asks_twice(sup, self, *ply):
    self._clock()
    sup(*ply)


@breaks("clock-needs-zone", "times without zone are taken")
def _no_zone(base: Any) -> Any:
    class Broken(class_of(rules_of(base))):  # type: ignore[misc]
        def __init__(self, *args, **options):
            try:
                super().__init__(*args, **options)
            except ArgumentError:
                super().__init__(*args)

    return Broken


def _slow(sup, _, text):
    time.sleep(0.25)
    return sup(text)


game(
    "random-move-seeded",
    "the generator given is not used",
    "random_move",
    lambda sup, _, rng=None: sup(),
)
game("same-seed-same-game", "counts in the saved game", "_push", _counts)
game("games-apart", "a counter for all games (fault 7)", "_push", _counts)
rules(
    "no-global-random",
    "the global generator is used",
    "random_turn",
    lambda sup, self, position, rng: random.choice([*self.legal_turns(position)] or [None]),
)
game(
    "no-system-clock",
    "the system's clock is used",
    "_push",
    restamped(lambda *_: datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")),
)
game("clock-once-a-ply", "the clock is asked twice", "_push", _asks_twice)
game("time-bounded", "a slow answer", "validate_move", _slow, seconds=0.2)


# ---- boards ------------------------------------------------------------------------------------


def _labels_end(sup, _, *click):
    answer = sup(*click)
    return evolve(answer, move=answer.move.replace("aa", "z"))


game(
    "cells-in-order",
    "labels end at z (fault 5)",
    "handle_click",
    _labels_end,
    variants=[("size-14",)],
)
clicks(
    "whole-board-clickable",
    "rim cells are left out (fault 5)",
    lambda after, draft, click: None if click.place and 0 in click.place else after,
)
