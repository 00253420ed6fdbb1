"""How the documentation is built: ``sphinx-build -W -n --keep-going docs site`` (strict)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "abstractplay_hex"
author = "The abstractplay_hex developers"
copyright = "2026, the abstractplay_hex developers"
release = "0.2.0"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "_checks",
    "_cli",
    "_schema_tables",
    "_pictures",
    "_live_boards",
]
exclude_patterns = ["_build", "_live", "site"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
# No inventory is fetched: a build needs no network. Names of other libraries are not links.
intersphinx_mapping: dict[str, tuple[str, None]] = {}

html_theme = "furo"
html_title = "abstractplay_hex"
html_static_path = ["_static"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
python_maximum_signature_line_length = 88

nitpicky = True
nitpick_ignore_regex = [
    # Types of the standard library and of dependencies, whose inventories are not fetched, and
    # private type variables.
    (
        r"py:.*",
        r"(collections|concurrent|datetime|contextlib|contextvars|os|typing|random|pathlib|importlib|attrs?|enum|Any|P|T|R|Self|np|numpy|gymnasium|pettingzoo|pyspiel)\b.*",
    ),
    (
        r"py:.*",
        r"(ValueError|KeyError|TypeError|AssertionError|bytes|str|int|float|bool|dict|list|tuple|type|object|None|set|frozenset|range|memoryview)",
    ),
    (
        r"py:.*",
        r"(Callable|Iterator|Iterable|Mapping|Sequence|ClassVar|TypeAlias|Literal|Random|Path|Protocol|Generic|Traversable|Enum|IntEnum)\b.*",
    ),
    (r"py:.*", r".*\b(P|R|_?T|Self|abc\.ABC)$"),
    # What the conformance kit works with inside; its own page tells what can be seen of it.
    (r"py:(class|data)", r"(.*\.testing\.harness\.Harness|PASSED|WAIVERS)"),
]
