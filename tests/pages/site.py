"""A site of one page, built in this process by the documentation's generator."""

import warnings
from pathlib import Path

from sphinx.application import Sphinx


def site_of(page: str, conf: str, folder: Path, builder: str) -> Sphinx:
    """Build *page* (Markdown) in an empty *folder*; pages of HTML are in its ``out``."""
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    (folder / "index.md").write_text(page, encoding="utf-8")
    app = Sphinx(
        folder, folder, folder / "out", folder / "trees", builder, status=None, warning=None
    )
    with warnings.catch_warnings():  # what its extensions use of it is not ours to mend
        warnings.simplefilter("ignore")
        app.build()
    return app
