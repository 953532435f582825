"""A long comparison of search, constraint model and brute force: ``python -m
tests.differential.long_engines --hands 100000 --seed 1``. It stops at the first difference.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import get_args

from meldwise import best_melds
from meldwise.cards import Hand
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.question import Discard, Engine
from meldwise.partition.scoring import Goal
from meldwise.rules.ruleset import RuleSet
from tests.differential.mixes import all_rules, random_hand
from tests.oracle import brute

# Every so many hands the brute force judges too; it takes long where many cards may be wild.
BRUTE_EVERY = 5
BRUTE_WILDS = 3


def figures(
    hand: Hand, known: RuleSet, goal: Goal, discard: Discard, *, cp: bool
) -> tuple[int, ...]:
    """Deadwood, meld points and wilds used of one engine's answer, which must be proven."""
    engine: Engine = "cp" if cp else "search"
    best = best_melds(hand, known, goal=goal, discard=discard, engine=engine, seconds=60)
    if not best.exact:
        raise SystemExit(f"not proven: {engine} {goal} {discard} {hand} {known.to_dict()}")
    wilds = sum(meld.wild_count for meld in best.melds)
    return (best.deadwood.points, best.meld_points, wilds)


def main() -> None:
    """Compare until the hands are done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixes", type=int, default=200)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    everything = all_rules(arguments.seed, arguments.mixes)
    started, judged = time.monotonic(), 0
    for number in range(arguments.hands):
        known = everything[number % len(everything)]
        hand = random_hand(rng, known)
        goal, discard = rng.choice(get_args(Goal)), rng.choice(get_args(Discard))
        found = [figures(hand, known, goal, discard, cp=cp) for cp in (False, True)]
        wilds = sum(meld_rules(known).is_wild(card.code) for card in hand)
        if number % BRUTE_EVERY == 0 and (wilds <= BRUTE_WILDS or len(hand) <= 9):
            texts = [str(card) for card in hand]
            wanted = brute.best(texts, known.to_dict(), known.packs(), goal, discard)
            found.append(tuple(wanted[:3]))
            judged += 1
        if len(set(found)) > 1:
            raise SystemExit(f"{found}: {goal} {discard} {hand} {known.to_dict()}")
    seconds = time.monotonic() - started
    print(  # noqa: T201 - the result of the run
        f"{arguments.hands} hands of {len(everything)} rule sets: search and model agree on all, "
        f"the brute force on {judged}; {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
