"""Advice is reproducible, reads no hidden card, and its error bars mean what they say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from meldwise.advice import Hint, hint, improving_hints, knock
from meldwise.advice.certainty import Stake, lead_of, sampled
from meldwise.advice.outcomes import Outcomes
from meldwise.cards import Card
from meldwise.errors import RequestError
from meldwise.play.actions import Discard, Draw, Knock
from meldwise.play.state import State
from meldwise.position import Position
from tests.unit.advice.coverage import covered, outcomes
from tests.unit.advice.situations import DRAWING, DROPPING, KNOCKING, PLAYING, sample

GAMES = [
    ("gin-rummy", 2),
    ("knock-rummy", 3),
    ("cincinnati-rummy", 2),
    ("tonk", 3),
    ("loba", 2),
    ("ramino-drift", 2),
]


def told(found: Hint) -> object:
    """All of a hint but the time that it took."""
    values = found.to_dict()
    del values["elapsed_ms"]
    return values


def shuffled(state: State, seed: int) -> State:
    """The state with all cards that the seat to move cannot see dealt anew."""
    random, seat = Random(seed), state.seat
    known = {other.seat: list(other.holds) for other in state.public}
    hidden: list[Card] = list(state.stock)
    fixed: dict[int, list[Card]] = {}
    for other, hand in enumerate(state.hands):
        if other == seat:
            continue
        fixed[other] = []
        for card in hand:
            if card in known[other]:
                known[other].remove(card)
                fixed[other].append(card)
            else:
                hidden.append(card)
    random.shuffle(hidden)
    hands = list(state.hands)
    for other, kept in fixed.items():
        new = len(hands[other]) - len(kept)
        hands[other] = (*kept, *hidden[:new])
        del hidden[:new]
    return state.evolve(hands=tuple(hands), stock=tuple(hidden))


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_no_hidden_card_is_read(rules: str, players: int) -> None:
    for state in sample(rules, players, 3):
        other = shuffled(state, 1)
        assert other.hands[state.seat] == state.hands[state.seat]
        assert (other.hands, other.stock) != (state.hands, state.stock)
        first = told(hint(state.position(), samples=16, seed=4))
        assert told(hint(other.position(), samples=16, seed=4)) == first


@pytest.mark.parametrize("line", [DRAWING, PLAYING, KNOCKING, DROPPING])
@pytest.mark.parametrize("threads", [2, 3, None])
def test_any_number_of_threads_gives_the_same_answer(line: str, threads: int | None) -> None:
    one, more = (hint(line, samples=200, seed=5, threads=count) for count in (1, threads))
    assert told(more) == told(one)
    alone, together = (
        knock(line, samples=300, seed=5, threads=count).to_dict() for count in (1, threads)
    )
    assert alone | {"elapsed_ms": 0} == together | {"elapsed_ms": 0}


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2", 257])
def test_a_wrong_number_of_threads_is_told(threads: Any) -> None:
    for ask in (hint, knock, improving_hints):
        with pytest.raises(RequestError, match="threads"):
            ask(DRAWING, samples=1, threads=threads)


def test_the_same_seed_gives_the_same_answer_on_one_and_on_two_threads() -> None:
    positions = [DRAWING, PLAYING, KNOCKING] * 2
    alone = [told(hint(line, samples=48, seed=7)) for line in positions]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda line: told(hint(line, samples=48, seed=7)), positions))
    assert together == alone
    assert told(hint(DRAWING, samples=48, seed=8)) != alone[0]


def test_an_answer_for_so_many_samples_does_not_depend_on_how_it_came_about() -> None:
    last = hint(DRAWING, samples=64, seed=2)
    on_the_way = list(improving_hints(DRAWING, samples=200, seed=2))
    (same,) = [found for found in on_the_way if found.samples == 64]
    assert [r.worth for r in same.actions] == [r.worth for r in last.actions]
    assert [found.samples for found in on_the_way] == [0, 16, 32, 64, 128, 200]


@pytest.mark.parametrize(
    ("line", "action", "samples"),
    [
        (KNOCKING, Knock(Card.parse("KH")), 100),
        (PLAYING, Discard(Card.parse("KC")), 60),
        (DRAWING, Draw("stock"), 30),
    ],
    ids=["knock", "discard", "draw"],
)
def test_intervals_hold_the_true_value_as_often_as_they_say(
    line: str, action: Knock | Discard | Draw, samples: int
) -> None:
    position = Position.parse(line)
    many = outcomes(position, action, 200 * samples)
    # Of 200 intervals of 95 % fewer than 180 hold it once in five hundred times.
    assert covered(position, many, samples, None) >= 0.90


def test_intervals_hold_where_few_hands_are_won_for_much() -> None:
    """A mean of few samples is too low when none is won, and their spread too small."""
    random = np.random.default_rng(1)
    wins = (random.random((2_000, 30)) < 0.05).astype(float)
    values = np.where(wins > 0, 70.0, -30.0) + random.normal(0, 6, wins.shape)
    stake, true = Stake(75.0, -45.0), -30.0 + 0.05 * 100.0
    found = [sampled(Outcomes(*lot), stake) for lot in zip(values, wins, strict=True)]
    plain = values.std(axis=1, ddof=1) / 30**0.5
    inside = np.mean([abs(lot.value - true) <= 1.96 * (lot.se or 0.0) for lot in found])
    assert np.mean(np.abs(values.mean(axis=1) - true) <= 1.96 * plain) < 0.85
    assert 0.90 <= inside <= 0.97


def test_samples_that_are_all_alike_prove_nothing() -> None:
    stake = Stake(50.0, -40.0)
    errors: list[float] = []
    for count in (2, 16, 100, 10_000):
        alike = Outcomes(np.full(count, 50.0), np.ones(count))
        value = sampled(alike, stake)
        assert value.value == 50.0
        # Nothing lost in so many hands: the chance of it may well be one in so many.
        assert value.se is not None
        errors.append(value.se)
        assert value.se >= 90.0 / count * 0.4
    assert errors == sorted(errors, reverse=True)


def test_one_action_that_is_always_ahead_may_still_not_be() -> None:
    won, more = np.ones(64), np.full(64, 20.0)
    lead, se = lead_of(Outcomes(more, won), Outcomes(more - 3.0, won), Stake(50.0, -40.0))
    assert lead == 3.0
    assert se is not None
    assert 0 < se < 3.0


def test_errors_are_those_of_a_t_distribution_where_wins_and_losses_are_many() -> None:
    random = np.random.default_rng(2)
    wins = (np.arange(400) % 2).astype(float)
    values = np.where(wins > 0, 25.0, -25.0) + random.normal(0, 10, 400)
    value = sampled(Outcomes(values, wins), Stake(30.0, -30.0))
    assert value.se == pytest.approx(values.std(ddof=1) / 20, rel=0.01)
    assert value.win == 0.5


def test_more_samples_make_the_error_smaller() -> None:
    few, many = knock(KNOCKING, samples=100, seed=1), knock(KNOCKING, samples=1_600, seed=1)
    assert few.knock is not None
    assert many.knock is not None
    assert few.knock.se is not None
    assert many.knock.se is not None
    assert many.knock.se == pytest.approx(few.knock.se / 4, rel=0.4)
