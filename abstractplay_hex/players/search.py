"""A search for any game, over its rules alone: UCT without playouts.

Each simulation goes down the tree to a position that was not looked at yet, lists its turns in the
order of ``Rules.rank`` and values it by them, and tells all positions above. Turns are looked at one
by one, the more the oftener a position is met (progressive widening). A position that several ways
lead to is one node. With more than two players each plays for themselves (max-n).

>>> from abstractplay_hex import Setup, get_rules
>>> pods = get_rules("pods")
>>> thought = think(pods, pods.initial(Setup()), Budget(simulations=20), seed=1)
>>> thought.simulations, len(thought.values), pods.write(thought.turn) == pods.write(thought.lines[0].turns[0])
(20, 2, True)
"""

import random
import threading
from typing import Any, Final, Generic, TypeVar

from attrs import frozen

from abstractplay_hex.arguments import check_seed, whole_number
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.players.budget import Budget, Flag, Stopped, Watch, checked_budget
from abstractplay_hex.players.tree import USUAL, Node, Shape, Tree
from abstractplay_hex.players.valuing import Valuer, Values, seats_at
from abstractplay_hex.rules.interface import MOST_SEATS, Rules

P = TypeVar("P")
T = TypeVar("T")

LINES: Final = 3
"""Lines that a search tells, unless asked for another number."""
LONGEST_LINE: Final = 100
ENDLESS: Final = Budget()
"""No end but that of the memory."""


@frozen
class Line(Generic[T]):
    """How a game would go on after one turn, if all played as the search would.

    :ivar turns: the turn, and the best ones after it; at least one.
    :ivar visits: simulations that looked at the turn.
    :ivar values: what it leads to is worth to each seat, from −1 to 1.
    """

    turns: tuple[T, ...]
    visits: int
    values: Values


@frozen
class Thinking(Generic[T]):
    """What a search has found.

    :ivar lines: the best turns and what follows them, the turn to play first; none if there is no turn.
    :ivar values: what the position is worth to each seat, from −1 (lost) to 1 (won).
    :ivar visits: simulations that came through the position, those of earlier searches among them.
    :ivar simulations: those of this search.
    :ivar seconds: how long it took.
    :ivar nodes: positions in the tree.
    """

    lines: tuple[Line[T], ...]
    values: Values
    visits: int
    simulations: int
    seconds: float
    nodes: int

    @property
    def turn(self) -> T | None:
        """The turn to play, or ``None`` if there is none."""
        return self.lines[0].turns[0] if self.lines else None


