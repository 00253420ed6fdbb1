"""Checks of what is drawn and shown beside the board."""

import json
from collections.abc import Iterator
from typing import Any

from abstractplay_hex.errors import ArgumentError, RenderError
from abstractplay_hex.testing.clicks import places, pointed_at, under_way
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.lab import (
    AnyGame,
    Lab,
    difference,
    is_markup,
    plain,
    shown,
    snapshot,
    spoil,
)
from abstractplay_hex.testing.metadata import schema_called, schema_fault


def pictures(lab: Lab, game: AnyGame) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each display and perspective of a game's present, and how it was asked for."""
    displays: list[Any] = [None, *(d.uid for d in game.info.displays), "no-such-display"]
    for display in displays:
        for perspective in range(game.numplayers + 1):
            call = f"render({perspective}, {display!r})"
            yield call, game.render(perspective, display)


def everywhere(lab: Lab) -> Iterator[AnyGame]:
    """Yield games amid play, at their end, and with a turn under way."""
    for station in lab.stations(few=True):
        game = lab.game(station)
        yield game
        for turn in lab.legal(game, 1):
            for text in (turn[: max(1, len(turn) // 2)], turn):
                if game.validate_move(text).can_render:
                    yield lab.game(station).move(text, partial=True)
    for _, game in lab.ended(few=True):
        yield game


@check(
    "render-schema",
    contract="Showing: render — JSON-ready dict for the site's renderer, under its schema",
    mend="Build pictures with abstractplay_hex.render, and mind the schema's message.",
)
def render_schema(lab: Lab) -> None:
    """Each picture is valid under the render schema: every display, perspective, turn under way, end."""
    name = schema_called("render", "rendergame")
    if name is None:
        lab.not_applicable("there is no published render schema")
    for game in everywhere(lab):
        seen = set()
        for call, picture in pictures(lab, game):
            text = plain(picture)
            if text in seen:
                continue
            seen.add(text)
            fault = schema_fault(picture, name)
            lab.need(fault is None, f"{call} at ply {game.ply}: {fault}")


@check(
    "render-plain-call",
    contract="Showing: render — no options needed; every ply can be drawn",
    faults=(12,),
    mend="Let _draw take whatever a Scene holds: no turn before, no results, no display.",
    of_errors=True,
)
def render_plain_call(lab: Lab) -> None:
    """render() without options works at every ply, and gives plain JSON data."""
    for line in lab.lines:
        lab.here = type(lab.here)(line.variants, line.seed, line.moves)
        game = lab.game()
        if not game.gameover:
            game.draw()
        for ply in range(len(game.stack)):
            picture = game.load(ply).render()
            if lab.need(isinstance(picture, dict), f"render() at ply {ply} is {shown(picture)}"):
                again = json.loads(json.dumps(picture, allow_nan=False))
                lab.need(
                    again == picture,
                    f"render() at ply {ply} is not plain JSON: {difference(again, picture)}",
                )
                has = "board" in picture and "pieces" in picture
                lab.need(has, f"render() at ply {ply} has no board or no pieces")


@check(
    "render-no-empties",
    contract='Showing: render — no None, no empty targets/points, no colour 0, no row "_"',
    faults=(12,),
    mend="Leave out markers and annotations without places; build pictures with abstractplay_hex.render.",
)
def render_no_empties(lab: Lab) -> None:
    """Pictures hold no None, no empty targets or points, no colour 0, and no row "_"."""
    seen = set()
    for game in everywhere(lab):
        for call, picture in pictures(lab, game):
            text = repr(picture)
            if text in seen:
                continue
            seen.add(text)
            for path, value in _walk(picture, "$"):
                where = f"{call} at ply {game.ply}, {path}"
                lab.need(value is not None, f"{where} is None")
                key = path.rpartition(".")[2]
                lab.need(not (key in ("targets", "points") and value == []), f"{where} is empty")
                zero = (
                    key.lower().endswith(("colour", "color")) and type(value) is int and value < 1
                )
                lab.need(not zero, f"{where} is {value!r}")
            pieces = picture.get("pieces")
            rows = pieces.split("\n") if isinstance(pieces, str) else []
            lab.need("_" not in rows, f'{call} at ply {game.ply} has a row "_"')


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            yield from _walk(item, f"{path}[{i}]")


@check(
    "render-legend",
    contract="Showing: render — legend keys start with a letter",
    faults=(12,),
    mend="Use letters as legend keys, and put each key that pieces use into the legend.",
)
def render_legend(lab: Lab) -> None:
    """Legend keys begin with letters, and the pieces use keys of the legend only."""
    for game in everywhere(lab):
        for call, picture in pictures(lab, game):
            legend = picture.get("legend", {})
            for key in legend:
                good = isinstance(key, str) and key[:1].isascii() and key[:1].isalpha()
                lab.need(good, f"{call}: the legend key {key!r} does not begin with a letter")
            pieces = picture.get("pieces")
            if isinstance(pieces, str):
                used = set()
                for row in pieces.split("\n"):
                    used |= set(row.split(",")) if "," in row else set(row)
                unknown = sorted(used - set(legend) - {"-", "_", ""})
                lab.need(not unknown, f"{call}: pieces use keys that the legend has not: {unknown}")


@check(
    "render-fits-board",
    contract="Showing: render — row 0 is the top, col 0 the leftmost of its row",
    faults=(5,),
    mend="Give as many rows and places as the board's style has, and point at places on the board.",
)
def render_fits_board(lab: Lab) -> None:
    """The pieces have the rows and widths of the board, and hints point at places of it."""
    for game in everywhere(lab):
        for call, picture in pictures(lab, game):
            board = picture.get("board") or {}
            known = board.get("style") == "hex-of-hex" or "height" in board
            spots = places(picture)
            pieces = picture.get("pieces")
            if known and isinstance(pieces, str):
                widths = [len(r.split(",")) if "," in r else len(r) for r in pieces.split("\n")]
                expected: dict[int, int] = {}
                for row, _ in spots:
                    expected[row] = expected.get(row, 0) + 1
                lab.need(
                    widths == list(expected.values()),
                    f"{call} at ply {game.ply}: rows of pieces have the widths {shown(widths)}",
                )
            if known:
                off = sorted(set(pointed_at(picture)) - set(spots))
                lab.need(
                    not off, f"{call} at ply {game.ply}: hints point off the board, at {off[:3]}"
                )


@check(
    "render-unknown-options",
    contract="Showing: render — perspective 0 is a spectator; unknown alt_display means the default one",
    mend="Leave the options to the base class.",
    of_errors=True,
)
def render_unknown_options(lab: Lab) -> None:
    """Unknown displays are drawn as the default one, unknown perspectives as a spectator's."""
    for station in lab.stations():
        game = lab.game(station)
        default = plain(game.render())
        displays: list[Any] = [None, "", "no-such-display", 5, ["x"], b"x"]
        for display in displays:
            lab.need(
                plain(game.render(alt_display=display)) == default,
                f"render(alt_display={display!r}) differs",
            )
        perspectives: list[Any] = [0, -1, 99, None, "1", 1.0, True]
        for perspective in perspectives:
            found = plain(game.render(perspective=perspective))
            lab.need(
                found == default, f"render(perspective={perspective!r}) differs from a spectator's"
            )


@check(
    "render-not-shared",
    contract="Showing: render — sharing must never leak",
    faults=(7,),
    mend="Build the picture anew in each call; copy constants such as the legend.",
)
def render_not_shared(lab: Lab) -> None:
    """A picture can be changed without changing the next one, and drawing changes nothing."""
    for game in everywhere(lab):
        before = snapshot(game)
        expected = [plain(picture) for _, picture in pictures(lab, game)]
        for _, picture in pictures(lab, game):
            spoil(picture)
        again = [plain(picture) for _, picture in pictures(lab, game)]
        lab.need(again == expected, f"changing a picture of ply {game.ply} changes the next one")
        lab.need(snapshot(game) == before, "drawing changed the game")


@check(
    "render-turn-under-way",
    contract="Playing: move(partial) — shows what is under way (highlights)",
    mend="Return from _preview what _draw needs to show the turn under way.",
)
def render_turn_under_way(lab: Lab) -> None:
    """A whole turn under way is shown: the picture is another than before it."""
    for station in lab.stations():
        game = lab.game(station)
        before = plain(game.render())
        for turn in lab.legal(game, 6):
            if turn == "pass" or not game.validate_move(turn).can_render:
                continue
            lab.need(
                plain(under_way(game, turn)) != before,
                f"move({turn!r}, partial=True) shows nothing",
            )
        lab.need(plain(game.render()) == before, "a turn shown in part stays")


@check(
    "cells-described",
    contract="Showing: what is on the board, for people who do not see it",
    mend="Say in _describe the cell's name and what is on it, or return None.",
)
def cells_described(lab: Lab) -> None:
    """Each cell that is drawn has a title in words, also while a turn is under way."""
    for game in everywhere(lab):
        try:
            titles = game.titles()
        except RenderError:
            lab.not_applicable("the library has no drawing of such a board")
        for place, title in titles.items():
            lab.need(title.strip(), f"the title of the cell at {place} is empty")
            lab.need(not is_markup(title), f"markup in the title at {place}: {title!r}")


@check(
    "sidebar-shapes",
    contract="Showing: sidebarScores(), sidebarStatuses() — lists, possibly empty",
    mend="Return lists of {name, scores} with a score for each player, and of {key, value}.",
)
def sidebar_shapes(lab: Lab) -> None:
    """Sidebar scores and statuses are lists of plain data in their shapes, at every ply."""
    for game in everywhere(lab):
        scores, statuses = game.sidebar_scores(), game.sidebar_statuses()
        lab.need(isinstance(scores, list) and isinstance(statuses, list), "a sidebar is no list")
        for entry in scores:
            good = (
                set(entry) == {"name", "scores"}
                and isinstance(entry["name"], str)
                and entry["name"]
                and len(entry["scores"]) == game.numplayers
                and all(type(s) in (int, float, str) for s in entry["scores"])
            )
            lab.need(good, f"sidebar_scores() has {shown(entry)}")
        for entry in statuses:
            good = (
                set(entry) == {"key", "value"}
                and isinstance(entry["key"], str)
                and entry["key"]
                and isinstance(entry["value"], list)
                and all(isinstance(v, str) for v in entry["value"])
            )
            lab.need(good, f"sidebar_statuses() has {shown(entry)}")
        json.dumps([scores, statuses], allow_nan=False)


@check(
    "player-scores",
    contract="Showing: getPlayerScore(n)",
    mend="Return a number for each player from _score, and flag the game scores; else None.",
)
def player_scores(lab: Lab) -> None:
    """Players' scores are numbers where the game has scores, at every ply; players are in range."""
    flagged = "scores" in lab.cls.info.flags
    for game in everywhere(lab):
        for player in range(1, game.numplayers + 1):
            score = game.player_score(player)
            if flagged:
                lab.need(type(score) in (int, float), f"player_score({player}) is {shown(score)}")
            else:
                lab.need(
                    score is None or type(score) in (int, float),
                    f"player_score({player}) is {shown(score)}",
                )
        wrong: list[Any] = [0, game.numplayers + 1, -1, None, "1", True, 1.0]
        for player in wrong:
            lab.refuses(ArgumentError, f"player_score({player!r})", game.player_score, player)
        if flagged:
            lab.need(
                game.sidebar_scores(), "the game is flagged scores, but sidebar_scores() is empty"
            )
