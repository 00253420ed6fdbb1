"""The life of games over the interface: starting, looking, playing, answering, taking away."""

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from abstractplay_hex import load_game, new_game

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from sqlalchemy import create_engine, select
from starlette.testclient import TestClient
from typer.testing import CliRunner

from abstractplay_hex.cli import app as cli
from abstractplay_hex.playground.app import (
    HOST_KEY_VARIABLE,
    Settings,
    create_app,
    host_key_from_environment,
)
from abstractplay_hex.playground.storage import GAMES, database_url
from tests.playground.hosts import HOST_KEY, Player, Started


def test_kinds_are_those_of_the_registry(client: Any) -> None:
    kinds = {kind["uid"]: kind for kind in client.get("/api/kinds").json()}
    assert {"pods", "dendria"} <= set(kinds)
    assert "modular-13" in [v["uid"] for v in kinds["dendria"]["variants"]]


def test_a_game_from_start_to_record(client: Any) -> None:
    game = Started(client, "pods", names=["Ann", "Bob <b>"])
    view = game.first.view()
    assert (view["ply"], view["currplayer"], view["seats"]) == (0, 1, [1])
    assert view["names"] == ["Ann", "Bob <b>"]
    assert game.first.move(1, 0, "g7").json()["ply"] == 1
    answer = game.second.move(2, 1, " H7 ")
    assert answer.status_code == 200
    assert (answer.json()["lastmove"], answer.json()["currplayer"]) == ("h7", 1)
    assert game.watcher.view()["moves"] == [
        {"player": 1, "move": "g7"},
        {"player": 2, "move": "h7"},
    ]
    assert game.first.get("/record").json()["code"] == "host.not-over"
    assert game.second.post("/resign", seat=2, ply=2).json()["winner"] == [1]
    view = game.watcher.view()
    assert view["gameover"]
    assert [entry["lines"] for entry in view["chat"]][-1][0] == "Bob <b> resigned."
    record = game.watcher.get("/record")
    assert record.headers["content-disposition"].startswith("attachment; filename=")
    assert [p["name"] for p in record.json()["header"]["players"]] == ["Ann", "Bob <b>"]
    state = game.watcher.get("/state")
    assert load_game(state.text, verify=True).serialize() == state.text
    over = game.first.move(1, 3, "a1")
    assert (over.status_code, over.json()["code"]) == (409, "move.over")


def test_variants_are_judged(client: Any) -> None:
    def start(game: str, *variants: str) -> Any:
        return client.post("/api/games", json={"game": game, "variants": list(variants)})

    assert start("chess").json()["code"] == "game.unknown"
    for wrong in (["none"], ["size-5", "modular-7"], ["solo"], ["size-5", "size-5"]):
        answer = start("dendria", *wrong)
        assert answer.status_code == 422
        assert answer.json()["code"].startswith(("variants.", "dendria.variant"))
    game = Started(client, "dendria", ["modular-7", "solo"])
    assert len(game.watcher.view()["variants"]) == 2


def test_illegal_moves_say_why_and_change_nothing(client: Any) -> None:
    game = Started(client, "pods")
    for move in ("z99", "", "  ", "g7-h7", "\ud7ff", "resign", "g7" * 2000):
        answer = game.first.move(1, 0, move)
        assert answer.status_code == 422, move
        assert answer.json()["message"]
        assert (answer.json()["code"] == "move.empty") == (not move.strip())
    assert game.first.view()["revision"] == 0


def test_seats(client: Any) -> None:
    game = Started(client, "pods")
    other = Started(client, "pods")
    assert game.nobody.get().status_code == 401
    assert Player(client, game.ident, other.keys["1"]).get().status_code == 401
    assert Player(client, "nosuchgame", other.keys["1"]).get().status_code == 404
    for spectator in (game.watcher, game.second):
        answer = spectator.move(1, 0, "g7")
        assert (answer.status_code, answer.json()["code"]) == (403, "host.not-your-seat")
    assert game.watcher.post("/resign", seat=1, ply=0).status_code == 403
    assert game.watcher.post("/offers", seat=2, ply=0, kind="draw").status_code == 403
    assert game.second.move(2, 0, "g7").json()["code"] == "host.not-your-turn"
    assert game.both.move(1, 0, "g7").status_code == 200
    assert game.both.move(2, 1, "h7").status_code == 200


