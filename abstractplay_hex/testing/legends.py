"""Checks of the legend beside a picture."""

from abstractplay_hex.errors import HexError, RenderError
from abstractplay_hex.render.svg import places, to_svg
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import is_markup, refusal, shown
from abstractplay_hex.testing.showing import everywhere


@check(
    "Showing: legend — what the signs of a picture mean",
    "Make the entries with abstractplay_hex.render.legend, of phrases that are not empty.",
)
def legend_shown(h: Harness) -> None:
    """Entries of the legend have a phrase, each another one, and a sample that can be drawn."""
    for game in everywhere(h):
        try:
            places(game.render())
        except RenderError:
            h.not_applicable("the library has no drawing of such a board")
        for display in (None, *(display.uid for display in game.info.displays)):
            with h.unchanged(game, f"legend(0, {display!r})"):
                entries = game.legend(0, display)
            h.plain_json(entries, "the legend")
            texts = [entry["text"] for entry in entries]
            for entry in entries:
                text, sample = entry["text"], entry["sample"]
                h.need(
                    isinstance(text, str) and text.strip(), "an entry of the legend says nothing"
                )
                h.need(not is_markup(text), f"markup in the legend: {shown(text)}")
                why: HexError | None = refusal(to_svg, sample)
                h.need(why is None, f"the sample of {shown(text)} cannot be drawn: {why}")
            h.need(len({*texts}) == len(texts), f"the legend says the same twice: {shown(texts)}")
