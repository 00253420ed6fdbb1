"""Messages: every code has its sentence, every sentence its parameters, in every language."""

import asyncio
import copy
import json
import pickle
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Message
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from abstractplay_hex import (
    ArgumentError,
    HexError,
    MoveError,
    StateError,
    game_info,
    load_game,
    new_game,
)
from abstractplay_hex.i18n import extracting, languages, messages
from abstractplay_hex.i18n.languages import language
from abstractplay_hex.i18n.messages import Phrase, Plural, say
from abstractplay_hex.records import read_game
from tests import codes
from tests.codes import placeholders
from tests.conftest import run_async
from tests.games import KINDS, fresh, played

ENGLISH = extracting.own_english()
REGISTERED = {code: text for code, text in messages.sentences().items() if code in ENGLISH}
METADATA = ENGLISH.keys() - REGISTERED.keys()
PO = extracting.OWN_FOLDER / "de" / "LC_MESSAGES" / f"{messages.DOMAIN}.po"
GERMAN: dict[str, Message] = {
    str(m.context): m for m in extracting.read_po(PO, "de") if m.id and m.context
}
UPDATE = "run: python -m abstractplay_hex.i18n.extracting, and complete the .po files"
THE_SAME = re.compile(r"[^a-z]*|Land|Dendria|Natal Seas - Pods", re.ASCII)
"""Texts that are no words but for their parameters, and names: these may be equal in all languages."""
CODE = re.compile(r"[a-z]+(\.[a-z][a-z_-]*)+")
FILE = re.compile(r"[\w-]+\.(html|js|json|webmanifest)")
NO_CODES = ["engine.died", "json.dumps_kwargs"]
"""Texts that look like codes: a code of the JavaScript client's own, and a setting of Jinja's."""
ENGLISH_WORDS = re.compile(
    r"\b(the|is|are|of|and|this|must|expected|whole|number|object|list)\b", re.I
)


def forms(text: Any) -> tuple[str, ...]:
    """Return all forms of an English sentence or of a translation."""
    if isinstance(text, Plural):
        return text.one, str(text)
    return (text,) if isinstance(text, str) else tuple(text)


def samples(code: str, count: int = 7) -> dict[str, Any]:
    return dict.fromkeys(placeholders(ENGLISH[code]), count)


# ---- codes and sentences -----------------------------------------------------------------------


def test_no_code_lacks_a_sentence() -> None:
    """A text that begins like a code is one: alone, or behind its game's uid."""
    subjects = {code.rpartition(".")[0] for code in REGISTERED}
    known = REGISTERED.keys() | {code.partition(".")[2] for code in REGISTERED}
    alike = {t for t in codes.texts() if CODE.fullmatch(t) and t.rpartition(".")[0] in subjects}
    assert sorted(t for t in alike - known if not FILE.fullmatch(t)) == NO_CODES
    assert len(alike) > 250  # they are found at all


def test_no_sentence_lacks_a_parameter() -> None:
    """Here of codes that are written out in a call; of all others when tests provoke them."""
    lacking, found = [], set()
    for where, code, call in codes.calls(REGISTERED):
        found.add(code)
        given = {k.arg for k in call.keywords} | codes.held(call)
        if None not in given:  # **params
            lacking += [(where, code, p) for p in placeholders(REGISTERED[code]) - given]
    assert lacking == []
    assert len(found) > 250


def test_codes_are_stable(snapshot: SnapshotAssertion) -> None:
    """Hosts tell messages by their codes: a code that is renamed or taken out is a change for them."""
    assert sorted(REGISTERED) == snapshot


def test_no_sentence_is_unused() -> None:
    assert [code for code in sorted(REGISTERED) if not codes.written(code)] == []


def test_no_parameter_is_an_english_phrase() -> None:
    # Words that are put into a sentence have codes of their own: Phrase("phrase.whole-number").
    places = ("path", "key", "where", "method")  # in JSON: the same in all languages
    said = [
        (where, sorted(words))
        for where, _, call in codes.calls(REGISTERED)
        for keyword in call.keywords
        if keyword.arg not in places and (words := codes.words(keyword.value))
    ]
    assert said == []