def test_keys_become_a_cookie(client: Any) -> None:
    game = Started(client, "pods")
    seated = client.post(f"/api/games/{game.ident}/session", json={"keys": [game.keys["2"]]})
    assert seated.json() == {"seats": [2], "watch": True}
    cookie = seated.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert f"Path=/api/games/{game.ident}" in cookie
    assert game.nobody.view()["seats"] == [2]
    # The other seat joins it; a wrong key does no harm.
    keys = {"keys": [game.keys["1"], "nonsense"]}
    assert client.post(f"/api/games/{game.ident}/session", json=keys).json()["seats"] == [1]
    assert game.nobody.view()["seats"] == [1, 2]
    wrong = client.post(f"/api/games/{game.ident}/session", json={"keys": ["nonsense"]})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "host.bad-key")


def test_keys_are_not_stored(client: Any, database: str, tmp_path: Any) -> None:
    game = Started(client, "pods")
    game.first.move(1, 0, "g7")
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        rows = connection.execute(select(GAMES)).all()
    engine.dispose()
    stored = repr(rows).encode() + b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert game.ident.encode() in stored
    for key in game.keys.values():
        assert key.encode() not in stored


def test_looking_and_clicking(client: Any) -> None:
    game = Started(client, "pods")
    game.both.move(1, 0, "g7")
    game.both.move(2, 1, "h7")
    chosen = game.watcher.post("/look", click={"row": 6, "col": 6}).json()
    assert (chosen["text"], chosen["complete"], chosen["refused"]) == ("g7", -1, None)
    svg = ET.fromstring(chosen["svg"])
    cells = [e for e in svg.iter() if e.get("data-row") is not None]
    assert len(cells) == 127
    sent = game.watcher.post("/look", text="g7", click={"row": 5, "col": 7}).json()
    assert (sent["text"], sent["complete"]) == ("g7-h8", 1)
    stays = game.watcher.post("/look", text="g7", click={"row": 0, "col": 0}).json()
    assert stays["text"] == "g7"
    assert stays["refused"]["message"]
    assert stays["can_render"]
    wrong = game.watcher.post("/look", text="a1").json()
    assert (wrong["valid"], wrong["complete"]) == (False, -1)
    assert "a1" in wrong["message"]
    bare = game.watcher.post("/look", drawing=None).json()
    assert bare["svg"] is None
    assert game.watcher.view()["revision"] == 2


@pytest.mark.parametrize(("kind", "variants"), [("pods", []), ("dendria", ["size-5"])])
def test_where_a_turn_can_begin(client: Any, kind: str, variants: list[str]) -> None:
    game, now = Started(client, kind, variants), new_game(kind, variants)
    rng = random.Random(3)
    for ply in range(24):
        now.move(now.random_move(rng) or "")
        game.both.move(ply % 2 + 1, ply, now.lastmove or "")
    assert game.watcher.post("/look").json()["beginnings"] is None
    seen = game.watcher.post("/look", beginnings=True).json()
    names = {now.cell_name(*place) for place in seen["beginnings"]}
    assert names == {re.split("[-,=]", move)[0] for move in now.moves()} - {"pass"}
    under_way = sorted(names)[0]
    assert game.watcher.post("/look", beginnings=True, text=under_way).json()["beginnings"] is None
    game.first.post("/resign", seat=1)
    assert game.watcher.post("/look", beginnings=True).json()["beginnings"] == []


def test_exploring_off_the_game(client: Any) -> None:
    game = Started(client, "pods")
    game.both.move(1, 0, "g7")
    game.both.move(2, 1, "h7")
    off = new_game("pods").move("g7")
    line = [off.move(off.moves()[0]).lastmove for _ in range(2)]
    seen = game.watcher.post("/look", ply=1, line=line, text=off.moves()[0]).json()
    assert (seen["ply"], seen["valid"]) == (3, True)
    assert seen["lastmove"] == line[1]
    assert game.watcher.post("/look", ply=0).json()["lastmove"] is None
    bad = game.watcher.post("/look", ply=1, line=["g6", "g6"])
    assert (bad.status_code, bad.json()["code"]) == (422, "host.line-move")
    assert game.watcher.post("/look", ply=3).json()["code"] == "host.ply"
    assert game.watcher.view()["position"] == new_game("pods").move("g7").move("h7").position()


