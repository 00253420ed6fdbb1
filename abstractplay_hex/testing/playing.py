"""Checks of the legal turns: listing them, making them, random ones."""

import random
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from abstractplay_hex.errors import MoveError
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.lab import LISTED, Lab, Station, plain, refusal, shown, snapshot


def all_turns(lab: Lab, game: Any) -> set[str] | None:
    """Return all legal turns, or ``None`` if there are more than can be listed here."""
    turns = set(islice(game.iter_moves(), LISTED + 1))
    return turns if len(turns) <= LISTED else None


@check(
    "moves-no-repeats",
    contract="Playing: moves() — complete, no repeats",
    faults=(6,),
    mend="Yield each turn once from _iter_moves, also where two ways lead to the same text.",
)
def moves_no_repeats(lab: Lab) -> None:
    """The list of turns has no repeats, and is a list of texts."""
    for station in lab.stations():
        game = lab.game(station)
        turns = game.moves() if lab.listable else list(islice(game.iter_moves(), LISTED))
        lab.need(isinstance(turns, list), f"moves() gives {type(turns).__name__}, no list")
        repeated = (
            sorted({str(t) for t in turns if turns.count(t) > 1}) if len(turns) < LISTED else []
        )
        repeated = repeated or ([] if len(set(turns)) == len(turns) else ["(some)"])
        lab.need(not repeated, f"turns occur more than once: {', '.join(repeated[:5])}")
        lab.need(
            all(isinstance(t, str) and t for t in turns),
            "there is a turn that is no text, or empty",
        )


@check(
    "moves-like-iter-moves",
    contract="Playing: moves() — complete; iter_moves() for games with too many",
    mend="Where _list_moves is overridden, it must give the turns of _iter_moves; _count_moves their number.",
)
def moves_like_iter_moves(lab: Lab) -> None:
    """moves() and iter_moves() give the same turns, and count_moves() their number."""
    if not lab.listable:
        lab.not_applicable("the game is flagged no-moves")
    for station in lab.stations():
        game = lab.game(station)
        moves = game.moves()
        listed, iterated = set(moves), set(game.iter_moves())
        lab.same(game.count_moves(), len(moves), "count_moves()")
        lab.need(listed == iterated, f"only in one of them: {shown(sorted(listed ^ iterated)[:5])}")


@check(
    "iter-moves-lazy",
    contract="Playing: moves() — a game flagged no-moves has iter_moves() and random_move() all the same",
    mend="Make _iter_moves a generator that finds turns one by one.",
)
def iter_moves_lazy(lab: Lab) -> None:
    """iter_moves() is an iterator whose first turns come at once, afresh each time."""
    for station in lab.stations():
        game = lab.game(station)
        began = perf_counter()
        turns = game.iter_moves()
        lab.need(
            isinstance(turns, Iterator), f"iter_moves() gives {type(turns).__name__}, no iterator"
        )
        first = list(islice(turns, 10))
        took = perf_counter() - began
        lab.need(took <= lab.seconds, f"the first turns of iter_moves() take {took:.1f} s")
        lab.same(list(islice(game.iter_moves(), 10)), first, "the first turns, asked for again")


@check(
    "moves-empty-when-over",
    contract="Playing: moves() — [] when over",
    faults=(6,),
    mend="Ask gameover first; leave moves() and random_move() to the base class.",
)
def moves_empty_when_over(lab: Lab) -> None:
    """There are no turns, and no buttons, when the game is over."""
    for _, game in lab.ended():
        lab.same(game.moves(), [], "moves() when the game is over")
        lab.same(list(islice(game.iter_moves(), 3)), [], "iter_moves() when the game is over")
        lab.same(game.random_move(random.Random(0)), None, "random_move() when the game is over")
        lab.same(game.buttons(), [], "buttons() when the game is over")


@check(
    "moves-can-be-made",
    contract="Playing: moves() ⊂ validateMove valid ⊂ move",
    faults=(3,),
    mend="Let _iter_moves, _assess and _check ask the same rules.",
)
def moves_can_be_made(lab: Lab) -> None:
    """Each listed turn is valid and complete, and can be made; lastmove is its text."""
    for station in lab.stations():
        game = lab.game(station)
        before = snapshot(game)
        for turn in lab.legal(game):
            answer = game.validate_move(turn)
            lab.need(
                answer.valid and answer.complete >= 0,
                f"validate_move({turn!r}) refuses a listed turn: {answer.code}",
            )
            twin = lab.game(station)
            error = refusal(twin.move, turn)
            if lab.need(error is None, f"move({turn!r}) refuses a listed turn: {error}"):
                lab.same(twin.lastmove, turn, f"lastmove after the listed turn {turn!r}")
        lab.need(snapshot(game) == before, "validate_move() changed the game")


