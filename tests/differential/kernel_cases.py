"""What the compiled kernel is compared with: the one-hand search, on random hands."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from meldwise import best_discard_batch, deadwood_batch, melds_batch
from meldwise.batch.results import MeldsBatch
from meldwise.cards import Hand, PlacedCard
from meldwise.melds.candidates import Holding
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.melds.readings import read_meld
from meldwise.partition.clock import Clock
from meldwise.partition.question import Discard
from meldwise.partition.scoring import first_level
from meldwise.partition.search import search_best
from meldwise.rules.ruleset import RuleSet
from tests.differential.mixes import random_hand


def searched_deadwood(rules: MeldRules, hand: Hand, discard: Discard) -> int:
    """The least deadwood by the search."""
    found = search_best(
        rules,
        Holding.of(rules, hand.cards),
        "deadwood",
        discard if hand.cards else "none",
        Clock(60),
    )
    assert found.exact
    held = sum(rules.hand_values[card.code] for card in hand)
    return held - first_level(found.arrangements[0].score)


def partition_fault(rules: MeldRules, batch: MeldsBatch, row: int) -> str | None:
    """What is wrong with a row's partition: an illegal meld, or deadwood that it does not leave."""
    for kind, cards in batch.melds(row):
        placed = [PlacedCard.natural(card) for card in cards]
        readings = read_meld(rules, placed, every_order=False).melds
        if not any(reading.kind == kind for reading in readings):
            return f"no {kind}: {' '.join(map(str, cards))}"
    dead = batch.cards[row][(batch.meld[row] < 0) & (batch.cards[row] >= 0)]
    left = sum(rules.hand_values[code] for code in dead.tolist())
    return None if left == batch.deadwood[row] else f"{left} are left"


@dataclass(slots=True)
class Tally:
    """What a comparison has seen; ``faults`` says what differed."""

    hands: int = 0
    slow: int = 0
    by_wilds: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def compare(self, known: RuleSet, count: int, rng: random.Random, wilds: int = 6) -> None:
        """Ask the kernel and the search about so many random hands of a rule set.

        The search judges the deadwood of all of them. The best discard must be the best of all
        hands with a card less, for every eighth hand also by the search's own discard.
        """
        rules = meld_rules(known, known.packs())
        hands = [random_hand(rng, known, wilds=wilds) for _ in range(count)]
        kept = deadwood_batch(hands, known)
        thrown = best_discard_batch(hands, known)
        laid = melds_batch(hands, known)
        fewer = [hand.minus([card]) for hand in hands for card in sorted(set(hand))]
        after = iter(deadwood_batch(fewer, known).deadwood.tolist())
        self.hands += count
        self.slow += kept.meta.slow_rows
        for row, hand in enumerate(hands):
            held = sum(rules.is_wild(card.code) for card in hand)
            self.by_wilds[held] = self.by_wilds.get(held, 0) + 1
            least = searched_deadwood(rules, hand, "none")
            left = {card.code: next(after) for card in sorted(set(hand))}
            best = min(left, key=lambda code: (left[code], -rules.hand_values[code], code))
            checks = {
                "deadwood": kept.deadwood[row] == least,
                "melds": laid.deadwood[row] == least,
                "discard": (thrown.discard[row], thrown.deadwood[row]) == (best, left[best]),
            }
            if row % 8 == 0:
                least_thrown = searched_deadwood(rules, hand, "required")
                checks["discard by the search"] = thrown.deadwood[row] == least_thrown
            wrong = [name for name, right in checks.items() if not right]
            fault = partition_fault(rules, laid, row)
            if wrong or fault:
                self.faults.append(f"{wrong} {fault}: {hand} {known.to_dict()}")
