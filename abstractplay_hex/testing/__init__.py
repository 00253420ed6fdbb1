"""The conformance kit: does a game keep the contract that hosts rely on?

>>> from abstractplay_hex.testing import check_game
>>> report = check_game("pods", only=["metadata"])
>>> report.ok
True

``print(check_game(MyRules))`` shows a table of all checks, and for each fault what was seen, a hint,
and how to get there. As tests: ``pytest --abstractplay-game mypkg:MyRules``; on the command line:
``abstractplay-hex check UID``.

``kit`` runs checks and reports · ``harness`` games to look at · ``telling`` findings · ``looking``,
``pictures`` comparing games, reading pictures · ``odd`` odd arguments · ``hooks`` what rules' methods
must return · one module or a few a subject for the checks · ``plugin``, ``pytest_entry`` for pytest.
"""

from abstractplay_hex.testing.kit import Check, CheckResult, Report, check_game, checks
from abstractplay_hex.testing.telling import Finding

__all__ = ["Check", "CheckResult", "Finding", "Report", "check_game", "checks"]
