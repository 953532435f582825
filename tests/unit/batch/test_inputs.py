"""Every form in which hands may be given, and what is said when they are wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meldwise import Card, Hand, best_discard_batch, best_melds, deadwood_batch, melds_batch
from meldwise.errors import HandError, InputError, NotationError, RequestError
from meldwise.rules import rules

TEXTS = ["7S 7H 7D 2C 9S", "TS JS QS KD 2H", "AS 3S 5S 7S 9S"]
LEAST = [11, 12, 25]

CODES = np.array([[card.code for card in Hand.parse(text)] for text in TEXTS])


def counts_of(codes: NDArray[Any]) -> NDArray[np.int64]:
    counts = np.zeros((len(codes), 53), np.int64)
    for row, hand in enumerate(codes):
        for code in hand:
            counts[row, code] += 1
    return counts


MASKS = np.bitwise_or.reduce(np.uint64(1) << CODES.astype(np.uint64), axis=1)


@pytest.mark.parametrize(
    "hands",
    [
        TEXTS,
        tuple(TEXTS),
        iter(TEXTS),
        [Hand.parse(text) for text in TEXTS],
        [list(Hand.parse(text)) for text in TEXTS],
        [text.split() for text in TEXTS],
        np.array(TEXTS),
        np.array(TEXTS, dtype=object),
        CODES.tolist(),
        list(CODES),
        CODES,
        CODES.astype(np.int8),
        CODES.astype(np.uint8),
        CODES.astype(np.int32),
        CODES.astype(np.uint64),
        CODES.astype(">i4"),
        CODES.astype(">i8"),
        np.asfortranarray(CODES),
        np.pad(CODES, ((0, 0), (2, 3)), constant_values=-1),
        np.repeat(CODES, 2, axis=1)[:, ::2],
        counts_of(CODES),
        counts_of(CODES).astype(np.uint8),
        counts_of(CODES).astype(np.int8),
        counts_of(CODES).astype(bool),
        counts_of(CODES).astype(">i2"),
        MASKS,
        MASKS.astype(">u8"),
        np.repeat(MASKS, 2)[::2],
    ],
)
def test_all_forms_say_the_same(hands: Any) -> None:
    assert deadwood_batch(hands).deadwood.tolist() == LEAST


@pytest.mark.parametrize("hands", [CODES, CODES.astype(np.int8), counts_of(CODES), MASKS])
def test_read_only_arrays_are_read(hands: NDArray[Any]) -> None:
    frozen = hands.copy()
    frozen.flags.writeable = False
    assert deadwood_batch(frozen).deadwood.tolist() == LEAST


@pytest.mark.parametrize("hands", [CODES, counts_of(CODES), MASKS])
def test_the_given_array_is_left_as_it_was(hands: NDArray[Any]) -> None:
    before = hands.copy()
    for ask in (deadwood_batch, best_discard_batch, melds_batch):
        ask(hands)
    assert (hands == before).all()


@pytest.mark.parametrize(
    "hands",
    [
        [],
        np.zeros((0, 10), np.int8),
        np.zeros((0, 53), np.int64),
        np.zeros(0, np.uint64),
        np.zeros(0),
    ],
)
def test_no_hands_give_no_answers(hands: Any) -> None:
    for ask in (deadwood_batch, best_discard_batch, melds_batch):
        found = ask(hands)
        assert len(found) == 0
        assert (found.meta.hands, found.meta.slow_rows, found.meta.engine) == (0, 0, "kernel")


@pytest.mark.parametrize(
    "hands",
    [["", ""], np.full((2, 3), -1), np.zeros((2, 0), int), np.zeros((2, 53), int), MASKS[:2] * 0],
)
def test_hands_without_cards_have_no_deadwood_and_no_discard(hands: Any) -> None:
    assert deadwood_batch(hands).deadwood.tolist() == [0, 0]
    best = best_discard_batch(hands)
    assert (best.deadwood.tolist(), best.discard.tolist()) == ([0, 0], [-1, -1])
    assert melds_batch(hands).melds(1) == []


@pytest.mark.parametrize(
    ("hands", "wrong", "where", "words"),
    [
        (["7S", "7S 7S"], HandError, {"row": 1, "text": "7S"}, "row 1: 7S is held 2 times"),
        (["7S", "7S JK"], HandError, {"row": 1, "card": 2}, "without jokers"),
        (["7S", "7S 7X"], NotationError, {"row": 1, "card": 2}, 'card 2 of the hand: "7X"'),
        ([[0, 1], [2, 55]], NotationError, {"row": 1, "code": 55}, "55 is not a card code"),
        ([[0, 1], [-2, 5]], NotationError, {"row": 1, "code": -2}, "-2 is not a card code"),
        (np.array([[0, 1], [7, 7]]), HandError, {"row": 1, "text": "8S"}, "8S is held 2 times"),
        (np.array([[0], [52]]), HandError, {"row": 1}, "without jokers"),
        (np.array([[0], [2**63]], np.uint64), NotationError, {"row": 1}, "not a card code"),
        (
            np.array([1, 1 << 52], np.uint64),
            NotationError,
            {"row": 1, "code": 52},
            "52 is not a card code",
        ),
        (np.eye(53, dtype=int)[[3, 52]], HandError, {"row": 1}, "without jokers"),
        (-np.eye(53, dtype=int)[[3, 4]], HandError, {"row": 0}, "4S is held -1 times"),
        (2 * np.eye(53, dtype=int)[[3]], HandError, {"row": 0}, "4S is held 2 times"),
        (2**40 * np.eye(53, dtype=int)[[3]], HandError, {"row": 0}, "cards"),
    ],
)
def test_a_wrong_card_is_named_with_its_row(
    hands: Any, wrong: type[InputError], where: dict[str, Any], words: str
) -> None:
    for ask in (deadwood_batch, best_discard_batch, melds_batch):
        with pytest.raises(wrong) as caught:
            ask(hands)
        assert where.items() <= caught.value.where.items()
        assert words in str(caught.value)


def test_the_wrong_row_is_found_far_into_a_large_array() -> None:
    hands = np.tile(CODES, (30_000, 1))
    hands[77_777, 1] = hands[77_777, 0]
    with pytest.raises(HandError, match="row 77777: "):
        deadwood_batch(hands, threads=2)


@pytest.mark.parametrize(
    "hands",
    [
        "7S 8S 9S",
        Hand.parse("7S 8S 9S"),
        7,
        None,
        np.float64(3.5),
        np.array([[0.5, 1.5]]),
        np.array([[np.nan, 1.0]]),
        np.zeros((2, 53)),
        np.zeros((2, 3, 4), int),
        np.array([1, 2, 3]),
        np.zeros((2, 10), bool),
        np.array(3),
        np.zeros((2, 2), complex),
        [[0, 1], [0, 1, 2]],
        [1.5, 2.5],
    ],
)
def test_what_holds_no_hands_is_refused_in_words(hands: Any) -> None:
    for ask in (deadwood_batch, best_discard_batch, melds_batch):
        with pytest.raises(InputError) as caught:
            ask(hands)
        assert caught.value.code in {"bad-hands", "not-cards"}


def test_masks_are_for_one_pack() -> None:
    with pytest.raises(RequestError, match="one pack"):
        deadwood_batch(MASKS, "german-rummy")
    assert deadwood_batch(MASKS, "wildcard-rummy").meta.hands == 3


@pytest.mark.parametrize("threads", [0, -1, 257, 1.5, "2", True])
def test_a_wrong_number_of_threads_is_refused(threads: Any) -> None:
    with pytest.raises(RequestError) as caught:
        deadwood_batch(TEXTS, threads=threads)
    assert caught.value.code == "bad-threads"


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(RequestError):
        deadwood_batch([], "gin-rummy", players=9)


def test_the_packs_follow_the_number_of_players() -> None:
    hand = ["7S 7S 7H"]
    with pytest.raises(HandError):
        deadwood_batch(hand, "wildcard-rummy")
    assert deadwood_batch(hand, "wildcard-rummy", players=7).deadwood.tolist() == [0]


@pytest.mark.parametrize("wrong", ["8S", "9S 9S", "JK"])
def test_cards_that_are_not_in_the_pack_are_refused(wrong: str) -> None:
    forty = rules("gin-rummy").replace({"deck.ranks": "A234567JQK"})
    with pytest.raises(HandError):
        deadwood_batch(["7S", wrong], forty)


def test_jokers_of_a_colour_count_as_jokers_where_colour_does_not_matter() -> None:
    codes = np.array([[6, 7, 53], [6, 7, 54], [6, 7, 52]])
    assert deadwood_batch(codes, "ramino-drift").deadwood.tolist() == [0, 0, 0]


def test_53_columns_are_counts_and_53_cards_as_text_are_a_hand() -> None:
    text = " ".join(str(Card(code)) for code in range(52)) + " JK"
    known = rules("ramino-drift")
    assert deadwood_batch([text], known).deadwood.tolist() == [
        best_melds(text, known).deadwood.points
    ]
