"""Checks of what a game tells about itself, and of its interface."""

import inspect
import json
import re
from typing import Any, Final

from abstractplay_hex import codec
from abstractplay_hex.errors import HexError, PositionError, VariantError
from abstractplay_hex.game import Game
from abstractplay_hex.rules.info import GameInfo
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.lab import Lab, refusal, shown, snapshot

INTERFACE: Final = tuple(
    name
    for name, member in vars(Game).items()
    if not name.startswith("_") and callable(getattr(Game, name))
)
"""Methods of the contract."""


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


@check(
    "interface-complete",
    contract="all rows: every name is there and can be called as the contract says",
    mend="Keep the names and parameters of the public methods of Game, and set its class attributes.",
)
def interface_complete(lab: Lab) -> None:
    """The class has all of the interface, and can be called as hosts do."""
    for name in INTERFACE:
        ours, theirs = getattr(Game, name), getattr(lab.cls, name, None)
        if not callable(theirs):
            lab.fault(f"{name} is no method")
            continue
        wanted = inspect.signature(ours).parameters
        try:
            found = inspect.signature(theirs).parameters
        except (TypeError, ValueError):
            continue
        takes_all = any(p.kind is p.VAR_KEYWORD for p in found.values())
        for parameter in wanted.values():
            if parameter.name != "self" and parameter.name not in found and not takes_all:
                lab.fault(f"{name}() does not take the argument {parameter.name}")
    for name in (
        "variants",
        "stack",
        "currplayer",
        "gameover",
        "winner",
        "lastmove",
        "results",
        "uid",
        "ply",
    ):
        lab.need(
            isinstance(inspect.getattr_static(lab.cls, name, None), property),
            f"{name} is no property",
        )
    for name in ("info", "state_type", "result_types", "numplayers"):
        lab.need(hasattr(lab.cls, name), f"the class attribute {name} is missing")


@check(
    "gameinfo-schema",
    contract="Life: gameinfo — metadata without building a game",
    mend="Fill in GameInfo with values that the gameinfo schema allows.",
)
def gameinfo_schema(lab: Lab) -> None:
    """The metadata is plain JSON and valid under the gameinfo schema."""
    info = lab.cls.info
    if not lab.need(isinstance(info, GameInfo), "info is no GameInfo"):
        return
    data = info.to_dict()
    lab.same(
        json.loads(json.dumps(data, allow_nan=False)), data, "info.to_dict() read back from JSON"
    )
    for key in ("uid", "name", "version", "description"):
        value = getattr(info, key)
        lab.need(isinstance(value, str) and value.strip(), f"info.{key} is empty")
    lab.need(re.fullmatch(r"\d{4}-\d\d-\d\d", info.date_added), "info.date_added is not YYYY-MM-DD")
    name = schema_called("gameinfo")
    if name is not None:
        fault = schema_fault(data, name)
        lab.need(fault is None, f"info.to_dict(): {fault}")


@check(
    "flags-urls-lists",
    contract="Life: gameinfo — flags and urls are always lists",
    mend="Give flags and urls as tuples of texts, empty if there are none.",
)
def flags_urls_lists(lab: Lab) -> None:
    """Flags and urls are lists of texts, also where there are none."""
    data = lab.cls.info.to_dict()
    for key in ("flags", "urls"):
        value = data.get(key)
        good = isinstance(value, list) and all(isinstance(v, str) for v in value)
        lab.need(good, f"info.to_dict()[{key!r}] is {shown(value)}")


@check(
    "players-counted",
    contract="Life: numplayers",
    mend="numplayers must be one of info.playercounts, and at least 1.",
)
def players_counted(lab: Lab) -> None:
    """The number of players is one that the metadata has."""
    for variants in lab.variants:
        game = lab.fresh(variants)
        n = game.numplayers
        lab.need(type(n) is int and n >= 1, f"numplayers is {shown(n)}")
        lab.need(n in game.info.playercounts, f"numplayers {n} is not in playercounts")