def test_buttons_and_displays(client: Any) -> None:
    game = Started(client, "dendria", ["size-5"])
    seen = game.first.post("/look").json()
    (button,) = seen["buttons"]
    pressed = game.first.post("/look", click={"row": -1, "col": -1, "piece": button["move"]})
    assert (pressed.json()["text"], pressed.json()["complete"]) == ("pass", 1)
    assert game.first.view()["displays"][0]["uid"] == "show-watch"
    drawing = {"display": "show-watch", "palette": "colour-blind", "dark": True, "rotate": 120}
    assert game.first.post("/look", drawing=drawing).status_code == 200
    assert game.first.post("/look", drawing={"rotate": 30}).status_code == 422
    picture = game.watcher.get("/board.svg", ply=0, dark=True, rotate=60, display="show-watch")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")


def test_draw_offers(client: Any) -> None:
    game = Started(client, "pods")
    assert game.first.post("/offers", seat=1, ply=0, kind="draw").json()["draw_by"] == 1
    again = game.second.post("/offers", seat=2, ply=0, kind="draw")
    assert again.json()["code"] == "host.offered"
    own = game.first.post("/answers", seat=1, ply=0, kind="draw", accept=True)
    assert own.json()["code"] == "host.no-offer"
    # A move of one's own leaves the offer, the other's move declines it.
    assert game.first.move(1, 0, "g7").json()["draw_by"] == 1
    assert game.second.move(2, 1, "h7").json()["draw_by"] is None
    late = game.second.post("/answers", seat=2, ply=2, kind="draw", accept=True)
    assert (late.status_code, late.json()["code"]) == (409, "host.no-offer")
    game.second.post("/offers", seat=2, ply=2, kind="draw")
    declined = game.first.post("/answers", seat=1, ply=2, kind="draw", accept=False).json()
    assert (declined["draw_by"], declined["gameover"]) == (None, False)
    game.second.post("/offers", seat=2, ply=2, kind="draw")
    agreed = game.first.post("/answers", seat=1, ply=2, kind="draw", accept=True).json()
    assert (agreed["gameover"], agreed["winner"], agreed["lastmove"]) == (True, [1, 2], "draw")
    assert game.first.post("/offers", seat=1, ply=3, kind="draw").json()["code"] == "host.over"


def test_taking_back(client: Any) -> None:
    game = Started(client, "pods")
    none = game.first.post("/offers", seat=1, ply=0, kind="undo")
    assert (none.status_code, none.json()["code"]) == (422, "host.nothing-to-undo")
    for ply, move in enumerate(("g7", "h7", "g6")):
        game.both.move(ply % 2 + 1, ply, move)
    # The second player's last move is two plies back; both go.
    assert game.second.post("/offers", seat=2, ply=3, kind="undo").json()["undo_by"] == 2
    back = game.first.post("/answers", seat=1, ply=3, kind="undo", accept=True).json()
    assert (back["ply"], back["currplayer"], back["undo_by"]) == (1, 2, None)
    # A submission that was meant for the game before is late although the ply is the same.
    late = game.second.move(2, 1, "h7", revision=1)
    assert late.status_code == 409
    assert game.second.move(2, 1, "h7", revision=back["revision"]).status_code == 200
    state = game.first.get("/state").text
    assert [p.get("lastmove") for p in json.loads(state)["stack"]] == [None, "g7", "h7"]


def test_stored_state_is_what_the_game_writes(client: Any, app: Any) -> None:
    game, rng = Started(client, "dendria", ["modular-7"]), random.Random(7)
    for _ in range(12):
        view = game.both.view()
        opened = app.state.host.open(game.ident)
        move = opened.game.random_move(rng)
        assert game.both.move(view["currplayer"], view["ply"], move).status_code == 200
    _, state = app.state.storage.load(game.ident)
    assert state == app.state.host.open(game.ident).game.serialize()
    assert load_game(state, verify=True).serialize() == state


