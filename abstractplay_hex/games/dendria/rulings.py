"""Which ruling of ``seeds/dendria.md`` a refusal of a turn comes from, by the code of its message.

A rule without a number has a word: the section of the rules page that tells it.
"""

from typing import Final

REFUSALS: Final[dict[str, str | None]] = {
    "move.over": "end",
    "dendria.over": "end",
    # Building
    "dendria.construct.first": "D1",
    "dendria.construct.overlap": "D2",
    "dendria.construct.touch": "D2",
    "dendria.construct.count-one": "building",
    "dendria.construct.finished": "building",
    "dendria.construct.first-build": "building",
    "dendria.construct.in-play": "building",
    "dendria.construct.count-all": "D3",
    "dendria.prompt.modules": "D3",
    "dendria.construct.no-pass": "D8",
    "dendria.notation.pass": "D8",
    # Sowing and moving
    "dendria.sow.occupied": "sowing",
    "dendria.sow.nourished": "sowing",
    "dendria.sow.triangle": "sowing",
    "dendria.move.unfinished": "moving",
    "dendria.move.stuck": "moving",
    "dendria.move.empty": "moving",
    "dendria.move.not-a-sprite": "moving",
    "dendria.move.not-yours": "moving",
    "dendria.move.same-cell": "moving",
    "dendria.move.not-straight": "moving",
    "dendria.move.turned": "moving",
    "dendria.move.tree-between": "moving",
    "dendria.move.sprite-between": "moving",
    "dendria.move.ocean-between": "moving",
    "dendria.move.taken": "moving",
    "dendria.move.captures": "moving",
    "dendria.move.no-capture": "moving",
    "dendria.move.no-landing": "moving",
    "dendria.move.after-capture": "D6",
    "dendria.move.needs-fertilization": "D7",
    "dendria.prompt.fertilize": "D7",
    "dendria.prompt.fertilize-or-go-on": "D7",
    # Converting
    "dendria.convert.nothing": "D15",
    "dendria.convert.none-open": "D15",
    "dendria.summon.not-a-seed": "summoning",
    "dendria.summon.hungry": "summoning",
    "dendria.summon.outnumbered": "summoning",
    "dendria.summon.limit": "D17",
    "dendria.trees.own-tree": "fertilizing",
    "dendria.trees.sprite": "fertilizing",
    "dendria.fertilize.unwatched": "fertilizing",
    "dendria.trees.enemy-seed": "D9",
    "dendria.fertilize.no-sprite": "D10",
    "dendria.forest.unwatched": "forests",
    "dendria.forest.protected": "forests",
    "dendria.forest.no-liberties": "D11",
    # Texts that are no turn of any rules.
    "dendria.notation.too-long": None,
    "dendria.notation.item": None,
    "dendria.notation.module": None,
    "dendria.notation.unfinished": None,
    "dendria.cell.unknown": None,
    "dendria.cell.not-here": None,
}
