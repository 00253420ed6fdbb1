"""The legend beside a picture: complete, of nothing that is not there, with samples that look like the board."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from abstractplay_hex import Game, new_game
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.render.legend import Meaning, legend
from abstractplay_hex.render.svg import to_svg
from tests.conftest import ROOT, fixture_games
from tests.games import KINDS, kind_id, played

Looks = set[tuple[tuple[str, Any], ...]]


def looks(picture: dict[str, Any]) -> Looks:
    """Return what markers and annotations of a picture look like, wherever they are."""
    items = [*picture["board"].get("markers", []), *picture.get("annotations", [])]
    apart = ("targets", "points", "edge", "glyph")
    return {tuple(sorted((k, str(v)) for k, v in item.items() if k not in apart)) for item in items}


def pieces(picture: dict[str, Any]) -> set[str]:
    """Return what stands on the board, as the picture's legend has it."""
    written = picture["pieces"]
    keys = written if isinstance(written, str) else [k for row in written for c in row for k in c]
    return {repr(picture["legend"][key]) for key in keys if key in picture["legend"]}


def check(game: Game[Any, Any], display: str | None = None) -> list[str]:
    """See that the legend explains all that is in the picture and no more; return its texts."""
    picture, entries = game.render(alt_display=display), game.legend(alt_display=display)
    samples = [entry["sample"] for entry in entries]
    assert set[Any]().union(*map(looks, samples)) == looks(picture)
    assert set[str]().union(*map(pieces, samples)) == pieces(picture)
    texts = [entry["text"] for entry in entries]
    assert len(set(texts)) == len(texts)
    assert all(text and text[0].isupper() and text[-1] != "." for text in texts)
    for sample in samples:
        assert to_svg(sample).startswith("<svg")
        assert sample["board"].get("width", 1) <= 2
    return texts


def shown_on_the_way(uid: str) -> Iterator[Game[Any, Any]]:
    """Yield recorded games at many plies, with turns under way."""
    rng = random.Random(7)
    for data in fixture_games(f"{uid}-{'20240802' if uid == 'pods' else '20261129'}.jsonl"):
        game = new_game(uid, data["variants"])
        plies = data["plies"]
        looked_at = {0, 1, len(plies) - 1, *rng.sample(range(len(plies)), min(len(plies), 8))}
        for number, ply in enumerate(plies):
            text = ply["move"]
            if not game.validate_move(text).valid:
                break  # ended by word
            if number in looked_at:
                for end in range(1, len(text) + 1):
                    if game.validate_move(text[:end]).can_render:
                        yield game.clone().move(text[:end], partial=True)
            game.move(text)
            if number in looked_at:
                yield game


@pytest.mark.parametrize("uid", ["pods", "dendria"])
def test_the_legend_explains_all_that_is_seen_and_no_more(uid: str) -> None:
    told: set[str] = set()
    for game in shown_on_the_way(uid):
        for display in (None, *(display.uid for display in game.info.displays)):
            told.update(check(game, display))
    codes = {"pods": 10, "dendria": 26}
    assert len(told) >= codes[uid], sorted(told)


@pytest.mark.parametrize(
    "where", ["hexgame:HexGame", "laststand:LastStand", "stretch.rules:Stretch"]
)
def test_games_of_stones_and_games_without_words_of_their_own_have_one(
    where: str, register: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT / "tests" / "sample_package")
    uid = where.rpartition(":")[2].lower()
    game = new_game(register(uid, f"hexsample.{where}Rules"))
    rng = random.Random(1)
    for _ in range(12):
        move = game.random_move(rng)
        if move is None:
            break
        assert game.move(move).legend()
    texts = [entry["text"] for entry in game.legend()]
    assert any("player 1" in text for text in texts), texts


def test_words_are_in_the_language_in_force() -> None:
    game = played(("pods", ()), 1, 6)
    with language("de"):
        german = {entry["text"] for entry in game.legend()}
    assert german.isdisjoint(entry["text"] for entry in game.legend())


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_the_legend_changes_nothing_and_is_plain_data(kind: Any) -> None:
    game = played(kind, 2, 9)
    before = game.render()
    for entry in game.legend():
        entry["sample"].clear()
    assert game.render() == before
    assert all(entry["sample"] for entry in game.legend())


def test_of_two_meanings_of_the_same_the_first_is_told_and_parts_are_shown_together() -> None:
    dot = {"type": "dots", "points": [{"row": 0, "col": 0}], "colour": "#112233"}
    flood = {"type": "flood", "points": [{"row": 1, "col": 0}], "colour": 1}
    board = {"style": "hex-even-f", "width": 3, "height": 3, "markers": [dot, flood]}
    drawn = {"board": board, "pieces": "---\n---\n---", "legend": {}}
    meanings = [
        Meaning("both", {"type": "dots"}, {"type": "flood"}),
        Meaning("dot", {"colour": "#112233"}),
        Meaning("again", {"type": "dots"}),
        Meaning("none", {"type": "flood"}, {"type": "glyph"}),
    ]
    both, dots = legend(drawn, {}, meanings)
    assert (both.text, dots.text) == ("both", "dot")
    assert [m["type"] for m in both.sample["board"]["markers"]] == ["dots", "flood"]
    assert both.sample["board"]["style"] == "hex-odd-f"
