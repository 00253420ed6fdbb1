"""JSON text in and out: strict about what is JSON, and bounded in size, depth and time."""

import base64
import binascii
import json
import zlib
from typing import Any, Final, NoReturn

from abstractplay_hex.errors import StateError

LARGEST_TEXT: Final = 32 * 1024 * 1024
"""Characters of JSON text that are read at most, also after unpacking (``gz:``)."""


def dumps(data: Any) -> str:
    """Write compact JSON text exactly as ``JSON.stringify`` does."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def loads(text: str | bytes) -> Any:
    """Read JSON text, or ``gz:`` and the base64 of its gzip (as the site keeps large states).

    :raises StateError: for anything that is no JSON: also repeated keys, NaN, too deep nesting,
        and texts (packed or not) of more than 32 MiB.
    """
    if isinstance(text, bytes | bytearray):
        if len(text) > LARGEST_TEXT:
            raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
        try:
            text = bytes(text).decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_json("it is not UTF-8 text", 1, error.start + 1) from None
    if not isinstance(text, str):
        raise StateError("state.not-text", path="$")
    if len(text) > LARGEST_TEXT:
        raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
    if text.startswith("gz:"):
        text = _unpack(text[3:])
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise StateError("state.too-deep", path="$") from None
    except StateError:
        raise
    except ValueError:
        # Python refuses to convert integers of more than some thousand digits.
        raise StateError("state.number", path="$", value="A number with so many digits") from None


def _not_json(reason: str, line: int, column: int) -> StateError:
    return StateError("state.not-json", path="$", reason=reason, line=line, column=column)


def _unpack(packed: str) -> str:
    try:
        data = base64.b64decode(packed, validate=True)
        unpacker = zlib.decompressobj(wbits=31)
        plain = unpacker.decompress(data, LARGEST_TEXT + 1)
        if len(plain) > LARGEST_TEXT:
            raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
        if not unpacker.eof or unpacker.unused_data:
            raise StateError("state.gzip", path="$", reason="it is cut off or has more behind it")
        return plain.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError) as error:
        if isinstance(error, StateError):
            raise
        raise StateError("state.gzip", path="$", reason=_brief(error)) from None


def _brief(error: Exception) -> str:
    return str(error).split("\n")[0][:120]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise StateError("state.duplicate-key", path="$", key=repr(key[:40]))
            seen.add(key)
    return out


def _no_constant(name: str) -> NoReturn:
    raise StateError("state.number", path="$", value=name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
