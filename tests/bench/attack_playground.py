"""Attacks the playground and measures what others notice: ``python -m tests.bench.attack_playground``.

Takes about three minutes; ends with status 1 if a bar is missed. Times are scaled by the speed of the
machine, and what an idle server's other client waits at most just before is added: on a busy machine that
is most of it. ``--only PART`` measures one part.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from attrs import define, field

from abstractplay_hex.playground.storage import Storage
from tests.bench import attacks, heaviest, measure
from tests.bench.attacks import ATTACKER, Probe, Target
from tests.bench.figures_pods import calibration

LARGE: Final = 100 * 1000 * 1000
WORST_SECONDS: Final = 30.0
RACERS: Final = 50
START: Final = b"GET / HTTP/1.1\r\nHost: a\r\n"


@define
class Report:
    """The figures and bars of all parts."""

    scale: float
    lines: list[str] = field(factory=list)
    missed: int = 0

    def bar(self, what: str, value: float, bar: float, unit: str, noise: float = 0.0) -> None:
        """Compare a figure with its bar; *noise* is what it is without an attack."""
        ok = value <= bar + noise
        self.missed += not ok
        more = f" + {noise:.0f} without it" if noise else ""
        self.lines.append(
            f"{'ok    ' if ok else 'MISSED'} {what}: {value:.0f} {unit} (bar {bar:.0f}{more})"
        )
        print(self.lines[-1], flush=True)

    def time(self, what: str, seconds: float, bar: float, noise: float = 0.0) -> None:
        """Compare a time in ms, scaled."""
        self.bar(what, 1000 * seconds, 1000 * bar * self.scale, "ms", 1000 * noise)

    def fact(self, what: str, is_so: bool) -> None:
        """Note whether something is so."""
        self.missed += not is_so
        print(f"{'ok    ' if is_so else 'MISSED'} {what}", flush=True)


def idle(target: Target, path: str, seconds: float = 3.0) -> float:
    """Return what another client waits at most for while nobody attacks."""
    with Probe(target, path) as probe:
        time.sleep(seconds)
    return probe.worst


def heads(target: Target, report: Report) -> None:
    """100 MB of address and of headers, on one connection and on ten."""
    for name, start in (("address", b"GET /"), ("header", START + b"X: ")):
        sent, answer = attacks.refused_after(target, start, b"x" * 4096, LARGE)
        report.bar(f"{name} of 100 MB refused after", sent / 1024, 64, "kB")
        report.fact("  with status 431", answer.startswith(b"HTTP/1.1 431"))
    noise, before = idle(target, "/healthz"), target.memory
    piece = b"x" * (1 << 20)
    lines = START + b"".join(b"X%d: %s\r\n" % (n, b"y" * 1000) for n in range(1000))
    with Probe(target, "/healthz") as probe:
        for start in (b"GET /", START + b"X: ", lines):
            floods = [
                threading.Thread(target=attacks.flood, args=(target, start, piece, LARGE))
                for _ in range(10)
            ]
            for thread in floods:
                thread.start()
            for thread in floods:
                thread.join()
    report.time("healthz of another client meanwhile, at most", probe.worst, 0.1, noise)
    report.fact(
        f"  always answered ({len(probe.times)} times) {probe.failed[:3]}", not probe.failed
    )
    report.bar("memory grew by", target.memory - before, 5, "MB")


def sockets(target: Target, report: Report) -> None:
    """1,100 silent sockets, and 900 unfinished requests."""
    silent = [target.connect() for _ in range(1100)]
    began = time.perf_counter()
    status, _ = target.ask("GET", "/healthz")
    report.time("another client behind 1,100 silent sockets", time.perf_counter() - began, 1.0)
    report.fact("  is answered", status == 200)
    for line in silent:
        line.close()
    kinds = (
        b"GET / HT",
        START,
        b"POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    )
    unfinished = []
    for number in range(900):
        unfinished.append(target.connect())
        unfinished[-1].sendall(kinds[number % 3])
    report.bar(
        "900 unfinished requests closed after", attacks.closed_after(unfinished, 60), 30, "s"
    )
    for line in unfinished:
        line.close()


def single(_: Target, report: Report) -> None:
    """The costliest requests."""
    runs = []
    for _again in range(2):  # and the better: the machine may have been busy just then
        with tempfile.TemporaryDirectory() as folder:
            runs.append(heaviest.costs(Path(folder)))
    for pair in zip(*runs, strict=True):
        cost = min(pair, key=lambda one: one.at_once - one.idle)
        report.time(f"{cost.name} ({cost.status}): event loop in all", cost.loop, 0.25)
        report.time(f"  {1000 * cost.took:.0f} ms; at once", cost.at_once, 0.05, cost.idle)


def worst(target: Target, report: Report) -> None:
    """One client does its worst for 30 s, from fifty connections."""
    game, line = heaviest.longest_dendria()
    large = {"game": "dendria", "variants": [heaviest.LARGEST]}
    other = json.loads(target.ask("POST", "/api/games", large, source=ATTACKER)[1])
    moves = [ply.lastmove or "" for ply in game.stack[1:]]
    with closing(Storage(target.database)) as storage:  # as long as one may become
        heaviest.put(storage, "longest", heaviest.longest_pods())
    look = {"line": [*moves, *line][:100], "text": "", "click": {"row": 9, "col": 9}}
    asked: tuple[tuple[str, str, object, str], ...] = (
        ("POST", f"/api/games/{other['id']}/look", look, other["keys"]["1"]),
        ("GET", "/api/games/longest", None, heaviest.KEYS[1]),
        ("GET", "/api/games/longest/state", None, heaviest.KEYS[1]),
        ("POST", "/api/games", large, ""),
        ("POST", "/api/games", {"names": [0] * 20_000}, ""),
        *(
            ("GET", f"/pictures/dendria.svg?variant=modular-{size}&dark={dark}", None, "")
            for size in range(7, 20)
            for dark in ("true", "false")
        ),
    )
    noise = idle(target, "/static/game.js")
    end, statuses = time.monotonic() + WORST_SECONDS, Counter[int]()

    def attack(number: int) -> None:
        while time.monotonic() < end:
            method, path, body, key = asked[number % len(asked)]
            number += 1
            try:
                statuses[target.ask(method, path, body, key, ATTACKER)[0]] += 1
            except OSError:
                statuses[0] += 1

    with Probe(target, "/static/game.js") as probe:
        attacks.many(attack, 50)
    report.time("static file of another client meanwhile, 99 of 100", probe.usual, 0.2, noise)
    report.fact(
        f"  always answered ({len(probe.times)} times) {probe.failed[:3]}", not probe.failed
    )
    print(f"       the attacker was answered {dict(sorted(statuses.items()))}")


def race(target: Target, report: Report) -> None:
    """Fifty clients submit a move to one revision."""
    begun = json.loads(target.ask("POST", "/api/games", {"game": "pods"})[1])
    path, key = f"/api/games/{begun['id']}/moves", begun["keys"]["1"]
    body = {"seat": 1, "revision": 0, "move": "g7"}
    found = attacks.many(
        lambda n: target.ask("POST", path, body, key, f"127.0.1.{n + 1}")[0], RACERS
    )
    report.fact(
        f"{RACERS} racing clients, one winner: {dict(Counter(found))}", found.count(200) == 1
    )
    report.fact("  the others are told", found.count(409) == RACERS - 1)


PARTS: Final[dict[str, Callable[[Target, Report], None]]] = {
    "heads": heads,
    "sockets": sockets,
    "single": single,
    "race": race,
    "worst": worst,
}


def main(arguments: list[str] | None = None) -> int:
    """Run all parts, each on a fresh server; the exit status is 1 if a bar is missed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.attack_playground", description=__doc__
    )
    parser.add_argument("--only", action="append", choices=[*PARTS], metavar="PART")
    given = parser.parse_args(arguments)
    _allow_files()
    report = Report(max(1.0, calibration() / measure.PLAIN_INFLUENCE))
    print(f"scale {report.scale:.2f}")
    for name in given.only or PARTS:
        print(f"\n## {name}: {PARTS[name].__doc__}")
        with tempfile.TemporaryDirectory() as folder, attacks.target(Path(folder), 30) as target:
            PARTS[name](target, report)
    return 1 if report.missed else 0


def _allow_files() -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))


if __name__ == "__main__":
    sys.exit(main())