def test_the_host_ends_games(client: Any) -> None:
    """By its clock, or because nobody plays on: with the host's own key and no other."""
    game = Started(client, "pods", names=["Ann", "Bob"])
    host = Player(client, game.ident, HOST_KEY)
    assert game.first.move(1, 0, "g7").status_code == 200
    game.first.post("/offers", seat=1, ply=1, kind="draw")
    # The host sees how the game stands, and plays for nobody.
    view = host.view()
    assert (view["ply"], view["currplayer"], view["seats"]) == (1, 2, [])
    assert host.move(2, 1, "h7").json()["code"] == "host.not-your-seat"
    session = client.post(f"/api/games/{game.ident}/session", json={"keys": [HOST_KEY]})
    assert (session.status_code, session.json()["code"]) == (403, "host.bad-key")
    late = host.post("/endings", ply=0, kind="timeout", player=2)
    assert (late.status_code, late.json()["code"]) == (409, "host.stale")
    for body in (
        {"kind": "timeout"},
        {"kind": "timeout", "player": 3},
        {"kind": "timeout", "player": "2"},
        {"kind": "abandoned", "player": 2},
        {"kind": "resign", "player": 2},
        {},
    ):
        assert host.post("/endings", ply=1, **body).status_code == 422, body
    assert host.view()["ply"] == 1
    ended = host.post("/endings", ply=1, kind="timeout", player=2, revision=view["revision"])
    assert ended.json()["winner"] == [1]
    assert (ended.json()["lastmove"], ended.json()["draw_by"]) == ("timeout", None)
    assert game.watcher.view()["chat"][-1]["lines"][0] == "Bob ran out of time."
    again = host.post("/endings", ply=2, kind="abandoned")
    assert (again.status_code, again.json()["code"]) == (409, "move.over-ending")
    other = Started(client, "dendria", ["size-5"])
    left = Player(client, other.ident, HOST_KEY).post("/endings", ply=0, kind="abandoned").json()
    assert (left["gameover"], left["winner"], left["lastmove"]) == (True, [], "abandoned")


def test_only_the_host_ends_games(client: Any, tmp_path: Any) -> None:
    game = Started(client, "pods")
    body = {"ply": 0, "kind": "abandoned"}
    assert game.nobody.post("/endings", **body).status_code == 401
    assert Player(client, game.ident, HOST_KEY[:-1]).post("/endings", **body).status_code == 401
    for player in (game.both, game.watcher):
        answer = player.post("/endings", **body)
        assert (answer.status_code, answer.json()["code"]) == (403, "host.not-the-host")
    cookie = {"Cookie": f"hex-{game.ident}={HOST_KEY}"}  # a token only
    address = f"/api/games/{game.ident}/endings"
    with_revision = {**body, "revision": 0}
    assert client.post(address, json=with_revision, headers=cookie).status_code == 401
    assert not game.first.view()["gameover"]
    # A host that has set no key has none: no key at all, and no empty one either.
    with TestClient(create_app(Settings(database=str(tmp_path / "b.sqlite3")))) as without:
        ident = Started(without, "pods").ident
        for keys in ((HOST_KEY,), ("None",), ("",)):
            answer = Player(without, ident, *keys).post("/endings", **body)
            assert answer.status_code == 401


def test_the_host_key_is_taken_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(HOST_KEY_VARIABLE, raising=False)
    assert host_key_from_environment() is None
    monkeypatch.setenv(HOST_KEY_VARIABLE, HOST_KEY)
    assert host_key_from_environment() == HOST_KEY
    for wrong in ("short", "with a space in it, which ends", "kommaßkommaßkommaßkommaß"):
        monkeypatch.setenv(HOST_KEY_VARIABLE, wrong)
        with pytest.raises(ValueError, match="at least 20") as found:
            host_key_from_environment()
        assert wrong not in str(found.value)
        done = CliRunner().invoke(cli, ["serve", "--port", "0"])
        assert (done.exit_code, HOST_KEY_VARIABLE in done.output) == (2, True)


