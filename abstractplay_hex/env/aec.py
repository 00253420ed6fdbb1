"""A game as an environment of PettingZoo, in which agents act one after the other (AEC)."""

from random import Random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from abstractplay_hex.env.arrays import mask, planes
from abstractplay_hex.env.episode import Episode, Task
from abstractplay_hex.errors import ArgumentError
from abstractplay_hex.render.text import to_text
from abstractplay_hex.rules.interface import Scene

RENDER_MODES: Final = ("ansi", "human")


class HexEnv(AECEnv):  # type: ignore[misc]
    """Agents are ``player_1`` to ``player_n``. Make one with :func:`abstractplay_hex.env.make`.

    An observation is a dict: ``observation``, planes of ``float32`` from 0 to 1 as the observing agent
    sees the board (its own pieces first), and ``action_mask``, one ``int8`` an action: which of them the
    agent can take now. A turn of several actions is made by the same agent. Rewards come at the end: the
    sum over all agents is 0, a lone winner has 1. An agent that has no turn, and the limit of turns, cut
    an episode off (``truncations``).

    :ivar task: rules, setup, the form of actions and planes.
    :ivar episode: where it stands: ``episode.now.position``, ``episode.legal``, ``episode.name(action)``.
    """

    def __init__(self, task: Task, render_mode: str | None = None) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ArgumentError("env.render-mode", known=", ".join(RENDER_MODES))
        super().__init__()
        self.task = task
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": f"abstractplay_hex_{task.uid}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{n}" for n in range(1, task.seats + 1)]
        self.agents: list[str] = []
        self._seats = {agent: n for n, agent in enumerate(self.possible_agents, 1)}
        count = task.actions.count
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, task.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.episode: Episode = task.begin()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the form of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        :param seed: of what is left to chance: only the plies of ``random_plies``.
        :param options: ``position``: a position text to begin with; ``random_plies``: how many turns by
            lot come first (fewer where the game would end), so that episodes differ. Others mean nothing.
        :raises PositionError: for a position text that is wrong.
        :raises ArgumentError: ``env.options`` for a wrong kind of value.
        """
        options = options or {}
        text, plies = options.get("position"), options.get("random_plies", 0)
        if not isinstance(text, str | None) or type(plies) is not int or plies < 0:
            raise ArgumentError("env.options")
        self.episode = _strolled(self.task.begin(text), plies, Random(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._follow()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, whoever is to move; of its actions none is legal out of turn."""
        seat = self._seats[agent]
        return {"observation": planes(self.episode, seat), "action_mask": mask(self.episode, seat)}

    def step(self, action: "int | np.integer[Any] | None") -> None:
        """Let the agent whose turn it is take an action; ``None`` once it has ended for it.

        :raises ArgumentError: ``env.action`` for an action that is not legal now.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.episode = self.episode.act(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._follow()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _follow(self) -> None:
        """Say who is to act, and at the end how it ended."""
        episode = self.episode
        self.agent_selection = self.possible_agents[episode.seat - 1]
        if episode.ending:
            ended = self.terminations if episode.ending == "over" else self.truncations
            for agent, reward in zip(self.possible_agents, episode.rewards, strict=True):
                ended[agent] = True
                self.rewards[agent] = reward

    def render(self) -> str | None:
        """Return the board as text, or print it (``render_mode="human"``)."""
        if self.render_mode is None:
            return None
        now = self.episode.now
        text = to_text(self.task.rules.draw(Scene(now.position)), colour=False)
        if now.partial is not None:
            text += f"\n{self.agent_selection}: {now.partial} …"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is left to be closed."""


def _strolled(episode: Episode, plies: int, rng: Random) -> Episode:
    """Return the episode after so many turns by lot; those that would end it are left out."""
    for _ in range(plies):
        now = episode
        while now.plies == episode.plies and not now.ending:
            now = now.act(rng.choice(now.legal))
        if now.ending:
            break
        episode = now
    return episode
