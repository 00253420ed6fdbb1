"""The page on the API: whatever an author or a host is shown to use stands there."""

import ast
import importlib
import re
import tomllib
import types
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import fields

import abstractplay_hex
from abstractplay_hex import ClickResult, Rules, Validation
from tests.conftest import ROOT
from tests.pages.blocks import blocks_of
from tests.pages.site import site_of

pytestmark = pytest.mark.long  # the page is built by the documentation's generator

DOCS = ROOT / "docs"
SAMPLE = ROOT / "tests" / "sample_package" / "hexsample"
CONF = """
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_default_options = {"members": True}
"""
OURS = "abstractplay_hex"
OURS_ALONE = {
    "legend",
    *("setup", "bound_to", "of_plies", "load_saved", "look_at", "looked_at", "partial"),
    *("ply", "position", "starting_position", "begun_under", "svg", "titles"),
}
"""What a game object has that the site's do not."""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The full names of all that the page describes."""
    folder = tmp_path_factory.mktemp("api")
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    app = site_of(text, CONF, folder, "dummy")
    return set(app.env.get_domain("py").objects)  # type: ignore[attr-defined]


def found(name: str) -> Any:
    """Return what has that full name, ``None`` if it is an attribute of instances only."""
    parts = name.split(".")
    for i in range(len(parts), 0, -1):
        try:
            value: Any = importlib.import_module(".".join(parts[:i]))
        except ImportError:
            continue
        for part in parts[i:]:
            value = getattr(value, part, None)
        return value
    return None


def sources() -> Iterator[tuple[str, str]]:
    for path in sorted(SAMPLE.glob("*.py")):
        yield path.name, path.read_text(encoding="utf-8")
    for page in [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]:
        for block in blocks_of(page.read_text(encoding="utf-8")):
            if block.language == "python":
                yield f"{page.name}:{block.line}", block.code
            elif block.language == "pycon":
                lines = [x[4:] for x in block.code.splitlines() if x.startswith((">>> ", "... "))]
                yield f"{page.name}:{block.line}", "\n".join(lines)


def imported(code: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == OURS:
            yield from ((str(node.module), alias.name) for alias in node.names)


def test_what_is_shown_to_be_imported_is_published(published: set[str]) -> None:
    there = [found(name) for name in published]
    missing, seen = [], set()
    for where, code in sources():
        for module, name in imported(code):
            value = getattr(importlib.import_module(module), name)
            if not isinstance(value, types.ModuleType):
                seen.add(name)
                if not any(value is one for one in there):
                    missing.append((where, module, name))
    assert missing == []
    assert {"Outcome", "Setup", "Draft", "StoneRules", "cells_in"} <= seen  # they are found at all


def test_the_top_level_is_published(published: set[str]) -> None:
    there = [found(name) for name in published]
    for name in abstractplay_hex.__all__:
        value = getattr(abstractplay_hex, name)
        assert (
            any(value is one for one in there)
            or f"{OURS}.{name}" in published
            or name == "__version__"
        ), name


def test_everything_an_author_may_write_is_published_and_told(published: set[str]) -> None:
    hooks = {name for name in vars(Rules) if not name.startswith("_")}
    assert Rules.__abstractmethods__ <= hooks
    prefix = f"{OURS}.Rules."
    names = {n.removeprefix(prefix) for n in published if n.startswith(prefix)}
    assert hooks <= names
    assert {*Rules.__annotations__} <= names
    assert all(getattr(Rules, name).__doc__ for name in hooks if callable(getattr(Rules, name)))


@pytest.mark.parametrize(
    "name",
    [
        "players.player",
        "players.POLICIES",
        "rules.saved.map_form",
        "rules.saved.map_pairs",
        "records.reader.read_game",
        "records.replay.replay",
        "errors.ReplayError",
        "board.bits.cells_in",
        "Draft.playable",
        "rules.interface.Scene",
        "rules.interface.Played",
        "game.class_of",
        "registry.refresh",
        "plies.ply.MOST_PLIES",
        "plies.endings.ENDINGS",
    ],
)
def test_named_by_those_who_looked_for_it(published: set[str], name: str) -> None:
    assert f"{OURS}.{name}" in published


def test_the_names_beside_the_sites_are_those_of_the_library() -> None:
    """The table for those who know the site: its second column names what there is."""
    page = (DOCS / "embed.md").read_text(encoding="utf-8")
    rows = page.partition("| the site | here |")[2].partition("\n\n")[0].splitlines()[2:]
    game, seen = abstractplay_hex.new_game("pods"), set()
    answers = {f.name for f in (*fields(ClickResult), *fields(Validation))}
    for row in rows:
        left, here = row.split("|")[1:3]
        named = here if here.strip() != "the same" else left
        for code in re.findall(r"`(?:game\.)?(\w+)", named):
            there = hasattr(game, code) or hasattr(abstractplay_hex, code) or code in answers
            assert there, row
            seen.add(code)
    own = {n for n in dir(abstractplay_hex.Game) if not n.startswith("_")}
    assert own - seen == OURS_ALONE


def test_the_layers_are_told_as_they_are_checked() -> None:
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| layer |")[2].partition("\n\n")[0]
    told = [re.findall(r"`([a-z0-9.]+)`", row.split("|")[2]) for row in table.splitlines()[2:]]
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(c["layers"] for c in config["tool"]["importlinter"]["contracts"] if "layers" in c)
    checked = [
        [name.strip().removeprefix(f"{OURS}.") for name in re.split(r"[|:]", layer)]
        for layer in layers
    ]

    def depth(name: str) -> int:
        """Return the lowest layer that some of a package is checked in."""
        return max(
            i
            for i, names in enumerate(checked)
            if any(f"{name}.".startswith(f"{n}.") or f"{n}.".startswith(f"{name}.") for n in names)
        )

    depths = [max(map(depth, names)) for names in told]
    assert len(told) > 8
    assert depths == sorted(set(depths))
