"""Every recorded game, played over HTTP: the host adds nothing and loses nothing."""

import json
import re
from typing import Any

import pytest

from abstractplay_hex import new_game
from abstractplay_hex.game import PSEUDO_PLIES
from abstractplay_hex.records import read_game
from tests.conftest import fixture_games, recorded

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from tests.playground.hosts import Started

FIXTURES = [("pods-20240802.jsonl", 13), ("dendria-20261129.jsonl", 14)]
SHARED = [("pods-20240802.jsonl", "pods", 38, 5), ("dendria.jsonl", "dendria", 30, 4)]
LONGEST = 160


def untimed(state: str) -> Any:
    return json.loads(re.sub(r'"_timestamp":"[^"]*"', '"_timestamp":""', state))


def play_over_http(client: Any, data: dict[str, Any], uid: str) -> None:
    source = read_game(data, uid)
    game = Started(client, source.uid, list(source.variants))
    expected = new_game(source.uid, source.variants)
    for ply, made in enumerate(source.plies[:LONGEST]):
        word = re.split(r"\W", made.move)[0]
        seat = expected.currplayer
        if word == "resign":
            who = int(re.findall(r"\d", made.move)[0]) if "(" in made.move else seat
            answer = game.both.post("/resign", seat=who, ply=ply)
            expected.resign(who)
        elif word == "draw":
            game.first.post("/offers", seat=1, ply=ply, kind="draw")
            answer = game.second.post("/answers", seat=2, ply=ply, kind="draw", accept=True)
            expected.draw()
        elif word in PSEUDO_PLIES:  # a playground has no clock, and nobody to abandon a game
            break
        else:
            answer = game.both.move(seat, ply, made.move)
            expected.move(made.move)
        assert answer.status_code == 200, (ply, made.move, answer.text)
        now = answer.json()
        assert (now["ply"], now["lastmove"]) == (ply + 1, expected.lastmove)
        assert (now["currplayer"], now["winner"]) == (expected.currplayer, expected.winner)
        assert now["position"] == expected.position()
    assert untimed(game.watcher.get("/state").text) == untimed(expected.serialize())
    assert (game.watcher.get("/record").status_code == 200) is expected.gameover


@pytest.mark.parametrize(
    ("name", "number"), [(name, i) for name, count in FIXTURES for i in range(count)]
)
def test_fixture(client: Any, name: str, number: int) -> None:
    data = fixture_games(name)[number]
    play_over_http(client, data, data["game"])


@pytest.mark.parametrize(
    ("name", "uid", "number"),
    [(name, uid, i) for name, uid, count, step in SHARED for i in range(1, count, step)],
)
def test_recorded(client: Any, name: str, uid: str, number: int) -> None:
    play_over_http(client, recorded(name)[number], uid)
