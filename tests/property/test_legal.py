"""Legal actions against plain definitions: every meld and lay-off there is, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldwise import best_melds, check
from meldwise.cards import Card, Hand, pack
from meldwise.play import LayMeld, LayOff, legal_actions, parse_action, why_not
from meldwise.position import Position
from meldwise.rules import rules

IN_PLAY = ["german-rummy", "tonk", "loba", "ramino-drift"]
TABLES = {
    "german-rummy": ["TS JS QS KS", "5H 5D JK"],
    "tonk": ["TS JS QS", "5H 5D 5C"],
    "loba": ["7S 8S JK TS", "5H 5D 5C"],
    "ramino-drift": ["7S 8S JK TS", "5H 5D 5C"],
}


def position(name: str, seed: int, cards: int) -> Position:
    """A random hand of a player who has opened, beside two melds."""
    known, random = rules(name), Random(f"{name} {seed}")
    table = TABLES[name]
    deck = Counter(pack(known.packs(), known.jokers_total()))
    deck.subtract(Hand.parse(" ".join(table)).cards)
    suits = random.sample(range(4), 2)
    dense = [c for c in deck.elements() if c.is_joker or c.suit in suits]
    hand = random.sample(dense, cards)
    return Position.from_dict(
        {
            "rules": name,
            "hand": [str(card) for card in hand],
            "phase": "play",
            "table": [{"owner": 0, "cards": meld} for meld in table],
            # Nobody is asked for a card to throw, whatever is laid.
            "options": {"end.go_out_discard": "optional"},
        }
    )


def laid(known: Position) -> set[tuple[Card, ...]]:
    return {
        tuple(sorted(placed.card for placed in action.cards))
        for action in legal_actions(known)
        if isinstance(action, LayMeld)
    }


@pytest.mark.parametrize("name", IN_PLAY)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_the_melds_listed_are_those_that_the_cards_can_form(name: str, seed: int) -> None:
    # Tonk holds five cards, and one is drawn.
    known = position(name, seed, 6 if name == "tonk" else 8)
    found = {
        cards
        for size in range(3, len(known.hand) + 1)
        for cards in combinations(sorted(known.hand), size)
        if check(cards, name)
    }
    # With only jokers left Loba knows no discard that ends the turn.
    left = {cards: Hand(known.hand).minus(cards).cards for cards in found}
    stuck = {
        cards
        for cards, rest in left.items()
        if name == "loba" and len(rest) > 1 and all(card.is_joker for card in rest)
    }
    assert found - stuck <= laid(known) <= found


@pytest.mark.parametrize("name", IN_PLAY)
@settings(max_examples=8)
@given(seed=st.integers(0, 10_000))
def test_the_lay_offs_listed_are_those_that_leave_melds(name: str, seed: int) -> None:
    known = position(name, seed, 6 if name == "tonk" else 8)
    listed = {
        (action.card.card, action.meld)
        for action in legal_actions(known)
        if isinstance(action, LayOff)
    }
    for index, laid_meld in enumerate(known.table):
        kept = [str(card) for card in laid_meld.meld.cards]
        for card in set(known.hand):
            # The cards on the table keep their order; the new one comes first or last.
            orders = ([str(card), *kept], [*kept, str(card)])
            run = laid_meld.meld.kind == "run"
            fits = any(
                reading.kind == laid_meld.meld.kind
                for order in orders
                for reading in check(order, name, ordered=run).readings
            )
            assert ((card, index) in listed) is fits, f"{card} on {laid_meld.meld}"


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000))
def test_a_first_meld_is_legal_exactly_when_the_threshold_can_be_reached(seed: int) -> None:
    random = Random(seed)
    deck = [
        c for c in pack(2, 6) if c.is_joker or (c.suit < 3 and c.rank in (1, 9, 10, 11, 12, 13))
    ]
    hand = Hand(random.sample(deck, 9))
    known = Position.from_dict(
        {"rules": "german-rummy", "hand": [str(card) for card in hand], "phase": "play"}
    )
    for size in (3, 4):
        for cards in set(combinations(sorted(hand), size)):
            for reading in check(cards, "german-rummy").readings:
                rest = hand.minus(cards)
                most = best_melds(rest, "german-rummy", goal="points").meld_points
                reachable = reading.points + most >= 40
                refusal = why_not(known, parse_action(f"meld {reading}"))
                assert (refusal is None) is reachable, f"{reading} of {hand}"
