"""Which variants of a game go together: for pages that offer them, asked of the game's own rules."""

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Final

from abstractplay_hex.errors import VariantError
from abstractplay_hex.rules.interface import AnyRules

MOST: Final = 500
"""Choices in other groups that are tried at most before a variant counts as not offered."""


def partners(rules: AnyRules) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return with what each variant goes that belongs to no group: by group, the uids of its members.

    ``#group`` stands for choosing none of a group, as in :class:`~abstractplay_hex.rules.info.Variant`.
    """
    groups: dict[str, list[str]] = {}
    for variant in rules.info.variants:
        if variant.group is not None:
            members = groups.setdefault(variant.group, [f"#{variant.group}"])
            members += [variant.uid] if not variant.uid.startswith("#") else []

    def goes(*chosen: str) -> bool:
        try:
            rules.setup([uid for uid in chosen if not uid.startswith("#")])
        except VariantError:
            return False
        return True

    def with_each(uid: str, group: str) -> list[str]:
        others = [members for other, members in groups.items() if other != group]
        return [
            member
            for member in groups[group]
            if any(goes(uid, member, *more) for more in islice(product(*others), MOST))
        ]

    return {
        variant.uid: {group: with_each(variant.uid, group) for group in groups}
        for variant in rules.info.variants
        if variant.group is None
    }


__all__ = ["partners"]
