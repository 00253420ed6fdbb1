"""A whole archive checked by many processes: in order, in bounded memory, resumable."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing
from pathlib import Path
from time import monotonic
from typing import Final, TypeAlias

from attrs import evolve, frozen

from abstractplay_hex import __version__, registry
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.records.archive.checkpoint import Checkpoint, Job
from abstractplay_hex.records.archive.duplicates import Duplicate, GamesSeen
from abstractplay_hex.records.archive.ordering import each_alone, in_order
from abstractplay_hex.records.archive.report import Report, opened, part_of
from abstractplay_hex.records.archive.statistics import Statistics
from abstractplay_hex.records.archive.verifying import (
    CheckedChunk,
    CheckedGame,
    check,
    check_packed,
    deadly,
    packed,
)
from abstractplay_hex.records.archive.workers import InProcess
from abstractplay_hex.records.files import GameText, Mark, read_files
from abstractplay_hex.records.opening import STDIN, Files, names_of
from abstractplay_hex.records.writing import check_outputs

Texts: TypeAlias = tuple[GameText, ...]

GAMES_AT_ONCE: Final = 32
BYTES_AT_ONCE: Final = 1 << 18
"""A chunk is sent to a worker when it has so many games or bytes."""
SAVED_EVERY: Final = 1.0
"""Seconds between two checkpoints."""
_TRIES: Final = 2


@frozen
class Progress:
    """How far a job is: bytes of the archives as stored that are done, and what was found in them."""

    taken: int
    statistics: Statistics


def verify_archives(
    archives: Files,
    *,
    executor: Executor | None = None,
    uid: str | None = None,
    window: int | None = None,
) -> Iterator[CheckedGame]:
    """Check all games of files and folders, and yield what came of each, in their order.

    :param archives: names of files and folders, or a single one.
    :param executor: what does the work: any executor whose workers can import this library;
        default: this process.
    :param uid: the game, for lists of moves that do not name it.
    :param window: most chunks of games in progress at once (default: enough for the executor).
    :raises ArgumentError: when the first one is asked for, if *archives* are no names or *window* no number.
    :raises concurrent.futures.BrokenExecutor: if the executor can work no longer.
    """
    how = _How(executor or InProcess(), uid)
    for checked, _ in _in_order(read_files(archives), how, window):
        yield from checked.games


def run(
    archives: Files,
    *,
    executor: Executor | None = None,
    uid: str | None = None,
    report: str | Path | None = None,
    checkpoint: str | Path | None = None,
    on_game: Callable[[CheckedGame], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    on_duplicate: Callable[[Duplicate], object] | None = None,
    duplicates: bool = False,
    window: int | None = None,
) -> Statistics:
    """Check all games of files and folders, and return the statistics.

    :param archives: names of files and folders, or a single one.
    :param report: file for one JSON line a game, see :meth:`.CheckedGame.to_dict`; it is there when all is
        done. With a checkpoint it is ``REPORT.part`` until then.
    :param checkpoint: file that says what is done. If it exists, its job is resumed: no game
        is left out, none is counted or reported twice.
    :param on_game: called for each game checked now, in order.
    :param on_progress: called after each chunk.
    :param duplicates: look for games that occur more than once. With a checkpoint, the list of games is kept
        in a file beside it (``CHECKPOINT.games``).
    :param on_duplicate: called for each of them at the end, in order.
    :raises ArgumentError: if *archives* are no names or *window* no number; if *checkpoint* is of another
        job or other versions, or the archives or the report have changed; or if what is to be written is
        an archive or cannot be written.
    :raises concurrent.futures.BrokenExecutor: if the executor can work no longer (our own pool is renewed).
    """
    names = names_of(archives)
    if checkpoint is not None and STDIN in names:
        raise ArgumentError("archive.stdin")
    saved = None if checkpoint is None else Path(checkpoint)
    listed = saved.with_name(f"{saved.name}.games") if saved is not None and duplicates else None
    part = None if report is None or saved is None else part_of(report)
    check_outputs(names, (checkpoint, report, part, listed))
    absolute = tuple(name if name == STDIN else os.path.abspath(name) for name in names)
    job = Job(absolute, uid, None if report is None else os.path.abspath(report), duplicates)
    state = _begun(saved, job)
    with ExitStack() as stack:
        lines = stack.enter_context(opened(report, None if saved is None else state.written))
        seen = None
        if duplicates:
            seen = stack.enter_context(closing(GamesSeen(listed, state.statistics.games)))
        keeper = _Keeper(saved, state, lines, seen)
        keeper.save()  # if that cannot be, then not hours later
        try:
            texts = read_files(names, state.mark)
            how = _How(executor or InProcess(), uid, duplicates)
            for checked, mark in _in_order(texts, how, window):
                for game in checked.games:
                    lines.add(game)
                    if seen is not None and not game.unread:
                        seen.add(game.where, game.game, game.ident, game.course)
                    if on_game is not None:
                        on_game(game)
                keeper.done(checked, mark)
                if on_progress is not None:
                    on_progress(Progress(mark.taken, keeper.state.statistics))
            kinds: Counter[str] = Counter()
            for duplicate in () if seen is None else seen.duplicates():
                kinds[duplicate.kind] += 1
                lines.add(duplicate)
                if on_duplicate is not None:
                    on_duplicate(duplicate)
            lines.close_chunk()
            keeper.finish()
            lines.finish()
        except BaseException:  # interrupted: what is done need not be done again
            keeper.stop()
            raise
    found = keeper.state.statistics
    return evolve(found, duplicates=kinds) if duplicates else found


def _begun(path: Path | None, job: Job) -> Checkpoint:
    """Return the state from which a job starts or is resumed.

    :raises ArgumentError: if the checkpoint is another job's, or rests on other versions.
    """
    state = None if path is None else Checkpoint.load(path, job)
    if state is None:
        return Checkpoint(job, versions=_versions(()))
    now = _versions(state.versions)
    if state.versions != now:
        both = (", ".join(map(" ".join, v.items())) or "?" for v in (state.versions, now))
        then, today = both
        raise ArgumentError("archive.other-versions", path=str(path), then=then, now=today)
    return state


def _versions(uids: Iterable[str]) -> dict[str, str]:
    """Return the versions of this library and of those games that are installed."""
    installed = {info.uid: info.version for info in registry.games()}
    games = {uid: installed[uid] for uid in uids if uid in installed}
    return {"abstractplay-hex": __version__, **games}


class _Keeper:
    """Records what is done, chunk by chunk, and writes checkpoints of it."""

    def __init__(
        self, path: Path | None, state: Checkpoint, report: Report, seen: GamesSeen | None
    ) -> None:
        self._path = path
        self._seen = seen
        self.state = state
        self._report = report
        self._next = monotonic() + SAVED_EVERY
        self._installed = {info.uid: info.version for info in registry.games()}

    def done(self, checked: CheckedChunk, mark: Mark) -> None:
        self._report.close_chunk()
        games = {game.game for game in checked.games}
        versions = {u: version for u, version in self._installed.items() if u in games}
        # Ctrl-C can come between any two steps: mark, report and statistics change in a single one.
        self.state = evolve(
            self.state,
            mark=mark,
            written=self._report.written,
            statistics=self.state.statistics.merged(checked.statistics),
            versions=self.state.versions | versions,
        )
        if monotonic() >= self._next:
            self.save()
            self._next = monotonic() + SAVED_EVERY

    def finish(self) -> None:
        # Done with the last file, too: when the job is resumed, only its identity is looked at.
        mark = self.state.mark and evolve(self.state.mark, done=True)
        self.state = evolve(self.state, mark=mark, done=True)
        self.save()

    def stop(self) -> None:
        # Lines of a chunk that was not finished would be reported and not counted.
        self._report.cut(self.state.written)
        self.save()

    def save(self) -> None:
        if self._path is not None:
            self._report.sync()
            if self._seen is not None:
                self._seen.save()
            self.state.save(self._path)


def chunks(texts: Iterable[GameText]) -> Iterator[Texts]:
    """Yield games in as many at once as are worth sending to a worker."""
    chunk: list[GameText] = []
    size = 0
    for text in texts:
        chunk.append(text)
        size += len(text.text)
        if len(chunk) >= GAMES_AT_ONCE or size >= BYTES_AT_ONCE:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


@frozen
class _How:
    """What checks games, and how."""

    executor: Executor
    uid: str | None = None
    courses: bool = False

    def submitted(self, texts: Texts) -> "Future[CheckedChunk]":
        if isinstance(self.executor, InProcess):
            return self.executor.submit(check, texts, self.uid, self.courses)
        return self.executor.submit(check_packed, packed(texts), self.uid, self.courses)


def _in_order(
    texts: Iterable[GameText], how: _How, window: int | None
) -> Iterator[tuple[CheckedChunk, Mark]]:
    """Yield the result of each chunk, in order, with the mark behind it."""

    def alone(chunk: Texts) -> CheckedChunk:
        return _one_by_one(chunk, how)

    for chunk, checked in in_order(
        chunks(texts), how.submitted, how.executor, window, _TRIES, alone
    ):
        yield checked, chunk[-1].after


def _one_by_one(chunk: Texts, how: _How) -> CheckedChunk:
    """Check each game of a chunk alone, to find the one that workers die of."""

    def submit(text: GameText) -> "Future[CheckedChunk]":
        return how.submitted((text,))

    games: list[CheckedGame] = []
    statistics = Statistics()
    for checked in each_alone(chunk, submit, how.executor, _deadly):
        games += checked.games
        statistics.merge(checked.statistics)
    return CheckedChunk(tuple(games), statistics)


def _deadly(text: GameText) -> CheckedChunk:
    checked, statistics = deadly(text), Statistics()
    checked.count_in(statistics)
    return CheckedChunk((checked,), statistics)
