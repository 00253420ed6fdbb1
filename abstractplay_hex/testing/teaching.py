"""Checks of what teaches a game: the rules behind it agree."""

from collections.abc import Iterable, Iterator
from itertools import chain

from abstractplay_hex.errors import HexError
from abstractplay_hex.rules.teaching import Scenery, Teaching
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, refusal, shown


@check(
    "Rules: teaching — what is shown and asked for is so",
    "Make the turns at the position yourself, and take its text and the codes of refusals from there.",
)
def teaching_holds(h: Harness) -> None:
    """Turns that the lessons call legal are legal, refused ones are refused as they say."""
    teaching = h.rules.teaching()
    if teaching is None:
        h.not_applicable("the game has no lessons")
        return
    ids = [ruling.id for ruling in teaching.rulings]
    h.need(len(set(ids)) == len(ids), f"the lessons have a ruling twice: {shown(ids)}")
    unknown = set(teaching.refusals.values()) - {None, *ids}
    h.need(
        not unknown, f"refusals come from rulings that the lessons do not have: {shown(unknown)}"
    )
    for where, scenery, legal, refused in _scenes(teaching):
        try:
            game = _game(h, scenery)
        except HexError as error:
            h.need(False, f"{where} has no position: {error}")
            continue
        for text in legal:
            why = refusal(game.clone().move, text)
            h.need(why is None, f"{where}: {text!r} is not legal: {why}")
        for text, code in refused:
            why = refusal(game.clone().move, text)
            h.same(why and why.code, code, f"{where}: the code of the refusal of {text!r}")


def _game(h: Harness, scenery: Scenery) -> AnyGame:
    setup = h.rules.setup(scenery.variants)
    game = h.fresh(setup, **({"position": scenery.position} if scenery.position else {}))
    for text in scenery.played.split():
        game.move(text)
    return game


def _scenes(
    teaching: Teaching,
) -> Iterator[tuple[str, Scenery, Iterable[str], Iterable[tuple[str, str]]]]:
    """Yield where a position is shown, the position, and turns that are legal and refused there."""
    for ruling in teaching.rulings:
        for number, figure in enumerate(ruling.figures, 1):
            where = f"figure {number} of {ruling.id}"
            yield where, figure, chain(figure.legal), figure.refused.items()
    for step in teaching.tour:
        yield f"step {step.id}", step, step.solutions, ()
