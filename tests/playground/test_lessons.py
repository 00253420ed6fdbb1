"""The pages that teach a game, and the tour, over the interface."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from abstractplay_hex import get_rules, lessons

pytest.importorskip("fastapi", reason='needs pip install -e ".[browser]"')
pytest.importorskip("httpx2", reason='needs pip install -e ".[browser]"')

from fastapi import FastAPI
from starlette.testclient import TestClient

from abstractplay_hex.playground import lessons as pages
from abstractplay_hex.playground.faults import answer_faults
from abstractplay_hex.playground.speaking import Speaking
from abstractplay_hex.playground.work import Work
from tests.playground.hosts import Started

TAUGHT = ("dendria", "pods")


def taught(uid: str) -> Any:
    return get_rules(uid).teaching()


@pytest.fixture(scope="module")
def reader() -> Iterator[Any]:
    """A client of these pages alone: they need no host, and no database."""
    app = FastAPI()
    app.include_router(pages.router(Work()))
    answer_faults(app)
    app.add_middleware(Speaking)
    with TestClient(app) as made:
        yield made


@pytest.mark.parametrize("uid", TAUGHT)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_rules_are_a_page(reader: Any, uid: str, lang: str) -> None:
    answer = reader.get(f"/rules/{uid}", params={"lang": lang})
    assert answer.status_code == 200
    page = answer.text
    assert f'<html lang="{lang}"' in page
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(set(anchors)) == len(anchors)
    for ruling in taught(uid).rulings:
        assert ruling.id in anchors
        assert f'href="#{ruling.id}"' in page
    assert {link[1:] for link in re.findall(r'href="(#[^"]+)"', page)} <= set(anchors)


@pytest.mark.parametrize("uid", TAUGHT)
def test_pictures_of_the_page_are_there(reader: Any, uid: str) -> None:
    page = reader.get(f"/rules/{uid}").text
    addresses = [
        a.replace("&amp;", "&") for a in re.findall(r'<img [^>]*src="(/rules[^"]+)"', page)
    ]
    assert len(addresses) == 2 * sum(len(ruling.figures) for ruling in taught(uid).rulings)
    for address in addresses[::7]:
        answer = reader.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
    light, dark = (reader.get(address).text for address in addresses[:2])
    assert light != dark


def test_what_is_said_of_refused_turns_is_what_the_game_says(reader: Any) -> None:
    for lang, said in (("en", "c3 is next to 0 of your whales"), ("de", "Neben c3: 0 von deinen")):
        assert said in reader.get("/rules/pods", params={"lang": lang}).text


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en-GB,de;q=0.9", "en"),
        ("fr, de;q=0.3, en;q=0.8", "en"),
        ("xx;q=zz, ,;q=, de", "de"),
        ("fr", "en"),
        ("../../etc", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_that_of_the_browser(reader: Any, header: str, lang: str) -> None:
    reader.cookies.clear()  # of a choice
    answer = reader.get("/rules/pods", headers={"Accept-Language": header})
    assert f'<html lang="{lang}"' in answer.text
    assert "Accept-Language" in answer.headers["vary"]
    # A link says another.
    for asked in ("de", "en"):
        answer = reader.get(
            "/rules/pods/tour", params={"lang": asked}, headers={"Accept-Language": header}
        )
        assert f'<html lang="{asked}"' in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "/rules/none",
        "/rules/none/tour",
        "/rules/pods/P99-1.svg",
        "/rules/pods/P1-0.svg",
        "/rules/pods/P1-9.svg",
        "/rules/none/P1-1.svg",
    ],
)
def test_what_is_not_taught_is_not_found(reader: Any, address: str) -> None:
    assert reader.get(address).status_code == 404


def test_a_game_that_nobody_teaches_tells_of_itself(
    client: Any, reader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = get_rules("pods")
    monkeypatch.setattr(type(rules), "teaching", lambda _: None)
    page = reader.get("/rules/pods", params={"lang": "en"}).text
    assert rules.info.description in page
    assert reader.get("/rules/pods/tour").status_code == 404
    assert reader.post("/api/rules/pods/tour/1", json={}).status_code == 404
    # Games are played as ever.
    game = Started(client, "pods")
    seen = game.first.send("/look", text="a1-a2").json()
    assert (seen["valid"], seen["ruling"]) == (False, None)


# ---- Tour --------------------------------------------------------------------------------------

STEPS = [
    pytest.param(uid, number, step, id=f"{uid}-{step.id}")
    for uid in TAUGHT
    for number, step in enumerate(taught(uid).tour, 1)
]


@pytest.mark.parametrize(("uid", "number", "step"), STEPS)
def test_a_step_of_the_tour(reader: Any, uid: str, number: int, step: Any) -> None:
    address = f"/api/rules/{uid}/tour/{number}"
    seen = reader.post(address, json={}).json()
    assert (seen["text"], seen["played"], seen["said"]) == ("", False, "")
    assert 'tabindex="0"' in seen["svg"]
    game = lessons.scene(uid, step)
    solution = (step.solutions or game.moves())[0]
    seen = reader.post(address, json={"text": solution}).json()
    assert (seen["valid"], seen["played"]) == (True, False)
    assert seen["complete"] >= 0
    done = reader.post(address, json={"text": solution, "play": True}).json()
    assert (done["played"], done["done"], done["said"]) == (True, True, step.done)
    assert done["svg"] != seen["svg"]
    other = next((m for m in game.moves() if not lessons.solved(game, step, m)), None)
    if other is not None:
        done = reader.post(address, json={"text": other, "play": True}).json()
        assert (done["played"], done["done"], done["said"]) == (True, False, step.hint)
    in_german = reader.post(
        address, params={"lang": "de"}, json={"text": solution, "play": True}
    ).json()
    assert in_german["done"]
    assert in_german["said"] != step.done


def test_a_tour_is_clicked_on_the_board(reader: Any) -> None:
    """As on a game's board: the whale on g5, then its destination."""
    steps = taught("pods").tour
    number, step = next((n, s) for n, s in enumerate(steps, 1) if s.id == "migrate")
    game = lessons.scene("pods", step)
    text = ""
    for name in ("g5", "g9"):
        row, col = game.cell_place(name)
        answer = reader.post(
            f"/api/rules/pods/tour/{number}",
            json={"text": text, "click": {"row": row, "col": col}},
        ).json()
        text = answer["text"]
        assert answer["valid"]
    assert (text, answer["complete"]) == ("g5-g9", 1)
    # What is no turn is refused with its ruling, and cannot be made.
    for body in ({"text": "g5-e5"}, {"text": "g5-e5", "play": True}):
        answer = reader.post(f"/api/rules/pods/tour/{number}", json=body).json()
        assert (answer["code"], answer["ruling"]) == ("pods.unreachable", "P3")
        assert (answer["played"], answer["done"]) == (False, False)


