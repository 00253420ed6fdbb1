"""Checks as pytest tests: ``pytest --abstractplay-game mypkg:MyGame`` (or a uid; repeatable).

One test a check; select as usual, such as ``-k clicks``. Needs pytest, which nothing else here does.
"""

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.testing.harness import Finding, Harness
from abstractplay_hex.testing.kit import (
    CUT_SHORT,
    NOT_APPLICABLE,
    WAIVED,
    Check,
    checks,
    here_on_path,
    make_harness,
    resolve,
    run_check,
)


class FaultsFound(Exception):
    """A check has found faults, or could not run."""

    def __init__(self, faults: Iterable[Finding]) -> None:
        super().__init__("\n\n".join(map(str, faults)))


class GameChecks(pytest.Collector):
    """One game's checks. Its random games are played once, by the first test that needs them."""

    h: Harness

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each check."""
        for check in checks():
            item: CheckItem = CheckItem.from_parent(self, name=check.name)
            item.check = check
            item.extra_keyword_matches.add(check.subject)
            yield item


class CheckItem(pytest.Item):
    """One check of one game."""

    check: Check

    def runtest(self) -> None:
        """Run the check."""
        assert isinstance(self.parent, GameChecks)
        outcome = run_check(self.parent.h, self.check)
        if outcome.result in (NOT_APPLICABLE, WAIVED):
            pytest.skip(f"{outcome.result}: {outcome.why}")
        if outcome.result == CUT_SHORT:
            self.warn(pytest.PytestWarning(f"{self.name}: {outcome.why}"))
        if outcome.faults:
            raise FaultsFound(outcome.faults)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show the faults, without a traceback through the kit."""
        if isinstance(excinfo.value, FaultsFound):
            return f"{self.check.says} ({self.check.contract})\n\n{excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say what is tested."""
        return self.path, None, f"{self.parent.name if self.parent else ''}::{self.name}"


def tests_of(session: pytest.Session, game: str) -> list[pytest.Item]:
    """Return the tests of the game that is named.

    :raises pytest.UsageError: if there is no such game.
    """
    here_on_path()
    try:
        cls = resolve(game)
    except ValueError as error:
        raise pytest.UsageError(f"--abstractplay-game: {error}") from None
    try:
        path = Path(inspect.getfile(cls))
    except (OSError, TypeError):
        path = session.path
    node: GameChecks = GameChecks.from_parent(
        session, name=game, path=path, nodeid=f"abstractplay-game[{game}]"
    )
    node.h = make_harness(cls)
    return list(node.collect())
