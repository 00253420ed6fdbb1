"""Checks of what a game tells about itself, and of its interface."""

import inspect
import json
import re
from typing import Any, Final

from abstractplay_hex import codec
from abstractplay_hex.errors import HexError, PositionError, VariantError
from abstractplay_hex.game import Game
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.rules.interface import Rules
from abstractplay_hex.testing.harness import Harness, refusal, shown
from abstractplay_hex.testing.kit import check


def _methods(cls: type[Any]) -> tuple[str, ...]:
    return tuple(n for n, v in vars(cls).items() if n[0] != "_" and inspect.isfunction(v))


def schema_called(*beginnings: str) -> str | None:
    """Return the newest published schema whose name begins so (and goes on with a version)."""
    for beginning in beginnings:
        found = [n for n in codec.schema_names() if re.fullmatch(rf"{beginning}-[0-9-]+", n)]
        if found:
            return found[-1]
    return None


def schema_fault(data: Any, name: str) -> str | None:
    """Return what a schema says against JSON data, if anything."""
    error = refusal(codec.validate, data, name)
    return None if error is None else error.message


def _arguments(method: Any) -> tuple[int, set[str], float]:
    """Return how many arguments a method needs, the names it takes, and how many by position."""
    parameters = inspect.signature(method).parameters.values()
    by_position = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p for p in by_position if p.default is p.empty]
    kinds = {p.kind for p in parameters}
    most = float("inf") if inspect.Parameter.VAR_POSITIONAL in kinds else len(by_position)
    names = {p.name for p in parameters}
    return len(needed), names | ({"*"} if inspect.Parameter.VAR_KEYWORD in kinds else set()), most


@check(
    "all rows: every name is there and can be called as the contract says",
    "Keep the names and arguments of the methods of Rules.",
)
def interface_complete(h: Harness) -> None:
    """The rules have every method of Rules, callable with its arguments, and so has the game."""
    for name in _methods(Rules):
        ours, theirs = getattr(Rules, name), getattr(type(h.rules), name)
        if not callable(theirs):
            h.fault(f"{name} is no method")
            continue
        given = len(inspect.signature(ours).parameters)
        if isinstance(inspect.getattr_static(type(h.rules), name), staticmethod | classmethod):
            given -= 1  # no self
        needed, _, most = _arguments(theirs)
        h.need(needed <= given <= most, f"{name}() takes other arguments than {given - 1}")
    for name in _methods(Game):
        wanted, (_, found, _) = (
            _arguments(getattr(Game, name))[1],
            _arguments(getattr(h.kind, name)),
        )
        lost = sorted(wanted - found - {"self"}) if "*" not in found else []
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
    h.same(
        json.loads(json.dumps(data, allow_nan=False)), data, "info.to_dict() read back from JSON"
    )
    for key in ("uid", "name", "version", "description"):
        value = getattr(info, key)
        h.need(isinstance(value, str) and value.strip(), f"info.{key} is empty")
    h.need(re.fullmatch(r"\d{4}-\d\d-\d\d", info.date_added), "info.date_added is not YYYY-MM-DD")
    name = schema_called("gameinfo")
    if name is not None:
        fault = schema_fault(data, name)
        h.need(fault is None, f"info.to_dict(): {fault}")


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
    for setup in h.setups:
        game = h.fresh(setup)
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
    given, known = h.info.flags, flags()
    h.need(len(set(given)) == len(given), f"a flag is given twice: {shown(given)}")
    for flag in sorted(set(given) - set(known)):
        h.fault(f"the site knows no flag {flag!r}; allowed: {', '.join(known)}")
    categories = h.info.categories
    h.need(categories, "there is no category")
    h.need(len(set(categories)) == len(categories), "a category is given twice")
    for category in categories:
        good = _CATEGORY.fullmatch(category) and category.partition(">")[0] in KINDS
        h.need(
            good,
            f"the site knows no category {category!r}; allowed: {', '.join(f'{k}>…' for k in KINDS)}",
        )


