"""The scripts and styles of the pages, sent from memory: no thread must open them while others compute."""

import os
from functools import lru_cache
from pathlib import Path

from fastapi.staticfiles import StaticFiles
from starlette.responses import FileResponse, Response
from starlette.types import Scope


class Kept(StaticFiles):
    """Static files that are read once."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Answer as usual, with what was read before unless the file has changed."""
        usual = super().file_response(full_path, stat_result, scope, status_code)
        if not isinstance(usual, FileResponse):
            return usual
        text = _read(str(full_path), stat_result.st_mtime_ns)
        return Response(text, usual.status_code, dict(usual.headers))


@lru_cache(maxsize=64)
def _read(path: str, _: int) -> bytes:
    return Path(path).read_bytes()
