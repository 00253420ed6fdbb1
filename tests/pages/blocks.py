"""The code blocks of a page of documentation."""

import re
from typing import Final

from attrs import frozen
from markdown_it import MarkdownIt

RUN: Final = frozenset({"python", "pycon", "sh"})
"""Languages that are run."""
READ: Final = frozenset({"json", "toml"})
"""Languages that are read, and compared with what they are about."""
OUTPUT: Final = "text"
"""What the block before prints: compared."""
DIRECTIVES: Final = frozenset(
    {
        *("checks", "commands", "eval-rst", "glyphs", "include", "literalinclude", "live"),
        *("position", "rulings", "schema", "toctree"),
    }
)
"""Blocks that are instructions to Sphinx, which builds the pages without a warning."""


@frozen
class Block:
    """A code block: its language, what is in it, and on which line of the page it begins."""

    language: str
    code: str
    line: int


class NobodyRuns(AssertionError):
    """A page has a block that no test would run."""


def blocks_of(page: str) -> list[Block]:
    """Return the code blocks of a page, in order.

    :raises NobodyRuns: for a block without language or of one that is not run, an indented one, and
        output with nothing before it that could print it.
    """
    out: list[Block] = []
    for token in MarkdownIt("commonmark").parse(page):
        if token.type not in ("fence", "code_block"):
            continue
        assert token.map is not None
        line = token.map[0] + 1
        directive = re.match(r"\{([\w-]+)\}", token.info)
        if token.type == "fence" and directive and directive[1] in DIRECTIVES:
            continue
        language = token.info.strip()
        if token.type == "code_block" or language not in RUN | READ | {OUTPUT}:
            raise NobodyRuns(f"line {line}: nobody runs a block of {language or 'no language'!r}")
        if language == OUTPUT and not (out and out[-1].language in RUN):
            raise NobodyRuns(f"line {line}: output, but of what?")
        code = token.content
        if language == "python" and code.startswith(">>>"):
            language = "pycon"
        out.append(Block(language, code, line))
    return out
