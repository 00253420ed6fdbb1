"""Statistics of games: how many, how long, who won, how they began, how many turns there were."""

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from attrs import define, evolve, field

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.records.reader import RecordedGame
from abstractplay_hex.records.unpacking import missing
from abstractplay_hex.records.writing import replacing

MOST_FIRST_MOVES: Final = 2000
"""Different first turns that are kept of each kind of game; further ones are ``other``."""
SAMPLED: Final = 7
"""Legal turns are counted at one ply in so many, an odd number for both sides to be met; records may
know more."""
SELDOM: Final = 21
"""The same where listing all turns may take long."""
MOST_TURNS: Final = 1000
"""So many are counted at a ply where listing them all may take long; what is more is *cut*."""
FORMATS: Final = (".json", ".csv", ".parquet")
COLUMNS: Final = ("game", "variants", "measure", "key", "value")
"""The columns of statistics as a table."""


@define
class GameStatistics:
    """Statistics of the good games of one game and variants.

    :ivar winners: by ``"1"``, ``"2"``, ``"1+2"`` (a draw), ``"none"``, ``"unfinished"``.
    :ivar lengths: number of games by number of plies.
    :ivar positions: how many positions the legal turns of which were counted; *turns* their sum.
    :ivar cut: at how many of these counting stopped at :data:`MOST_TURNS` though there were more.
    """

    games: int = 0
    plies: int = 0
    winners: Counter[str] = field(factory=Counter)
    lengths: Counter[int] = field(factory=Counter)
    first_moves: Counter[str] = field(factory=Counter)
    positions: int = 0
    turns: int = 0
    most_turns: int = 0
    cut: int = 0

    def copy(self) -> "GameStatistics":
        """Return one that does not change with this one."""
        return evolve(
            self,
            winners=self.winners.copy(),
            lengths=self.lengths.copy(),
            first_moves=self.first_moves.copy(),
        )

    def merge(self, other: "GameStatistics") -> None:
        """Add the games of *other*."""
        self.games += other.games
        self.plies += other.plies
        self.winners.update(other.winners)
        self.lengths.update(other.lengths)
        for move, number in other.first_moves.items():
            self._first(move, number)
        self.positions += other.positions
        self.turns += other.turns
        self.most_turns = max(self.most_turns, other.most_turns)
        self.cut += other.cut

    def _first(self, move: str, number: int = 1) -> None:
        if move not in self.first_moves and len(self.first_moves) >= MOST_FIRST_MOVES:
            move = "other"
        self.first_moves[move] += number

    def add(self, game: Game[Any, Any], recorded: RecordedGame) -> None:
        """Count a game that has been replayed."""
        stack = game.stack
        self.games += 1
        self.plies += len(stack) - 1
        self.lengths[len(stack) - 1] += 1
        winner = "+".join(map(str, game.winner)) or "none"
        self.winners[winner if game.gameover else "unfinished"] += 1
        if len(stack) > 1:
            self._first((stack[1].lastmove or "")[:80])
        counted = [p.facts["legal"] for p in recorded.plies if type(p.facts.get("legal")) is int]
        if not counted:
            long = "no-moves" in game.info.flags
            every, count = (SELDOM, self._count) if long else (SAMPLED, type(game).count_moves)
            counted = [count(game.load(at)) for at in range(0, len(stack) - 1, every)]
            game.load()
        self.positions += len(counted)
        self.turns += sum(counted)
        self.most_turns = max(self.most_turns, *counted, 0)

    def _count(self, game: Game[Any, Any]) -> int:
        number = sum(1 for _ in islice(game.iter_moves(), MOST_TURNS + 1))
        self.cut += number > MOST_TURNS
        return min(number, MOST_TURNS)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return {
            "games": self.games,
            "plies": self.plies,
            "winners": dict(sorted(self.winners.items())),
            "lengths": {str(n): number for n, number in sorted(self.lengths.items())},
            "first_moves": dict(sorted(self.first_moves.items(), key=lambda m: (-m[1], m[0]))),
            "branching": {
                "positions": self.positions,
                "turns": self.turns,
                "most": self.most_turns,
                "mean": round(self.turns / self.positions, 3) if self.positions else 0,
                "cut": self.cut,
            },
        }


