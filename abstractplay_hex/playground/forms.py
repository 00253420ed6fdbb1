"""What requests and answers look like; the OpenAPI document is made from this."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from abstractplay_hex.game import LONGEST_POSITION_TEXT
from abstractplay_hex.i18n.messages import say
from abstractplay_hex.players import LEVELS
from abstractplay_hex.playground import names
from abstractplay_hex.playground.clock_forms import ClockView, ControlForm
from abstractplay_hex.playground.looking import LONGEST_LINE
from abstractplay_hex.playground.seats import MOST_KEYS
from abstractplay_hex.rules.interface import MOST_SEATS

LONGEST_MOVE = 32_768  # each game has a limit of its own below


Text = Annotated[str, StringConstraints(max_length=LONGEST_MOVE)]
PositionText = Annotated[str, StringConstraints(max_length=LONGEST_POSITION_TEXT)]
Name = Annotated[
    str, StringConstraints(max_length=40, strip_whitespace=True), AfterValidator(names.checked)
]
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]
Strength = Annotated[int, Field(ge=1, le=len(LEVELS))]
Ply = Annotated[int, Field(ge=0, le=1_000_000)]
Place = Annotated[int, Field(ge=-1, le=10_000)]


class Form(BaseModel):
    """Base of all requests: unknown keys and strings for numbers are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ComputerForm(Form):
    """A computer to play a seat."""

    seat: Seat
    level: Strength


def _of_different_seats(computers: list[ComputerForm]) -> list[ComputerForm]:
    if len({computer.seat for computer in computers}) < len(computers):
        raise ValueError(say("request.kind.one-seat"))
    return computers


class Start(Form):
    """Start a game."""

    game: Annotated[str, StringConstraints(max_length=80)] = Field(examples=["pods"])
    variants: Annotated[list[Text], Field(max_length=40)] = []
    names: Annotated[list[Name], Field(max_length=MOST_SEATS)] = []
    seats: Seat | None = Field(
        default=None, description="Number of players, if the game leaves a choice."
    )
    owner: Seat = Field(
        default=1, description="Whose seat is that of the starter, who may renew the invitations."
    )
    computers: Annotated[
        list[ComputerForm], Field(max_length=MOST_SEATS), AfterValidator(_of_different_seats)
    ] = Field(default=[], description="Seats that computers play; nobody gets a key to these.")
    clock: ControlForm | None = Field(
        default=None,
        description="The clocks of the seats. The first turn of each takes no time.",
        examples=[{"kind": "fischer", "main": 600, "increment": 10}],
    )
    position: PositionText | None = Field(default=None, description="Position text to begin from.")


class Keys(Form):
    """Secret keys, as they stand in links after the ``#``."""

    keys: Annotated[
        list[Annotated[str, StringConstraints(max_length=80)]], Field(max_length=MOST_KEYS)
    ]


class Reply(Form):
    """Base of what is said about a game: it names the revision of the game that the sender has seen.

    It may name the ply, too.
    """

    revision: Ply
    ply: Ply | None = None


class Word(Reply):
    """Something a seat says."""

    seat: Seat


class Turn(Word):
    """A turn for one's seat."""

    move: Text


class Invitation(Reply):
    """A new link to a seat, for the seat that has started the game; 0 is for watching."""

    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)]


class Offer(Word):
    """A draw offer, a request to take back one's last move, or the offer of a rematch after the game."""

    kind: Literal["draw", "undo", "rematch"]


class OfferAnswer(Word):
    """Yes or no to an offer; no also withdraws one's own."""

    kind: Literal["draw", "undo", "rematch"]
    accept: bool


class ComputerWord(Reply):
    """How a computer that is to move goes on.

    *now*: with what it has found. If it has failed, *again* (perhaps at another level), or *take* its seat.
    """

    act: Literal["now", "again", "take"]
    level: Strength | None = None


class Timeout(Reply):
    """*player* has run out of time; the others win."""

    kind: Literal["timeout"]
    player: Seat


class Abandoned(Reply):
    """Nobody plays on; nobody wins."""

    kind: Literal["abandoned"]


Ending = Annotated[Timeout | Abandoned, Field(discriminator="kind")]
"""How the host ends a game."""


class ClickForm(Form):
    """A click: a place on the board, or (-1, -1) and what was clicked beside it."""

    row: Place
    col: Place
    piece: Annotated[str, StringConstraints(max_length=200)] = ""


class DrawingForm(Form):
    """How to draw the board."""

    display: Annotated[str, StringConstraints(max_length=80)] | None = None
    palette: Literal["default", "colour-blind"] = "default"
    dark: bool = False
    rotate: Annotated[int, Field(ge=0, le=300, multiple_of=60)] = 0


class MarksForm(Form):
    """What is drawn on the board besides.

    *best*: a turn that would have been better than the last one. *next*: one that can be made now.
    *mark*: what is remarkable about the last one.
    """

    best: Text | None = None
    next: Text | None = None
    mark: Literal["only-move", "inaccuracy", "mistake", "blunder"] | None = None


