"""Arguments of calls, looked at before anything is done with them."""

from typing import Any, Final

from abstractplay_hex.errors import ArgumentError

MOST: Final = 1_000_000_000
LONGEST_SEED: Final = 1_000


def whole_number(name: str, value: Any, least: int = 1, most: int = MOST) -> int:
    """Return *value* if it is a whole number from *least* to *most*.

    :param name: what the caller calls it.
    :raises ArgumentError: ``argument.whole-number``.
    """
    if type(value) is not int or not least <= value <= most:
        raise ArgumentError("argument.whole-number", name=name, least=least, most=most)
    return value


def check_seed(seed: Any) -> None:
    """Refuse a seed that is neither a whole number nor a text, or could not stand in a record.

    :raises ArgumentError: ``argument.seed``.
    """
    try:
        if type(seed) in (int, str) and len(str(seed).encode()) <= LONGEST_SEED:
            return
    except ValueError:  # a lone surrogate, a number of thousands of digits
        pass
    raise ArgumentError("argument.seed", most=LONGEST_SEED)
