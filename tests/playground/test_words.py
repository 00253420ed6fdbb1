"""The pages' words: which of them a page carries, and in which language it is spoken."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex.i18n import extracting, languages, messages
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.playground import words
from abstractplay_hex.static_site import OWN
from tests.conftest import ROOT

STATIC = words.STATIC
UNSAID = ("words.py", "sentences.py", "manners.py")
"""Modules that have sentences, and say none."""
TEMPLATES = STATIC.parent / "templates"


@pytest.fixture
def polish(tmp_path: Path) -> Iterator[None]:
    """A language with three forms of the plural, of which one sentence has a translation."""
    code, sentence = "page.test.stones", "{n} {n:stone|stones}"
    messages.add_sentences({code: sentence, "page.test.lost": "{n} {n:fox|foxes} in {{braces}}"})
    folder = tmp_path / "pl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog = extracting.template({code: sentence}, "stones", "pl")
    (entry,) = [entry for entry in catalog if entry.id]
    entry.string = ("{n} kamień", "{n} kamienie", "{n} kamieni")
    (folder / "stones.mo").write_bytes(extracting.compiled(catalog))
    languages.add_catalogue("stones", tmp_path)
    yield
    del messages._catalogues["stones", str(tmp_path)]
    messages._translations.clear()
    messages._languages.clear()
    del messages._sentences[code], messages._sentences["page.test.lost"]


def as_script(held: Any, code: str, **given: int) -> str:
    """Say a sentence as ``words.js`` does."""
    said = held["words"][code]
    if not isinstance(said, str):
        by, row, *forms = said
        n = given[by]
        said = forms[int(held["plurals"][row][n if n < 200 else 100 + n % 100])]
    return str(said.format_map(given))


def test_scripts_get_each_form_of_a_plural(polish: None, tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import "./two.js"; say("page.test.stones", { n: 1 });')
    (tmp_path / "two.js").write_text('const later = import("./three.js"); "page.test.lost"')
    (tmp_path / "three.js").write_text("say('move.complete')")
    found = words.scripts("one.js", (tmp_path,))
    assert found.modules == ("one.js", "two.js")
    assert found.codes == ("move.complete", "page.test.lost", "page.test.stones")
    for code in ("pl", "en"):
        with language(code):
            held = words._in(code, found.codes)
            for n in (*range(130), 1_001, 1_012, 1_022, 999_999):
                for sentence in ("page.test.stones", "page.test.lost"):
                    assert as_script(held, sentence, n=n) == messages.say(sentence, n=n)
    with language("pl"):
        assert as_script(held, "move.complete") == messages.say("move.complete")


def test_what_a_script_says_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('say("page.none.such");')
    with pytest.raises(LookupError, match=r"one\.js says page\.none\.such"):
        words.scripts("one.js", (tmp_path,))


LIVE = ROOT / "docs" / "_live"
"""The script of the boards in the documentation, which speak as pages do."""


def test_every_sentence_is_said_somewhere() -> None:
    """And every code that a template or a script says has one (a page is not made otherwise)."""
    pages = (*TEMPLATES.iterdir(), *STATIC.glob("*.js"), *OWN.glob("*.html"), *OWN.glob("*.js"))
    code = (*STATIC.parent.glob("*.py"), *OWN.parent.glob("*.py"))
    texts = [path.read_text("utf-8") for path in (*pages, *code, *LIVE.glob("*.js"))]
    said = {code for text in texts for code in re.findall(r"""["'`](page\.[\w.-]*\w)["'`]""", text)}
    assert said == {code for code in words.sentences() if code.startswith("page.")}
    # A code put together while the page is made would be one that nothing here can find.
    assert [
        text for text in texts if re.search(r"""["'`]page\.[\w.-]*(\.["'`]|[{$])""", text)
    ] == []


# ---- Which language ------------------------------------------------------------------------------

PAGES = ("/", "/games/abcdefghijkl", "/rules/pods", "/rules/dendria/tour")


@pytest.mark.parametrize("path", PAGES)
def test_the_browser_says_which_language(client: Any, path: str) -> None:
    for header, code in (
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, de;q=0.2, en;q=0.1", "de"),
        ("de;q=0, en;q=0.1", "en"),
        ("de; q=0.4 ,en; q=0.5", "en"),
        ("xx,;q=x,," + "a" * 5_000, "en"),
        ("", "en"),
    ):
        answer = client.get(path, headers={"Accept-Language": header})
        assert answer.status_code == 200
        assert f'<html lang="{code}" dir="ltr"' in answer.text
        assert answer.headers["content-language"] == code
        assert answer.headers["vary"] == "Accept-Language, Cookie"
        assert "set-cookie" not in answer.headers


def test_a_choice_is_kept(client: Any) -> None:
    chosen = client.get("/", params={"lang": "de"})
    cookie = chosen.headers["set-cookie"]
    assert cookie == "lang=de; HttpOnly; Max-Age=31536000; Path=/; SameSite=strict"
    for path in PAGES:
        assert '<html lang="de"' in client.get(path, headers={"Accept-Language": "en"}).text
    # A link overrides it, and from another site it keeps nothing; nor does a language that there is not.
    for site in ("cross-site", "same-site"):
        answer = client.get("/?lang=en", headers={"Sec-Fetch-Site": site})
        assert '<html lang="en"' in answer.text
        assert "set-cookie" not in answer.headers
    for code in ("xx", "en%0d%0aX: y", "%ff", "en;x", ""):
        answer = client.get(f"/?lang={code}")
        assert "set-cookie" not in answer.headers
        assert '<html lang="de"' in answer.text
    # The API is for programs as well: it asks for no cookie, and sets none.
    answer = client.get("/api/kinds?lang=de", headers={"Accept-Language": "en"})
    assert (answer.headers["content-language"], "set-cookie" in answer.headers) == ("de", False)
    answer = client.get("/api/kinds", headers={"Accept-Language": "en"})
    assert answer.headers["content-language"] == "en"


def test_a_switch_keeps_the_address(client: Any) -> None:
    page = client.get("/games/abcdefghijkl?seat=all&lang=en").text
    assert 'href="?seat=all&amp;lang=de" hreflang="de" lang="de" title="Deutsch"' in page
    assert 'lang="en" title="English" aria-current="true"' in page


def test_the_api_speaks_the_language_of_the_request(client: Any) -> None:
    german = {"Accept-Language": "de"}
    begun = client.post("/api/games", json={"game": "pods"}).json()
    address = f"/api/games/{begun['id']}"
    key = {"Authorization": f"Bearer {begun['keys']['1']}"}
    assert client.get(address, headers=german).json()["message"] == (
        "Diese Partie ist nicht öffentlich. Öffne sie mit dem Link, den du bekommen hast."
    )
    look = client.post(f"{address}/look", json={"text": "zz"}, headers={**german, **key}).json()
    with language("de"):
        wanted = messages.say(look["code"], **{"text": "zz"}) if look["code"] else ""
    english = client.post(f"{address}/look", json={"text": "zz"}, headers=key).json()
    assert look["code"] == english["code"]
    assert look["message"] != english["message"]
    assert wanted
    refused = client.get("/api/nothing", headers=german)
    assert refused.json()["message"] == "Unter dieser Adresse gibt es nichts."


def test_two_languages_at_once_do_not_mix(client: Any) -> None:
    """Requests are answered in threads, by turns."""
    said = {
        "en": "There is nothing at this address.",
        "de": "Unter dieser Adresse gibt es nichts.",
    }

    def ask(number: int) -> None:
        code = ("en", "de")[number % 2]
        header = {"Accept-Language": code}
        assert client.get("/api/games/x" + "y" * 11, headers=header).json()["message"]
        page = client.get("/rules/pods/tour", headers=header).text
        assert f'<html lang="{code}"' in page
        assert client.get("/rules/none", headers=header).json()["message"] == said[code]

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(ask, range(40)))


