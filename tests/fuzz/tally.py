"""How many examples have been run, counted by the tests themselves."""

from attrs import define


@define
class Tally:
    """Examples run by the test under way, those that only made a failing one smaller included."""

    examples: int = 0


TALLY = Tally()


def count() -> None:
    """Count one example."""
    TALLY.examples += 1
