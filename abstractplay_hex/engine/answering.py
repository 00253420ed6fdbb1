"""One request in, one answer out: nothing that a request does outlives it, but what is kept under a key."""

import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.codec import dumps, loads
from abstractplay_hex.codec.jsontext import LARGEST_TEXT
from abstractplay_hex.engine import thinking
from abstractplay_hex.engine.methods import AnyGame, error_data, plain_result
from abstractplay_hex.engine.requests import Call, Request, Source, is_ident, read_request
from abstractplay_hex.engine.shelf import MOST_MEMORY, Shelf
from abstractplay_hex.errors import ArgumentError, HexError, ReplayError, StateError, told
from abstractplay_hex.game import Clock, Game, game_class, new_game, utc_now
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.records import play_ply

LONGEST_LINE: Final = LARGEST_TEXT
"""Bytes of a request, and characters of an answer."""
MOST_REQUESTS: Final = 1000
"""Requests of one batch."""
_LOOKED_BACK: Final = 4
"""A line of moves is continued from one that is kept if that is at most so many moves shorter."""

_log = logging.getLogger(__name__)


@frozen
class Answer:
    """An answer: JSON text in one line; *error* is what it tells, if it tells of one."""

    text: str
    error: HexError | None = None

    @property
    def data(self) -> bytes:
        """The text as UTF-8. A lone surrogate has none; \\udXXX is how JSON escapes one."""
        return self.text.encode("utf-8", "backslashreplace")


class _CallError(Exception):
    """The error of one call of several."""

    def __init__(self, number: int, error: HexError) -> None:
        super().__init__(number)
        self.number = number
        self.error = error


