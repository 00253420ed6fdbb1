"""What a game object remembers and forgets, its bounds, and what it hands to its rules."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from abstractplay_hex import (
    ArgumentError,
    Game,
    GameOverError,
    MoveError,
    PositionError,
    get_rules,
    load_game,
    new_game,
)
from abstractplay_hex import game as game_module
from abstractplay_hex.codec import dumps
from abstractplay_hex.plies.endings import ENDINGS
from abstractplay_hex.plies.ply import Ply, time_text
from abstractplay_hex.plies.results import DrawAgreed, GameAbandoned, Resigned, TimedOut, ending
from abstractplay_hex.rules.draft import normal_text
from abstractplay_hex.rules.interface import Scene, Setup
from tests.conftest import ticking_clock
from tests.games import KINDS, kind_id, played, some_moves

every_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


def code_of(call: Callable[[], Any]) -> str:
    with pytest.raises((ArgumentError, MoveError, PositionError)) as caught:
        call()
    return caught.value.code


# ---- a turn shown in part -----------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.undo(),
        lambda game: game.undo(3),
        lambda game: game.load(),
        lambda game: game.load(2),
        lambda game: game.move(some_moves(game, 1)[0]),
        lambda game: game.draw(),
        lambda game: game.move("", partial=True),
    ],
    ids=["undo", "undo 3", "load", "load 2", "move", "draw", "empty"],
)
def test_a_turn_shown_in_part_is_dropped(kind: Any, act: Callable[[Any], Any]) -> None:
    shown, plain = (played(kind, 21, 6) for _ in range(2))
    shown.move(some_moves(shown, 2)[1], partial=True)
    assert shown.render() != plain.render()
    act(shown)
    act(plain)
    assert shown.render() == plain.render()
    assert shown.sidebar_scores() == plain.sidebar_scores()
    assert shown.sidebar_statuses() == plain.sidebar_statuses()


@every_kind
def test_a_copy_keeps_what_is_shown_and_looked_at(kind: Any) -> None:
    game = played(kind, 21, 6)
    turn = some_moves(game, 2)[1]
    plain = game.render()
    copy = game.move(turn, partial=True).clone()
    assert copy.render() == game.render() != plain
    copy.move("", partial=True)
    assert copy.render() == plain != game.render()
    earlier = game.load(3).clone()
    assert (earlier.ply, earlier.render()) == (3, game.render())
    earlier.load()
    assert (earlier.ply, game.ply) == (6, 3)


@every_kind
def test_a_refused_preview_leaves_the_one_before(kind: Any) -> None:
    game = played(kind, 21, 6)
    game.move(some_moves(game, 2)[1], partial=True)
    shown = game.render()
    with pytest.raises(MoveError):
        game.move("nonsense!", partial=True)
    assert game.render() == shown


def test_no_more_drafts_are_kept_than_a_click_needs() -> None:
    game = new_game("pods")
    asked = []
    real = type(game.rules).interpret

    class Counting(type(game.rules)):  # type: ignore[misc]
        def interpret(self, position: Any, text: str) -> Any:
            asked.append(text)
            return real(self, position, text)

    counted: Game[Any, Any] = Game(Counting())
    for text in ("", "a1", "a2", "a1", "a2", "", "a3", "a2", "a1", ""):
        counted.validate_move(text)
    assert asked == ["", "a1", "a2", "a3", "a1"]


# ---- what is compared and looked at -------------------------------------------------------------


@every_kind
def test_same_move_is_asked_before_the_ply_looked_at(kind: Any) -> None:
    game = played(kind, 22, 6)
    for number in (4, 2, 1, 0):
        game.load(number)
        before = game.clone().load(max(number - 1, 0))
        one, *others = some_moves(before, 2)
        assert game.same_move(one, one)
        assert not any(game.same_move(one, other) for other in others)
        assert not game.same_move(one, "nonsense")
        assert not game.same_move("nonsense", one)
    # A turn that was legal at the last ply only, where its cell was still empty.
    game = new_game("pods").move("g7").move("h7").move("g6")
    assert game.same_move("g6", "g6")
    assert not game.load(1).same_move("g7-h8", "g7-h8")
    assert game.load(1).same_move("h7", " H7")


def scenes(game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> list[Scene[Any]]:
    """Return a list that gets each scene that is drawn from now on."""
    seen: list[Scene[Any]] = []

    def draw(_: Any, scene: Scene[Any]) -> dict[str, Any]:
        seen.append(scene)
        return {}

    monkeypatch.setattr(type(game.rules), "draw", draw)
    return seen


@every_kind
def test_a_scene_knows_the_position_before(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(kind, 23, 5)
    seen = scenes(game, monkeypatch)
    for number in range(6):
        game.load(number).render()
        scene = seen.pop()
        assert scene.position is game.stack[number].position
        assert scene.before is (game.stack[number - 1].position if number else None)
        assert scene.results == game.stack[number].results
        assert (scene.draft, scene.winners, scene.display, scene.perspective) == (
            None,
            None,
            None,
            0,
        )
    text = some_moves(game, 1)[0]
    game.move(text, partial=True).render(perspective=2)
    scene = seen.pop()
    assert scene.before is game.stack[5].position
    assert scene.results == ()
    assert scene.draft is not None
    assert game.rules.write(scene.draft.turn) == text
    assert scene.position == game.rules.after(game.stack[5].position, scene.draft.turn)
    assert scene.perspective == 2
    game.draw().render(perspective=3, alt_display="nonsense")
    scene = seen.pop()
    assert (scene.winners, scene.perspective, scene.display) == ((1, 2), 0, None)
    assert scene.before == scene.position
    for display in game.info.displays:
        game.render(perspective=1, alt_display=display.uid)
        assert (seen[-1].display, seen[-1].perspective) == (display.uid, 1)


def test_a_winning_turn_shown_in_part_has_its_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game("dendria", ["size-5"], position="T4/6/7/8/9/8/7/6/5 L 1 D")
    seen = scenes(game, monkeypatch)
    game.move("pass", partial=True).render()
    game.move("a1", partial=True).render()
    assert [scene.winners for scene in seen] == [(1,), None]


# ---- bounds: so much is taken, one more is refused ----------------------------------------------


@every_kind
def test_the_longest_text_of_a_turn(kind: Any) -> None:
    game = played(kind, 24, 3)
    longest = game.rules.longest_text
    turn = some_moves(game, 1)[0]
    assert normal_text("A" * longest, longest) == "a" * longest
    assert game.validate_move(turn + " " * (longest - len(turn))).complete >= 0
    one_more = turn + " " * (longest - len(turn) + 1)
    assert game.validate_move(one_more).code == "move.too-long"
    assert code_of(lambda: game.move(one_more)) == "move.too-long"
    assert game.handle_click(one_more, -1, 5).code == "click.outside"


def test_the_longest_text_of_a_position() -> None:
    limit = game_module.LONGEST_POSITION_TEXT
    assert code_of(lambda: new_game("pods", position="7" * limit)) == "pods.position.length"
    with pytest.raises(PositionError) as caught:
        new_game("pods", position="7" * (limit + 1))
    assert caught.value.code == "position.too-long"
    assert caught.value.params == {"length": limit + 1, "limit": limit}
    assert code_of(lambda: new_game("pods", position=b"7")) == "position.not-text"  # type: ignore[arg-type]


def test_the_most_plies_leave_room_for_an_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MOST_PLIES", 4)
    game = new_game("pods").move("g7").move("h7")
    with pytest.raises(MoveError) as caught:
        game.move("g8")
    assert (caught.value.code, caught.value.params["limit"]) == ("move.too-many-plies", 4)
    assert len(game.stack) == 3
    assert len(game.draw().stack) == 4
    monkeypatch.setattr("abstractplay_hex.codec.envelope.MOST_PLIES", 4)
    assert len(load_game(game.state()).stack) == 4


def test_no_ply_is_pushed_that_could_not_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loaded game may have as many plies as there can be; then it takes no ending, either."""
    game = new_game("pods").move("g7").move("h7")
    monkeypatch.setattr(game_module, "MOST_PLIES", 3)
    for push in (game.draw, game.abandoned, lambda: game.resign(1), lambda: game.timeout(2)):
        with pytest.raises(MoveError) as caught:
            push()
        assert caught.value.code == "move.too-many-plies"
        assert len(game.stack) == 3
        assert not game.gameover
    monkeypatch.setattr("abstractplay_hex.codec.envelope.MOST_PLIES", 3)
    assert len(load_game(game.state()).stack) == 3


