"""The English sentences of the playground, by code: a module for each subject."""

from typing import Final

from abstractplay_hex.playground.sentences.meeting import MEETING
from abstractplay_hex.playground.sentences.pages import PAGES
from abstractplay_hex.playground.sentences.refusals import REFUSALS
from abstractplay_hex.playground.sentences.site import SITE
from abstractplay_hex.playground.sentences.studies import STUDIES

SENTENCES: Final = REFUSALS | PAGES | MEETING | STUDIES | SITE
"""All of them."""

__all__ = ["REFUSALS", "SENTENCES"]
