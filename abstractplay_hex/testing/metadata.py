"""Checks of what a game tells about itself, and of its interface."""

import inspect
import re
from collections.abc import Sequence
from typing import Any, Final

from abstractplay_hex import codec
from abstractplay_hex.errors import HexError, PositionError, VariantError
from abstractplay_hex.game import Game
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Rules, Setup
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, refusal, shown


def _methods(cls: type[Any]) -> tuple[str, ...]:
    return tuple(n for n, v in vars(cls).items() if n[0] != "_" and inspect.isfunction(v))


def schema_called(*beginnings: str) -> str | None:
    """Return the newest published schema whose name begins so (and goes on with a version)."""
    for beginning in beginnings:
        found = [n for n in codec.schema_names() if re.fullmatch(rf"{beginning}-[0-9-]+", n)]
        if found:
            return found[-1]
    return None


def fits_schema(h: Harness, data: Any, what: str, name: str | None) -> None:
    """Tell a finding if data are not valid under a schema (there may be none)."""
    error = None if name is None else refusal(codec.validate, data, name)
    h.need(error is None, f"{what}: {error and error.message}")


def _takes(method: Any) -> set[str]:
    return {p.name if p.kind != p.VAR_KEYWORD else "*" for p in _parameters(method)}


def _parameters(method: Any) -> list[inspect.Parameter]:
    return [*inspect.signature(method).parameters.values()]


@check(
    "all rows: every name is there and can be called as the contract says",
    "Keep the names and arguments of the methods of Rules.",
)
def interface_complete(h: Harness) -> None:
    """The rules have every method of Rules, callable with its arguments, and so has the game."""
    for name in _methods(Rules):
        theirs = getattr(h.rules, name)
        if not callable(theirs):
            h.fault(f"{name} is no method")
            continue
        given = len(_parameters(getattr(Rules, name))) - 1
        try:
            inspect.signature(theirs).bind(*[None] * given)
        except TypeError:
            h.fault(f"{name}() takes other arguments than {given}")
    for name in _methods(Game):
        found = _takes(getattr(h.kind, name))
        lost = sorted(_takes(getattr(Game, name)) - found) if "*" not in found else []
        h.need(not lost, f"{name}() does not take {', '.join(lost)}")
    h.need(h.rules.longest_text > 0, f"longest_text is {shown(h.rules.longest_text)}")


@check(
    "Life: gameinfo — metadata without building a game",
    "Fill in GameInfo with values that the gameinfo schema allows.",
)
def gameinfo_schema(h: Harness) -> None:
    """The metadata is plain JSON and valid under the gameinfo schema."""
    info = h.info
    if not h.need(isinstance(info, GameInfo), "info is no GameInfo"):
        return
    data = info.to_dict()
    h.plain_json(data, "info.to_dict()")
    for key in ("uid", "name", "version", "description"):
        value = getattr(info, key)
        h.need(isinstance(value, str) and value.strip(), f"info.{key} is empty")
    h.need(re.fullmatch(r"\d{4}-\d\d-\d\d", info.date_added), "info.date_added is not YYYY-MM-DD")
    fits_schema(h, data, "info.to_dict()", schema_called("gameinfo"))


@check(
    "Life: gameinfo — flags and urls are always lists",
    "Give flags and urls as tuples of texts, empty if there are none.",
)
def flags_urls_lists(h: Harness) -> None:
    """Flags and urls are lists of texts, even when empty."""
    data = h.info.to_dict()
    for key in ("flags", "urls"):
        value = data.get(key)
        good = isinstance(value, list) and all(isinstance(v, str) for v in value)
        h.need(good, f"info.to_dict()[{key!r}] is {shown(value)}")


@check(
    "Life: numplayers",
    "List in info.playercounts how many can play, each from 1 to 6, the usual number first.",
)
def players_counted(h: Harness) -> None:
    """Games are for 1 to 6 players, and a game has as many as were asked for."""
    counts = h.info.playercounts
    good = counts and all(type(n) is int and 1 <= n <= 6 for n in counts)
    h.need(good and len(set(counts)) == len(counts), f"playercounts are {shown(counts)}")
    for setup in h.begun():
        game = h.fresh()
        h.same(game.numplayers, setup.seats, "numplayers")
        h.same(h.rules.seats_at(game.looked_at.position), setup.seats, "seats_at of a new game")


