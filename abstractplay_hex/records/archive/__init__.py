"""Whole archives: millions of recorded games read, checked and counted, by any number of processes.

>>> from abstractplay_hex.records.archive import verify_archives
>>> for outcome in verify_archives(["games.jsonl.gz"]):
...     if not outcome.ok:
...         print(outcome.message)
"""

from abstractplay_hex.records.archive.reading import Item, Location, Mark, read_archives
from abstractplay_hex.records.archive.running import Progress, run, verify_archives
from abstractplay_hex.records.archive.statistics import Kind, Statistics
from abstractplay_hex.records.archive.verifying import Checked, Fault, Outcome, check
from abstractplay_hex.records.archive.workers import InProcess, ProcessPool, workers

__all__ = [
    "Checked",
    "Fault",
    "InProcess",
    "Item",
    "Kind",
    "Location",
    "Mark",
    "Outcome",
    "ProcessPool",
    "Progress",
    "Statistics",
    "check",
    "read_archives",
    "run",
    "verify_archives",
    "workers",
]
