"""As ``docs/deploy.md`` shows it: nginx, two processes, one database; one of them is killed in mid-game."""

import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

import httpx2 as httpx

from abstractplay_hex import load_game, new_game
from tests.conftest import ROOT
from tests.playground.hosts import Events, Player, Server, Started, free_port

pytestmark = pytest.mark.heavy

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
SITE = "hex.example.org"


def configuration(folder: Path, ports: list[int], https: int) -> str:
    """Return what the page shows, with ports, certificate and folders of our own."""
    shown = (ROOT / "docs" / "deploy" / "nginx.conf").read_text()
    for documented, port in zip((8001, 8002), ports, strict=True):
        shown = shown.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{port}")
    shown = shown.replace("listen 443", f"listen 127.0.0.1:{https}")
    shown = re.sub(r"/etc/ssl/[\w.]+\.(pem|key)", rf"{folder}/site.\1", shown)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    return (
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off;\n{temporary}\n{shown}\n}}\n"
    )


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """Run nginx in front of servers; yield its port."""
    if not Path(NGINX).exists():
        pytest.skip("needs nginx: apt-get install nginx-light")
    subject = ["-subj", f"/CN={SITE}", "-addext", f"subjectAltName=DNS:{SITE}"]
    key: list[str | Path] = ["-newkey", "rsa:2048", "-nodes", "-keyout", folder / "site.key"]
    certificate: list[str | Path] = ["openssl", "req", "-x509", *key, *subject, "-days", "2"]
    subprocess.run([*certificate, "-out", folder / "site.pem"], check=True, capture_output=True)
    https = free_port()
    file = folder / "nginx.conf"
    file.write_text(configuration(folder, ports, https))
    folder.chmod(0o755)
    process = subprocess.Popen([NGINX, "-p", folder, "-c", file], stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + 30
        while not (folder / "nginx.pid").exists() or not (folder / "nginx.pid").read_text():
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < until
            time.sleep(0.05)
        yield https
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)


class Site:
    """The site as browsers see it."""

    def __init__(self, folder: Path, port: int, servers: list[Server]) -> None:
        self.port, self.servers = port, servers
        self._trust = ssl.create_default_context(cafile=str(folder / "site.pem"))

    @property
    def url(self) -> str:
        return f"https://{SITE}:{self.port}/hex"

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        """Return a client with an address of its own on this machine."""

        class Here(httpx.HTTPTransport):
            def handle_request(self, request: httpx.Request) -> httpx.Response:
                request.extensions["sni_hostname"] = SITE
                request.url = request.url.copy_with(host="127.0.0.1")
                return super().handle_request(request)

        transport = Here(verify=self._trust, local_address=address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=30)


@pytest.fixture
def site(tmp_path: Path, postgres_url: str) -> Iterator[Site]:
    more = ["--proxy", "--root-path", "/hex"]
    with ExitStack() as stack:
        servers = []
        for number in range(2):
            log = tmp_path / f"server-{number}.log"
            server = Server(postgres_url, rate=10, log=log, more=more, keep_port=True).start()
            stack.callback(server.stop)
            servers.append(server)
        port = stack.enter_context(nginx(tmp_path, [server.port for server in servers]))
        yield Site(tmp_path, port, servers)


def test_a_site_as_documented(site: Site, tmp_path: Path) -> None:
    with site.client() as client:
        home = client.get("/")
        assert home.status_code == 200
        # Everything that the pages name lies under the path.
        named = re.findall(r'(?:src|href)="(/[^"]*)"', home.text)
        assert named
        for path in named:
            assert path.startswith("/hex/"), path
            assert client.get(path.removeprefix("/hex")).status_code == 200
        game = Started(client, "pods", names=["Ann", "Bob"])
        page = client.get(f"/games/{game.ident}")
        assert page.headers["cache-control"] == "no-cache"
        # Cookies are Secure, and go to the addresses of their game.
        seated = client.post(f"/api/games/{game.ident}/session", json={"keys": [game.keys["1"]]})
        cookie = seated.headers["set-cookie"]
        assert "Secure" in cookie
        assert f"Path=/hex/api/games/{game.ident}" in cookie
        # The site's own pages may change something, others may not.
        address = f"/api/games/{game.ident}/moves"
        body = {"seat": 1, "revision": 0, "move": "g7"}
        headers = {**game.first.headers, "Origin": f"https://{SITE}:{site.port}"}
        other = {**headers, "Origin": "https://elsewhere.example"}
        assert client.post(address, json=body, headers=other).json()["code"] == "request.origin"
        answer = client.post(address, json=body, headers={**headers, "Host": f"{SITE}:{site.port}"})
        assert answer.status_code == 200
        # Events come at once, whichever process they come from.
        events = [Events(site.client(), game) for _ in range(4)]
        began = time.monotonic()
        assert game.second.post("/offers", seat=2, kind="draw").status_code == 200
        assert all(each.wait_for(2) for each in events)
        assert time.monotonic() - began < 5
        # One client spends its rate, whatever it says of itself; another goes on.
        greedy = {"X-Forwarded-For": "192.0.2.1"}
        statuses = {client.get("/api/kinds", headers=greedy).status_code for _ in range(150)}
        assert 429 in statuses
        with site.client("127.0.0.2") as second:
            assert second.get("/api/kinds").status_code == 200
    said = "".join((tmp_path / f"server-{n}.log").read_text() for n in range(2))
    assert "not trusted" not in said


