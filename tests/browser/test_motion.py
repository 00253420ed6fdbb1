"""What a move changes is seen to change, briefly, and never in the way."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')
pytest.importorskip("playwright", reason='needs pip install -e ".[browser]"')

from abstractplay_hex import Game, new_game
from abstractplay_hex.plies.results import Convert
from tests.browser.pages import Window, fixture_game

pytestmark = pytest.mark.heavy

Windows = Callable[..., Any]

SHOW = """async ([before, after]) => {
  const base = document.documentElement.dataset.base;
  const { move } = await import(`${base}/static/motion.js`);
  const drawn = (text) => document.importNode(
    new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  const [was, now] = [drawn(before), drawn(after)];
  const box = document.querySelector("main");
  box.replaceChildren(was);
  box.replaceChildren(now);
  move(was, now);
  const done = document.getAnimations().filter((one) => now.contains(one.effect.target));
  const place = (e) => e.getAttribute("class") === "ghost"
    ? e.getAttribute("transform").match(/translate\\(([^)]*)\\)/)[1]
    : `${e.getAttribute("x")},${e.getAttribute("y")}`;
  const kinds = done.map(({ effect }) => {
    const [first] = effect.getKeyframes();
    const kind = effect.target.getAttribute("class") === "annotations" ? "hints"
      : effect.target.getAttribute("class") === "ghost" ? "fades"
      : first.transform.startsWith("translate") ? "slides"
      : first.transform === "scaleX(0)" ? "turns" : "comes";
    return [kind, kind === "hints" ? "" : place(effect.target)];
  });
  const longest = Math.max(0, ...done.map(({ effect }) => effect.getComputedTiming().endTime));
  await Promise.all(done.map((one) => one.finished));
  return { kinds, longest, ghosts: now.querySelectorAll(".ghost").length };
}"""


def places(game: Game[Any, Any], *names: str) -> set[str]:
    """Return where cells are in the picture."""
    svg = game.svg()
    found = set()
    for name in names:
        cell = svg.index(f'data-cell="{name}"')
        x, y = (svg[svg.index(f' {axis}="', cell) :].split('"')[1] for axis in "xy")
        found.add(f"{x},{y}")
    return found


def shown(page: Any, game: Game[Any, Any], *moves: str) -> tuple[dict[str, set[str]], Any]:
    """Return what moves, by what it does, when a game goes on by *moves*; and all that was told."""
    before = game.svg()
    for move in moves:
        game.move(move)
    told = page.evaluate(SHOW, [before, game.svg()])
    kinds: dict[str, set[str]] = {}
    for kind, place in told["kinds"]:
        kinds.setdefault(kind, set()).add(place)
    return kinds, told


@pytest.fixture
def lively(window: Windows) -> Any:
    """A page of somebody who did not ask for less motion."""
    page = window()
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    return page


def test_pieces_slide_come_and_fall(lively: Any) -> None:
    pods = new_game("pods")
    kinds, told = shown(lively, pods, "g7")
    assert kinds["comes"] == places(pods, "g7")
    assert "slides" not in kinds
    assert 0 < told["longest"] <= 250
    assert told["ghosts"] == 0  # when all is over
    shown(lively, pods, "a1", "g8", "a2")
    kinds, _ = shown(lively, pods, "g7-h8")
    assert kinds["slides"] == places(pods, "h8")


def test_captures_fade_and_conversions_turn_over(lively: Any) -> None:
    """All turns of a recorded game: what is said to have happened is what is seen."""
    data = fixture_game("dendria-20261129.jsonl", "size-5")
    game = new_game("dendria", data["variants"])
    seen = {"slides": 0, "fades": 0, "turns": 0}
    for ply in data["plies"][:70]:
        before = game.looked_at.position
        kinds, told = shown(lively, game, ply["move"])
        assert told["longest"] <= 250
        for result in game.stack[-1].results:
            if isinstance(result, Convert):
                at = places(game, *(result.where or "").split(","))
                # What is sown and awakened in one turn comes as what it has become.
                moved = [kinds.get(kind, set()) for kind in ("turns", "slides", "comes")]
                assert at & set().union(*moved), ply["move"]
                seen["turns"] += len(kinds.get("turns", ()))
        seen["slides"] += len(kinds.get("slides", ()))
        seen["fades"] += len(kinds.get("fades", ()))
        assert before is not game.looked_at.position
    assert all(seen.values()), seen


def test_nothing_moves_where_less_motion_is_asked_for(lively: Any) -> None:
    lively.emulate_media(reduced_motion="reduce")
    kinds, told = shown(lively, new_game("pods"), "g7")
    assert not kinds
    assert told["ghosts"] == 0


def test_a_board_that_is_turned_or_another_one_is_just_shown(lively: Any) -> None:
    game = new_game("pods").move("g7").move("a1")
    assert lively.evaluate(SHOW, [game.svg(), game.svg(rotate=60)])["kinds"] == []
    other = new_game("dendria")
    assert lively.evaluate(SHOW, [game.svg(), other.svg()])["kinds"] == []
    assert lively.evaluate(SHOW, [game.svg(), game.svg(dark=True)])["kinds"] == []
    assert lively.evaluate(SHOW, [game.svg(), game.svg(palette="colour-blind")])["kinds"] == []


def test_the_next_move_can_be_made_while_pieces_move(window: Windows) -> None:
    page = window()
    page.emulate_media(reduced_motion="no-preference")
    one = Window(page).start("pods")
    page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            window.moved = (window.moved ?? 0) + 1;
            return animate.call(this, frames, { ...how, duration: 600_000 });
          };
        }"""
    )
    for name in ("g7", "a1", "g8", "a2"):
        one.cell(name).play()
    assert one.moves() == ["g7", "a1", "g8", "a2"]
    assert page.evaluate("window.moved") > 0
