"""The conformance kit: does a game keep the contract that hosts rely on?

>>> from abstractplay_hex.testing import check_game
>>> report = check_game("pods", only=["metadata"])
>>> report.ok
True

``print(check_game(MyGame))`` shows a table of all checks, and for each fault what was seen, what to
mend, and how to get there. The same as tests: ``pytest --abstractplay-game mypkg:MyGame``; on the
command line: ``abstractplay-hex check UID``. ``abstractplay_hex.testing.broken`` holds games that are each
broken in one way, which prove that each check can fail.
"""

from abstractplay_hex.testing.kit import Check, Outcome, Report, check_game, checks
from abstractplay_hex.testing.lab import Fault

__all__ = ["Check", "Fault", "Outcome", "Report", "check_game", "checks"]
