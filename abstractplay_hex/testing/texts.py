"""Checks of how texts are judged: whatever is typed, and what is said about it."""

import re
from typing import Any

from abstractplay_hex.errors import GameOverError, MoveError
from abstractplay_hex.i18n import messages
from abstractplay_hex.rules.draft import Validation
from abstractplay_hex.testing.harness import Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, Ticking, is_markup, refusal, shown
from abstractplay_hex.testing.odd import NO_TEXTS, ODD_TEXTS, TYPED, WORDS
from abstractplay_hex.testing.playing import all_turns

_CODE = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")


@check(
    "Playing: validateMove — never raises, whatever the text",
    "Return Draft.refused from interpret; treat texts as data, never as indices.",
    of_errors=True,
)
def validate_never_raises(h: Harness, game: AnyGame) -> None:
    """validate_move() answers anything at all, and changes nothing."""
    with h.unchanged(game, "validate_move()"):
        for text in (*ODD_TEXTS, *NO_TEXTS, *h.near_turns(game, 3)):
            answer = h.survives(f"validate_move({shown(text, 60)})", game.validate_move, text)
            valid = isinstance(answer, Validation) and answer.valid
            refused = isinstance(text, str) or not valid
            h.need(refused, f"validate_move({shown(text)}) is valid")


@check(
    "Playing: validateMove — always says valid, message, complete and can_render; also a code",
    "Make drafts with Draft.playable, .unfinished and .refused.",
    faults=(4,),
)
def validation_whole(h: Harness, game: AnyGame) -> None:
    """Each answer has valid, message, complete (−1, 0, 1), can_render and code, and they agree."""
    for text in ("", *h.near_turns(game), *ODD_TEXTS, None):
        answer: Any = game.validate_move(text)  # type: ignore[arg-type]
        what = f"validate_move({shown(text, 40)})"
        if not h.need(isinstance(answer, Validation), f"{what} is no Validation"):
            continue
        whole = type(answer.complete) is int and answer.complete in (-1, 0, 1)
        good = {
            "valid": type(answer.valid) is bool,
            "complete": whole,
            "can_render": type(answer.can_render) is bool,
            "message": isinstance(answer.message, str) and answer.message.strip(),
            "code": isinstance(answer.code, str) and answer.code,
        }
        for key, fine in good.items():
            h.need(fine, f"{what}.{key} is {shown(getattr(answer, key))}")
        if whole and not answer.valid:
            unfinished = answer.complete == -1
            h.need(unfinished, f"{what} is not valid, but complete {answer.complete}")
            h.need(answer.can_render is False, f"{what} is not valid, but can_render")


@check(
    "Playing: validateMove — also a stable code for machines",
    "Give each kind of answer one code, and register its sentence with add_sentences().",
)
def codes_stable(h: Harness, game: AnyGame) -> None:
    """Codes are stable, fit for machines, and have a sentence with all its parameters."""
    sentences, again = messages.sentences(), h.game(clock=Ticking())
    for text in ("", *h.near_turns(game, 4), *ODD_TEXTS):
        answer = game.validate_move(text)
        code, short = answer.code, shown(text, 40)
        h.same(again.validate_move(text).code, code, f"code of {short}, asked again")
        h.need(_CODE.fullmatch(code), f"the code {code!r} is not like game.what-happened")
        h.need(code in sentences, f"the code {code!r} has no registered sentence")
        h.need("{" not in answer.message, f"a parameter is missing in {answer.message!r}")
        if not answer.valid and isinstance(text, str) and text.strip():
            error = refusal(game.move, text)
            known = error is not None and error.code in sentences
            h.need(known, f"move({short}) raised {shown(error)}, whose code is not registered")


@check(
    "Playing: validateMove — messages are plain text; what the user typed is escaped or left out",
    "Put names of cells that exist into messages, never what was typed; no markup.",
)
def messages_plain(h: Harness, game: AnyGame) -> None:
    """Messages, in answers and errors, contain no markup and nothing that was typed."""
    turns = h.legal(game, 3)
    forms = [TYPED, *turns]
    for t in turns:
        forms += [f"{t}{TYPED}", f"{t}-{TYPED}", f"{TYPED}{t}", f"{t},{TYPED}"]
        forms += [f"{t}<b>", f"{t}<i>x"]
    for text in forms:
        said = [game.validate_move(text).message, game.handle_click(text, 0, 0).message]
        said.append(game.handle_click("", -1, -1, text).message)
        error = None if text in turns else refusal(game.move, text)
        if error is not None:
            said.append(error.message)
        short = shown(text, 40)
        for message in said:
            h.need(not is_markup(message), f"{short} is answered with markup: {message!r}")
            h.need("zqx&9" not in message.lower(), f"{short} is repeated in {message!r}")


@check(
    "Playing: move; Endings come by methods of their own",
    "Read a text as a whole with a strict pattern; never read the start of a word as a cell.",
    faults=(11,),
)
def words_no_turns(h: Harness, game: AnyGame) -> None:
    """resign, timeout, draw and abandoned are no turns, and begin none."""
    with h.unchanged(game, "a word"):
        for word in WORDS:
            answer = game.validate_move(word)
            h.need(not answer.valid, f"validate_move({word!r}) is valid: {answer.message}")
            h.refuses(MoveError, f"move({word!r})", game.move, word)


@check(
    "Playing: validateMove, move",
    "Compare whole cell names; never ask whether a text begins with one.",
    faults=(1,),
)
def prefix_is_no_cell(h: Harness, game: AnyGame) -> None:
    """a1 is not read as the start of a10, nor a10 as a1 and something more."""
    turns = all_turns(game)
    if turns is None:
        return
    longer = sorted(t for t in turns if re.search(r"\d\d", t))[:40]
    for turn in [*longer, *h.legal(game, 6)]:
        for text in {turn[:-1], *(f"{turn}{digit}" for digit in "019")} - turns:
            if not text[-1:].isdigit():
                continue
            answer = game.validate_move(text)
            other = answer.complete < 0 or h.game().move(text).lastmove != turn
            h.need(other, f"{text!r} is taken for {turn!r}")
            begun = any(t.startswith(text) and not t[len(text)].isdigit() for t in turns)
            fine = not answer.valid or begun or answer.complete >= 0
            wrong = f"{text!r} is called valid ({answer.code})"
            h.need(fine, f"{wrong}, but no turn begins with this cell")


@check("Playing: validateMove after the end; move raises", faults=(2,))
def texts_after_end(h: Harness, over: AnyGame) -> None:
    """After the end each text is refused, by validate_move() and by move(), and nothing changes."""
    moves, trusted = h.here.moves, {"trusted": True}
    with h.unchanged(over, "a move after the end"):
        for text in (*moves[-2:], *moves[:1], "pass", "nonsense", "resign", ""):
            answer = over.validate_move(text)
            h.need(not answer.valid and answer.complete < 0, f"{text!r} is valid after the end")
            h.same(answer.code, "move.over", f"code of {text!r} after the end")
            h.refuses(MoveError, f"move({text!r}) after the end", over.move, text)
            what = f"move({text!r}, trusted=True) after the end"
            if text:
                h.refuses(GameOverError, what, over.move, text, **trusted)
