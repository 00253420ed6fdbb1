"""Checks of the histories: results, chat, moves, records."""

import re
from itertools import pairwise
from typing import Any

from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, shown
from abstractplay_hex.testing.metadata import fits_schema, schema_called

NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Fay"]


def _names(game: AnyGame) -> list[str]:
    return NAMES[: game.numplayers]


@check(
    "Showing: resultsHistory() — results ply by ply; every ply has results",
    "Return at least one result from play, with the schema's fields only.",
)
def results_each_ply(h: Harness, over: AnyGame) -> None:
    """Each ply but the first has results, plain and valid under the results schema."""
    name = schema_called("results", "moveresults")
    known = h.rules.state.results
    history = over.results_history()
    h.same(len(history), len(over.stack) - 1, "entries of results_history()")
    h.plain_json(history, "results_history()")
    for i, (entry, ply) in enumerate(zip(history, over.stack[1:], strict=False), 1):
        h.need(entry, f"ply {i} ({ply.lastmove}) has no results")
        h.same(entry, [r.to_dict() for r in ply.results], f"results_history() of ply {i}")
        foreign = [type(r).__name__ for r in ply.results if type(r) not in known]
        h.need(not foreign, f"ply {i} has results that state.results lacks: {foreign}")
        typed = all(isinstance(r.get("type"), str) for r in entry)
        h.need(typed, f"a result of ply {i} has no type")
        fits_schema(h, entry, f"results of ply {i}", name)


@check(
    "Showing: chatLog(names) — [[time, sentence…], …], one entry a ply",
    "Let chat return a sentence with the player's name for a result, or None for the common one.",
)
def chat_each_ply(h: Harness, over: AnyGame) -> None:
    """Each ply has one chat entry: its time, and sentences that use the players' names."""
    names = _names(over)
    log = over.chat_log(names)
    h.plain_json(log, "chat_log(names)")
    h.same(len(log), len(over.stack) - 1, "entries of chat_log()")
    for i, (entry, ply) in enumerate(zip(log, over.stack[1:], strict=False), 1):
        h.same(entry[0], ply.timestamp, f"time of chat entry {i}")
        h.need(len(entry) > 1, f"chat entry {i} ({ply.lastmove}) has no sentence")
        good = all(isinstance(line, str) and line.strip() for line in entry)
        h.need(good, f"chat entry {i} is {shown(entry)}")
        holes = [line for line in entry[1:] if "{" in line or "None" in line.split()]
        h.need(not holes, f"chat entry {i} has a hole: {holes}")
    said = [" ".join(entry[1:]) for entry in log]
    h.need(any(name in " ".join(said) for name in names), "chat_log(names) names nobody")
    movers = [names[before.currplayer - 1] for before in over.stack[:-1]]
    named = [who for who, line in zip(movers, said, strict=False) if who in line]
    h.need(2 * len(named) >= len(log), "chat_log(names) does not name the player who moved")
    bare = over.numplayers < 2 or "Player " in str([entry[1:] for entry in over.chat_log()])
    h.need(bare, 'chat_log() without names does not say "Player 1"')


@check("Showing: moveHistory() — rounds × seats")
def move_history_shape(h: Harness, over: AnyGame) -> None:
    """move_history() has rounds with a move for each seat, in the order played."""
    history = over.move_history()
    flat = [move for row in history for move in row]
    h.same(flat, [ply.lastmove for ply in over.stack[1:]], "moves in move_history()")
    widths = {len(row) for row in history[:-1]}
    h.need(widths <= {over.numplayers}, f"rounds of move_history() have {shown(widths)} moves")
    texts = all(isinstance(move, str) for move in flat)
    h.need(texts, "move_history() holds something else than texts")


@check("Showing: move_history_with_sequence() — with turns that do not alternate")
def history_with_sequence(h: Harness, over: AnyGame) -> None:
    """move_history_with_sequence() gives each move with the player who made it."""
    flat = [list(entry) for row in over.move_history_with_sequence() for entry in row]
    expected = [[before.currplayer, ply.lastmove] for before, ply in pairwise(over.stack)]
    h.need(flat == expected, f"{shown(flat)} instead of {shown(expected)}")


