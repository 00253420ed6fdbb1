"""Timing: the best of several rounds, functions by turns, as ratios to the plain oracles.

Processor time is measured, so that other work on the machine disturbs less, and without garbage
collection, which would charge one function with what others left. Machines differ all the
same: every figure comes with its ratio to a plain oracle timed in the same run, and "scaled" means
what a machine would need on which ``pods_plain.influence`` takes 2 ms.
"""

import gc
import json
import tracemalloc
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from typing import Any, Final, TypeVar

from attrs import asdict, frozen

from abstractplay_hex import Game, codec
from tests.conftest import FIXTURES, SHARED

T = TypeVar("T")

PLAIN_INFLUENCE: Final = 0.002
"""Seconds that a plain influence takes on the machine to which figures are scaled."""
RATIOS: Final = Path(__file__).with_name("ratios.json")
MOST_FALL: Final = 0.4
"""A ratio may fall by this much against the one kept before a check fails."""


@frozen
class Figure:
    """What was measured: seconds a *unit*, and how often that goes into the oracle's time.

    :ivar against: the oracle that *ratio* is about.
    :ivar bar: the least ratio that is to be reached, if there is one.
    """

    name: str
    unit: str
    seconds: float
    ratio: float
    against: str = "plain influence"
    bar: float | None = None


def seconds(function: Callable[[], object]) -> float:
    """Return the processor time of one call, garbage collection left out as :mod:`timeit` does."""
    gc.disable()
    try:
        begin = process_time()
        function()
        return process_time() - begin
    finally:
        gc.enable()


def best(rounds: int, *functions: Callable[[], object]) -> list[float]:
    """Return the least time of each function; they run by turns, so that all meet the same machine."""
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(rounds):
        for function, found in zip(functions, times, strict=True):
            gc.collect()
            found.append(seconds(function))
    return [min(found) for found in times]


def best_of_each(
    rounds: int,
    items: Sequence[Any],
    *functions: Callable[[Any], object],
    before: Callable[[], object] = lambda: None,
) -> list[list[float]]:
    """Return the least time of each function for each item; sums of them hold little of the machine's noise.

    A round is one pass of each function over all items.

    :param before: called before each pass, untimed.
    """
    found = [[float("inf")] * len(items) for _ in functions]
    for _ in range(rounds):
        for function, times in zip(functions, found, strict=True):
            before()
            gc.collect()
            gc.disable()
            try:
                for i, item in enumerate(items):
                    begin = process_time()
                    function(item)
                    taken = process_time() - begin
                    if taken < times[i]:
                        times[i] = taken
            finally:
                gc.enable()
    return found


def held_by(make: Callable[[], T]) -> tuple[T, int]:
    """Return what *make* makes and the bytes it holds; tables and caches are filled before."""
    make()
    gc.collect()
    tracemalloc.start()
    made = make()
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return made, held


def saved_anew(game: Game[Any, Any]) -> str:
    """Save a game, every ply of it."""
    return codec.dumps_state(game.rules, game.setup, game.stack, None)


def each(function: Callable[..., object], items: Iterable[Any]) -> Callable[[], None]:
    """Return what calls *function* with each item (each tuple's values) and keeps nothing of it."""
    calls = [item if isinstance(item, tuple) else (item,) for item in items]

    def run() -> None:
        for call in calls:
            function(*call)

    return run


_own_only = False


@contextmanager
def own_games() -> Iterator[None]:
    """Leave the folder beside the project aside: what is measured is the same with and without it."""
    global _own_only
    before, _own_only = _own_only, True
    try:
        yield
    finally:
        _own_only = before


def games_of(name: str) -> list[dict[str, Any]]:
    """Return the recorded games of a file, more of them where the folder beside the project is there."""
    beside = SHARED / "recorded" / {"pods": "pods-20240802.jsonl", "dendria": "dendria.jsonl"}[name]
    own = {"pods": "pods-20240802.jsonl", "dendria": "dendria-20261129.jsonl"}[name]
    path = beside if beside.is_file() and not _own_only else FIXTURES / own
    with path.open(encoding="utf-8") as lines:
        return [{"game": name, **json.loads(line)} for line in lines]


def plain_record(game: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded game with nothing of its plies but the moves."""
    out: dict[str, Any] = {
        key: game[key] for key in ("game", "id", "variants", "position") if key in game
    }
    out["moves"] = [ply["move"] for ply in game["plies"]]
    return out


def table(figures: Iterable[Figure], calibration: float) -> str:
    """Return figures as a Markdown table."""
    lines = [
        f"A plain influence takes {calibration * 1e3:.3f} ms here.",
        "",
        "| what | here | scaled | ratio | to | bar |",
        "|---|---:|---:|---:|---|---:|",
    ]
    for f in figures:
        scaled = f.seconds * PLAIN_INFLUENCE / calibration
        bar = "" if f.bar is None else f"{f.bar:g}"
        lines.append(
            f"| {f.name} | {shown(f.seconds)} {f.unit} | {1 / scaled:,.0f}/s | {f.ratio:,.1f} "
            f"| {f.against} | {bar} |"
        )
    return "\n".join(lines)


def shown(time: float) -> str:
    """Return a time with its unit."""
    for factor, unit in ((1, "s"), (1e3, "ms")):
        if time * factor >= 1:
            return f"{time * factor:.2f} {unit}"
    return f"{time * 1e6:.1f} µs"


def as_json(figures: Sequence[Figure], calibration: float, **further: Any) -> str:
    """Return figures as JSON text, to be kept and compared; *further* data are stored beside them."""
    data = {"plain_influence": calibration, "figures": [asdict(f) for f in figures], **further}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def kept() -> dict[str, float]:
    """Return the ratios kept in the repository, by name."""
    found: dict[str, float] = json.loads(RATIOS.read_text(encoding="utf-8"))
    return found


def keep(figures: Iterable[Figure]) -> None:
    """Keep the ratios of these figures."""
    ratios = {f.name: float(f"{f.ratio:.3g}") for f in figures}
    RATIOS.write_text(json.dumps(ratios, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def falls(figures: Iterable[Figure], names: Collection[str] | None = None) -> list[str]:
    """Return a line for each ratio that is too far below the one kept, and for those of one side only.

    :param names: look at these only.
    """
    found = {f.name: f.ratio for f in figures}
    out = []
    for name, ratio in kept().items():
        if names is not None and name not in names:
            continue
        if name not in found:
            out.append(f"{name}: not measured")
        elif found[name] < ratio * (1 - MOST_FALL):
            out.append(f"{name}: {found[name]:.1f}, kept {ratio:.1f}")
    return out + [
        f"{name}: no ratio is kept (--short --update)" for name in found if name not in kept()
    ]
