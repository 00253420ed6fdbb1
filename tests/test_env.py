"""Environments to learn in: what PettingZoo and OpenSpiel demand, and that they are the rules' own games."""

import copy
import pickle
import random
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from hypothesis import given
from hypothesis import strategies as st
from open_spiel.python.algorithms import generate_playthrough, mcts
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper

from abstractplay_hex import ArgumentError, PositionError, UnknownGameError, VariantError, env
from abstractplay_hex.env.aec import HexEnv
from abstractplay_hex.env.episode import Episode
from tests.conftest import FIXTURES
from tests.games import KINDS, kind_id
from tests.test_symmetry import seeds

each_kind = pytest.mark.parametrize("kind", KINDS, ids=kind_id)


def played(board: HexEnv, seed: int, steps: int) -> list[tuple[str, dict[str, Any]]]:
    """Take legal actions by lot; return who acted and what they saw."""
    rng, seen = random.Random(seed), []
    for agent in board.agent_iter(steps):
        observation, _, ended, cut, _ = board.last()
        seen.append((agent, observation))
        legal = np.flatnonzero(observation["action_mask"])
        board.step(None if ended or cut else int(rng.choice(legal)))
    return seen


# PettingZoo --------------------------------------------------------------------------------------


@each_kind
def test_pettingzoo_finds_nothing_amiss(kind: Any) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(env.make(*kind, max_plies=25), num_cycles=60)
        seed_test(lambda: env.make(*kind, max_plies=25), num_cycles=20)
    # What it says of every environment whose observations are dicts, those of PettingZoo's own games too.
    of_dicts = ("Observation is not a NumPy array", "Observation space for each agent probably")
    assert [w for w in found if not str(w.message).startswith(of_dicts)] == []


@each_kind
def test_an_episode_is_a_game_of_the_rules(kind: Any) -> None:
    board = env.make(*kind, max_plies=30)
    board.reset(seed=2)
    rules, rng = board.task.rules, random.Random(4)
    position = board.episode.now.position
    while board.agents and not any(board.truncations.values()):
        episode = board.episode
        assert board.agent_selection == f"player_{rules.to_move(position)}"
        assert episode.now.position == position
        action = rng.choice(episode.legal)
        now = board.task.actions.act(episode.now, action)
        board.step(np.int64(action))
        if now.turn is not None:
            assert rules.interpret(position, rules.write(now.turn)).turn == now.turn
            position = rules.after(position, now.turn)
        if all(board.terminations.values()):
            break
    assert board.episode.plies <= 30


def test_planes_and_mask_are_what_actions_say() -> None:
    board = env.make("dendria", ["modular-7"])
    board.reset(seed=5, options={"random_plies": 16})
    episode, task = board.episode, board.task
    layout = episode.now.position.board.layout
    for agent in board.possible_agents:
        seat = int(agent[-1])
        seen = task.actions.see(episode.now, seat)
        planes = board.observe(agent)["observation"]
        assert planes.shape == task.shape
        for mask, plane in zip(seen.masks, planes, strict=False):
            cells = {divmod(cell, layout.stride) for cell in layout.order if mask >> cell & 1}
            lagoons = mask & ~layout.land
            if not lagoons:
                assert set(zip(*map(np.ndarray.tolist, plane.nonzero()), strict=True)) == cells
            assert plane.sum() == mask.bit_count()
        for number, plane in zip(seen.numbers, planes[len(seen.masks) :], strict=True):
            assert (plane == np.float32(number)).all()
        legal = board.observe(agent)["action_mask"].nonzero()[0].tolist()
        assert legal == (episode.legal if agent == board.agent_selection else [])


def test_whoever_wins_is_rewarded_and_the_sum_is_nothing() -> None:
    board = env.make("pods")
    # Two more whales, and player 1 has more than half of the board.
    board.reset(
        options={
            "position": "WWWWWWW/WWWWWWWW/WWWWWWWWW/WWWWWWWWWW/WWWWWWWWWWW/6W5/13/12/11/10/9/8/7 1"
        }
    )
    while not board.episode.ending:
        board.step(board.episode.legal[0])
    assert board.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert all(board.terminations.values())
    assert not any(board.truncations.values())
    for _ in range(2):
        assert board.last()[0]["action_mask"].sum() == 0
        board.step(None)
    assert board.agents == []


