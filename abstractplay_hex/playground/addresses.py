"""Where a request comes from, and what it asks for.

One client is an IPv4 address, or the /64 that an IPv6 subscriber is given as a whole.
"""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope


@lru_cache(maxsize=4096)
def client_of(address: str) -> str:
    """Return the name of the client that an address belongs to.

    An IPv4 address written as IPv6 is that IPv4 address. What is no address (a socket file) is itself.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False))
    return str(found)


def client_in(scope: Scope) -> str:
    """Return the client that a request came from."""
    client = scope.get("client")
    return client_of(str(client[0])) if client else ""


def path_in(scope: Scope) -> str:
    """Return the path that a request asks for, without that under which the whole application lies."""
    path: str = scope["path"]
    root = scope.get("root_path", "")
    return path.removeprefix(root) if root and path.startswith(root + "/") else path
