"""Value functions where melds are laid: what they are told and learn, what is done by them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from meldwise.advice.candidates import candidates
from meldwise.advice.wholeturn import steps_of
from meldwise.play.actions import Discard, Draw, Knock
from meldwise.play.goingon import Placement
from meldwise.playout import advantage, deal_starts, heuristic, showdown_batch
from meldwise.playout.open import layout as at
from meldwise.playout.open.batch import call_once
from meldwise.playout.open.deciding import decide, values_of
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.players import careful
from meldwise.playout.open.simulate import numbers_of, taught_playouts
from meldwise.playout.open.stating import state_of
from meldwise.playout.open.valuing import NAMES
from meldwise.playout.policies import Policy, by_values
from meldwise.playout.results import KNOCK
from meldwise.playout.running import play_games
from meldwise.playout.values.functions import (
    DRAWING,
    ENDING_NOW,
    GOING_ON,
    INPUTS,
    KINDS,
    WEIGHTS,
    ValueFunctions,
)
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
    LATER,
    RESULT,
    SEAT,
)
from meldwise.position import Position
from tests.playout.networks import plain_network

pytestmark = pytest.mark.xdist_group("open-playouts")

_DRIFT = {
    "rules": "ramino-drift",
    "hand": "5S 6S KD 9H 9C",
    "phase": "play",
    "table": [{"owner": 0, "cards": "2H 3H 4H"}, {"owner": 1, "cards": "7C 8C JK"}],
    "opened": [True, True],
    "opponents": [{"seat": 1, "cards": 3, "holds": "TH"}],
    "discards": "QS",
    "turn": {"number": 6},
}


def untrained(game: str, players: int, seed: int = 4) -> Policy:
    """A policy by value functions that nobody trained."""
    weights = np.random.default_rng(seed).normal(size=(1, KINDS, WEIGHTS)).astype(np.float32)
    return by_values(ValueFunctions(weights, game, players, 0.0, "values"), game, players)


def told(position: Position) -> dict[str, float]:
    """What the value functions are told of the hand as it is."""
    table = table_of(position.rules, position.players)
    desk = Desk(table)
    desk.state[:] = state_of(position)
    numbers = numbers_of([careful()] * position.players)
    call_once(table.rules, desk.state, desk.words, numbers, at.VALUE_NOW, position.seat, GOING_ON)
    return dict(zip(NAMES, numbers[at.INPUT : at.INPUT + INPUTS].tolist(), strict=True))


def test_what_is_told_of_a_hand_can_be_counted_by_hand() -> None:
    found = told(Position.from_dict(_DRIFT))
    # 5, 6, K, 9, 9 and nothing melded: 39 points.
    assert found["deadwood"] == found["points held"] == pytest.approx(39 * 0.05)
    assert found["cards held"] == pytest.approx(5 * 0.2)
    # The fives and sixes of spades belong together, and so do the nines; the king stands alone.
    assert found["cards with a partner"] == pytest.approx(4 * 0.2)
    assert found["cards without"] == pytest.approx(0.2)
    assert found["points of cards without"] == pytest.approx(10 * 0.05)
    assert (found["dearest card"], found["second dearest card"]) == pytest.approx((1.0, 0.9))
    # 52 natural cards but for 5 in hand, 1 in the pile, 5 on the table, and 1 that is known.
    unseen = 52 - 5 - 1 - 5 - 1
    # Outs: 4♠ 7♠, 9♦ 9♠.
    assert found["outs"] == pytest.approx(3 * 4 / unseen)
    # The table takes A♥, 5♥, 6♣ and 10♣; the nine of clubs would be exchanged, not laid off.
    assert found["cards that fit the table"] == 0.0
    assert found["unseen cards that fit the table"] == pytest.approx(3 * 4 / unseen)
    assert found["jokers on the table"] == pytest.approx(0.5)
    assert found["melds on the table"] == pytest.approx(0.4)
    assert (found["opened"], found["others that have opened"]) == (1.0, 1.0)
    assert found["own turn"] == pytest.approx(0.3)
    assert found["cards of the shortest other hand"] == pytest.approx(0.3)
    assert found["known cards of the next player"] == pytest.approx(0.5)
    # The nine of clubs frees the joker, which makes a run of the five and six of spades.
    assert found["cards left if all were put down now"] == pytest.approx(2 * 0.2)
    assert found["points left so"] == pytest.approx(19 * 0.05)
    assert found["danger of the discard"] == found["next player can lay the discard off"] == 0.0


@pytest.mark.parametrize("game", ["tonk", "ramino-drift", "loba"])
def test_lessons_tell_what_was_expected_and_what_came_of_it(game: str) -> None:
    policy = replace(untrained(game, 3), explores=0.8, take="improves")
    assert policy.values is not None
    played = play_games(game, [policy, careful(), heuristic(game, 3)], 40, 5, lessons=20_000)
    lessons = played.lessons
    assert 100 < len(lessons) < 20_000
    assert not (lessons[:, RESULT] == LATER).any()
    weights = policy.values.weights[0].astype(np.float64)
    for lesson in lessons[:: max(1, len(lessons) // 200)].astype(np.float64):
        expected = plain_network(weights[int(lesson[KIND])], lesson[FIRST_INPUT:])
        assert lesson[EXPECTED] == pytest.approx(expected, rel=1e-4, abs=1e-3)
    kinds = set(lessons[:, KIND].astype(int).tolist())
    assert kinds == ({GOING_ON, DRAWING, ENDING_NOW} if game == "tonk" else {GOING_ON, DRAWING})
    explored = lessons[np.isfinite(lessons[:, BEST])]
    assert len(explored) > 5
    assert (explored[:, KIND] == GOING_ON).all()
    assert len(np.unique(explored[:, HAND_OF])) == len(explored)
    # All that a hand taught but of knocks has the one result of that hand.
    going_on = lessons[lessons[:, KIND] != ENDING_NOW]
    for hand in np.unique(going_on[:, HAND_OF])[:20]:
        of_hand = going_on[going_on[:, HAND_OF] == hand]
        assert len(np.unique(of_hand[:, [SEAT, RESULT]], axis=0)) == 1


def test_lessons_of_knocks_are_what_knocking_would_have_given() -> None:
    starts = deal_starts("tonk", 3, n=400, seed=6)
    policies = [replace(careful(), explores=0.5), careful(), careful()]
    seats: list[Policy] = [policies[(seat - starts.seat) % 3] for seat in range(3)]
    _, lessons = taught_playouts(starts, seats, 1, lessons=40_000)
    # What is declared as dealt teaches nothing; the first lesson of all others is that of a knock.
    values = np.array(table_of(starts.rules, 3).terms.values[:53])
    declared = ((starts.hands * values).sum(axis=2) >= 50).any(axis=1)
    assert declared.any()
    firsts = lessons[np.unique(lessons[:, HAND_OF], return_index=True)[1]]
    assert (firsts[:, KIND] == ENDING_NOW).all()
    given = advantage(showdown_batch(starts, KNOCK, starts.seat), starts.seat, starts.rules)
    assert firsts[:, RESULT].tolist() == given[~declared].tolist()


def test_players_who_do_not_explore_teach_nothing() -> None:
    assert (
        len(play_games("loba", [untrained("loba", 2), careful()], 5, 1, lessons=900).lessons) == 0
    )


def _known(values: tuple[float | None, ...]) -> NDArray[np.float64]:
    return np.array([-np.inf if value is None else value for value in values])


def test_what_is_done_is_worth_most() -> None:
    game = "ramino-drift"
    position = Position.from_dict(_DRIFT)
    for seed in range(6):
        policy = untrained(game, 2, seed)
        turns = [steps_of(action) for action in candidates(position)]
        chosen = decide(position, policy)
        turns = [*turns, chosen]
        values = values_of(position, turns, policy)
        assert values[-1] is not None
        # Among turns that put down as much, no other discard is worth more.
        placed = sum(isinstance(step, Placement) for step in chosen)
        alike = [
            value
            for turn, value in zip(turns, values, strict=True)
            if value is not None and placed == 0 == len(turn) - 1
        ]
        assert all(value <= values[-1] + 1e-9 for value in alike)
        drawing = Position.from_dict(
            {**_DRIFT, "phase": "draw", "hand": "5S 6S 9H 9C", "discards": "9D"}
        )
        taking, stock = values_of(drawing, [[Draw("discard")], [Draw("stock")]], policy)
        assert stock is not None
        takes = decide(drawing, policy) == (Draw("discard"),)
        assert not takes or (taking is not None and taking > stock)


def test_what_ends_the_hand_is_not_valued() -> None:
    position = Position.from_dict({**_DRIFT, "hand": "5H 6H"})
    turns = [steps_of(action) for action in candidates(position)]
    values = values_of(position, turns, untrained("ramino-drift", 2))
    ends = [sum(map(_cards_of, turn)) >= 2 for turn in turns]
    assert any(ends)
    assert [value is None for value in values] == ends


def _cards_of(step: object) -> int:
    return 1 if isinstance(step, Discard | Placement) else 0


def test_a_knock_and_both_draws_are_valued() -> None:
    position = Position.from_dict(
        {"rules": "tonk", "hand": "2S 3S 4H 9D KC", "phase": "draw", "discards": "4S"}
    )
    policy = untrained("tonk", 2)
    values = values_of(position, [[Knock()], [Draw("stock")], [Draw("discard")]], policy)
    assert None not in values
    best = int(np.argmax(_known(values)))
    assert decide(position, policy)[0] == (Knock(), Draw("stock"), Draw("discard"))[best]
