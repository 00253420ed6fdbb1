"""Engine versions of saved plies, and how older ones are brought up to date.

A migration takes the JSON data of one ply a single version further and changes nothing else; it
must be pure. Steps are chained until the engine's own version is reached.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import frozen

from abstractplay_hex.errors import StateError
from abstractplay_hex.i18n.messages import Phrase


@frozen
class Context:
    """What a migration may need to know beyond the ply: the game around it.

    ``before`` is the data of the ply before, already brought up; ``None`` for the first.
    """

    before: Mapping[str, Any] | None = None
    variants: tuple[str, ...] = ()


@frozen
class Migration:
    """One step: plies of some version become plies of version *to* by ``change(ply_data)``.

    *change* gets a shallow copy without ``_version`` and returns the new data. A step that cannot
    be made from the ply alone sets ``in_context`` and is called as ``change(ply_data, context)``.
    """

    to: str
    change: Callable[..., dict[str, Any]]
    in_context: bool = False


def upgraded(
    ply: dict[str, Any],
    version: str,
    migrations: Mapping[str, Migration],
    readable: Collection[str] = (),
    context: Context = Context(),
) -> dict[str, Any]:
    """Return the ply's data as the engine's own *version* has it.

    :param readable: other versions of the same form, which are left as they are: an engine that
        changed a rule goes on to play the games begun under the old one.

    :raises StateError: for a version that is newer than the engine's, or unknown; names both. Also
        for data that a migration cannot read (it is damaged). Paths are relative to the ply.
    """
    if "_version" not in ply:
        raise StateError("state.key-missing", path="", key="_version")
    found = ply["_version"]
    if type(found) is not str:
        raise StateError("state.expected", path="._version", expected=Phrase("phrase.text"))
    data = ply
    met = set()
    while found != version and found not in readable:
        # Steps that go round in a circle, a fault of the game's author, arrive nowhere either.
        step = None if found in met else migrations.get(found)
        met.add(found)
        if step is None:
            newer = _number(found) > _number(version) >= 0
            code = "state.version-newer" if newer else "state.version-unknown"
            shown = repr(found[:40])
            raise StateError(code, path="._version", found=shown, known=repr(version))
        data = {key: value for key, value in data.items() if key != "_version"}
        try:
            new = step.change(data, context) if step.in_context else step.change(data)
            data = {"_version": step.to, **new}
        except StateError:
            raise
        except Exception as error:  # whatever a step stumbles over: it was written for sound data
            raise StateError(
                "state.migration",
                path="",
                found=repr(found[:40]),
                to=repr(step.to),
                reason=repr(error)[:120],
            ) from error
        found = step.to
    return data


def _number(version: str) -> int:
    """Return a version as a number to compare, −1 for one that is none."""
    return int(version[:40]) if version.isascii() and version.isdigit() else -1
