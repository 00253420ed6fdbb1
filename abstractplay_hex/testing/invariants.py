"""Checks of the rules alone, without a game: turns, texts, positions and outcomes agree."""

import random
from collections import Counter
from itertools import islice
from typing import Any

from abstractplay_hex.errors import HexError, MoveError
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import winners_of
from abstractplay_hex.rules.draft import normal_text
from abstractplay_hex.rules.interface import Click, Scene
from abstractplay_hex.testing.harness import LISTED, Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, Ticking, plain, refusal, representative, shown
from abstractplay_hex.testing.pictures import places


@check(
    "Rules: legal_turns — each once; turns are values",
    "Yield each turn once from legal_turns, and give no two turns the same text.",
)
def turns_once(h: Harness, position: Any) -> None:
    """legal_turns yields each turn once, with a text of its own; turn_texts and count_turns agree."""
    rules = h.rules
    turns, again = (list(islice(rules.legal_turns(position), LISTED + 1)) for _ in (1, 2))
    texts = [rules.write(turn) for turn in turns]
    h.need(again == turns, "legal_turns yields other turns, or in another order, when asked again")
    h.need(all(texts), "write gives an empty text")
    for text, times in Counter(texts).items():
        h.need(times == 1, f"legal_turns yields {text!r} twice")
    h.need(len(set(turns)) == len(turns), "two legal turns are equal")
    if len(turns) <= LISTED and h.listable:
        listed = rules.turn_texts(position)
        h.need(set(listed) == set(texts), "turn_texts gives other turns than legal_turns")
        h.same(len(listed), len(texts), "number of turn_texts")
        h.same(rules.count_turns(position), len(turns), "count_turns")


@check(
    "Rules: interpret, read_turn, write — one text a turn",
    "Let interpret and read_turn read write(turn) as a turn that plays to the same position.",
)
def texts_name_turns(h: Harness, position: Any) -> None:
    """interpret and read_turn read write(turn) back as a turn to the same position."""
    rules = h.rules
    for turn in h.legal_turns(position):
        text = rules.write(turn)
        h.same(normal_text(text, rules.longest_text), text, "a written turn, normalised")
        draft = rules.interpret(position, text)
        if h.need(draft.turn is not None, f"interpret refuses {text!r}: {draft.code}"):
            found = {"interpret": draft.turn, "read_turn": rules.read_turn(position, text)}
            for reader, read in found.items():
                h.same(rules.write(read), text, f"write of what {reader} reads from {text!r}")
                same = rules.after(position, read) == rules.after(position, turn)
                h.need(same, f"{reader} reads {text!r} as a turn to another position")
        error = refusal(rules.read_turn, position, "?!")
        h.need(isinstance(error, MoveError), f"read_turn of '?!' gives {shown(error)}")


@check(
    "Rules: play, after, play_draft",
    "Let after, play and a draft's played give the same position; set text to write(turn).",
)
def after_is_play(h: Harness, position: Any) -> None:
    """after, play and play_draft reach the same position; the text of play is write's."""
    rules = h.rules
    for turn in h.legal_turns(position):
        text, played = rules.write(turn), rules.play(position, turn)
        same = rules.after(position, turn) == played.position
        h.need(same, f"after and play differ for {text!r}")
        h.same(played.text, text, "text of play")
        same = rules.play_draft(position, rules.interpret(position, text)) == played
        h.need(same, f"playing the draft of {text!r} differs from playing the turn")
        won = winners_of(played.results)
        h.same(rules.outcome(played.position), won, f"outcome after {text!r}")


@check(
    "Rules: random_turn — a legal turn by lot, every one having a chance",
    "Draw from all legal turns, with the generator given.",
)
def random_turn_legal(h: Harness, position: Any) -> None:
    """random_turn gives legal turns, every one with a chance, and None only where there is none."""
    rules, rng = h.rules, random.Random(h.seed)
    turns = [rules.write(t) for t in islice(rules.legal_turns(position), LISTED + 1)]
    few = len(turns) <= 12
    drawn = [rules.random_turn(position, rng) for _ in range(300 if few else 8)]
    none = sum(turn is None for turn in drawn)
    h.same(none, 0 if turns else len(drawn), "how often random_turn gives None")
    texts = {rules.write(turn): turn for turn in drawn if turn is not None}
    unlisted = texts.keys() - set(turns) if len(turns) <= LISTED else set()
    if unlisted:  # one of several ways to a position may be listed, and another drawn
        reached = [rules.after(position, turn) for turn in rules.legal_turns(position)]
        strange = sorted(t for t in unlisted if rules.after(position, texts[t]) not in reached)[:3]
        h.need(not strange, f"random_turn gives {shown(strange)}, which legal_turns does not yield")
    never = sorted(set(turns) - texts.keys())[:3] if few and not unlisted else []
    h.need(not never, f"in 300 draws random_turn never gives {shown(never)}")


@check(
    "Rules: outcome — None while the game goes on; Life: gameover",
    "Let outcome give winners exactly when play's results end the game; yield no turns then.",
)
def outcome_ends_game(h: Harness, long: Playthrough) -> None:
    """outcome is None exactly while the game goes on; after the end there are no turns."""
    rules = h.rules
    for i, ply in enumerate(h.game().stack):
        position, at = ply.position, f"at ply {i}"
        h.same(rules.outcome(position), winners_of(ply.results), f"outcome {at}")
        if ply.gameover:
            h.same(next(iter(rules.legal_turns(position)), None), None, f"the first turn {at}")
            h.same(rules.count_turns(position), 0, f"count_turns {at}, after the end")
            h.same(rules.random_turn(position, random.Random(0)), None, f"random_turn {at}")


