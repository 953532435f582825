"""OpenSpiel's gin evaluator as an independent judge of ten-card hands."""

from __future__ import annotations

import random

import pytest

from meldwise import best_melds, deadwood
from meldwise.cards import Card, Hand, pack
from meldwise.rules import rules

# OpenSpiel has no wheel for Macs with Intel chips and for the newest Pythons.
pyspiel = pytest.importorskip("pyspiel", reason="open-spiel has no wheel for this machine")

GIN = rules("gin-rummy")
# OpenSpiel's suits are S C D H, ours S H D C.
SUITS = (0, 3, 2, 1)


UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def theirs(cards: list[Card]) -> int:
    return int(UTILS.min_deadwood([13 * SUITS[card.suit] + card.rank - 1 for card in cards]))


def dense(rng: random.Random, count: int) -> list[Card]:
    start = rng.randrange(9)
    window = [card for card in pack() if start < card.rank <= start + 5]
    return rng.sample(window, count)


def test_ten_card_hands_leave_the_same_deadwood() -> None:
    rng = random.Random(2024)
    deck = list(pack())
    for number in range(20_000):
        cards = dense(rng, 10) if number % 2 else rng.sample(deck, 10)
        assert deadwood(Hand(cards), GIN) == theirs(cards), " ".join(map(str, cards))


def test_whole_answers_agree_too() -> None:
    rng = random.Random(7)
    for _ in range(500):
        cards = dense(rng, 10)
        assert best_melds(cards, GIN).deadwood.points == theirs(cards)


@pytest.mark.parametrize(
    ("hand", "exact", "wrong"),
    [
        ("8S 9S TS KS 8C 9C TC 8D TD KD KH", 8, 9),
        ("AS 2S 6S 7S 8S 6C 7C 8C AH 6H 8H", 10, 11),
        ("2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H", 0, 2),
    ],
)
def test_the_best_discard_is_found_where_openspiel_misses_it(
    hand: str, exact: int, wrong: int
) -> None:
    for engine in ("search", "cp"):
        best = best_melds(hand, GIN, discard="required", engine=engine)
        assert (best.deadwood.points, best.exact) == (exact, True)
    assert theirs(list(Hand.parse(hand))) == wrong