def test_a_tour_keeps_to_its_forms(reader: Any) -> None:
    for number in (0, 99):
        assert reader.post(f"/api/rules/pods/tour/{number}", json={}).status_code == 404
    for body in ({"more": 1}, {"text": 5}, {"text": "x" * 40_000}, {"click": {"row": 0}}):
        assert reader.post("/api/rules/pods/tour/1", json=body).status_code == 422
    assert reader.post("/api/rules/none/tour/1", json={}).status_code == 404
    answer = reader.post(
        "/api/rules/pods/tour/1", params={"lang": "xx"}, json={"text": "g7", "play": True}
    )
    assert answer.json()["done"]


# ---- Refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variants", "text", "ruling"),
    [([], "a1", None), ([], "pass,a1=t", "D8"), ([], "a1-a2", "moving"), ([], "???", None)],
)
def test_a_refusal_names_its_ruling(
    client: Any, variants: list[str], text: str, ruling: str | None
) -> None:
    game = Started(client, "dendria", variants)
    assert game.first.send("/look", text=text).json()["ruling"] == ruling


def test_a_refused_click_names_its_ruling(client: Any) -> None:
    game = Started(client, "pods")
    for seat, ply, move in ((1, 0, "g7"), (2, 1, "h7")):
        assert (game.both.move(seat, ply, move)).status_code == 200
    answer = game.first.send("/look", click={"row": 0, "col": 0}).json()
    assert answer["refused"]["code"] == "pods.minority"
    assert answer["ruling"] == "P2"
