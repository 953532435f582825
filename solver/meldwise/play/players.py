"""Players: a position in, an action out.

* ``random`` takes any legal action.
* ``greedy`` keeps the least deadwood, lays down whatever it can, and ends the hand as soon as it
  may; where the rules set no limit on a knock it knocks with ten points or fewer.
* ``patient`` plays as greedy but knocks only without deadwood.
* ``simple`` is the baseline of gin: it takes the upcard only if that joins a meld, throws a random
  one of the dearest unmelded cards, never the upcard just taken, and knocks as soon as it may.
* ``planner`` lays melds, lays off and exchanges jokers as the best whole turn has it.
* ``heuristic`` plays by expected deadwood, outs and danger, and knocks and lays down by the rules
  and the turn; ``learned`` by value functions where some were trained, else by the heuristic.
* ``hint`` does what the hint says; after a colon stands how long it may look: ``hint:64`` with 64
  samples for each action, ``hint:200ms`` for so long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Final, Protocol, runtime_checkable

from meldwise.cards import Card
from meldwise.errors import RequestError, excerpt, nearest
from meldwise.play.actions import Action
from meldwise.play.legal import legal_actions
from meldwise.play.state import State
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.ending import Ending

Seed = int | str


class Player(Protocol):
    """Whoever chooses actions."""

    def choose(self, position: Position, /) -> Action:
        """A legal action in a position of the player's own turn."""
        ...


@dataclass(frozen=True, slots=True)
class HandOver:
    """A finished hand of a game as its players see it: all cards are shown.

    Args:
        rules: The rule set.
        dealer: The seat that dealt.
        hands: The cards that each seat was left with.
        ending: What ended the hand.
        turns: Turns of each seat, by the cards it threw, with that in which the hand ended.
    """

    rules: RuleSet
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    ending: Ending
    turns: tuple[int, ...]

    @classmethod
    def of(cls, state: State) -> HandOver:
        """What is seen of a state in which the hand is over."""
        assert state.ending is not None
        # Each finished turn ends with a card thrown; that in which somebody ends the hand is not
        # finished.
        turns = tuple(len(seen.threw) + (seen.seat == state.ending.player) for seen in state.public)
        return cls(state.rules, state.dealer, state.hands, state.ending, turns)


@runtime_checkable
class Remembering(Player, Protocol):
    """A player that is told of each finished hand of a game; each game has players of its own."""

    def hand_over(self, over: HandOver, seat: int, /) -> None:
        """Keep what the hand tells of the others; the player sat on this seat."""
        ...


class RandomPlayer:
    """Takes any legal action, all with the same chance."""

    def __init__(self, seed: Seed = 0) -> None:
        self._random = Random(f"{seed}")

    def choose(self, position: Position, /) -> Action:
        """One of the legal actions."""
        return self._random.choice(legal_actions(position))


def player(name: str, seed: Seed = 0) -> Player:
    """The player of that name.

    Args:
        name: ``random``, ``greedy``, ``patient``, ``simple``, ``planner``, ``heuristic``,
            ``learned`` or ``hint``; some take a setting after a colon: ``hint:64``.
        seed: For what it leaves to chance.

    Raises:
        RequestError: an unknown name, or a wrong setting.

    >>> type(player("random", 1)).__name__
    'RandomPlayer'
    """
    kind, colon, setting = name.partition(":")
    if kind not in PLAYERS:
        raise RequestError(
            "unknown-player",
            f"unknown player {excerpt(name)}{nearest(name, PLAYERS)}: known are "
            f"{', '.join(PLAYERS)}",
            {"field": "players", "value": name[:80]},
        )
    if not colon:
        return PLAYERS[kind](seed)
    if kind not in _SETTABLE:
        raise RequestError(
            "bad-setting",
            f"player {excerpt(name)}: {kind} takes no setting after a colon",
            {"field": "players", "value": name[:80]},
        )
    return _SETTABLE[kind](seed, setting)


def _greedy(_seed: Seed) -> Player:
    from meldwise.play.greedy import GreedyPlayer

    return GreedyPlayer()


def _patient(_seed: Seed) -> Player:
    from meldwise.play.greedy import GreedyPlayer

    return GreedyPlayer(most_deadwood=0)


def _simple(seed: Seed) -> Player:
    from meldwise.play.simple import SimplePlayer

    return SimplePlayer(seed)


def _from(home: str, name: str) -> Callable[..., Player]:
    """A player that is made of layers above this one: its module is loaded when it is asked for."""

    def made(seed: Seed, *setting: str) -> Player:
        known: Player = getattr(import_module(home), name)(seed, *setting)
        return known

    return made


PLAYERS: Final[dict[str, Callable[[Seed], Player]]] = {
    "random": RandomPlayer,
    "greedy": _greedy,
    "patient": _patient,
    "simple": _simple,
    "planner": _from("meldwise.turn.player", "PlannerPlayer"),
    "heuristic": _from("meldwise.advice.policyplayers", "HeuristicPlayer"),
    "learned": _from("meldwise.advice.policyplayers", "LearnedPlayer"),
    "hint": _from("meldwise.advice.hintplayer", "HintPlayer"),
}

_SETTABLE: Final[dict[str, Callable[[Seed, str], Player]]] = {
    "hint": _from("meldwise.advice.hintplayer", "HintPlayer"),
}
