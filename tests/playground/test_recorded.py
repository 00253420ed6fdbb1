"""Every recorded game, played whole over HTTP: the host adds nothing and loses nothing."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex import new_game
from abstractplay_hex.records import play_ply, read_game
from abstractplay_hex.records.reader import ending_word
from tests.conftest import fixture_games, recorded, ticking_clock

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from starlette.testclient import TestClient

from abstractplay_hex.playground.app import Settings, create_app
from tests.playground.hosts import HOST_KEY, Player, Started

FIXTURES = ("pods-20240802.jsonl", "dendria-20261129.jsonl")
SHARED = (("pods-20240802.jsonl", "pods", 38), ("dendria.jsonl", "dendria", 30))


class Clock:
    """The clock of the recorded games, set back for each."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._ticks: Callable[[], datetime] = ticking_clock()

    def __call__(self) -> datetime:
        return self._ticks()


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def host(clock: Clock, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One host for all the games, as hosts are."""
    file: Path = tmp_path_factory.mktemp("recorded") / "games.sqlite3"
    app = create_app(Settings(database=str(file), rate=0, clock=clock, host_key=HOST_KEY))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


def submit(game: Started, seat: int, ply: int, text: str) -> Any:
    """Send what the recording says: a turn by its seat, an ending by whoever it takes."""
    ending = ending_word(text)
    if ending is None:
        return game.both.move(seat, ply, text)
    word, player = ending
    if word == "resign":
        return game.both.post("/resign", seat=player or seat, ply=ply)
    if word == "draw":
        assert game.first.post("/offers", seat=1, ply=ply, kind="draw").status_code == 200
        return game.second.post("/answers", seat=2, ply=ply, kind="draw", accept=True)
    by_host = Player(game.first.client, game.ident, HOST_KEY)
    named = {"player": player or seat} if word == "timeout" else {}
    return by_host.post("/endings", ply=ply, kind=word, **named)


def play_over_http(client: Any, clock: Clock, data: dict[str, Any], uid: str) -> None:
    source = read_game(data, uid)
    clock.restart()
    game = Started(client, source.uid, list(source.variants))
    expected = new_game(source.uid, source.variants, clock=ticking_clock())
    for ply, made in enumerate(source.plies):
        answer = submit(game, expected.currplayer, ply, made.move)
        assert answer.status_code == 200, (ply, made.move, answer.text)
        play_ply(expected, made.move)
        now = answer.json()
        assert (now["ply"], now["lastmove"]) == (ply + 1, expected.lastmove)
        assert (now["currplayer"], now["winner"]) == (expected.currplayer, expected.winner)
        assert now["position"] == expected.position()
        recorded_ply = data["plies"][ply]
        for key, name in (("over", "gameover"), ("winner",) * 2, ("position",) * 2):
            assert recorded_ply.get(key, now[name]) == now[name]
    # The whole state, as the library has it and, where that was recorded, as the original wrote it.
    state = game.watcher.get("/state").text
    assert state == expected.serialize()
    assert state == data.get("state", state)
    last, seen = data["plies"][-1], game.watcher.post("/look", drawing=None).json()
    if "scores" in last:
        assert seen["scores"][0]["scores"] == last["scores"]
    assert data.get("over", expected.gameover) is seen["gameover"]
    record = game.watcher.get("/record")
    assert (record.status_code == 200) is expected.gameover
    if expected.gameover:
        again = read_game(record.json())
        assert [ply.move for ply in again.plies] == [ply.lastmove for ply in expected.stack[1:]]


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param(name, i, marks=pytest.mark.long if i % 4 else ())
        for name in FIXTURES
        for i in range(len(fixture_games(name)))
    ],
)
def test_fixture(host: Any, clock: Clock, name: str, number: int) -> None:
    data = fixture_games(name)[number]
    play_over_http(host, clock, data, data["game"])


@pytest.mark.parametrize(
    ("name", "uid", "number"),
    [
        pytest.param(name, uid, i, marks=pytest.mark.long if i else pytest.mark.heavy)
        for name, uid, count in SHARED
        for i in range(count)
    ],
)
def test_recorded(host: Any, clock: Clock, name: str, uid: str, number: int) -> None:
    play_over_http(host, clock, recorded(name)[number], uid)


@pytest.mark.parametrize(("name", "uid", "count"), SHARED)
def test_none_is_left_out(name: str, uid: str, count: int) -> None:
    assert len(recorded(name)) == count