def test_requests_that_make_no_sense(client: Any) -> None:
    game = Started(client, "pods")
    wrong: tuple[Any, ...] = (
        {"seat": "1", "revision": 0, "move": "g7"},
        {"seat": 1, "revision": -1, "move": "g7"},
        {"seat": 1, "revision": 0, "ply": -1, "move": "g7"},
        {"seat": 1, "revision": 0},
        {"seat": 1, "revision": 0, "move": "g7", "more": 1},
        {"seat": True, "revision": 0, "move": "g7"},
        [],
        None,
    )
    for body in wrong:
        address = f"/api/games/{game.ident}/moves"
        answer = client.post(address, json=body, headers=game.first.headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "request.wrong")
    broken = client.post("/api/games", content=b"{", headers={"content-type": "application/json"})
    assert broken.status_code == 422
    names = client.post(
        "/api/games",
        content=b'{"game":"pods","names":["\\ud800"]}',
        headers={"content-type": "application/json"},
    )
    assert names.status_code == 422
    assert client.get("/nowhere").json()["code"] == "request.not-found"
    for body in (
        b"[" * 20_000,
        b'{"game":"\xe9"}',
        b'{"seats":' + b"1" * 6000 + b"}",
        b'{"game":"\\ud800"}',
    ):
        headers = {"content-type": "application/json", "Accept-Language": "de"}
        answer = client.post("/api/games", content=body, headers=headers)
        assert answer.status_code in (400, 422)
        assert not re.search("[Ss]hould be|parsing", answer.json()["message"]), answer.text
        assert "Anfrage" in answer.json()["message"] or "Spiel" in answer.json()["message"]
    for path in ("/nowhere", "/games/!", "/rules/chess", "/editor/chess"):  # a browser wants a page
        shown = client.get(path, headers={"Accept": "text/html,*/*;q=0.8", "Accept-Language": "de"})
        assert (shown.status_code, shown.headers["content-type"][:9]) == (404, "text/html")
        assert '<html lang="de"' in shown.text
        assert 'href="/"' in shown.text
    for path in ("/api/nowhere", "/static/nowhere.js", "/pictures/chess.svg"):
        assert client.get(path, headers={"Accept": "text/html"}).json()["code"]
    assert client.delete("/api/games").json()["code"] == "request.method"


def test_stale_submissions(client: Any) -> None:
    """A delayed copy of a move that was taken back names the old revision, and is refused."""
    game = Started(client, "pods")
    move = {"seat": 1, "ply": 0, "revision": 0, "move": "g7"}
    assert game.first.send("/moves", **move).json()["revision"] == 1
    assert game.first.post("/offers", seat=1, kind="undo").status_code == 200
    assert game.second.post("/answers", seat=2, kind="undo", accept=True).json()["ply"] == 0
    late = game.first.send("/moves", **move)
    assert (late.status_code, late.json()["code"]) == (409, "host.stale")
    host = Player(client, game.ident, HOST_KEY)
    for said in ({"kind": "abandoned"}, {"kind": "timeout", "player": 1}):
        late = host.send("/endings", ply=0, revision=0, **said)
        assert (late.status_code, late.json()["game"]["revision"]) == (409, 3)
    # What names no revision says nothing of when it was sent; the answer says what to send.
    old: tuple[tuple[Player, str, dict[str, Any]], ...] = (
        (game.first, "/moves", {"seat": 1, "move": "g7"}),
        (game.first, "/resign", {"seat": 1}),
        (game.first, "/offers", {"seat": 1, "kind": "draw"}),
        (game.first, "/answers", {"seat": 1, "kind": "draw", "accept": True}),
        (host, "/endings", {"kind": "abandoned"}),
    )
    for player, path, said in old:
        answer = player.send(path, ply=0, **said)
        assert (answer.status_code, answer.json()["code"]) == (422, "host.no-revision")
        assert "`revision`" in answer.json()["message"]
    assert game.first.view()["revision"] == 3
    assert game.first.send("/moves", seat=1, revision=3, move="g7").status_code == 200


def test_invitations_are_renewed(client: Any) -> None:
    """Closing the tab before the link is sent does not lose the game."""
    game = Started(client, "pods")
    opened = game.first.view()
    assert (opened["owner"], game.second.view()["owner"]) == (True, False)

    def renew(player: Player, seat: int) -> Any:
        return player.send("/invitations", seat=seat, revision=game.first.view()["revision"])

    assert renew(game.second, 1).json()["code"] == "host.not-owner"
    assert renew(game.watcher, 2).json()["code"] == "host.not-owner"
    for seat in (1, 3):
        assert renew(game.first, seat).json()["code"] == "host.no-seat"
    key = renew(game.first, 2).json()["key"]
    assert game.second.get().status_code == 401
    again = Player(client, game.ident, key)
    assert again.view()["seats"] == [2]
    # Who has sat down is not turned out.
    assert client.post(f"/api/games/{game.ident}/session", json={"keys": [key]}).status_code == 200
    client.cookies.clear()
    assert renew(game.first, 2).json()["code"] == "host.seat-taken"
    # The link to watch can be renewed at any time.
    stale = game.first.send("/invitations", seat=0, revision=0)
    assert stale.json()["code"] == "host.stale"
    watching = renew(game.first, 0).json()["key"]
    assert Player(client, game.ident, watching).view()["seats"] == []
    assert game.watcher.get().status_code == 401


