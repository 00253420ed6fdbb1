"""Reviews, uploads, and values of positions over the interface."""

import asyncio
import json
import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from abstractplay_hex import Game, load_game, new_game

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from starlette.testclient import TestClient

from abstractplay_hex.playground import judging
from abstractplay_hex.playground.app import Settings, create_app
from abstractplay_hex.playground.limits import LARGEST_UPLOAD
from abstractplay_hex.playground.pool import Pool
from abstractplay_hex.playground.refusals import Refusal
from abstractplay_hex.playground.work import BILL, Bill
from tests.playground.hosts import Player, Started

LOADED = 60.0
"""Seconds to wait for an engine, however much else the machine does."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One host for all tests: its engines take long to start where many tests run at once."""
    database = str(tmp_path_factory.mktemp("review") / "games.sqlite3")
    made = create_app(Settings(database=database, rate=0, engines=1))
    yield made
    made.state.storage.close()


@pytest.fixture(scope="module")
def client(app: Any) -> Iterator[Any]:
    """A client in this process."""
    with TestClient(app, base_url="http://127.0.0.1") as made:
        yield made


def played(uid: str, plies: int, variants: tuple[str, ...] = (), seed: int = 1) -> Game[Any, Any]:
    """Return a game in which turns were picked at random."""
    game, rng = new_game(uid, variants), random.Random(seed)
    for _ in range(plies):
        move = game.random_move(rng)
        assert move is not None
        game.move(move)
    return game


def uploaded(client: Any, text: str | bytes, **params: str) -> Player:
    answer = client.post("/api/uploads", content=text, params=params)
    assert answer.status_code == 201, answer.text
    return Player(client, answer.json()["id"], answer.json()["keys"]["0"])


def pieces(player: Player) -> list[dict[str, Any]]:
    """Return a review. An engine may take too long to answer where many tests run at once."""
    until = time.monotonic() + 2 * LOADED
    while True:
        answer = player.send("/review")
        assert answer.status_code == 200, answer.text
        found = [json.loads(line) for line in answer.text.splitlines() if line]
        code = found[-1].get("fault", {}).get("code")
        if code not in ("host.busy", "host.computer-slow") or time.monotonic() > until:
            return found


def test_a_game_that_is_over_is_reviewed(client: Any) -> None:
    game = Started(client, "pods", names=["Ann", "Bob"])
    moves = [ply.lastmove for ply in played("pods", 9).stack[1:]]
    for number, move in enumerate(moves):
        assert game.both.move(number % 2 + 1, number, str(move)).status_code == 200
    early = game.both.send("/review")
    assert early.status_code == 409
    assert early.json()["code"] == "host.review-early"
    assert not game.watcher.view()["reviewable"]
    game.first.post("/resign", seat=1)
    assert game.watcher.view()["reviewable"]
    assert game.nobody.send("/review").status_code == 401
    start, *plies, last = pieces(game.watcher)
    assert len(start["start"]) == 2
    assert [ply["move"] for ply in plies] == [*moves, "resign"]
    assert [ply["ply"] for ply in plies] == list(range(1, 11))
    assert plies[-1]["loss"] is None
    assert plies[-1]["advantage"] == [-1.0, 1.0]
    for ply in plies[:-1]:
        assert ply["loss"] >= 0
        assert (ply["mark"] is None) == (ply["sign"] is None) == (ply["said"] is None)
        assert ply["lines"][0]["turns"]
        assert ply["verdict"]
    assert [one["player"] for one in last["players"]] == [1, 2]
    # The second time it is known.
    assert pieces(game.second) == [start, *plies, last]


def test_a_planted_blunder_is_marked(client: Any) -> None:
    game = played("dendria", 12, ("size-5",), seed=2)
    worst = list(game.rules.rank(game.looked_at.position))[-1][0]
    game.move(game.rules.write(worst)).resign(1)
    found = pieces(uploaded(client, game.serialize()))
    marks = [piece.get("mark") for piece in found if piece.get("ply") == 13]
    assert marks[0] in ("mistake", "blunder")


