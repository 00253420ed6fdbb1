"""What the host itself refuses, with a stable code and a sentence, as the library's own errors have."""

from typing import Any, Final

SENTENCES: Final = {
    "host.no-game": "There is no such game here.",
    "host.no-key": "This game is private. Open it with the link you were given.",
    "host.bad-key": "This link is not one of this game.",
    "host.not-your-seat": "You do not sit there: your link does not let you play for this player.",
    "host.not-your-turn": "It is the other player's turn.",
    "host.names": "There are {given} names for {seats} players.",
    "host.not-the-host": "Only the host of these games may do that.",
    "host.stale": "The game has gone on meanwhile. Look at it as it is now, then decide again.",
    "host.over": "The game is over.",
    "host.no-offer": "There is no such offer any more.",
    "host.offered": "That is offered already.",
    "host.nothing-to-undo": "You have made no move that could be taken back.",
    "host.not-over": "A game record is written when the game is over.",
    "host.ply": "There is no ply {ply}: this game has plies 0 to {last}.",
    "host.line-move": "Move {number} of the line is not legal: {reason}",
    "host.busy": "The server is busy. Try again in a moment.",
    "request.wrong": "The request is not understood: {where}: {reason}",
    "request.too-large": "The request is too large.",
    "request.too-many": "Too many requests. Try again in {seconds} s.",
    "request.origin": "This request comes from another site.",
    "request.not-found": "There is nothing at this address.",
    "request.method": "This address does not take that method.",
    "request.failed": "Something went wrong here. The fault is ours; the game is as it was.",
}


class Refusal(Exception):
    """An answer that is no success. ``status`` is HTTP's; ``game`` the current view, if that helps."""

    def __init__(
        self, status: int, code: str, message: str | None = None, *, game: Any = None, **params: Any
    ) -> None:
        self.status = status
        self.code = code
        self.message = SENTENCES[code].format_map(params) if message is None else message
        self.game = game
        super().__init__(code)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON body."""
        out: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.game is not None:
            out["game"] = self.game
        return out
