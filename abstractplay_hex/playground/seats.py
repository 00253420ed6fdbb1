"""Who may do what: secret keys, one for each seat and one for watching.

A key is a random string that its holder got in a link, after the ``#``, which browsers never send. The page
exchanges it for a cookie that scripts cannot read and other sites cannot use; programs send it as a bearer
token. Only digests are stored. Keys are long and random, so a plain SHA-256 is enough.

The operator may also set a key of the host's own, for what only the host may do in any game, such as ending
one by its clock. It is accepted as a bearer token only, never as a cookie.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from abstractplay_hex.rules.interface import MOST_SEATS

IDENT: Final = r"^[A-Za-z0-9]{1,40}$"
"""What games' ids look like, and fit into the database."""
WATCH: Final = 0
"""The "seat" of those who may only watch."""
KEPT_FOR: Final = 180 * 24 * 3600
"""Seconds for which a browser keeps its seats."""
MOST_KEYS: Final = MOST_SEATS + 2
"""One for each seat, one for watching, one for the host."""
SHORTEST_HOST_KEY: Final = 20
"""Minimum length of the host's key."""


def new_key() -> str:
    """Return a new secret key: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_ident() -> str:
    """Return a new id for a game: not secret, but not guessable either."""
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
        path=f"{request.scope.get('root_path', '')}/api/games/{ident}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def _cookie(ident: str) -> str:
    return f"hex-{ident}"
