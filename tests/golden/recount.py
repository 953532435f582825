"""Counts the records of the count files again by brute force: ``python -m tests.golden.recount``.

It shares no code with the program under test beyond reading cards and options.
"""

from __future__ import annotations

import sys
from itertools import chain, combinations

from tests.golden.counts import Count, counts
from tests.oracle import brute


def recounted_melds(record: Count) -> int:
    """How many different selections of a pool the definition of a meld accepts."""
    options, packs = record.rule_set.to_dict(), record.rule_set.packs()
    cards = sorted(map(str, record.cards))
    sizes = range(2, len(cards) + 1)
    selections = set(chain.from_iterable(combinations(cards, size) for size in sizes))
    return sum(bool(brute.readings(selection, options, packs)) for selection in selections)


def recounted_partitions(record: Count) -> int:
    """How many different partitions of a hand leave the least deadwood."""
    cards = [str(card) for card in record.cards]
    return brute.count_optimal(cards, record.rule_set.to_dict(), record.rule_set.packs())


def main() -> int:
    """Recount everything that came from the brute force; the status is the number of mistakes."""
    wrong = 0
    for name, recount in (
        ("melds.counts.txt", recounted_melds),
        ("partitions.counts.txt", recounted_partitions),
    ):
        for record in counts(name):
            if record.how == "brute":
                found = recount(record)
                wrong += found != record.count
                mark = "" if found == record.count else f"  but the file says {record.count}"
                print(f"{name}  {record.id}: {found}{mark}", flush=True)  # noqa: T201 - a report
    return min(wrong, 100)


if __name__ == "__main__":
    sys.exit(main())