KINDS: Final = ("board", "components", "family", "goal", "mechanic", "other")
"""First levels of categories that the site has names for."""
_CATEGORY: Final = re.compile(r"[^\s>]+(>[^\s>]+)+")


def flags() -> tuple[str, ...]:
    """Return the flags that a front end knows, from the published schema."""
    return tuple(codec.schema("gameinfo-1")["properties"]["flags"]["items"]["enum"])


@check(
    "Life: gameinfo — flags that the site's front end knows; categories nested by >",
    "Take flags from the list of docs/conformance.md; write categories such as board>shape>hex.",
)
def flags_and_categories(h: Harness) -> None:
    """Flags and categories are ones the site knows, each given once."""
    for flag in sorted(set(h.info.flags) - set(flags())):
        h.fault(f"the site knows no flag {flag!r}; allowed: {', '.join(flags())}")
    h.need(h.info.categories, "there is no category")
    allowed = ", ".join(f"{kind}>…" for kind in KINDS)
    for category in h.info.categories:
        good = _CATEGORY.fullmatch(category) and category.partition(">")[0] in KINDS
        h.need(good, f"the site knows no category {category!r}; allowed: {allowed}")
    _each_once(h, h.info.flags, "a flag is given twice")
    _each_once(h, h.info.categories, "a category is given twice")


def _each_once(h: Harness, given: Sequence[str], twice: str) -> None:
    h.need(len(set(given)) == len(given), f"{twice}: {shown(given)}")


@check(
    "Showing: allvariants() — default variants of a group included",
    "Give each variant a uid of its own and a name; a group has at most one default, #group.",
)
def variants_declared(h: Harness) -> None:
    """Variants have uids and names of their own, and defaults that belong to their groups."""
    variants, displays = h.info.variants, h.info.displays
    for listed, one in ((variants, "variant"), (displays, "display")):
        _each_once(h, [v.uid for v in listed], f"two {one}s have the same uid")
        h.need(all(v.uid and v.name for v in listed), f"a {one} has no uid or no name")
    _each_once(h, [v.name for v in variants], "two variants have the same name")
    groups = {v.group for v in variants if v.group is not None}
    for group in groups:
        members = [v for v in variants if v.group == group]
        h.need(any(not v.uid.startswith("#") for v in members), f"the group {group} has no member")
        h.need(sum(v.default for v in members) <= 1, f"the group {group} has two defaults")
    for v in variants:
        good = not v.uid.startswith("#") or v.uid[1:] == v.group
        h.need(good, f"{v.uid} stands for no group")


@check(
    "Showing: allvariants(), alternativeDisplays(), description(), notes()",
    "Fill in the texts of GameInfo.",
)
def names_to_show(h: Harness) -> None:
    """Variants, displays, description and notes can be shown, as plain fresh data."""
    game = h.fresh()
    for call, expected in (
        (game.all_variants, [v.uid for v in h.info.variants]),
        (game.alternative_displays, [d.uid for d in h.info.displays]),
    ):
        listed = call()
        h.same([entry["uid"] for entry in listed], expected, f"uids of {call.__name__}()")
        h.need(all(e.get("name") for e in listed), f"{call.__name__}() has an entry without a name")
        h.plain_json(listed, f"{call.__name__}()")
        listed.clear()
        h.same(len(call()), len(expected), f"{call.__name__}() after its list was changed")
    h.need(game.description().strip(), "description() is empty")
    notes = game.notes()
    h.need(notes is None or notes.strip(), f"notes() is {shown(notes)}")


@check(
    "Life: GameFactory(uid) — game.variants echoes the request",
    "Return from setup the variants that were asked for.",
)
def variants_echoed(h: Harness) -> None:
    """A game has the variants that were asked for, as a fresh list."""
    make: Any = h.kind
    alone = [[uid] for uid in h.info.requestable if refusal(make, [uid]) is None]
    for variants in [*alone, *(list(setup.variants) for setup in h.setups)]:
        game = make(variants)
        h.same(game.variants, variants, "variants")
        game.variants.append("x")
        h.same(game.variants, variants, "variants after its list was changed")
        h.same(game.uid, h.info.uid, "uid")