@pytest.mark.parametrize(
    ("uid", "variants"), [("pods", ()), ("dendria", ("size-5",)), ("dendria", ("modular-7",))]
)
def test_what_is_uploaded_is_kept_as_it_was(
    client: Any, uid: str, variants: tuple[str, ...]
) -> None:
    game = played(uid, 14, variants)
    kept = uploaded(client, game.serialize())
    view = kept.view()
    assert view["seats"] == []
    assert view["variant_uids"] == list(variants)
    assert view["reviewable"]
    assert kept.get("/state").text == game.serialize()
    assert kept.send("/moves", seat=1, revision=0, move="g7").status_code == 403
    moves = [ply.lastmove for ply in game.stack[1:]]
    listed = json.dumps({"moves": moves, "variants": variants})
    again = load_game(uploaded(client, listed, game=uid).get("/state").text)
    assert [ply.lastmove for ply in again.stack[1:]] == moves
    record = json.dumps(game.resign(2).record([{"name": "Ann"}, {"name": "\u202eBob"}]))
    assert uploaded(client, record).view()["names"] == ["Ann", ""]


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (b"", "state.not-json", "line 1, column 1"),
        (b'{"game":', "state.not-json", "line 1"),
        (b"\xff\xfe\x00", "state.not-json", ""),
        (b'{"game":"pods","game":"pods"}', "", "game"),
        (b'{"a":1}', "record.format", ""),
        (b'{"game":"chess","moves":[]}', "game.unknown", "chess"),
        (b'{"game":"pods","moves":["g7","g7"]}', "replay.illegal", "ply 2, 'g7'"),
        (b'{"game":"pods","position":"7/8","moves":[]}', "pods.position.side", "Character 4"),
        (b'{"game":"pods","variants":[],"stack":[{}]}', "", "$"),
        (b"[" * 5000, "", ""),
        (
            b'{"game":"pods","moves":[' + b",".join([b'"g7"'] * 1200) + b"]}",
            "host.upload-long",
            "1000",
        ),
        (b"gz:AAAA", "", ""),
    ],
)
def test_bad_uploads_are_refused_and_say_where(
    client: Any, text: bytes, code: str, where: str
) -> None:
    answer = client.post("/api/uploads", content=text)
    assert answer.status_code == 422, answer.text
    body = answer.json()
    assert not code or body["code"] == code, body
    assert where in body["message"], body


def test_uploads_are_bounded(client: Any) -> None:
    answer = client.post("/api/uploads", content=b" " * (LARGEST_UPLOAD + 1))
    assert answer.status_code == 413
    game = json.dumps({"game": "pods", "moves": ["g7"], "comment": "x" * 200_000})
    assert uploaded(client, game).view()["ply"] == 1
    # Other addresses keep their own bound.
    assert client.post("/api/games", content=b" " * 100_000).status_code == 413


def test_a_file_sets_no_work_by_what_it_claims(client: Any) -> None:
    """What is costly to check is not checked."""
    plies = [{"move": "g7", "legal": 99_999, "moves": ["a1"] * 10, "render": {}}]
    assert uploaded(client, json.dumps({"game": "pods", "plies": plies})).view()["ply"] == 1
    plies = [{"move": "g7", "turn": 1}]
    answer = client.post("/api/uploads", content=json.dumps({"game": "pods", "plies": plies}))
    assert answer.json()["code"] == "replay.differs"


def test_an_empty_game_has_no_review(client: Any) -> None:
    answer = uploaded(client, json.dumps({"game": "pods", "moves": []})).send("/review")
    assert answer.status_code == 409
    assert answer.json()["code"] == "host.review-empty"