@pytest.mark.parametrize("code", sorted(REGISTERED))
def test_every_sentence_can_be_said(code: str) -> None:
    for count in (0, 1, 7):
        for spoken in ("en", "de"):
            with language(spoken):
                said = say(code, **samples(code, count))
                assert said
                assert not re.search(r"\{\w*\}", said)
                assert str(Phrase(code, **samples(code, count))) == said


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_parameter_that_is_not_given_is_named_with_the_code(
    spoken: str, strict_messages: list[str]
) -> None:
    """A mistake of a game's author: ``KeyError: 'cell'`` would not say in which sentence."""
    for code in REGISTERED:
        for missing in samples(code):
            given = samples(code)
            del given[missing]
            for saying in (say, Phrase):
                named = f"{code!r} needs the parameter {missing!r}"
                with language(spoken), pytest.raises(LookupError, match=re.escape(named)):
                    saying(code, **given)
    strict_messages.clear()


@pytest.mark.parametrize("code", sorted(c for c, s in REGISTERED.items() if isinstance(s, Plural)))
def test_plurals_choose_their_form(code: str) -> None:
    sentence = REGISTERED[code]
    assert isinstance(sentence, Plural)
    assert sentence.by in placeholders(str(sentence))
    assert placeholders(sentence.one) <= placeholders(str(sentence))
    for n, form in ((0, str(sentence)), (1, sentence.one), (2, str(sentence))):
        params = samples(code) | {sentence.by: n}
        assert say(code, **params) == form.format_map(params)
        with language("de"):
            german = forms(GERMAN[code].string)[0 if n == 1 else 1]
            assert say(code, **params) == german.format_map(params)


def test_one_is_not_said_as_many() -> None:
    nouns = "cells|rows|modules|points|players|plies|characters|moves|trees|sprites|glyphs|more"
    counted = re.compile(rf"\{{(\w+)\}} ({nouns})\b")
    # Numbers that are never 1: our limits, and what is more than such a limit.
    large = {"limit", "length", "majority", "most", "total"}
    found = {
        code: match[1]
        for code, sentence in REGISTERED.items()
        if not isinstance(sentence, Plural)
        and (match := counted.search(sentence))
        and match[1] not in large
    }
    assert found == {
        "dendria.position.rows": "wanted",  # no board has a single row
        "dendria.position.too-much-land": "found",
        "pods.position.rows": "expected",
    }


# ---- German ------------------------------------------------------------------------------------


def test_german_is_about_these_sentences() -> None:
    assert sorted(GERMAN.keys() ^ ENGLISH.keys()) == [], UPDATE
    changed = [code for code, m in GERMAN.items() if forms(m.id) != forms(ENGLISH[code])]
    assert changed == [], UPDATE


def test_german_is_complete_and_not_fuzzy() -> None:
    assert [c for c, m in GERMAN.items() if not extracting.complete(m.string)] == [], UPDATE
    assert [c for c, m in GERMAN.items() if m.fuzzy] == [], UPDATE


def test_german_has_the_parameters_of_the_english() -> None:
    different = []
    for code, message in GERMAN.items():
        if code in METADATA:
            continue  # said as they are
        many = placeholders(forms(message.id)[-1])
        if placeholders(forms(message.string)[-1]) != many:
            different.append(code)
        assert all(placeholders(form) <= many for form in forms(message.string)), code
    assert different == []


def test_german_is_not_english() -> None:
    same = [
        code
        for code, m in GERMAN.items()
        if forms(m.string) == forms(m.id)
        and not THE_SAME.fullmatch(re.sub(r"\{\w+\}", "", forms(m.id)[0]))
    ]
    assert same == []


GLOSSARY = {
    "seeds?": "Samen",
    "sprites?": "Geist",
    "trees?": "Baum|Bäume",
    "forests?": "Wald|Wäld",
    "libert(y|ies)": "Freiheit",
    "lagoons?": "Lagune",
    "ocean": "Meer",
    "whales?": "Wal",
    "influence": "Einfluss",
    "modules?": "Modul",
    "pl(y|ies)": "Halbz[uü]g|ersten? Eintrag",
    "cells?": "[Ff]eld",
    "variants?": "Variante",
    "fertili[sz][a-z]+": "[Bb]efrucht",
    "hungry": "[Hh]ungrig",
    "nourished": "genährt",
    "watch(|es|ed)": "[Bb]ewach|[Zz]uschau|sehen .*zu",  # sprites a cell, people a game
    "protect(|s|ed)": "schütz|Schutz",
    "summon(|ed)": "[Bb]eschw[oö]r",
    "captur[a-z]+": "[Ss]chl[aä]g|erober",
    "conver(t|ts|ted|sions?)": "[Uu]mwand|umzuwandeln|[Uu]mgewandelt|[Ww]andle .* um",
    "migrat[a-z]+": "[Ww]ander",
    "position text": "Stellungstext",
    "boards?": "Brett",
    "hyphens?": "Bindestrich",
    "underscores?": "Unterstrich",
    "digits?": "Ziffer|Stellen",
}
"""Words of the games and of sentences that list things, and how German says them, always."""