class Setup(Form):
    """A position of a game."""

    game: Annotated[str, StringConstraints(max_length=80)]
    variants: Annotated[list[Text], Field(max_length=40)] = []
    seats: Seat | None = None
    position: PositionText


class Look(Form):
    """Look at a ply (-1: the last), continued by a line of moves and a turn in progress."""

    ply: Annotated[int, Field(ge=-1, le=1_000_000)] = -1
    line: Annotated[list[Text], Field(max_length=LONGEST_LINE)] = []
    text: Text = ""
    click: ClickForm | None = None
    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    drawing: DrawingForm | None = DrawingForm()
    beginnings: bool = Field(default=False, description="Whether to tell where a turn can begin.")
    legend: bool = Field(default=False, description="Whether to explain what is on the board.")
    marks: MarksForm | None = None


class Begun(BaseModel):
    """A new game. The keys are shown only once: 0 may only watch, the others play."""

    id: str
    keys: dict[str, str]


class Seats(BaseModel):
    """The seats that the keys open; ``watch`` says whether they let one watch."""

    seats: list[int]
    watch: bool


class Summary(BaseModel):
    """A game as it stands."""

    id: str
    revision: int
    ply: int
    currplayer: int
    gameover: bool
    winner: list[int]
    lastmove: str | None
    position: str
    draw_by: int | None
    undo_by: int | None
    offers: dict[str, list[int]]
    """Who agrees to a draw, to taking a move back or to a rematch; the first has offered it. All must agree."""
    rematch: str | None
    """The game that follows this one: `POST …/rematch` opens it with the keys of this one."""


class Invited(Summary):
    """The new key, shown only once, and the game."""

    key: str


class Hint(BaseModel):
    """A turn to consider."""

    move: str


class Taken(Summary):
    """The seat that one has taken over from a computer, and the game."""

    seat: int


class PlayedMove(BaseModel):
    """A move of the game."""

    player: int
    move: str


class LogEntry(BaseModel):
    """What the log says of a ply."""

    time: str
    lines: list[str]


class Refused(BaseModel):
    """Why not."""

    code: str
    message: str


class ComputerSeat(BaseModel):
    """A seat that a computer plays."""

    seat: int
    level: int


class Lapsed(BaseModel):
    """An offer that has come to nothing: *by* has declined what *offered* had offered, or withdrawn it."""

    kind: str
    offered: int
    by: int
    revision: int
    """Of the game, since when."""


class Followed(BaseModel):
    """The rematch, and the new seat of each seat to which the keys sent belong (0 is for watching)."""

    id: str
    seats: dict[str, int]


class View(Summary):
    """A game as it stands, with all that a page shows beside the board."""

    game: str
    name: str
    variants: list[str]
    """By name."""
    variant_uids: list[str]
    reviewable: bool
    """Whether a review would help nobody to win."""
    hints: bool
    """The same of a hint for whoever asks."""
    names: list[str]
    numplayers: int
    most_plies: int
    """A game of so many can only be ended."""
    owner: bool
    """Whether one may renew invitations."""
    computers: list[ComputerSeat]
    failed: Refused | None
    """Why the computer to move does not."""
    seats: list[int]
    moves: list[PlayedMove]
    chat: list[LogEntry]
    displays: list[dict[str, Any]]
    can_undo: list[int]
    lapsed: list[Lapsed]
    """Offers that have come to nothing, as long as that may be of interest."""
    clock: ClockView | None


class Sign(BaseModel):
    """An entry of the legend: what something on the board means, and a picture of it."""

    text: str
    svg: str


class Seen(BaseModel):
    """The board with a turn in progress: its whole text, the verdict on it, and the picture.

    ``svg`` is null if no drawing was asked for, or if *undrawn* says why there is none.
    """

    ply: int
    position: str
    """Its text, without the turn in progress."""
    text: str
    valid: bool
    message: str
    complete: int
    can_render: bool
    code: str
    refused: Refused | None
    ruling: str | None
    """The ruling that what is said comes from: an anchor on the page ``/rules/…``."""
    missing: str | None
    """What is missing of a text that is not valid as it stands, if a turn's text can begin with it."""
    currplayer: int
    gameover: bool
    winner: list[int]
    lastmove: str | None
    scores: list[dict[str, Any]]
    statuses: list[dict[str, Any]]
    buttons: list[dict[str, str]]
    svg: str | None
    undrawn: str | None
    beginnings: list[tuple[int, int]] | None
    """Cells, by row and column, where a turn can begin, if that was asked for and none is under way."""
    legend: list[Sign] | None
    """What is on the board, if that was asked for and there is a picture."""


class Fault(BaseModel):
    """Every error answer. With 409, ``game`` is the game as it stands now; ``where`` names what is wrong."""

    code: str
    message: str
    where: str | None = None
    game: Summary | None = None
