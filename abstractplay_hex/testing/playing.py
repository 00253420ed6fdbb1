"""Checks of the legal turns: listing them, making them, random ones."""

import random
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from abstractplay_hex.errors import MoveError
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.harness import LISTED, Harness, Station, plain, refusal, shown, snapshot


def all_turns(h: Harness, game: Any) -> set[str] | None:
    """Return all legal turns, or ``None`` if there are more than can be listed here."""
    turns = set(islice(game.iter_moves(), LISTED + 1))
    return turns if len(turns) <= LISTED else None


@check(
    "moves-no-repeats",
    contract="Playing: moves() — complete, no repeats",
    faults=(6,),
    hint="Yield each turn once from _iter_moves, also where two ways lead to the same text.",
)
def moves_no_repeats(h: Harness) -> None:
    """The list of turns has no repeats, and is a list of texts."""
    for station in h.stations():
        game = h.game(station)
        turns = game.moves() if h.listable else list(islice(game.iter_moves(), LISTED))
        h.need(isinstance(turns, list), f"moves() gives {type(turns).__name__}, no list")
        repeated = (
            sorted({str(t) for t in turns if turns.count(t) > 1}) if len(turns) < LISTED else []
        )
        repeated = repeated or ([] if len(set(turns)) == len(turns) else ["(some)"])
        h.need(not repeated, f"turns occur more than once: {', '.join(repeated[:5])}")
        h.need(
            all(isinstance(t, str) and t for t in turns),
            "there is a turn that is no text, or empty",
        )


@check(
    "moves-like-iter-moves",
    contract="Playing: moves() — complete; iter_moves() for games with too many",
    hint="Where _list_moves is overridden, it must give the turns of _iter_moves; _count_moves their number.",
)
def moves_like_iter_moves(h: Harness) -> None:
    """moves() and iter_moves() give the same turns, and count_moves() their number."""
    if not h.listable:
        h.not_applicable("the game is flagged no-moves")
    for station in h.stations():
        game = h.game(station)
        moves = game.moves()
        listed, iterated = set(moves), set(game.iter_moves())
        h.same(game.count_moves(), len(moves), "count_moves()")
        h.need(listed == iterated, f"only in one of them: {shown(sorted(listed ^ iterated)[:5])}")


@check(
    "iter-moves-lazy",
    contract="Playing: moves() — a game flagged no-moves has iter_moves() and random_move() all the same",
    hint="Make _iter_moves a generator that finds turns one by one.",
)
def iter_moves_lazy(h: Harness) -> None:
    """iter_moves() is an iterator whose first turns come at once, afresh each time."""
    for station in h.stations():
        game = h.game(station)
        began = perf_counter()
        turns = game.iter_moves()
        h.need(
            isinstance(turns, Iterator), f"iter_moves() gives {type(turns).__name__}, no iterator"
        )
        first = list(islice(turns, 10))
        took = perf_counter() - began
        h.need(took <= h.seconds, f"the first turns of iter_moves() take {took:.1f} s")
        h.same(list(islice(game.iter_moves(), 10)), first, "the first turns, asked for again")


@check(
    "moves-empty-when-over",
    contract="Playing: moves() — [] when over",
    faults=(6,),
    hint="Ask gameover first; leave moves() and random_move() to the base class.",
)
def moves_empty_when_over(h: Harness) -> None:
    """There are no turns, and no buttons, when the game is over."""
    for _, game in h.ended():
        h.same(game.moves(), [], "moves() when the game is over")
        h.same(list(islice(game.iter_moves(), 3)), [], "iter_moves() when the game is over")
        h.same(game.random_move(random.Random(0)), None, "random_move() when the game is over")
        h.same(game.buttons(), [], "buttons() when the game is over")