# ---- endings by word ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "player", "seats", "said", "winners"),
    [
        ("resign", 1, 2, Resigned(player=1), (2,)),
        ("resign", 2, 2, Resigned(player=2), (1,)),
        ("resign", 2, 3, Resigned(player=2), (1, 3)),
        ("timeout", 1, 2, TimedOut(player=1), (2,)),
        ("timeout", 3, 3, TimedOut(player=3), (1, 2)),
        ("draw", None, 2, DrawAgreed(), (1, 2)),
        ("draw", None, 3, DrawAgreed(), (1, 2, 3)),
        ("abandoned", None, 2, GameAbandoned(), ()),
        ("abandoned", None, 3, GameAbandoned(), ()),
        ("resign", 1, 1, Resigned(player=1), ()),
    ],
)
def test_the_table_of_endings(
    word: str, player: int | None, seats: int, said: Any, winners: tuple[int, ...]
) -> None:
    one = ENDINGS[word]
    assert (one.word, one.of_player) == (word, player is not None)
    assert one.winners(seats, player) == winners
    assert one.results(seats, player) == (said, *ending(*winners))


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_leaves_leaves_the_win_to_the_others(last_stand: str, seats: int) -> None:
    others = {n: [m for m in range(1, seats + 1) if m != n] for n in range(1, seats + 1)}
    for n, left in others.items():
        for word in ("resign", "timeout"):
            game = new_game(last_stand, seats=seats).move("a1")
            before = game.currplayer
            getattr(game, word)(n)
            assert (game.winner, game.currplayer, game.lastmove) == (left, before, word)
            assert load_game(game.serialize(), verify=True).winner == left
            log = game.chat_log(["Ann", "Bob", "Cy"])[-1][1:]
            assert len(log) == 3
            assert "draw" not in " ".join(log)
    for wrong in (0, seats + 1):
        game = new_game(last_stand, seats=seats)
        for call in (game.resign, game.timeout, game.player_score):
            with pytest.raises(ArgumentError) as caught:
                call(wrong)
            assert caught.value.code == "argument.player"
            assert caught.value.params["last"] == seats
    assert new_game(last_stand, seats=seats).draw().winner == list(range(1, seats + 1))


