"""Text to cards and back: whatever is written is read, and nothing breaks the reader."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldwise.cards import LOCALES, Card, Hand, PlacedCard, format_tile, parse_card, parse_cards
from meldwise.errors import InputError, NotationError
from tests.property.outcome import outcome
from tests.strategies import (
    GLYPHS,
    cards,
    coloured_cards,
    hands,
    nearly_cards,
    placed_cards,
    separators,
    suited_cards,
    written,
)

locales = st.sampled_from(sorted(LOCALES))


@given(coloured_cards, locales)
def test_a_card_is_read_back_from_its_text(card: Card, locale: str) -> None:
    assert Card.parse(str(card), locale) == card
    assert Card.parse(card.display(), locale) == card
    assert Card.parse(card.display(ascii_only=True), locale) == card


@given(coloured_cards)
def test_the_code_of_a_card_is_its_suit_and_rank(card: Card) -> None:
    assert Card(card.code) == card
    if not card.is_joker:
        assert card.code == 13 * card.suit + card.rank - 1
        assert Card.of(card.rank, card.suit) == card


@given(st.lists(placed_cards, max_size=20), locales)
def test_cards_that_stand_for_others_are_read_back(placed: list[PlacedCard], locale: str) -> None:
    assert parse_cards(" ".join(map(str, placed)), locale) == tuple(placed)
    assert parse_cards([str(card) for card in placed], locale) == tuple(placed)
    assert parse_cards(placed, locale) == tuple(placed)


@given(hands, locales)
def test_a_hand_is_read_back_in_its_order(hand: Hand, locale: str) -> None:
    for text in (str(hand), hand.display(), hand.display(ascii_only=True)):
        read = Hand.parse(text, locale)
        assert read == hand
        assert read.cards == hand.cards


@given(st.lists(coloured_cards, max_size=20))
def test_tiles_are_read_back(tiles: list[Card]) -> None:
    text = " ".join(map(format_tile, tiles))
    assert [card.card for card in parse_cards(text)] == tiles
    assert [card.card for card in parse_cards(text.upper())] == tiles


@given(st.lists(suited_cards, max_size=20))
def test_tiles_need_no_blanks(tiles: list[Card]) -> None:
    assert [card.card for card in parse_cards("".join(map(format_tile, tiles)))] == tiles


@given(st.data(), st.lists(cards, max_size=12), locales)
def test_case_glyphs_blanks_and_commas_make_no_difference(
    data: st.DataObject, wanted: list[Card], locale: str
) -> None:
    texts = [data.draw(written(card)) for card in wanted]
    joins = [data.draw(separators | st.just("")) for _ in wanted]
    text = "".join(part for pair in zip(texts, joins, strict=True) for part in pair)
    assert list(Hand.parse(text, locale)) == wanted


@given(st.data(), locales)
def test_local_letters_are_read_as_their_cards(data: st.DataObject, locale: str) -> None:
    letters = sorted(LOCALES[locale])
    chosen = data.draw(st.lists(st.tuples(st.sampled_from(letters), st.integers(0, 3)), max_size=9))
    between = data.draw(st.sampled_from(["", " ", ","]))
    wanted = [Card.of(LOCALES[locale][letter], suit) for letter, suit in chosen]
    for suits in ("SHDC", "shdc", GLYPHS):
        text = between.join(letter + suits[suit] for letter, suit in chosen)
        assert list(Hand.parse(text, locale)) == wanted
    glyph_first = between.join(GLYPHS[suit] + letter for letter, suit in chosen)
    assert list(Hand.parse(glyph_first, locale)) == wanted


@given(nearly_cards, locales)
def test_any_text_is_cards_or_an_error_that_points_into_it(text: str, locale: str) -> None:
    found = outcome(lambda: parse_cards(text, locale))
    if isinstance(found, InputError):
        assert isinstance(found, NotationError)
        assert str(found).isprintable()
        place = found.where["offset"]
        assert isinstance(place, int)
        assert 0 <= place < len(text)
        # What stands before the fault is cards, and the fault is the card after them.
        assert len(parse_cards(text[:place], locale)) == int(found.where["card"]) - 1
    else:
        assert parse_cards(" ".join(map(str, found)), locale) == found


@given(nearly_cards)
def test_any_text_is_one_card_or_an_error(text: str) -> None:
    found = outcome(lambda: parse_card(text))
    if isinstance(found, InputError):
        assert isinstance(found, NotationError)
        assert str(found).isprintable()
    else:
        assert Card.parse(str(found)) == found


@given(st.lists(nearly_cards | placed_cards, max_size=4))
def test_any_list_is_cards_or_an_error_with_the_number_of_the_card(
    items: list[str | PlacedCard],
) -> None:
    found = outcome(lambda: parse_cards(items))
    if isinstance(found, InputError):
        assert int(found.where["card"]) >= 1
        assert any(isinstance(outcome(partial(parse_cards, item)), InputError) for item in items)
    else:
        assert len(found) >= sum(isinstance(item, PlacedCard) for item in items)


@given(st.data(), hands)
def test_hands_are_equal_whatever_their_order(data: st.DataObject, hand: Hand) -> None:
    shuffled = Hand(data.draw(st.permutations(hand.cards)))
    assert shuffled == hand
    assert hash(shuffled) == hash(hand)
    assert shuffled.counts() == hand.counts()


@given(hands, hands)
def test_taking_cards_away_and_putting_them_back_gives_the_hand(hand: Hand, gone: Hand) -> None:
    rest = hand.minus(gone)
    taken = hand.counts() - rest.counts()
    assert Hand([*rest, *taken.elements()]) == hand
    assert taken == hand.counts() & gone.counts()


@pytest.mark.parametrize("length", [4_001, 100_000])
def test_a_text_longer_than_any_hand_is_refused_at_once(length: int) -> None:
    with pytest.raises(NotationError, match=f"{length} characters") as error:
        parse_cards("7h" * (length // 2) + " " * (length % 2))
    assert error.value.code == "text-too-long"
