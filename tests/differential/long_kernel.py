"""A long comparison of kernel and search: ``python -m tests.differential.long_kernel --hands
1000000 --seed 1``. Least deadwood, best discard and its card, and the melds of every hand are
compared, over all presets and many random mixes of options that the kernel holds, with 0 to 6
wilds.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from meldwise.melds.meldrules import meld_rules
from meldwise.partition.kernel.legal import why_not
from tests.differential.kernel_cases import Tally
from tests.differential.mixes import all_rules

HANDS_AT_ONCE = 250
MANY_WILDS_EVERY = 7


def main() -> None:
    """Compare until the hands are done; exit with 1 if anything differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixes", type=int, default=600)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    presets = all_rules(arguments.seed, 0)
    # On the others the batch itself takes the slower road, which is the search.
    mixes = [
        known
        for known in all_rules(arguments.seed, arguments.mixes)[len(presets) :]
        if why_not(meld_rules(known, known.packs())) is None
    ]
    tally, started, turn = Tally(), time.monotonic(), 0
    while tally.hands < arguments.hands and not tally.faults:
        # As many hands of the presets as of the mixes, whatever their numbers.
        known = [presets, mixes][turn % 2][turn // 2 % len([presets, mixes][turn % 2])]
        # Many wilds take the search long: most batches have at most two.
        wilds = 6 if turn // 2 % MANY_WILDS_EVERY == 0 else 2
        tally.compare(known, min(HANDS_AT_ONCE, arguments.hands - tally.hands), rng, wilds)
        turn += 1
        if sys.stderr.isatty():
            print(f"\r{tally.hands} hands", end="", file=sys.stderr, flush=True)  # noqa: T201
    numbers = ", ".join(f"{n}: {count}" for n, count in sorted(tally.by_wilds.items()))
    print(  # noqa: T201 - the result of the run
        f"{tally.hands} hands of {len(presets) + len(mixes)} rule sets, "
        f"{tally.slow} of them down the slower road; by wilds {numbers}; "
        f"{len(tally.faults)} differences; {time.monotonic() - started:.0f} s"
    )
    for fault in tally.faults[:5]:
        print(fault)  # noqa: T201
    raise SystemExit(1 if tally.faults else 0)


if __name__ == "__main__":
    main()
