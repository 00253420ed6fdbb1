"""A directive that lists the checks of the conformance kit: ``{checks}``."""

from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from abstractplay_hex.testing import checks


class CheckTable(SphinxDirective):
    """Show a table a subject: name, what is checked, the row of the contract it stems from."""

    def run(self) -> list[nodes.Node]:
        """Parse the tables where the directive stands."""
        lines: list[str] = []
        subject = ""
        for check in checks():
            if check.subject != subject:
                subject = check.subject
                lines += ["", f"**{subject}**", "", "| check | what | from |", "|---|---|---|"]
            cells = (f"`{check.name}`", check.says, check.contract)
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, "checks"), self.content_offset, holder)
        return list(holder.children)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("checks", CheckTable)
    return {"parallel_read_safe": True}