@check("Showing: genRecord — game record under its schema")
def record_schema(h: Harness, over: AnyGame) -> None:
    """A record is plain JSON data, valid under the game record schema."""
    record = over.record(_names(over), gameid="g-1", unrated=True, event="Cup", round="1")
    h.plain_json(record, "record()")
    fits_schema(h, record, "record()", schema_called("record", "gamerecord"))
    header = record["header"]
    h.same(header["game"]["name"], over.info.name, "header.game.name")
    h.same(header["game"]["variants"], over.get_variants(), "header.game.variants")
    h.same(header["date-start"], over.stack[0].timestamp, "header.date-start")
    h.same(header["date-end"], over.stack[-1].timestamp, "header.date-end")


@check("Showing: genRecord — every player has a result: 1/0, equal for a draw")
def record_results(h: Harness) -> None:
    """In a record every player has a result: 1 for winners, 0 for others, equal for a draw."""
    for word, game in h.ended_by_word(1):
        results_of(h, game, word)
    for game in h.ended():
        results_of(h, game, str(game.lastmove))


def results_of(h: Harness, game: AnyGame, how: str) -> None:
    """Check the results of the players in the record of a game that is over."""
    players = game.record(_names(game))["header"]["players"]
    h.same([p["name"] for p in players], _names(game), "names of the players")
    results = [p.get("result") for p in players]
    expected = [int(n + 1 in game.winner) for n in range(game.numplayers)]
    h.need(results == expected, f"results after {how!r} are {results} instead of {expected}")
    for n, player in enumerate(players, 1):
        if "score" in player:
            h.same(player["score"], game.player_score(n), f"score of player {n}")


@check("Showing: genRecord; moveHistory()")
def record_moves(h: Harness, over: AnyGame) -> None:
    """The moves of a record, played again, give the same game."""
    rounds = over.record(_names(over))["moves"]
    entries = [e for row in rounds for e in row if e is not None]
    texts = [e if isinstance(e, str) else e["move"] for e in entries]
    h.same(texts, [ply.lastmove for ply in over.stack[1:]], "moves of the record")
    widths = {len(row) for row in rounds}
    h.need(widths <= {over.numplayers}, f"rounds of the record have {shown(widths)} places")
    again = h.fresh()
    for text in texts[: len(h.here.moves)]:
        again.move(text)
    h.same(again.position(), over.position(), "position() after the record's moves")


@check("Showing: genRecord — only for finished games", of_errors=True, few=True)
def record_refuses(h: Harness, game: AnyGame) -> None:
    """record() refuses a game that is not over, and missing players."""
    names = _names(game)
    n = len(names)
    h.refuses(ArgumentError, "record() of a game that goes on", game.record, names)
    game.draw()
    h.accepts("record() refuses a finished game", game.record, names)
    wrong: list[Any] = [[], names[:-1], [*names, "Zoe"], "Ann", [5] * n, [{}] * n]
    for players in wrong:
        h.refuses(ArgumentError, f"record({shown(players)})", game.record, players)
    h.refuses(ArgumentError, "an event without round", game.record, names, event="Cup")


TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@check("State JSON — timestamps ISO 8601 UTC with milliseconds and Z")
def timestamps_form(h: Harness, over: AnyGame) -> None:
    """Each ply's time is ISO 8601 in UTC with milliseconds and Z, in order."""
    times = [ply.timestamp for ply in over.stack]
    wrong = [t for t in times if not TIME.fullmatch(t)]
    h.need(not wrong, f"timestamps like {shown(wrong[:1])}")
    h.need(times == sorted(times), "timestamps are not in order")
    saved = [ply["_timestamp"] for ply in over.state()["stack"]]
    h.same(saved, times, "timestamps in the saved game")
