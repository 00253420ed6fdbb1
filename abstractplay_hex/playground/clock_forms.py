"""What requests and answers say of clocks."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from abstractplay_hex.playground.clocks import (
    LONGEST,
    LONGEST_INCREMENT,
    SHORTEST,
    Control,
    Fischer,
    PerMove,
)


class PerMoveForm(BaseModel, extra="forbid", strict=True):
    """So many seconds for each turn."""

    kind: Literal["move"]
    seconds: Annotated[int, Field(ge=SHORTEST, le=LONGEST)]


class FischerForm(BaseModel, extra="forbid", strict=True):
    """A supply of seconds (*main*), and more (*increment*) after each turn."""

    kind: Literal["fischer"]
    main: Annotated[int, Field(ge=SHORTEST, le=LONGEST)]
    increment: Annotated[int, Field(ge=0, le=LONGEST_INCREMENT)]


ControlForm = Annotated[PerMoveForm | FischerForm, Field(discriminator="kind")]
"""How much time each seat has."""


def control_of(form: PerMoveForm | FischerForm) -> Control:
    """Return the time control that a form asks for."""
    if isinstance(form, PerMoveForm):
        return PerMove(form.seconds)
    return Fischer(form.main, form.increment)


class ClockView(BaseModel):
    """The clocks at the moment of the answer, in milliseconds."""

    control: ControlForm
    left: list[int]
    """What each seat has left."""
    running: int | None
    """The seat whose clock runs."""
    flagged: int | None
    """The seat whose time has run out."""
    now: int
    """The moment of the answer by the host's clock, in milliseconds since 1970 (UTC)."""