@check(
    "moves-complete",
    contract="Playing: moves() — complete",
    faults=(6,),
    mend="_iter_moves must yield every turn that _assess finds complete, in its canonical form.",
)
def moves_complete(lab: Lab) -> None:
    """Each text that move() takes is, in its canonical form, among the listed turns."""
    looked = False
    for station in lab.stations():
        game = lab.game(station)
        turns = all_turns(lab, game)
        if turns is None:
            continue
        looked = True
        buttons = (button["move"] for button in game.buttons())
        texts = {*lab.near_turns(game), *_clicked(lab, game), *buttons}
        for text in sorted(texts):
            if game.validate_move(text).complete < 0:
                continue
            twin = lab.game(station)
            if refusal(twin.move, text) is None:
                known = twin.lastmove in turns
                lab.need(
                    known, f"{text!r} can be made, but moves() does not list {twin.lastmove!r}"
                )
    if not looked:
        lab.not_applicable("the game has more turns than can be listed")


def _clicked(lab: Lab, game: Any) -> list[str]:
    """Return texts that one click gives."""
    from abstractplay_hex.testing.clicks import places

    spots = places(game.render())
    if len(spots) > 400:
        spots = random.Random(lab.seed).sample(spots, 400)
    return [game.handle_click("", row, col).move for row, col in spots]


@check(
    "random-move-legal",
    contract="Playing: randomMove()",
    faults=(3,),
    mend="Draw from the legal turns only.",
)
def random_move_legal(lab: Lab) -> None:
    """random_move() gives turns that are legal."""
    for station in lab.stations():
        game = lab.game(station)
        turns = all_turns(lab, game)
        for n in range(8):
            text = game.random_move(random.Random(n))
            if text is None:
                lab.need(not turns, "random_move() finds no turn where there are some")
                continue
            lab.need(
                game.validate_move(text).complete >= 0,
                f"random_move() gives {text!r}, which is refused",
            )
            lab.need(
                turns is None or text in turns,
                f"random_move() gives {text!r}, which moves() does not list",
            )


@check(
    "complete-means-move",
    contract="Playing: validateMove, move — complete ≥ 0 means that move accepts",
    faults=(3,),
    mend="Let _assess and _check give the same verdict: best leave _check to the base class.",
)
def complete_means_move(lab: Lab) -> None:
    """move() takes exactly the texts that validate_move() calls complete."""
    for station in lab.stations():
        game = lab.game(station)
        for text in lab.near_turns(game):
            answer = game.validate_move(text)
            twin = lab.game(station)
            error = refusal(twin.move, text)
            if answer.complete >= 0:
                lab.need(error is None, f"{text!r} is called complete, but move() says: {error}")
            else:
                lab.need(
                    error is not None, f"{text!r} is called {answer.code}, but move() takes it"
                )
            lab.same(
                len(twin.stack),
                len(game.stack) + (error is None),
                f"plies after move({text!r})",
            )


@check(
    "refusal-changes-nothing",
    contract="Playing: move — leaves the object untouched",
    mend="Work out the new position before anything is changed.",
)
def refusal_changes_nothing(lab: Lab) -> None:
    """A refused move raises an error of ours and leaves the game as it was."""
    for station in lab.stations():
        game = lab.game(station)
        before = snapshot(game)
        for text in [
            *lab.near_turns(game, 3),
            *lab.near_turns(game, 1),
            "nonsense",
            "resign",
            "\0",
        ]:
            if game.validate_move(text).complete >= 0:
                continue
            error = refusal(game.move, text)
            lab.need(
                error is None or isinstance(error, MoveError),
                f"move({text!r}) raised {type(error).__name__}",
            )
        lab.need(snapshot(game) == before, "refused moves changed the game")


@check(
    "move-normalises",
    contract="Playing: move — normalises (case, spaces)",
    mend="Read texts through the base class, which takes out case and spaces; compare nothing else.",
)
def move_normalises(lab: Lab) -> None:
    """Case and spaces do not matter; lastmove is the canonical text."""
    for station in lab.stations():
        game = lab.game(station)
        for turn in lab.legal(game, 3):
            loose = "  " + " \t".join(turn.upper()) + "\n"
            lab.need(
                game.validate_move(loose).complete >= 0,
                f"validate_move({loose!r}) refuses {turn!r}",
            )
            twin = lab.game(station)
            if refusal(twin.move, loose) is None:
                lab.same(twin.lastmove, turn, f"lastmove after {loose!r}")
            else:
                lab.fault(f"move({loose!r}) refuses {turn!r}")


@check(
    "empty-text-does-nothing",
    contract='Playing: move — "" does nothing; validateMove — "" asks for instructions, at any time',
    mend="Give instructions in _instructions (valid, complete −1); leave the rest to the base class.",
    of_errors=True,
)
def empty_text_does_nothing(lab: Lab) -> None:
    """An empty text is answered with instructions and moves nothing, also after the end."""
    for station in lab.stations():
        game = lab.game(station)
        before = snapshot(game)
        for text in ("", "  ", "\n\t"):
            answer = game.validate_move(text)
            lab.need(answer.valid, f"validate_move({text!r}) is not valid: {answer.code}")
            lab.same(answer.complete, -1, f"complete of {text!r}")
            lab.need(answer.message.strip(), f"validate_move({text!r}) gives no instructions")
            lab.need(game.move(text) is game, f"move({text!r}) does not return the game")
            lab.need(snapshot(game) == before, f"move({text!r}) changed the game")
    for _, game in lab.ended(few=True):
        answer = game.validate_move("")
        lab.need(
            answer.message.strip() and answer.complete < 0,
            "validate_move('') says nothing after the end",
        )
        lab.need(refusal(game.move, "") is None, "move('') raises after the end")


