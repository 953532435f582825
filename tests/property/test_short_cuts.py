"""Short cuts of the referee and the settlement: they say the same as the long way round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meldwise import best_melds
from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import CARDS
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.extending import extensions, may_extend
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.partition.deadwood import PlainTables
from meldwise.play import apply, deal, drawing, goingon, legal_actions, listing, score
from meldwise.play.deadwood import leaves_more
from meldwise.play.dealing import whole_pack
from meldwise.play.nearness import Nearness, nearness
from meldwise.position import terms_of
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet
from meldwise.settle import layoffs
from meldwise.settle.counting import HandCounter
from tests.presets import PLAYED
from tests.property.playmixes import play_mix
from tests.property.randomplay import wayward

# What plays as a hand does when the players take their time.
SHORT = {"end.turn_limit": 40}


def every_card(_rules: MeldRules, _meld: Meld, cards: Iterable[Card]) -> list[Card]:
    """In the place of `may_extend`: no card is ruled out beforehand."""
    return list(cards)


@pytest.fixture
def long_way(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Everything that can be told by a short cut is worked out instead."""
    with monkeypatch.context() as patched:
        patched.setattr(Nearness, "least_left", lambda *_: 0)
        patched.setattr(PlainTables, "mask_of", lambda *_: None)
        patched.setattr(HandCounter, "_none_melds", lambda *_: False)
        patched.setattr(drawing, "may_join", lambda *_: True)
        patched.setattr(goingon, "_can_open", lambda _: True)
        patched.setattr(goingon, "_dearest_melds_open", lambda _: False)
        patched.setattr(goingon, "_leaves_two", lambda *_: False)
        patched.setattr(listing, "may_extend", every_card)
        patched.setattr(layoffs, "may_extend", every_card)
        patched.setattr(listing, "may_replace", lambda _, cards: list(cards))
        yield patched


def answers(known: RuleSet, players: int, seed: int) -> tuple[list[Any], dict[str, Any]]:
    """The legal actions at every third step of a hand of random actions, and its settlement."""
    player, state = wayward(seed), deal(known, players, seed=seed)
    found, step = [], 0
    while not state.over:
        if step % 3 == 0:
            found.append(legal_actions(state.position()))
        state = apply(state, player.choose(state.position()))
        step += 1
    return found, score(state).to_dict()


def random_hands(known: RuleSet, random: Random, count: int) -> Iterator[tuple[Card, ...]]:
    """Hands of about the dealt size, every other one from five neighbouring ranks and jokers."""
    terms = terms_of(known, known.players.min)
    cards = whole_pack(terms)
    for number in range(count):
        low = random.randrange(1, 10)
        pool = [c for c in cards if number % 2 == 0 or c.is_joker or low <= c.rank < low + 5]
        yield tuple(random.sample(pool, min(len(pool), random.choice([4, 7, terms.dealt + 1]))))


def least_left(known: RuleSet, hand: tuple[Card, ...]) -> int:
    """The least points left when one card is thrown or none, by one search for each card."""
    kept = [hand, *(hand[:at] + hand[at + 1 :] for at in range(len(hand)))]
    return min(best_melds(cards, known, discard="none").deadwood.points for cards in kept)


@given(st.sampled_from(PLAYED), st.integers(0, 10_000))
def test_a_hand_leaves_more_than_a_limit_exactly_when_no_discard_leaves_so_little(
    name: str, seed: int
) -> None:
    known = rules(name)
    for hand in random_hands(known, Random(seed), 2):
        least = least_left(known, hand)
        terms = terms_of(known, known.players.min)
        assert nearness(terms.melds).least_left(hand) <= least
        assert leaves_more(terms, hand, least - 1)
        assert not leaves_more(terms, hand, least)


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_what_a_hand_surely_leaves_is_never_too_much_under_random_options(seed: int) -> None:
    known = play_mix(Random(seed % 300))
    for hand in random_hands(known, Random(seed), 4):
        melds = terms_of(known, 2).melds
        assert nearness(melds).least_left(hand) <= least_left(known, hand)


@settings(max_examples=20)
@given(st.sampled_from(PLAYED), st.integers(0, 10_000))
def test_no_card_that_extends_a_meld_is_ruled_out_beforehand(name: str, seed: int) -> None:
    known = rules(name)
    rules_of_melds, random = terms_of(known, known.players.min).melds, Random(seed)
    (hand,) = random_hands(known, random, 1)
    for candidate in hand_candidates(rules_of_melds, Holding.of(rules_of_melds, hand))[:3]:
        cards = [card for code, count in candidate.naturals() for card in [CARDS[code]] * count]
        cards += [card for card in hand if rules_of_melds.is_wild(card.code)]
        placed = [PlacedCard.natural(card) for card in cards[: candidate.shape.size]]
        for meld in read_meld(rules_of_melds, placed).melds[:2]:
            fits = [
                card
                for card in CARDS[:53]
                if extensions(rules_of_melds, meld, PlacedCard.natural(card))
            ]
            assert set(fits) <= set(may_extend(rules_of_melds, meld, CARDS[:53])), str(meld)


@pytest.mark.parametrize("name", PLAYED)
def test_legal_actions_and_settlements_are_those_of_the_long_way(name: str, request: Any) -> None:
    known = rules(name, SHORT)
    tables = [(known.players.min, seed) for seed in range(3)] + [(known.players.max, 3)]
    short = [answers(known, players, seed) for players, seed in tables]
    request.getfixturevalue("long_way")
    assert [answers(known, players, seed) for players, seed in tables] == short


def test_they_are_the_same_under_random_options(request: Any) -> None:
    mixes = [play_mix(Random(number)).replace(SHORT) for number in range(12)]
    short = [answers(known, 2, 1) for known in mixes]
    request.getfixturevalue("long_way")
    assert [answers(known, 2, 1) for known in mixes] == short