def test_a_killed_engine_is_told_and_the_review_goes_on(app: Any, client: Any) -> None:
    kept = uploaded(client, played("pods", 40).serialize())
    pool = app.state.computers.pool
    stop = threading.Event()

    def kill() -> None:
        parts = app.state.reviews.parts_kept
        until = time.monotonic() + LOADED
        while app.state.reviews.parts_kept < parts + 2 and time.monotonic() < until:
            time.sleep(0.01)
        while not stop.is_set():
            for pid in pool.pids:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = pieces(kept)
    finally:
        stop.set()
        killer.join()
    assert found[-1]["fault"]["code"] == "host.computer-killed"
    assert found[-1]["fault"]["message"]
    known = len([piece for piece in found if "ply" in piece])
    assert 8 <= known < 40
    again = pieces(kept)
    assert again[: known + 1] == found[:-1]
    assert len(again) == 42
    assert "players" in again[-1]


def test_nobody_waits_for_a_review() -> None:
    """What others need comes before parts of reviews, which have their turn now and then all the same."""
    done: list[str] = []
    gate = threading.Event()

    def wait(_: object) -> None:
        gate.wait(LOADED)

    pool = Pool(1)
    try:
        pool.put("ann", "first", wait)
        for n in range(3):
            pool.put("ann", f"part {n}", lambda _, n=n: done.append(f"part {n}"), patient=True)  # type: ignore[misc]
        for n in range(3):
            pool.put("bob", f"move {n}", lambda _, n=n: done.append(f"move {n}"))  # type: ignore[misc]
        gate.set()
        until = time.monotonic() + LOADED
        while len(done) < 6 and time.monotonic() < until:
            time.sleep(0.01)
    finally:
        pool.close()
    moves = [done.index(f"move {n}") for n in range(3)]
    assert len(done) == 6
    # At most one part may have had its turn before them.
    assert (
        sum(index > max(moves) for index, word in enumerate(done) if word.startswith("part")) >= 2
    )


def test_parts_make_the_whole() -> None:
    pods = played("pods", 7)
    state = pods.serialize()
    parts = [judging.review_part(state, first, 3) for first in (0, 3, 6)]
    plies = [ply for part in parts for ply in part.plies]
    assert [ply.ply for ply in plies] == list(range(1, 8))
    assert [ply.move for ply in plies] == [ply.lastmove for ply in pods.stack[1:]]


def test_positions_are_valued(client: Any) -> None:
    position = new_game("pods").move("g7").position()
    body = {"game": "pods", "position": position}
    answer = client.post("/api/positions/analysis", json=body)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["player"] == 2
    assert len(found["lines"]) == 3
    assert client.post("/api/positions/analysis", json=body).json() == found
    bad = client.post("/api/positions/analysis", json={"game": "pods", "position": position + "x"})
    assert bad.status_code == 422
    assert bad.json()["code"] == "pods.position.side"
    unknown = client.post("/api/positions/analysis", json={"game": "chess", "position": ""})
    assert unknown.json()["code"] == "game.unknown"


def test_marks_are_drawn(client: Any) -> None:
    kept = uploaded(client, json.dumps({"game": "pods", "moves": ["g7", "h7"]}))

    def svg(**marks: Any) -> str:
        answer = kept.send("/look", marks=marks or None)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["svg"])

    plain = svg()
    assert "#1a9850" not in plain
    assert "#1a9850" in svg(best="f7")
    assert "#1a9850" in svg(next="f6")
    assert "#d7191c" in svg(mark="blunder")
    bad = kept.send("/look", marks={"best": "g7"})
    assert bad.status_code == 422
    assert bad.json()["code"] == "host.marked-move"
    assert "g7" in bad.json()["message"]