def test_what_has_no_turn_and_what_is_too_long_is_cut_off() -> None:
    board = env.make("pods", max_plies=3)
    board.reset()
    for _ in range(3):
        board.step(board.episode.legal[0])
    assert board.episode.ending == "cut"
    assert all(board.truncations.values())
    assert not any(board.rewards.values())
    stuck = env.task("pods").begin("7/8/9/10/11/12/13/12/11/10/3W5/WWW5/wW5 2")
    assert stuck.ending == "stuck"
    assert stuck.legal == []
    assert stuck.rewards == (0.0, 0.0)
    board.reset(options={"position": "7/8/9/10/11/12/13/12/11/10/3W5/WWW5/wW5 2"})
    assert all(board.truncations.values())


def test_seeds_make_the_same_beginnings() -> None:
    boards = [env.make("dendria", ["size-5"]) for _ in range(3)]
    for board, seed in zip(boards, (7, 7, 8), strict=True):
        board.reset(seed=seed, options={"random_plies": 12})
    texts = [board.task.rules.position_text(board.episode.now.position) for board in boards]
    assert texts[0] == texts[1] != texts[2]
    assert [board.episode.plies for board in boards] == [12] * 3


def test_random_plies_end_no_game() -> None:
    board = env.make("dendria", ["size-5"], max_plies=20)
    board.reset(seed=1, options={"random_plies": 500})
    assert board.episode.ending == ""
    assert board.episode.plies == 19


def test_it_is_copied_pickled_and_shown() -> None:
    board = env.make("dendria", ["size-5"], render_mode="ansi")
    board.reset(seed=3)
    played(board, 1, 30)
    for twin in (copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin.render() == board.render()
        assert twin.episode.legal == board.episode.legal
        before = board.render()
        twin.step(twin.episode.legal[-1])
        assert board.render() == before
    assert len((board.render() or "").splitlines()) >= 9


def test_it_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    board = env.make("pods", render_mode="human")
    board.reset()
    board.step(0)
    assert capsys.readouterr().out.count("\n") >= 13


def test_it_is_shown_in_every_mode_that_it_names() -> None:
    render_test(
        lambda render_mode=None: env.make(
            "dendria", ["size-5"], render_mode=render_mode, max_plies=4
        )
    )


def test_wrappers_of_pettingzoo_fit() -> None:
    board = OrderEnforcingWrapper(TerminateIllegalWrapper(env.make("pods"), illegal_reward=-1))
    board.reset()
    board.last()
    board.step(500)
    assert board.rewards["player_1"] == -1
    assert all(board.terminations.values())


def test_many_can_play(last_stand: str) -> None:
    board = env.make(last_stand, seats=4)
    board.reset()
    seen = played(board, 5, 200)
    assert board.possible_agents == [f"player_{n}" for n in range(1, 5)]
    assert len({agent for agent, _ in seen}) == 4
    assert board.episode.ending == "over"
    assert sum(board.episode.rewards) == pytest.approx(0)
    assert max(board.episode.rewards) == 1


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "options", "error", "code"),
    [
        ("chess", {}, UnknownGameError, None),
        ("pods", {"variants": ["size-5"]}, VariantError, None),
        ("pods", {"seats": 3}, ArgumentError, "argument.seats"),
        ("pods", {"max_plies": 0}, ArgumentError, "env.plies"),
        ("pods", {"max_plies": True}, ArgumentError, "env.plies"),
        ("pods", {"render_mode": "rgb_array"}, ArgumentError, "env.render-mode"),
    ],
)
def test_what_cannot_be_made(uid: str, options: Any, error: Any, code: str | None) -> None:
    with pytest.raises(error) as found:
        env.make(uid, **options)
    assert code is None or found.value.code == code


@pytest.mark.parametrize("action", [-1, 127, 10**9, None, "g7", 0.5])
def test_illegal_actions_are_refused_and_change_nothing(action: Any) -> None:
    board = env.make("pods")
    board.reset()
    before = board.episode
    with pytest.raises(ArgumentError) as found:
        board.step(action)
    assert found.value.code == "env.action"
    assert board.episode is before


@pytest.mark.parametrize(
    "options",
    [{"position": 3}, {"random_plies": -1}, {"random_plies": "4"}, {"random_plies": True}],
)
def test_wrong_options_are_refused(options: Any) -> None:
    with pytest.raises(ArgumentError) as found:
        env.make("pods").reset(options=options)
    assert found.value.code == "env.options"


def test_a_wrong_position_is_refused() -> None:
    with pytest.raises(PositionError):
        env.make("pods").reset(options={"position": "7/8"})


