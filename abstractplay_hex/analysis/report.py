"""A review as a page of its own: boards, the curve, the list of plies. Needs no server, and no script."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

from attrs import frozen

from abstractplay_hex.analysis.curve import curve_svg
from abstractplay_hex.analysis.marks import BAD, Mark
from abstractplay_hex.analysis.model import Line, Review, ReviewedPly
from abstractplay_hex.analysis.showing import annotated, mark_annotation, turn_annotations
from abstractplay_hex.analysis.themes import Themes
from abstractplay_hex.analysis.words import number, players_of, verdict
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.game import Game
from abstractplay_hex.i18n.messages import current_language, say
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.render.svg.document import Options, draw
from abstractplay_hex.render.svg.palette import players
from abstractplay_hex.render.svg.reading import escape
from abstractplay_hex.render.svg.strokes import FONT

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_DARK: Final = (
    "--page:#14161a;--sheet:#1c1e22;--ink:#e6e8eb;--soft:#9aa3ad;--line:#343941;--accent:#5fb8a2;"
    "--pale:#213731;--only:#7cc4ee;--inaccuracy:#e0bd4a;--mistake:#ff9d57;--blunder:#ff8a80;"
    "color-scheme:dark;"
)
_STEPS: Final = (
    ("first", "«", "analysis.step.first"),
    ("back", "‹", "analysis.step.back"),
    ("on", "›", "analysis.step.on"),
    ("last", "»", "analysis.step.last"),
    ("before", "↑", "analysis.step.before"),
    ("next", "↓", "analysis.step.next"),
)


def report_html(
    review: Review,
    game: Game[Any, Any],
    *,
    names: Sequence[str] = (),
    palette: str | Sequence[str] = "default",
) -> str:
    """Return a review as an HTML page in the language in force, light or dark as the reader's system is.

    Everything is in the page: it opens from a disk, loads nothing, and is printed and read without its
    script, too.

    :param game: the game that was reviewed.
    :param names: the players' names in seat order; "Player *n*" where one is missing.
    :param palette: as for :func:`.to_svg`.
    :raises ArgumentError: if it is not the review of this game, or for names or a palette that are none.
    """
    moves = [ply.lastmove for ply in game.stack[1:]]
    if review.game != game.uid or [ply.move for ply in review.plies] != moves:
        raise ArgumentError("analysis.other-game")
    return _Page(review, game.clone(), players_of(game, names), palette).html()


@frozen
class _Page:
    review: Review
    game: Game[Any, Any]
    names: Sequence[str]
    palette: str | Sequence[str]

    def html(self) -> str:
        colours = players(self.palette)
        game, review, themes = self.game, self.review, Themes()
        title = escape(say("analysis.title", game=game.info.said().name))
        said = [
            *game.get_variants(),
            say("analysis.plies", plies=len(review.plies)),
        ]

        def curve(dark: bool, end: str) -> str:
            return curve_svg(review, height=140, palette=self.palette, dark=dark, links=True)

        drawn = themes.both(curve)
        told = game.chat_log(list(self.names))
        boards = "".join(self._board(n, themes, told) for n in range(len(review.plies) + 1))
        script = _resource("report.js")
        seats = "".join(f".s{n}{{--player:{colours[n - 1]}}}" for n in range(1, review.seats + 1))
        style = _resource("report.css") + seats + themes.style(_DARK)
        steps = "".join(
            f'<button type="button" data-step="{step}" title="{escape(say(code))}"'
            f' aria-label="{escape(say(code))}">{sign}</button>'
            for step, sign, code in _STEPS
        )
        theme = escape(say("analysis.theme"))
        return (
            f'<!doctype html>\n<html lang="{current_language()}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="color-scheme" content="light dark">\n'
            f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
            f'<header class="top"><h1>{title}</h1><p>{escape(" · ".join(said))}</p>'
            f'<button type="button" id="theme" title="{theme}" aria-label="{theme}">◐</button></header>\n'
            f'<div class="summary"><div class="sheet">{self._score()}</div>\n'
            f'<div class="sheet curve-sheet">{drawn}</div></div>\n<main class="table">\n'
            f'<div class="boards">{boards}</div>\n'
            f'<nav class="sheet side" aria-label="{escape(say("analysis.list"))}">'
            f'<div class="steps">{steps}</div><ol class="list">{"".join(self._list())}</ol></nav>\n'
            f'</main>\n<p class="about">{escape(say("analysis.about"))}</p>\n'
            f"<script>\n{script}</script>\n</body>\n</html>\n"
        )

    def _score(self) -> str:
        """Return the table of the players."""
        head = [say("analysis.head.player"), say("analysis.head.loss")]
        heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head) + "".join(
            f'<th scope="col" title="{escape(mark.said)}"><span class="sign {mark.value}"'
            f' aria-hidden="true">{mark.sign}</span><span class="said">{escape(mark.said)}</span></th>'
            for mark in Mark
        )
        winner = self.review.winner
        drawn = len(winner) == len(self.names) > 1
        result = escape(say("analysis.drawn")) if drawn else f"✓ {escape(say('analysis.won'))}"
        won = f' <span class="won">{result}</span>'
        rows = ""
        for n, name in enumerate(self.names, 1):
            found = self.review.summary(n)
            cells = "".join(f"<td>{found.marks.get(mark, 0)}</td>" for mark in Mark)
            rows += (
                f'<tr><th scope="row"><span class="dot s{n}"></span> {escape(name)}'
                f"{won if n in winner else ''}</th><td>{found.loss:.2f}</td>{cells}</tr>"
            )
        return f'<table class="score"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'

    def _list(self) -> Iterator[str]:
        """Yield the entries of the list of plies."""
        yield (
            '<li><a href="#ply-0"><span class="n">0</span><span></span>'
            f"<span>{escape(say('analysis.start'))}</span></a></li>"
        )
        for ply in self.review.plies:
            mark = f' data-mark="{ply.mark.value}"' if ply.mark in BAD else ""
            loss = "" if not ply.loss or ply.loss < 0.005 else f"−{ply.loss:.2f}"
            yield (
                f'<li><a href="#ply-{ply.ply}"{mark}><span class="n">{ply.ply}</span>'
                f'<span class="dot s{ply.player}" title="{escape(self._name(ply))}"></span>'
                f'<code>{escape(ply.move)}</code>{_sign(ply)}<span class="loss">{loss}</span></a></li>'
            )

    def _name(self, ply: ReviewedPly) -> str:
        return self.names[ply.player - 1]

    def _board(self, number_of_ply: int, themes: Themes, told: list[list[str]]) -> str:
        """Return the section of a ply: the board after it, and what is said of it."""
        if number_of_ply == 0:
            heading, said, lines, log = escape(say("analysis.start")), "", "", ""
        else:
            ply = self.review.plies[number_of_ply - 1]
            heading = (
                f'{ply.ply}. <span class="dot s{ply.player}"></span> {escape(self._name(ply))}:'
                f" <code>{escape(ply.move)}</code> {_sign(ply)}"
            )
            said = escape(verdict(ply))
            if ply.mark is not None:
                said = f'<span class="{ply.mark.value}">{said}</span>'
            lines = _lines(ply)
            log = f'<p class="told">{escape(" ".join(told[ply.ply - 1][1:]))}</p>'
        value = self._value(self.review.curve[number_of_ply])
        picture = self._picture(number_of_ply, themes)
        return (
            f'<section class="sheet ply" id="ply-{number_of_ply}"><header><h2>{heading}</h2>{value}'
            f'</header><p class="verdict">{said}</p><div class="board">{picture}</div>{log}{lines}'
            "</section>\n"
        )

    def _value(self, advantage: Sequence[float]) -> str:
        """Return who is ahead, and by how much."""
        best = max(advantage)
        label = escape(say("analysis.advantage"))
        if number(best) == "0.00" or advantage.count(best) > 1:
            return f'<span class="value" title="{label}">{number(0.0)}</span>'
        seat = advantage.index(best) + 1
        return (
            f'<span class="value" title="{label}"><span class="dot s{seat}"></span>'
            f'<span class="said"> {escape(self.names[seat - 1])}</span> {number(best)}</span>'
        )

    def _picture(self, at: int, themes: Themes) -> str:
        """Return the board after a ply, with its mark and the better turn on it."""
        game = self.game.load(at)
        render = game.render()
        ply = self.review.plies[at - 1] if at else None
        if ply is not None and ply.mark is not None and ply.move not in ENDINGS:
            before = game.stack[at - 1].position
            marks = [mark_annotation(game.rules, before, game.stack[at].results, ply.mark)]
            if ply.mark in BAD and ply.best is not None:
                marks += turn_annotations(game.rules, before, ply.best.turn)
            render = annotated(render, *marks)
        label = escape(say("svg.board"))

        def drawing(dark: bool, end: str) -> str:
            scenery = self.game.rules.scenery
            options = Options(
                prefix=f"p{at}{end}", palette=self.palette, dark=dark, scenery=scenery
            )
            found = draw(render, options, plain=True)
            return (
                f'<svg viewBox="{found.view_box}" role="img" aria-label="{label}"'
                f' font-family="{FONT}">{found.body}</svg>'
            )

        return themes.both(drawing)


def _sign(ply: ReviewedPly) -> str:
    if ply.mark is None:
        return '<span class="sign"></span>'
    return f'<span class="sign {ply.mark.value}" title="{escape(ply.mark.said)}">{ply.mark.sign}</span>'


def _lines(ply: ReviewedPly) -> str:
    if not ply.lines or ply.loss is None:
        return ""
    rows = "".join(_row(line, ply.player) for line in ply.lines)
    return f'<ol class="lines"><li class="head">{escape(say("analysis.lines"))}</li>{rows}</ol>'


def _row(line: Line, player: int) -> str:
    turns = " ".join(f"<code>{escape(turn)}</code>" for turn in line.turns)
    value = number(line.advantage[player - 1])
    return f'<li><span class="value">{value}</span><span>{turns}</span></li>'


def _resource(name: str) -> str:
    return (files("abstractplay_hex.analysis") / name).read_text(encoding="utf-8")


__all__ = ["report_html"]
