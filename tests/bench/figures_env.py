"""Environments: steps through recorded games, with what is seen and the mask of each.

A step is what a learner's loop costs without the learner: ``last()``, which makes planes and mask, then
``step()``, which works out what is legal next.
"""

from collections.abc import Callable

from abstractplay_hex import env
from tests.bench.figures_pods import CALIBRATING, calibrate
from tests.bench.measure import PLAIN_INFLUENCE, Figure, best, games_of

LEAST: float = 1500
"""Steps a second that Pods wants to reach on a machine where a plain influence takes 2 ms."""


def steps(uid: str, few: int) -> tuple[Callable[[], None], int]:
    """Return what steps through every *few*-th recorded game of the standard start, and the number of steps."""
    games = [g for g in games_of(uid) if len(g["plies"]) > 20 and "position" not in g][::few]
    boards = []
    for game in games:
        board = env.make(uid, game["variants"])
        rules, actions = board.task.rules, board.task.actions
        position, found = rules.initial(board.task.setup), []
        for ply in game["plies"]:
            if rules.outcome(position) is None and ply["move"] not in ("resign", "timeout", "draw"):
                turn = rules.read_turn(position, ply["move"])
                found += actions.encode(position, turn)
                position = rules.after(position, turn)
        boards.append((board, found))

    def run() -> None:
        for board, found in boards:
            board.reset()
            for action in found:
                board.last()
                board.step(action)

    return run, sum(len(found) for _, found in boards)


def figures(short: bool = False) -> list[Figure]:
    """Measure."""
    pods, pods_steps = steps("pods", 12 if short else 3)
    dendria, dendria_steps = steps("dendria", 6 if short else 3)
    one, for_pods, for_dendria = best(2 if short else 4, calibrate, pods, dendria)
    one /= CALIBRATING
    return [
        Figure(
            "Pods: environment",
            "a step",
            for_pods / pods_steps,
            one * pods_steps / for_pods,
            bar=LEAST * PLAIN_INFLUENCE,
        ),
        Figure(
            "Dendria: environment",
            "a step",
            for_dendria / dendria_steps,
            one * dendria_steps / for_dendria,
        ),
    ]
