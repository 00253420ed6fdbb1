"""Engine versions of saved plies, and how older ones are brought up to date.

A migration takes the JSON data of one ply a single version further and changes nothing else; it
must be pure. Steps are chained until the engine's own version is reached.
"""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from abstractplay_hex.errors import StateError


@frozen
class Migration:
    """One step: plies of some version become plies of version *to* by ``change(ply_data)``.

    *change* gets a shallow copy without ``_version`` and returns the new data.
    """

    to: str
    change: Callable[[dict[str, Any]], dict[str, Any]]


def upgraded(
    ply: dict[str, Any], version: str, migrations: Mapping[str, Migration], path: str
) -> dict[str, Any]:
    """Return the ply's data as the engine's own *version* has it.

    :raises StateError: for a version that is newer than the engine's, or unknown; names both.
    """
    found = ply.get("_version")
    if found == version:
        return ply
    if type(found) is not str:
        raise StateError("state.expected", path=f"{path}._version", expected="a text")
    data = ply
    while found != version:
        step = migrations.get(found)
        if step is None:
            newer = found.isdigit() and version.isdigit() and int(found[:40]) > int(version)
            code = "state.version-newer" if newer else "state.version-unknown"
            raise StateError(
                code, path=f"{path}._version", found=repr(found[:40]), known=repr(version)
            )
        data = dict(data)
        del data["_version"]
        found = step.to
        data = {"_version": found, **step.change(data)}
    return data
