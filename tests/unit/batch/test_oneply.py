"""One card ahead of many hands, beside a brute force, and what is said when it is asked wrongly."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from meldwise import Card, Hand, best_melds, one_ply_batch
from meldwise.cards import pack
from meldwise.errors import HandError, RequestError
from meldwise.rules import rules
from tests.oracle import brute


def left_after(hand: list[str], card: str, known: Any, packs: int) -> int:
    """The least that a hand leaves when a card comes to it and one is thrown."""
    return brute.best([*hand, card], known.to_dict(), packs, "deadwood", "required").deadwood


@pytest.mark.parametrize(
    ("name", "size", "hands"),
    [("gin-rummy", 7, 6), ("knock-rummy", 7, 6), ("wildcard-rummy", 5, 3), ("ramino-knock", 5, 3)],
)
def test_every_card_leads_to_what_brute_force_says(name: str, size: int, hands: int) -> None:
    known, random = rules(name), Random(name)
    packs, jokers = known.packs(), known.jokers_total()
    whole = [str(card) for card in pack(packs, jokers).cards]
    dealt = [random.sample(whole, size) for _ in range(hands)]
    found = one_ply_batch([" ".join(hand) for hand in dealt], name)
    for row, hand in enumerate(dealt):
        unseen = Counter(whole) - Counter(hand)
        after = {card: left_after(hand, card, known, packs) for card in unseen}
        for card in map(Card, range(53)):
            expected = after.get(str(card), -1)
            assert found.after[row, card.code] == expected, (hand, card)
        total = sum(unseen.values())
        mean = sum(after[card] * number for card, number in unseen.items()) / total
        assert found.expected[row] == pytest.approx(mean)
        for most in (0, 5, 10):
            share = sum(n for card, n in unseen.items() if after[card] <= most) / total
            assert found.within(most)[row] == pytest.approx(share)


def test_outs_make_melds_and_cheap_cards_do_not() -> None:
    # The seven of diamonds or clubs makes a set; an ace in place of the king makes nothing.
    found = one_ply_batch(["7S 7H KS 2C 9D"], "gin-rummy")
    texts = [str(Card(int(code))) for code in np.flatnonzero(found.helps[0])]
    assert texts == ["7D", "7C"]
    assert found.outs.tolist() == [2]
    ace = Card.parse("AH").code
    assert found.after[0, ace] == found.deadwood[0] - 9


def test_only_unseen_cards_come() -> None:
    hands = ["7S 7H KS", "2S 3S KD"]
    few = np.zeros((2, 53), int)
    few[0, [Card.parse("7D").code, Card.parse("QH").code]] = 1
    found = one_ply_batch(hands, "gin-rummy", unseen=few)
    assert found.expected.tolist() == [12.0, 15.0]
    assert found.outs.tolist() == [1, 0]
    assert (found.after >= 0).sum(axis=1).tolist() == [2, 0]
    assert found.within(0).tolist() == [0.5, 0.0]
    same = one_ply_batch(hands[:1], "gin-rummy", unseen=few[0])
    assert (same.after == found.after[:1]).all()


def test_all_forms_of_hands_and_any_number_of_threads_give_the_same() -> None:
    codes = np.argsort(np.random.default_rng(3).random((5_000, 52)))[:, :10]
    wanted = one_ply_batch(codes, "gin-rummy", threads=1)
    masks = np.bitwise_or.reduce(np.uint64(1) << codes.astype(np.uint64), axis=1)
    counts = np.zeros((5_000, 53), np.uint8)
    np.put_along_axis(counts, codes, 1, axis=1)
    texts = [Hand([Card(int(code)) for code in row]) for row in codes[:50]]
    for hands in (masks, counts, codes.astype(np.int8)):
        assert (one_ply_batch(hands, "gin-rummy", threads=2).after == wanted.after).all()
    assert (one_ply_batch(iter(texts), "gin-rummy").after == wanted.after[:50]).all()
    assert len(wanted) == 5_000


def test_a_joker_that_is_kept_is_not_thrown() -> None:
    kept = rules("german-rummy").replace({"turn.joker_discard": "never"})
    found = one_ply_batch(["4S 4H KS 9D"], kept)
    best = best_melds("4S 4H KS 9D JK", kept, discard="required")
    assert found.after[0, 52] == best.deadwood.points


def test_no_hand_and_no_card_are_answered() -> None:
    assert one_ply_batch([], "gin-rummy").after.shape == (0, 53)
    alone = one_ply_batch([""], "gin-rummy")
    assert (alone.deadwood.tolist(), alone.expected.tolist()) == ([0], [0.0])


@pytest.mark.parametrize(
    ("unseen", "message"),
    [
        (np.ones(52, int), "shape"),
        (np.ones(53), "dtype"),
        (np.ones((2, 53), int), "shape"),
        (np.ones(53, int), "row 0: 1 of 7S: 0 are not in the hand"),
        (-np.ones(53, int), "row 0: -1 of AS"),
    ],
)
def test_wrong_unseen_cards_are_told(unseen: Any, message: str) -> None:
    with pytest.raises(RequestError, match=message) as caught:
        one_ply_batch(["7S 7H KS"], "gin-rummy", unseen=unseen)
    assert caught.value.code == "bad-unseen"


def test_a_wrong_hand_and_jokers_of_a_colour_are_told() -> None:
    with pytest.raises(HandError, match="row 1"):
        one_ply_batch(["7S", "7S 7S"], "gin-rummy")
    coloured = rules("german-rummy").replace({"wild.joker_colours": True})
    with pytest.raises(RequestError, match="joker_colours"):
        one_ply_batch(["7S"], coloured)
