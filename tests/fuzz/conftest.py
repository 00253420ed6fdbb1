"""The report of a long run: how many examples each test ran, how long, and every failure in full.

It is written line by line to ``artefacts/fuzz.txt`` (``FUZZ_REPORT`` names another file) and only ever
appended to, so that nothing found is lost, whatever becomes of the run.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tests.conftest import ROOT
from tests.fuzz import cases
from tests.fuzz.tally import TALLY

REPORT = Path(os.environ.get("FUZZ_REPORT") or ROOT / "artefacts" / "fuzz.txt")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Note how many examples the test ran."""
    TALLY.examples = 0
    try:
        yield
    finally:
        item.user_properties.append(("examples", TALLY.examples))


class Report:
    """Follows a run where its results come together: in the one process, or in xdist's controller."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.tests = 0
        self.failed = 0
        self.examples = 0
        self.lines: list[str] = []
        self.write(
            f"\n==== {time.strftime('%Y-%m-%d %H:%M:%S')}, hypothesis {hypothesis.__version__}, "
            f"FUZZ_EXAMPLES={cases.EXAMPLES} FUZZ_SEED={cases.SEED}"
        )

    def write(self, text: str) -> None:
        """Append to the report, and see that it is on the disk."""
        REPORT.parent.mkdir(parents=True, exist_ok=True)
        with REPORT.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down a test that has ended, and all that is known of a failure."""
        if report.when != "call" and not report.failed:
            return
        examples = sum(int(str(n)) for key, n in report.user_properties if key == "examples")
        self.tests += 1
        self.failed += report.failed
        self.examples += examples
        line = f"{examples:7} examples {report.duration:8.1f} s  {report.outcome:6} {report.nodeid}"
        self.lines.append(line)
        self.write(line)
        if report.failed:
            parts = [report.longreprtext, *(f"-- {name}\n{text}" for name, text in report.sections)]
            self.write("\n".join(parts))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table and the sums."""
        seconds = time.monotonic() - self.begun
        total = (
            f"{self.examples:7} examples {seconds:8.1f} s  in {self.tests} tests, "
            f"{self.failed} failed (FUZZ_SEED={cases.SEED})"
        )
        self.write(total)
        terminalreporter.section("fuzzing")
        for line in [*self.lines, total, f"appended to {REPORT}"]:
            terminalreporter.write_line(line)


def pytest_configure(config: pytest.Config) -> None:
    """Follow a long run, but not in xdist's workers."""
    if cases.LONG and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Report(), "fuzz-report")
