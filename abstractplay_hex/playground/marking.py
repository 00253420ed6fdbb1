"""Arrows and rings on the board: turns that are talked about, and what is remarkable about the last one."""

from collections.abc import Mapping
from typing import Any

from abstractplay_hex import analysis
from abstractplay_hex.errors import HexError
from abstractplay_hex.playground import forms
from abstractplay_hex.playground.looking import AnyGame
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.render import Annotation
from abstractplay_hex.rules.draft import normal_text


def marked(game: AnyGame, render: Mapping[str, Any], marks: forms.MarksForm) -> dict[str, Any]:
    """Return render JSON of the last ply with marks on it.

    :raises Refusal: for a turn that is not legal where it should be.
    """
    rules, stack = game.rules, game.stack
    here = stack[-1]
    found: list[Annotation] = []
    if len(stack) > 1 and here.lastmove not in ENDINGS:
        before = stack[-2].position
        # Where the board itself has changed, cells of the one before mean nothing.
        if rules.cell_names(before) == rules.cell_names(here.position):
            if marks.mark is not None:
                mark = analysis.Mark(marks.mark)
                found.append(analysis.mark_annotation(rules, before, here.results, mark))
            if marks.best is not None:
                found += _turn(game, before, marks.best)
    if marks.next is not None and not here.gameover:
        found += _turn(game, here.position, marks.next)
    return analysis.annotated(render, *found)


def _turn(game: AnyGame, position: Any, text: str) -> tuple[Annotation, ...]:
    rules = game.rules
    try:
        draft = rules.interpret(position, normal_text(text, rules.longest_text))
        if draft.turn is None:
            draft.fail()
        return analysis.turn_annotations(rules, position, rules.write(draft.turn))
    except HexError as error:
        raise Refusal(422, "host.marked-move", move=repr(text[:80]), reason=error.message) from None
