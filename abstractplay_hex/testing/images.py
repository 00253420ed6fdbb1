"""Checks of what stands for positions: images on a board turned or mirrored, and keys."""

import random
from typing import Any

from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import shown

_IMAGES = 3
_TURNS = 6


@check(
    "Rules: symmetries, canonical — images of which play is the same",
    "Leave out of symmetries whatever the rules tell apart; map the cells of positions and of turns alike.",
)
def symmetries_keep_the_rules(h: Harness) -> None:
    """In the images of a position play is the same, and canonical gives one position for all of them."""
    rules = h.rules
    for position in h.positions():
        found = rules.symmetries(position)
        first = found[0].position(position)
        h.need(first == position, "the first of symmetries does not leave the position as it is")
        for one in h.some(found, _IMAGES):
            image = one.position(position)
            _alike(h, position, image)
            h.need(
                rules.canonical(image) == rules.canonical(position),
                "canonical gives different positions for two images",
            )
            h.same(len(rules.symmetries(image)), len(found), "number of symmetries of an image")
            for turn in h.some(h.legal_turns(position), _TURNS):
                text, there = rules.write(turn), one.turn(position, turn)
                read = rules.interpret(image, rules.write(there))
                if not h.need(read.turn is not None, f"the image of {text!r} is not legal"):
                    continue
                after = rules.canonical(rules.after(image, there))
                expected = rules.canonical(one.position(rules.after(position, turn)))
                h.need(after == expected, f"the image of {text!r} leads elsewhere")


def _alike(h: Harness, position: Any, image: Any) -> None:
    rules = h.rules
    h.same(rules.to_move(image), rules.to_move(position), "to_move of an image")
    h.same(rules.outcome(image), rules.outcome(position), "outcome of an image")
    for seat in range(1, rules.seats_at(position) + 1):
        h.same(rules.score(image, seat), rules.score(position, seat), "score of an image")
    if h.listable:
        h.same(rules.count_turns(image), rules.count_turns(position), "count_turns of an image")


@check(
    "Rules: key — 64 bits that stand for a position, in any process and for ever",
    "Make the key with stable_key of all that tells positions apart; use neither hash() nor id().",
)
def keys_stand_for_positions(h: Harness) -> None:
    """Equal positions have equal keys, different ones different keys."""
    rules = h.rules
    known: dict[int, Any] = {}
    for station in h.stations():
        position = h.game(station).looked_at.position
        again = rules.read_position(rules.position_text(position), station.setup)
        if again == position:
            h.same(rules.key(again), rules.key(position), "key of the position read from its text")
        after = [rules.after(position, turn) for turn in h.legal_turns(position)]
        for one in (position, *after):
            key = rules.key(one)
            if known.setdefault(key, one) != one:
                h.fault(f"two different positions have the key {key}")


@check(
    "Rules: actions — any legal turn, and nothing else, can be come to",
    "List in legal what leads to a legal turn in the end, and nothing else; see Actions.",
)
def actions_come_to_turns(h: Harness) -> None:
    """Legal actions lead to legal turns without dead ends, and encode to any legal turn."""
    rules, rng, some = h.rules, random.Random(h.seed), False
    for station in h.stations():
        actions = rules.actions(station.setup)
        if actions is None:
            continue
        some = True
        position = h.game(station).looked_at.position
        for turn in h.some(h.legal_turns(position), _TURNS):
            now, text = actions.begin(position), rules.write(turn)
            for action in actions.encode(position, turn):
                if not h.need(
                    action in actions.legal(now), f"an action of {text!r} is not legal: {action}"
                ):
                    break
                now = actions.act(now, action)
            else:
                if h.need(now.turn is not None, f"the actions of {text!r} make no whole turn"):
                    same = rules.after(position, now.turn) == rules.after(position, turn)
                    h.need(same, f"the actions of {text!r} lead to another position")
        for _ in range(_TURNS):
            _stroll(h, actions, position, rng)
        for seat in range(1, rules.seats_at(position) + 1):
            seen = actions.see(actions.begin(position), seat)
            h.same(len(seen.masks), len(actions.planes), "number of masks seen")
            h.same(len(seen.numbers), len(actions.numbers), "number of numbers seen")
            h.need(all(0 <= n <= 1 for n in seen.numbers), "a number seen is not from 0 to 1")
            last = max(mask.bit_length() for mask in seen.masks) - 1
            h.need(last < seen.stride * actions.shape[0], "a cell is seen outside the planes")
    if not some:
        h.not_applicable("the game does not say how its turns become actions")


def _stroll(h: Harness, actions: Any, position: Any, rng: random.Random) -> None:
    """Take legal actions by lot, to the end of a turn."""
    rules, now = h.rules, actions.begin(position)
    for n in range(actions.longest):
        legal = actions.legal(now)
        if not legal and not n and not h.legal_turns(position):
            return
        if not h.need(legal, f"a dead end after {n} actions"):
            return
        inside = list(legal) == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < actions.count
        h.need(inside, f"legal actions are not ascending from 0 to {actions.count - 1}")
        now = actions.act(now, rng.choice(legal))
        if now.turn is not None:
            read = rules.interpret(position, rules.write(now.turn))
            h.need(read.turn is not None, f"actions make a turn that is refused: {shown(read)}")
            return
    h.fault(f"a turn takes more than {actions.longest} actions")