@check(
    "Showing: allvariants() — default variants of a group included",
    "Give each variant a uid of its own and a name; a group has at most one default, #group.",
)
def variants_declared(h: Harness) -> None:
    """Variants have uids and names of their own, and defaults that belong to their groups."""
    info = h.info
    uids = [v.uid for v in info.variants]
    h.need(len(set(uids)) == len(uids), "two variants have the same uid")
    names = [v.name for v in info.variants]
    h.need(len(set(names)) == len(names), "two variants have the same name")
    h.need(all(uids) and all(names), "a variant has no uid or no name")
    groups = {v.group for v in info.variants if v.group is not None}
    for group in groups:
        members = [v for v in info.variants if v.group == group]
        h.need(any(not v.uid.startswith("#") for v in members), f"the group {group} has no member")
        h.need(sum(v.default for v in members) <= 1, f"the group {group} has two defaults")
    for variant in info.variants:
        if variant.uid.startswith("#"):
            h.need(
                variant.uid[1:] in groups and variant.group == variant.uid[1:],
                f"{variant.uid} stands for no group",
            )
    displays = [d.uid for d in info.displays]
    h.need(len(set(displays)) == len(displays), "two displays have the same uid")
    h.need(all(d.uid and d.name for d in info.displays), "a display has no uid or no name")


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
        json.dumps(listed, allow_nan=False)
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
    alone = [[uid] for uid in h.info.requestable]
    for variants in [*alone, *(list(setup.variants) for setup in h.setups)]:
        if refusal(h.kind, variants) is not None:
            continue  # not to be played alone
        game: Any = h.kind(variants)  # type: ignore[arg-type]
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
    by_group: dict[str, str] = {}
    for variant in info.variants:
        if variant.group is None or variant.uid.startswith("#"):
            continue
        other = by_group.setdefault(variant.group, variant.uid)
        if other != variant.uid:
            wrong.append([other, variant.uid])
    for variants in wrong:
        h.refuses(VariantError, f"variants {shown(variants)}", h.kind, variants)


@check(
    "Showing: getVariants() — default variants of a group included",
    "Declare each group's default as a variant #group.",
)
def variants_named(h: Harness) -> None:
    """get_variants() names the variants played, defaults of groups included."""
    for setup in h.setups:
        names = h.fresh(setup).get_variants()
        chosen = [v for v in h.info.variants if v.uid in setup.variants]
        groups = {v.group for v in chosen}
        for variant in h.info.variants:
            default = variant.uid.startswith("#") and variant.uid[1:] not in groups
            h.need(
                (variant.name in names) == (variant in chosen or default),
                f"get_variants() is {names}, which is wrong about {variant.name!r}",
            )


@check(
    "Life: a game can begin from any position and says so",
    "Let read_position read what position_text writes; equal positions must compare equal.",
)
def position_text(h: Harness) -> None:
    """A game begun from a position's text equals the original; starting_position says where it began."""
    for station in h.stations():
        game, setup = h.game(), station.setup
        text = game.position()
        h.need(text and "\n" not in text, f"position() is no line of text: {shown(text)}")
        if not station.moves:
            h.same(game.starting_position, None, "starting_position of an ordinary game")
        again = h.fresh(setup, position=text)
        h.here = station
        h.same(again.position(), text, "position() of a game begun from it")
        h.same(again.currplayer, game.currplayer, "currplayer of a game begun from a position")
        h.same(h.legal(again, 40), h.legal(game, 40), "turns of a game begun from a position")
        start = h.fresh(setup).position()
        h.here = station
        h.same(again.starting_position, None if text == start else text, "starting_position")
        again.move(h.a_turn(again))
        saved = again.serialize()
        h.same(h.load(saved).serialize(), saved, "a game begun from a position, saved and loaded")


@check(
    "All errors a caller can cause are of one family",
    "Raise PositionError in read_position for whatever it cannot read.",
    of_errors=True,
)
def position_refused(h: Harness) -> None:
    """Text that is not a position is refused with PositionError."""
    wrong: list[Any] = [
        "",
        " ",
        "nonsense",
        5,
        b"x",
        ["x"],
        "x" * 100_000,
        "9" * 30_000,
        "👾",
        "\0",
    ]
    for setup in h.setups:
        good = h.fresh(setup).position()
        for text in wrong:
            h.refuses(PositionError, f"the position {shown(text)}", h.fresh, setup, position=text)
        for i in range(min(len(good), 30)):
            for text in (good[:i], good[:i] + "?" + good[i:], good[:i] + "9" + good[i:]):
                error = refusal(h.fresh, setup, position=text)
                ours = error is None or isinstance(error, PositionError)
                h.need(ours, f"position {text!r} raised {type(error).__name__}")


@check(
    "All errors a caller can cause are of one family, with code and message",
    "Raise MoveError, PositionError, StateError … with a registered code, never a bare exception.",
    of_errors=True,
)
def errors_are_ours(h: Harness) -> None:
    """Wrong calls raise errors of our family, with code and message, and change nothing."""
    calls: dict[str, Any] = {
        "move('?!')": lambda g: g.move("?!"),
        "move(None)": lambda g: g.move(None),
        "move('')": lambda g: g.move(""),
        "load(10**6)": lambda g: g.load(10**6),
        "undo(10**6)": lambda g: g.undo(10**6),
        "resign(0)": lambda g: g.resign(0),
        "timeout('1')": lambda g: g.timeout("1"),
        "player_score(99)": lambda g: g.player_score(99),
        "record([])": lambda g: g.record([]),
    }
    for game in h.under_way(few=True):
        for what, call in calls.items():
            with h.unchanged(game, what):
                h.refuses(HexError, what, call, game)
