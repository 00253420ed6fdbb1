"""Who may do what: secret keys, one a seat and one for looking only.

A key is a random text that its holder got in a link, after the ``#``, which browsers never send. The page
exchanges it for a cookie that scripts cannot read and other sites cannot use; programs send it as a bearer
token. Only digests are stored. Keys are long and random, so a plain SHA-256 is enough for that.

Besides the seats' keys there is the host's own, if the operator has given one: it opens what the host alone
may do in any game, such as ending one by its clock. It is a bearer token only, never a cookie.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

WATCH: Final = 0
"""The "seat" of those who may only look."""
KEPT_FOR: Final = 180 * 24 * 3600
"""Seconds that a browser keeps its seats."""
MOST_SEATS: Final = 6
MOST_KEYS: Final = MOST_SEATS + 2
"""One for each seat, one to look on with, one of the host."""
SHORTEST_HOST_KEY: Final = 20
"""Characters that the host's key must have at least."""


def new_key() -> str:
    """Return a new secret key: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_ident() -> str:
    """Return a new name for a game: no secret, but nothing to guess either."""
    return secrets.token_urlsafe(9).replace("-", "x").replace("_", "y")


def digest(key: str) -> str:
    """Return what is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def seats_of(keys: Iterable[str], digests: Mapping[int, str]) -> frozenset[int]:
    """Return the seats that *keys* open. All are compared, each in constant time."""
    open_to = set()
    for shown in map(digest, keys):
        for seat, stored in digests.items():
            if hmac.compare_digest(stored, shown):
                open_to.add(seat)
    return frozenset(open_to)


def is_host(keys: Iterable[str], stored: str | None) -> bool:
    """Say whether the host's key is among *keys*. *stored* is its digest; ``None``: there is none."""
    found = False
    for shown in map(digest, keys):
        found |= stored is not None and hmac.compare_digest(stored, shown)
    return found


def bearer_keys(request: Request) -> list[str]:
    """Return the keys that came as bearer tokens (several with commas)."""
    scheme, _, sent = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return sent.replace(",", " ").split()[:MOST_KEYS]


def keys_sent(request: Request, ident: str) -> list[str]:
    """Return the keys that came with a request: bearer tokens and cookie."""
    keys = [*bearer_keys(request), *request.cookies.get(_cookie(ident), "").split(".")]
    return [key for key in keys if key][:MOST_KEYS]


def keep(response: Response, request: Request, ident: str, keys: Iterable[str]) -> None:
    """Give the browser a cookie with its keys of one game, sent to the addresses of that game only."""
    response.set_cookie(
        _cookie(ident),
        ".".join(dict.fromkeys(keys)),
        max_age=KEPT_FOR,
        path=f"/api/games/{ident}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _cookie(ident: str) -> str:
    return f"hex-{ident}"