def test_german_says_a_thing_always_by_the_same_word() -> None:
    other, used = [], set()
    for code, message in GERMAN.items():
        english, german = (
            re.sub(r"\{\w*\}|\[.*\]", "", forms(t)[-1]) for t in (message.id, message.string)
        )
        for word, wanted in GLOSSARY.items():
            if re.search(rf"\b{word}\b", english, re.I):
                used.add(word)
                if not re.search(wanted, german):
                    other.append((code, word, german))
    assert other == []
    assert used == GLOSSARY.keys()


def test_german_is_one_voice() -> None:
    """Players are called du; a sentence behind a place begins with a capital letter; all end alike."""
    texts = {code: form for code, m in GERMAN.items() for form in forms(m.string)}
    formal = re.compile(r"\b\w+en Sie\b|(?<=\w )(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b")
    assert [(c, t) for c, t in texts.items() if formal.search(t)] == []
    keys = re.compile(r"\{(path|where)\}: (eog|resign|\{|[^a-zäöü])")
    small = [
        (c, t) for c, t in texts.items() if re.match(r"\{(path|where)\}: ", t) and not keys.match(t)
    ]
    assert small == []
    # A sentence ends as the English one does, or is none.
    ends = [
        (c, t)
        for c, m in GERMAN.items()
        for t in forms(m.string)
        if forms(m.id)[-1].endswith(".") != t.endswith(".")
    ]
    assert ends == []


def test_german_was_looked_at_where_english_changed() -> None:
    """A line that tells the sentence before is for fuzzy translations, and there are none."""
    assert [c for c, m in GERMAN.items() if any("|" in line for line in m.user_comments)] == []


def test_compiled_catalogues_are_up_to_date() -> None:
    for po in extracting.OWN_FOLDER.glob(f"*/LC_MESSAGES/{messages.DOMAIN}.po"):
        catalog = extracting.read_po(po, po.parent.parent.name)
        wanted = GNUTranslations(BytesIO(extracting.compiled(catalog)))
        with po.with_suffix(".mo").open("rb") as file:
            found = GNUTranslations(file)
        entries = [{k: v for k, v in vars(c)["_catalog"].items() if k} for c in (wanted, found)]
        assert entries[0] == entries[1], UPDATE


def test_template_is_up_to_date() -> None:
    found = extracting.read_po(extracting.OWN_FOLDER / f"{messages.DOMAIN}.pot", "en")
    assert {m.context: forms(m.id) for m in found if m.id} == {
        code: forms(text) for code, text in ENGLISH.items()
    }, UPDATE


# ---- languages ---------------------------------------------------------------------------------


@contextmanager
def process_language(code: str) -> Iterator[None]:
    languages.set_language(code)
    try:
        yield
    finally:
        languages.set_language("en")


COMPLETE = {"en": "This move is complete.", "de": "Dieser Zug ist vollständig."}


def test_english_needs_no_set_up() -> None:
    assert languages.current_language() == "en"
    assert say("move.complete") == COMPLETE["en"]


def test_language_is_put_back() -> None:
    with language("de"):
        with language("en"):
            assert say("move.complete") == COMPLETE["en"]
        assert say("move.complete") == COMPLETE["de"]
        with pytest.raises(MoveError):
            new_game("pods").move("z9")
    assert languages.current_language() == "en"


@pytest.mark.parametrize("code", ["de", "de-AT", "de_CH", "DE"])
def test_regions_fall_back_to_their_language(code: str) -> None:
    with language(code):
        assert say("move.complete") == COMPLETE["de"]


@pytest.mark.parametrize("code", ["xx", "", "../de", None, 5, "english"])
def test_unknown_languages_are_refused(code: Any) -> None:
    for choose in (languages.set_language, language(code).__enter__):
        with pytest.raises(ArgumentError) as caught:
            choose(code) if choose is languages.set_language else choose()  # type: ignore[call-arg]
        assert caught.value.code == "language.unknown"
        assert "de, en" in caught.value.message
    assert languages.current_language() == "en"


