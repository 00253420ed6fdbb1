"""Checks of what is drawn and shown beside the board."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from abstractplay_hex.errors import ArgumentError, RenderError
from abstractplay_hex.render.glyphs import NAMES
from abstractplay_hex.testing.clicks import shown_with
from abstractplay_hex.testing.harness import LISTED, Harness, Playthrough
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import (
    AnyGame,
    is_markup,
    plain,
    shown,
    snapshot,
    spoil,
    spots,
)
from abstractplay_hex.testing.metadata import fits_schema, schema_called
from abstractplay_hex.testing.odd import NO_NUMBERS
from abstractplay_hex.testing.pictures import board_places, glyphs, pointed_at, row_widths


def pictures(game: AnyGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each display and perspective of a game's present, and how it was asked for."""
    displays: list[Any] = [None, *(d.uid for d in game.info.displays), "no-such-display"]
    for display in displays:
        for perspective in range(game.numplayers + 1):
            call = f"render({perspective}, {display!r}) at ply {game.ply}"
            yield call, game.render(perspective, display)


def everywhere(h: Harness) -> Iterator[AnyGame]:
    """Yield games amid play, at their end, and with a turn under way."""
    for game in h.under_way(few=True):
        yield game
        for turn in h.legal(game, 1):
            for text in (turn[: max(1, len(turn) // 2)], turn):
                if game.validate_move(text).can_render:
                    yield h.game().move(text, partial=True)
    yield from h.ended(few=True)


def all_pictures(h: Harness) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the pictures of games :func:`everywhere`, each once."""
    seen = set()
    for game in everywhere(h):
        for call, picture in pictures(game):
            text = repr(picture)
            if text not in seen:
                seen.add(text)
                yield call, picture


@check(
    "Showing: render — JSON-ready dict for the site's renderer, under its schema",
    "Build pictures with abstractplay_hex.render; the schema's message says what is wrong.",
)
def render_schema(h: Harness) -> None:
    """Pictures of every display and perspective, amid turns and at the end, are valid."""
    name = schema_called("render", "rendergame")
    if name is None:
        h.not_applicable("there is no published render schema")
    for call, picture in all_pictures(h):
        fits_schema(h, picture, call, name)


@check(
    "Showing: render — no options needed; every ply can be drawn",
    "Let draw work with whatever a Scene holds: no turn before, no results, no display.",
    faults=(12,),
    of_errors=True,
)
def render_plain_call(h: Harness, played: Playthrough) -> None:
    """render() works without options at every ply, and gives plain JSON data."""
    game = h.game()
    if not game.gameover:
        game.draw()
    for ply in range(len(game.stack)):
        picture, what = game.load(ply).render(), f"render() at ply {ply}"
        if h.need(isinstance(picture, dict), f"{what} is {shown(picture)}"):
            h.plain_json(picture, what)
            h.need("board" in picture and "pieces" in picture, f"{what} has no board or no pieces")


@check(
    'Showing: render — no None, no empty targets/points, no colour 0, no row "_"',
    "Leave out markers and annotations without places; build pictures with abstractplay_hex.render.",
    faults=(12,),
)
def render_no_empties(h: Harness) -> None:
    """Pictures hold no None, no empty targets or points, no colour 0, and no row "_"."""
    for call, picture in all_pictures(h):
        for spot in spots(picture):
            key, value, what = str(spot.key), spot.value, f"{call}, {spot.path}"
            h.need(value is not None, f"{what} is None")
            h.need(key not in ("targets", "points") or value != [], f"{what} is empty")
            colour = key.lower().endswith(("colour", "color"))
            bad = colour and type(value) is int and value < 1
            h.need(not bad, f"{what} is {value!r}")
        h.need("_" not in str(picture.get("pieces")).split("\n"), f'{call} has a row "_"')


@check(
    "Showing: render — legend keys start with a letter",
    "Use letters as legend keys, and put each key that pieces use into the legend.",
    faults=(12,),
)
def render_legend(h: Harness) -> None:
    """Legend keys begin with letters, and the pieces use keys of the legend only."""
    for call, picture in all_pictures(h):
        legend = picture.get("legend", {})
        for key in legend:
            good = isinstance(key, str) and key[:1].isascii() and key[:1].isalpha()
            h.need(good, f"{call}: the legend key {key!r} does not begin with a letter")
        pieces = picture.get("pieces")
        if isinstance(pieces, str):
            rows = pieces.split("\n")
            used = {key for row in rows for key in (row.split(",") if "," in row else row)}
            unknown = sorted(used - set(legend) - {"-", "_", ""})
            h.need(not unknown, f"{call}: pieces use keys that the legend lacks: {unknown}")


@check(
    "Showing: render — an unknown glyph makes the site's renderer throw the whole picture away",
    "Use names of the table of glyphs in abstractplay_hex.render.",
)
def render_glyphs(h: Harness) -> None:
    """Pictures use only glyphs that the site's renderer has."""
    known = set(NAMES)
    for call, picture in all_pictures(h):
        for name in glyphs(picture):
            h.need(name in known, f"{call}: the site has no glyph {name!r}")


@check(
    "Showing: render — row 0 is the top, col 0 the leftmost of its row",
    "Give as many rows and places as the board's style has, and point at places on the board.",
    faults=(5,),
)
def render_fits_board(h: Harness) -> None:
    """The pieces have the rows and widths of the board, and hints point at places of it."""
    for call, picture in all_pictures(h):
        spots = board_places(picture)
        if not spots:
            continue
        pieces = picture.get("pieces")
        if isinstance(pieces, str):
            widths = [0] * (1 + spots[-1][0])
            for row, _ in spots:
                widths[row] += 1
            found = row_widths(pieces)
            h.need(found == widths, f"{call}: rows of pieces have the widths {shown(found)}")
        off = sorted(set(pointed_at(picture)) - set(spots))
        h.need(not off, f"{call}: hints point off the board, at {off[:3]}")


@check(
    "Showing: render — what is on the board shows",
    "Draw everything that a turn changes. If something is meant to be hidden, waive this check.",
    waivable=True,
)
def positions_drawn_apart(h: Harness, game: AnyGame) -> None:
    """Different positions reached by one turn look different, annotations aside."""
    rules, position = h.rules, game.looked_at.position
    drawn: dict[str, tuple[str, Any]] = {}
    for turn in h.some(islice(rules.legal_turns(position), LISTED), 40):
        after, text = rules.after(position, turn), rules.write(turn)
        picture = h.game().move(text).render()
        picture.pop("annotations", None)
        other, reached = drawn.setdefault(plain(picture), (text, after))
        same = reached == after or rules.outcome(after) is not None
        h.need(same, f"after {other!r} and {text!r} the board is drawn alike, but is not the same")


@check(
    "Showing: render — perspective 0 is a spectator; unknown alt_display means the default one",
    of_errors=True,
)
def render_unknown_options(h: Harness, game: AnyGame) -> None:
    """Unknown displays are drawn as the default one, unknown perspectives as a spectator's."""
    default = plain(game.render())
    options = [
        *({"alt_display": d} for d in (None, "", "no-such-display", 5, ["x"], b"x")),
        *({"perspective": p} for p in (0, -1, 99, *NO_NUMBERS)),
    ]
    for option in options:
        found = plain(game.render(**option))
        h.need(found == default, f"render with {option} differs from a spectator's picture")


@check(
    "Showing: render — sharing must never leak",
    "Build the picture anew in each call; copy constants such as the legend.",
    faults=(7,),
)
def render_not_shared(h: Harness) -> None:
    """Changing a picture does not change the next one, and drawing changes nothing."""
    for game in everywhere(h):
        before = snapshot(game)
        expected = [plain(picture) for _, picture in pictures(game)]
        for _, picture in pictures(game):
            spoil(picture)
        again = [plain(picture) for _, picture in pictures(game)]
        h.need(again == expected, f"changing a picture of ply {game.ply} changes the next one")
        h.need(snapshot(game) == before, "drawing changed the game")


@check(
    "Playing: move(partial) — shows what is under way (highlights)",
    "Draw scene.position, and point at what scene.draft names.",
)
def render_turn_under_way(h: Harness, game: AnyGame) -> None:
    """A whole turn under way changes the picture."""
    before = plain(game.render())
    for turn in h.legal(game, 6):
        if turn != "pass" and game.validate_move(turn).can_render:
            now = plain(shown_with(game, turn))
            h.need(now != before, f"move({turn!r}, partial=True) shows nothing")
    h.need(plain(game.render()) == before, "a turn shown in part stays")


@check(
    "Showing: what is on the board, for people who do not see it",
    "Let describe say the cell's name and what is on it, or return None.",
)
def cells_described(h: Harness) -> None:
    """Every cell drawn has a title in words and a name, even while a turn is under way."""
    for game in everywhere(h):
        try:
            titles = game.titles()
        except RenderError:
            h.not_applicable("the library has no drawing of such a board")
        for place, title in titles.items():
            h.need(title.strip(), f"the title of the cell at {place} is empty")
            h.need(not is_markup(title), f"markup in the title at {place}: {title!r}")
        for place in h.some(list(titles), 4):
            name = _named(game.cell_name, *place)
            found = _named(game.cell_place, name)
            h.need(found == place, f"the cell at {place} is called {name!r}, which is at {found}")
        turn = game.custom_rotation()
        h.need(type(turn) is not int or 0 < turn <= 360, f"the board is turned by {turn} degrees")


def _named(call: Callable[..., Any], *args: Any) -> Any:
    """Return what a call about a cell returns, or the error that refuses it."""
    try:
        return call(*args)
    except ArgumentError as error:
        return error


@check(
    "Showing: sidebarScores(), sidebarStatuses() — lists, possibly empty",
    "Return lists of {name, scores} with a score for each player, and of {key, value}.",
)
def sidebar_shapes(h: Harness) -> None:
    """Sidebar scores and statuses are lists of plain data in their shapes, at every ply."""
    for game in everywhere(h):
        scores = _entries(h, game.sidebar_scores(), "name", "scores", (int, float, str))
        _entries(h, game.sidebar_statuses(), "key", "value", (str,))
        for numbers in scores:
            told = f"sidebar_scores() has {shown(numbers)} for {game.numplayers} seats"
            h.need(len(numbers) == game.numplayers, told)


def _entries(
    h: Harness, listed: Any, key: str, values: str, kinds: tuple[type, ...]
) -> list[list[Any]]:
    """Check the entries of a sidebar, which have a name or key and a list; return the lists."""
    h.need(isinstance(listed, list), "a sidebar is no list")
    h.plain_json(listed, "a sidebar")
    for entry in listed:
        whole = set(entry) == {key, values} and isinstance(entry[key], str) and entry[key]
        good = whole and isinstance(entry[values], list)
        good = good and all(type(value) in kinds for value in entry[values])
        h.need(good, f"a sidebar has {shown(entry)}")
    return [entry.get(values, []) for entry in listed]


@check(
    "Showing: getPlayerScore(n)",
    "Return a number for each player from score, and flag the game scores; else None.",
)
def player_scores(h: Harness) -> None:
    """Games with scores have a number for each player at every ply."""
    flagged = "scores" in h.info.flags
    for game in everywhere(h):
        for player in range(1, game.numplayers + 1):
            score = game.player_score(player)
            good = type(score) in (int, float) or (score is None and not flagged)
            h.need(good, f"player_score({player}) is {shown(score)}")
        for player in (0, game.numplayers + 1, -1, *NO_NUMBERS):
            h.refuses(ArgumentError, f"player_score({shown(player)})", game.player_score, player)
        told = not flagged or game.sidebar_scores()
        h.need(told, "the game is flagged scores, but sidebar_scores() is empty")
