"""Compiled hands played again by the referee: ``python -m tests.playout.long_open``.

``--hands`` hands of each preset with melds on the table and each number of players, and of
``--mixes`` random mixes of options; it stops at the first fault and says what was played.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random

from meldwise.rules import rules
from tests.playout.openreplay import open_mix, policies_for, replayed
from tests.playout.test_open_playouts import TABLES


def main() -> None:
    """Play until all tables are done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--mixes", type=int, default=200)
    arguments = parser.parse_args()
    for name, players in TABLES:
        done: Counter[str] = Counter()
        for seed in range(arguments.hands):
            done += replayed(rules(name), policies_for(players, Random(seed)), seed)
        _say(f"{name} {players}: {arguments.hands} hands", done)
    done = Counter()
    for seed in range(arguments.mixes):
        random = Random(seed)
        known, players = open_mix(random)
        for hand in range(8):
            done += replayed(known, policies_for(players, random), hand)
    _say(f"{arguments.mixes} mixes of options: {8 * arguments.mixes} hands", done)


def _say(what: str, done: Counter[str]) -> None:
    counts = ", ".join(f"{name} {count}" for name, count in sorted(done.items()))
    print(f"{what}: {counts}", flush=True)  # noqa: T201 - the result of the run


if __name__ == "__main__":
    main()