@define
class Statistics:
    """What was found in archives. Its size does not grow with the number of games.

    :ivar faults: number of bad games by code.
    :ivar file_faults: number of files that could not be read, or not to their end, by code.
    :ivar kinds: statistics of the good games by uid and variants.
    :ivar duplicates: number of games that have something in common with another, by what; ``None`` if
        nobody has looked for them.
    """

    good: int = 0
    bad: int = 0
    faults: Counter[str] = field(factory=Counter)
    file_faults: Counter[str] = field(factory=Counter)
    kinds: dict[tuple[str, str], GameStatistics] = field(factory=dict)
    duplicates: Counter[str] | None = None

    @property
    def games(self) -> int:
        """How many games there were, good and bad."""
        return self.good + self.bad

    @property
    def bad_files(self) -> int:
        """How many files could not be read, or not to their end."""
        return self.file_faults.total()

    @property
    def plies(self) -> int:
        """How many turns the good games have."""
        return sum(kind.plies for kind in self.kinds.values())

    def count(self, fault: str | None, unread: bool = False) -> None:
        """Count a game by the code of its fault, ``None`` for a good one; or an *unread* file."""
        if fault is None:
            self.good += 1
        elif unread:
            self.file_faults[fault] += 1
        else:
            self.bad += 1
            self.faults[fault] += 1

    def add(self, game: Game[Any, Any], recorded: RecordedGame) -> None:
        """Count a good game: all of it, or nothing if its engine fails when turns are counted."""
        kind = GameStatistics()
        kind.add(game, recorded)
        # In the game's order: the same game whichever variant was named first.
        variants = [v.uid for v in game.info.variants if v.uid in game.variants]
        self.kinds.setdefault((game.uid, " ".join(variants)), GameStatistics()).merge(kind)

    def merge(self, other: "Statistics") -> None:
        """Add all that is in *other*."""
        self.good += other.good
        self.bad += other.bad
        self.faults.update(other.faults)
        self.file_faults.update(other.file_faults)
        for key, kind in other.kinds.items():
            self.kinds.setdefault(key, GameStatistics()).merge(kind)

    def merged(self, other: "Statistics") -> "Statistics":
        """Return the statistics of both; these here stay what they are."""
        kinds = dict(self.kinds)
        kinds.update((key, kinds[key].copy()) for key in other.kinds if key in kinds)
        both = Statistics(self.good, self.bad, self.faults.copy(), self.file_faults.copy(), kinds)
        both.merge(other)
        return both

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        duplicates = {} if self.duplicates is None else {"duplicates": dict(self.duplicates)}
        return {
            "games": self.games,
            "good": self.good,
            "bad": self.bad,
            "faults": dict(sorted(self.faults.items())),
            "bad_files": self.bad_files,
            "file_faults": dict(sorted(self.file_faults.items())),
            **duplicates,
            "kinds": [
                {"game": uid, "variants": variants.split(), **kind.to_dict()}
                for (uid, variants), kind in sorted(self.kinds.items())
            ],
        }

    def rows(self) -> Iterator[tuple[str, str, str, str, float]]:
        """Yield it as a table: game, variants, measure, key, value (:data:`COLUMNS`)."""
        counts = {"good": self.good, "bad": self.bad, "bad_files": self.bad_files}
        for measure, number in counts.items():
            yield "", "", measure, "", float(number)
        counted: dict[str, Mapping[str, int]] = {
            "fault": self.faults,
            "file_fault": self.file_faults,
            "duplicate": self.duplicates or {},
        }
        for measure, faults in counted.items():
            for code, number in sorted(faults.items()):
                yield "", "", measure, code, float(number)
        for (uid, variants), kind in sorted(self.kinds.items()):
            data = kind.to_dict()
            for measure in ("games", "plies"):
                yield uid, variants, measure, "", float(data[measure])
            for measure in ("winners", "lengths", "first_moves", "branching"):
                for key, value in data[measure].items():
                    yield uid, variants, measure, key, float(value)

    def write(self, path: str | Path) -> None:
        """Write it to a file: ``.json``, ``.csv`` or ``.parquet``.

        :raises ArgumentError: for another ending, or if Parquet's package is not installed.
        """
        form = check_format(path)
        with replacing(path) as file:
            if form == ".json":
                text = json.dumps(self.to_dict(), indent=2, ensure_ascii=False)
                file.write(f"{text}\n".encode())
            elif form == ".csv":
                self._write_csv(file)
            else:
                self._write_parquet(file)

    def _write_csv(self, file: IO[bytes]) -> None:
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for *names, value in self.rows():
            writer.writerow((*names, f"{value:g}" if value != int(value) else int(value)))
        file.write(text.getvalue().encode())

    def _write_parquet(self, file: IO[bytes]) -> None:
        import pyarrow
        from pyarrow import parquet

        columns = zip(*self.rows(), strict=True)
        types = (*[pyarrow.string()] * 4, pyarrow.float64())
        table = pyarrow.table(
            [pyarrow.array(column, of) for column, of in zip(columns, types, strict=True)],
            names=list(COLUMNS),
        )
        parquet.write_table(table, file)


def check_format(path: str | Path) -> str:
    """Return the form in which statistics are written to a file, by its ending; refuse any other.

    :raises ArgumentError: also if Parquet's package is not installed.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in FORMATS:
        raise ArgumentError("archive.format", path=str(path), known=", ".join(FORMATS))
    if suffix == ".parquet":
        from importlib.util import find_spec

        if find_spec("pyarrow") is None:
            raise missing("pyarrow")
    return suffix
