"""Every code block of the documentation runs, as it is written there.

Pages that have nothing to install are read in the environment of the tests, each by itself. Those that
have are read in a clean one, one after the other as a newcomer would, with the library's wheel where pip
looks for it.
"""

import doctest
import gzip
import importlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from abstractplay_hex import new_game, registry
from abstractplay_hex.records.archive import run
from tests.clean_environment import build_wheel, clean_environment, variables
from tests.conftest import FIXTURES, ROOT
from tests.pages.blocks import READ, RUN, Block, NobodyRuns, blocks_of
from tests.pages.reader import Reader, commands_of, reading

DOCS = ROOT / "docs"
PAGES = {page.name: page for page in [*sorted(DOCS.glob("*.md")), ROOT / "README.md"]}
CLEAN = (
    "quick-start.md",
    "write-a-game.md",
    "conformance.md",
    "translating.md",
    "archives.md",
    "play.md",
    "README.md",
)
"""Pages that are read in a clean environment, in this order."""
BY_CI = {"main": "README.md", "tests": "README.md"}
"""Blocks between markers (``<!-- main -->``): whole set-ups, run as they stand by ``.ci/run``."""
MEASURING = "performance.md"
"""A command that wants the machine for itself: `.ci/run` runs it as it stands."""

HEAVY = {
    **dict.fromkeys(("command-line.md", "pictures.md"), pytest.mark.heavy),
    **dict.fromkeys(("fuzzing.md", "players.md", "analysis.md"), pytest.mark.long),
}
"""Pages with commands that run tests of their own, or searches."""


def page_blocks(name: str) -> list[Block]:
    text = PAGES[name].read_text(encoding="utf-8")
    for marker, page in BY_CI.items():
        if page == name:
            pattern = rf"(<!-- {marker} -->\n)```sh\n.*?\n```\n"
            # Blank lines in their place, so that the numbers of lines stay.
            text = re.sub(pattern, lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    return blocks_of(text)


def furnish(folder: Path) -> None:
    """Put the files there that the pages name."""
    game = new_game("pods").move("g7").move("h7")
    for name in ("GAME.json", "game.json", "GAMES.jsonl"):
        (folder / name).write_text(game.serialize() + "\n")
    (folder / "RECORD.json").write_text(json.dumps(game.resign(1).record(["Ann", "Bob"])))
    archive = (FIXTURES / "pods-20240802.jsonl").read_bytes()
    (folder / "ARCHIVE.jsonl.gz").write_bytes(gzip.compress(archive, mtime=0))
    (folder / "fixtures").symlink_to(FIXTURES)


def source_tree(folder: Path) -> Path:
    """Return a copy of what commands for a source tree need, which they may change."""
    tree = folder / "source"
    tree.mkdir()
    for name in ("abstractplay_hex", "tests", "schemas"):
        ignored = shutil.ignore_patterns("__pycache__", "__snapshots__")
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    (tree / "fixtures").symlink_to(FIXTURES)
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=HEAVY.get(name, ()))
        for name in PAGES
        if name not in {*CLEAN, MEASURING}
    ],
)
def test_pages_run(name: str, tmp_path: Path) -> None:
    blocks = page_blocks(name)
    assert not any("pip install" in block.code for block in blocks), f"{name} belongs to CLEAN"
    if not blocks:
        return
    furnish(tmp_path)
    programs = Path(sys.executable).parent
    # The few examples of a long run, and two of its eight cases.
    few = {
        "FUZZ_EXAMPLES": "24",
        "FUZZ_REPORT": "fuzz.txt",
        "PYTEST_ADDOPTS": "-k 'begun or small'",
        "LEARN_GAMES": "6",
    }
    elsewhere = {r"HYPOTHESIS_PROFILE": source_tree(tmp_path)} if name == "fuzzing.md" else {}
    with reading(Reader(tmp_path, variables(programs, **few), elsewhere=elsewhere)) as reader:
        done = reader.do_all(blocks, name)
    assert len(done) == sum(block.language in RUN for block in blocks)
    if name == "fuzzing.md":
        report = (tmp_path / "source" / "fuzz.txt").read_text(encoding="utf-8")
        assert re.search(r"^ +\d+ examples .* in \d+ tests, 0 failed", report, re.MULTILINE)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_player_on_the_page_learns(tmp_path: Path) -> None:
    """As it stands there, it beats chance: it says so itself."""
    with reading(Reader(tmp_path, variables(Path(sys.executable).parent))) as reader:
        reader.do_all(page_blocks("learn.md"), "learn.md")


