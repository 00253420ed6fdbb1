"""How strong the computer players are: the bars they must reach, and the ladder of levels, with tables.

    python tools/strength.py bars   --state strength.jsonl
    python tools/strength.py ladder --state strength.jsonl

Each game that is over is a line of the state file: interrupt it when you like, and call it again to go
on. Tables are Markdown on standard output, as the page on players has them; progress is on standard
error. ``--only pods`` does what has that word in its name, ``--table`` plays nothing.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from abstractplay_hex.matches import Match, Played, Rating, Sequential, Standing, rating, run
from abstractplay_hex.matches.ratings import elo_of
from abstractplay_hex.players import LEVELS, Budget
from abstractplay_hex.records.archive import workers

BOARDS: Final = (
    ("pods", ()),
    ("dendria", ("size-5",)),
    ("dendria", ()),
    ("dendria", ("modular-10",)),
)
"""Games and variants that must reach the bars; no variant of Dendria is side 7."""
LADDERS: Final = (("pods", ()), ("dendria", ()))
RUNG: Final = Sequential(0, 100)
"""Each level must be stronger than the one below, rather by 100 Elo (64 %) than not at all."""
MOST: Final = {8: 40, 7: 80}
"""Most games a rung, by its upper level: games of the highest take long."""
USUAL_MOST: Final = 300


@frozen
class Trial:
    """A match and what its first player must score.

    :ivar least: share of the points to reach; ``None`` if it is only measured.
    :ivar most: share of the points not to be above.
    """

    name: str
    match: Match
    least: float | None = None
    most: float | None = None
    test: Sequential | None = None

    @property
    def key(self) -> str:
        """What tells its games in the state file; other levels make another one."""
        plan = evolve(self.match, games=1)
        return repr((plan, [level for level in LEVELS if level.name in plan.players]))

    def passed(self, found: Rating) -> bool | None:
        """Say whether the bar is reached; ``None`` if there is none."""
        if self.least is None and self.most is None:
            return None
        return (self.least or 0.0) <= found.score <= (1.0 if self.most is None else self.most)


def board_name(uid: str, variants: tuple[str, ...]) -> str:
    """Return what the tables call a game with variants."""
    return " ".join((uid, *variants))


def bars() -> Iterator[Trial]:
    """Yield the bars: searches of 0.2 s and 1 s against the players that look one turn ahead."""
    for seconds, opponent, games, least in (
        (0.2, "greedy", 100, None),
        (1.0, "greedy", 40, 0.90),
        (1.0, "evaluation", 40, 0.75),
    ):
        for uid, variants in BOARDS:
            name = f"{board_name(uid, variants)}: search {seconds:g} s against {opponent}"
            bar = least or (0.85 if uid == "pods" else 0.90)
            plan = Match(uid, ("search", opponent), games, variants, budget=Budget(seconds))
            yield Trial(name, plan, bar)


def rungs() -> Iterator[Trial]:
    """Yield the rungs of each ladder, and what ties its ends to other players."""
    for uid, variants in LADDERS:
        board = board_name(uid, variants)
        for below, above in pairwise(LEVELS):
            names = above.name, below.name
            plan = Match(uid, names, MOST.get(above.number, USUAL_MOST), variants)
            yield Trial(f"{board}: {' against '.join(names)}", plan, 0.5, test=RUNG)
        for first, second, least, most in (
            ("level:1", "greedy", None, 0.15),
            ("level:8", "level:4", 0.85, None),
        ):
            plan = Match(uid, (first, second), 40, variants)
            yield Trial(f"{board}: {first} against {second}", plan, least, most)


class State:
    """Games that have been played, by trial, in a file that only grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games: dict[str, list[Played]] = defaultdict(list)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    said = json.loads(line)
                except json.JSONDecodeError:  # written when it was interrupted
                    continue
                game = Played(said["number"], said["winner"], said["plies"], said["by"], {})
                self._games[said["trial"]].append(game)

    def of(self, trial: Trial) -> list[Played]:
        """Return the games of a trial, whole pairs from the first on."""
        by_number = {game.number: game for game in self._games[trial.key]}
        whole: list[Played] = []
        while len(whole) < trial.match.games and {len(whole), len(whole) + 1} <= by_number.keys():
            whole += (by_number[len(whole)], by_number[len(whole) + 1])
        return whole

    def add(self, trial: Trial, games: list[Played]) -> None:
        """Write games down."""
        self._games[trial.key] += games
        with self._path.open("a", encoding="utf-8") as file:
            for game in games:
                said = {"trial": trial.key, "number": game.number, "winner": game.winner}
                file.write(json.dumps({**said, "plies": game.plies, "by": game.by}) + "\n")


