"""URLs of databases: as users write them, and without their passwords."""

import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, unquote_plus

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_NO_URL: Final = "that is no database URL; special characters in a password are written as %XX"


def parsed(url: str) -> URL:
    """Return the parts of a database URL.

    :raises ValueError: if it is no URL.
    """
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):  # whose message may show the password
        raise ValueError(_NO_URL) from None
    if "@" in (found.host or ""):  # it is of the password, and drivers would say it
        raise ValueError(_NO_URL)
    return found


def database_url(url: str) -> str:
    """Return the SQLAlchemy URL for what a user wrote: a URL or the path of a file."""
    if "://" not in url:
        return f"sqlite:///{Path(url).absolute()}"
    for plain in ("postgresql://", "postgres://"):
        if url.startswith(plain):
            return "postgresql+psycopg://" + url.removeprefix(plain)
    return url


def without_secrets(said: str, url: str) -> str:
    """Return what a driver says of a database URL without its passwords, in whatever form."""
    found = re.findall(r"://[^:@/?#]*:(\S*)@", url) + re.findall(r"password=([^&\s]*)", url)
    for secret in found:
        # An @ that is not written as %40 cuts it, and the rest is taken for a host.
        for part in (secret, unquote(secret), unquote_plus(secret), *re.split(r"[@:/?#&]", secret)):
            said = said.replace(part, "***") if part else said
    return said
