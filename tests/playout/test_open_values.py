"""Value functions where melds are laid: what they are told and learn, what is done by them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from meldwise.advice.candidates import candidates, check_legal
from meldwise.advice.wholeturn import WholeTurn, steps_of
from meldwise.cards import Card
from meldwise.play.actions import Discard, Draw, Knock
from meldwise.playout import advantage, deal_starts, heuristic, showdown_batch
from meldwise.playout.open import layout as at
from meldwise.playout.open.batch import call_once
from meldwise.playout.open.deciding import decide, values_of
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.inputs import NAMES
from meldwise.playout.open.players import careful
from meldwise.playout.open.simulate import numbers_of, taught_playouts
from meldwise.playout.open.stating import state_of
from meldwise.playout.policies import Policy, by_values
from meldwise.playout.results import KNOCK
from meldwise.playout.running import play_games
from meldwise.playout.values.functions import (
    DRAWING,
    ENDING_NOW,
    FIRST,
    GOING_ON,
    INPUTS,
    KINDS,
    SECOND,
    WEIGHTS,
    ValueFunctions,
)
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
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
    return by_values(ValueFunctions(weights, f"{game}-{players}", 0.0, "values"), game, players)


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
    starts = deal_starts(game, 3, n=60, seed=5)
    seated = [careful(), policy, heuristic(game, 3)]
    found, lessons = taught_playouts(starts, seated, 5, lessons=9_000)
    assert 100 < len(lessons) < 9_000
    assert (lessons[:, SEAT] == 1).all()
    weights = policy.values.weights[0].astype(np.float64)
    for lesson in lessons[:: max(1, len(lessons) // 200)].astype(np.float64):
        expected = plain_network(weights[int(lesson[KIND])], lesson[FIRST_INPUT:])
        assert lesson[EXPECTED] == pytest.approx(expected, rel=1e-4, abs=1e-3)
    kinds = set(lessons[:, KIND].astype(int).tolist())
    assert kinds == ({GOING_ON, DRAWING, ENDING_NOW} if game == "tonk" else {GOING_ON, DRAWING})
    # All that a hand taught but of knocks has the result of that hand, in the order of the hands.
    results = advantage(found.scores, 1, starts.rules)
    going_on = lessons[lessons[:, KIND] != ENDING_NOW]
    hands = np.unique(going_on[:, HAND_OF])
    of_hands = [np.unique(going_on[going_on[:, HAND_OF] == hand, RESULT]) for hand in hands]
    assert all(len(one) == 1 for one in of_hands)
    told = [float(one[0]) for one in of_hands]
    assert len(told) > 30
    # Some hands end before the player's first turn and teach nothing.
    rest = iter(results.tolist())
    assert all(any(result == one for result in rest) for one in told)


@pytest.mark.parametrize("game", ["tonk", "ramino-drift"])
def test_lessons_of_those_who_explore_tell_the_best_they_could_have_had(game: str) -> None:
    policy = replace(untrained(game, 2, seed=3), explores=1.0)
    starts = deal_starts(game, 2, n=300, seed=8)
    _, lessons = taught_playouts(starts, [policy, careful()], 5, lessons=40_000)
    explored = lessons[np.isfinite(lessons[:, BEST])]
    thrown = explored[explored[:, KIND] == GOING_ON]
    assert len(thrown) > 30
    # What was thrown is worth no more than the best, and often less.
    assert (thrown[:, EXPECTED] <= thrown[:, BEST] + 1e-3).all()
    assert (thrown[:, EXPECTED] < thrown[:, BEST] - 1e-3).mean() > 0.3
    forgone = explored[explored[:, KIND] == DRAWING]
    assert (len(forgone) > 0) == (game == "tonk")
    # The lesson of a knock comes just before that of drawing instead.
    knocks = [
        lessons[place - 1]
        for place in np.flatnonzero(np.isfinite(lessons[:, BEST]))
        if (lessons[place, KIND] == DRAWING)
    ]
    for lesson, knock in zip(forgone, knocks, strict=True):
        assert knock[KIND] == ENDING_NOW
        assert lesson[BEST] == pytest.approx(float(knock[EXPECTED]))
        assert lesson[BEST] > lesson[EXPECTED]


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


def test_a_seat_lays_or_holds_takes_or_draws_as_the_values_say() -> None:
    position = Position.from_dict(_DRIFT)
    before = Position.from_dict(
        {**_DRIFT, "phase": "draw", "hand": "5S 6S 9H 9C", "discards": "9D"}
    )
    turns = [steps_of(action) for action in candidates(position)]
    done = set()
    for seed in range(12):
        policy = untrained("ramino-drift", 2, seed)
        chosen = decide(position, policy)
        worth = values_of(position, [*turns, chosen], policy)
        best = max(value for value in worth if value is not None)
        holds = max(
            value
            for turn, value in zip(turns, worth, strict=False)
            if value is not None and len(turn) == 1
        )
        lays = len(chosen) > 1
        # The turn that lays all is one of those that lay something.
        assert worth[-1] is not None
        assert worth[-1] >= holds - 1e-9 if lays else worth[-1] == pytest.approx(holds)
        assert worth[-1] <= best + 1e-9
        taking, stock = values_of(before, [[Draw("discard")], [Draw("stock")]], policy)
        assert stock is not None
        assert taking is not None
        takes = decide(before, policy) == (Draw("discard"),)
        assert takes == (taking > stock)
        done |= {("lays", lays), ("takes", takes)}
    assert len(done) == 4


def test_a_discard_that_the_next_player_can_use_is_told_as_one() -> None:
    found = {}
    for card, hand in (("4S", "4S KD 2C"), ("KD", "4S KD 2C")):
        position = Position.from_dict(
            {
                "rules": "tonk",
                "hand": hand,
                "phase": "play",
                "table": [{"owner": 0, "cards": "AS 2S 3S"}],
                "opponents": [{"seat": 1, "cards": 3, "holds": "KH KC"}],
            }
        )
        found[card] = told_of_discard(position, card)
    assert found["4S"]["next player can lay the discard off"] == 1.0
    assert found["KD"]["next player can lay the discard off"] == 0.0
    # Two kings are known to be there.
    assert found["KD"]["danger of the discard"] == 1.0
    assert found["4S"]["danger of the discard"] < 0.5


def told_of_discard(position: Position, card: str) -> dict[str, float]:
    """What the value functions are told of a discard: the lesson that it would be."""
    code = Card.parse(card).code
    seen = []
    for weight in range(INPUTS):
        # A network that hands on one input.
        weights = np.zeros((1, KINDS, WEIGHTS), np.float32)
        weights[0, GOING_ON, FIRST * weight] = 1.0
        weights[0, GOING_ON, FIRST * INPUTS + FIRST] = 1.0
        weights[0, GOING_ON, FIRST * INPUTS + FIRST + FIRST * SECOND + SECOND] = 1.0
        policy = by_values(ValueFunctions(weights, "one", 0.0, "values"), position.rules, 2)
        [value] = values_of(position, [[Discard(Card(code))]], policy)
        assert value is not None
        seen.append(value)
    return dict(zip(NAMES, seen, strict=True))


def test_going_out_is_beyond_value_and_a_joker_thrown_has_none() -> None:
    position = Position.from_dict({**_DRIFT, "hand": "5H 6H"})
    turns = [steps_of(action) for action in candidates(position)]
    values = values_of(position, turns, untrained("ramino-drift", 2))
    ends = [len(turn) == 2 for turn in turns]
    assert any(ends)
    assert not all(ends)
    assert [value == np.inf for value in values] == ends
    german = Position.from_dict({"rules": "german-rummy", "hand": "5H KD 9C JK", "phase": "play"})
    joker, king = (
        values_of(german, [[Discard(card)]], untrained("german-rummy", 2))
        for card in map(Card.parse, ("JK", "KD"))
    )
    assert joker == (None,)
    assert None not in king


def test_a_knock_and_both_draws_are_valued() -> None:
    position = Position.from_dict(
        {"rules": "tonk", "hand": "2S 3S 4H 9D KC", "phase": "draw", "discards": "4S"}
    )
    policy = untrained("tonk", 2)
    values = values_of(position, [[Knock()], [Draw("stock")], [Draw("discard")]], policy)
    assert None not in values
    best = int(np.argmax(_known(values)))
    assert decide(position, policy)[0] == (Knock(), Draw("stock"), Draw("discard"))[best]


def test_the_turn_that_is_told_is_the_one_that_is_played() -> None:
    # To lay off the jokers is tried after all else, and holding back is weighed in between.
    position = Position.from_dict(
        {
            "rules": "loba",
            "hand": "2S 2D 2C JK JK KH 9S",
            "phase": "play",
            "table": [{"owner": 1, "cards": "2H 3H 4H 5H"}, {"owner": 0, "cards": "6D 7D 8D 9D"}],
            "opened": [True, True],
            "opponents": [{"seat": 1, "cards": 1}],
        }
    )
    laid = set()
    for seed in range(10):
        turn = decide(position, untrained("loba", 2, seed))
        check_legal(position, WholeTurn(turn) if len(turn) > 1 else turn[0])
        laid.add(len(turn))
    assert len(laid) > 1