@check(
    "partial-pushes-nothing",
    contract="Playing: move(partial) — shows what is under way, pushes nothing; Life: a partial move pushes none",
    mend="Keep a turn under way as a preview only, apart from the plies; drop it with the next move or load.",
)
def partial_pushes_nothing(lab: Lab) -> None:
    """A partial move is shown, pushes no ply, and is gone after move(""), load() or a whole move."""
    for station in lab.stations():
        game = lab.game(station)
        before, state = snapshot(game), plain(game.state())
        for turn in lab.legal(game, 4):
            for text in (turn[: max(len(turn) // 2, 1)], turn):
                renders = game.validate_move(text).can_render
                error = refusal(game.move, text, partial=True)
                verdict = "can_render" if renders else "not can_render"
                lab.need(
                    (error is None) == renders,
                    f"{text!r} is {verdict}, but move(partial=True) says: {error}",
                )
                lab.same(
                    len(game.stack),
                    len(station.moves) + 1,
                    f"plies after move({text!r}, partial=True)",
                )
                lab.need(
                    plain(game.state()) == state,
                    f"move({text!r}, partial=True) changed the saved game",
                )
                game.render()
                game.move("")
                lab.need(
                    snapshot(game) == before,
                    f"move('') does not drop the turn shown in part, {text!r}",
                )
            game.move(turn, partial=True)
            game.load()
            lab.need(
                snapshot(game) == before, f"load() does not drop the turn shown in part, {turn!r}"
            )
            twin, whole = lab.game(station), lab.game(station)
            twin.move(turn, partial=True)
            twin.move(turn)
            whole.move(turn)
            lab.need(
                snapshot(twin) == snapshot(whole),
                f"{turn!r} made after being shown in part differs",
            )


@check(
    "trusted-same",
    contract="Playing: move(trusted)",
    mend="_read_turn must give the turn that _check gives for a legal text.",
)
def trusted_same(lab: Lab) -> None:
    """A legal turn made with trusted=True gives the same game."""
    for station in lab.stations():
        for turn in lab.legal(lab.game(station), 6):
            one, other = lab.game(station), lab.game(station)
            one.move(turn)
            error = refusal(other.move, turn, trusted=True)
            if lab.need(error is None, f"move({turn!r}, trusted=True) raised {error}"):
                lab.need(
                    snapshot(one) == snapshot(other), f"{turn!r} gives another game when trusted"
                )


@check(
    "same-move",
    contract="Playing: sameMove(a, b) — do two texts lead to the same position from before the last ply?",
    mend="Let positions compare by what matters for play; leave same_move() to the base class.",
)
def same_move(lab: Lab) -> None:
    """same_move() tells turns apart by the position they lead to."""
    for station in lab.stations():
        if not station.moves:
            continue
        game = lab.game(station)
        before = snapshot(game)
        last = station.moves[-1]
        earlier = lab.game(Station(station.variants, station.seed, station.moves[:-1]))
        lab.here = station
        lab.need(
            game.same_move(last, f" {last.upper()} "), f"{last!r} is not the same move as itself"
        )
        for other in lab.legal(earlier, 6):
            twin = earlier.clone().move(other)
            equal = twin.position() == game.position()
            found = game.same_move(last, other)
            lab.same(found, equal, f"same_move({last!r}, {other!r})")
        junk: list[Any] = ["nonsense", "", None, 5, "resign"]
        for text in junk:
            lab.same(game.same_move(last, text), False, f"same_move({last!r}, {shown(text)})")
            lab.same(game.same_move(text, text), False, f"same_move({shown(text)}, itself)")
        lab.need(snapshot(game) == before, "same_move() changed the game")


@check(
    "buttons-work",
    contract="Playing: handleClick — a click outside the board (a button, a stash)",
    mend="Give buttons whose move handle_click takes as piece at (−1, −1); flag the game custom-buttons.",
)
def buttons_work(lab: Lab) -> None:
    """Buttons have label and move, and pressing one gives its turn."""
    any_button = False
    for station in lab.stations():
        game = lab.game(station)
        for button in game.buttons():
            any_button = True
            good = set(button) == {"label", "move"} and all(
                isinstance(v, str) and v for v in button.values()
            )
            if not lab.need(good, f"a button is {shown(button)}"):
                continue
            click = game.handle_click("", -1, -1, button["move"])
            lab.need(click.valid, f"pressing {button['label']!r} is refused: {click.code}")
            lab.need(
                click.complete >= 0 or click.move, f"pressing {button['label']!r} leads to no text"
            )
    flagged = "custom-buttons" in lab.cls.info.flags
    lab.need(flagged or not any_button, "there are buttons, but no flag custom-buttons")
    lab.need(
        any_button or not flagged, "the flag custom-buttons is set, but no position has a button"
    )
