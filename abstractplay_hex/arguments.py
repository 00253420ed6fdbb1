"""Arguments of calls, looked at before anything is done with them."""

from typing import Any

from abstractplay_hex.errors import ArgumentError

MOST = 1_000_000_000


def whole_number(name: str, value: Any, least: int = 1, most: int = MOST) -> int:
    """Return *value* if it is a whole number from *least* to *most*.

    :param name: what the caller calls it.
    :raises ArgumentError: ``argument.whole-number``.
    """
    if type(value) is not int or not least <= value <= most:
        raise ArgumentError("argument.whole-number", name=name, least=least, most=most)
    return value