class Engine:
    """Answers requests, one after the other or in several threads at once.

    :param memory: bytes that kept games may take in all.
    :param longest: bytes of a request, and of an answer.
    :param clock: where timestamps of new plies come from.
    """

    def __init__(
        self, *, memory: int = MOST_MEMORY, longest: int = LONGEST_LINE, clock: Clock = utc_now
    ) -> None:
        self.longest = longest
        self.shelf = Shelf(memory)
        self._clock = clock

    def answer(self, request: bytes) -> Answer:
        """Return the answer to a request, or to a batch of them. Never raises, whatever *request* is."""
        try:
            if len(request) > self.longest:
                return self.too_long()
            if request.startswith(b"gz:"):  # saved games may be packed, requests are not
                raise ArgumentError("engine.expected", path="$", expected=Phrase("phrase.object"))
            data = loads(request)
            with thinking.in_one_go():
                return (
                    self._batch(data) if isinstance(data, list) else self._one(data, self.longest)
                )
        except HexError as error:
            return _fault(None, error)

    def too_long(self) -> Answer:
        """Return the answer to a request that is too long to be read."""
        return _fault(None, ArgumentError("engine.too-long", limit=self.longest))

    def _batch(self, data: list[Any]) -> Answer:
        if not 1 <= len(data) <= MOST_REQUESTS:
            raise ArgumentError("engine.batch", limit=MOST_REQUESTS)
        texts, room = [], self.longest
        for one in data:
            texts.append(self._one(one, room).text)
            room -= len(texts[-1]) + 1
        return Answer(f"[{','.join(texts)}]")

    def _one(self, data: Any, room: int) -> Answer:
        """Answer one request in at most *room* characters; what tells that it is too long does not count."""
        ident = data.get("id") if isinstance(data, dict) else None
        ident = ident if is_ident(ident) else None
        try:
            with _language_of(data):
                try:
                    fields = self._done(read_request(data), room)
                except _CallError as failed:
                    return _fault(ident, failed.error, failed.number)
                except HexError as error:
                    return _fault(ident, error)
        except HexError as error:  # a language that is not known
            return _fault(ident, error)
        except Exception as error:  # a bug of ours, or of a game's author
            _log.exception("a request failed")
            reason = told(error)[:200]
            return _fault(ident, HexError("engine.failed", reason=reason))
        return Answer(f'{{"id":{dumps(ident)}{fields}}}')

    def _done(self, request: Request, room: int) -> str:
        """Do what is asked, and return the fields of the answer as they stand behind the ``id``."""
        game = None if request.source is None else self._game(request.source)
        before = None if game is None else game.stack
        texts: list[str] = []
        for number, call in enumerate(request.calls):
            try:
                texts.append(_called(game, call))
                room = self._left(room, texts[-1])
            except HexError as error:
                raise (error if request.single else _CallError(number, error)) from None
        out = f',"result":{texts[0]}' if request.single else f',"results":[{",".join(texts)}]'
        if game is None:
            return out
        if "state" in request.give:
            text = dumps(game.serialize())
            self._left(room, text)
            out += f',"state":{text}'
        if "key" in request.give:
            key = request.source.key if request.source and not request.source.moves else None
            if key is None or game.stack != before:
                key = secrets.token_urlsafe(16)
                self.shelf.put(key, game)
            out += f',"key":{dumps(key)}'
        return out

    def _left(self, room: int, text: str) -> int:
        """Return what room is left behind *text*."""
        if len(text) + 100 > room:  # the id and the names of the fields
            raise ArgumentError("engine.answer-too-long", limit=self.longest)
        return room - len(text) - 1

    # ---- the game ------------------------------------------------------------------------------

    def _game(self, source: Source) -> AnyGame:
        if source.key is None and source.state is None:
            game = self._line(source)
        else:
            game = self._kept(source.key) if source.key is not None else self._loaded(source)
            _play(game, source.moves)
        if source.ply is not None:
            game.load(source.ply)
        if source.partial is not None:
            game.move(source.partial, partial=True)
        return game

    def _kept(self, key: str) -> AnyGame:
        game = self.shelf.get(key)
        if game is None:
            raise ArgumentError("engine.key-unknown")
        return game

    def _loaded(self, source: Source) -> AnyGame:
        state = source.state
        if isinstance(state, dict):
            try:
                state = dumps(state)  # as a text, most of it need not be written anew
            except RecursionError:
                raise StateError("state.too-deep", path="$") from None
        kind: type[AnyGame] = Game if source.game is None else game_class(source.game)
        return kind.load_saved(
            state, verify=source.verify, lenient=source.lenient, clock=self._clock
        )

    def _line(self, source: Source) -> AnyGame:
        """Return a game as its moves lead to it; those made for an earlier request are not made again."""
        moves, begun = source.moves, (source.game, source.variants, source.seats, source.position)
        for shorter in range(min(_LOOKED_BACK, len(moves) - 1) + 1 if moves else 0):
            kept = len(moves) - shorter
            game = self.shelf.get((*begun, moves[:kept]))
            if game is not None:
                break
        else:
            kept = 0
            game = new_game(
                source.game or "",
                source.variants,
                source.seats,
                position=source.position,
                clock=self._clock,
            )
        if kept < len(moves):
            _play(game, moves[kept:], kept)
            self.shelf.put((*begun, moves), game)
        return game


def _play(game: AnyGame, moves: tuple[str, ...], before: int = 0) -> None:
    """Make moves, or endings by word.

    :param before: how many moves of the request were made before.
    """
    for number, text in enumerate(moves, before + 1):
        try:
            play_ply(game, text)
        except HexError as error:
            raise ReplayError(
                "replay.illegal",
                game=game.uid,
                ply=number,
                text=repr(text[:80]),
                reason=error.phrase,
            ) from None


def _called(game: AnyGame | None, call: Call) -> str:
    does: Callable[..., Any] = call.method.call
    if game is None or not call.method.about_game:
        return dumps(does(**call.arguments))
    if does is Game.state:  # the same as a text, most of which need not be written anew
        return game.serialize()
    return dumps(plain_result(does(game, **call.arguments)))


@contextmanager
def _language_of(data: Any) -> Iterator[None]:
    code = data.get("language") if isinstance(data, Mapping) else None
    if isinstance(code, str):
        with language(code):
            yield
    else:
        yield


def _fault(ident: Any, error: HexError, number: int | None = None) -> Answer:
    said = error_data(error)
    if number is not None:
        said["call"] = number
    return Answer(dumps({"id": ident, "error": said}), error)
