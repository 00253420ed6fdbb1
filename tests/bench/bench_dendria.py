"""How fast the Dendria rules are, as ratios to the plain oracle timed in the same process.

``python tests/bench/bench_dendria.py`` prints a table; ``pytest tests/bench/bench_dendria.py``
asserts bars, lenient ones where the machine may be busy. Positions come from the recorded games
(``dendria_samples.py``) or, for the worst cases, are made up to be hard (``dendria_stress.py``).
Each figure is the best of several rounds, ours and plain by turns. Views that boards remember are
forgotten before every round.
"""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

REPO = Path(__file__).resolve().parents[2]
if str(REPO) not in sys.path:  # run as a script, or not installed
    sys.path.insert(0, str(REPO))

from abstractplay_hex import new_game  # noqa: E402
from abstractplay_hex.board import cells_in  # noqa: E402
from abstractplay_hex.errors import MoveError  # noqa: E402
from abstractplay_hex.games.dendria.checks import begin_move  # noqa: E402
from abstractplay_hex.games.dendria.construction import begin_construction  # noqa: E402
from abstractplay_hex.games.dendria.continuations import landings  # noqa: E402
from abstractplay_hex.games.dendria.movegen import random_turn  # noqa: E402
from abstractplay_hex.games.dendria.notation import Sow, SpriteMove, Turn  # noqa: E402
from abstractplay_hex.games.dendria.position import DendriaPosition  # noqa: E402
from abstractplay_hex.games.dendria.rules import DendriaRules  # noqa: E402
from abstractplay_hex.games.dendria.variants import board_choice  # noqa: E402
from abstractplay_hex.rules.interface import Scene  # noqa: E402
from tests.bench import measure  # noqa: E402
from tests.bench.dendria_samples import applying, forget, listing, positions, samples  # noqa: E402
from tests.bench.dendria_stress import stress_positions, texts, twelve_open_conversions  # noqa: E402
from tests.bench.figures_pods import calibration  # noqa: E402

RULES = DendriaRules()
ROUNDS = 3
WIDE = 62
#: All turns are listed of one recorded position in so many: the plain oracle takes its time.
EVERY = 4


def judge(position: DendriaPosition, text: str) -> int:
    """Read a text, and find out whether more can follow."""
    return RULES.interpret(position, text).complete


def show(position: DendriaPosition, text: str) -> None:
    """Read a text, and draw what is under way."""
    draft = RULES.interpret(position, text)
    if draft.can_render:
        RULES.draw(Scene(RULES.shown(position, draft), position, draft=draft))


def timed(function: Callable[[], object]) -> float:
    """Return the time of this process only: others may be busy on the machine."""
    return measure.seconds(function)


def cold(position: DendriaPosition, function: Callable[[], object]) -> float:
    """Return the time of *function* with no view of the board remembered."""
    forget([position])
    return timed(function)


def a_thousand_turns() -> DendriaPosition:
    """Return a side-7 position of the middle game with about 1,000 turns, found by playing on."""
    rng = random.Random(11)
    sides = [p for p in positions(150, 400) if p.board.side == 7]
    best = sides[0]
    for start in sides:
        position = start
        for _ in range(60):
            after = RULES.after(position, random_turn(position, rng))
            assert isinstance(after, DendriaPosition)
            if after.over:
                break
            position = after
            number = sum(1 for _ in islice(RULES.legal_turns(position), 1201))
            if 1000 <= number <= 1200:
                return position
            if 800 <= number < 1000:
                best = position
    return best


def test_enumeration() -> None:
    ours, theirs = listing(samples(12), ROUNDS)
    assert sum(theirs) / sum(ours) > 20


def test_applying() -> None:
    ours, theirs = applying(samples(2), ROUNDS)
    assert sum(theirs) / sum(ours) > 30


def test_a_thousand_turns() -> None:
    position = a_thousand_turns()
    number = RULES.count_turns(position)
    taken = min(cold(position, lambda: list(RULES.legal_turns(position))) for _ in range(ROUNDS))
    assert taken / number * 1000 * measure.PLAIN_INFLUENCE / calibration() < 0.060


def test_first_turns_where_conversions_abound() -> None:
    position = twelve_open_conversions()
    forget([position])
    turns: list[Turn] = []
    taken = timed(lambda: turns.extend(islice(RULES.legal_turns(position), 5000)))
    assert len({RULES.after(position, turn) for turn in turns}) == 5000
    assert max(turn.text.count("=") for turn in turns) == 12
    assert taken < 0.5
    assert (
        min(timed(lambda: list(islice(RULES.legal_turns(position), 1000))) for _ in range(3)) < 0.1
    )


def test_random_turns_and_judgements() -> None:
    rng = random.Random(3)
    position = twelve_open_conversions()
    position.board.spending  # noqa: B018 — once a board, not once a turn
    assert min(timed(lambda: random_turn(position, rng)) for _ in range(5)) < 0.020
    for turn in islice(RULES.legal_turns(position), 0, 4000, 97):
        assert min(timed(lambda t=turn: judge(position, t.text)) for _ in range(3)) < 0.005  # type: ignore[misc]
    building = begin_construction(board_choice(["modular-19", "solo"]))
    assert min(timed(lambda: RULES.random_turn(building, rng)) for _ in range(5)) < 0.020


#: The bars of the worst cases, in seconds on the machine of :data:`.measure.PLAIN_INFLUENCE`.
BARS = {
    "first 1,000 turns": 0.100,
    "a random turn": 0.020,
    "judging a text": 0.005,
    "landings of a sprite": 0.020,
    "showing a turn under way": 0.020,
    "a click": 0.020,
}
#: The machine may be busy, and stress positions are many.
LENIENT = 1.5


