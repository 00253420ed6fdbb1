"""The README says what is true: its example runs, and its commands are what the checks call."""

import doctest
import re

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_example_runs_as_written() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 10
    assert failed == 0


def test_links_into_the_tree_are_good() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
    for path in re.findall(r"^\| `([a-z_/.]+)` \|", README, re.MULTILINE):
        if "/" in path:
            assert (ROOT / path).exists(), path


def test_the_checks_call_the_commands_between_the_markers() -> None:
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for marker in ("main", "tests"):
        block = re.search(rf"<!-- {marker} -->\n```sh\n(.+)\n```\n<!-- end -->", README)
        assert block, marker
        assert f"readme {marker}" in run


def test_it_names_what_skipped_tests_need() -> None:
    """Whatever system package or folder a reason to skip asks for stands in the table of them."""
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    wanted = {name for text in tests for name in re.findall(r"needs .*apt-get install (\w+)", text)}
    assert wanted >= {"chromium", "postgresql"}
    table = README[README.index("| without | these are skipped |") :].partition("\n\n")[0]
    for name in (*(f"apt-get install {name}" for name in wanted), "../shared", "root"):
        assert name in table
