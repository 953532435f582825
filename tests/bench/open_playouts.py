"""Compiled hands a second where melds are laid: ``python -m tests.bench.open_playouts``.

The referee with the library's greedy players plays the same deals in the same run; the ratio is
what counts. Times are of the processor, so that a busy machine matters less.
"""

from __future__ import annotations

import argparse
import time

from meldwise.play import deal, play_hand, player
from meldwise.playout import deal_starts
from meldwise.playout.open.players import heuristic, plain
from meldwise.playout.open.simulate import open_playouts
from meldwise.playout.policies import Policy
from tests.playout.test_open_playouts import TABLES


def compiled(name: str, players: int, policy: Policy, hands: int) -> float:
    """Hands a second on one core."""
    starts = deal_starts(name, players, n=hands, seed=1)
    # Once to compile and to fill the kernel's rows.
    open_playouts(starts, [policy] * players, 1)
    begun = time.process_time()
    open_playouts(starts, [policy] * players, 2)
    return hands / (time.process_time() - begun)


def refereed(name: str, players: int, hands: int) -> float:
    """Hands a second of the referee with greedy players."""
    greedy = [player("greedy")] * players
    begun = time.process_time()
    for seed in range(hands):
        play_hand(deal(name, players, seed=seed), greedy)
    return hands / (time.process_time() - begun)


def main() -> None:
    """Print a line for each table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--refereed", type=int, default=20)
    arguments = parser.parse_args()
    print(f"{'':<13}{'':>2}{'plain':>10}{'heuristic':>11}{'referee':>9}{'ratio':>7}")  # noqa: T201
    for name, players in TABLES:
        fast = compiled(name, players, plain(), arguments.hands)
        thoughtful = compiled(name, players, heuristic(name, players), arguments.hands)
        slow = refereed(name, players, arguments.refereed)
        print(  # noqa: T201 - the table
            f"{name:<13}{players:>2}{fast:>10,.0f}{thoughtful:>11,.0f}{slow:>9.1f}"
            f"{fast / slow:>7,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
