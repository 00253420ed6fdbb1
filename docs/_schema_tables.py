"""A directive that shows one of the published schemas as tables: ``{schema} pods-state-20240802``."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

SCHEMAS = Path(__file__).parents[1] / "schemas"


def kind_of(schema: dict[str, Any]) -> str:
    """Say in a few words what values a schema admits."""
    if "$ref" in schema:
        target = schema["$ref"]
        # A definition's own name, or, of another schema, its name without the version.
        return target.rsplit("/", 1)[-1] if "#" in target else target.split(":")[-2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        shown = [json.dumps(v) for v in schema["enum"]]
        return " · ".join(shown) if len(shown) <= 12 else f"one of {len(shown)} texts"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(kind_of(s) for s in schema[key]))
    kind = schema.get("type", "any")
    if kind == "array" and isinstance(schema.get("items"), dict):
        return f"list of {kind_of(schema['items'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def rows_of(schema: dict[str, Any]) -> list[str]:
    """Return the table of an object's keys as Markdown lines."""
    required = schema.get("required", [])
    lines = ["| key | value | needed | what it is |", "|---|---|---|---|"]
    for key, value in schema.get("properties", {}).items():
        if value is False:
            continue
        value = value if isinstance(value, dict) else {}
        what = value.get("description", "").replace("|", "\\|").replace("\n", " ")
        kind = kind_of(value).replace("|", "\\|")
        lines.append(f"| `{key}` | {kind} | {'yes' if key in required else ''} | {what} |")
    return lines


class SchemaTables(SphinxDirective):
    """Show a schema: its description, then a table for it and for each of its definitions."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse the tables where the directive stands."""
        path = SCHEMAS / f"{self.arguments[0]}.json"
        self.env.note_dependency(str(path))
        schema = json.loads(path.read_text(encoding="utf-8"))
        lines = [schema.get("description", ""), "", f"`$id`: `{schema['$id']}`", ""]
        if schema.get("properties"):
            lines += [*rows_of(schema), ""]
        for name, definition in schema.get("$defs", {}).items():
            if isinstance(definition, dict):
                lines += [f"**{name}**: {definition.get('description', kind_of(definition))}", ""]
                if definition.get("properties"):
                    lines += [*rows_of(definition), ""]
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, str(path)), self.content_offset, holder)
        return list(holder.children)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("schema", SchemaTables)
    return {"parallel_read_safe": True}
