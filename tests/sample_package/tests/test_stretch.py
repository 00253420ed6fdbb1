"""The game passes every check of the conformance kit."""

from hexsample import Stretch

from abstractplay_hex.testing import check_game


def test_stretch_passes_the_kit() -> None:
    report = check_game(Stretch)
    assert report.ok, str(report)
