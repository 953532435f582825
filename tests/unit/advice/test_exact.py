"""Small positions: exact values against brute force, sampled values against exact ones."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from meldwise.advice import hint
from meldwise.advice.belief import Belief
from meldwise.advice.candidates import candidates
from meldwise.advice.certainty import sampled, stake_of
from meldwise.advice.exactly import exact_outcomes
from meldwise.advice.playing import played
from meldwise.advice.stepping import ends_hand
from meldwise.advice.wholeturn import steps_of
from meldwise.cards.card import CARDS
from meldwise.playout.policies import greedy
from meldwise.position import Position
from tests.unit.advice import brute
from tests.unit.advice.situations import GIN, states

# Patient players let hands last until few cards are unseen.
PATIENT = ("patient",)


def small(
    rules: str, players: int, hands: int, most: int, stock: int = 6
) -> Iterator[tuple[Position, Belief]]:
    """Positions late in hands."""
    found = 0
    for state in states(rules, players, hands, PATIENT):
        if state.phase == "deal" or len(state.stock) > stock or found == most:
            continue
        belief = Belief.of(state.position())
        if exact_outcomes(belief, candidates(belief.position)[0]) is not None:
            found += 1
            yield belief.position, belief


def compared(belief: Belief, samples: int, seed: int) -> Iterator[tuple[float, float]]:
    """For each action how far the samples are from the exact value, and their standard error."""
    position = belief.position
    starts, stake = belief.starts(samples, seed), stake_of(belief, seed)
    for action in candidates(position):
        found = exact_outcomes(belief, action)
        if found is None:
            continue
        outcomes, chances = found
        value = sampled(played(position, starts, action, seed), stake)
        assert value.se is not None
        yield abs(float(outcomes.advantages @ chances) - value.value), value.se


@pytest.mark.parametrize(
    ("rules", "players", "stock"),
    [("gin-rummy", 2, 6), ("knock-rummy", 2, 3), ("ramino-drift", 2, 3), ("tonk", 2, 3)],
)
def test_sampled_values_agree_with_the_exact_ones(rules: str, players: int, stock: int) -> None:
    differences = [
        pair
        for _, belief in small(rules, players, 40, 12, stock)
        for pair in compared(belief, 400, seed=5)
    ]
    assert len(differences) >= 20
    beyond = [pair for pair in differences if pair[0] > 3 * pair[1]]
    # What happens once in hundreds of hands is missed now and then.
    assert len(beyond) <= max(1, 0.02 * len(differences)), beyond


@pytest.mark.parametrize("rules", ["gin-rummy"])
def test_exact_values_are_those_of_brute_force(rules: str) -> None:
    compared_actions = 0
    for position, belief in small(rules, 2, 40, 30, stock=3):
        (suspect,) = belief.suspects
        if len(brute.unseen(position)) > 13 or position.turn.number > 60:
            continue
        weights = {CARDS[code]: float(suspect.weights[code]) for code in range(52)}
        hands = brute.hands_of(position, suspect.size, suspect.more, weights)
        draws = max(0, position.stock - position.rules.stock.wall_at)
        for action in candidates(position)[:2]:
            found = exact_outcomes(belief, action, policies=[greedy(), greedy()])
            assert found is not None
            outcomes, chances = found
            (step,) = steps_of(action)
            expected = brute.value(position, step, hands, draws)
            assert float(outcomes.advantages @ chances) == pytest.approx(expected)
            compared_actions += 1
        if compared_actions >= 8:
            break
    assert compared_actions >= 8


def test_a_hint_says_exact_where_everything_was_gone_through() -> None:
    position, _ = next(small("gin-rummy", 2, 40, 1, stock=4))
    found = hint(position, samples=100, seed=1)
    assert found.exact
    assert found.samples == 0
    assert {ranked.source for ranked in found.actions} == {"exact"}
    assert {ranked.se for ranked in found.actions} == {0.0}
    values = [ranked.value for ranked in found.actions]
    assert values == sorted(values, reverse=True)
    again = hint(position, seconds=0)
    assert [ranked.worth for ranked in again.actions] == [ranked.worth for ranked in found.actions]


def test_what_nothing_hidden_can_change_is_exact_in_any_position() -> None:
    line = "tonk 3:0:2 play 4H4D4C9STSJS JS@stock 2C 35 0,0,0 - --- --- 1:5/2:5 n3"
    position = Position.parse(line)
    best = hint(position, samples=10).actions[0]
    # Two stakes from each of the other two, who pay two each.
    assert (best.value, best.source, best.win) == (6.0, "exact", 1.0)
    assert ends_hand(position, best.action)


def test_going_out_in_gin_depends_on_the_other_hand() -> None:
    best = hint(GIN, samples=50, seed=1).actions[0]
    assert best.source == "sampled"
    assert best.win == 1.0
    assert best.se is not None
    assert np.isfinite(best.se)
