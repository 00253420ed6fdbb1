"""What the host itself refuses: a stable code and a sentence each, like the library's own errors."""

from typing import Any, Final

from abstractplay_hex.i18n.messages import add_sentences, say

SENTENCES: Final = {
    "host.no-game": "There is no such game.",
    "host.no-key": "This game is private. Open it with the link you were given.",
    "host.bad-key": "This link is not for this game.",
    "host.not-your-seat": "Your link does not let you play for this player.",
    "host.not-your-turn": "It is not your turn.",
    "host.names": "{given} names were given for {seats} players.",
    "host.not-the-host": "Only the host may do that.",
    "host.no-seat": "There is no seat {seat} to invite to. This game has seats 1 to {seats}.",
    "host.seat-taken": "Somebody has taken that seat already.",
    "host.not-owner": "Only who has started the game may renew its links.",
    "host.no-revision": (
        "This submission does not say which state of the game it answers. Send the `revision` that the "
        "game had when you looked at it; each answer names it."
    ),
    "host.too-long": (
        "A game has at most {limit} moves here. You can still agree on a draw, resign, or take moves back."
    ),
    "host.streams": "Too many pages watch games from your address; {limit} may.",
    "host.not-stored": (
        "Games can be looked at, but nothing can be stored just now. Nothing was changed. "
        "Keep your move and try again later."
    ),
    "host.no-database": (
        "The database does not answer just now. Try again in a moment; no move is made twice."
    ),
    "host.stale": "The game has moved on. Look at it as it is now, then decide again.",
    "host.over": "The game is over.",
    "host.no-offer": "That offer no longer stands.",
    "host.offered": "That has already been offered.",
    "host.nothing-to-undo": "You have no move to take back.",
    "host.not-over": "There is no game record until the game is over.",
    "host.ply": "There is no ply {ply}. This game has plies 0 to {last}.",
    "host.line-move": "Move {number} of the line is not legal: {reason}",
    "host.busy": "The server is busy. Try again in a moment.",
    "host.name": "{reason}",
    "host.no-computer": "No computer is to move, or none has failed.",
    "host.computer-failed": "The computer has failed to find a move.",
    "host.computer-killed": "The computer has stopped while it was thinking.",
    "host.computer-slow": "The computer has not found a move in time.",
    "host.computer-stuck": "The computer finds no move.",
    "host.computer-long": "The computer does not move: a game may not become longer here.",
    "host.computers-busy": "The computer has too many other games just now.",
    "request.wrong": "The request is not valid: {reason}",
    "host.full": "The server has no free connection. Try again in a moment.",
    "request.malformed": "That is no request of HTTP/1.1.",
    "request.upgrade": "Only HTTP/1.1 is spoken here. Ask again without an Upgrade.",
    "request.too-large": "The request is too large.",
    "request.head-too-large": "The address or the headers of the request are too long.",
    "request.too-slow": "The request was not complete in time.",
    "request.too-many": "Too many requests. Try again in {seconds} s.",
    "request.origin": "This request comes from another site.",
    "request.not-found": "There is nothing at this address.",
    "request.method": "This address does not accept that method.",
    "request.failed": "Something went wrong on the server. The game is unchanged.",
}
add_sentences(SENTENCES)


class Refusal(Exception):
    """An error answer, in the language in force when it is made.

    ``status`` is the HTTP status, ``game`` the game as it stands, if that helps.

    ``where`` names, for programs, the part of the request that is wrong.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str | None = None,
        *,
        game: Any = None,
        where: str | None = None,
        **params: Any,
    ) -> None:
        self.status = status
        self.code = code
        self.message = say(code, **params) if message is None else message
        self.game = game
        self.where = where
        super().__init__(code)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON body."""
        out: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.where is not None:
            out["where"] = self.where
        if self.game is not None:
            out["game"] = self.game
        return out
