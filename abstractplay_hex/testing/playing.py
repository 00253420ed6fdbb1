"""Checks of the legal turns: listing them, making them, random ones."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from abstractplay_hex.errors import MoveError
from abstractplay_hex.testing.harness import LISTED, Harness
from abstractplay_hex.testing.kit import check
from abstractplay_hex.testing.looking import AnyGame, plain, refusal, shown, snapshot
from abstractplay_hex.testing.pictures import places


def all_turns(game: AnyGame) -> set[str] | None:
    """Return all legal turns, or ``None`` if there are more than can be listed here."""
    turns = set(islice(game.iter_moves(), LISTED + 1))
    return turns if len(turns) <= LISTED else None


@check(
    "Playing: moves() — complete, no repeats",
    "Yield each turn once from legal_turns, also where two ways lead to the same text.",
    faults=(6,),
)
def moves_no_repeats(h: Harness, game: AnyGame) -> None:
    """The list of turns has no repeats, and is a list of texts."""
    turns = game.moves() if h.listable else list(islice(game.iter_moves(), LISTED))
    h.need(isinstance(turns, list), f"moves() gives {type(turns).__name__}, no list")
    h.need(all(isinstance(t, str) and t for t in turns), "a turn is no text, or empty")
    twice = [turn for turn, times in Counter(turns).items() if times > 1]
    h.need(not twice, f"turns occur more than once: {', '.join(map(str, twice[:5]))}")


@check(
    "Playing: moves() — complete; iter_moves() for games with too many",
    "Where turn_texts or count_turns is overridden, it must agree with legal_turns.",
    unless="the game is flagged no-moves",
)
def moves_like_iter_moves(h: Harness, game: AnyGame) -> None:
    """moves() and iter_moves() give the same turns, and count_moves() their number."""
    if h.listable:
        h.looked = True
        moves = game.moves()
        listed, iterated = set(moves), set(game.iter_moves())
        h.same(game.count_moves(), len(moves), "count_moves()")
        h.need(listed == iterated, f"only in one of them: {shown(sorted(listed ^ iterated)[:5])}")


@check(
    "Playing: moves() — a game flagged no-moves has iter_moves() and random_move() all the same",
    "Make legal_turns a generator that finds turns one by one.",
)
def iter_moves_lazy(h: Harness, game: AnyGame) -> None:
    """iter_moves() is an iterator whose first turns come at once, afresh each time."""
    began = perf_counter()
    turns = game.iter_moves()
    h.need(isinstance(turns, Iterator), f"iter_moves() gives {type(turns).__name__}")
    listed = h.rules.legal_turns(game.looked_at.position)
    h.need(isinstance(listed, Iterator), f"legal_turns gives {type(listed).__name__}")
    first = list(islice(turns, 10))
    took = perf_counter() - began
    h.need(took <= h.seconds, f"the first turns of iter_moves() take {took:.1f} s")
    h.same(list(islice(game.iter_moves(), 10)), first, "the first turns, asked for again")


@check(
    "Playing: moves() — [] when over",
    "Yield nothing from legal_turns, and return no buttons, when the game is over.",
    faults=(6,),
)
def moves_empty_when_over(h: Harness, over: AnyGame) -> None:
    """There are no turns, and no buttons, when the game is over."""
    h.same(over.moves(), [], "moves() when the game is over")
    h.same(list(islice(over.iter_moves(), 3)), [], "iter_moves() when the game is over")
    h.same(over.random_move(random.Random(0)), None, "random_move() when the game is over")
    h.same(over.buttons(), [], "buttons() when the game is over")


@check(
    "Playing: moves() ⊂ validateMove valid ⊂ move",
    "Let legal_turns and interpret share one test of legality.",
    faults=(3,),
)
def moves_can_be_made(h: Harness, game: AnyGame) -> None:
    """Each listed turn is valid and complete, and can be made; lastmove is its text."""
    with h.unchanged(game, "validate_move()"):
        for turn in h.legal(game):
            answer, twin = game.validate_move(turn), h.game()
            good = answer.valid and answer.complete >= 0
            h.need(good, f"validate_move({turn!r}) refuses a listed turn: {answer.code}")
            if h.accepts(f"move({turn!r}) refuses a listed turn", twin.move, turn):
                h.same(twin.lastmove, turn, f"lastmove after the listed turn {turn!r}")


@check(
    "Playing: moves() — complete",
    "Yield from legal_turns every turn that interpret accepts, in its canonical form.",
    faults=(6,),
    unless="the game has more turns than can be listed",
)
def moves_complete(h: Harness, game: AnyGame) -> None:
    """Every text that move() accepts is listed in its canonical form."""
    turns = all_turns(game)
    if turns is None:
        return
    h.looked = True
    clicked = (game.handle_click("", *at).move for at in h.some(places(game.render()), 400))
    buttons = (button["move"] for button in game.buttons())
    for text in sorted({*h.near_turns(game), *clicked, *buttons}):
        twin = h.game()
        if twin.validate_move(text).complete >= 0 and refusal(twin.move, text) is None:
            known = twin.lastmove in turns
            h.need(known, f"{text!r} can be made, but moves() does not list {twin.lastmove!r}")


@check("Playing: randomMove()", "Draw from the legal turns only.", faults=(3,))
def random_move_legal(h: Harness, game: AnyGame) -> None:
    """random_move() gives turns that are legal."""
    turns = all_turns(game)
    for n in range(8):
        text = game.random_move(random.Random(n))
        if text is None:
            h.need(not turns, "random_move() finds no turn where there are some")
            continue
        good = game.validate_move(text).complete >= 0
        h.need(good, f"random_move() gives {text!r}, which is refused")
        listed = turns is None or text in turns
        h.need(listed, f"random_move() gives {text!r}, which moves() does not list")


@check(
    "Playing: validateMove, move — complete ≥ 0 means that move accepts",
    "Give a draft a turn exactly if its text is a legal turn.",
    faults=(3,),
)
def complete_means_move(h: Harness, game: AnyGame) -> None:
    """move() accepts exactly the texts that validate_move() calls complete."""
    for text in h.near_turns(game):
        answer, twin = game.validate_move(text), h.game()
        error = refusal(twin.move, text)
        if answer.complete >= 0:
            h.need(error is None, f"{text!r} is called complete, but move() says: {error}")
        else:
            h.need(error is not None, f"{text!r} is called {answer.code}, but move() takes it")
        plies = len(game.stack) + (error is None)
        h.same(len(twin.stack), plies, f"plies after move({text!r})")


@check("Playing: move — leaves the object untouched")
def refusal_changes_nothing(h: Harness, game: AnyGame) -> None:
    """A refused move raises MoveError and leaves the game as it was."""
    with h.unchanged(game, "a refused move"):
        for text in [*h.near_turns(game, 3), "nonsense", "resign", "\0", ""]:
            if game.validate_move(text).complete < 0:
                error = refusal(game.move, text)
                ours = error is None or isinstance(error, MoveError)
                h.need(ours, f"move({text!r}) raised {type(error).__name__}")


@check(
    "Playing: move — normalises (case, spaces)",
    "Write canonical texts in lower case and without spaces.",
)
def move_normalises(h: Harness, game: AnyGame) -> None:
    """Case and white space do not matter; lastmove is the canonical text."""
    for turn in h.legal(game, 3):
        loose, twin = "  " + " \t".join(turn.upper()) + "\u00a0\n", h.game()
        good = game.validate_move(loose).complete >= 0
        h.need(good, f"validate_move({loose!r}) refuses {turn!r}")
        if h.accepts(f"move({loose!r}) refuses {turn!r}", twin.move, loose):
            h.same(twin.lastmove, turn, f"lastmove after {loose!r}")


@check(
    'Playing: validateMove — "" asks for instructions; move — "" is refused, and in part shows nothing',
    "Let interpret answer an empty text with Draft.unfinished: what the player to move can do.",
    of_errors=True,
)
def empty_text_does_nothing(h: Harness) -> None:
    """An empty text is answered with instructions, refused as a move, and shows nothing in part."""
    for game in h.under_way():
        for text in ("", "  ", "\n\t"):
            answer = game.validate_move(text)
            h.need(answer.valid, f"validate_move({text!r}) is not valid: {answer.code}")
            h.same(answer.complete, -1, f"complete of {text!r}")
            h.need(answer.message.strip(), f"validate_move({text!r}) gives no instructions")
            with h.unchanged(game, f"move({text!r})"):
                error = h.refuses(MoveError, f"move({text!r})", game.move, text)
                h.same(error and error.code, "move.empty", f"code of move({text!r})")
            with h.unchanged(game, f"move({text!r}, partial=True)"):
                game.move(text, partial=True)
    for game in h.ended(few=True):
        answer = game.validate_move("")
        said = answer.message.strip() and answer.complete < 0
        h.need(said, "validate_move('') says nothing after the end")
        h.refuses(MoveError, "move('') after the end", game.move, "")


@check(
    "Playing: move(partial) — shows what is under way, pushes nothing; Life: a partial move pushes none",
    "Show a turn under way only through shown and draw, from the position and the draft.",
)
def partial_pushes_nothing(h: Harness, game: AnyGame) -> None:
    """A partial move pushes no ply and is dropped by an empty one, load() or a whole move."""
    before, state = snapshot(game), plain(game.state())
    plies = len(game.stack)
    for turn in h.legal(game, 4):
        for text in (turn[: max(len(turn) // 2, 1)], turn):
            renders = game.validate_move(text).can_render
            error = refusal(game.move, text, partial=True)
            what = f"move({text!r}, partial=True)"
            verdict = "can_render" if renders else "not can_render"
            agree = (error is None) == renders
            h.need(agree, f"{text!r} is {verdict}, but {what} says: {error}")
            h.same(len(game.stack), plies, f"plies after {what}")
            h.need(plain(game.state()) == state, f"{what} changed the saved game")
            game.render()
            game.move("", partial=True)
            h.need(snapshot(game) == before, f"an empty partial move does not drop {text!r}")
        game.move(turn, partial=True)
        game.load()
        h.need(snapshot(game) == before, f"load() does not drop {turn!r}, shown in part")
        twin, whole = h.game().move(turn, partial=True).move(turn), h.game().move(turn)
        same = snapshot(twin) == snapshot(whole)
        h.need(same, f"{turn!r} made after being shown in part differs")


@check(
    "Playing: move(trusted)", "Let read_turn return the turn that interpret finds in a legal text."
)
def trusted_same(h: Harness, game: AnyGame) -> None:
    """A legal turn made with trusted=True gives the same game."""
    for turn in h.legal(game, 6):
        one, other = h.game().move(turn), h.game()
        if h.accepts(f"move({turn!r}, trusted=True) raised", other.move, turn, trusted=True):
            same = snapshot(one) == snapshot(other)
            h.need(same, f"{turn!r} gives another game when trusted")


@check(
    "Playing: sameMove(a, b) — do two texts lead to the same position from before the last ply?",
    "Let positions compare by what matters for play.",
)
def same_move(h: Harness, game: AnyGame) -> None:
    """same_move() tells turns apart by the position they lead to."""
    for last in h.here.moves[-1:]:
        earlier = h.game(h.here.at(-1))
        with h.unchanged(game, "same_move()"):
            same = game.same_move(last, f" {last.upper()} ")
            h.need(same, f"{last!r} is not the same move as itself")
            for other in h.legal(earlier, 6):
                equal = earlier.clone().move(other).position() == game.position()
                h.same(game.same_move(last, other), equal, f"same_move({last!r}, {other!r})")
            odd: list[Any] = ["nonsense", "", None, 5, "resign"]
            for text in odd:
                h.same(game.same_move(last, text), False, f"same_move({last!r}, {shown(text)})")
                h.same(game.same_move(text, text), False, f"same_move({shown(text)}, itself)")


@check(
    "Playing: handleClick — a click outside the board (a button, a stash)",
    "Let click accept a button's move as its piece, without a place; flag the game custom-buttons.",
)
def buttons_work(h: Harness) -> None:
    """Buttons have label, key and move, and pressing one gives its turn."""
    any_button = False
    for played in h.played_games():
        game = h.fresh()
        for ply in range(len(played.moves) + 1):
            h.here = played.at(ply)
            for button in game.buttons():
                any_button = True
                texts = all(isinstance(v, str) and v for v in button.values())
                whole = texts and {"label", "key", "move"} <= set(button)
                if not h.need(whole, f"a button is {shown(button)}"):
                    continue
                label = repr(button["label"])
                click = game.handle_click("", -1, -1, button["move"])
                h.need(click.valid, f"pressing {label} is refused: {click.code}")
                h.need(click.complete >= 0 or click.move, f"pressing {label} leads to no text")
            for turn in played.moves[ply : ply + 1]:
                game.move(turn)
    flagged = "custom-buttons" in h.info.flags
    h.need(flagged or not any_button, "there are buttons, but no flag custom-buttons")
    h.need(any_button or not flagged, "flagged custom-buttons, but no position has a button")
