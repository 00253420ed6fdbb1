"""A bounded load test of the playground on SQLite: ``python -m tests.bench.load_playground``.

Twenty games at once on one server in a process of its own, each a hundred plies, every submission
validated by the game; one in ten is sent twice at the same time on two connections. Afterwards each
game must have exactly the moves that were accepted. Ends with status 1 if anything is lost or doubled,
or if it was slower than 200 submissions a second.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from attrs import define, field

from abstractplay_hex import load_game, new_game
from tests.playground.hosts import free_port

GAMES = 20
PLIES = 100
WANTED = 200.0
DOUBLED = 10
KINDS: tuple[tuple[str, list[str]], ...] = (("pods", []), ("dendria", []))


class Connection:
    """The least of an HTTP client, so that the client is not what is measured."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, key: str = "", body: object = None
    ) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"Authorization: Bearer {key}\r\n" if key else ""
        writer.write(head.encode() + b"\r\n" + data)
        status = int((await reader.readline()).split()[1])
        length = 0
        while (line := await reader.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, await reader.readexactly(length)

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            with suppress(OSError):  # the server has closed it already
                await self._streams[1].wait_closed()
            self._streams = None


@define
class Table:
    """One game of the load: what is to be played, and what came of it."""

    uid: str
    variants: list[str]
    moves: list[str]
    movers: list[int]
    ident: str = ""
    keys: dict[str, str] = field(factory=dict)
    times: list[float] = field(factory=list)
    doubled: int = 0
    wrong: list[str] = field(factory=list)


def prepare(number: int) -> Table:
    """Play a random game that lasts long enough."""
    uid, variants = KINDS[number % len(KINDS)]
    for seed in range(1000):
        game, rng = new_game(uid, variants), random.Random(f"{number} {seed}")
        movers: list[int] = []
        while not game.gameover and len(movers) < PLIES:
            movers.append(game.currplayer)
            game.move(game.random_move(rng) or "")
        if len(movers) == PLIES:
            moves = [ply.lastmove or "" for ply in game.stack[1:]]
            return Table(uid=uid, variants=variants, moves=moves, movers=movers)
    raise AssertionError("no random game lasts long enough")


async def play(table: Table, port: int) -> None:
    """Submit all moves of one game, one after the other."""
    one, two = Connection(port), Connection(port)
    path = f"/api/games/{table.ident}/moves"
    for ply, (move, seat) in enumerate(zip(table.moves, table.movers, strict=True)):
        body, key = {"seat": seat, "revision": ply, "move": move}, table.keys[str(seat)]
        began = time.perf_counter()
        if ply % DOUBLED == DOUBLED - 1:
            both = await asyncio.gather(
                one.ask("POST", path, key, body), two.ask("POST", path, key, body)
            )
            table.doubled += 1
            if sorted(status for status, _ in both) != [200, 409]:
                table.wrong.append(f"ply {ply} sent twice: {[status for status, _ in both]}")
        else:
            status, text = await one.ask("POST", path, key, body)
            if status != 200:
                table.wrong.append(f"ply {ply}: {status} {text[:100]!r}")
        table.times.append(time.perf_counter() - began)
    await one.close()
    await two.close()


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process has used (0 where the system does not say)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def run(port: int, pid: int) -> int:
    """Prepare, load, check, report."""
    tables = [prepare(number) for number in range(GAMES)]
    door = Connection(port)
    for _ in range(300):
        try:
            if (await door.ask("GET", "/healthz"))[0] == 200:
                break
        except OSError:
            await asyncio.sleep(0.1)
    for table in tables:
        body = {"game": table.uid, "variants": table.variants}
        status, text = await door.ask("POST", "/api/games", body=body)
        assert status == 201, text
        table.ident, table.keys = json.loads(text)["id"], json.loads(text)["keys"]
    began, busy = time.perf_counter(), cpu_seconds(pid)
    async with asyncio.timeout(120):
        await asyncio.gather(*(play(table, port) for table in tables))
    took, busy = time.perf_counter() - began, cpu_seconds(pid) - busy
    await door.close()  # the server may have closed it, being idle
    for table in tables:
        path = f"/api/games/{table.ident}/state"
        _, text = await door.ask("GET", path, table.keys["0"])
        kept = load_game(text, verify=True)
        if [ply.lastmove for ply in kept.stack[1:]] != table.moves:
            table.wrong.append("the game kept is another one")
    await door.close()
    sent = sum(len(t.moves) + t.doubled for t in tables)
    rate = GAMES * PLIES / took
    times = statistics.quantiles((1000 * t for table in tables for t in table.times), n=100)
    wrong = [f"{t.uid} {t.ident}: {w}" for t in tables for w in t.wrong]
    print(
        f"{GAMES} games at once, {sent} submissions ({sent - GAMES * PLIES} of them doubles) in {took:.1f} s:"
        f" {rate:.0f} moves accepted a second, {sent / took:.0f} submissions a second;"
        f" {times[49]:.0f} ms in the middle, {times[98]:.0f} ms at the 99th percentile;"
        f" {1000 * busy / sent:.1f} ms of processor each; lost or doubled: {len(wrong)}"
    )
    for line in wrong:
        print(line)
    return 1 if wrong or rate < WANTED else 0


async def main() -> int:
    """Start the server, load it, stop it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "abstractplay_hex", "serve", "--rate", "0", "--port", str(port)]
        server = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            "--db",
            str(Path(folder) / "games.sqlite3"),
            stdout=asyncio.subprocess.DEVNULL,
        )
        try:
            return await run(port, server.pid)
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
