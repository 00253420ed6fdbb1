"""What pictures point at, place by place: each kind of turn of both games, made and under way."""

from typing import Any

import pytest

from abstractplay_hex import Game, get_rules, new_game
from abstractplay_hex.rules.interface import Setup

Spots = list[tuple[int, int]]

FACING = "7/8/9/10/11/6w5/6W6/12/11/10/9/8/7 1"
G7, G6, H8 = (6, 6), (6, 5), (5, 7)


def marks(game: Game[Any, Any], **options: Any) -> list[tuple[str, Spots, dict[str, Any]]]:
    """Return the annotations of the picture: type, places, and what else there is."""
    return [
        (
            each["type"],
            [(target["row"], target["col"]) for target in each["targets"]],
            {key: value for key, value in each.items() if key not in ("type", "targets")},
        )
        for each in game.render(**options).get("annotations", [])
    ]


def board_marks(game: Game[Any, Any], **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = game.render(**options)["board"].get("markers", [])
    return found


def edges(*colours: int) -> list[dict[str, Any]]:
    names = ("N", "NW", "NE", "S", "SW", "SE")
    return [
        {"type": "edge", "edge": name, "colour": colour}
        for name, colour in zip(names, colours, strict=True)
    ]


# ---- Pods ---------------------------------------------------------------------------------------


def test_pods_from_the_first_whale_on() -> None:
    game = new_game("pods")
    empty = "\n".join("-" * n for n in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7))
    legend = {
        "A": [
            {"name": "piece", "colour": 1},
            {"name": "orca", "colour": "#ffffff", "scale": 0.8, "opacity": 0.6},
        ],
        "B": [
            {"name": "piece", "colour": 2},
            {"name": "humpback", "colour": "#aaaaaa", "scale": 0.8, "opacity": 0.6},
        ],
        "C": [{"name": "ring-01", "colour": 1}],
        "D": [{"name": "ring-01", "colour": 2}],
    }
    board = {"style": "hex-of-hex", "minWidth": 7, "maxWidth": 13}
    assert game.render() == {"board": board, "legend": legend, "pieces": empty}
    game.move("a1")
    picture = game.render()
    rows = picture["pieces"].split("\n")
    assert rows[12] == "A------"
    assert picture["annotations"] == [{"type": "enter", "targets": [{"row": 12, "col": 0}]}]
    game.move("m7")
    assert game.render()["pieces"].split("\n")[0] == "------B"
    assert marks(game) == [("enter", [(0, 6)], {})]


def test_what_pods_points_at() -> None:
    game = new_game("pods", position=FACING)
    assert marks(game) == []
    game.move("g7-h8")
    assert marks(game) == [("move", [G7, H8], {})]
    assert marks(game.load(0)) == []
    game = new_game("pods", position=FACING)
    assert marks(game.move("g6", partial=True)) == [("enter", [G6], {})]
    assert marks(game.move("g7-h8", partial=True)) == [("move", [G7, H8], {})]
    # A chosen whale: where it can go, which is around the one it walks along.
    ((kind, spots, rest),) = marks(game.move("g7", partial=True))
    assert (kind, spots, rest) == ("enter", [(4, 5), (4, 6), (5, 5), (5, 7), (6, 7)], {})


def test_influence_and_winners_of_pods() -> None:
    full = "W" * 63 + "1" + "w" * 63
    rows, cells = [], full
    for length in (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7):
        rows.append(cells[:length])
        cells = cells[length:]
    for side, key, colour in ((1, "A", 1), (2, "B", 2)):
        game = new_game("pods", position=f"{'/'.join(rows)} {side}")
        assert board_marks(game) == []
        # Of six neighbours three are one's own: no placement; but a whale can step there.
        step = next(m for m in game.moves() if m.endswith("-g7"))
        game.move(step)
        assert game.render()["pieces"].split("\n")[6][6] == key
        if game.gameover:
            assert board_marks(game) == edges(*[game.winner[0]] * 6)
        else:
            assert board_marks(game.resign(3 - side)) == edges(*[colour] * 6)
    game = new_game("pods", position=FACING)
    assert board_marks(game.clone().draw()) == edges(1, 1, 1, 2, 2, 2)
    assert board_marks(game.clone().abandoned()) == edges(1, 1, 1, 2, 2, 2)
    for player in (1, 2):
        assert board_marks(game.clone().resign(player)) == edges(*[3 - player] * 6)
    # The corner between two whales is marked for their owner, unless influence is hidden.
    game = new_game("pods", position="7/8/9/10/11/12/13/12/11/10/9/WW6/7 1")
    assert game.render()["pieces"].split("\n")[11:] == ["AA------", "C------"]
    hidden = game.render(alt_display="hide-influence")
    assert hidden["pieces"].split("\n")[11:] == ["AA------", "-------"]
    assert game.render(alt_display="show-watch") == game.render()
    game = new_game("pods", position="7/8/9/10/11/12/13/12/11/10/9/ww6/7 1")
    assert game.render()["pieces"].split("\n")[11:] == ["BB------", "D------"]


def test_pods_in_words() -> None:
    game = new_game("pods", position="7/8/9/10/11/12/12w/12/11/10/9/WW6/7 1")
    titles = game.titles()
    assert len(titles) == 127
    assert titles[11, 0] == "b1: whale of player 1"
    assert titles[6, 12] == "g13: whale of player 2"
    assert titles[12, 0] == "a1: influence of player 1"
    assert titles[0, 0] == "m1: empty"
    rules = get_rules("pods")
    for outside in ((-1, 0), (0, 7), (13, 0), (6, 13)):
        assert rules.describe(rules.initial(Setup()), outside) is None
    assert game.move("b3", partial=True).titles()[11, 2] == "b3: whale of player 1"
    assert titles[11, 2] != "b3: whale of player 1"


