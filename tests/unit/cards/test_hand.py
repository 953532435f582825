"""A hand: a multiset that keeps the player's own order."""

from __future__ import annotations

from meldwise.cards import Card, Hand, pack


def test_hands_with_the_same_cards_are_equal_but_keep_their_order() -> None:
    one, other = Hand.parse("7H 8H 7H"), Hand.parse("8H 7H 7H")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "7H 8H 7H"
    assert one != Hand.parse("7H 8H")
    assert one != ["7H", "8H", "7H"]


def test_a_hand_is_a_sequence_of_cards() -> None:
    hand = Hand.parse("7H 8H JK")
    assert len(hand) == 3
    assert hand[1] == Card.parse("8H")
    assert hand[1:] == Hand.parse("8H JK")
    assert Card.parse("JK") in hand
    assert list(reversed(hand)) == list(hand[::-1])


def test_cards_taken_away_go_once_each_from_the_front() -> None:
    hand = Hand.parse("7H 8H 7H 9H")
    assert str(hand.minus(Hand.parse("7H KC"))) == "8H 7H 9H"
    assert str(hand.minus(Hand.parse("7H 7H 7H"))) == "8H 9H"


def test_a_sorted_hand_has_its_jokers_last() -> None:
    assert str(Hand.parse("JK KC AD 7S AS").sorted()) == "AS 7S AD KC JK"


def test_counts_tell_twins() -> None:
    assert Hand.parse("7H 8H 7H").counts() == {Card.parse("7H"): 2, Card.parse("8H"): 1}


def test_people_see_the_hand_in_its_order() -> None:
    assert Hand.parse("TD JK AS").display() == "10♦ JK A♠"
    assert Hand.parse("TD JK AS").display(ascii_only=True) == "10D JK AS"
    assert repr(Hand.parse("TD JK")) == "Hand('TD JK')"


def test_a_pack_holds_every_card_as_often_as_there_are_packs() -> None:
    german = pack(2, 6)
    assert len(german) == 110
    assert set(german.counts().values()) == {2, 6}
    assert len(pack(1, 0, "A234567JQK")) == 40
    assert Card.parse("8S") not in pack(1, 0, "A234567JQK")
