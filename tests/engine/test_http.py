"""The engine over HTTP: the same answers, a status each, and a document that says so."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner

from abstractplay_hex import __version__
from abstractplay_hex.cli import app as command_line
from abstractplay_hex.engine import Engine

MISSING = 'needs the playground and its test tools: pip install -e ".[browser]"'
testclient: Any = pytest.importorskip("starlette.testclient", reason=MISSING)
http: Any = pytest.importorskip("abstractplay_hex.engine.http", reason=MISSING)

ADDRESS = "/api/engine"


@pytest.fixture
def client() -> Iterator[Any]:
    app = http.create_engine_app(Engine(), largest_body=10_000)
    with testclient.TestClient(app, base_url="http://127.0.0.1") as made:
        yield made


def test_a_request_and_a_batch(client: Any) -> None:
    request = {"id": 1, "game": "pods", "method": "move", "args": ["g7"], "give": ["key", "state"]}
    answer = client.post(ADDRESS, json=request)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    key = answer.json()["key"]
    answers = client.post(ADDRESS, json=[{"id": 2, "key": key, "method": "lastmove"}, {"id": 3}])
    assert answers.status_code == 200
    assert answers.json()[0] == {"id": 2, "result": "g7"}
    assert answers.json()[1]["error"]["code"] == "engine.source"
    assert client.get("/api/health").json() == {"version": __version__}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "state.not-json"),
        (b"", 400, "state.not-json"),
        (b'{"key":"x","method":"ply"}', 410, "engine.key-unknown"),
        (b'{"game":"pods","moves":["draw"],"method":"move","args":["g7"]}', 409, "move.over"),
        (b'{"game":"pods","method":"move","args":["zz"]}', 422, "pods.unknown-cell"),
        (b'{"id":"\\ud800","game":"chess"}', 422, "game.unknown"),
    ],
)
def test_errors_have_a_status(client: Any, body: bytes, status: int, code: str) -> None:
    answer = client.post(ADDRESS, content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_what_is_no_request_at_all(client: Any) -> None:
    long = client.post(ADDRESS, content=b" " * 10_001)
    assert (long.status_code, long.json()["code"]) == (413, "request.too-large")
    elsewhere = client.post(ADDRESS, json={}, headers={"Origin": "https://evil.example"})
    assert elsewhere.status_code == 403
    assert client.get(ADDRESS).status_code == 405
    assert client.get("/").json()["code"] == "request.not-found"


@pytest.mark.heavy
def test_rate() -> None:
    app = http.create_engine_app(Engine(), rate=1)
    with testclient.TestClient(app, base_url="http://127.0.0.1") as client:
        seen = [client.get("/api/health").status_code for _ in range(20)]
    assert {*seen} == {200, 429}


def test_the_document_has_the_published_schemas(client: Any) -> None:
    document = client.get("/api/openapi.json").json()
    asked = document["paths"][ADDRESS]["post"]
    for part, name, wanted in (
        (asked["requestBody"], "Requests", {"id": 1, "game": "pods", "method": "ply"}),
        (asked["responses"]["200"], "Answers", {"id": 1, "result": 0}),
    ):
        reference = part["content"]["application/json"]["schema"]
        assert reference == {"$ref": f"#/components/schemas/{name}"}
        judge = jsonschema.Draft202012Validator({**reference, "components": document["components"]})
        judge.validate(wanted)
        judge.validate([wanted])
        assert not judge.is_valid({**wanted, "more": 1})
    refs = set(re.findall(r'"\$ref": ?"([^"]*)"', json.dumps(document)))
    assert {ref.rpartition("/")[2] for ref in refs} <= document["components"]["schemas"].keys()


@pytest.mark.heavy
def test_no_server_error(client: Any) -> None:
    """Whatever requests are made from the document, they are answered, and never with 500."""
    schemathesis = pytest.importorskip("schemathesis", reason=MISSING)
    from hypothesis import HealthCheck, Phase, given, settings

    made = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
    seen: set[int] = set()
    for result in made.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=40,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate],
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            answer = case.call()
            seen.add(answer.status_code)
            assert answer.status_code < 500, answer.text

        check()
    assert {200, 422} <= seen
    assert seen <= {200, 400, 405, 410, 422}


@pytest.mark.parametrize("more", [["--db", "x.sqlite3"], ["--open"]])
def test_the_engine_alone_has_no_games(more: list[str]) -> None:
    done = CliRunner().invoke(command_line, ["serve", "--engine-only", *more])
    assert done.exit_code == 2
    assert "--engine-only" in done.output


@pytest.mark.heavy
def test_served() -> None:
    command = [sys.executable, "-m", "abstractplay_hex", "serve", "--engine-only", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = str(re.search(r"http://\S+", server.stdout.readline())[0])  # type: ignore[index]
        body = b'{"id":1,"game":"pods","method":"ply"}'
        with urllib.request.urlopen(urllib.request.Request(address, body), timeout=60) as answer:
            assert json.load(answer) == {"id": 1, "result": 0}
        server.send_signal(signal.SIGINT)
        assert server.wait(60) in (0, 130)
