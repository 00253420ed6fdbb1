"""The tree of a search: positions, the turns worth a look at each, and what was found below them."""

from math import log, sqrt
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.players.budget import Watch
from abstractplay_hex.players.valuing import Valuer, Values

KEPT: Final = 48
"""Turns kept of each position but the root: more are never looked at in a tree of bounded size."""


@frozen
class Shape:
    """What shapes the tree; measured in matches, see the page on players.

    :ivar explore: how much turns that were looked at less are preferred.
    :ivar widen: so many turns are looked at after the first visit,
    :ivar power: growing with this power of the visits.
    :ivar best: share of the best turn's value in a position's value, against the mean of all visits.
    :ivar tempo: share of the best reply in the value of a leaf, against the position as it stands: who has
        just moved looks better than they are.
    """

    explore: float = 0.1
    widen: float = 4.0
    power: float = 0.5
    best: float = 0.5
    tempo: float = 0.5

    def checked(self) -> "Shape":
        """Return this shape if a tree can grow in it.

        :raises ArgumentError: ``players.shape`` if a number is none or out of range.
        """
        for name, least, most in (
            ("explore", 0, 100),
            ("widen", 1, 10_000),
            ("power", 0, 1),
            ("best", 0, 1),
            ("tempo", 0, 1),
        ):
            value = getattr(self, name)
            if type(value) not in (int, float) or not least <= value <= most:
                raise ArgumentError("players.shape", name=name, least=least, most=most)
        return self


USUAL: Final = Shape()


class Node:
    """A position in the tree.

    :ivar mover: seat to move, from 0.
    :ivar values: what it is worth to each seat, as known now.
    :ivar opened: whether its turns have been listed, all of them.
    :ivar turns: the turns worth a look, best first.
    :ivar ranks: what each was worth to the mover at first sight.
    :ivar children: of the first turns, as many as have been looked at.
    :ivar visits: simulations that came through.
    """

    __slots__ = (
        *("position", "mover", "values", "final", "turns", "ranks", "children", "tried"),
        *("opened", "visits", "total"),
    )

    def __init__(self, position: Any, mover: int, values: Values, final: bool) -> None:
        self.position, self.mover, self.values, self.final = position, mover, values, final
        self.opened = False
        self.turns: list[Any] = []
        self.ranks: list[float] = []
        self.children: list[Node] = []
        self.tried: list[int] = []
        """Simulations through each child from here: others may lead to it, too."""
        self.visits = 0
        self.total: Values = (0.0,) * len(values)


class Tree:
    """Positions by themselves: the ways to one position meet in it."""

    def __init__(self, valuer: Valuer, shape: Shape) -> None:
        self.valuer, self.shape = valuer, shape
        self.nodes: dict[Any, Node] = {}
        self._unhashed = 0

    @property
    def size(self) -> int:
        """How many positions are held."""
        return len(self.nodes) + self._unhashed

    def node(self, position: Any, guess: Values | None = None) -> Node:
        """Return the node of a position.

        :param guess: its values at first sight, if they are known.
        """
        try:
            found = self.nodes.get(position)
        except TypeError:  # no hash: a position that is met again is not known again
            self._unhashed += 1
            return self._made(position, guess)
        if found is None:
            found = self.nodes[position] = self._made(position, guess)
        return found

    def rooted(self, position: Any) -> Node:
        """Return the node of a position to search from, and drop what cannot be reached from it."""
        root = self.node(position)
        reached, waiting = {id(root)}, [root]
        while waiting:
            for child in waiting.pop().children:
                if id(child) not in reached:
                    reached.add(id(child))
                    waiting.append(child)
        self.nodes = {at: node for at, node in self.nodes.items() if id(node) in reached}
        self._unhashed = len(reached) - len(self.nodes)
        return root

    def _made(self, position: Any, guess: Values | None) -> Node:
        valuer = self.valuer
        values = valuer.final(position)
        mover = valuer.mover(position)
        if values is not None:
            return Node(position, mover, values, True)
        return Node(position, mover, guess or valuer.values(position), False)

    def simulate(self, root: Node, watch: Watch) -> None:
        """Go down to a position that was not looked at yet, look at its turns, and tell all above.

        :raises Stopped: if *watch* says so before; then nothing has changed.
        """
        path, steps = [root], []
        node = root
        values = None
        while node.turns:
            at = self._choose(node)
            steps.append(at)
            node = node.children[at]
            if node in path:  # round in a circle, which wins nothing
                values = (0.0,) * self.valuer.seats
                break
            path.append(node)
        if values is None:
            if not node.opened and not node.final:
                self.open(node, watch)
            values = node.values
            node.visits += 1
            node.total = tuple(map(float.__add__, node.total, map(float, values)))
            path.pop()
        for node, at in zip(reversed(path), reversed(steps), strict=True):
            node.visits += 1
            node.tried[at] += 1
            node.total = total = tuple(map(float.__add__, node.total, map(float, values)))
            best = self._best(node)
            share, visits = self.shape.best, node.visits
            node.values = tuple(
                share * b + (1 - share) * t / visits for b, t in zip(best, total, strict=True)
            )

    def _best(self, node: Node) -> Values:
        mover = node.mover
        return max((child.values for child in node.children), key=lambda values: values[mover])

    def _choose(self, node: Node) -> int:
        """Return which turn to look at now; it may be a new one."""
        shape, mover, visits = self.shape, node.mover, node.visits
        tried, children = node.tried, node.children
        if tried and not tried[-1]:  # begun when the search was stopped
            return len(tried) - 1
        allowed = shape.widen * visits**shape.power if visits else 1
        if len(tried) < allowed and len(tried) < len(node.turns):
            position = self.valuer.after(node.position, node.turns[len(tried)])
            guess = self.valuer.for_mover(node.ranks[len(tried)], mover)
            children.append(self.node(position, guess))
            tried.append(0)
            return len(tried) - 1
        spread = shape.explore * sqrt(log(visits + 1))
        scores = [
            child.values[mover] + spread / sqrt(n) for child, n in zip(children, tried, strict=True)
        ]
        return scores.index(max(scores))

    def open(self, node: Node, watch: Watch, root: bool = False) -> None:
        """List the turns of a position, and value it by them.

        :param root: all of them, and at least one even if the time is up.
        :raises Stopped: if *watch* says so before; then nothing has changed.
        """
        valuer = self.valuer
        ranked, node.opened = valuer.ranked(node.position, watch, enough=root)
        if not root:
            del ranked[KEPT:]
        node.children, node.tried = [], []  # of those listed when there was no time for all
        if ranked:
            node.turns, node.ranks = map(list, zip(*ranked, strict=True))
            best, share = self.first_sight(node, 0), self.shape.tempo
            node.values = tuple(
                share * b + (1 - share) * v for b, v in zip(best, node.values, strict=True)
            )

    def first_sight(self, node: Node, at: int) -> Values:
        """Return what one of the turns listed is worth to each seat, not looking further."""
        valuer = self.valuer
        known = valuer.for_mover(node.ranks[at], node.mover)
        if known is not None:
            return known
        after = valuer.after(node.position, node.turns[at])
        return valuer.final(after) or valuer.values(after)
