"""Every code block of the documentation runs, and the pages are built without a warning."""

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from abstractplay_hex import new_game
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = {"python", "pycon", "sh", "json", "toml"}
"""Languages of blocks that are run or parsed; ``text`` is for what cannot be."""


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    for match in FENCE.finditer(page.read_text(encoding="utf-8")):
        yield match[1], match[2]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_code_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = new_game("pods").move("g7").move("h7").resign(1)
    Path("GAME.json").write_text(game.serialize())
    Path("RECORD.json").write_text(json.dumps(game.record(["Ann", "Bob"])))
    names: dict[str, object] = {"__name__": page.stem}
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", ""))),
    }
    for language, code in blocks(page):
        assert language in RUN | {"text"}, language
        if language == "python":
            exec(compile(code, str(page), "exec"), names)
        elif language == "pycon":
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), 0)
            assert test.examples
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
            assert runner.failures == 0
        elif language == "sh":
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", code],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{code}\n{done.stderr}"
        elif language == "json":
            json.loads(code)
        elif language == "toml":
            tomllib.loads(code)


def test_pages_are_all_reachable() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.stem != "index":
            assert re.search(rf"^{page.stem}$", index, re.MULTILINE), page.stem
