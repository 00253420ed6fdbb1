"""All games of a match: on any executor, in order, pair by pair, until a test is sure."""

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from pathlib import Path

from abstractplay_hex.errors import HexError
from abstractplay_hex.matches.keeping import Keeper, load
from abstractplay_hex.matches.playing import Match, Played, play_game
from abstractplay_hex.matches.ratings import Sequential
from abstractplay_hex.matches.standing import Standing
from abstractplay_hex.records.archive.ordering import in_order
from abstractplay_hex.records.archive.workers import InProcess


def pair(match: Match, number: int) -> list[Played] | HexError:
    """Play a pair of games (module level, so that another process can be told to do it)."""
    numbers = range(2 * number, min(2 * number + 2, match.games))
    try:
        return [play_game(match, n) for n in numbers]
    except HexError as error:  # handed over: it would come out the same if it were tried again
        return error


def run(
    match: Match,
    *,
    executor: Executor | None = None,
    test: Sequential | None = None,
    played: Iterable[Played] = (),
    on_pair: Callable[[Standing], object] | None = None,
    file: str | Path | None = None,
    resume: bool = False,
) -> Standing:
    """Play a match, and return how it ended.

    :param executor: what does the work; default: this process.
    :param test: ends the match when it is sure.
    :param played: games of this very match, whole pairs from the first on, that need not be played again.
    :param on_pair: called after each pair.
    :param file: where to keep the match as JSON: every few seconds while it goes on, and however it ends.
    :param resume: go on from what is in *file*, if it is there.
    :raises HexError: at once, for a match or test that cannot be, or a *file* of another match to go on from;
        on the way, if the rules fail a search.
    :raises OSError: if *file* cannot be written.
    :raises concurrent.futures.BrokenExecutor: on the way, if the executor can work no longer.
    """
    match.checked()
    known = load(file, match) if resume and file is not None else list(played)
    standing = Standing(match, test and test.checked(), known)
    if file is None:
        _play(standing, executor or InProcess(), on_pair)
        return standing
    keeper = Keeper(file)

    def kept(standing: Standing) -> None:
        keeper.now_and_then(standing)
        if on_pair is not None:
            on_pair(standing)

    try:
        _play(standing, executor or InProcess(), kept)
    except BaseException:  # interrupted, too: what has been played need not be played again
        keeper.save(standing, interrupted=True)
        raise
    keeper.save(standing, interrupted=False)
    return standing


def _play(
    standing: Standing, where: Executor, on_pair: Callable[[Standing], object] | None
) -> None:
    """Play what is left of a match."""
    match = standing.match

    def submit(number: int) -> "Future[list[Played] | HexError]":
        return where.submit(pair, match, number)

    numbers = range(len(standing.played) // 2, (match.games + 1) // 2)
    if standing.verdict is not None or len(standing.played) >= match.games:
        return
    for _, found in in_order(numbers, submit, where):
        if isinstance(found, HexError):
            raise found
        standing.played.extend(found)
        if on_pair is not None:
            on_pair(standing)
        if standing.verdict is not None:
            break