@pytest.mark.parametrize(
    ("uid", "variants"), [("pods", ()), ("dendria", ("size-5",)), ("dendria", ("modular-7",))]
)
def test_games_begin_from_any_ply(client: Any, uid: str, variants: tuple[str, ...]) -> None:
    game = played(uid, 10, variants, seed=3)
    for ply in range(10):
        position = game.load(ply).position()
        body = {"game": uid, "variants": variants, "position": position, "owner": 2}
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        begun = Player(client, answer.json()["id"], answer.json()["keys"]["0"])
        assert begun.view()["position"] == position
        state = begun.get("/state").text
        loaded = load_game(state, verify=True)
        assert loaded.serialize() == state
        assert loaded.position() == position
        assert loaded.currplayer == game.currplayer
    bad = client.post("/api/games", json={"game": uid, "variants": variants, "position": "x"})
    assert bad.status_code == 422


def test_a_game_from_a_position_is_played_against_the_computer(client: Any) -> None:
    position = played("pods", 6).position()
    body = {"game": "pods", "position": position, "computers": [{"seat": 1, "level": 1}]}
    answer = client.post("/api/games", json={**body, "owner": 2})
    person = Player(client, answer.json()["id"], answer.json()["keys"]["2"])
    until = time.monotonic() + LOADED
    while person.view()["ply"] == 0 and time.monotonic() < until:
        time.sleep(0.1)
    assert person.view()["ply"] == 1


def test_pages_are_there(client: Any) -> None:
    for path in ("/review", "/review/abc", "/editor/pods"):
        for lang in ("en", "de"):
            answer = client.get(path, params={"lang": lang})
            assert answer.status_code == 200
            assert f'<html lang="{lang}"' in answer.text
    assert client.get("/editor/chess").status_code == 404


def test_reviews_of_one_client_are_few(app: Any) -> None:
    """Others are not kept from theirs, and a review that nobody listens to any more is one less."""
    reviews, game = app.state.reviews, played("pods", 6, seed=9)
    kept = app.state.host.keep(game.serialize(), ["", ""])
    opened = app.state.host.open(kept.head.ident)

    def code_for(client: str) -> str:
        token = BILL.set(Bill(client))
        try:
            reviews.check(opened)
        except Refusal as refusal:
            return refusal.code
        finally:
            BILL.reset(token)
        return ""

    async def listen() -> None:
        token = BILL.set(Bill("ann"))
        streams = [reviews.told(game.serialize(), game, "en") for _ in range(2)]
        for stream in streams:
            assert "start" in await anext(stream)
        BILL.reset(token)
        assert code_for("ann") == "host.reviews"
        assert code_for("bob") == ""
        await streams[0].aclose()
        assert code_for("ann") == ""
        await streams[1].aclose()

    asyncio.run(listen())


def test_games_of_others_and_more_seats(last_stand: str, client: Any) -> None:
    """What engines do knows no game, and no number of seats."""
    game, rng = new_game(last_stand, seats=3), random.Random(7)
    for _ in range(6):
        game.move(str(game.random_move(rng)))
    state = game.serialize()
    part = judging.review_part(state, 2, 4)
    assert part.seats == 3
    assert [ply.ply for ply in part.plies] == [3, 4, 5, 6]
    assert all(len(ply.advantage) == 3 for ply in part.plies)
    read = judging.read_upload(state.encode(), None, 100, "en")
    assert read.state == state
    assert read.names == ("", "", "")
    assert judging.read_upload(state.encode(), None, 4, "de").code == "host.upload-long"
    position = game.position()
    found = judging.evaluated(last_stand, (), 3, position)
    assert len(found.advantage) == 3
    answer = client.post(
        f"/api/positions/{last_stand}/edit",
        json={"seats": 3, "position": position, "choose": {"name": "side", "value": "3"}},
    )
    edited = answer.json()
    assert answer.status_code == 200, answer.text
    assert edited["seats"] == edited["to_move"] == 3
    assert [held["seat"] for held in edited["held"]] == [0, 1, 2, 3]
    body = {"game": last_stand, "seats": 3, "position": edited["position"], "owner": 3}
    begun = client.post("/api/games", json=body)
    assert begun.status_code == 201, begun.text
    assert client.get(f"/editor/{last_stand}").status_code == 200
