"""The hands that opponents keep: the compiled way keeps what the general one does."""

from __future__ import annotations

import numpy as np
import pytest

from meldwise.advice.belief.measuring import Measure
from meldwise.position import terms_of
from meldwise.rules import rules


@pytest.mark.parametrize("known", [[], [0, 13, 26], [5, 6, 7, 20, 33, 46], [51]])
def test_the_compiled_hands_are_those_of_the_general_way(
    known: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = Measure(terms_of(rules("gin-rummy"), 2))
    random = np.random.default_rng(len(known))
    held = np.zeros(53, np.uint8)
    held[known] = 1
    others = np.flatnonzero(held[:52] == 0)
    hands = np.tile(held, (300, 1))
    for hand in hands:
        hand[random.choice(others, 16 - len(known), replace=False)] = 1
    before = hands.copy()
    found = measure.kept(hands, held, 6)
    assert (hands == before).all()
    assert (found >= held).all()
    assert (found.sum(axis=1) == 10).all()
    monkeypatch.setattr(measure, "_plain", False)
    assert (measure.kept(hands, held, 6) == found).all()


def test_of_cards_that_leave_and_count_as_much_the_lowest_code_goes_but_no_known_one() -> None:
    measure = Measure(terms_of(rules("gin-rummy"), 2))
    run, ten, queen, king = [1, 2, 3], 22, 37, 51
    hand, known = np.zeros((1, 53), np.uint8), np.zeros(53, np.uint8)
    hand[0, [*run, ten, queen, king]] = 1
    known[king] = 1
    assert np.flatnonzero(measure.kept(hand, known, 1)[0]).tolist() == [*run, queen, king]
    known[ten] = 1
    assert np.flatnonzero(measure.kept(hand, known, 1)[0]).tolist() == [*run, ten, king]
