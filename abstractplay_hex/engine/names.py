"""All that can be asked, by the library's names and by the site's, with the site's arguments and answers.

A method that is called ``some_name`` here is called ``someName`` there, and so are its arguments; what
goes by quite another name stands in :data:`RENAMED`, and what has other arguments here as a function.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from abstractplay_hex import __version__
from abstractplay_hex.engine.binding import Method, method
from abstractplay_hex.engine.methods import OWN, AnyGame, record
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.i18n import languages
from abstractplay_hex.i18n.messages import Phrase

RENAMED: Final = {
    "uid": "metaGame",
    "info": "gameinfo",
    "all_variants": "allvariants",
    "buttons": "getButtons",
    "custom_rotation": "getCustomRotation",
    "player_score": "getPlayerScore",
    "player_result": "getPlayerResult",
}
ANSWERS: Final = {"can_render": "canrender"}
"""Keys of answers that the site writes otherwise."""


def camel(name: str) -> str:
    """Return a name of ours as JavaScript writes it: ``alt_display`` is ``altDisplay``."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _renamed(name: str, ours: Method) -> Method:
    names = {camel(known): ours_name for known, ours_name in ours.names.items()}
    return attrs.evolve(ours, name=name, names=names | dict(ours.names))


def _judged(ours: Method) -> Callable[..., Any]:
    """Return a method whose answer has the site's keys."""

    def call(game: AnyGame, **arguments: Any) -> Any:
        answer = attrs.asdict(ours.call(game, **arguments), recurse=False)
        # On the site, what there is nothing to say of is not there.
        return {ANSWERS.get(k, k): v for k, v in answer.items() if v is not None}

    return call


def _name_at(game: AnyGame, x: Any, y: Any) -> str:
    return game.cell_name(y, x)


def _place_of(game: AnyGame, cell: Any) -> tuple[int, int]:
    row, col = game.cell_place(cell)
    return col, row


def _sidebar(show: Callable[[AnyGame], Any]) -> Callable[..., Any]:
    def call(game: AnyGame, isPartial: bool = False, partialMove: Any = "") -> Any:
        if isPartial:
            game = game.clone().move(partialMove, partial=True)
        return show(game)

    return call


def _gen_record(game: AnyGame, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ArgumentError("engine.expected", path="data", expected=Phrase("phrase.object"))
    ours = _renamed("genRecord", OWN["record"])
    ours = attrs.evolve(ours, names={**ours.names, "uid": "gameid"})
    players = data.get("players")
    if isinstance(players, list):
        data = data | {"players": [_seated(one) for one in players]}
    return record(game, **ours.bound(data))


def _seated(player: Any) -> Any:
    """Return what the site says of a player by our names."""
    if not isinstance(player, dict):
        return player
    return {"is_ai" if name == "isai" else name: value for name, value in player.items()}


def _site() -> dict[str, Method]:
    out: dict[str, Method] = {}
    for name, ours in OWN.items():
        theirs = RENAMED.get(name, camel(name))
        if theirs != name:
            out[theirs] = _renamed(theirs, ours)
    for name in ("validateMove", "handleClick"):
        out[name] = attrs.evolve(out[name], call=_judged(out[name]))
    for name in (
        "render",
        "svg",
        "legend",
        "serialize",
    ):  # the same name, but arguments in JavaScript's writing
        out[name] = _renamed(name, OWN[name])
    own: dict[str, Callable[..., Any]] = {
        "coords2algebraic": _name_at,
        "algebraic2coords": _place_of,
        "sidebarScores": _sidebar(OWN["sidebar_scores"].call),
        "sidebarStatuses": _sidebar(OWN["sidebar_statuses"].call),
        "genRecord": _gen_record,
    }
    return out | {name: method(name, call) for name, call in own.items()}


def about() -> dict[str, Any]:
    """Return the library's version, the languages that are spoken, and the methods."""
    spoken = list(languages.languages())
    return {"version": __version__, "languages": spoken, "methods": sorted(METHODS)}


METHODS: Final[Mapping[str, Method]] = {
    **OWN,
    **_site(),
    "about": method("about", about, about_game=False),
}
"""All that can be asked, by every name."""