def test_one_of_two_is_killed(site: Site) -> None:
    """In mid-game: nothing that was accepted is lost, and moves and news go on within 5 s."""
    expected, rng = new_game("pods"), Random(7)
    with site.client() as client:
        game = Started(client, "pods")
        game.both.client = client
        watching = Events(site.client(), game)
        pauses = []
        for ply in range(24):
            if ply in (8, 16):
                site.servers[ply // 8 - 1].kill()
            if ply == 12:
                site.servers[0].start()
            move = expected.random_move(rng)
            assert move is not None
            began = time.monotonic()
            _play_on(game.both, expected.currplayer, ply, move)
            while not watching.wait_for(ply + 1, 0.5):
                if not watching.is_alive():  # pages open their streams again, too
                    watching = Events(site.client(), game, ply)
            pauses.append(time.monotonic() - began)
            expected.move(move)
        state = game.watcher.get("/state").text
    assert [ply.lastmove for ply in load_game(state, verify=True).stack] == [
        ply.lastmove for ply in expected.stack
    ]
    assert max(pauses) < 5


def _play_on(player: Player, seat: int, ply: int, move: str) -> None:
    """Send a move until it is known to be made, as pages do: a copy of it is never made, too."""
    until = time.monotonic() + 20
    while True:
        assert time.monotonic() < until
        answer = player.send("/moves", seat=seat, revision=ply, move=move)
        if answer.status_code in (200, 409):
            seen = answer.json() if answer.status_code == 200 else answer.json()["game"]
            assert (seen["ply"], seen["lastmove"]) == (ply + 1, move)
            return
        assert answer.status_code in (429, 502, 503, 504), answer.text
        time.sleep(0.2)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stops_under_plain_uvicorn(tmp_path: Path, number: signal.Signals) -> None:
    """Streams are open, a request is unfinished: any server must be able to stop."""
    port = free_port()
    command = ["-m", "uvicorn", "--factory", "abstractplay_hex.playground.app:from_environment"]
    stopped = _stopped(["--port", str(port)], command, port, tmp_path, number)
    assert stopped < 15


def test_stops_under_hypercorn(tmp_path: Path) -> None:
    pytest.importorskip("hypercorn", reason="needs pip install hypercorn")
    port = free_port()
    command = ["-m", "hypercorn", "abstractplay_hex.playground.app:from_environment()"]
    more = ["--bind", f"127.0.0.1:{port}"]
    assert _stopped(more, command, port, tmp_path, signal.SIGTERM) < 15


def _stopped(
    more: list[str], command: list[str], port: int, folder: Path, number: signal.Signals
) -> float:
    """Start a server, open streams, stop it; return the seconds that it took to end."""
    environment = {**os.environ, "ABSTRACTPLAY_HEX_DB": str(folder / "games.sqlite3")}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *command, *more], env=environment, stdout=log, stderr=log
        )
    try:
        url = f"http://127.0.0.1:{port}"
        until = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{url}/healthz", timeout=2)
                break
            except httpx.TransportError:
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < until
                time.sleep(0.1)
        with httpx.Client(base_url=url) as client:
            game = Started(client, "pods")
        for _ in range(3):
            Events(httpx.Client(base_url=url, timeout=60), game)
        began = time.monotonic()
        process.send_signal(number)
        process.wait(60)
        return time.monotonic() - began
    finally:
        process.kill()
        process.wait()
