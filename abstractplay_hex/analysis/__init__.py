"""Analysis: how a position stands, what each ply of a game lost, and pages, books and puzzles of it.

========================  =======================================================================
where                     what
========================  =======================================================================
:mod:`.reviewing`         :func:`evaluate` a position, :func:`review` a game
:mod:`.model`             what they return, as data; :mod:`.marks`: blunders and only moves
:mod:`.curve`             the curve of a game as SVG
:mod:`.showing`           arrows and marks as annotations of render JSON
:mod:`.report`            a page that needs no server
========================  =======================================================================

The word is *advantage*: from −1 (lost) to 1 (won), by a search, and no probability.
"""

from abstractplay_hex.analysis.curve import curve_svg
from abstractplay_hex.analysis.marks import Mark
from abstractplay_hex.analysis.model import Analysis, Line, Review, ReviewedPly, Summary
from abstractplay_hex.analysis.report import report_html
from abstractplay_hex.analysis.reviewing import PLY, evaluate, review, reviewing
from abstractplay_hex.analysis.showing import annotated, mark_annotation, turn_annotations

__all__ = [
    "PLY",
    "Analysis",
    "Line",
    "Mark",
    "Review",
    "ReviewedPly",
    "Summary",
    "annotated",
    "curve_svg",
    "evaluate",
    "mark_annotation",
    "report_html",
    "review",
    "reviewing",
    "turn_annotations",
]
