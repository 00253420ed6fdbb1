"""What a ply did, as the site's move results name it.

Each class is one ``type`` of the site's move-result schema; its fields are that schema's, in the
order the site writes them. ``from`` is a keyword in Python and is called ``start`` here; JSON keeps
``from``. A game that needs further types derives its own classes from :class:`Result` and lists
them in the ``results`` of its :class:`~abstractplay_hex.rules.saved.StateForm`.
"""

from typing import Any, ClassVar, Literal

from attrs import fields, frozen

CELL_KEYS = {"start": "from"}
"""Attribute name to JSON key, where they differ."""


def key_of(attribute: Any) -> str:
    """Return the JSON key of an attrs attribute, which its metadata may name."""
    key: str = attribute.metadata.get("key", CELL_KEYS.get(attribute.name, attribute.name))
    return key


@frozen(kw_only=True)
class Result:
    """Base of all results. ``type`` is the tag in JSON; ``None`` fields are not written."""

    type: str

    plain: ClassVar[bool] = False
    """Whether the move text says as much already, so that game records leave the result out."""

    @classmethod
    def tag(cls) -> str:
        """Return the ``type`` that all results of the class have."""
        tag: str = fields(cls).type.default
        return tag

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, keys in schema order."""
        out: dict[str, Any] = {}
        for attribute in fields(type(self)):
            value = getattr(self, attribute.name)
            if value is not None:
                out[key_of(attribute)] = list(value) if isinstance(value, tuple) else value
        return out


@frozen(kw_only=True)
class Place(Result):
    """A piece (*what*) came onto the board at *where*."""

    plain: ClassVar[bool] = True
    type: Literal["place"] = "place"
    where: str | None = None
    what: str | None = None
    count: int | None = None


@frozen(kw_only=True)
class Move(Result):
    """A piece went from *start* to *to*."""

    plain: ClassVar[bool] = True
    type: Literal["move"] = "move"
    start: str
    to: str
    what: str | None = None
    how: str | None = None


@frozen(kw_only=True)
class Capture(Result):
    """A piece at *where*, of player *whose*, was captured."""

    type: Literal["capture"] = "capture"
    where: str | None = None
    what: str | None = None
    count: int | None = None
    whose: int | None = None
    how: str | None = None


@frozen(kw_only=True)
class Convert(Result):
    """A piece *what* at *where* became *into*."""

    type: Literal["convert"] = "convert"
    what: str
    into: str
    where: str | None = None


@frozen(kw_only=True)
class Pass(Result):
    """The player passed."""

    plain: ClassVar[bool] = True
    type: Literal["pass"] = "pass"
    who: int | None = None
    why: str | None = None


@frozen(kw_only=True)
class Pie(Result):
    """The player took over what the first player had done (the swap rule)."""

    plain: ClassVar[bool] = True
    type: Literal["pie"] = "pie"


@frozen(kw_only=True)
class Eliminated(Result):
    """Player *who* is out of the game by its rules: a number, written as a text as the site does."""

    type: Literal["eliminated"] = "eliminated"
    who: str


@frozen(kw_only=True)
class Resigned(Result):
    """Player *player* resigned."""

    type: Literal["resigned"] = "resigned"
    player: int


@frozen(kw_only=True)
class TimedOut(Result):
    """Player *player* ran out of time."""

    type: Literal["timeout"] = "timeout"
    player: int


@frozen(kw_only=True)
class DrawAgreed(Result):
    """The players agreed a draw."""

    type: Literal["drawagreed"] = "drawagreed"


@frozen(kw_only=True)
class GameAbandoned(Result):
    """The game was abandoned; nobody wins."""

    type: Literal["gameabandoned"] = "gameabandoned"


@frozen(kw_only=True)
class EndOfGame(Result):
    """The game is over."""

    plain: ClassVar[bool] = True
    type: Literal["eog"] = "eog"
    reason: str | None = None


@frozen(kw_only=True)
class Winners(Result):
    """Who won: no player, one, or several (a draw)."""

    plain: ClassVar[bool] = True
    type: Literal["winners"] = "winners"
    players: tuple[int, ...]


CORE_RESULTS: tuple[type[Result], ...] = (
    Place,
    Move,
    Capture,
    Convert,
    Pass,
    Pie,
    Eliminated,
    Resigned,
    TimedOut,
    DrawAgreed,
    GameAbandoned,
    EndOfGame,
    Winners,
)
"""The result types every game may use."""


def ending(*winners: int, reason: str | None = None) -> tuple[Result, ...]:
    """Return the two results that close a game (ruling P10): ``eog``, then ``winners``."""
    return EndOfGame(reason=reason), Winners(players=winners)
