"""Rematches and offers that come to nothing."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from sqlalchemy import text

from abstractplay_hex.playground.engines import Engine
from abstractplay_hex.playground.hosting import Host
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.storage import Storage
from tests.playground.hosts import HOST_KEY, Player, Started
from tests.playground.test_computers import wait_for
from tests.playground.times import Hosted, fischer, hosted


@pytest.fixture
def host(database: str) -> Iterator[Hosted]:
    with hosted(database) as made:
        yield made


def over(host: Hosted, **more: Any) -> Started:
    """Play a short game to its end."""
    game = host.begin(moves=2, names=["Ann", "Bob"], **more)
    assert game.second.post("/resign", seat=2).status_code == 200
    return game


def agreed(game: Started) -> str:
    """Agree to a rematch; return its id."""
    assert game.second.post("/offers", seat=2, kind="rematch").json()["rematch"] is None
    answer = game.first.post("/answers", seat=1, kind="rematch", accept=True)
    assert answer.status_code == 200, answer.text
    ident: str = answer.json()["rematch"]
    return ident


# ---- rematches -----------------------------------------------------------------------------------


def test_the_same_game_with_seats_changed(host: Hosted) -> None:
    game = over(host, clock=fischer(300, 5))
    ident = agreed(game)
    view = game.watcher.view()
    assert (view["rematch"], view["offers"], view["lapsed"]) == (ident, {}, [])
    # The keys that one has open it.
    seats = {1: game.keys["2"], 2: game.keys["1"]}
    players = {seat: Player(host.client, ident, key) for seat, key in seats.items()}
    for seat, player in players.items():
        new = player.view()
        assert new["seats"] == [seat]
        assert (new["game"], new["variants"], new["names"]) == ("pods", [], ["Bob", "Ann"])
        assert (new["ply"], new["gameover"], new["owner"]) == (0, False, False)
        assert (new["clock"]["control"], new["clock"]["left"]) == (fischer(), [300_000] * 2)
    assert players[1].move(1, 0, "g7").status_code == 200
    assert players[2].move(2, 1, "h7").status_code == 200
    watcher = Player(host.client, ident, game.keys["0"])
    assert watcher.view()["seats"] == []
    refused = watcher.post("/moves", seat=1, move="g6")
    assert (refused.status_code, refused.json()["code"]) == (403, "host.not-your-seat")
    # And a rematch of that, with the seats as they were.
    assert players[2].post("/resign", seat=2).status_code == 200
    players[1].post("/offers", seat=1, kind="rematch")
    third = players[2].post("/answers", seat=2, kind="rematch", accept=True).json()["rematch"]
    assert Player(host.client, third, game.keys["1"]).view()["seats"] == [1]


def test_a_browser_goes_on_with_its_cookie(host: Hosted) -> None:
    game = over(host)
    client = host.client
    path = f"/api/games/{game.ident}"
    assert client.post(f"{path}/session", json={"keys": [game.keys["1"]]}).status_code == 200
    refused = client.post(f"{path}/rematch")
    assert (refused.status_code, refused.json()["code"]) == (409, "host.no-rematch")
    ident = agreed(game)
    answer = client.post(f"{path}/rematch")
    assert answer.json() == {"id": ident, "seats": {"1": 2}}
    cookie = answer.headers["set-cookie"]
    assert f"hex-{ident}=" in cookie
    assert f"Path=/api/games/{ident}" in cookie
    assert {"HttpOnly", "SameSite=strict"} <= set(cookie.split("; "))
    assert client.get(f"/api/games/{ident}").json()["seats"] == [2]


def test_no_key_goes_to_those_who_watch(host: Hosted) -> None:
    game = over(host)
    ident = agreed(game)
    answer = game.watcher.send("/rematch")
    assert answer.json() == {"id": ident, "seats": {"0": 0}}
    assert game.keys["1"] not in answer.headers["set-cookie"]
    assert game.keys["2"] not in answer.headers["set-cookie"]
    owner = Player(host.client, game.ident, HOST_KEY)
    by_host = owner.send("/rematch")
    assert by_host.status_code == 200
    assert "set-cookie" not in by_host.headers  # the host's key is never kept there
    assert game.nobody.send("/rematch").status_code == 401
    told = game.watcher.view(), game.watcher.get("/state").text
    assert all(key not in str(told) for key in game.keys.values())


def test_when_there_can_be_one(host: Hosted) -> None:
    game = host.begin(moves=2)
    early = game.first.post("/offers", seat=1, kind="rematch")
    assert (early.status_code, early.json()["code"]) == (409, "host.rematch-early")
    game.second.post("/resign", seat=2)
    assert game.first.post("/offers", seat=1, kind="draw").json()["code"] == "host.over"
    watching = game.watcher.post("/offers", seat=1, kind="rematch")
    assert watching.status_code == 403
    ident = agreed(game)
    again = game.first.post("/offers", seat=1, kind="rematch")
    assert (again.status_code, again.json()["code"]) == (409, "host.rematch-begun")
    assert again.json()["game"]["rematch"] == ident


def test_of_three_all_must_agree(last_stand: str, host: Hosted) -> None:
    game = Started(host.client, last_stand, names=["Ann", "Bob", "Cid"], seats=3)
    third = Player(host.client, game.ident, game.keys["3"])
    game.first.post("/resign", seat=1)
    game.first.post("/offers", seat=1, kind="rematch")
    second = game.second.post("/answers", seat=2, kind="rematch", accept=True)
    assert second.json()["rematch"] is None
    ident = third.post("/answers", seat=3, kind="rematch", accept=True).json()["rematch"]
    new = Player(host.client, ident, game.keys["3"]).view()
    assert (new["seats"], new["names"], new["numplayers"]) == ([1], ["Cid", "Ann", "Bob"], 3)
    assert new["variants"] == game.watcher.view()["variants"]


def test_a_computer_is_always_willing(host: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "find", lambda *_: "g7")
    game = Started(
        host.client, "pods", names=["Ann"], computers=[{"seat": 2, "level": 3}], clock=fischer()
    )
    game.first.post("/resign", seat=1)
    ident = game.first.post("/offers", seat=1, kind="rematch").json()["rematch"]
    new = Player(host.client, ident, game.keys["1"])
    view = new.view()
    assert (view["seats"], view["computers"]) == ([2], [{"seat": 1, "level": 3}])
    assert "level 3" in view["names"][0]
    wait_for(lambda: new.view()["ply"] == 1)  # and it begins


def test_however_many_agree_at_once_there_is_one_rematch(database: str) -> None:
    """Two hosts on one database; what is refused leaves no game behind."""
    with closing(Storage(database)) as one, closing(Storage(database)) as two:
        hosts = [Host(one), Host(two)]

        def games() -> int:
            with one._engine.connect() as connection:
                return int(connection.execute(text("SELECT count(*) FROM games")).scalar_one())

        for _ in range(10):
            started = hosts[0].start("pods")
            ident = started.head.ident
            hosts[0].resign(hosts[0].open(ident), 1)
            hosts[0].offer(hosts[0].open(ident), 1, "rematch")
            opened = [host.open(ident) for host in hosts * 2]
            before, barrier = games(), threading.Barrier(4)

            def answer(n: int, opened: Any = opened, barrier: Any = barrier) -> str | None:
                barrier.wait(30)
                try:
                    host = hosts[n % 2]
                    return str(host.answer(opened[n], 2, "rematch", True).head.rematch)
                except Refusal as refusal:
                    assert refusal.code == "host.stale"
                    return None

            with ThreadPoolExecutor(4) as pool:
                made = [new for new in pool.map(answer, range(4)) if new is not None]
            assert len(made) == 1
            assert games() == before + 1
            assert hosts[1].head(ident).rematch == made[0]


# ---- offers that come to nothing -----------------------------------------------------------------


@pytest.mark.parametrize("kind", ["draw", "undo", "rematch"])
def test_who_declines_is_named(host: Hosted, kind: str) -> None:
    game = over(host) if kind == "rematch" else host.begin(moves=2)
    offered = game.first.post("/offers", seat=1, kind=kind).json()
    assert offered["offers"] == {kind: [1]}
    game.second.post("/answers", seat=2, kind=kind, accept=False)
    view = game.first.view()
    lapsed = {"kind": kind, "offered": 1, "by": 2, "revision": view["revision"]}
    assert (view["offers"], view["lapsed"]) == ({}, [lapsed])
    # Until it is offered again.
    again = game.second.post("/offers", seat=2, kind=kind)
    assert again.status_code == 200
    assert game.first.view()["lapsed"] == []
    game.second.post("/answers", seat=2, kind=kind, accept=False)  # withdrawn
    (lapsed,) = game.first.view()["lapsed"]
    assert (lapsed["offered"], lapsed["by"]) == (2, 2)


def test_a_move_declines(host: Hosted) -> None:
    game = host.begin(moves=2)
    game.second.post("/offers", seat=2, kind="draw")
    game.second.post("/offers", seat=2, kind="undo")
    game.first.move(1, 2, "g6")
    view = game.second.view()
    assert {(one["kind"], one["offered"], one["by"]) for one in view["lapsed"]} == {
        ("draw", 2, 1),
        ("undo", 2, 1),
    }
    # Who moves then has seen it; nobody is told for ever.
    game.second.move(2, 3, "h8")
    assert game.second.view()["lapsed"] == []


def test_nothing_is_left_open_at_the_end(host: Hosted) -> None:
    game = host.begin(moves=2)
    game.second.post("/offers", seat=2, kind="draw")
    game.first.post("/answers", seat=1, kind="draw", accept=False)
    game.second.post("/offers", seat=2, kind="undo")
    game.first.post("/resign", seat=1)
    view = game.first.view()
    assert (view["offers"], view["lapsed"]) == ({}, [])


def test_a_computer_that_declines_is_named(host: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "worth", lambda *_: 0.5)
    game = Started(host.client, "pods", computers=[{"seat": 2, "level": 1}])
    game.first.post("/offers", seat=1, kind="draw")
    wait_for(lambda: game.first.view()["lapsed"])
    assert game.first.view()["lapsed"][0]["by"] == 2
