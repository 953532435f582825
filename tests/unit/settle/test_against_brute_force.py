"""The showdown against a brute force that tries every spread and every order of lay-offs."""

from __future__ import annotations

import random
import time

import pytest

from meldwise import rules, settle
from meldwise.cards import Card, Hand
from meldwise.errors import RequestError
from meldwise.play.dealing import whole_pack
from meldwise.position import terms_of
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.outcome import Ending, Outcome
from tests.differential.mixes import random_mix
from tests.oracle.showdown import best_showdown

GIN = rules("gin-rummy")


def difference(count: int, other: int, clean: bool) -> int:
    """Gin's score for the knocker, less the defender's."""
    if clean:
        return other + 25
    return other - count if count < other else -(count - other) - 25


def deal(rng: random.Random, known: RuleSet, size: int) -> tuple[Hand, Hand]:
    """Two hands out of few ranks and suits, so that there is much to meld and lay off."""
    cards = whole_pack(terms_of(known, 2))
    first = rng.randrange(len(known.deck.ranks))
    ranks = [
        Card.parse(known.deck.ranks[(first + step) % len(known.deck.ranks)] + "S").rank
        for step in range(rng.choice((6, 7, 8)))
    ]
    near = [card for card in cards if card.is_joker or card.rank in ranks]
    wild = [card for card in near if card.is_joker or str(card)[0] in known.deck.wild_ranks]
    plain = [card for card in near if card not in wild]
    wilds = rng.sample(wild, min(len(wild), rng.choice((0, 1, 1, 2))))
    dealt = rng.sample(plain, 2 * size - len(wilds)) + wilds
    rng.shuffle(dealt)
    return Hand(dealt[:size]), Hand(dealt[size:])


def advantage(known: RuleSet, hands: tuple[Hand, Hand]) -> int | None:
    """What the settlement makes of a knock; None if it is not allowed."""
    outcome = Outcome(known, Ending("knock", 0), hands=tuple(hand.cards for hand in hands))
    try:
        found = settle(outcome)
    except RequestError as error:
        if error.code != "knock-above-limit":
            raise
        return None
    assert found.exact
    return found.scores[0] - found.scores[1]


def brute(known: RuleSet, hands: tuple[Hand, Hand], most: int) -> int | None:
    ender, other = ([str(card) for card in hand] for hand in hands)
    return best_showdown(ender, other, known.to_dict(), known.packs(), most, difference)


@pytest.mark.parametrize("against_gin", [False, True])
def test_gin_is_settled_as_by_brute_force(against_gin: bool) -> None:
    known = GIN.replace({"layoff.against_gin": against_gin})
    rng = random.Random(f"gin {against_gin}")
    knocks = laid_off = 0
    while knocks < 60:
        hands = deal(rng, known, 10)
        found = advantage(known, hands)
        if found is None and rng.random() < 0.98:
            continue
        assert found == brute(known, hands, 10), hands
        knocks += found is not None
        without = known.replace({"layoff.at_showdown": False})
        laid_off += found != advantage(without, hands)
    assert laid_off > 10


def test_wilds_and_every_option_of_melds_are_settled_as_by_brute_force() -> None:
    rng = random.Random("mixes")
    laid_off = 0
    for _ in range(300):
        mix = random_mix(rng)
        known = mix.replace(
            {
                "deal.cards": 6,
                "knock.allowed": True,
                "layoff.at_showdown": True,
                "layoff.against_gin": rng.random() < 0.5,
                "score": {"model": "difference", "gin_bonus": 25, "undercut_bonus": 25},
                "tie.lowest": "defender",
            }
        )
        hands = deal(rng, known, 6)
        found = advantage(known, hands)
        assert found == brute(known, hands, 10_000), (known.options, hands)
        laid_off += found != advantage(known.replace({"layoff.at_showdown": False}), hands)
    assert laid_off > 20


def test_a_showdown_of_gin_takes_milliseconds() -> None:
    rng = random.Random("time")
    took: list[float] = []
    while len(took) < 15:
        hands = deal(rng, GIN, 10)
        started = time.perf_counter()
        if advantage(GIN, hands) is not None:
            took.append(time.perf_counter() - started)
    assert sorted(took)[len(took) // 2] < 0.05
