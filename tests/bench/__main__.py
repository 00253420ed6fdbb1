"""All benchmarks: ``python -m tests.bench`` (about five minutes), ``--short`` (less than one).

``--only PART`` measures one part (may be given repeatedly). ``--check`` fails if a ratio is more
than 40 % below the one kept in ``ratios.json``; ``--update`` keeps the ratios of this run. Both are
about the short form, for the other one measures more games, of which the ratios differ. ``--bars``
fails if what must be reached is not (on a quiet machine).
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from attrs import asdict

from tests.bench import (
    figures_archive,
    figures_dendria,
    figures_env,
    figures_pods,
    growth,
    measure,
)

PARTS: dict[str, Callable[[bool], list[measure.Figure]]] = {
    "pods": figures_pods.figures,
    "dendria": figures_dendria.figures,
    "archive": figures_archive.figures,
    "env": figures_env.figures,
}
GROWTH = "growth"


def figures(short: bool, parts: Iterable[str] = PARTS) -> tuple[list[measure.Figure], float]:
    """Return all figures, and the seconds of a plain influence."""
    calibration = figures_pods.calibration()
    return [f for part in parts if part in PARTS for f in PARTS[part](short)], calibration


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit status is 1 if a ratio has fallen, or with ``--bars`` if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less than a minute")
    parser.add_argument(
        "--only", action="append", choices=[*PARTS, GROWTH], metavar="PART", help="one part only"
    )
    parser.add_argument("--check", action="store_true", help="compare with the ratios kept")
    parser.add_argument("--bars", action="store_true", help="fail if a bar is not reached")
    parser.add_argument("--update", action="store_true", help="keep the ratios of this run")
    parser.add_argument("--large", action="store_true", help="also the memory of 100,000 games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="store the figures")
    given = parser.parse_args(arguments)
    parts = given.only or [*PARTS, GROWTH]
    if (given.check or given.update) and not given.short:
        parser.error("the ratios that are kept are those of --short")
    if given.update and given.only:
        parser.error("--update keeps the ratios of all parts: leave out --only")
    # What is compared with the ratios kept must not depend on what lies beside the project.
    with measure.own_games() if given.short else nullcontext():
        return _run(given, parts)


def _run(given: argparse.Namespace, parts: list[str]) -> int:
    found, calibration = figures(given.short, parts)
    if found:
        print(measure.table(found, calibration))
    names = {figure.name for figure in found}
    fallen = measure.falls(found, names if given.only else None) if given.check else []
    if fallen:  # the machine may have been busy just then: once more, and the better of the two
        again = {figure.name: figure for figure in figures(given.short, parts)[0]}
        found = [max(f, again[f.name], key=lambda x: x.ratio) for f in found]
        fallen = measure.falls(found, names if given.only else None)
    if given.update:
        measure.keep(found)
    missed = [f"{f.name}: {f.ratio:.1f}, bar {f.bar:g}" for f in found if f.bar and f.ratio < f.bar]
    further: dict[str, Any] = {}
    if not given.short:
        if GROWTH in parts:
            further["growth"] = _growth()
        if "archive" in parts:
            whole = figures_archive.report(given.large)
            print("\n## Archives\n", *whole.lines, sep="\n")
            missed += whole.missed
            further["archives"] = [asdict(run) for run in whole.runs]
            further["bars"] = [asdict(bar) for bar in whole.bars]
    if given.json:
        text = measure.as_json(found, calibration, **further)
        given.json.write_text(text, encoding="utf-8")
    for line in fallen:
        print(f"fallen: {line}", file=sys.stderr)
    for line in [] if given.short and not given.bars else missed:
        print(f"bar not reached: {line}", file=sys.stderr)
    return 1 if fallen or (given.bars and missed) else 0


def _growth() -> list[dict[str, Any]]:
    """Measure how cost grows, show it, and return it to be stored."""
    pods, dendria = growth.by_plies("pods"), growth.by_plies("dendria")
    sizes = growth.by_size()
    for title, rows, of in (
        ("Pods by plies", pods, "plies"),
        ("Dendria by plies", dendria, "plies"),
        ("Dendria by size", sizes, "board"),
    ):
        print(f"\n## {title}\n", *growth.table(rows, of), sep="\n")
    return [asdict(row) for row in (*pods, *dendria, *sizes)]


if __name__ == "__main__":
    sys.exit(main())