def test_who_has_moved_has_sat_down(client: Any) -> None:
    game = Started(client, "pods")
    assert game.first.move(1, 0, "g7").status_code == 200
    assert game.second.move(2, 1, "h7").status_code == 200
    answer = game.first.send("/invitations", seat=2, revision=2)
    assert (answer.status_code, answer.json()["code"]) == (409, "host.seat-taken")


def test_a_game_has_a_longest_length(tmp_path: Any) -> None:
    settings = Settings(database=str(tmp_path / "games.sqlite3"), rate=0, most_plies=2)
    with TestClient(create_app(settings)) as client:
        game = Started(client, "pods")
        assert game.first.view()["most_plies"] == 2
        game.first.move(1, 0, "g7")
        game.second.move(2, 1, "h7")
        answer = game.first.move(1, 2, "g8")
        assert (answer.status_code, answer.json()["code"]) == (409, "host.too-long")
        assert "at most 2 moves" in answer.json()["message"]
        assert game.first.post("/resign", seat=1).json()["gameover"]


@pytest.fixture
def nim(register: Callable[[str, str], str]) -> None:
    """A game that the registry knows, the host does not, and whose board cannot be drawn here."""
    register("nim", "tests.nim:NimRules")


def test_any_game_of_the_registry(nim: None, client: Any) -> None:
    assert "nim" in [kind["uid"] for kind in client.get("/api/kinds").json()]
    game = Started(client, "nim", names=["Ann", "Bob"])
    seen = game.first.post("/look", text="4").json()
    assert (seen["valid"], seen["svg"]) == (False, None)
    assert "$.board" in seen["undrawn"]
    assert game.first.post("/look", drawing=None).json()["undrawn"] is None
    assert game.first.get("/board.svg").status_code == 422
    assert client.get("/pictures/nim.svg").status_code == 422
    for ply, move in enumerate(("3", "3", "3", "1")):
        assert game.both.move(ply % 2 + 1, ply, move).status_code == 200
    assert game.watcher.view()["winner"] == [2]
    assert json.loads(game.watcher.get("/state").text)["game"] == "nim"


@pytest.fixture
def three(last_stand: str, client: Any) -> tuple[Player, ...]:
    """The players of a game for three."""
    game = Started(client, last_stand, seats=3)
    assert sorted(game.keys) == ["0", "1", "2", "3"]
    return tuple(Player(client, game.ident, game.keys[str(seat)]) for seat in (1, 2, 3))


def test_a_draw_needs_the_consent_of_all(three: tuple[Player, ...]) -> None:
    first, second, third = three

    def answer(player: Player, seat: int, accept: bool) -> Any:
        return player.post("/answers", seat=seat, ply=0, kind="draw", accept=accept).json()

    offered = second.post("/offers", seat=2, ply=0, kind="draw").json()
    assert (offered["draw_by"], offered["offers"]) == (2, {"draw": [2]})
    assert third.post("/offers", seat=3, ply=0, kind="draw").json()["code"] == "host.offered"
    agreed = answer(first, 1, True)
    assert (agreed["gameover"], agreed["offers"]) == (False, {"draw": [2, 1]})
    assert answer(first, 1, True)["code"] == "host.no-offer"  # nobody counts twice
    assert answer(third, 3, False)["offers"] == {}  # one is enough to decline
    third.post("/offers", seat=3, ply=0, kind="draw")
    answer(second, 2, True)
    ended = answer(first, 1, True)
    assert (ended["winner"], ended["lastmove"], ended["offers"]) == ([1, 2, 3], "draw", {})