@check(
    "moves-can-be-made",
    contract="Playing: moves() ⊂ validateMove valid ⊂ move",
    faults=(3,),
    hint="Let _iter_moves, _assess and _check ask the same rules.",
)
def moves_can_be_made(h: Harness) -> None:
    """Each listed turn is valid and complete, and can be made; lastmove is its text."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        for turn in h.legal(game):
            answer = game.validate_move(turn)
            h.need(
                answer.valid and answer.complete >= 0,
                f"validate_move({turn!r}) refuses a listed turn: {answer.code}",
            )
            twin = h.game(station)
            error = refusal(twin.move, turn)
            if h.need(error is None, f"move({turn!r}) refuses a listed turn: {error}"):
                h.same(twin.lastmove, turn, f"lastmove after the listed turn {turn!r}")
        h.need(snapshot(game) == before, "validate_move() changed the game")


@check(
    "moves-complete",
    contract="Playing: moves() — complete",
    faults=(6,),
    hint="_iter_moves must yield every turn that _assess finds complete, in its canonical form.",
)
def moves_complete(h: Harness) -> None:
    """Each text that move() takes is, in its canonical form, among the listed turns."""
    looked = False
    for station in h.stations():
        game = h.game(station)
        turns = all_turns(h, game)
        if turns is None:
            continue
        looked = True
        buttons = (button["move"] for button in game.buttons())
        texts = {*h.near_turns(game), *_clicked(h, game), *buttons}
        for text in sorted(texts):
            if game.validate_move(text).complete < 0:
                continue
            twin = h.game(station)
            if refusal(twin.move, text) is None:
                known = twin.lastmove in turns
                h.need(
                    known, f"{text!r} can be made, but moves() does not list {twin.lastmove!r}"
                )
    if not looked:
        h.not_applicable("the game has more turns than can be listed")


def _clicked(h: Harness, game: Any) -> list[str]:
    """Return texts that one click gives."""
    from abstractplay_hex.testing.clicks import places

    spots = places(game.render())
    if len(spots) > 400:
        spots = random.Random(h.seed).sample(spots, 400)
    return [game.handle_click("", row, col).move for row, col in spots]


@check(
    "random-move-legal",
    contract="Playing: randomMove()",
    faults=(3,),
    hint="Draw from the legal turns only.",
)
def random_move_legal(h: Harness) -> None:
    """random_move() gives turns that are legal."""
    for station in h.stations():
        game = h.game(station)
        turns = all_turns(h, game)
        for n in range(8):
            text = game.random_move(random.Random(n))
            if text is None:
                h.need(not turns, "random_move() finds no turn where there are some")
                continue
            h.need(
                game.validate_move(text).complete >= 0,
                f"random_move() gives {text!r}, which is refused",
            )
            h.need(
                turns is None or text in turns,
                f"random_move() gives {text!r}, which moves() does not list",
            )


@check(
    "complete-means-move",
    contract="Playing: validateMove, move — complete ≥ 0 means that move accepts",
    faults=(3,),
    hint="Let _assess and _check give the same verdict: best leave _check to the base class.",
)
def complete_means_move(h: Harness) -> None:
    """move() takes exactly the texts that validate_move() calls complete."""
    for station in h.stations():
        game = h.game(station)
        for text in h.near_turns(game):
            answer = game.validate_move(text)
            twin = h.game(station)
            error = refusal(twin.move, text)
            if answer.complete >= 0:
                h.need(error is None, f"{text!r} is called complete, but move() says: {error}")
            else:
                h.need(
                    error is not None, f"{text!r} is called {answer.code}, but move() takes it"
                )
            h.same(
                len(twin.stack),
                len(game.stack) + (error is None),
                f"plies after move({text!r})",
            )


@check(
    "refusal-changes-nothing",
    contract="Playing: move — leaves the object untouched",
    hint="Work out the new position before anything is changed.",
)
def refusal_changes_nothing(h: Harness) -> None:
    """A refused move raises an error of ours and leaves the game as it was."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        for text in [
            *h.near_turns(game, 3),
            *h.near_turns(game, 1),
            "nonsense",
            "resign",
            "\0",
        ]:
            if game.validate_move(text).complete >= 0:
                continue
            error = refusal(game.move, text)
            h.need(
                error is None or isinstance(error, MoveError),
                f"move({text!r}) raised {type(error).__name__}",
            )
        h.need(snapshot(game) == before, "refused moves changed the game")


@check(
    "move-normalises",
    contract="Playing: move — normalises (case, spaces)",
    hint="Read texts through the base class, which takes out case and spaces; compare nothing else.",
)
def move_normalises(h: Harness) -> None:
    """Case and spaces do not matter; lastmove is the canonical text."""
    for station in h.stations():
        game = h.game(station)
        for turn in h.legal(game, 3):
            loose = "  " + " \t".join(turn.upper()) + "\n"
            h.need(
                game.validate_move(loose).complete >= 0,
                f"validate_move({loose!r}) refuses {turn!r}",
            )
            twin = h.game(station)
            if refusal(twin.move, loose) is None:
                h.same(twin.lastmove, turn, f"lastmove after {loose!r}")
            else:
                h.fault(f"move({loose!r}) refuses {turn!r}")


@check(
    "empty-text-does-nothing",
    contract='Playing: move — "" does nothing; validateMove — "" asks for instructions, at any time',
    hint="Give instructions in _instructions (valid, complete −1); leave the rest to the base class.",
    of_errors=True,
)
def empty_text_does_nothing(h: Harness) -> None:
    """An empty text is answered with instructions and moves nothing, also after the end."""
    for station in h.stations():
        game = h.game(station)
        before = snapshot(game)
        for text in ("", "  ", "\n\t"):
            answer = game.validate_move(text)
            h.need(answer.valid, f"validate_move({text!r}) is not valid: {answer.code}")
            h.same(answer.complete, -1, f"complete of {text!r}")
            h.need(answer.message.strip(), f"validate_move({text!r}) gives no instructions")
            h.need(game.move(text) is game, f"move({text!r}) does not return the game")
            h.need(snapshot(game) == before, f"move({text!r}) changed the game")
    for _, game in h.ended(few=True):
        answer = game.validate_move("")
        h.need(
            answer.message.strip() and answer.complete < 0,
            "validate_move('') says nothing after the end",
        )
        h.need(refusal(game.move, "") is None, "move('') raises after the end")


