"""Which ruling of ``seeds/pods.md`` a refusal of a turn comes from, by the code of its message."""

from typing import Final

REFUSALS: Final[dict[str, str | None]] = {
    "pods.minority": "P2",
    "pods.occupied": "P2",
    "pods.choose-destination": "P3",
    "pods.not-yours": "P3",
    "pods.opponent-whale": "P3",
    "pods.stays": "P3",
    "pods.end-outnumbered": "P3",
    "pods.unreachable": "P3",
    "pods.no-destination": "P3",
    "pods.no-destination-alone": "P3",
    "pods.instructions-stuck": "P4",
    "move.over": "P9",
    # Texts that are no turn of any rules.
    "pods.form": None,
    "pods.end-named": None,
    "pods.unknown-cell": None,
}