def test_rounds_are_as_long_as_there_are_seats(last_stand: str) -> None:
    for seats in (2, 3, 4):
        game = new_game(last_stand, seats=seats)
        for _ in range(5):
            game.move(game.random_move(random.Random(3)) or "")
        lengths = [len(row) for row in game.move_history()]
        assert lengths == {2: [2, 2, 1], 3: [3, 2], 4: [4, 1]}[seats]
        flat = [pair for row in game.move_history_with_sequence() for pair in row]
        assert [player for player, _ in flat] == [ply.currplayer for ply in game.stack[:-1]]
        assert [text for _, text in flat] == [ply.lastmove for ply in game.stack[1:]]


def test_seats_are_those_the_game_is_for(last_stand: str) -> None:
    assert new_game(last_stand).numplayers == get_rules(last_stand).info.playercounts[0]
    for seats in get_rules(last_stand).info.playercounts:
        game = new_game(last_stand, seats=seats)
        assert game.numplayers == game.state()["numplayers"] == seats
        assert game.setup == Setup((), seats)
    for wrong in (1, 5, 0, -2, True, 2.0, "2"):
        with pytest.raises(ArgumentError):
            new_game(last_stand, seats=wrong)  # type: ignore[arg-type]
    for wrong in (1, 3):
        with pytest.raises(ArgumentError):
            new_game("pods", seats=wrong)


