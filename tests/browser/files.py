"""A server of plain files, as any static host is one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

_TYPES = {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class _Files(SimpleHTTPRequestHandler):
    made: ClassVar[Mapping[str, tuple[str, bytes]]] = {}
    headers_sent: ClassVar[Mapping[str, str]] = {}

    def guess_type(self, path: Any) -> str:
        return _TYPES.get(Path(path).suffix) or super().guess_type(path)

    def do_GET(self) -> None:
        kind, content = self.made.get(self.path, (None, b""))
        if kind is None:
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        for name, value in self.headers_sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served(
    folder: Path,
    made: Mapping[str, tuple[str, bytes]] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Serve a folder, and files *made* up by path with their types; give the address."""
    kind = type("Files", (_Files,), {"made": made or {}, "headers_sent": headers or {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
