"""Started by hand: advice on hundreds of positions of many rule sets.

    python -m tests.property.long_advice --positions 300 --samples 60000

* samples against exact values on small positions: the share further off than 3 standard errors;
* the share of 95 % intervals that hold the true value, over many lots of samples;
* what hands are believed to count, by turn, against what they count in truth.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np

from meldwise.advice import hint
from meldwise.advice.belief import Belief
from meldwise.advice.belief.evidence import counts_of
from meldwise.play.state import State
from tests.unit.advice.coverage import covered, outcomes, told
from tests.unit.advice.situations import states
from tests.unit.advice.test_exact import compared, small

GAMES = (
    ("gin-rummy", 2),
    ("knock-rummy", 2),
    ("knock-rummy", 3),
    ("wildcard-rummy", 2),
    ("ramino-knock", 2),
    ("cincinnati-rummy", 2),
    ("tonk", 3),
    ("loba", 2),
    ("german-rummy", 2),
    ("ramino-drift", 2),
)
SMALL = (
    ("gin-rummy", 2, 7),
    ("knock-rummy", 2, 4),
    ("tonk", 2, 4),
    ("ramino-drift", 2, 4),
)


# Samples that make a lot.
SIZES = (30, 100, 400)


def tell(line: str) -> None:
    """A line of the result, at once."""
    print(line, flush=True)  # noqa: T201 - the result of the run


def exactness(positions: int) -> None:
    """Sampled values beside exact ones."""
    for rules, players, stock in SMALL:
        off = [
            difference > 3 * error
            for _, belief in small(rules, players, positions, positions, stock)
            for difference, error in compared(belief, 400, seed=5)
        ]
        tell(f"exact  {rules:<18}{len(off):>6} values, {100 * np.mean(off):.2f} % beyond 3 se")


def intervals(positions: int, samples: int) -> None:
    """How often intervals of so many samples hold the true value, and leads the true lead."""
    for rules, players in GAMES:
        shares: dict[tuple[str, int], list[float]] = {}
        for state in _some(rules, players, positions):
            position = state.position()
            usual = hint(position, samples=0).actions
            asked = [ranked.action for ranked in usual if ranked.source != "exact"][:2]
            known = [outcomes(position, action, samples) for action in asked]
            for size in SIZES:
                for values in known:
                    share = covered(position, values, size, None)
                    shares.setdefault(("value", size), []).append(share)
                if len(known) > 1:
                    share = covered(position, known[0], size, known[1])
                    shares.setdefault(("lead", size), []).append(share)
        for (what, size), found in shares.items():
            name = f"{rules} {players}"
            tell(f"cover  {name:<18}{what:<6}{size:>5} samples: {told(found)} % of {len(found)}")


def calibration(hands: int) -> None:
    """Believed beside true counts, by turn."""
    for rules, players in GAMES:
        found: dict[int, list[tuple[float, float]]] = {}
        for number, state in enumerate(states(rules, players, hands, ("greedy", "patient"))):
            if state.phase != "draw" or state.turn.offered or state.turn.stock_only:
                continue
            belief = Belief.of(state.position())
            measure = belief.development.measure
            count = measure.held if state.rules.count.hand == "held" else measure.deadwood
            sampled = belief.hands(8, number)
            for suspect in belief.suspects:
                true = counts_of(state.hands[suspect.seat])[None]
                found.setdefault(min(suspect.turns, 10), []).append(
                    (float(count(true)[0]), float(count(sampled[:, suspect.seat]).mean()))
                )
        rows = [(turn, *np.mean(pairs, axis=0)) for turn, pairs in sorted(found.items())]
        told = "  ".join(f"{turn}: {true:.1f}/{guess:.1f}" for turn, true, guess in rows)
        tell(f"belief {rules:<18}true/believed by turn  {told}")


def _some(rules: str, players: int, count: int) -> Iterator[State]:
    every = states(rules, players, 8, ("greedy", "patient"))
    known = [state for state in every if state.phase in ("draw", "play")]
    yield from Random(rules).sample(known, count)


def main() -> None:
    """Print it all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--intervals", type=int, default=8)
    parser.add_argument("--samples", type=int, default=40_000)
    parser.add_argument("--hands", type=int, default=60)
    asked = parser.parse_args()
    calibration(asked.hands)
    exactness(asked.positions)
    intervals(asked.intervals, asked.samples)


if __name__ == "__main__":
    main()
