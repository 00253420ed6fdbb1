"""One drawing for light and dark pages: where two drawings differ in colours alone, a page's style chooses."""

import re
from collections.abc import Callable
from typing import Final

from attrs import define, field

_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b|#[0-9a-f]{3}\b", re.ASCII)


@define
class Themes:
    """Draws everything for a light and for a dark page, and keeps the pairs of colours that it takes.

    :ivar names: the name of the page's variable for each pair of colours, light and dark.
    """

    names: dict[tuple[str, str], str] = field(factory=dict)

    def both(self, draw: Callable[[bool, str], str]) -> str:
        """Return a drawing with variables for its colours.

        :param draw: draws for a dark page, or not; ids end in the text that it is given. Where the two differ
            in more than colours, the page has both, with ids of their own, and shows one.
        """
        light, dark = draw(False, ""), draw(True, "")
        if _COLOUR.sub("#", light) != _COLOUR.sub("#", dark):
            dark = draw(True, "d")
            return f'<div class="if-light">{light}</div><div class="if-dark">{dark}</div>'
        colours = iter(_COLOUR.findall(dark))
        return _COLOUR.sub(lambda found: self._named(found[0], next(colours)), light)

    def _named(self, light: str, dark: str) -> str:
        if light == dark:
            return light
        name = self.names.setdefault((light, dark), f"--c{len(self.names)}")
        return f"var({name})"

    def style(self, dark_page: str) -> str:
        """Return the style sheet that gives the variables their colours.

        :param dark_page: what a dark page sets besides.
        """
        light = "".join(f"{name}:{pair[0]};" for pair, name in self.names.items())
        dark = "".join(f"{name}:{pair[1]};" for pair, name in self.names.items()) + dark_page
        show = ".if-light{display:none}.if-dark{display:block}"
        hide = ".if-dark{display:none}"
        chosen = ':root[data-theme="dark"]'
        by_system = ':root:not([data-theme="light"])'
        return (
            f":root{{{light}}}{hide}"
            f"@media(prefers-color-scheme:dark){{{_nested(by_system, dark, show)}}}"
            f"{_nested(chosen, dark, show)}"
        )


def _nested(root: str, variables: str, rules: str) -> str:
    """Return rules below a selector of the root."""
    below = re.sub(r"(^|\})(\.)", rf"\1{root} \2", rules)
    return f"{root}{{{variables}}}{below}"


__all__ = ["Themes"]