def test_threads_and_tasks_have_their_own_language() -> None:
    barrier = threading.Barrier(4)

    def speak(code: str) -> str:
        with language(code):
            barrier.wait()
            return say("move.complete")

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(speak, ["en", "de"] * 2)) == [COMPLETE["en"], COMPLETE["de"]] * 2

    async def task(code: str) -> str:
        with language(code):
            await asyncio.sleep(0.001)
            return say("move.complete")

    async def all_tasks() -> list[str]:
        return await asyncio.gather(*(task(code) for code in ["en", "de"] * 5))

    assert run_async(all_tasks()) == [COMPLETE["en"], COMPLETE["de"]] * 5


def test_language_of_the_process() -> None:
    with process_language("de"), ThreadPoolExecutor(1) as pool:
        assert pool.submit(say, "move.complete").result() == COMPLETE["de"]
        with language("en"):
            assert say("move.complete") == COMPLETE["en"]
    assert say("move.complete") == COMPLETE["en"]


def test_a_host_translates_itself() -> None:
    asked = []

    def translator(code: str, params: Any) -> str | None:
        asked.append((code, dict(params)))
        return None if code == "pods.occupied" else f"<{code}>"

    with language("de"), languages.translated_by(translator):
        assert say("move.complete") == "<move.complete>"
        assert say("pods.occupied", cell="g7") == "g7 ist nicht leer."
        assert game_info("pods").to_dict()["notes"] == "<pods.info.notes>"
    assert asked[1] == ("pods.occupied", {"cell": "g7"})


# ---- what is said where ------------------------------------------------------------------------


def test_errors_speak_the_language_of_who_reads_them() -> None:
    with pytest.raises(StateError) as caught:
        load_game({"game": "pods", "numplayers": 2, "variants": "x"})
    error = caught.value
    assert error.message == "$: the key gameover is missing."
    with language("de"):
        assert str(error) == "$: Der Schlüssel gameover fehlt."


def test_errors_and_phrases_travel() -> None:
    error = StateError("state.expected", path="$", expected=Phrase("phrase.whole-number"))
    for moved in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(moved), moved.code, moved.params) == (StateError, error.code, error.params)
        with language("de"):
            assert str(moved) == "$: Hier wird erwartet: eine ganze Zahl."
    assert json.dumps(error.params) == '{"path": "$", "expected": "a whole number"}'


def test_what_a_lost_game_said_is_still_shown() -> None:
    # An error from another process, of a game that is not loaded here.
    assert say("lost.wrong", cell="a1") == "lost.wrong (cell: a1)"
    phrase = Phrase._made("a green stone", "lost.phrase", {})
    assert str(pickle.loads(pickle.dumps(phrase))) == "a green stone"


def test_game_info_in_german() -> None:
    for info in (game_info("pods"), game_info("dendria")):
        plain = info.to_dict()
        german = info.to_dict("de")
        with language("de"):
            assert info.to_dict() == german
            assert info.to_dict("en") == plain
        kept = plain.keys() - {"description", "notes", "variants", "displays"}
        assert {k: plain[k] for k in kept} == {k: german[k] for k in kept}
        assert german["description"] != plain["description"] == info.description
        assert german["notes"] != plain["notes"] == info.notes
        for key in ("variants", "displays"):
            for a, b in zip(plain.get(key, []), german.get(key, []), strict=True):
                assert a["uid"] == b["uid"]
                assert a["name"] != b["name"]
                assert a["description"] != b["description"]
    with pytest.raises(ArgumentError):
        game_info("pods").to_dict("xx")


def test_a_game_answers_in_german() -> None:
    game = new_game("dendria", ["modular-13"])
    with language("de"):
        assert game.get_variants() == ["Modulares Brett, 13 Module (offiziell)"]
        assert game.description().startswith("Zwei Mächte")
        assert (game.notes() or "").startswith("Auf einem modularen Brett")
        assert game.all_variants()[0]["name"] == "Festes Brett, Seitenlänge 7"
        assert game.alternative_displays()[0]["name"] == "Bewachtes zeigen"
        assert game.validate_move("pass").message.startswith("Solange das Brett")
        assert game.sidebar_statuses()[0]["key"] == "Gelegte Module"
        assert new_game("dendria").buttons() == [{"label": "Passen", "key": "pass", "move": "pass"}]
        assert new_game("pods").sidebar_scores()[0]["name"] == "Punkte"
        assert new_game("pods").move("g7").chat_log(["Ada"])[0][1] == (
            "Ada hat einen Wal auf g7 gesetzt."
        )
    assert game.get_variants() == ["Modular board, 13 modules (official)"]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_data_is_the_same_in_every_language(kind: Any) -> None:
    game = played(kind, 3, 20).resign(1)
    moment = game._clock()

    def data() -> list[Any]:
        record = game.record(["Ada", "Bo"], date_generated=moment)
        return [record, game.serialize(), game.results_history(), game.position(), game.render()]

    before = data()
    with language("de"):
        assert data() == before
        load_game(game.serialize(), verify=True)
        assert read_game(before[0]).uid == game.uid


