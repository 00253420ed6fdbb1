"""Checks of how texts are judged: whatever is typed, and what is said about it."""

import re
from typing import Any

from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.i18n import messages
from abstractplay_hex.rules.draft import Validation
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import (
    NO_TEXTS,
    ODD_TEXTS,
    TYPED,
    WORDS,
    Harness,
    is_markup,
    refusal,
    shown,
    snapshot,
    ticking,
)
from abstractplay_hex.testing.playing import all_turns

_CODE = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")


@check(
    "validate-never-raises",
    contract="Playing: validateMove — never raises, whatever the text",
    hint="Raise MoveError inside _assess or return Assessment.refused; take texts for data, never for indices.",
    of_errors=True,
)
def validate_never_raises(h: Harness) -> None:
    """validate_move() answers anything at all, and changes nothing."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        for text in (*ODD_TEXTS, *NO_TEXTS, *h.near_turns(game, 3)):
            try:
                answer = game.validate_move(text)
            except Exception as error:
                h.raised(f"validate_move({shown(text, 60)})", error)
                continue
            if not isinstance(text, str):
                h.need(not answer.valid, f"validate_move({shown(text)}) is valid")
        h.need(snapshot(game) == before, "validate_move() changed the game")


@check(
    "validation-whole",
    contract="Playing: validateMove — always says valid, message, complete and can_render; also a code",
    faults=(4,),
    hint="Make validations with Assessment.playable, .unfinished and .refused.",
)
def validation_whole(h: Harness) -> None:
    """Each answer has valid, message, complete (−1, 0, 1), can_render and code, and they go together."""
    for station in h.stations():
        game = h.game(station)
        for text in ("", *h.near_turns(game), *ODD_TEXTS, None):
            answer: Any = game.validate_move(text)  # type: ignore[arg-type]
            what = f"validate_move({shown(text, 40)})"
            if not h.need(isinstance(answer, Validation), f"{what} is no Validation"):
                continue
            h.need(type(answer.valid) is bool, f"{what}.valid is {shown(answer.valid)}")
            whole = type(answer.complete) is int and answer.complete in (-1, 0, 1)
            h.need(whole, f"{what}.complete is {shown(answer.complete)}")
            h.need(
                type(answer.can_render) is bool, f"{what}.can_render is {shown(answer.can_render)}"
            )
            said = isinstance(answer.message, str) and answer.message.strip()
            h.need(said, f"{what}.message is {shown(answer.message)}")
            h.need(
                isinstance(answer.code, str) and answer.code, f"{what}.code is {shown(answer.code)}"
            )
            if whole and not answer.valid:
                h.need(
                    answer.complete == -1, f"{what} is not valid, but complete {answer.complete}"
                )
                h.need(answer.can_render is False, f"{what} is not valid, but can_render")


@check(
    "codes-stable",
    contract="Playing: validateMove — also a stable code for machines",
    hint="Give each kind of answer one code, and register its sentence with add_sentences().",
)
def codes_stable(h: Harness) -> None:
    """Codes are the same each time, are made for machines, and have a sentence with all it needs."""
    sentences = messages.sentences()
    for station in h.stations():
        game, again = h.game(station), h.game(station, ticking())
        for text in ("", *h.near_turns(game, 4), *ODD_TEXTS):
            answer = game.validate_move(text)
            h.same(
                again.validate_move(text).code,
                answer.code,
                f"code of {shown(text, 40)}, asked again",
            )
            h.need(
                _CODE.fullmatch(answer.code),
                f"the code {answer.code!r} is not like game.what-happened",
            )
            h.need(
                answer.code in sentences, f"the code {answer.code!r} has no registered sentence"
            )
            h.need("{" not in answer.message, f"a parameter is missing in {answer.message!r}")
            if not answer.valid and isinstance(text, str) and text.strip():
                error = refusal(game.move, text)
                same = error is not None and (error.code in sentences)
                h.need(
                    same,
                    f"move({shown(text, 40)}) raised {shown(error)}, which has no registered code",
                )


@check(
    "messages-plain",
    contract="Playing: validateMove — messages are plain text; what the user typed is escaped or left out",
    hint="Put names of cells that exist into messages, never what was typed; no markup.",
)
def messages_plain(h: Harness) -> None:
    """Messages hold no markup and nothing that was typed, in answers and in errors."""
    for station in h.stations():
        game = h.game(station)
        turns = h.legal(game, 3)
        forms = [TYPED, *(f"{t}{TYPED}" for t in turns), *(f"{t}-{TYPED}" for t in turns)]
        forms += [f"{TYPED}{t}" for t in turns] + [f"{t},{TYPED}" for t in turns]
        forms += [f"{t}{form}" for t in turns for form in ("<b>", "<i>x")]
        for text in forms:
            said = [game.validate_move(text).message, game.handle_click(text, 0, 0).message]
            said.append(game.handle_click("", -1, -1, text).message)
            error = refusal(game.move, text)
            if error is not None:
                said.append(error.message)
            for message in said:
                h.need(
                    not is_markup(message),
                    f"{shown(text, 40)} is answered with markup: {message!r}",
                )
                h.need(
                    "zqx&9" not in message.lower(), f"{shown(text, 40)} is repeated in {message!r}"
                )
        for text in turns:
            h.need(
                not is_markup(game.validate_move(text).message),
                f"the message for {text!r} has markup",
            )


@check(
    "words-no-turns",
    contract="Playing: move; Endings come by methods of their own",
    faults=(11,),
    hint="Read a text as a whole with a strict pattern; do not take the beginning of a word for a cell.",
)
def words_no_turns(h: Harness) -> None:
    """resign, timeout, draw and abandoned are no turns, and begin none."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        for word in WORDS:
            answer = game.validate_move(word)
            h.need(not answer.valid, f"validate_move({word!r}) is valid: {answer.message}")
            h.refuses(MoveError, f"move({word!r})", game.move, word)
        h.need(snapshot(game) == before, "a word made a turn")


