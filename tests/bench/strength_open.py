"""Strength of the heuristic where melds are laid: ``python -m tests.bench.strength_open``.

The heuristic sits against players of the library in the arena: mirrored deals, each deal played
once for every seat that the heuristic can have; the others are all the same player. Points are the
lead over the others in the rule set's own unit a hand (stakes in Tonk), with 95 % intervals.

``--compiled`` plays the same against policies in compiled code instead, thousands of deals in
seconds: ``plain`` is about what `greedy` is, with ``plain(0)`` for `patient`, and ``careful`` what
`planner` is.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from meldwise.play import arena
from meldwise.play.intervals import Estimate
from meldwise.playout import advantage, deal_starts
from meldwise.playout.open.players import careful, heuristic, plain
from meldwise.playout.open.simulate import open_playouts
from meldwise.playout.policies import Policy
from meldwise.rules import rules
from meldwise.rules.catalog import RulesLike

TABLES = [
    *(("tonk", players) for players in (2, 3, 4)),
    *(("ramino-drift", players) for players in (2, 3, 4)),
    *(("loba", players) for players in (2, 3, 4)),
    *(("german-rummy", players) for players in (2, 3, 4)),
]
OTHERS = ("greedy", "patient", "planner")


def against(name: str, players: int, other: str, hands: int, seed: int, workers: int) -> str:
    """The lead of the heuristic over the others, who are one kind of player, in the arena."""
    started = time.perf_counter()
    result = arena(
        name, ["heuristic", *[other] * (players - 1)], hands=hands, seed=seed, workers=workers
    )
    mine = result.players[0]
    seconds = time.perf_counter() - started
    return (
        f"{name:<13}{players:>2}  {other:<9}{mine.advantage.plain():>16}{mine.won.percent():>16}"
        f"{result.deals * result.seats:>8} hands {seconds:>6.0f} s"
    )


def in_compiled_code(
    name: RulesLike, players: int, other: Policy, deals: int, seed: int
) -> Estimate:
    """The lead of the heuristic over a policy that all others play by, on mirrored deals."""
    starts = deal_starts(name, players, n=deals, seed=seed)
    mine, known = heuristic(name, players), rules(name)
    lead = np.zeros(deals)
    for seat in range(players):
        seated = [mine if chair == seat else other for chair in range(players)]
        found = open_playouts(starts, seated, seed)
        lead += advantage(found.scores, seat, known) / players
    return Estimate(float(lead.mean()), float(lead.std(ddof=1)) / deals**0.5, deals)


def main() -> None:
    """Print the panel, table by table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", nargs="*", default=sorted({name for name, _ in TABLES}))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--others", nargs="*", default=list(OTHERS))
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--compiled", action="store_true")
    arguments = parser.parse_args()
    for name, players in TABLES:
        if name not in arguments.rules or players not in arguments.players:
            continue
        if arguments.compiled:
            limits = (10.0, 0.0) if name == "tonk" else (10.0,)
            for other in (*map(plain, limits), careful()):
                lead = in_compiled_code(name, players, other, arguments.hands, arguments.seed)
                limit = f"({other.knock_most[0]:.0f})"
                _say(f"{name:<13}{players:>2}  {other.name + limit:<12}{lead.plain():>16}")
            continue
        for other in arguments.others:
            _say(against(name, players, other, arguments.hands, arguments.seed, arguments.workers))


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the panel


if __name__ == "__main__":
    main()
