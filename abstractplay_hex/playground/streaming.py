"""Answers that come piece by piece: a line of JSON each, and an empty one now and then while there is none."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from starlette.responses import StreamingResponse

BEAT: Final = 5.0
"""Seconds after which an empty line is sent, to find out who has left."""


class Pieces(StreamingResponse):
    """The answer with what is yielded; when its reader leaves, the source is closed."""

    media_type = "application/x-ndjson"

    def __init__(self, source: AsyncIterator[dict[str, Any]], status_code: int = 200) -> None:
        # nginx would keep lines back until they fill a buffer.
        super().__init__(_lines(source), status_code, {"X-Accel-Buffering": "no"})


async def _lines(source: Any) -> AsyncIterator[str]:
    async with aclosing(source):
        while True:
            following = asyncio.ensure_future(anext(source, None))
            try:
                while not (await asyncio.wait({following}, timeout=BEAT))[0]:
                    yield "\n"
                piece = await following
            finally:
                following.cancel()
            if piece is None:
                return
            yield json.dumps(piece, ensure_ascii=False) + "\n"
