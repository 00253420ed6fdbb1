"""Opening books: counts and results of positions up to symmetry."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from abstractplay_hex import ArgumentError, Game, analysis, load_game, new_game
from abstractplay_hex.analysis.book import Book, Results, start_of
from abstractplay_hex.analysis.book_building import BookBuilder
from abstractplay_hex.analysis.images import image_of
from tests.analysis.games import QUICK
from tests.games import KINDS, kind_id, played
from tests.test_records import with_free_pass


def written(path: Path, *games: Game[Any, Any], plies: int = 12, least: int = 1) -> Path:
    with BookBuilder(plies) as builder:
        for game in games:
            builder.add(game)
        builder.write(path, least)
    return path


def pods(*moves: str) -> Game[Any, Any]:
    game = new_game("pods")
    for move in moves:
        game.move(move)
    return game


def images(game: Game[Any, Any]) -> list[Game[Any, Any]]:
    """Return a game as it looks with the board turned and mirrored in every way."""
    rules, out = game.rules, []
    for symmetry in rules.symmetries(game.stack[0].position):
        image = Game(rules, game.variants)
        for before, ply in zip(game.stack, game.stack[1:], strict=False):
            turn = rules.read_turn(before.position, ply.lastmove or "")
            image.move(rules.write(symmetry.turn(before.position, turn)))
        out.append(image)
    return out


def test_counts_and_results(tmp_path: Path) -> None:
    path = written(
        tmp_path / "b",
        pods("g7", "c3").resign(2),
        pods("g7", "c3").resign(1),
        pods("g7", "h7").draw(),
        pods("g7").abandoned(),
        pods("a1"),
    )
    with Book(path) as book:
        start = book.find(new_game("pods"))
        assert start is not None
        assert (start.player, start.results) == (1, Results(5, 1, 2, (1, 1)))
        first, second = start.turns
        assert (first.turn, first.results) == ("g7", Results(4, 1, 1, (1, 1)))
        assert second.results == Results(1, 0, 1, (0, 0))
        after = book.find(pods("g7"))
        assert after is not None
        assert after.player == 2
        assert [t.results.games for t in after.turns] == [2, 1]
        assert book.find(pods("g7", "a1")) is None
        (setup,) = book.setups()
        assert (setup.game, setup.variants, setup.seats, setup.games) == ("pods", (), 2, 5)
        assert start_of(setup).position() == new_game("pods").position()
        assert book.about()["plies"] == "12"


@pytest.mark.parametrize("kind", KINDS, ids=kind_id)
def test_a_game_and_its_images_are_one(kind: tuple[str, tuple[str, ...]], tmp_path: Path) -> None:
    game = played(kind, 2, 5 if kind[0] == "pods" else 3)
    if "solo" in kind[1]:
        game = played(kind, 2, 1)
    alike = images(game)[:6]
    with Book(written(tmp_path / "book", *alike)) as book:
        for image in alike:
            for ply in range(len(game.stack)):
                image.load(ply)
                entry = book.find(image)
                assert entry is not None
                assert entry.results.games == len(alike)
                assert entry.player == image.currplayer
                if ply < len(game.stack) - 1:
                    (turn,) = entry.turns
                    if turn.turn is None:  # among too many
                        assert "solo" in kind[1]
                        continue
                    # It is legal here, and leads where all of them went.
                    there = image.rules.after(
                        image.looked_at.position,
                        image.rules.read_turn(image.looked_at.position, turn.turn),
                    )
                    reached = image.stack[ply + 1].position
                    canonical = image.rules.canonical
                    assert canonical(there) == canonical(reached)


def test_an_island_that_lies_otherwise_has_its_turns_found(tmp_path: Path) -> None:
    """No symmetry of the land leads there, but the position is the same."""
    game = played(("dendria", ("modular-7",)), 3, 9)
    rules = game.rules
    found = 0
    with Book(written(tmp_path / "book", *(g for g in images(game)))) as book:
        for image in images(game):
            image.load(7)
            entry = book.find(image)
            assert entry is not None
            assert all(turn.turn in image.moves() for turn in entry.turns)
            found += image_of(rules, image.looked_at.position).symmetry is None
    assert found


def test_a_pass_that_was_forgiven_is_no_turn(tmp_path: Path) -> None:
    game = load_game(with_free_pass(), lenient=True)
    assert analysis.review(game, QUICK).plies[-1].move == "g7"
    with Book(written(tmp_path / "book", game)) as book:
        entry = book.find(game.load(2))
        assert entry is not None
        (turn,) = entry.turns
        assert turn.turn is None


def test_ways_that_meet_are_one_position(tmp_path: Path) -> None:
    games = pods("g7", "c3", "g6"), pods("g6", "c3", "g7")
    with Book(written(tmp_path / "book", *games)) as book:
        entry = book.find(games[0])
        assert entry is not None
        assert entry.results.games == 2


def test_only_the_first_plies_and_not_what_is_rare(tmp_path: Path) -> None:
    games = pods("g7", "c3", "g6"), pods("g7", "c3", "g8")
    with Book(written(tmp_path / "book", *games, plies=2)) as book:
        assert book.find(pods("g7", "c3")) is not None
        assert book.find(games[0]) is None
    with Book(written(tmp_path / "book", *games, least=2)) as book:
        entry = book.find(pods("g7", "c3"))
        assert entry is not None
        assert entry.turns == ()
        assert book.find(games[0]) is None


def test_what_begins_elsewhere_begins_there(tmp_path: Path) -> None:
    position = pods("g7", "c3").position()
    game = new_game("pods", position=position).move("h7")
    with Book(written(tmp_path / "book", game)) as book:
        (setup,) = book.setups()
        entry = book.find(start_of(setup))
        assert entry is not None
        assert len(entry.turns) == 1


def test_a_book_is_the_same_bytes_in_any_order_of_equals(tmp_path: Path) -> None:
    games = [played(("pods", ()), seed, 6) for seed in range(4)]
    one = written(tmp_path / "one", *games)
    other = written(tmp_path / "other", *games[::-1])

    def rows(path: Path, table: str) -> list[Any]:
        with sqlite3.connect(path) as data:
            return sorted(data.execute(f"SELECT * FROM {table}").fetchall(), key=repr)

    for table in ("positions", "turns", "setups", "about"):
        assert rows(one, table) == rows(other, table)


def test_three_players(last_stand: str, tmp_path: Path) -> None:
    game = new_game(last_stand).resign(2)
    with Book(written(tmp_path / "book", game)) as book:
        entry = book.find(new_game(last_stand))
        assert entry is not None
        assert entry.results == Results(1, 0, 0, (1, 0, 1))


@pytest.mark.parametrize("content", [None, b"", b"hello", b"SQLite format 3\0" + b"\0" * 100])
def test_what_is_no_book(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "book"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ArgumentError) as caught:
        Book(path)
    assert caught.value.code == "analysis.no-book"


def test_what_only_begins_as_a_book_is_refused_wherever_it_is_read(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", *(played(("pods", ()), seed, 12) for seed in range(8)))
    content, path = whole.read_bytes(), tmp_path / "book"
    looks: list[Callable[[Book], object]] = [
        Book.about,
        Book.setups,
        lambda book: book.find(new_game("pods")),
    ]
    refused = 0
    for size in range(4096, len(content), 4096):
        path.write_bytes(content[:size])
        for look in looks:
            try:
                with Book(path) as book:
                    look(book)
            except ArgumentError as error:
                assert error.code == "analysis.no-book"
                refused += 1
    assert refused
    for damage in ("DROP TABLE setups", "UPDATE setups SET variants = '5'"):
        path.write_bytes(content)
        with sqlite3.connect(path) as data:
            data.execute(damage)
        with Book(path) as book, pytest.raises(ArgumentError) as caught:
            book.setups()
        assert caught.value.code == "analysis.no-book"


def test_another_format_is_no_book(tmp_path: Path) -> None:
    path = written(tmp_path / "book", pods("g7"))
    with sqlite3.connect(path) as data:
        data.execute("UPDATE about SET value = '2' WHERE name = 'format'")
    with pytest.raises(ArgumentError):
        Book(path)


@pytest.mark.parametrize(
    "call",
    [
        lambda path: BookBuilder(0),
        lambda path: BookBuilder(1001),
        lambda path: BookBuilder("3"),  # type: ignore[arg-type]
        lambda path: written(path, pods("g7"), least=0),
    ],
)
def test_numbers_out_of_range(call: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(ArgumentError) as caught:
        call(tmp_path / "book")
    assert caught.value.code == "argument.whole-number"
    assert [*tmp_path.iterdir()] == []
