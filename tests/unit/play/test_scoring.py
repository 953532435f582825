"""What the referee hands to the settlement: every preset's endings are scored."""

from __future__ import annotations

import pytest

from meldwise.cards import Card, Hand
from meldwise.play import apply, deal, parse_action, score
from meldwise.play.scoring import outcome_of
from meldwise.play.state import State


def cards(text: str) -> tuple[Card, ...]:
    return Hand.parse(text).cards


def at_the_end(rules: str, *hands: str, **values: object) -> State:
    """A hand in which seat 0 has just drawn and ends it."""
    state = deal(rules, len(hands), seed=1)
    return state.evolve(phase="play", seat=0, hands=tuple(map(cards, hands)), **values)


@pytest.mark.parametrize(
    ("rules", "hands", "words", "scores"),
    [
        # K4: 15 + 22 − 8.
        (
            "knock-rummy",
            ("7H 7D 7C 2S 3D AC 2C KS", "5C 5D 5S 6H 4C 3S 2D", "9H 9C 9S QH JD AH AD"),
            "knock KS",
            (15 + 22 - 8, 0, 0),
        ),
        # K8: rummy, 37 + 25.
        (
            "knock-rummy",
            ("7H 7D 7C 4S 5S 6S 7S KS", "5C 5D 5H 6H 4C 3S 2D", "9H 9C 9S QH JD AH AD"),
            "out KS",
            (62, 0, 0),
        ),
        # GN3: six against six is an undercut.
        (
            "gin-rummy",
            ("7H 7D 7C 4S 5S 6S 8H 8D 8C 6D KS", "2C 2D 2H 9S TS JS QS AC AH 4H"),
            "knock KS",
            (0, 25),
        ),
        # RK7 in part: everyone scores the own deadwood, the knocker too.
        (
            "ramino-knock",
            ("9S 9H 9C 3D 4D 5D 6C QD", "JK KS 5D 8C AH QD 3C"),
            "knock QD",
            (6, 57),
        ),
        # W10: the winner scores what the others cannot meld.
        (
            "wildcard-rummy",
            ("3C 3D 3S 9S 9H 9D 9C KC", "2H 7S 7D AC KD 4H JK", "TS JS 2D 5H 5C 8D AS"),
            "out KC",
            (54, 0, 0),
        ),
        # C1: the winner scores the own melds.
        (
            "cincinnati-rummy",
            ("AC 2C 3C 9D 9H 9S JK 5D", "KH QD 7C 6C 2D 4H 8S"),
            "out 5D",
            (58, 0),
        ),
    ],
)
def test_hands_are_settled_by_the_rules(
    rules: str, hands: tuple[str, ...], words: str, scores: tuple[int, ...]
) -> None:
    state = at_the_end(rules, *hands)
    over = apply(state, parse_action(words))
    assert score(over).scores == scores
    assert outcome_of(over).ending == over.ending
