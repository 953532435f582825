"""Times of whole turns: ``python -m tests.bench.turns``.

Positions come from hands that planners play against greedy players. Each is planned as usual and
by the constraint model alone, one after the other, in processor time; only the ratios say
something about another machine.
"""

from __future__ import annotations

import argparse
import statistics
import time
from contextlib import nullcontext

from meldwise.play import apply, deal, player
from meldwise.position import Position
from meldwise.turn import plan_turn
from tests.property.long_turns import PRESETS, only_model


def positions(name: str, hands: int) -> list[Position]:
    """The positions of some hands, one before and one after each draw."""
    found: list[Position] = []
    for seed in range(hands):
        state, last = deal(name, 2, seed=seed), (-1, "")
        seats = [player("planner"), player("greedy")]
        while not state.over:
            position = state.position()
            moment = (state.turn.number, state.phase)
            if state.phase in ("draw", "play") and moment != last:
                found.append(position)
                last = moment
            state = apply(state, seats[state.seat].choose(position))
    return found


def milliseconds(position: Position, *, model: bool) -> float:
    """The processor time of one plan."""
    with only_model() if model else nullcontext():
        started = time.process_time()
        plan_turn(position)
        return (time.process_time() - started) * 1000


def run(name: str, hands: int) -> str:
    """One line about a rule set."""
    known = positions(name, hands)
    milliseconds(known[0], model=True)
    pairs = [
        (milliseconds(position, model=False), milliseconds(position, model=True))
        for position in known
    ]
    usual = sorted(first for first, _ in pairs)
    alone = statistics.median(second for _, second in pairs)
    median = statistics.median(usual)
    return (
        f"{name:<13}{len(known):6} positions: median {median:.2f} ms, 19 of 20 within "
        f"{usual[len(usual) * 19 // 20]:.2f} ms, worst {usual[-1]:.1f} ms; "
        f"the model alone takes {alone / median:.1f} times as long"
    )


def main() -> None:
    """Print a line for each rule set."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=30)
    parser.add_argument("--rules", nargs="*", default=list(PRESETS))
    asked = parser.parse_args()
    for name in asked.rules:
        print(run(name, asked.hands), flush=True)  # noqa: T201 - the result of the run


if __name__ == "__main__":
    main()
