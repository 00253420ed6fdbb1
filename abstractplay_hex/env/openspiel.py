"""The games as games of OpenSpiel, written in Python: for its algorithms, and those of its users."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from abstractplay_hex import registry
from abstractplay_hex.env.arrays import Floats, planes
from abstractplay_hex.env.episode import MOST_PLIES, Task, task
from abstractplay_hex.errors import HexError
from abstractplay_hex.rules.interface import AnyRules, Setup

PREFIX: Final = "abstractplay_hex_"


def register() -> list[str]:
    """Register every game that says how its turns become actions, unless it is; return their names."""
    known = set(pyspiel.registered_names())
    names = []
    for uid in registry.uids():
        try:
            rules = registry.get_rules(uid)
        except HexError:
            continue  # a plugin that does not load is told of elsewhere
        if rules.actions(Setup(seats=rules.info.playercounts[0])) is None:
            continue
        name = PREFIX + uid
        names.append(name)
        if name not in known:
            kind = _game_type(name, rules)
            made = type("HexGame", (Game,), {"uid": uid, "kind": kind})
            pyspiel.register_game(kind, made)
    return names


def _game_type(name: str, rules: AnyRules) -> Any:
    counts = rules.info.playercounts
    alone = min(counts) == 1
    kinds = pyspiel.GameType
    return pyspiel.GameType(
        short_name=name,
        long_name=rules.info.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variants": "", "seats": 0, "max_plies": MOST_PLIES},
    )


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its variants. ``pyspiel.load_game`` makes it."""

    uid: str
    kind: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        variants = given.get("variants", "")
        self.task: Task = task(
            self.uid,
            variants.split("+") if variants else [],
            given.get("seats", 0) or None,
            given.get("max_plies", MOST_PLIES),
        )
        seats = self.task.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.task.actions.count,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if seats == 1 else 0.0,
            max_game_length=self.task.max_plies * self.task.actions.longest,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self, state: Any = None) -> "State":
        """Return the state at the start of a game."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what observes states: the planes, or where all that was done is asked for, that."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.task)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class State(pyspiel.State):  # type: ignore[misc]
    """A state: the episode as far as it has got."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.episode = game.task.begin()

    def current_player(self) -> int:
        """Return the player to act, from 0."""
        if self.episode.ending:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.episode.seat - 1

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal

    def _apply_action(self, action: int) -> None:
        self.episode = self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.episode.name(action)

    def is_terminal(self) -> bool:
        """Return whether it has ended."""
        return self.episode.ending != ""

    def returns(self) -> list[float]:
        """Return what it was worth to each player."""
        return list(self.episode.rewards)

    def __str__(self) -> str:
        now = self.episode.now
        text = self.episode.task.rules.position_text(now.position)
        return text if now.partial is None else f"{text} {now.partial}"


class Observer:
    """Planes, as :func:`abstractplay_hex.env.arrays.planes` makes them."""

    def __init__(self, wanted: Task) -> None:
        self.tensor: Floats = np.zeros(int(np.prod(wanted.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(wanted.shape)}

    def set_from(self, state: State, player: int) -> None:
        """Fill in what a player sees."""
        self.dict["observation"][:] = planes(state.episode, player + 1)

    def string_from(self, state: State, player: int) -> str:
        """Return the position in words."""
        return str(state)
