"""What the host itself refuses: a stable code and a sentence each, like the library's own errors."""

from typing import Any

from abstractplay_hex.i18n.messages import add_sentences, say
from abstractplay_hex.playground.sentences import REFUSALS

add_sentences(REFUSALS)


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