@check(
    "variants-declared",
    contract="Showing: allvariants() — default variants of a group included",
    mend="Give each variant a uid of its own and a name; a group has at most one default, #group.",
)
def variants_declared(lab: Lab) -> None:
    """Variants have uids and names of their own, and defaults that belong to their groups."""
    info = lab.cls.info
    uids = [v.uid for v in info.variants]
    lab.need(len(set(uids)) == len(uids), "two variants have the same uid")
    names = [v.name for v in info.variants]
    lab.need(len(set(names)) == len(names), "two variants have the same name")
    lab.need(all(uids) and all(names), "a variant has no uid or no name")
    groups = {v.group for v in info.variants if v.group is not None}
    for group in groups:
        members = [v for v in info.variants if v.group == group]
        lab.need(
            any(not v.uid.startswith("#") for v in members), f"the group {group} has no member"
        )
        lab.need(sum(v.default for v in members) <= 1, f"the group {group} has two defaults")
    for variant in info.variants:
        if variant.uid.startswith("#"):
            lab.need(
                variant.uid[1:] in groups and variant.group == variant.uid[1:],
                f"{variant.uid} stands for no group",
            )
    displays = [d.uid for d in info.displays]
    lab.need(len(set(displays)) == len(displays), "two displays have the same uid")
    lab.need(all(d.uid and d.name for d in info.displays), "a display has no uid or no name")


@check(
    "names-to-show",
    contract="Showing: allvariants(), alternativeDisplays(), description(), notes()",
    mend="Leave these methods to the base class and fill in GameInfo.",
)
def names_to_show(lab: Lab) -> None:
    """Variants, displays, description and notes can be shown, as plain fresh data."""
    cls = lab.cls
    for call, expected in (
        (cls.all_variants, [v.uid for v in cls.info.variants]),
        (cls.alternative_displays, [d.uid for d in cls.info.displays]),
    ):
        listed = call()
        lab.same([entry["uid"] for entry in listed], expected, f"uids of {call.__name__}()")
        lab.need(
            all(e.get("name") for e in listed), f"{call.__name__}() has an entry without a name"
        )
        json.dumps(listed, allow_nan=False)
        listed.clear()
        lab.same(len(call()), len(expected), f"{call.__name__}() after its list was changed")
    lab.need(cls.description().strip(), "description() is empty")
    lab.need(isinstance(cls.notes(), str), "notes() is no text")


@check(
    "variants-echoed",
    contract="Life: GameFactory(uid) — game.variants echoes the request",
    mend="Leave variants to the base class.",
)
def variants_echoed(lab: Lab) -> None:
    """A game has the variants that were asked for, as a fresh list."""
    for variants in lab.variants:
        game = lab.fresh(variants)
        lab.same(game.variants, list(variants), "variants")
        game.variants.append("x")
        lab.same(game.variants, list(variants), "variants after its list was changed")
        lab.same(game.uid, lab.cls.info.uid, "uid")


@check(
    "variants-refused",
    contract="Life: GameFactory(uid) — unknown or contradictory variants: an error that lists the known ones",
    mend="Refuse in _check_variants with VariantError; let the base class check the rest.",
    of_errors=True,
)
def variants_refused(lab: Lab) -> None:
    """Unknown, repeated and contradictory variants are refused, the known ones listed."""
    cls = lab.cls
    error = lab.refuses(VariantError, "an unknown variant", lab.fresh, ["no-such-variant"])
    if error is not None:
        missing = [uid for uid in cls.info.requestable if uid not in error.message]
        lab.need(
            not missing, f"the error for an unknown variant does not list {', '.join(missing)}"
        )
    wrong: list[Any] = ["text", [5], [None], [[]], ["#"]]
    wrong += [[v.uid] for v in cls.info.variants if v.uid.startswith("#")]
    wrong += [[uid, uid] for uid in cls.info.requestable[:2]]
    by_group: dict[str, str] = {}
    for variant in cls.info.variants:
        if variant.group is None or variant.uid.startswith("#"):
            continue
        other = by_group.setdefault(variant.group, variant.uid)
        if other != variant.uid:
            wrong.append([other, variant.uid])
    for variants in wrong:
        lab.refuses(VariantError, f"variants {shown(variants)}", lab.fresh, variants)