def test_a_game_without_actions_says_so(register: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    uid = register("nim", "tests.nim:NimRules")
    with pytest.raises(ArgumentError) as found:
        env.make(uid)
    assert found.value.code == "env.no-actions"
    assert "abstractplay_hex_nim" not in env.register_openspiel()


@pytest.mark.parametrize(
    ("package", "module", "call", "extra"),
    [
        ("pettingzoo", "aec", lambda: env.make("pods"), "pettingzoo"),
        ("pyspiel", "openspiel", env.register_openspiel, "openspiel"),
    ],
)
def test_without_an_extra_it_says_which(
    package: str, module: str, call: Any, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"abstractplay_hex.env.{module}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ArgumentError, match=rf"abstractplay-hex\[{extra}\]"):
        call()


# OpenSpiel ---------------------------------------------------------------------------------------

GAMES = [
    "abstractplay_hex_pods(max_plies=30)",
    "abstractplay_hex_dendria(variants=size-5,max_plies=30)",
    "abstractplay_hex_dendria(variants=modular-7,max_plies=25)",
    "abstractplay_hex_dendria(variants=modular-8+solo,max_plies=12)",
]


@pytest.fixture(scope="module", autouse=True)
def openspiel() -> None:
    flags.FLAGS.mark_as_parsed()  # its programs have options, which writing playthroughs asks for
    names = env.register_openspiel()
    assert {"abstractplay_hex_pods", "abstractplay_hex_dendria"} <= set(names)
    assert env.register_openspiel() == names  # a second time does no harm


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_saves_and_loads(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def test_openspiel_knows_the_parameters() -> None:
    game = pyspiel.load_game("abstractplay_hex_dendria(variants=modular-8+solo,max_plies=12)")
    assert game.task.setup.variants == ("modular-8", "solo")
    assert game.num_distinct_actions() == game.task.actions.count
    assert game.observation_tensor_shape() == list(game.task.shape)
    assert game.max_game_length() == 12 * game.task.actions.longest
    state = game.new_initial_state()
    assert state.action_to_string(state.legal_actions()[0]) == "m0,0"
    assert pyspiel.load_game("abstractplay_hex_pods").max_game_length() == env.MOST_PLIES


def test_states_of_openspiel_are_apart_from_their_clones() -> None:
    state = pyspiel.load_game(GAMES[1]).new_initial_state()
    rng = random.Random(3)
    while not state.is_terminal():
        twin = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
        assert twin.history() == state.history()[:-1]
        assert str(twin) != str(state)
    assert state.returns() in ([0.0, 0.0], [1.0, -1.0], [-1.0, 1.0])


def test_a_search_of_openspiel_plays_it() -> None:
    game = pyspiel.load_game("abstractplay_hex_dendria(variants=size-5,max_plies=4)")
    chance = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = mcts.MCTSBot(game, 2, 5, evaluator, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert state.episode.plies == 4


PLAYTHROUGHS = sorted((FIXTURES / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs_are_played_again(path: Any) -> None:
    """Each was written by OpenSpiel's ``generate_playthrough``: all that is seen and legal, as text."""
    told, replayed = generate_playthrough.replay(str(path))
    assert told == replayed


def test_there_are_playthroughs() -> None:
    assert {path.stem for path in PLAYTHROUGHS} == {"pods", "dendria-size-5"}


@pytest.mark.parametrize("name", GAMES[2:])
def test_what_is_written_is_played_again(name: str, tmp_path: Path) -> None:
    name = re.sub("max_plies=[0-9]+", "max_plies=1", name)
    (tmp_path / "written.txt").write_text(generate_playthrough.playthrough(name, None, seed=3))
    told, replayed = generate_playthrough.replay(str(tmp_path / "written.txt"))
    assert told == replayed


@given(st.sampled_from(GAMES), seeds)
def test_openspiel_sees_what_pettingzoo_sees(name: str, seed: int) -> None:
    game = pyspiel.load_game(name)
    state, rng = game.new_initial_state(), random.Random(seed)
    board = HexEnv(game.task)
    board.reset()
    for _ in range(6):
        if state.is_terminal():
            break
        player = state.current_player()
        seen = board.observe(board.agent_selection)
        assert board.agent_selection == f"player_{player + 1}"
        tensor = np.array(state.observation_tensor(player), np.float32).reshape(game.task.shape)
        assert (tensor == seen["observation"]).all()
        assert state.legal_actions() == seen["action_mask"].nonzero()[0].tolist()
        action = rng.choice(state.legal_actions())
        state.apply_action(action)
        board.step(action)
    assert isinstance(board.episode, Episode)
