"""Pages say nothing but what the catalogues have: no template or script has a sentence of its own."""

import re
from pathlib import Path

import pytest

from abstractplay_hex.playground import words
from abstractplay_hex.static_site import OWN

PAGES = sorted((*(words.STATIC.parent / "templates").glob("*.html"), *OWN.glob("*.html")))
SCRIPTS = sorted((*words.STATIC.glob("*.js"), *OWN.glob("*.js")))
SPOKEN_ATTRIBUTES = ("title", "aria-label", "aria-description", "placeholder", "alt", "label")
NAMES = {"API", "BoardGameGeek", "abstractplay_hex"}
"""Names, which are the same in all languages."""

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
_WORDS = re.compile(
    r"[A-Za-z]{2,}[,.:;!?…]* [A-Za-z]|^[A-Z][a-z]{2,}(?![\w-])|[a-z]{2,}[!?…]$|^ [a-z]+$"
)
"""Words beside each other, or one with a capital letter, or one that ends a sentence."""
_KEYS = re.compile(
    "Arrow|Backspace|Esc|(Arrow)?(Up|Down|Left|Right)|Enter|Escape|Home|End|Tab|Page(Up|Down)|Delete|Shift"
)
_NOT_SAID = re.compile(
    r"""
    (?m:(?<!:)//.*$) | /\*(?s:.*?)\*/  # comments
    | \blocks\.request\(`[^`]*`
    | "\w+"\ in\ \w+ | "use\ strict"
    | (?m:^import\ (?s:.*?);$)
    | \bclass(?:Name)?:\ (?:"[^"]*"|`[^`]*`)
    | \b(?:closest|matches|matchMedia|querySelector|querySelectorAll)\((?:"[^"]*"|`[^`]*`)
    | \bkee?pt?\((?:local|session)Storage,\ (?:"[^"]*"|`[^`]*`)
    | \bconsole\.\w+\(.*?\);
    """,
    re.VERBOSE,
)


def in_template(text: str) -> list[str]:
    """Return what a template says by itself."""
    text = re.sub(r"\{#.*?#\}|<!--.*?-->|<script.*?</script>", "", text, flags=re.DOTALL)
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL)
    said = re.findall(r">([^<>]+)(?=<)", text)
    said += re.findall(rf'\b(?:{"|".join(SPOKEN_ATTRIBUTES)})="([^"]*)"', text)
    found = [word for each in said for word in re.findall(r"[^\W\d]\w*", each)]
    return [word for word in found if word not in NAMES and not word.startswith("#")]


def in_script(text: str) -> list[str]:
    """Return what a script says by itself."""
    text = _NOT_SAID.sub("", text)
    found = []
    for match in _STRING.finditer(text):
        string = re.sub(r"\$\{[^}]*\}", "{}", next(filter(None, match.groups()), ""))
        if _WORDS.search(string) and not _KEYS.fullmatch(string):
            found.append(string)
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_template_has_a_sentence(path: Path) -> None:
    assert in_template(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_a_sentence(path: Path) -> None:
    assert in_script(path.read_text("utf-8")) == []


def test_sentences_are_found() -> None:
    assert in_template('<p title="Turn it">{{ say("page.x") }} Hello <b>you</b></p>') == [
        *("Hello", "you", "Turn", "it")
    ]
    for script in (
        'box.textContent = "Your turn";',
        "say(`${name} to move`)",
        'make("p", {}, "Copied")',
        'x ? " won" : ""',
        '"Offer draw?"',
        "'is over.'",
    ):
        assert in_script(script), script
    for script in (
        'import { say } from "./words.js";',
        'say("page.game.play")',
        'event.key === "ArrowLeft"',
        'event.target.closest("input, select, [role=tab]")',
        "form.querySelectorAll(`[data-variants='${x}'] input:checked`)",
        'make("p", { className: "player to-move" })',
        "// A comment. With words",
        'console.error("There is no such thing.");',
    ):
        assert in_script(script) == [], script
