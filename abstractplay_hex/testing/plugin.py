"""Checks as pytest tests: ``pytest --abstractplay-game mypkg:MyRules`` (or a uid; repeatable).

One test a check; select as usual, such as ``-k clicks``. Needs pytest, which nothing else here does.
"""

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.testing.harness import Harness
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
from abstractplay_hex.testing.telling import Finding, rules_behind


class FaultsFound(Exception):
    """A check has found faults, or could not run."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        super().__init__("\n\n".join(map(str, findings)))


class GameChecks(pytest.Collector):
    """One game's checks. Its random games are played once, by the first test that needs them."""

    harness: Harness

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
        result = run_check(self.parent.harness, self.check)
        if result.result in (NOT_APPLICABLE, WAIVED):
            pytest.skip(f"{result.result}: {result.why}")
        if result.result == CUT_SHORT:
            self.warn(pytest.PytestWarning(f"{self.name}: {result.why}"))
        if result.findings:
            raise FaultsFound(result.findings)

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
        kind = resolve(game)
    except ValueError as error:
        raise pytest.UsageError(f"--abstractplay-game: {error}") from None
    try:
        path = Path(inspect.getfile(type(rules_behind(kind))))
    except (OSError, TypeError):
        path = session.path
    node: GameChecks = GameChecks.from_parent(
        session, name=game, path=path, nodeid=f"abstractplay-game[{game}]"
    )
    node.harness = make_harness(kind)
    return list(node.collect())
