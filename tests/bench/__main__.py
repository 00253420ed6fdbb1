"""All benchmarks: ``python -m tests.bench`` (about ten minutes), ``--short`` (less than one).

``--check`` fails if a ratio is more than 40 % below the one kept in ``ratios.json``; ``--update``
keeps the ratios of this run (of the short form too: that is what continuous integration compares).
"""

import argparse
import sys
from pathlib import Path

from tests.bench import figures_archive, figures_dendria, figures_pods, growth, measure


def figures(short: bool) -> tuple[list[measure.Figure], float]:
    """Return all figures, and the seconds of a plain influence."""
    calibration = figures_pods.calibration()
    found = [
        *figures_pods.figures(short),
        *figures_dendria.figures(short),
        *figures_archive.figures(short),
    ]
    return found, calibration


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit status is 1 if a ratio has fallen."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less than a minute")
    parser.add_argument("--check", action="store_true", help="compare with the ratios kept")
    parser.add_argument("--update", action="store_true", help="keep the ratios of this run")
    parser.add_argument("--large", action="store_true", help="also the memory of 100,000 games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="store the figures")
    given = parser.parse_args(arguments)
    found, calibration = figures(given.short)
    print(measure.table(found, calibration))
    if given.json:
        given.json.write_text(measure.as_json(found, calibration), encoding="utf-8")
    fallen = measure.falls(found) if given.check else []
    if fallen:  # the machine may have been busy just then: once more, and the better of the two
        again = {figure.name: figure for figure in figures(given.short)[0]}
        found = [max(f, again[f.name], key=lambda x: x.ratio) for f in found]
        fallen = measure.falls(found)
    if given.update:
        measure.keep(found)
    if not given.short:
        print("\n## By plies\n", *growth.by_plies(), sep="\n")
        print("\n## By size\n", *growth.by_size(), sep="\n")
        print("\n## Archives\n", *figures_archive.report(given.large), sep="\n")
    for line in fallen:
        print(f"fallen: {line}", file=sys.stderr)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
