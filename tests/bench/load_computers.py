"""Whether computer players delay other people's pages: ``python -m tests.bench.load_computers``.

Ten people at once play against level 4, without a pause, on one server in a process of its own. Meanwhile
somebody else opens the page of another game again and again: the page, the game, the board's picture.
Ends with status 1 if the slowest twentieth of these answers takes 200 ms or more.
"""

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from abstractplay_hex import new_game
from tests.bench.load_playground import Connection
from tests.playground.hosts import free_port

GAMES = 10
LEVEL = 4
SECONDS = 20.0
WANTED = 0.2
KINDS: tuple[tuple[str, list[str]], ...] = (("pods", []), ("dendria", []))
LOOK = {"text": "", "seat": 1, "drawing": {}}


async def begin(
    door: Connection, kind: tuple[str, list[str]], level: int | None
) -> tuple[str, str]:
    """Start a game, against a level; return its id and the key of the first player."""
    computers = [] if level is None else [{"seat": 2, "level": level}]
    body = {"game": kind[0], "variants": kind[1], "computers": computers}
    status, text = await door.ask("POST", "/api/games", body=body)
    assert status == 201, text
    begun = json.loads(text)
    return begun["id"], begun["keys"]["1"]


async def play(port: int, number: int, until: float) -> int:
    """Play games against the computer until it is time; return how many turns it has made."""
    door, rng, answers = Connection(port), random.Random(number), 0
    kind = KINDS[number % len(KINDS)]
    while time.monotonic() < until:
        ident, key = await begin(door, kind, LEVEL)
        game = new_game(*kind)
        while not game.gameover and time.monotonic() < until:
            game.move(game.random_move(rng) or "")
            body = {"seat": 1, "revision": game.ply - 1, "move": game.lastmove}
            status, text = await door.ask("POST", f"/api/games/{ident}/moves", key, body)
            assert status == 200, text
            while not game.gameover and game.currplayer == 2:
                await asyncio.sleep(0.05)
                _, text = await door.ask("GET", f"/api/games/{ident}", key)
                seen = json.loads(text)
                assert seen["failed"] is None, seen["failed"]
                for played in seen["moves"][game.ply :]:
                    game.move(played["move"])
                    answers += 1
    await door.close()
    return answers


async def visit(port: int, until: float) -> list[float]:
    """Open the page of another game again and again; return how long each answer took."""
    door = Connection(port)
    ident, key = await begin(door, KINDS[1], None)
    times = []
    while time.monotonic() < until:
        for method, path, body in (
            ("GET", f"/games/{ident}", None),
            ("GET", f"/api/games/{ident}", None),
            ("POST", f"/api/games/{ident}/look", LOOK),
        ):
            began = time.perf_counter()
            status, text = await door.ask(method, path, key, body)
            times.append(time.perf_counter() - began)
            assert status == 200, text
        await asyncio.sleep(0.05)
    await door.close()
    return times


async def run(port: int, seconds: float = SECONDS) -> int:
    """Load, report."""
    until = time.monotonic() + seconds
    visiting = asyncio.create_task(visit(port, until))
    answers = await asyncio.gather(*(play(port, number, until) for number in range(GAMES)))
    times = await visiting
    cuts = statistics.quantiles(times, n=20)
    print(
        f"{GAMES} games against level {LEVEL}: {sum(answers) / seconds:.0f} answers a second; "
        f"{len(times)} answers to another page, in ms: {1000 * statistics.median(times):.0f} in the middle, "
        f"{1000 * cuts[-1]:.0f} at the 95th percentile, {1000 * max(times):.0f} at most"
    )
    assert all(answers)
    return int(cuts[-1] >= WANTED)


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
            door = Connection(port)
            for _ in range(300):
                try:
                    if (await door.ask("GET", "/healthz"))[0] == 200:
                        break
                except OSError:
                    await asyncio.sleep(0.1)
            await door.close()
            return await run(port)
        finally:
            server.terminate()
            await server.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
