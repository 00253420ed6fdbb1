"""Engine versions of saved plies, and how older ones are brought up to date.

Steps (:class:`abstractplay_hex.rules.saved.MigrationStep`) are chained until the engine's own version
is reached.
"""

from collections.abc import Callable
from typing import Any

from abstractplay_hex.errors import StateError, told
from abstractplay_hex.i18n.messages import Phrase
from abstractplay_hex.rules.saved import MigrationContext, StateForm


def upgraded(
    ply: dict[str, Any], version: str, form: StateForm, context: Callable[[], MigrationContext]
) -> dict[str, Any]:
    """Return the ply's data as the engine's own *version* has it.

    Versions in ``form.readable`` are left as they are: an engine that changed a rule goes on to play
    the games begun under the old one.

    :param context: asked for what a step may need to know of the game around the ply.
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
    while found != version and found not in form.readable:
        # Steps that go round in a circle, a fault of the game's author, arrive nowhere either.
        step = None if found in met else form.migrations.get(found)
        met.add(found)
        if step is None:
            newer = _number(found) > _number(version) >= 0
            code = "state.version-newer" if newer else "state.version-unknown"
            shown = repr(found[:40])
            raise StateError(code, path="._version", found=shown, known=repr(version))
        data = {key: value for key, value in data.items() if key != "_version"}
        try:
            new = step.change(data, context()) if step.in_context else step.change(data)
            data = {"_version": step.to, **new}
        except StateError:
            raise
        except Exception as error:  # whatever a step stumbles over: it was written for sound data
            raise StateError(
                "state.migration",
                path="",
                found=repr(found[:40]),
                to=repr(step.to),
                reason=told(error)[:120],
            ) from error
        found = step.to
    return data


def _number(version: str) -> int:
    """Return a version as a number to compare, −1 for one that is none."""
    return int(version[:40]) if version.isascii() and version.isdigit() else -1
