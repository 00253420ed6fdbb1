"""JSON text in and out: strict about what is JSON, and bounded in size, depth and time."""

import base64
import binascii
import json
import zlib
from math import isinf
from typing import Any, Final, NoReturn

from abstractplay_hex.errors import StateError
from abstractplay_hex.i18n.messages import Phrase

LARGEST_TEXT: Final = 32 * 1024 * 1024
"""Characters of JSON text that are read at most, also after unpacking (``gz:``)."""


def dumps(data: Any) -> str:
    """Write compact JSON text exactly as ``JSON.stringify`` does."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def loads(text: str | bytes) -> Any:
    """Read JSON text, or ``gz:`` and the base64 of its gzip (as the site keeps large states).

    Whole numbers are ``int`` however they are written: see :func:`whole_numbers`.

    :raises StateError: for anything that is no JSON: also repeated keys, NaN, too large numbers, too deep nesting,
        and texts (packed or not) of more than 32 MiB.
    """
    if isinstance(text, bytes | bytearray):
        if len(text) > LARGEST_TEXT:
            raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
        if encoding := encoding_of(text[:6]):
            raise _not_json(Phrase("bytes.encoding", encoding=encoding), 1, 1)
        try:
            text = bytes(text).decode("utf-8")
        except UnicodeDecodeError as error:
            raise _not_json("bytes.not-utf8", 1, error.start + 1) from None
    if not isinstance(text, str):
        raise StateError("state.not-text", path="$")
    if len(text) > LARGEST_TEXT:
        raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
    if text.startswith("gz:"):
        text = _unpack(text[3:])
    if text.startswith("\ufeff"):
        raise _not_json("json.bom", 1, 1)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _not_json(_json_fault(error.msg), error.lineno, error.colno) from None
    except RecursionError:
        raise StateError("state.too-deep", path="$") from None
    except StateError:
        raise
    except ValueError:
        # Python refuses to convert integers of more than some thousand digits.
        value = Phrase("phrase.huge-value")
        raise StateError("state.number", path="$", value=value) from None


def whole_numbers(data: Any) -> Any:
    """Return JSON data in which whole numbers are ``int``, however they were written (2.0, 2e0, -0.0).

    JSON has one kind of number, as its schemas do. :func:`loads` reads it so; this is for data that others have
    read. What needs no change is returned as it is, as is what is nested too deeply to be read as a game.
    """
    try:
        return _whole(data)
    except RecursionError:
        return data


def _whole(data: Any) -> Any:
    if type(data) is float:
        return int(data) if data.is_integer() else data
    if type(data) is list:
        items = [_whole(item) for item in data]
        return items if any(new is not old for new, old in zip(items, data, strict=True)) else data
    if type(data) is dict:
        values = {key: _whole(value) for key, value in data.items()}
        return values if any(values[key] is not data[key] for key in data) else data
    return data


def encoding_of(begin: bytes) -> str | None:
    """Name the encoding of JSON text if its first six bytes show that it is not UTF-8."""
    marked = begin[:2] in (b"\xff\xfe", b"\xfe\xff")
    rest = begin[2:] if marked else begin
    zeros = [i for i, byte in enumerate(rest[:4]) if byte == 0]
    if begin[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") or (len(zeros) == 3 and len(rest) > 3):
        return "UTF-32"
    # JSON begins with a letter of ASCII, whatever follows.
    if zeros in ([0, 2], [1, 3]) or (marked and (not rest or 0 in rest[:2])):
        return "UTF-16"
    return None


def _not_json(fault: str, line: int, column: int) -> StateError:
    reason = fault if isinstance(fault, Phrase) else Phrase(fault)
    return StateError("state.not-json", path="$", reason=reason, line=line, column=column)


def _unpack(packed: str) -> str:
    try:
        data = base64.b64decode(packed, validate=True)
        unpacker = zlib.decompressobj(wbits=31)
        plain = unpacker.decompress(data, LARGEST_TEXT + 1)
        if len(plain) > LARGEST_TEXT:
            raise StateError("state.too-large", path="$", limit=LARGEST_TEXT)
        if not unpacker.eof or unpacker.unused_data:
            raise StateError("state.gzip", path="$", reason=Phrase("bytes.cut-off"))
        return plain.decode("utf-8")
    except StateError:
        raise
    except UnicodeDecodeError:
        fault = "bytes.not-utf8"
    except zlib.error:
        fault = "bytes.not-gzip"
    except (binascii.Error, ValueError):
        fault = "bytes.not-base64"
    raise StateError("state.gzip", path="$", reason=Phrase(fault))


_JSON_FAULTS: Final = {
    "Expecting value": "json.value",
    "Expecting property name": "json.key",
    "Expecting ':'": "json.colon",
    "Expecting ','": "json.comma",
    "Illegal trailing comma": "json.trailing-comma",
    "Unterminated string": "json.open-text",
    "Invalid control character": "json.control",
    "Invalid \\": "json.escape",
    "Extra data": "json.more",
}
"""Codes for what Python's reader says, by how it begins."""


def _json_fault(said: str) -> str:
    for begin, code in _JSON_FAULTS.items():
        if said.startswith(begin):
            return code
    return "json.other"


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


def _real(text: str) -> float | int:
    value = float(text)
    if isinf(value):  # it could not be written again
        raise StateError("state.number", path="$", value=text[:40])
    return whole_numbers(value)  # type: ignore[no-any-return]


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_real
)