def test_taking_back_needs_the_consent_of_all(three: tuple[Player, ...]) -> None:
    first, second, third = three
    assert first.move(1, 0, "a1").status_code == 200
    assert first.post("/offers", seat=1, ply=1, kind="undo").json()["offers"] == {"undo": [1]}
    asked = {"ply": 1, "kind": "undo", "accept": True}
    assert third.post("/answers", seat=3, **asked).json()["ply"] == 1
    assert second.post("/answers", seat=2, **asked).json()["ply"] == 0


def test_a_move_declines_a_draw_unless_one_has_agreed_to_it(three: tuple[Player, ...]) -> None:
    first, second, third = three
    third.post("/offers", seat=3, ply=0, kind="draw")
    first.post("/answers", seat=1, ply=0, kind="draw", accept=True)
    assert first.move(1, 0, "a1").json()["offers"] == {"draw": [3, 1]}
    assert second.move(2, 1, "a2").json()["offers"] == {}
    assert third.post("/resign", seat=3, ply=2).json()["winner"] == [1, 2]


def test_the_number_of_seats_is_the_games(last_stand: str, client: Any) -> None:
    for seats, status in ((2, 201), (None, 201), (3, 422), (0, 422), (7, 422), ("2", 422)):
        answer = client.post("/api/games", json={"game": "pods", "seats": seats})
        assert answer.status_code == status, seats
    refused = client.post("/api/games", json={"game": "pods", "seats": 3}).json()
    assert refused["code"] == "argument.seats"
    for asked, seats in ((None, 3), (2, 2), (4, 4)):
        view = Started(client, last_stand, seats=asked).watcher.view()
        assert (view["numplayers"], len(view["names"])) == (seats, seats)
    assert 'data-seats="3,2,4"' in client.get("/").text


def test_a_whole_game_for_three(last_stand: str, client: Any, app: Any) -> None:
    game = Started(client, last_stand, ["size-3"], ["Ann", "Bob", "Cy"])
    players = [Player(client, game.ident, game.keys[str(seat)]) for seat in (1, 2, 3)]
    rng = random.Random(7)
    while not (view := game.watcher.view())["gameover"]:
        seat = view["currplayer"]
        move = app.state.host.open(game.ident).game.random_move(rng)
        assert players[seat - 1].move(seat, view["ply"], move).status_code == 200
    assert len(view["winner"]) == 1
    assert len(game.watcher.get("/record").json()["header"]["players"]) == 3
    assert game.watcher.get("/board.svg", palette="colour-blind").status_code == 200


