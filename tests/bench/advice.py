"""Times of advice in gin: ``python -m tests.bench.advice``.

Positions come from the middle of hands that greedy players play; each question is asked several
times of each. Times are of the processor, of this process and all its threads, and by the clock;
of each position the best, and of all positions the median and the worst.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence

from meldwise.advice import hint, knock
from meldwise.advice.candidates import candidates
from meldwise.advice.stepping import ends_hand
from meldwise.position import Position
from tests.unit.advice.situations import states

_EARLIEST = 4


def positions(count: int) -> tuple[list[Position], list[Position]]:
    """Positions after the draw in the middle of hands, and those in which a knock is legal."""
    usual: list[Position] = []
    knocks: list[Position] = []
    for state in states("gin-rummy", 2, 3 * count, ("patient", "simple")):
        if state.phase != "play" or state.turn.number < _EARLIEST or state.seat != 0:
            continue
        position = state.position()
        ends = any(ends_hand(position, action) for action in candidates(position))
        (knocks if ends else usual).append(position)
    return usual[:: max(1, len(usual) // count)][:count], knocks[:count]


def told(name: str, ask: Callable[[Position], object], known: Sequence[Position], runs: int) -> str:
    """One line of the table."""
    processor, clock = [], []
    for position in known:
        ask(position)
        pairs = [_timed(ask, position) for _ in range(runs)]
        processor.append(min(first for first, _ in pairs))
        clock.append(min(second for _, second in pairs))
    return (
        f"{name:<46}{len(known):3} positions: processor median {statistics.median(processor):7.2f}"
        f" ms, worst {max(processor):7.2f}; clock median {statistics.median(clock):7.2f} ms, worst "
        f"{max(clock):7.2f}"
    )


def _timed(ask: Callable[[Position], object], position: Position) -> tuple[float, float]:
    began, at = time.process_time(), time.perf_counter()
    ask(position)
    return 1000 * (time.process_time() - began), 1000 * (time.perf_counter() - at)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=12)
    asked = parser.parse_args()
    usual, knocks = positions(asked.positions)
    lines = [
        ("hint without samples", lambda p: hint(p, samples=0), usual, 50),
        ("hint, error below 1 point, one thread", lambda p: hint(p, se=1.0, threads=1), usual, 3),
        ("hint, error below 1 point, all processors", lambda p: hint(p, se=1.0), usual, 3),
        (
            "knock, 10,000 hands, one thread",
            lambda p: knock(p, samples=10_000, threads=1),
            knocks,
            5,
        ),
        ("knock, 10,000 hands, all processors", lambda p: knock(p, samples=10_000), knocks, 5),
    ]
    for name, ask, known, runs in lines:
        print(told(name, ask, known, runs), flush=True)  # noqa: T201 - the result of the run


if __name__ == "__main__":
    main()
