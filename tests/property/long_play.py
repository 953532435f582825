"""Hands of random actions, checked at every step: ``python -m tests.property.long_play``.

It plays ``--hands`` hands of each preset and number of players, and of random mixes of options
when ``--mixes`` is given, and stops at the first fault. The results say how hands ended.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from random import Random

from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet
from tests.presets import PLAYED
from tests.property.playmixes import play_mix
from tests.property.randomplay import play_checked

LOOK_EVERY = 50


def run(known: RuleSet, players: int, hands: int, seed: int) -> None:
    """Play the hands of one table and say how they ended."""
    started, endings, turns = time.process_time(), Counter[str](), 0
    for number in range(hands):
        state, _ = play_checked(known, players, seed + number, look_every=LOOK_EVERY)
        assert state.ending is not None
        endings[state.why or state.ending.kind] += 1
        turns += state.turn.number
    seconds = time.process_time() - started
    ends = ", ".join(f"{name} {count}" for name, count in sorted(endings.items()))
    print(  # noqa: T201 - the result of the run
        f"{known.id} {players}: {hands} hands, {turns / hands:.0f} turns each, {seconds:.0f} s: "
        f"{ends}",
        flush=True,
    )


def main() -> None:
    """Play until all tables are done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--mixes", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=list(PLAYED))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.rules:
        known = rules(name)
        for players in range(known.players.min, known.players.max + 1):
            run(known, players, arguments.hands, arguments.seed)
    for number in range(arguments.mixes):
        run(play_mix(Random(arguments.seed + number)), 2, 10, arguments.seed)


if __name__ == "__main__":
    main()