def test_what_pods_says() -> None:
    game = new_game("pods", position=FACING)
    assert game.sidebar_scores() == [{"name": "Scores", "scores": [1, 1]}]
    assert game.sidebar_statuses() == []
    assert game.buttons() == []
    game.move("g6").move("h7-g8")
    assert game.sidebar_scores()[0]["scores"] == [game.player_score(1), game.player_score(2)]
    assert [line[1:] for line in game.chat_log(["Ann", "Bob"])] == [
        ["Ann placed a whale at g6."],
        ["Bob moved a whale from h7 to g8."],
    ]
    endings = {
        "resign": (["Bob resigned.", "The game is over.", "Ann won."], (2,)),
        "timeout": (["Bob ran out of time.", "The game is over.", "Ann won."], (2,)),
        "draw": (["The players agreed to a draw.", "The game is over."], ()),
        "abandoned": (["The game was abandoned.", "The game is over."], ()),
    }
    for word, (lines, args) in endings.items():
        log = getattr(game.clone(), word)(*args).chat_log(["Ann", "Bob"])
        assert log[-1][1 : len(lines) + 1] == lines


# ---- Dendria ------------------------------------------------------------------------------------

HEX: dict[str, Any] = {"shape": "hexp", "occlude": False}


def circle(colour: str) -> dict[str, Any]:
    return {"shape": "circle", "occlude": False, "colour": colour}


GREY = {"size": 0.18, "colour": "#808080"}
GREEN = {"dotShape": "ring", "size": 0.2, "colour": "#2e8b57"}
ORANGE = {"dotShape": "ring", "size": 0.2, "colour": "#e08214"}
DONE, OPEN = circle("#e08214"), circle("#a24bff")


def dendria(position: str, *variants: str) -> Game[Any, Any]:
    return new_game("dendria", variants or ("size-5",), position=position)


def named(game: Game[Any, Any], text: str) -> Spots:
    layout = game.looked_at.position.board.layout
    return [layout.place[layout.cell[name]] for name in text.split()]


@pytest.mark.parametrize(
    ("position", "turn", "expected"),
    [
        ("5/6/7/8/9/8/7/6/5 D 0 -", "a1", [("enter", "a1", HEX)]),
        ("5/6/7/8/9/8/7/6/5 D 0 -", "pass", []),
        (
            "5/6/7/8/9/8/7/1P4/S4 D 0 -",
            "i1,a1=t",
            [("enter", "i1", HEX), ("enter", "a1", DONE)],
        ),
        ("5/6/7/8/4P4/8/7/6/5 D 0 -", "e5-a1", [("move", "e5 a1", {})]),
        (
            "5/6/7/8/4P4/8/7/1p4/S4 D 0 -",
            "e5xb2,a1=t",
            [("move", "e5 b2", {}), ("exit", "b2", HEX), ("enter", "a1", DONE)],
        ),
        (
            "5/6/7/8/9/8/7/1PP3/tt2p D 0 -",
            "i1,a1=t",
            [("enter", "i1", HEX), ("enter", "a1 a2", DONE)],
        ),
        (
            "5/6/7/8/9/8/7/1PP3/SS3 D 0 -",
            "b2-c2,a1=t,-d2",
            [("move", "b2 c2 d2", {}), ("enter", "a1 a2", DONE)],
        ),
    ],
)
def test_what_a_turn_of_dendria_leaves_marked(
    position: str, turn: str, expected: list[tuple[str, str, dict[str, Any]]]
) -> None:
    game = dendria(position).move(turn)
    assert marks(game) == [(kind, named(game, spots), more) for kind, spots, more in expected]


@pytest.mark.parametrize(
    ("position", "text", "expected"),
    [
        ("5/6/7/8/9/8/7/6/5 D 0 -", "a1", [("enter", "a1", HEX)]),
        ("5/6/7/8/9/8/7/6/5 D 0 -", "pass", []),
        (
            "5/6/7/8/9/8/7/1P4/S4 D 0 -",
            "i1",
            [("enter", "i1", HEX), ("enter", "a1", OPEN)],
        ),
        (
            "5/6/7/8/9/8/7/1P4/S4 D 0 -",
            "i1,a1=t",
            [("enter", "i1", HEX), ("enter", "a1", DONE)],
        ),
        # Only a5 is nearer to a corner; from the others in green both liberties of a1 are watched.
        (
            "5/6/7/8/9/8/7/6/SP3 D 0 -",
            "a2",
            [
                ("enter", "a2", HEX),
                ("dots", "a5", GREY),
                ("dots", "c2 b2 b3", GREEN),
            ],
        ),
        (
            "5/6/7/8/9/8/7/6/SP3 D 0 -",
            "a2-b2,a1=t",
            [("move", "a2 b2", {}), ("dots", "f1 e2 d2 c2", GREY), ("enter", "a1", DONE)],
        ),
    ],
)
def test_what_a_turn_of_dendria_under_way_marks(
    position: str, text: str, expected: list[tuple[str, str, dict[str, Any]]]
) -> None:
    game = dendria(position)
    game.move(text, partial=True)
    assert marks(game) == [(kind, named(game, spots), more) for kind, spots, more in expected]
