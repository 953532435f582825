"""Playouts a second of games with melds in hand: ``python -m tests.bench.closed_playouts``.

Whole hands from the deal on one core, in the processor's time of this process.
"""

from __future__ import annotations

import time

from meldwise.playout import deal_starts, playouts
from meldwise.playout.policies import Policy, greedy, heuristic
from meldwise.rules import rules as find_rules
from tests.bench.strength import tables


def measured(rules: str, players: int, policy: Policy, hands: int) -> float:
    """Playouts a second, the best of three runs."""
    starts = deal_starts(rules, players, n=hands, seed=1)
    playouts(starts.take(slice(0, 10)), [policy] * players, 1)
    best = 0.0
    for _ in range(3):
        started = time.process_time()
        playouts(starts, [policy] * players, 1)
        best = max(best, hands / (time.process_time() - started))
    return best


def main() -> None:
    """Print the table."""
    for rules, players in tables():
        if find_rules(rules).meld.time == "play":
            continue
        plain = measured(rules, players, greedy(), 20_000)
        clever = measured(rules, players, heuristic(rules, players), 400)
        print(  # noqa: T201 - the result of the run
            f"{rules:18} {players} players: greedy {plain:9,.0f} a second, "
            f"heuristic {clever:8,.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