class Search(Generic[P, T]):
    """A search that keeps its tree between the turns of a game.

    May be used by one thread at a time; while it ponders, :meth:`think` ends that first.

    :param rules: of the game.
    :param seed: the same seed and numbers of simulations find the same.
    :param shape: how the tree grows.
    """

    def __init__(
        self, rules: Rules[P, T], *, seed: int | str | None = None, shape: Shape = USUAL
    ) -> None:
        if not isinstance(rules, Rules):
            raise ArgumentError("argument.rules")
        if seed is not None:
            check_seed(seed)
        self._rules, self._shape = rules, shape.checked()
        self._rng = random.Random(seed)
        self._tree: Tree | None = None
        self._pondering: tuple[threading.Thread, threading.Event] | None = None

    def think(
        self,
        position: P,
        budget: Budget,
        *,
        stop: Flag | None = None,
        lines: int = LINES,
        seats: int | None = None,
    ) -> Thinking[T]:
        """Search, and return what was found; whatever is known of *position* from before is used.

        :param stop: ends the search as soon as it is set.
        :param lines: how many lines to return at most.
        :param seats: how many play, if ``Rules.seats_at`` does not say.
        :raises ArgumentError: for a budget out of range, or without an end if there is no *stop* either.
        :raises RulesError: if the rules raise, or return values that are none. The search begins afresh then.
        """
        checked_budget(budget)
        whole_number("lines", lines)
        if seats is not None:
            whole_number("seats", seats, 1, MOST_SEATS)
        if stop is None and budget.seconds is None and budget.simulations is None:
            raise ArgumentError("players.no-budget")
        self.rest()
        watch = Watch(budget, stop)
        try:
            return self._think(position, budget, watch, lines, seats)
        except BaseException:  # interrupted wherever it was: the tree may be half told
            self.forget()
            raise

    def _think(
        self, position: P, budget: Budget, watch: Watch, lines: int, seats: int | None
    ) -> Thinking[T]:
        tree, root = self._rooted(position, seats)
        simulations = 0
        most = budget.simulations
        try:
            if not root.opened and not root.final:
                tree.open(root, watch, root=True)
            while root.turns and (most is None or simulations < most):
                if simulations and (watch.over() or tree.size >= budget.nodes):
                    break
                tree.simulate(root, watch)
                simulations += 1
        except Stopped:
            pass
        return Thinking(
            self._lines(tree, root, lines),
            root.values,
            root.visits,
            simulations,
            watch.seconds,
            tree.size,
        )

    def _rooted(self, position: P, seats: int | None) -> tuple[Tree, Node]:
        rules = self._rules
        number = seats_at(rules, position) if seats is None else seats
        tree = self._tree
        if tree is None or tree.valuer.seats != number:
            tree = Tree(Valuer(rules, number, self._rng), self._shape)
            self._tree = tree
        root = tree.rooted(position)
        return tree, root

    def _lines(self, tree: Tree, root: Node, most: int) -> tuple[Line[T], ...]:
        """Return the lines that begin with the best of the turns looked at, then with the next in order."""
        found = []
        for at in _in_order(root)[:most]:
            child = root.children[at]
            found.append(Line((root.turns[at], *_follow(child)), root.tried[at], child.values))
        for at in range(len(root.tried), len(root.turns))[: most - len(found)]:
            values = tree.first_sight(root, at)
            found.append(Line((root.turns[at],), 0, values))
        return tuple(found)

    # ---- between turns -------------------------------------------------------------------------

    def ponder(self, position: P, budget: Budget = ENDLESS, *, seats: int | None = None) -> None:
        """Think in the background until :meth:`think`, :meth:`rest` or the end of *budget*.

        :param position: the one that an opponent is thinking about.
        :raises ArgumentError: for a budget out of range.
        """
        checked_budget(budget)
        self.rest()
        stop = threading.Event()

        def run() -> None:
            try:
                self._think(position, budget, Watch(budget, stop), 1, seats)
            except Exception:  # whoever thinks next will meet it, too
                self.forget()

        thread = threading.Thread(target=run, name="pondering", daemon=True)
        self._pondering = thread, stop
        thread.start()

    def rest(self) -> None:
        """End pondering; what was found is kept."""
        if self._pondering is not None:
            thread, stop = self._pondering
            stop.set()
            thread.join()
            self._pondering = None

    def forget(self) -> None:
        """Drop all that is known."""
        self._tree = None


def think(
    rules: Rules[P, T],
    position: P,
    budget: Budget,
    *,
    seed: int | str | None = None,
    stop: Flag | None = None,
    lines: int = LINES,
    seats: int | None = None,
    shape: Shape = USUAL,
) -> Thinking[T]:
    """Search once. Everything given and returned can be pickled: call it in another process if you like.

    See :class:`Search` and :meth:`Search.think`.
    """
    search = Search(rules, seed=seed, shape=shape)
    return search.think(position, budget, stop=stop, lines=lines, seats=seats)


def _follow(node: Node) -> list[Any]:
    """Return the best turns from a position on."""
    turns: list[Any] = []
    seen = {id(node)}
    while node.tried and len(turns) < LONGEST_LINE:
        at = _in_order(node)[0]
        if not node.tried[at]:
            break
        turns.append(node.turns[at])
        node = node.children[at]
        if id(node) in seen:
            break
        seen.add(id(node))
    return turns


def _in_order(node: Node) -> list[int]:
    """Return which turns were looked at, the best first.

    Those looked at half as often as the one looked at most come first, by their value: fewer visits say
    too little, and a few more or less say nothing, as turns have been looked at one after the other.
    """
    mover, tried, children = node.mover, node.tried, node.children
    enough = max(tried, default=0) / 2
    return sorted(
        range(len(tried)),
        key=lambda at: (tried[at] >= enough, children[at].values[mover], tried[at]),
        reverse=True,
    )
