"""How fast hands are played: the referee, the players and the settlement together."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from meldwise.play import deal, play_hand, player, score

# Hands of one round; the time of a round divided by this is the time of a hand.
HANDS = 20


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("gin-rummy", "greedy"),
        ("gin-rummy", "simple"),
        ("gin-rummy", "random"),
        ("ramino-knock", "greedy"),
        ("german-rummy", "greedy"),
        ("loba", "greedy"),
    ],
)
def test_hands_of_two_players(benchmark: Any, rules: str, name: str) -> None:
    def play() -> None:
        for seed in range(HANDS):
            seats = [player(name, f"{seed} {seat}") for seat in range(2)]
            score(play_hand(deal(rules, seed=seed), seats))

    benchmark(play)
    benchmark.extra_info["hands"] = HANDS


def test_gin_hands_beside_those_of_openspiels_simple_bot(benchmark: Any, capsys: Any) -> None:
    """The same number of hands of each in turns; prints hands a second and their ratio."""
    pyspiel = pytest.importorskip("pyspiel", reason="open-spiel has no wheel for this machine")
    openspiel = OpenSpiel(pyspiel)
    contestants: dict[str, Callable[[int], object]] = {
        "greedy": partial(own_hand, "greedy"),
        "simple": partial(own_hand, "simple"),
        "OpenSpiel": openspiel.hand,
    }
    seconds = dict.fromkeys(contestants, 0.0)
    seeds = count()

    def a_round() -> None:
        dealt = list(islice(seeds, HANDS))
        for name, play in contestants.items():
            started = time.process_time()
            for seed in dealt:
                play(seed)
            seconds[name] += time.process_time() - started

    benchmark(a_round)
    hands = next(seeds)
    ratios = {name: seconds["OpenSpiel"] / seconds[name] for name in contestants}
    benchmark.extra_info["ratios"] = ratios
    with capsys.disabled():
        for name, ratio in ratios.items():
            print(  # noqa: T201 - the result of the benchmark
                f"\ngin, {name:9}: {hands / seconds[name]:5.0f} hands/s, "
                f"{ratio:.2f} times OpenSpiel's simple bot",
                end="",
            )


def own_hand(name: str, seed: int) -> object:
    """A hand of gin between two players of that name, settled."""
    seats = [player(name, f"{seed} {seat}") for seat in range(2)]
    return score(play_hand(deal("gin-rummy", seed=seed), seats))


class OpenSpiel:
    """Gin between two of OpenSpiel's simple bots, as its users play it from Python."""

    def __init__(self, pyspiel: Any) -> None:
        self._game = pyspiel.load_game("gin_rummy")
        parameters = self._game.get_parameters()
        self._bots = [pyspiel.make_simple_gin_rummy_bot(parameters, seat) for seat in range(2)]

    def hand(self, seed: int) -> object:
        """A hand and its returns."""
        random, state = Random(seed), self._game.new_initial_state()
        for bot in self._bots:
            bot.restart()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(self._bots[state.current_player()].step(state))
        return state.returns()