@check(
    "Rules: to_move; Life: currplayer — 1-based",
    "Let to_move name a seat of the game at any position.",
)
def to_move_agrees(h: Harness, over: AnyGame) -> None:
    """to_move names a seat of the game: the currplayer of each ply that was not ended by word."""
    for i, ply in enumerate(over.stack):
        seat = h.rules.to_move(ply.position)
        h.need(1 <= seat <= over.numplayers, f"to_move at ply {i} is {seat}")
        if ply.lastmove not in ENDINGS:
            h.same(ply.currplayer, seat, f"currplayer of ply {i}")


@check(
    "Rules: equal positions are the same position of play; positions never change",
    "Make positions frozen, equal by what matters for play, and hashable; never change one.",
)
def positions_are_values(h: Harness, position: Any) -> None:
    """Positions compare and hash as values, and no call changes them."""
    rules = h.rules
    twin = h.game(clock=Ticking()).looked_at.position
    h.need(position == twin, "the same moves lead to a position that is not equal")
    h.same(hash(position), hash(twin), "hash of the position that the same moves lead to")
    h.need(position != object(), "a position equals anything")

    def seen() -> dict[str, Any]:
        saved = plain(rules.save_position(position))
        return {"hash": hash(position), "repr": repr(position), "saved form": saved}

    before, turns = seen(), h.legal_turns(position, 3)
    for turn in turns:
        reached = rules.after(position, turn)
        h.need(reached != position, f"{rules.write(turn)!r} leads to the position it began at")
    _call_all(h, position, turns)
    for what, now in seen().items():
        same = now == before[what]
        h.need(same, f"the {what} of a position changes when the rules are asked about it")
    h.need(position == twin, "a position changes when the rules are asked about it")


def _call_all(h: Harness, position: Any, turns: list[Any]) -> None:
    """Call every method of the rules that takes a position."""
    rules = h.rules
    empty = rules.interpret(position, "")
    picture = rules.draw(Scene(position))
    for place in places(picture)[:20]:
        rules.click(position, empty, Click(place))
        rules.describe(position, place)
    for turn in turns:
        draft = rules.interpret(position, rules.write(turn))
        rules.click(position, draft, Click(None, "x"))
        rules.draw(Scene(rules.shown(position, draft), position, draft=draft))
        rules.play(position, turn)
    rules.sidebar_scores(position)
    rules.sidebar_statuses(position)
    rules.buttons(position)
    rules.evaluate(position)
    rules.random_turn(position, random.Random(h.seed))
    rules.position_text(position)
    rules.saved_alike(position, position)


@check(
    "Rules: interpret — turn is there exactly if the text can be played as it stands",
    "Use Draft.playable, .unfinished and .refused: only playable drafts have a turn.",
)
def drafts_agree(h: Harness, game: AnyGame) -> None:
    """A draft has a turn exactly if complete ≥ 0, is valid then, and can be shown if it says so."""
    rules, position = h.rules, game.looked_at.position
    for text in ("", *h.near_turns(game)):
        draft = rules.interpret(position, normal_text(text, rules.longest_text))
        complete, turn = draft.complete, shown(draft.turn)
        playable = (draft.turn is not None) == (complete >= 0)
        h.need(playable, f"{text!r} is called complete {complete}, and its turn is {turn}")
        h.need(draft.valid or complete < 0, f"{text!r} is complete, but not valid")
        h.need(draft.valid or not draft.can_render, f"{text!r} can be shown, but is not valid")
        if draft.can_render:
            try:
                rules.draw(Scene(rules.shown(position, draft), position, draft=draft))
            except HexError as error:
                h.fault(f"{text!r} can be shown, but drawing it raises {error.code}")


@check(
    "Life: winner — as the author's examples have it",
    "Correct outcome, or the example in conformance_examples.",
    unless="the rules have no conformance_examples",
)
def examples_hold(h: Harness) -> None:
    """The winners at each position of conformance_examples are those given there."""
    rules = h.rules
    for key, winners in getattr(rules, EXAMPLES, {}).items():
        h.looked = True
        start, *turns = (key,) if isinstance(key, str) else key
        position = _first_readable(h, start)
        finished = "of a finished game, name the last turn too"
        if not h.need(position is not None, f"no setup reads the position {start!r}: {finished}"):
            continue
        results: tuple[Any, ...] = ()
        for text in turns:
            draft = rules.interpret(position, normal_text(text, rules.longest_text))
            refused = f"{text!r} is refused at {start!r}: {draft.code}"
            if not h.need(draft.turn is not None, refused):
                break
            played = rules.play_draft(position, draft)
            position, results = played.position, played.results
        else:
            expected = None if winners is None else tuple(winners)
            h.same(rules.outcome(position), expected, f"outcome of {key!r}")
            h.same(winners_of(results), expected, f"winners by the results of {key!r}")


EXAMPLES = "conformance_examples"
"""Attribute by which rules name positions and who has won there: ``{(position, turn, …): winners}``."""


def _first_readable(h: Harness, text: str) -> Any:
    for setup in dict.fromkeys((*h.setups, *representative(h.rules))):
        try:
            return h.rules.read_position(text, setup)
        except HexError:
            continue
    return None
