"""Reviews of games and values of positions, as the host gives them: in small parts, found by engines.

A review is made of parts of a few plies. Between two of them the engine is free for others, whose games come
first; what has been found is kept, so that a review which has been broken off goes on where it stopped.
"""

import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from itertools import count
from threading import Lock
from typing import Any, Final

from attrs import evolve

from abstractplay_hex import analysis, new_game
from abstractplay_hex.analysis.words import verdict
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.playground import forms, judging
from abstractplay_hex.playground.asking import asked, asking_client
from abstractplay_hex.playground.looking import AnyGame, Opened, may_be_reviewed
from abstractplay_hex.playground.pool import Pool
from abstractplay_hex.playground.refusals import Refusal

PART: Final = 4
"""Plies of a part: half a second's work for an engine."""
PARTS_KEPT: Final = 2000
"""About 10 kB each."""
POSITIONS_KEPT: Final = 500
AT_ONCE: Final = 2
"""Reviews of one client under way."""
PART_SECONDS: Final = 120.0
"""To wait for a part, however many others wait."""


class Reviews:
    """The reviews of a host, as far as this process makes them.

    :param pool: whose engines do the work.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._parts: OrderedDict[tuple[str, int], analysis.Review] = OrderedDict()
        self._positions: OrderedDict[str, analysis.Analysis] = OrderedDict()
        self._under_way: dict[str | None, int] = {}
        self._numbers = count()
        self._lock = Lock()

    @property
    def parts_kept(self) -> int:
        """How many parts of reviews are kept."""
        return len(self._parts)

    def check(self, opened: Opened) -> None:
        """Refuse to review a game that is still played, or without plies, or for one who has enough.

        :raises Refusal: if so.
        """
        if not may_be_reviewed(opened):
            raise Refusal(409, "host.review-early")
        if opened.head.ply == 0:
            raise Refusal(409, "host.review-empty")
        client = asking_client()  # nobody, where clients are not limited
        if client is not None and self._under_way.get(client, 0) >= AT_ONCE:
            raise Refusal(429, "host.reviews", limit=AT_ONCE)

    async def told(self, state: str, game: AnyGame, code: str) -> AsyncIterator[dict[str, Any]]:
        """Yield a review piece by piece: how it stands at the start, each ply, how each player has played.

        A fault of an engine is the last piece. Whoever stops listening ends the work.

        :param state: of the game.
        :param code: of the language.
        """
        client, number = asking_client(), next(self._numbers)
        key = hashlib.sha256(state.encode()).hexdigest()
        last = len(game.stack) - 1
        parts = []
        self._under_way[client] = self._under_way.get(client, 0) + 1
        try:
            for first in range(0, last, PART):
                part = self._parts.get((key, first))
                if part is None:
                    part = await self._part(state, first, f"review {number} {first}")
                    self._keep(self._parts, (key, first), part, PARTS_KEPT)
                parts.append(part)
                if first == 0:
                    yield {"start": list(part.start)}
                with language(code):
                    pieces = list(map(_piece, part.plies))
                for piece in pieces:
                    yield piece
            whole = evolve(parts[0], plies=tuple(ply for part in parts for ply in part.plies))
            yield {"players": whole.to_dict()["players"]}
        except Refusal as refusal:
            yield {"fault": refusal.to_dict()}
        finally:
            left = self._under_way.pop(client) - 1
            if left:
                self._under_way[client] = left

    async def _part(self, state: str, first: int, key: str) -> analysis.Review:
        found: analysis.Review = await asked(
            self._pool,
            key,
            lambda engine: engine.ask(judging.review_part, state, first, PART),
            patient=True,
            seconds=PART_SECONDS,
        )
        return found

    async def value(self, setup: "forms.Setup") -> analysis.Analysis:
        """Say how a position stands, and what the best lines are.

        :raises HexError: if it is none, or nobody can begin from there.
        :raises Refusal: if an engine fails, or there is too much to do.
        """
        game = new_game(setup.game, setup.variants, setup.seats, position=setup.position)
        given = (game.uid, tuple(game.variants), game.numplayers, game.position())
        key = repr(given)
        found = self._positions.get(key)
        if found is None:
            found = await asked(
                self._pool,
                f"position {next(self._numbers)}",
                lambda engine: engine.ask(judging.evaluated, *given),
                patient=True,
            )
            self._keep(self._positions, key, found, POSITIONS_KEPT)
        return found

    async def read(
        self, text: bytes, uid: str | None, most_plies: int, code: str
    ) -> judging.ReadUpload:
        """Read a game that somebody has uploaded.

        :param uid: of the game, if the text does not say it.
        :param most_plies: how long it may be.
        :param code: of the language in which faults are told.
        :raises Refusal: if it is none, and says where it is wrong; or if it takes too long.
        """
        found: judging.ReadUpload = await asked(
            self._pool,
            f"upload {next(self._numbers)}",
            lambda engine: engine.ask(judging.read_upload, text, uid, most_plies, code),
        )
        if found.code:
            raise Refusal(422, found.code, found.message)
        return found

    def _keep(self, kept: OrderedDict[Any, Any], key: Any, found: Any, most: int) -> None:
        with self._lock:
            kept[key] = found
            while len(kept) > most:
                kept.popitem(last=False)


def _piece(ply: analysis.ReviewedPly) -> dict[str, Any]:
    """Return what a page is told of a ply, in the language in force."""
    sign = said = None
    if ply.mark is not None:
        sign, said = ply.mark.sign, ply.mark.said
    return {**ply.to_dict(), "sign": sign, "said": said, "verdict": verdict(ply)}