BAD_STATES: list[Any] = [
    "",
    "{",
    '{"a" 1}',
    '{"a":1 "b"}',
    "[1,]",
    '"abc',
    '"\\q"',
    "[1] 2",
    "[NaN]",
    "9" * 5000,
    b"\xff",
    "gz:!",
    "gz:aaaa",
    "gz:H4sIAAAA",
    "[]",
    {"game": "chess"},
    {"game": "pods"},
    {"game": "pods", "more": 1},
]


def test_no_english_in_german_errors() -> None:
    game = new_game("pods", clock=fresh(KINDS[0])._clock).move("g7")
    faults: list[Any] = list(BAD_STATES)
    for path, value in (
        (["gameover"], True),
        (["winner"], [1]),
        (["numplayers"], 3),
        (["variants"], ["x"]),
        (["variants"], 1),
        (["stack"], {}),
        (["stack", 0], 5),
        (["stack", 1, "_version"], 5),
        (["stack", 1, "_version"], "1"),
        (["stack", 1, "_version"], "99999999"),
        (["stack", 1, "_results"], 5),
        (["stack", 1, "_results"], [5]),
        (["stack", 1, "_results"], [{"type": "?"}]),
        (["stack", 1, "currplayer"], "1"),
        (["stack", 1, "lastmove"], 1),
        (["stack", 1, "scores"], [1]),
        (["stack", 1, "board"], {}),
    ):
        state: Any = game.state()
        inner = state
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        faults.append(state)
    acts: list[Callable[[], Any]] = [partial(load_game, fault) for fault in faults]
    records: list[Any] = [
        {"moves": 5},
        {"header": {}, "moves": []},
        {"stack": []},
        {"plies": 1},
        [5],
    ]
    acts += [partial(read_game, record) for record in records]
    for text in ("x" * 9999, "0,0 X", "0,0;9,9 D", "0,0 D", "0,0;1,1 L", "a b c d", "7 X 0 -"):
        acts.append(partial(new_game, "dendria", ["modular-8"], position=text))
    acts += [
        partial(game.load, 10**60),
        partial(game.undo, 5),
        partial(new_game, "pods", ["x"]),
        partial(new_game, "dendria", ["solo"]),
    ]
    told = []
    for act in acts:
        with pytest.raises(HexError) as caught:
            act()
        with language("de"):
            told.append((caught.value, caught.value.message))
    for error, german in told:
        assert not ENGLISH_WORDS.search(german), german
        assert error.message != german


@given(
    st.sampled_from(KINDS),
    st.text(max_size=30) | st.from_regex(r"[a-z0-9,=x;m-]{0,12}", fullmatch=True),
)
def test_any_text_is_judged_in_german(kind: Any, text: str) -> None:
    game = fresh(kind)
    plain = game.validate_move(text)
    with language("de"):
        german = game.validate_move(text)
        clicked = game.handle_click(text, 3, 3)
    assert german.code == plain.code
    assert german.message
    assert german.message != plain.message
    assert clicked.message


# ---- catalogues of others ----------------------------------------------------------------------


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Path]:
    """A package's locale folder, with sentences of a game ``ludo`` in French and German."""
    texts = {
        "ludo.pieces": "{n} {n:piece|pieces}",
        "ludo.hello": "Hello {who}",
        "ludo.broken": "Broken {what}",
    }
    messages.add_sentences(texts)
    messages.add_sentences(texts)  # twice does no harm
    assert len(extracting.update(texts, "ludo", tmp_path, ["fr", "de"])) == 2
    words: dict[str, Any] = {
        "ludo.pieces": ("{n} pion", "{n} pions", "{n} pions"),  # the third is for millions
        "ludo.hello": "Bonjour {who}",
        "ludo.broken": "{wrong}",
    }
    po = tmp_path / "fr" / "LC_MESSAGES" / "ludo.po"
    catalog = extracting.read_po(po, "fr")
    for message in catalog:
        if message.context in words:
            message.string = words[message.context]
    po.write_bytes(extracting.written(catalog))
    assert [line.split(":")[0] for line in extracting.update(texts, "ludo", tmp_path)] == [
        str(tmp_path / "de" / "LC_MESSAGES" / "ludo.po")
    ]
    languages.add_catalogue("ludo", tmp_path)
    yield tmp_path
    del messages._catalogues["ludo", str(tmp_path)]
    messages._translations.clear()
    messages._languages.clear()
    for code in texts:
        del messages._sentences[code]