@check(
    "Life: GameFactory(uid) — unknown or contradictory variants: an error that lists the known ones",
    "Raise VariantError in check_setup; leave setup() as Rules has it.",
    of_errors=True,
)
def variants_refused(h: Harness) -> None:
    """Unknown, repeated and contradictory variants are refused, the known ones listed."""
    info = h.info
    error = h.refuses(VariantError, "an unknown variant", h.kind, ["no-such-variant"])
    if error is not None:
        missing = [uid for uid in info.requestable if uid not in error.message]
        h.need(not missing, f"the error for an unknown variant does not list {', '.join(missing)}")
    wrong: list[Any] = ["text", [5], [None], [[]], ["#"]]
    wrong += [[v.uid] for v in info.variants if v.uid.startswith("#")]
    wrong += [[uid, uid] for uid in info.requestable[:2]]
    by_group: dict[str | None, str] = {}
    for variant in info.variants:
        if variant.group is not None and not variant.uid.startswith("#"):
            other = by_group.setdefault(variant.group, variant.uid)
            wrong += [[other, variant.uid]]  # one alone is repeated
    for variants in wrong:
        h.refuses(VariantError, f"variants {shown(variants)}", h.kind, variants)


@check(
    "Showing: getVariants() — default variants of a group included",
    "Declare each group's default as a variant #group.",
)
def variants_named(h: Harness, setup: Setup) -> None:
    """get_variants() names the variants played, defaults of groups included."""
    names = h.fresh().get_variants()
    chosen = [v for v in h.info.variants if v.uid in setup.variants]
    groups = {v.group for v in chosen}
    for variant in h.info.variants:
        default = variant.uid.startswith("#") and variant.uid[1:] not in groups
        named = (variant.name in names) == (variant in chosen or default)
        h.need(named, f"get_variants() is {names}, which is wrong about {variant.name!r}")


@check(
    "Life: a game can begin from any position and says so",
    "Let read_position read what position_text writes; equal positions must compare equal.",
)
def position_text(h: Harness, game: AnyGame) -> None:
    """A game begun from a position's text equals the original; starting_position says where it began."""
    text = game.position()
    h.need(text and "\n" not in text, f"position() is no line of text: {shown(text)}")
    if not h.here.moves:
        h.same(game.starting_position, None, "starting_position of an ordinary game")
    start, again = h.fresh().position(), h.fresh(position=text)
    h.same(again.position(), text, "position() of a game begun from it")
    h.same(again.currplayer, game.currplayer, "currplayer of a game begun from a position")
    h.same(h.legal(again, 40), h.legal(game, 40), "turns of a game begun from a position")
    h.same(again.starting_position, None if text == start else text, "starting_position")
    again.move(h.a_turn(again))
    saved = again.serialize()
    h.same(h.load(saved).serialize(), saved, "a game begun from a position, saved and loaded")


@check(
    "All errors a caller can cause are of one family",
    "Raise PositionError in read_position for whatever it cannot read.",
    of_errors=True,
)
def position_refused(h: Harness, setup: Setup) -> None:
    """Text that is not a position is refused with PositionError."""
    for text in ("", " ", "nonsense", "x" * 100_000, "9" * 30_000, "👾", "\0", 5, b"x", ["x"]):
        h.refuses(PositionError, f"the position {shown(text)}", h.fresh, position=text)
    good = h.fresh().position()
    for i in range(min(len(good), 30)):
        for text in (good[:i], good[:i] + "?" + good[i:], good[:i] + "9" + good[i:]):
            error = refusal(h.fresh, position=text)
            ours = error is None or isinstance(error, PositionError)
            h.need(ours, f"position {text!r} raised {type(error).__name__}")


@check(
    "All errors a caller can cause are of one family, with code and message",
    "Raise MoveError, PositionError, StateError … with a registered code, never a bare exception.",
    few=True,
    of_errors=True,
)
def errors_are_ours(h: Harness, game: AnyGame) -> None:
    """Wrong calls raise errors of our family, with code and message, and change nothing."""
    calls: dict[str, Any] = {
        "move": ("?!", None, ""),
        "load": (10**6,),
        "undo": (10**6,),
        "resign": (0,),
        "timeout": ("1",),
        "player_score": (99,),
        "record": ([],),
    }
    for name, wrong in calls.items():
        for argument in wrong:
            what = f"{name}({argument!r})"
            with h.unchanged(game, what):
                h.refuses(HexError, what, getattr(game, name), argument)