@every_kind
def test_what_is_said_after_the_end(kind: Any) -> None:
    game = played(kind, 25, 4).abandoned()
    for text in ("", "nonsense", some_moves(game.clone().undo(), 1)[0]):
        assert game.validate_move(text).code == "move.over"
    assert game.handle_click("g7", 0, 0).code == "click.over"
    with pytest.raises(GameOverError) as caught:
        game.draw()
    assert caught.value.code == "move.over-ending"
    # Looked at from an earlier ply, too.
    assert game.load(1).validate_move("").code == "move.over"
    assert game.load().count_moves() == len(game.moves()) == 0


# ---- plies --------------------------------------------------------------------------------------


@every_kind
def test_a_ply_is_the_same_before_and_after_it_is_looked_at(kind: Any) -> None:
    game = played(kind, 26, 5)
    loaded = load_game(game.serialize())
    for ply, again in zip(game.stack, loaded.stack, strict=True):
        number = hash(again)
        assert number == hash(ply)
        assert ply == again
        assert hash(again) == number
        assert ply != ply.lastmove
    assert len({*game.stack, *loaded.stack}) == 6


def test_plies_that_differ_in_anything_are_different() -> None:
    rules = get_rules("pods")
    first = rules.initial(Setup())
    second = rules.after(first, rules.read_turn(first, "g7"))
    same: dict[str, Any] = {
        "position": first,
        "currplayer": 1,
        "results": (),
        "lastmove": "g7",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "version": "1",
    }
    others: dict[str, Any] = {
        "position": second,
        "currplayer": 2,
        "results": ending(1),
        "lastmove": "g8",
        "timestamp": "2026-01-01T00:00:00.001Z",
        "version": "2",
    }
    assert Ply(**same) == Ply(**same)
    for key, value in others.items():
        assert Ply(**same) != Ply(**{**same, key: value})
        if key != "position":
            assert hash(Ply(**same)) != hash(Ply(**{**same, key: value})), key
    over = Ply(**{**same, "results": ending()})
    assert (over.gameover, over.winner) == (True, ())
    assert (Ply(**same).gameover, Ply(**same).winner) == (False, ())