def test_a_plugin_brings_its_catalogues(plugin: Path) -> None:
    assert languages.languages() == ("de", "en", "fr")
    with language("fr"):
        assert say("ludo.hello", who="Ada") == "Bonjour Ada"
        # French counts nothing as one.
        assert [say("ludo.pieces", n=n) for n in (0, 1, 2)] == ["0 pion", "1 pion", "2 pions"]
        assert say("ludo.broken", what="x") == "Broken x"  # a broken translation is not used
        assert say("move.complete") == COMPLETE["en"]
    with language("de"):
        assert say("ludo.hello", who="Ada") == "Hello Ada"
        assert say("ludo.pieces", n=1) == "1 piece"
        assert say("move.complete") == COMPLETE["de"]


def test_a_changed_sentence_makes_its_translation_fuzzy(plugin: Path) -> None:
    texts = {"ludo.hello": "Hello, {who}!", "ludo.new": "New"}
    assert extracting.update(texts, "ludo", plugin)[1].endswith("1 not translated, 1 fuzzy")
    catalog = extracting.read_po(plugin / "fr" / "LC_MESSAGES" / "ludo.po", "fr")
    found = {m.context: m for m in catalog if m.id}
    assert found.keys() == texts.keys()
    assert found["ludo.hello"].fuzzy
    assert found["ludo.hello"].string == "Bonjour {who}"
    assert '#| msgid "Hello {who}"' in (plugin / "fr/LC_MESSAGES/ludo.po").read_text("utf-8")
    assert b"Bonjour" not in (plugin / "fr" / "LC_MESSAGES" / "ludo.mo").read_bytes()


def test_what_a_fuzzy_translation_was_of_is_told_until_somebody_has_looked_at_it(
    plugin: Path,
) -> None:
    old = ("Hello {who}", "{n} piece", "{n} pieces")
    texts = {
        "ludo.hello": "Hello, {who}!",
        "ludo.pieces": "{n:One|Many}: {n}",
    }
    po = plugin / "fr" / "LC_MESSAGES" / "ludo.po"
    extracting.update(texts, "ludo", plugin)
    once = po.read_bytes()
    told = [line for line in once.decode().splitlines() if line.startswith("#|")]
    assert told == [
        f'#| {key} "{t}"' for key, t in zip(("msgid", "msgid", "msgid_plural"), old, strict=True)
    ]
    for _ in range(2):
        extracting.update(texts, "ludo", plugin)
        assert po.read_bytes() == once
    # A sentence before that another program wrote in several lines is still the same.
    long = f'#| msgid_plural "{old[2]}"'
    assert long in once.decode()
    po.write_text(
        once.decode().replace(long, '#| msgid_plural ""\n#| "{n} "\n#| "pieces"'), "utf-8"
    )
    extracting.update(texts, "ludo", plugin)
    assert po.read_bytes() == once
    # A translator who takes the mark away leaves these lines, or not.
    po.write_text(once.decode().replace("#, fuzzy, ", "#, "), "utf-8")
    assert len(extracting.update(texts, "ludo", plugin)) == 1  # German, which was never begun
    assert not re.search("^#.*[|]", po.read_text("utf-8"), re.MULTILINE)


def test_updating_twice_changes_nothing(tmp_path: Path) -> None:
    for _ in range(2):
        extracting.main(["--game", "pods", "--folder", str(tmp_path), "nl"])
        files = {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()}
    assert extracting.main(["--game", "pods", "--folder", str(tmp_path)]) == 1
    assert {p: p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == files
    assert len(files) == 3
    found = {m.context for m in extracting.read_po(tmp_path / "pods.pot", "en") if m.id}
    assert found == {code for code in ENGLISH if code.startswith("pods.")}


def test_two_sentences_for_one_code_are_refused() -> None:
    with pytest.raises(ValueError, match="another sentence"):
        messages.add_sentences({"move.complete": "Done."})
