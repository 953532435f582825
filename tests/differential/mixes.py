"""Rule sets and hands on which the engines are compared: the presets, and random option mixes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from meldwise.cards import JOKER, Card, Hand
from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet

# Values that are often drawn come more than once.
CHOICES: dict[str, list[Any]] = {
    "deck.packs": [1, 2, 2, 3],
    "deck.ranks": ["A23456789TJQK"] * 5 + ["A234567JQK"],
    "deck.wild_ranks": [[], [], ["2"], ["7"], ["2", "K"], ["A"]],
    "meld.set.allowed": [True] * 8 + [False],
    "meld.set.min": [3, 3, 3, 2, 4],
    "meld.set.max": [None, None, 3, 4, 6],
    "meld.set.suits": ["distinct", "any", 1, 2, 3, 4],
    "meld.run.allowed": [True] * 8 + [False],
    "meld.run.min": [3, 3, 3, 2, 4],
    "meld.run.max": [13, 13, 4, 5, 14],
    "meld.run.aces": ["low", "high", "high_or_low", "corner"],
    "wild.allowed_in": ["both", "both", "both", "sets", "runs", "none"],
    "wild.min_naturals": [1, 1, 2, 0, 3],
    "wild.max_per_meld": [None, None, 1, 2, 3],
    "wild.max_in_set": [None, None, 1],
    "wild.max_in_run": [None, None, 1, 2],
    "wild.max_adjacent": [None, None, 1, 2],
    "wild.at_run_ends": [True, True, False],
    "wild.not_more_than_naturals": [False, False, True],
    "wild.natural_use": [True, True, False],
    "wild.joker_colours": [False] * 6 + [True],
    "values.meld.ace": [1, 11, 15],
    "values.meld.ace_low": [1, 5],
    "values.meld.ace_set": [None, 1, 20],
    "values.meld.court": [10, 10, "pip"],
    "values.meld.joker": ["represented", "represented", 15, 0],
    "values.meld.wild": ["represented", "represented", 20],
    "values.hand.ace": [1, 11],
    "values.hand.court": [10, "pip"],
    "values.hand.joker": [20, 30, 0],
    "values.hand.wild": [None, 25, 20],
    "values.hand.ranks": [{}, {}, {"5": 0}],
}


def random_mix(rng: random.Random) -> RuleSet:
    """A rule set with random options of melds, wilds and values that go together."""
    while True:
        changes = {key: rng.choice(values) for key, values in CHOICES.items()}
        try:
            return rules({"id": "mix", "deck.jokers": 6, "meld.time": "end", **changes})
        except RulesError:
            continue


def all_rules(seed: int, mixes: int) -> list[RuleSet]:
    """Every preset (with one pack and with two where players decide), then random mixes."""
    # The engines throw any card; which jokers a game keeps in hand is decided around them.
    presets = [rules(name, {"turn.joker_discard": "free"}) for name in PRESETS]
    two_packs = [rules(name) for name in ("wildcard-rummy", "cincinnati-rummy")]
    rng = random.Random(seed)
    return [
        *presets,
        *(known.replace({"deck.packs": 2, "deal.cards": 7}) for known in two_packs),
        *(random_mix(rng) for _ in range(mixes)),
    ]


def random_hand(rng: random.Random, known: RuleSet, most: int = 14, wilds: int = 6) -> Hand:
    """A hand of the rule set's packs: often dense, with up to so many wild cards."""
    packs = known.packs()
    ranks = [Card.parse(rank + "S").rank for rank in known.deck.ranks]
    wild_ranks = [Card.parse(rank + "S").rank for rank in known.deck.wild_ranks]
    if rng.random() < 0.6:
        start = rng.randrange(len(ranks))
        window = [ranks[(start + step) % len(ranks)] for step in range(rng.choice((3, 4, 5, 6)))]
    else:
        window = ranks
    suits = range(rng.choice((2, 3, 4, 4, 4)))
    plain = [
        Card.of(rank, suit) for rank in window if rank not in wild_ranks for suit in suits
    ] * packs
    wild = [Card.of(rank, suit) for rank in wild_ranks for suit in range(4)] * packs
    jokers = [JOKER] * known.jokers_total()
    if known.wild.joker_colours:
        jokers = [Card(53 + number % 2) for number in range(known.jokers_total())]
    available = wild + jokers
    count = min(rng.choice((0, 1, 1, 2, 2, 3, 4, wilds)), wilds, len(available))
    chosen = rng.sample(available, count)
    naturals = min(rng.randint(3, most) - count, len(plain))
    chosen += rng.sample(plain, max(0, naturals))
    rng.shuffle(chosen)
    return Hand(chosen)


def cases(seed: int, mixes: int, hands: int) -> Iterator[tuple[RuleSet, Hand]]:
    """So many random hands of each rule set."""
    rng = random.Random(seed)
    for known in all_rules(seed, mixes):
        for _ in range(hands):
            yield known, random_hand(rng, known)