def test_times_are_written_in_utc_to_the_millisecond() -> None:
    east = timezone(timedelta(hours=5, minutes=30))
    assert time_text(datetime(2026, 1, 1, 2, 0, 0, 999_999, east)) == "2025-12-31T20:30:00.999Z"
    assert time_text(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00.000Z"
    for wrong in (datetime(2026, 1, 1), None, "2026", 0):
        assert code_of(lambda: time_text(wrong)) == "argument.clock"  # noqa: B023


def test_two_who_move_at_once() -> None:
    """The one who comes second is told, and nothing is lost."""
    game = new_game("pods", clock=ticking_clock()).move("g7")
    tick = ticking_clock()

    def meanwhile() -> datetime:
        game._clock = tick
        game.move("h7")
        return tick()

    game._clock = meanwhile
    with pytest.raises(MoveError) as caught:
        game.move("a1")
    assert caught.value.code == "move.at-once"
    assert [ply.lastmove for ply in game.stack] == [None, "g7", "h7"]
    assert load_game(game.serialize(), verify=True).ply == 2


# ---- undo and kept text -------------------------------------------------------------------------


@every_kind
def test_whatever_is_done_the_text_is_that_of_the_plies(kind: Any) -> None:
    rng = random.Random(27)
    game = load_game(played(kind, 27, 6).serialize())
    for _ in range(60):
        plies = len(game.stack) - 1
        act = rng.choice(("move", "undo", "undo", "clone", "load", "end"))
        if act == "move" and not game.gameover and game.ply == plies:
            move = game.random_move(rng)
            if move is not None:
                game.move(move)
        elif act == "undo" and plies:
            game.undo(rng.randint(1, min(plies, 3)))
        elif act == "clone" and plies:
            game.clone().undo()
        elif act == "load":
            game.load(rng.randint(-1, plies))
        elif act == "end" and not game.gameover and game.ply == plies:
            game.resign(1)
        assert game.serialize() == dumps(game.state())


# ---- records ------------------------------------------------------------------------------------


def test_each_field_of_a_record() -> None:
    game = new_game("dendria", ["size-5"], clock=ticking_clock())
    for move in ("a1", "b1", "pass"):
        game.move(move)
    game.timeout(2)
    record = game.record(["Ann", {"name": "Bob", "userid": "u2", "is_ai": True}], gameid=7)
    assert record == {
        "header": {
            "game": {"name": "Dendria", "variants": ["Fixed board, side 5"]},
            "site": {"name": "", "gameid": 7},
            "date-start": "2024-09-05T12:00:00.007Z",
            "date-end": "2024-09-05T12:04:04.155Z",
            "date-generated": "2024-09-05T12:05:05.192Z",
            "players": [
                {"name": "Ann", "score": 0, "result": 1},
                {"name": "Bob", "userid": "u2", "is_ai": True, "score": 0, "result": 0},
            ],
        },
        "moves": [
            ["a1", "b1"],
            [
                "pass",
                {"move": "timeout", "result": [{"type": "timeout", "player": 2}]},
            ],
        ],
    }
    header = game.record(["Ann", "Bob"], site="Here", unrated=False, event="Cup", round="2")[
        "header"
    ]
    assert (header["site"], header["unrated"]) == ({"name": "Here"}, False)
    assert (header["event"], header["round"]) == ("Cup", "2")
    begun = new_game("pods", position="7/8/9/10/11/6w5/6W6/12/11/10/9/8/7 1").draw()
    header = begun.record(["Ann", "Bob"])["header"]
    assert header["startingPosition"] == "7/8/9/10/11/6w5/6W6/12/11/10/9/8/7 1"
    assert [(p["score"], p["result"]) for p in header["players"]] == [(1, 1), (1, 1)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"players": ["Ann"]}, "argument.players"),
        ({"players": ["Ann", "Bob", "Cy"]}, "argument.players"),
        ({"players": "ab"}, "argument.players"),
        ({"players": ["Ann", {"userid": "u"}]}, "argument.player-entry"),
        ({"players": ["Ann", {"name": "Bob", "rank": 3}]}, "argument.player-entry"),
        ({"players": ["Ann", {"name": "Bob", "userid": 5}]}, "argument.player-entry"),
        ({"players": ["Ann", {"name": "Bob", "is_ai": 1}]}, "argument.player-entry"),
        ({"gameid": 1.5}, "argument.record"),
        ({"site": None}, "argument.record"),
        ({"unrated": 0}, "argument.record"),
        ({"event": "Cup"}, "argument.event-round"),
        ({"players": ["Ann", {"name": "Bob", "uid": "u", "userid": "u"}]}, "argument.player-entry"),
        ({"players": ["Ann", {"name": "Bob", "uid": 5}]}, "argument.player-entry"),
        ({"pied": 1}, "argument.record"),
        ({"date_end": datetime(1970, 1, 1, tzinfo=UTC)}, "argument.dates"),
        ({"date_start": datetime(9000, 1, 1, tzinfo=UTC)}, "argument.dates"),
        ({"date_start": datetime(2026, 1, 1)}, "argument.record"),
        ({"date_end": "2026-01-01"}, "argument.record"),
        ({"date_generated": datetime(2026, 1, 1)}, "argument.record"),
    ],
)
def test_what_a_record_refuses(given: dict[str, Any], code: str) -> None:
    game = new_game("pods").draw()
    assert code_of(lambda: game.record(**{"players": ["Ann", "Bob"], **given})) == code


