"""What opponents may hold: possible, reproducible, and as players hold it in truth."""

from __future__ import annotations

import numpy as np
import pytest

from meldwise.advice.belief import Belief
from meldwise.advice.belief.enumeration import enumerated_hands
from meldwise.advice.belief.evidence import counts_of, unseen_cards
from meldwise.errors import RequestError
from meldwise.play.dealing import whole_pack
from meldwise.position import Position
from tests.unit.advice.situations import DRAWING, sample, states

GAMES = [
    ("gin-rummy", 2),
    ("knock-rummy", 3),
    ("wildcard-rummy", 2),
    ("loba", 2),
    ("german-rummy", 2),
    ("tonk", 3),
    ("ramino-knock", 2),
    ("ramino-drift", 3),
    ("cincinnati-rummy", 2),
]


@pytest.mark.parametrize(("rules", "players"), GAMES)
def test_every_sample_is_a_whole_pack_in_which_each_holds_what_is_known(
    rules: str, players: int
) -> None:
    for state in sample(rules, players, 8):
        position = state.position()
        starts = Belief.of(position).starts(20, seed=3)
        pack = counts_of(whole_pack(position.terms)).astype(np.int64)
        table = sum(
            (counts_of(known.meld.physical).astype(np.int64) for known in position.table),
            np.zeros(53, np.int64),
        )
        for row in range(len(starts)):
            stock = starts.stock[row][starts.stock[row] < 255]
            assert len(stock) == position.stock
            seen = counts_of(position.discards).astype(np.int64) + np.bincount(stock, minlength=53)
            assert (seen + table + starts.hands[row].sum(axis=0) == pack).all()
        assert (starts.hands[:, position.seat] == counts_of(position.hand)).all()
        for opponent in position.opponents:
            hands = starts.hands[:, opponent.seat]
            assert (hands.sum(axis=1) == opponent.cards).all()
            assert (hands >= counts_of(opponent.holds)).all()


@pytest.mark.parametrize(("rules", "players"), [("gin-rummy", 2), ("tonk", 3)])
def test_a_sample_is_the_same_in_whatever_parts_it_is_drawn(rules: str, players: int) -> None:
    state = states(rules, players, 6)[7]
    belief = Belief.of(state.position())
    whole, first, rest = belief.starts(40, 9), belief.starts(25, 9), belief.starts(15, 9, 25)
    assert (whole.hands == np.concatenate([first.hands, rest.hands])).all()
    assert (whole.stock == np.concatenate([first.stock, rest.stock])).all()
    assert not (belief.starts(40, 10).hands == whole.hands).all()


def test_before_the_first_turn_every_card_is_as_likely() -> None:
    line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    belief = Belief.of(Position.parse(line))
    share = belief.hands(20_000, seed=1)[:, 1].mean(axis=0)[belief.unseen > 0]
    # Ten of 41 cards; the standard error of each share is 0.003.
    assert np.abs(share - 10 / 41).max() < 0.015


def test_cards_near_what_he_took_are_likelier_than_near_what_he_threw() -> None:
    belief = Belief.of(Position.parse(DRAWING))
    share = belief.hands(4_000, seed=1)[:, 1].mean(axis=0)
    # He took the queen of hearts and threw the king of spades; all of these count ten.
    jack_of_hearts, jack_of_spades = share[13 + 10], share[10]
    queen_of_clubs, king_of_clubs = share[39 + 11], share[39 + 12]
    assert jack_of_hearts > 1.2 * jack_of_spades
    assert queen_of_clubs > 1.5 * king_of_clubs


@pytest.mark.parametrize(
    ("rules", "players", "names"),
    [
        ("gin-rummy", 2, ("greedy", "patient")),
        ("knock-rummy", 2, ("greedy", "patient")),
        ("wildcard-rummy", 2, ("greedy",)),
        ("ramino-knock", 2, ("greedy", "patient")),
        ("tonk", 3, ("greedy", "patient")),
        ("loba", 2, ("greedy",)),
    ],
)
def test_hands_count_by_turn_what_they_count_in_truth(
    rules: str, players: int, names: tuple[str, ...]
) -> None:
    true: dict[int, list[float]] = {}
    believed: dict[int, list[float]] = {}
    drawing = [
        state
        for state in states(rules, players, 12 if rules == "loba" else 30, names)
        if state.phase == "draw" and not state.turn.offered and not state.turn.stock_only
    ]
    for number, state in enumerate(drawing[::3]):
        belief = Belief.of(state.position())
        measure = belief.development.measure
        held = state.rules.count.hand == "held"
        count = measure.held if held else measure.deadwood
        hands = belief.hands(8, seed=number)
        for suspect in belief.suspects:
            when = min(suspect.turns, 8) // 2
            true.setdefault(when, []).append(
                float(count(counts_of(state.hands[suspect.seat])[None])[0])
            )
            believed.setdefault(when, []).append(float(count(hands[:, suspect.seat]).mean()))
    assert len(true) >= 4
    for when, counts in true.items():
        mean, error = np.mean(counts), np.std(counts) / np.sqrt(len(counts))
        # At turn 6 of gin uniformly dealt hands would be off by thirty points and more.
        assert abs(np.mean(believed[when]) - mean) < 5 + 3 * error, when


@pytest.mark.parametrize(("rules", "players"), [("gin-rummy", 2), ("ramino-drift", 2)])
def test_few_hidden_cards_are_enumerated_with_the_chances_of_the_samples(
    rules: str, players: int
) -> None:
    found = 0
    for state in states(rules, players, 30, ("patient",)):
        if state.phase != "draw" or len(state.stock) > 7:
            continue
        belief = Belief.of(state.position())
        cases = enumerated_hands(belief, 3_000)
        if cases is None:
            continue
        hands, chances = cases
        assert chances.sum() == pytest.approx(1)
        assert len(np.unique(hands.reshape(len(hands), -1), axis=0)) == len(hands)
        expected = (chances[:, None, None] * hands).sum(axis=0)
        sampled = belief.hands(3_000, seed=2).mean(axis=0)
        assert np.abs(expected - sampled).max() < 0.05
        found += 1
        if found == 12:
            break
    assert found == 12


def test_unseen_cards_are_those_that_are_nowhere_in_sight() -> None:
    for state in sample("german-rummy", 3, 10):
        position = state.position()
        hidden = [
            card for seat, hand in enumerate(state.hands) for card in hand if seat != state.seat
        ]
        known = [card for opponent in position.opponents for card in opponent.holds]
        expected = counts_of([*hidden, *state.stock]).astype(np.int64) - counts_of(known)
        assert (unseen_cards(position) == expected).all()


def test_rules_that_are_not_played_are_named() -> None:
    tiles = "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 b1"
    position = Position.from_dict({"rules": "rummikub", "hand": tiles})
    with pytest.raises(RequestError, match="table_rearrange"):
        Belief.of(position)