def test_names(client: Any) -> None:
    def start(*names: str) -> Any:
        return client.post("/api/games", json={"game": "pods", "names": names})

    joined = ("می\u200cخواهم", "क्\u200dष", "👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "۵\u200cم")
    for good in ("Zoë", "日本 語", "a" * 40, "<b>&amp;", "🐳", "", *joined):
        assert start(good).status_code == 201
        view = Started(client, "pods", names=[f" {good} "]).first.view()
        assert view["names"] == [good, ""]
    # Invisible, turning the text after it about, a line break, too long; joiners that join nothing.
    unseen = (
        "\u200b",
        "\u202eevil",
        "a\nb",
        "a" * 41,
        "\u3164",
        "a\u2800",
        "\u00ad",
        "\ufe0f",
        "\u0301",
        "\u2066a\u2069",
        "\u200fa",
        "\u034f\ufe0e",
        "\U0001d159",
        "a\u2028b",
    )
    for bad in (*unseen, "\u200d", "a\u200d", "\u200ca", "a\u200d\u200db", "a \u200cb"):
        answer = start("Ann", bad)
        assert (answer.status_code, answer.json()["code"]) == (422, "host.name"), ascii(bad)
        assert answer.json()["where"] == "body.names.1"
        assert answer.json()["message"].startswith("Name of player 2: ")
    assert (start("a", "b", "c").status_code, start("a", "b", "c").json()["code"]) == (
        422,
        "host.names",
    )


def test_what_is_said_has_no_field_paths(client: Any) -> None:
    """People read it on the start page, and do not know what a body is."""
    wrong: tuple[dict[str, Any], ...] = (
        {"game": "pods", "names": ["a" * 41]},
        {"game": "pods", "names": [7]},
        {"game": "pods", "seats": "two"},
        {"game": "pods", "variants": [{}]},
        {"game": "p" * 100},
        {"names": []},
        {"game": "pods", "nonsense": 1},
    )
    for body in wrong:
        answer = client.post("/api/games", json=body)
        assert answer.status_code == 422
        assert answer.json()["where"].startswith("body.")
        assert not re.search(r"body|\w\.\w|\.\d", answer.json()["message"]), answer.text


@pytest.mark.parametrize("ident", ["a-b", "a.b", "%20", "a" * 41, "%E9%AF%A8", "a%0a"])
def test_what_is_no_ident_is_no_address(client: Any, ident: str) -> None:
    for path in (f"/games/{ident}", f"/api/games/{ident}", f"/api/games/{ident}/board.svg"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "host.no-game")


@pytest.mark.parametrize("path", ["/", "/games/abc", "/healthz", "/static/game.js"])
def test_heads(client: Any, path: str) -> None:
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("path", ["/", "/games/abc", "/static/game.js", "/api/kinds"])
def test_headers(client: Any, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    if path.startswith("/api"):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/games/abc"])
def test_pages_keep_to_the_policy(client: Any, path: str) -> None:
    page = client.get(path).text
    assert not re.search(r'<script(?![^>]*\bsrc=)(?! type="application/json")', page)
    assert not re.search(r"\s(style|on\w+)=", page)
    assert "//" not in re.sub(r'href="https?://[^"]*" rel="noreferrer"', "", page)
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert client.get(address).status_code == 200


def test_other_sites_cannot_act(client: Any) -> None:
    body = {"game": "pods"}
    for headers in (
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
    ):
        answer = client.post("/api/games", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin")
    here = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json=body, headers=here).status_code == 201


def test_pictures_of_games(client: Any) -> None:
    for uid in ("pods", "dendria"):
        answer = client.get(f"/pictures/{uid}.svg?dark=true")
        assert answer.text.startswith("<svg")
    assert client.get("/pictures/chess.svg").status_code == 422


def test_a_cell_says_why_it_cannot_be_used(client: Any) -> None:
    game = Started(client, "pods")
    game.both.move(1, 0, "g7")
    game.both.move(2, 1, "h7")
    now = new_game("pods").move("g7").move("h7")

    def said(name: str, **more: Any) -> Any:
        row, col = now.cell_place(name)
        answer = game.watcher.post("/cells", row=row, col=col, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    assert said("g6") == {"refused": None, "ruling": None}
    far = said("a1")
    assert (far["refused"]["code"], far["ruling"]) == ("pods.minority", "P2")
    assert said("a1", text="g7")["refused"]["code"] == "pods.unreachable"
    assert said("g6", line=["g6"])["refused"]["code"] == "pods.opponent-whale"
    assert said("a1", ply=0) == {"refused": None, "ruling": None}
    assert game.watcher.post("/cells", row=99, col=0).json()["refused"]["code"] == "click.outside"
    assert game.watcher.post("/cells", row=-1, col=0).status_code == 422
    assert game.nobody.post("/cells", row=0, col=0).status_code == 401
    assert game.watcher.view()["ply"] == 2


def test_the_legend_is_given_where_it_is_asked_for(client: Any) -> None:
    game = Started(client, "dendria", ["modular-7"])
    assert game.first.post("/look").json()["legend"] is None
    assert game.first.post("/look", legend=True, drawing=None).json()["legend"] is None
    signs = game.first.post("/look", legend=True).json()["legend"]
    assert [sign["text"] for sign in signs][:2] == ["Land so far", "Water"]
    assert all(ET.fromstring(sign["svg"]).tag.endswith("svg") for sign in signs)
    dark = game.first.post("/look", legend=True, drawing={"dark": True}).json()["legend"]
    assert dark[0]["svg"] != signs[0]["svg"]


def test_what_a_half_typed_turn_lacks(client: Any) -> None:
    game = Started(client, "pods")
    game.both.move(1, 0, "g7")
    game.both.move(2, 1, "h7")
    seen = game.first.post("/look", text="g7-h").json()
    assert (seen["valid"], seen["ruling"]) == (False, None)
    assert seen["missing"] == "Choose a destination for the whale at g7."
    for text in ("z", "g7", "", "g7-z"):
        assert game.first.post("/look", text=text).json()["missing"] is None
    click = {"row": 0, "col": 0}
    assert game.first.post("/look", text="g7-", click=click).json()["missing"] is None
