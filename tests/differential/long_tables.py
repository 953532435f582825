"""Thousands of small tables against the brute force: ``python -m tests.differential.long_tables``.

Prints each fault with the position that shows it; the status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import sys

from tests.differential.tables import all_faults


def main() -> int:
    """Compare so many positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--tiles", type=int, default=11, help="most tiles of a position")
    arguments = parser.parse_args()
    wrong = 0
    for fault in all_faults(arguments.seed, arguments.count, arguments.tiles):
        wrong += 1
        print(fault, flush=True)  # noqa: T201 - a report
    print(f"{arguments.count} positions, {wrong} differ")  # noqa: T201 - a report
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