@check(
    "partial-pushes-nothing",
    contract="Playing: move(partial) — shows what is under way, pushes nothing; Life: a partial move pushes none",
    hint="Keep a turn under way as a preview only, apart from the plies; drop it with the next move or load.",
)
def partial_pushes_nothing(h: Harness) -> None:
    """A partial move is shown, pushes no ply, and is gone after move(""), load() or a whole move."""
    for station in h.stations():
        game = h.game(station)
        before, state = snapshot(game), plain(game.state())
        for turn in h.legal(game, 4):
            for text in (turn[: max(len(turn) // 2, 1)], turn):
                renders = game.validate_move(text).can_render
                error = refusal(game.move, text, partial=True)
                verdict = "can_render" if renders else "not can_render"
                h.need(
                    (error is None) == renders,
                    f"{text!r} is {verdict}, but move(partial=True) says: {error}",
                )
                h.same(
                    len(game.stack),
                    len(station.moves) + 1,
                    f"plies after move({text!r}, partial=True)",
                )
                h.need(
                    plain(game.state()) == state,
                    f"move({text!r}, partial=True) changed the saved game",
                )
                game.render()
                game.move("")
                h.need(
                    snapshot(game) == before,
                    f"move('') does not drop the turn shown in part, {text!r}",
                )
            game.move(turn, partial=True)
            game.load()
            h.need(
                snapshot(game) == before, f"load() does not drop the turn shown in part, {turn!r}"
            )
            twin, whole = h.game(station), h.game(station)
            twin.move(turn, partial=True)
            twin.move(turn)
            whole.move(turn)
            h.need(
                snapshot(twin) == snapshot(whole),
                f"{turn!r} made after being shown in part differs",
            )


@check(
    "trusted-same",
    contract="Playing: move(trusted)",
    hint="_read_turn must give the turn that _check gives for a legal text.",
)
def trusted_same(h: Harness) -> None:
    """A legal turn made with trusted=True gives the same game."""
    for station in h.stations():
        for turn in h.legal(h.game(station), 6):
            one, other = h.game(station), h.game(station)
            one.move(turn)
            error = refusal(other.move, turn, trusted=True)
            if h.need(error is None, f"move({turn!r}, trusted=True) raised {error}"):
                h.need(
                    snapshot(one) == snapshot(other), f"{turn!r} gives another game when trusted"
                )


@check(
    "same-move",
    contract="Playing: sameMove(a, b) — do two texts lead to the same position from before the last ply?",
    hint="Let positions compare by what matters for play; leave same_move() to the base class.",
)
def same_move(h: Harness) -> None:
    """same_move() tells turns apart by the position they lead to."""
    for station in h.stations():
        if not station.moves:
            continue
        game = h.game(station)
        before = snapshot(game)
        last = station.moves[-1]
        earlier = h.game(Station(station.variants, station.seed, station.moves[:-1]))
        h.here = station
        h.need(
            game.same_move(last, f" {last.upper()} "), f"{last!r} is not the same move as itself"
        )
        for other in h.legal(earlier, 6):
            twin = earlier.clone().move(other)
            equal = twin.position() == game.position()
            found = game.same_move(last, other)
            h.same(found, equal, f"same_move({last!r}, {other!r})")
        junk: list[Any] = ["nonsense", "", None, 5, "resign"]
        for text in junk:
            h.same(game.same_move(last, text), False, f"same_move({last!r}, {shown(text)})")
            h.same(game.same_move(text, text), False, f"same_move({shown(text)}, itself)")
        h.need(snapshot(game) == before, "same_move() changed the game")


@check(
    "buttons-work",
    contract="Playing: handleClick — a click outside the board (a button, a stash)",
    hint="Give buttons whose move handle_click takes as piece at (−1, −1); flag the game custom-buttons.",
)
def buttons_work(h: Harness) -> None:
    """Buttons have label and move, and pressing one gives its turn."""
    any_button = False
    for station in h.stations():
        game = h.game(station)
        for button in game.buttons():
            any_button = True
            good = set(button) == {"label", "move"} and all(
                isinstance(v, str) and v for v in button.values()
            )
            if not h.need(good, f"a button is {shown(button)}"):
                continue
            click = game.handle_click("", -1, -1, button["move"])
            h.need(click.valid, f"pressing {button['label']!r} is refused: {click.code}")
            h.need(
                click.complete >= 0 or click.move, f"pressing {button['label']!r} leads to no text"
            )
    flagged = "custom-buttons" in h.info.flags
    h.need(flagged or not any_button, "there are buttons, but no flag custom-buttons")
    h.need(
        any_button or not flagged, "the flag custom-buttons is set, but no position has a button"
    )