@check(
    "prefix-is-no-cell",
    contract="Playing: validateMove, move",
    faults=(1,),
    hint="Compare whole cell names; never ask whether a text begins with one.",
)
def prefix_is_no_cell(h: Harness) -> None:
    """a1 is not taken for the beginning of a10, nor a10 for a1 with something behind."""
    for station in h.stations():
        game = h.game(station)
        turns = all_turns(h, game)
        if turns is None:
            continue
        longer = sorted(t for t in turns if re.search(r"\d\d", t))[:40]
        for turn in [*longer, *h.legal(game, 6)]:
            for text in {turn[:-1], *(f"{turn}{digit}" for digit in "019")}:
                if not text[-1:].isdigit() or text in turns:
                    continue
                answer = game.validate_move(text)
                h.need(
                    answer.complete < 0 or _moved(h, text) != turn,
                    f"{text!r} is taken for {turn!r}",
                )
                begun = any(t.startswith(text) and not t[len(text)].isdigit() for t in turns)
                h.need(
                    not answer.valid or begun or answer.complete >= 0,
                    f"{text!r} is called valid ({answer.code}), but no turn begins with this cell",
                )


def _moved(h: Harness, text: str) -> str | None:
    game = h.game()
    return game.lastmove if refusal(game.move, text) is None else None


@check(
    "texts-after-end",
    contract="Playing: validateMove after the end; move raises",
    faults=(2,),
    hint="Ask first whether the game is over; leave that to the base class.",
)
def texts_after_end(h: Harness) -> None:
    """After the end each text is refused, by validate_move() and by move(), and nothing changes."""
    for station, game in h.ended():
        before = snapshot(game)
        for text in (*station.moves[-2:], *station.moves[:1], "pass", "nonsense", "resign"):
            answer = game.validate_move(text)
            h.need(not answer.valid and answer.complete < 0, f"{text!r} is valid after the end")
            h.refuses(GameOverError, f"move({text!r}) after the end", game.move, text)
            h.refuses(
                MoveError,
                f"move({text!r}, trusted=True) after the end",
                game.move,
                text,
                trusted=True,
            )
        h.need(snapshot(game) == before, "moves after the end changed the game")