def play(trials: list[Trial], state: State, jobs: int | None, dask: str | None) -> None:
    """Play what is left to play."""
    with workers(jobs, dask) as executor:
        for trial in trials:
            known = len(state.of(trial))

            def note(standing: Standing, trial: Trial = trial) -> None:
                state.add(trial, standing.played[-2:])
                first, second = standing.wins
                said = f"{trial.name}: {first} to {second}, {standing.draws} drawn"
                print(f"\r{said}", end="", file=sys.stderr, flush=True)

            done = run(
                trial.match,
                executor=executor,
                test=trial.test,
                played=state.of(trial),
                on_pair=note,
            )
            if len(done.played) > known:
                print(file=sys.stderr)


def standing_of(trial: Trial, state: State) -> Standing:
    """Return how a trial stands."""
    return Standing(trial.match, trial.test, state.of(trial))


def elo(found: float | None, score: float) -> str:
    """Write a difference of ratings, which has no end if all points went to one side."""
    if found is None:
        return "+∞" if score > 0.5 else "−∞"
    return f"{found:+.0f}".replace("-", "−")


def bars_table(trials: list[Trial], state: State) -> list[str]:
    """Return a row for each trial that was begun."""
    out = ["| match | games | won | lost | drawn | score (95 %) | must be | |"]
    out.append("|---|---|---|---|---|---|---|---|")
    for trial in trials:
        standing = standing_of(trial, state)
        if not standing.played:
            continue
        found, (won, lost) = standing.rating, standing.wins
        bar = f"≥ {trial.least:.0%}" if trial.least is not None else ""
        bar += f"≤ {trial.most:.0%}" if trial.most is not None else ""
        verdict = {True: "reached", False: "missed", None: ""}[trial.passed(found)]
        out.append(
            f"| {trial.name} | {len(standing.played)} | {won} | {lost} | {standing.draws} "
            f"| {found.score:.0%} ({found.low:.0%} to {found.high:.0%}) | {bar} | {verdict} |"
        )
    return out


def ladder_table(trials: list[Trial], state: State) -> list[str]:
    """Return a table for each game: levels, what each scores against the one below, Elo from level 1."""
    out: list[str] = []
    for board in LADDERS:
        total = 0.0
        out += ["", f"{board_name(*board)}:", ""]
        out.append("| level | against | games | score (95 %) | Elo above it (95 %) | Elo |")
        out += ["|---|---|---|---|---|---|", "| 1 | | | | | 0 |"]
        for trial in trials:
            if (trial.match.uid, trial.match.variants) != board or trial.test is None:
                continue
            standing = standing_of(trial, state)
            if not standing.played:
                continue
            found, games, (won, lost) = standing.rating, len(standing.played), standing.wins
            # Half a game more of either kind: then ratings that have no end can be added.
            corrected = rating(won, standing.draws + 1, lost)
            total += elo_of(corrected.score) or 0.0
            above, below = (name.removeprefix("level:") for name in trial.match.players)
            interval = f"{elo(found.elo_low, 0.0)} to {elo(found.elo_high, 1.0)}"
            out.append(
                f"| {above} | {below} | {games} | {found.score:.0%} ({found.low:.0%} to "
                f"{found.high:.0%}) | {elo(found.elo, found.score)} ({interval}) | {total:.0f} |"
            )
    return out


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["bars", "ladder"])
    parser.add_argument("--state", type=Path, default=Path("strength.jsonl"), metavar="FILE")
    parser.add_argument("--only", default="", metavar="TEXT", help="trials with this in their name")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: all cores")
    parser.add_argument("--dask", metavar="URL", help="a Dask cluster instead: tcp://host:port")
    parser.add_argument("--table", action="store_true", help="play nothing, only tell")
    asked = parser.parse_args()
    trials = [t for t in (bars() if asked.what == "bars" else rungs()) if asked.only in t.name]
    state = State(asked.state)
    try:
        if not asked.table:
            play(trials, state, asked.jobs, asked.dask)
    except KeyboardInterrupt:
        print("\ninterrupted: call it again to go on", file=sys.stderr)
    rows = bars_table([t for t in trials if t.test is None], state)
    if asked.what == "ladder":
        rows += ladder_table(trials, state)
    print("\n".join(rows))


if __name__ == "__main__":  # processes that work import this module
    main()
