"""Strength where melds are laid, in the arena: ``python -m tests.bench.strength_open``.

A player, by default `learned`, sits against players of the library: mirrored deals, each deal
played once for every seat that it can have; the others are all the same player. Points are the
lead over the others in the rule set's own unit a hand (stakes in Tonk), with 95 % intervals.
`strength` plays the same in compiled code, thousands of deals in seconds, against policies that
play as these players do.
"""

from __future__ import annotations

import argparse
import time

from meldwise.play import arena

TABLES = [
    *(("tonk", players) for players in (2, 3, 4)),
    *(("ramino-drift", players) for players in (2, 3, 4)),
    *(("loba", players) for players in (2, 3, 4)),
    *(("german-rummy", players) for players in (2, 3, 4)),
]
OTHERS = ("greedy", "patient", "planner")


def against(
    name: str, player: str, players: int, other: str, hands: int, seed: int, workers: int
) -> str:
    """The lead of a player over the others, who are one kind of player."""
    started = time.perf_counter()
    result = arena(
        name, [player, *[other] * (players - 1)], hands=hands, seed=seed, workers=workers
    )
    mine = result.players[0]
    seconds = time.perf_counter() - started
    return (
        f"{name:<13}{players:>2}  {player} v {other:<9}"
        f"{mine.advantage.plain():>16}{mine.won.percent():>16}"
        f"{result.deals * result.seats:>8} hands {seconds:>6.0f} s"
    )


def main() -> None:
    """Print the panel, table by table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", nargs="*", default=sorted({name for name, _ in TABLES}))
    parser.add_argument("--player", default="learned")
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--others", nargs="*", default=list(OTHERS))
    parser.add_argument("--hands", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    for name, players in TABLES:
        if name not in arguments.rules or players not in arguments.players:
            continue
        for other in arguments.others:
            _say(
                against(
                    name,
                    arguments.player,
                    players,
                    other,
                    arguments.hands,
                    arguments.seed,
                    arguments.workers,
                )
            )


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the panel


if __name__ == "__main__":
    main()
