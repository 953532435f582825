"""The compiled kernel and the one-hand search agree, and the kernel keeps what cards promise."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from meldwise import best_discard_batch, best_melds, deadwood_batch, melds_batch
from meldwise.cards import Card, Hand, pack
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.kernel.legal import why_not
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet
from tests.differential.kernel_cases import Tally, partition_fault
from tests.differential.mixes import all_rules, random_hand

ALL_RULES = all_rules(seed=31, mixes=40)
KERNEL_RULES = [known for known in ALL_RULES if why_not(meld_rules(known, known.packs())) is None]

# The documented errors of OpenSpiel's best discard: it melds all eleven, then drops a card.
BEST_OF_ELEVEN = [
    ("8S 9S TS KS 8C 9C TC 8D TD KD KH", 8),
    ("AS 2S 6S 7S 8S 6C 7C 8C AH 6H 8H", 10),
    ("2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H", 0),
]


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_deadwood_discard_and_melds_are_those_of_the_search(known: RuleSet) -> None:
    tally = Tally()
    rng = random.Random(str(known.to_dict()))
    if known in KERNEL_RULES:
        # Few hands with many wilds, which take the search long.
        tally.compare(known, 350, rng, wilds=2)
        tally.compare(known, 24, rng)
        assert tally.slow < 60
    else:
        tally.compare(known, 4, rng, wilds=2)
        assert tally.slow == 4
    assert tally.faults == []


def test_every_preset_is_held_by_the_kernel_at_its_own_hand_size() -> None:
    for name in PRESETS:
        known = rules(name)
        for players in (known.players.min, known.players.max):
            packs, jokers = known.packs(players), known.jokers_total(players)
            wild_cards = jokers + 4 * packs * len(known.deck.wild_ranks)
            plain = [c for c in pack(packs) if str(c)[0] not in known.deck.wild_ranks]
            wild = [c for c in pack(packs, jokers) if c not in plain]
            rng = random.Random(name)
            hands = []
            for number in range(70):
                wilds = min(number % 7, wild_cards)
                size = known.cards_dealt(players) + number % 2
                chosen = rng.sample(wild, min(wilds, size))
                hands.append(Hand(chosen + rng.sample(plain, size - len(chosen))))
            meta = deadwood_batch(hands, known, players=players).meta
            assert (meta.engine, meta.slow_rows, meta.exact) == ("kernel", 0, True), name


@pytest.mark.parametrize(("hand", "least"), BEST_OF_ELEVEN)
def test_the_best_of_eleven_is_right_where_openspiel_is_not(hand: str, least: int) -> None:
    best = best_discard_batch([hand])
    assert best.deadwood.tolist() == [least]
    rest = Hand.parse(hand).minus([Card(int(best.discard[0]))])
    assert best_melds(rest).deadwood.points == least


def test_gin_hands_are_those_of_the_search_in_great_number() -> None:
    rng = np.random.default_rng(5)
    masks = random_masks(rng, 6_000, 11)
    found = deadwood_batch(masks)
    for mask, deadwood in zip(masks.tolist(), found.deadwood.tolist(), strict=True):
        hand = [Card(code) for code in range(52) if mask >> code & 1]
        assert best_melds(hand).deadwood.points == deadwood, hand


def test_the_card_thrown_is_the_dearest_of_those_that_leave_least() -> None:
    for known in (rules("gin-rummy"), rules("wildcard-rummy"), rules("german-rummy")):
        values = meld_rules(known, known.packs()).hand_values
        rng = random.Random(9)
        hands = [random_hand(rng, known) for _ in range(60)]
        best = best_discard_batch(hands, known)
        for hand, least, code in zip(hands, best.deadwood, best.discard, strict=True):
            left = {
                card: best_melds(hand.minus([card]), known).deadwood.points for card in set(hand)
            }
            ties = [card for card, points in left.items() if points == min(left.values())]
            dearest = min(ties, key=lambda card: (-values[card.code], card.code))
            assert (least, code) == (min(left.values()), dearest.code), str(hand)


@pytest.mark.parametrize("known", KERNEL_RULES[:16], ids=lambda known: known.id)
def test_the_order_of_the_cards_and_the_names_of_the_suits_change_nothing(known: RuleSet) -> None:
    rng = random.Random(3)
    hands = [random_hand(rng, known) for _ in range(300)]
    suits = rng.sample(range(4), 4)
    shuffled, renamed = [], []
    for hand in hands:
        cards = list(hand)
        rng.shuffle(cards)
        shuffled.append(Hand(cards))
        renamed.append(
            Hand(c if c.is_joker else Card.of(c.rank, suits[c.suit]) for c in hand.cards)
        )
    first = deadwood_batch(hands, known).deadwood
    assert (deadwood_batch(shuffled, known).deadwood == first).all()
    assert (deadwood_batch(renamed, known).deadwood == first).all()
    thrown = best_discard_batch(hands, known)
    again = best_discard_batch(shuffled, known)
    assert (again.deadwood == thrown.deadwood).all()
    assert (again.discard == thrown.discard).all()


@pytest.mark.parametrize("known", KERNEL_RULES[:16], ids=lambda known: known.id)
def test_one_more_card_never_lowers_what_is_melded(known: RuleSet) -> None:
    rng = random.Random(4)
    values = meld_rules(known, known.packs()).hand_values
    hands = [random_hand(rng, known) for _ in range(300)]
    hands = [hand for hand in hands if len(hand) > 1]
    fewer = [hand.minus([rng.choice(hand.cards)]) for hand in hands]
    melded = [
        np.array([sum(values[card.code] for card in hand) for hand in some])
        - deadwood_batch(some, known).deadwood
        for some in (fewer, hands)
    ]
    assert (melded[0] <= melded[1]).all()


def test_throwing_a_card_is_never_worse_than_keeping_it() -> None:
    rng = random.Random(6)
    for known in KERNEL_RULES[:11]:
        hands = [random_hand(rng, known) for _ in range(300)]
        thrown = best_discard_batch(hands, known).deadwood
        dearest = max(meld_rules(known, known.packs()).hand_values)
        kept = deadwood_batch(hands, known).deadwood
        assert (thrown >= kept - dearest).all()


def test_wilds_alone_in_every_number_are_partitioned() -> None:
    known = rules("german-rummy").replace({"wild.min_naturals": 0, "wild.max_adjacent": None})
    hands = [Hand.parse("JK " * count) for count in range(1, 7)]
    found = melds_batch(hands, known)
    assert found.deadwood.tolist() == [30, 60, 0, 0, 0, 0]
    compiled = meld_rules(known, known.packs())
    assert [partition_fault(compiled, found, row) for row in range(6)] == [None] * 6


def random_masks(rng: np.random.Generator, count: int, cards: int) -> NDArray[np.uint64]:
    codes = rng.random((count, 52)).argsort(axis=1)[:, :cards].astype(np.uint64)
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << codes, axis=1)
    return masks
