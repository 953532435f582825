"""The danger of discards, beside the plain formula, and what is said when it is asked wrongly."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from meldwise import Card, danger_batch
from meldwise.errors import RequestError
from meldwise.play import deal
from meldwise.play.referee import apply
from meldwise.playout import View, evaluate, heuristic
from meldwise.rules import rules

RANKS = "A23456789TJQK"


def plain_dangers(
    unseen: dict[str, int], holds: set[str], refused: set[str], hidden: int, *, high: bool
) -> dict[str, float]:
    """The formula card by card, for one pack and sets of different suits."""
    spread = min(1.0, hidden / max(1, sum(unseen.values())))

    def held(rank: int, suit: str) -> float:
        rank = 0 if rank == 13 and high else rank
        if not 0 <= rank <= 12:
            return 0.0
        card = RANKS[rank] + suit
        if card in holds:
            return 1.0
        chance = spread * unseen.get(card, 0)
        for other in "SHDC":
            if other != suit and RANKS[rank] + other in refused:
                chance *= 0.65
        for near in (rank - 1, rank + 1):
            if 0 <= near <= 12 and RANKS[near] + suit in refused:
                chance *= 0.75
        return min(1.0, chance)

    found = {}
    for suit in "SHDC":
        for rank in range(13):
            others = [other for other in "SHDC" if other != suit]
            pairs = [(held(rank, one), held(rank, two)) for one, two in combinations(others, 2)]
            for low in (rank - 2, rank - 1, rank):
                run = [place for place in range(low, low + 3) if place != rank]
                pairs.append((held(run[0], suit), held(run[1], suit)))
            if rank == 0 and high:
                pairs.append((held(12, suit), held(11, suit)))
            safe = 1.0
            for one, two in pairs:
                safe *= 1.0 - one * two
            found[RANKS[rank] + suit] = 1.0 - safe
    return found


@pytest.mark.parametrize("aces", ["low", "high_or_low"])
def test_dangers_are_those_of_the_formula(aces: str) -> None:
    known = rules("knock-rummy").replace({"meld.run.aces": aces})
    high, random, moments = aces != "low", Random(aces), []
    for _ in range(40):
        cards = random.sample(range(52), 40)
        unseen, holds = set(cards[:25]), set(cards[25 : 25 + random.randrange(4)])
        refused = set(cards[30 : 30 + random.randrange(9)])
        moments.append((unseen, holds, refused, random.randrange(1, 11)))
    rows: list[Any] = [np.zeros((len(moments), 53), np.int64) for _ in range(3)]
    for row, moment in enumerate(moments):
        for table, codes in zip(rows, moment[:3], strict=True):
            table[row, list(codes)] = 1
    unseen_rows, holds_rows, refused_rows = rows
    sizes = np.array([moment[3] for moment in moments])
    found = danger_batch(unseen_rows, known, hidden=sizes, holds=holds_rows, refused=refused_rows)
    assert found.shape == (40, 53)
    for row, (unseen, holds, refused, hidden) in enumerate(moments):
        texts = [{str(Card(code)) for code in codes} for codes in (unseen, holds, refused)]
        wanted = plain_dangers(dict.fromkeys(texts[0], 1), texts[1], texts[2], hidden, high=high)
        for code in range(52):
            assert found[row, code] == pytest.approx(wanted[str(Card(code))]), (row, code)


def test_it_is_the_danger_that_decides_in_playouts() -> None:
    state = apply(deal("gin-rummy", seed=4), {"type": "pass"})
    state = apply(apply(state, {"type": "pass"}), {"type": "draw", "from": "stock"})
    view = View.of(state.position())
    weighed = evaluate(view, heuristic("gin-rummy")).discards
    assert weighed is not None
    unseen = np.ones(53, np.int64)
    unseen[52] = 0
    unseen[list(view.discards)] = 0
    unseen -= view.counts
    other = 1 - view.seat
    known = danger_batch(unseen, "gin-rummy", hidden=10, refused=view.passed[other].astype(int))
    looked_at = ~np.isnan(weighed.danger)
    assert looked_at.sum() >= 5
    assert weighed.danger[looked_at].tolist() == known[looked_at].tolist()


def test_a_wild_card_is_always_of_use() -> None:
    risk = danger_batch(np.ones(53, int), "wildcard-rummy", hidden=5)
    assert risk.shape == (53,)
    assert risk[[Card.parse("2S").code, 52]].tolist() == [1.0, 1.0]
    assert ((risk >= 0) & (risk <= 1)).all()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"unseen": np.ones(52, int)}, "bad-unseen"),
        ({"unseen": np.ones(53)}, "bad-unseen"),
        ({"unseen": -np.ones(53, int)}, "bad-unseen"),
        ({"unseen": np.ones((2, 2, 53), int)}, "bad-unseen"),
        ({"holds": np.ones((1, 53), int)}, "bad-holds"),
        ({"refused": np.ones(53)}, "bad-refused"),
        ({"hidden": 1.5}, "bad-hidden"),
        ({"hidden": -1}, "bad-hidden"),
        ({"hidden": 2**63}, "bad-hidden"),
        ({"hidden": [[1], [2, 3]]}, "bad-hidden"),
        ({"hidden": np.array([1, 2])}, "bad-hidden"),
        ({"rules": "german-rummy"}, "no-playouts"),
    ],
)
def test_wrong_questions_are_told(arguments: dict[str, Any], code: str) -> None:
    usual: dict[str, Any] = {"unseen": np.ones(53, int), "rules": "gin-rummy", "hidden": 10}
    with pytest.raises(RequestError) as caught:
        danger_batch(**usual | arguments)
    assert caught.value.code == code