def test_a_fault_is_told_in_the_language_of_the_request(app: Any, monkeypatch: Any) -> None:
    testclient = pytest.importorskip("starlette.testclient")

    def broken(*_: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(app.state.host, "head", broken)
    with testclient.TestClient(
        app, base_url="http://127.0.0.1", raise_server_exceptions=False
    ) as client:
        answer = client.get("/api/games/abcdefghijkl", headers={"Accept-Language": "de"})
    assert answer.status_code == 500
    assert answer.json()["message"].startswith("Auf dem Server ist etwas schiefgegangen")


def test_pages_carry_what_their_scripts_say(client: Any) -> None:
    for path in PAGES:
        page = client.get(path, headers={"Accept-Language": "de"}).text
        found = re.search(r'<script type="application/json" id="sentences">(.*?)</script>', page)
        entry = re.search(r'<script type="module" src="/static/([\w-]+\.js)', page)
        if entry is None:
            assert found is None
            continue
        assert found is not None
        held = json.loads(found[1])
        assert tuple(held["words"]) == words.scripts(entry[1]).codes
        for module in words.scripts(entry[1]).modules[1:]:
            assert f'<link rel="modulepreload" href="/static/{module}">' in page


def test_the_game_page_is_small(client: Any) -> None:
    """HTML, CSS and JavaScript of the game page, in German, without pictures: less than 150 kB."""
    page = client.get("/games/abcdefghijkl", headers={"Accept-Language": "de"}).text
    parts = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))', page))
    sizes = {part: len(client.get(part).content) for part in sorted(parts)}
    assert len(sizes) > 15
    assert len(page.encode()) + sum(sizes.values()) < 150_000, sizes
