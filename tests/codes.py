"""Every message is made of a registered code and all that its sentence needs.

Checked where messages are made, in every test (:func:`strict_messages`). What no test provokes is read
in the source: each call with a code written out (:func:`calls`), and all texts that are codes or parts
of some (:func:`texts`, :func:`templates`).
"""

import ast
import re
import string
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import abstractplay_hex
from abstractplay_hex.errors import HexError
from abstractplay_hex.i18n import messages
from abstractplay_hex.i18n.messages import TRANSLATOR, Plural

ROOT = Path(abstractplay_hex.__file__).parent
UNSAID = re.compile(r"lost\..*|\w+\.(info|variant|group|display|teaching)\..*|(\w+\.)?piece\..*")
"""Codes without a registered sentence: of games that are not loaded here, and of metadata."""


def placeholders(sentence: str) -> set[str]:
    """Return the names of the parameters of a sentence, of all its forms if it is a plural."""
    forms = (sentence.one, str(sentence)) if isinstance(sentence, Plural) else (sentence,)
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.fixture(autouse=True)
def strict_messages() -> Iterator[list[str]]:
    """What is wrong with the messages made while a test runs; clear it where they should be wrong."""
    wrong: list[str] = []
    needed: dict[str, set[str]] = {}

    def judge(code: str, params: Mapping[str, Any]) -> None:
        if code not in needed:
            sentence = messages.sentences().get(code)
            if sentence is None:
                wrong.extend([] if UNSAID.fullmatch(code) else [f"{code} has no sentence"])
                return
            needed[code] = placeholders(sentence)
        if not needed[code] <= params.keys():
            wrong.append(f"{code} is made without {needed[code] - params.keys()}")

    def made(error: HexError, code: str, **params: Any) -> None:
        judge(code, params)
        plain(error, code, **params)

    plain = HexError.__init__
    token = TRANSLATOR.set(judge)  # asked first, whatever is said
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HexError, "__init__", made)
        yield wrong
    TRANSLATOR.reset(token)
    assert wrong == [], wrong


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax trees of the package's modules, except those that register sentences."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.rglob("*.py"))
        if path.name not in ("sentences.py", "messages.py")
    }


def calls(codes: Collection[str]) -> Iterator[tuple[str, str, ast.Call]]:
    """Yield the calls that make a message of a code written out: where they are, the code, the call."""
    for name, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for i, given in enumerate(node.args[:2]):
                    code = given.value if isinstance(given, ast.Constant) else None
                    # A call with a message behind the code only keeps both.
                    made = any(isinstance(other, ast.Call) for other in node.args[i + 1 :])
                    if isinstance(code, str) and code in codes and not made:
                        yield f"{name}:{node.lineno}", code, node


def held(call: ast.Call) -> set[str]:
    """Return the names of the parameters that a call keeps for later, in a dictionary."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    keys = [key for each in given if isinstance(each, ast.Dict) for key in each.keys]
    return {str(key.value) for key in keys if isinstance(key, ast.Constant)}


def words(expr: ast.AST) -> set[str]:
    """Return the texts with letters in an expression, apart from what calls make of theirs."""
    if isinstance(expr, ast.Call):
        return set()
    if isinstance(expr, ast.Dict):
        return {text for value in expr.values for text in words(value)}
    if isinstance(expr, ast.FormattedValue):
        return words(expr.value)  # and not how it is formatted
    if isinstance(expr, ast.Constant):
        return {t for t in (expr.value,) if isinstance(t, str) and any(c.isalpha() for c in t)}
    return {text for child in ast.iter_child_nodes(expr) for text in words(child)}


@cache
def texts() -> frozenset[str]:
    """Return all texts written out in the package's code, and the codes that its pages say."""
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    pages = (path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.html")))
    said = {code for page in pages for code in re.findall(r'\bsay\("([\w.-]+)"', page)}
    said |= {
        code
        for script in sorted(ROOT.rglob("*.js"))
        for code in re.findall(r'"([a-z]+\.[\w.-]+)"', script.read_text(encoding="utf-8"))
    }
    pieces = {
        id(value) for node in nodes if isinstance(node, ast.JoinedStr) for value in node.values
    }
    return frozenset(said) | frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces
    )


@cache
def templates() -> tuple[re.Pattern[str], ...]:
    """Return patterns of the f-strings that make codes, such as ``f"dendria.{code}"``."""
    found = set()
    for tree in modules().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                parts = [v.value if isinstance(v, ast.Constant) else "{}" for v in node.values]
                found.add("".join(map(str, parts)))
    codes = filter(re.compile(r"[a-z]+\.[a-z.-]*\{\}[a-z.{}-]*").fullmatch, found)
    return tuple(re.compile(re.escape(code).replace(r"\{\}", "(.+)")) for code in codes)


def written(code: str) -> bool:
    """Say whether a code is written in the source: in whole, or what fills the holes of a template."""
    return code in texts() or any(
        all(map(written, match.groups())) for t in templates() if (match := t.fullmatch(code))
    )
