"""Whole archives: millions of recorded games read, checked and counted, by any number of processes.

>>> from abstractplay_hex.records.archive import verify_archives
>>> for game in verify_archives(["games.jsonl.gz"]):
...     if not game.ok:
...         print(game.message)
"""

from abstractplay_hex.records.archive.duplicates import Duplicate
from abstractplay_hex.records.archive.running import Progress, run, verify_archives
from abstractplay_hex.records.archive.statistics import GameStatistics, Statistics
from abstractplay_hex.records.archive.verifying import CheckedChunk, CheckedGame, Defect, check
from abstractplay_hex.records.archive.workers import InProcess, ProcessPool, workers
from abstractplay_hex.records.files import GameText, Location, Mark, read_files

__all__ = [
    "CheckedChunk",
    "CheckedGame",
    "Defect",
    "Duplicate",
    "GameStatistics",
    "GameText",
    "InProcess",
    "Location",
    "Mark",
    "ProcessPool",
    "Progress",
    "Statistics",
    "check",
    "read_files",
    "run",
    "verify_archives",
    "workers",
]
