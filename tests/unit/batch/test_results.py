"""What a batch returns, and by which road."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from meldwise import best_discard_batch, best_melds, deadwood_batch, melds_batch
from meldwise.cards import Card, Hand, pack
from meldwise.rules import rules

ROMME = "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD"


def test_numpy_takes_the_answer_for_an_array() -> None:
    found = deadwood_batch(["7S 7H 7D 2C", "KS"])
    assert np.asarray(found).dtype == np.int32
    assert np.asarray(found, dtype=float).tolist() == [2.0, 10.0]
    assert np.max(found) == 10


def test_shapes_and_dtypes_are_as_documented() -> None:
    found = melds_batch([ROMME, "2S"], "german-rummy")
    assert (found.deadwood.shape, str(found.deadwood.dtype)) == ((2,), "int32")
    assert (found.cards.shape, str(found.cards.dtype)) == ((2, 13), "int8")
    assert (found.meld.shape, str(found.meld.dtype)) == ((2, 13), "int8")
    assert (found.kind.shape, str(found.kind.dtype)) == ((2, 6), "int8")
    best = best_discard_batch([ROMME], "german-rummy")
    assert (str(best.deadwood.dtype), str(best.discard.dtype)) == ("int32", "int16")


def test_the_melds_of_a_row_are_cards() -> None:
    found = melds_batch([ROMME], "german-rummy")
    assert found.deadwood.tolist() == [21]
    melds = found.melds(0)
    assert sorted(kind for kind, _ in melds) == ["run", "run", "set"]
    assert sum(len(cards) for _, cards in melds) == 10


def test_counts_and_masks_give_their_cards_in_order() -> None:
    counts = np.zeros((1, 53), int)
    counts[0, [19, 6, 32, 40]] = 1
    assert melds_batch(counts).cards.tolist() == [[6, 19, 32, 40]]
    assert melds_batch(np.array([1 << 6 | 1 << 19 | 1 << 40], np.uint64)).cards.tolist() == [
        [6, 19, 40]
    ]


def test_the_answers_do_not_depend_on_the_number_of_threads() -> None:
    rng = np.random.default_rng(3)
    deck = np.array([card.code for card in pack(2, 6)])
    hands = deck[rng.random((60_000, len(deck))).argsort(axis=1)[:, :13]]
    one = deadwood_batch(hands, "german-rummy", threads=1)
    three = deadwood_batch(hands, "german-rummy", threads=3)
    assert (one.meta.threads, three.meta.threads) == (1, 3)
    assert (one.deadwood == three.deadwood).all()


def test_batches_may_be_asked_from_several_threads_at_once() -> None:
    rng = np.random.default_rng(4)
    deck = np.array([card.code for card in pack(2, 4)])
    hands = deck[rng.random((4_000, len(deck))).argsort(axis=1)[:, :9]]
    # Rules of their own, so that the tables are made and filled while others read them.
    known = rules("loba").replace({"values.hand.ace": 7})
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: deadwood_batch(hands, known).deadwood, range(8)))
    assert all((other == found[0]).all() for other in found)
    for row in range(0, 4_000, 400):
        hand = [Card(int(code)) for code in hands[row]]
        assert best_melds(hand, known).deadwood.points == found[0][row]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"deck.packs": 3}, "packs"),
        ({"wild.joker_colours": True}, "colour"),
        ({"meld.run.max": 14}, "ace at both ends"),
        ({"deck.wild_ranks": ["2"], "values.hand.wild": 20}, "natural"),
        ({"deck.wild_ranks": ["2"], "values.hand.wild": 30}, "suits matter"),
    ],
)
def test_rules_beyond_the_tables_go_the_slower_road_and_say_so(
    changes: dict[str, object], words: str
) -> None:
    known = rules("german-rummy").replace(changes)
    romme = ROMME.replace("JK", "JKb") if known.wild.joker_colours else ROMME
    hands = [romme, "7S 7H 7D 2C", "2S 3S 4S 5S 5S"]
    for ask in (deadwood_batch, best_discard_batch, melds_batch):
        found = ask(hands, known)
        assert (found.meta.engine, found.meta.slow_rows, found.meta.exact) == ("search", 3, True)
        assert words in str(found.meta.slow_reason)
    assert deadwood_batch(hands, known).deadwood.tolist() == [
        best_melds(hand, known).deadwood.points for hand in hands
    ]


def test_only_the_hands_with_too_many_wilds_go_the_slower_road() -> None:
    known = rules("german-rummy").replace({"deck.jokers": 8})
    hands = ["7S 7H 8C", "7S 7H 8C " + "JK " * 7, "7S 7H JK"]
    found = deadwood_batch(hands, known)
    assert (found.meta.engine, found.meta.slow_rows) == ("kernel+search", 1)
    assert found.deadwood.tolist() == [best_melds(hand, known).deadwood.points for hand in hands]
    laid = melds_batch(hands, known)
    assert laid.deadwood.tolist() == found.deadwood.tolist()
    assert sum(len(cards) for _, cards in laid.melds(1)) == int((laid.meld[1] >= 0).sum())
    best = best_discard_batch(hands, known)
    for hand, least, code in zip(hands, best.deadwood, best.discard, strict=True):
        assert best_melds(hand, known, discard="required").deadwood.points == least
        rest = Hand.parse(hand).minus([Card(int(code))])
        assert best_melds(rest, known).deadwood.points == least


def test_dear_cards_do_not_overflow_the_tables() -> None:
    known = rules("german-rummy").replace({"values.hand.court": 1000, "values.hand.joker": 1000})
    hands = ["KS KS QH JD", "KS " * 2 + "QS " * 2 + "JS " * 2 + "KH QH JH JK"]
    for hand, least in zip(hands, deadwood_batch(hands, known).deadwood, strict=True):
        assert best_melds(hand, known).deadwood.points == least


def test_the_metadata_are_json() -> None:
    meta = deadwood_batch(["7S"]).meta
    told = json.loads(json.dumps(meta.to_dict()))
    assert told["rules"] == "gin-rummy"
    assert told["elapsed_ms"] >= 0
