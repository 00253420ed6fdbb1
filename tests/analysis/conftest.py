"""A browser for pages of reviews: the same as for the playground."""

from tests.browser.conftest import browser

__all__ = ["browser"]