@check(
    "variants-named",
    contract="Showing: getVariants() — default variants of a group included",
    mend="Declare each group's default as a variant #group, and leave get_variants() to the base class.",
)
def variants_named(lab: Lab) -> None:
    """The variants played are named, with the default of each group that was not chosen from."""
    info = lab.cls.info
    for variants in lab.variants:
        game = lab.fresh(variants)
        names = game.get_variants()
        chosen = [v for v in info.variants if v.uid in variants]
        groups = {v.group for v in chosen}
        for variant in info.variants:
            default = variant.uid.startswith("#") and variant.uid[1:] not in groups
            expected = variant in chosen or default
            listed = variant.name in names
            lab.need(
                listed == expected,
                f"get_variants() is {names}, which is wrong about {variant.name!r}",
            )


@check(
    "position-text",
    contract="Life: a game can begin from any position and says so",
    mend="_read_position must read what _write_position writes; equal positions must compare equal.",
)
def position_text(lab: Lab) -> None:
    """A position's text begins an equal game, and starting_position tells of it."""
    for station in lab.stations():
        game = lab.game(station)
        text = game.position()
        if station.moves == ():
            lab.same(
                game.starting_position, None, "starting_position of a game begun as the rules say"
            )
        again = lab.cls(station.variants, position=text)
        lab.same(again.position(), text, "position() of a game begun from it")
        lab.same(again.currplayer, game.currplayer, "currplayer of a game begun from a position")
        lab.same(lab.legal(again, 40), lab.legal(game, 40), "turns of a game begun from a position")
        start = lab.cls(station.variants).position()
        lab.same(again.starting_position, None if text == start else text, "starting_position")
        turn = lab.a_turn(again)
        again.move(turn)
        loaded = lab.load(again.serialize())
        lab.same(
            loaded.serialize(), again.serialize(), "a game begun from a position, saved and loaded"
        )


@check(
    "position-refused",
    contract="All errors a caller can cause are of one family",
    mend="_read_position must raise PositionError for whatever it cannot read.",
    of_errors=True,
)
def position_refused(lab: Lab) -> None:
    """What is no position is refused with an error of ours."""
    for variants in lab.variants:
        game = lab.fresh(variants)
        good = game.position()
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
        for text in wrong:
            what = f"the position {shown(text)}"
            lab.refuses(PositionError, what, lab.cls, variants, position=text)
        for i in range(min(len(good), 30)):
            for text in (good[:i], good[:i] + "?" + good[i:], good[:i] + "9" + good[i:]):
                error = refusal(lab.cls, variants, position=text)
                kind = type(error).__name__
                lab.need(
                    error is None or isinstance(error, PositionError),
                    f"position {text!r} raised {kind}",
                )


@check(
    "errors-are-ours",
    contract="All errors a caller can cause are of one family, with code and message",
    mend="Raise MoveError, PositionError, StateError … with a registered code, never a bare exception.",
    of_errors=True,
)
def errors_are_ours(lab: Lab) -> None:
    """Wrong calls raise errors of our family, with code and message, and change nothing."""
    for station in lab.stations(few=True):
        game = lab.game(station)
        before = snapshot(game)
        calls: list[tuple[str, Any]] = [
            ("move('?!')", lambda g=game: g.move("?!")),
            ("move(None)", lambda g=game: g.move(None)),
            ("load(10**6)", lambda g=game: g.load(10**6)),
            ("undo(10**6)", lambda g=game: g.undo(10**6)),
            ("resign(0)", lambda g=game: g.resign(0)),
            ("timeout('1')", lambda g=game: g.timeout("1")),
            ("player_score(99)", lambda g=game: g.player_score(99)),
            ("record([])", lambda g=game: g.record([])),
        ]
        for what, call in calls:
            lab.refuses(HexError, what, call)
            lab.need(snapshot(game) == before, f"{what} changed the game")