@pytest.mark.long
@pytest.mark.timeout(900)
def test_pages_run_in_a_clean_environment(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wheels = tmp_path_factory.mktemp("wheels")
    build_wheel(ROOT, wheels)
    programs = clean_environment(tmp_path_factory.mktemp("clean"))
    folder = tmp_path / "reader"
    folder.mkdir()
    furnish(folder)
    environment = variables(programs, XDG_DATA_HOME=str(tmp_path / "data"))
    environment["PIP_FIND_LINKS"] = f"{environment.get('PIP_FIND_LINKS', '')} {wheels}".strip()
    # New catalogues lack all sentences, and the command says so.
    statuses = {
        "python -m abstractplay_hex.i18n.extracting pt": 1,
        "python -m abstractplay_hex.i18n.extracting --game mygame --folder my_game/my_game/locale de": 1,
    }
    elsewhere = {r"python -m abstractplay_hex\.i18n\.extracting( \w+)?$": source_tree(tmp_path)}
    for name in CLEAN:
        blocks = page_blocks(name)
        if name == "README.md":
            # It shows how to begin one, too.
            shutil.rmtree(folder / "my_game")
            uninstall: list[str | Path] = [programs / "pip", "uninstall", "-qy", "my_game"]
            subprocess.run(uninstall, check=True, env=environment)
        with reading(Reader(folder, environment, statuses, elsewhere)) as reader:
            done = reader.do_all(blocks, name)
        assert len(done) == sum(block.language in RUN for block in blocks)
        check_data(name, blocks, folder)


def check_data(name: str, blocks: list[Block], folder: Path) -> None:
    """Compare blocks of data with the files that they are examples of."""
    for block in blocks:
        if block.language not in READ:
            continue
        if (name, block.language) == ("archives.md", "json"):
            shown = json.loads(block.code)
            moves = ["g7", "h7", "f7", "h7-g6", "a1-a2"]
            one = {"id": "1-16", "game": "pods", "variants": [], "moves": moves}
            games = [one]
            if "duplicate" in shown:
                games = [{**one, "moves": moves[:2]}, {**one, "id": "2", "moves": moves[:3]}]
            archive, report = folder / "bad.jsonl", folder / "bad-report.jsonl"
            archive.write_text("".join(json.dumps(game) + "\n" for game in games))
            run([str(archive)], report=report, duplicates="duplicate" in shown)
            made = json.loads(report.read_text().splitlines()[-1])
            elsewhere = {"path": "games.jsonl", "line": 17, "offset": 20418}
            elsewhere |= {"of": shown["of"]} if "of" in made else {}
            assert shown == {**made, **elsewhere}
        elif (name, block.language) == ("write-a-game.md", "toml"):
            shown = tomllib.loads(block.code)
            made = tomllib.loads((folder / "my_game" / "pyproject.toml").read_text())
            points = made["project"]["entry-points"]
            assert shown["project"]["entry-points"] == points
            assert list(points) == [registry.GROUP]
        else:
            pytest.fail(f"{name}:{block.line}: nobody compares this {block.language}")


def test_data_is_on_pages_that_are_compared() -> None:
    for name in PAGES:
        if name not in CLEAN:
            assert not [b for b in page_blocks(name) if b.language in READ], name


def test_what_measures_is_run_by_the_checks() -> None:
    """It would take all of the machine while other tests run: ``.ci/run`` runs it by itself."""
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    (block,) = page_blocks(MEASURING)
    assert block.language == "sh"
    commands = commands_of(block.code)
    assert commands
    for command in commands:
        assert f".venv/bin/{command}" in checks


@pytest.mark.parametrize(
    ("page", "why"),
    [
        ("```\npip install x\n```\n", "no language"),
        ("```console\n$ ls\n```\n", "'console'"),
        ("~~~ruby\nputs\n~~~\n", "'ruby'"),
        ("- a list\n\n  ```bash\n  ls\n  ```\n", "'bash'"),
        ("> ```\n> ls\n> ```\n", "no language"),
        ("text\n\n    indented\n", "no language"),
        ("```text\nout\n```\n", "of what"),
        ("```{code-block} sh\nls\n```\n", "code-block"),
        ("```python\n1\n```\n```json\n{}\n```\n```text\n1\n```\n", "of what"),
    ],
)
def test_a_block_nobody_runs_is_found(page: str, why: str) -> None:
    with pytest.raises(NobodyRuns, match=why):
        blocks_of(page)


@pytest.mark.parametrize(
    "page",
    [
        "```python\nassert False\n```\n",
        "```pycon\n>>> 1 + 1\n3\n\n```\n",
        "```sh\nfalse\n```\n",
        "```sh\nabstractplay-hex no-such-command\n```\n",
        "```sh\necho one\n```\n```text\ntwo\n```\n",
        "```python\nprint('one')\n```\n```text\ntwo\n```\n",
    ],
)
def test_a_block_that_fails_is_found(page: str, tmp_path: Path) -> None:
    reader = Reader(tmp_path, variables(Path(sys.executable).parent))
    with pytest.raises(AssertionError, match=r"page\.md:"), reading(reader):
        reader.do_all(blocks_of(page), "page.md")


def test_what_a_block_prints_may_be_shown(tmp_path: Path) -> None:
    shown = "```sh\necho one; echo 2\n```\n```text\none\n...\n```\n"
    shared = "```python\nx = 1\n```\n```python\nprint(x)\n```\n```text\n1\n```\n"
    with reading(Reader(tmp_path, variables(Path(sys.executable).parent))) as reader:
        assert len(reader.do_all(blocks_of(shown + shared), "page.md")) == 3


EXAMPLES = sorted(
    path
    for path in (ROOT / "abstractplay_hex").rglob("*.py")
    if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_in_docstrings_run(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    archive = (FIXTURES / "pods-20240802.jsonl").read_bytes()
    Path("games.jsonl.gz").write_bytes(gzip.compress(archive, mtime=0))
    assert "+SKIP" not in path.read_text(encoding="utf-8")
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    module = importlib.import_module(name)
    names = {**vars(module), "__name__": "__docstring__"}
    found = doctest.DocTestFinder().find(module, globs=names)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for test in found:
        runner.run(test)
    assert runner.summarize().attempted > 0
    assert runner.summarize().failed == 0


def test_pages_are_all_reachable() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    for name in PAGES:
        if name not in ("index.md", "README.md"):
            assert re.search(rf"^{name.removesuffix('.md')}$", index, re.MULTILINE), name
