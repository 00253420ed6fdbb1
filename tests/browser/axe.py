"""axe-core in a page: what keeps people with disabilities out, as far as a program can tell."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[2] / "js" / "node_modules" / "axe-core" / "axe.min.js"


@cache
def source() -> str:
    """Return the script; skip the test where it is not installed."""
    if not SOURCE.is_file():
        pytest.skip("needs axe-core: run npm install in js/")
    return SOURCE.read_text(encoding="utf-8")


def violations(page: Any) -> list[str]:
    """Return what axe finds wrong, a line for each element."""
    # Put in as a debugger does, past the pages' policy for scripts.
    page.evaluate(source())
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{rule['id']} ({rule['impact']}): {node['target']}: {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