@pytest.mark.parametrize("name", ["date_start", "date_end", "date_generated"])
@pytest.mark.parametrize("moment", ["2026-01-01", 5, datetime(2026, 1, 1)])
def test_a_date_that_is_none_is_named(name: str, moment: Any) -> None:
    given: dict[str, Any] = {name: moment}
    with pytest.raises(ArgumentError, match=f"^{name} must be a datetime with a time zone.$"):
        new_game("pods").draw().record(["Ann", "Bob"], **given)


# ---- Pods by clicking ---------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "zz", "a1", "m5", "g7-", "g7-a1", "h7", "g7-g7", "?"])
def test_what_begins_no_turn_counts_as_empty(text: str) -> None:
    game = new_game("pods").move("g7").move("h7")
    click = game.handle_click(text, 6, 6)
    assert (click.move, click.code, click.complete) == ("g7", "pods.choose-destination", -1)


def click_of(game: Game[Any, Any], text: str, name: str) -> Any:
    row = "mlkjihgfedcba".index(name[0])
    return game.handle_click(text, row, int(name[1:]) - 1)


PODS_CLICKS: list[tuple[str, str, str, str, str]] = [
    # moves before, text so far, the cell clicked, the new text, its code
    ("", "", "g7", "g7", "pods.placed"),
    ("", "g7", "f6", "f6", "pods.placed"),
    ("", "g7", "g7", "", "pods.instructions-first"),
    ("g7 h7", "", "g7", "g7", "pods.choose-destination"),
    ("g7 h7", "g7", "g7", "", "pods.instructions"),
    ("g7 h7", "g7", "h8", "g7-h8", "pods.migrated"),
    ("g7 h7", "g7-h8", "g8", "g7-g8", "pods.migrated"),
    ("g7 h7", "g7-h8", "h8", "g7", "pods.choose-destination"),
    ("g7 h7", "g7-h8", "g7", "g7", "pods.choose-destination"),
    ("g7 h7", "g7-h8", "a1", "", "pods.unreachable"),
    ("g7 h7", "g6", "f6", "f6", "pods.placed"),
    ("g7 h7", "", "h7", "", "pods.opponent-whale"),
    ("g7 h7", "", "a1", "", "pods.minority"),
    ("g7 h7 g6 h8", "g7", "g6", "g6", "pods.choose-destination"),
    ("g7 h7 g6 h8", "g7-f6", "g6", "g6", "pods.choose-destination"),
]


@pytest.mark.parametrize(("moves", "text", "cell", "new", "code"), PODS_CLICKS)
def test_clicks_in_pods(moves: str, text: str, cell: str, new: str, code: str) -> None:
    game = new_game("pods")
    for move in moves.split():
        game.move(move)
    click = click_of(game, text, cell)
    assert click.code == code
    if click.valid:
        assert click.move == new
    else:
        assert click.move == text  # as it was


def test_clicks_beside_the_board() -> None:
    game = new_game("pods").move("g7").move("h7")
    for row, col, piece in ((-1, -1, ""), (0, 7, ""), (13, 0, ""), (-1, 0, ""), (-1, -1, "pass")):
        click = game.handle_click("g7", row, col, piece)
        assert (click.move, click.valid, click.code) == ("g7", False, "click.outside")
    careless: Any
    for careless in ((True, 0, ""), (6.0, 6, ""), ("6", 6, ""), (6, 6, 5)):
        assert game.handle_click("", *careless).code == "click.outside"
    assert game.handle_click("", 6, 6, None).move == "g7"


def test_a_lone_whale_that_cannot_move() -> None:
    game = new_game("pods", position="7/8/9/10/11/12/13/12/11/10/9/ww6/Ww5 1")
    click = game.handle_click("", 12, 0)
    assert (click.valid, click.code) == (False, "pods.no-destination-alone")
    assert "another" not in click.message
