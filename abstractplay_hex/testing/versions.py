"""Checks of versions: what is stamped, what is refused, and that old games keep their rules."""

import random
from itertools import islice

from abstractplay_hex.errors import StateError
from abstractplay_hex.rules.interface import Setup
from abstractplay_hex.testing.harness import PICKED_FROM, Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, shown


@check(
    "Versions — each ply carries the engine version that wrote it",
    "Change info.version when rules or the saved form change, and only then.",
    faults=(10,),
)
def version_stamps(h: Harness, saved: AnyGame) -> None:
    """Each ply keeps the engine version that made it, also when loaded."""
    version, state = saved.info.version, saved.state()
    stamps = [ply["_version"] for ply in state["stack"]]
    wrong = [s for s in stamps if s != version]
    h.need(not wrong, f"plies are stamped {shown(wrong[:1])}, the engine is {version!r}")
    again = [ply["_version"] for ply in h.load(saved.serialize()).state()["stack"]]
    h.same(again, stamps, "version stamps after loading")


@check(
    "Versions — a version newer than the engine, or unknown, is an error naming both",
    "List only versions that have existed in state.migrations.",
    faults=(10,),
    of_errors=True,
    few=True,
)
def versions_refused(h: Harness, game: AnyGame) -> None:
    """A newer or unknown version, on any ply, is refused with an error that names it and the engine's."""
    h.load(game.state())  # else nothing that follows is about versions
    version = game.info.version
    newer = str(int(version) + 1) if version.isdigit() else "99999999"
    for stamp in (newer, "99991231", "0.0.0-unknown", "", "x" * 500, None, 5, True, ["1"]):
        for ply in {0, len(game.stack) - 1}:
            state = game.state()
            state["stack"][ply]["_version"] = stamp
            what = f"loading ply {ply} of version {shown(stamp, 30)}"
            error = h.refuses(StateError, what, h.load, state)
            if error is not None and isinstance(stamp, str) and 0 < len(stamp) < 40:
                named = stamp in error.message and version in error.message
                h.need(named, f"{what} does not name both versions: {error.message}")
    state = game.state()
    del state["stack"][0]["_version"]
    h.refuses(StateError, "loading a ply without version", h.load, state)


@check(
    "Versions — older versions are brought up by registered migrations, step by step",
    "Let each chain of state.migrations end at info.version or at one of state.readable.",
    faults=(10,),
    unless="the game has had no version before this one",
)
def migrations_arrive(h: Harness) -> None:
    """Each registered migration leads, step by step, to the engine's version or one it can read."""
    version, steps = h.info.version, h.rules.state.migrations
    for begin in steps:
        h.looked = True
        at, seen = begin, set()
        while at not in {version, *h.rules.state.readable}:
            if at in seen or at not in steps:
                h.fault(f"the migration from {begin!r} ends at {at!r}, not at {version!r}")
                break
            seen.add(at)
            at = steps[at].to


@check(
    "Versions — a game begun under an older version keeps its rules (fix history, 10)",
    "Let the position keep its rules: set them in begun_under, and in load_position by the first "
    "ply's version; later plies take them from the one before.",
    faults=(10,),
    unless="the game has had no other rules before these",
)
def rules_of_the_beginning(h: Harness, setup: Setup) -> None:
    """A game begun under an older version keeps its rules when loaded, loaded again or replayed."""
    rules = h.rules
    for version in rules.state.readable:
        h.looked = True
        state = h.fresh().state()
        state["stack"][0]["_version"] = version
        game = h.load(state)
        h.same(game.begun_under, version, "begun_under of a game of an older version")
        # Replaying begins with begun_under, loading with load_position: both know the rules.
        replayed = rules.begun_under(rules.initial(setup), version)
        what = f"turns of a game begun under version {version!r}"
        expected = sorted(map(rules.write, islice(rules.legal_turns(replayed), PICKED_FROM)))
        h.same(_turns(game), expected, f"{what}, loaded rather than replayed")
        rng = random.Random(h.seed)
        for ply in range(h.plies):
            text = None if game.gameover else game.random_move(rng)
            if text is None:
                break
            game.move(text)
            again = h.load(game.serialize())
            h.same(_turns(again), _turns(game), f"{what}, loaded again at ply {ply + 1}")
            h.same(again.begun_under, version, "begun_under of such a game, loaded again")
        what = f"a game begun under {version!r} does not verify"
        h.accepts(what, h.load, game.serialize(), verify=True)


def _turns(game: AnyGame) -> list[str]:
    """Return the legal turns, or the first of very many, in the order of their texts."""
    return sorted(islice(game.iter_moves(), PICKED_FROM))