def seconds_cold(function: Callable[..., object], position: DendriaPosition, *args: Any) -> float:
    """Time a call that may refuse a text, with nothing remembered of any view."""

    def call() -> None:
        with suppress(MoveError):
            function(position, *args)

    return cold(position, call)


def first_thousand(position: DendriaPosition) -> list[str]:
    return [turn.text for turn in islice(RULES.legal_turns(position), 1000)]


def _calls(position: DendriaPosition, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield what is timed of a position: its name in :data:`BARS`, a function and its arguments."""
    rng = random.Random(seed)
    layout, side = position.board.layout, position.board.side
    yield "first 1,000 turns", first_thousand
    for _ in range(3):
        yield (
            "a random turn",
            lambda p, seed: random_turn(p, random.Random(seed)),
            rng.random(),
        )
    for cell in cells_in(position.sprites[position.side - 1]):
        yield "landings of a sprite", lambda p, at: landings(begin_move(p, at)), layout.name[cell]
    variants = {0: ["modular-7"], 7: []}.get(side, [f"size-{side}"])
    game = new_game("dendria", variants, position=position.text)
    for text in texts(position, rng):
        yield "judging a text", judge, text
        yield "showing a turn under way", show, text
        place = rng.choice(list(layout.cell_at))
        yield "a click", lambda p, game, *click: game.handle_click(*click), game, text, *place


def worst_cases(seed: int, number: int) -> dict[str, float]:
    """Return the seconds of the worst case of each kind among stress positions.

    What takes long is timed again, and the best counts: a case that is slow is so every time.
    """
    worst = dict.fromkeys(BARS, 0.0)
    scale = calibration() / measure.PLAIN_INFLUENCE
    for position in stress_positions(seed, number):
        assert position.board.spending  # found once a board, not once a turn
        for what, function, *args in _calls(position, seed):
            best = seconds_cold(function, position, *args)
            for _ in range(ROUNDS):
                if best < BARS[what] * scale / 3:
                    break
                best = min(best, seconds_cold(function, position, *args))
            worst[what] = max(worst[what], best)
    return worst


def test_worst_cases() -> None:
    scale = calibration() / measure.PLAIN_INFLUENCE * LENIENT
    for what, seconds in worst_cases(1, 24).items():
        assert seconds < BARS[what] * scale, what


def test_counting_at_its_worst() -> None:
    counted = 0
    for position in stress_positions(2, 60):
        turns = list(islice(RULES.legal_turns(position), 3001))
        assert len({RULES.after(position, turn) for turn in turns}) == len(turns)
        if len(turns) <= 3000:
            counted += 1
            assert RULES.count_turns(position) == len(turns)
    assert counted > 5


def row(what: str, ours: float, theirs: float) -> str:
    """Return a row of the table, from seconds."""
    return f"{what:{WIDE}}{ours * 1e6:10.2f}{theirs * 1e6:10.1f}{theirs / ours:8.1f}"


def main() -> None:
    """Print the table."""
    print(f"plain influence of Pods: {calibration() * 1e3:.2f} ms")
    print(f"{'':{WIDE}}{'ours':>10}{'plain':>10}{'ratio':>8}")
    found = samples(EVERY)
    times = list(zip(found, *listing(found, ROUNDS), strict=True))
    for least, most in ((0, 49), (50, 99), (100, 199), (200, 9999), (0, 9999)):
        some = [(a, b, s.number) for s, a, b in times if least <= s.number <= most]
        ours, theirs, turns = (sum(column) for column in zip(*some, strict=True))
        what = f"enumerate, {least} to {most} turns ({len(some)} positions), µs a turn"
        print(row(what, ours / turns, theirs / turns))
    found = samples()
    times = list(zip(found, *applying(found, ROUNDS), strict=True))
    kinds: list[tuple[str, type, bool | None]] = [
        ("apply one turn played", object, None),
        ("  sow without conversions", Sow, False),
        ("  sow with conversions", Sow, True),
        ("  sprite's move without conversions", SpriteMove, False),
        ("  sprite's move with conversions", SpriteMove, True),
    ]
    for name, kind, converts in kinds:
        pairs = [
            (a, b)
            for s, a, b in times
            if isinstance(s.turn, kind) and converts in (None, "=" in s.text)
        ]
        ours, theirs = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
        print(row(f"{name} ({len(pairs)}), µs", ours, theirs))
    position = a_thousand_turns()
    number = RULES.count_turns(position)
    taken = min(cold(position, lambda: list(RULES.legal_turns(position))) for _ in range(ROUNDS))
    unit = calibration() / measure.PLAIN_INFLUENCE
    print(f"{f'all {number} turns of a side-7 position, ms':{WIDE}}{taken * 1e3:10.2f}")
    print(f"{'  at a plain influence of 2 ms (bar 60)':{WIDE}}{taken / unit * 1e3:10.2f}")
    twelve = twelve_open_conversions()
    forget([twelve])
    rng = random.Random(3)
    text = random_turn(twelve, rng).text
    for what, seconds in (
        (
            "first 1,000 turns, twelve conversions, ms",
            lambda: list(islice(RULES.legal_turns(twelve), 1000)),
        ),
        ("a random turn there, ms", lambda: random_turn(twelve, rng)),
        ("judging a turn there, ms", lambda: judge(twelve, text)),
    ):
        print(f"{what:{WIDE}}{timed(seconds) * 1e3:10.2f}")
    print("worst cases of stress positions, ms at a plain influence of 2 ms, and the bars")
    for what, worst in worst_cases(7, 60).items():
        print(f"{what:{WIDE}}{worst / unit * 1e3:10.2f}{BARS[what] * 1e3:10.0f}")


if __name__ == "__main__":
    main()
