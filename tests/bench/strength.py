"""The strength panel: compiled players against fixed baselines, mirrored deals, 95 % intervals.

    python -m tests.bench.strength
    python -m tests.bench.strength gin-rummy --games 10000 --seed 7

Gin and Knock Rummy are whole games to 100: the share of games won. The other rule sets are single
hands: points of advantage a hand (penalties count negative; stakes in Tonk). All seats but the
first are played by the baseline, and each deal is played in every seating. Where melds are laid in
play `greedy`, `planner` and `patient` are policies that play as these players of the library do;
``strength_open`` measures against the players themselves.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace

from meldwise.playout.policies import (
    Policy,
    greedy,
    heuristic,
    learned,
    patient,
    simple,
    threshold,
)
from meldwise.playout.running import play_games
from meldwise.playout.values.opponents import gin_only, mix_of
from meldwise.playout.values.training import target_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import PRESETS

# The numbers of players that are measured where none is asked for.
USUAL_TABLES = (2, 3, 4)


def tables(rules: str | None = None, players: int | None = None) -> Iterator[tuple[str, int]]:
    """Rule sets with numbers of players: the usual ones, or those asked for."""
    for name in PRESETS if rules is None else (rules,):
        known = find_rules(name)
        for count in USUAL_TABLES if players is None else (players,):
            if known.players.min <= count <= known.players.max:
                yield name, count


_ROW = "{:10} {:14} {:>14} {:>14} {:>9} {:>9}"
_HEAD = ("player", "against", "games won", "ahead a hand", "hands", "µs a hand")


def baselines(rules: str, players: int) -> list[Policy]:
    """The fixed players of a rule set."""
    if find_rules(rules).meld.time == "play":
        return [known.policy for known in mix_of(rules, players)]
    if rules == "gin-rummy":
        return [simple(), gin_only(), greedy(), patient(), heuristic(rules)]
    if rules == "knock-rummy":
        return [
            *(replace(threshold(most), name=f"knocks at {most}") for most in (10, 20, 30)),
            patient(),
            heuristic(rules, players),
        ]
    return [greedy(), patient(), heuristic(rules, players)]


def measure(rules: str, players: int, games: int, seed: int) -> None:
    """Measure the players of one rule set at one table."""
    rule_set = find_rules(rules)
    target = target_of(rule_set)
    contenders = [heuristic(rule_set, players)]
    trained = learned(rule_set, players)
    if trained is not None:
        contenders.append(trained)
    rows = []
    for one in contenders:
        for other in baselines(rules, players):
            started = time.process_time()
            policies = [one, *[other] * (players - 1)]
            found = play_games(rule_set, policies, games, seed, target=target)
            seconds = time.process_time() - started
            rows.append(
                (
                    one.name,
                    other.name,
                    found.won().percent() if target else "",
                    found.ahead().plain(),
                    f"{found.hands:,}",
                    f"{1e6 * seconds / found.hands:.0f}",
                )
            )
    goal = f"games to {target}" if target else "single hands"
    lines = [f"{rules}, {players} players, {goal}, seed {seed}", _ROW.format(*_HEAD)]
    lines += [_ROW.format(*row) for row in rows]
    print("\n".join(lines), end="\n\n", flush=True)  # noqa: T201 - the result of the run


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rules", nargs="?", help="one rule set; all by default")
    parser.add_argument("--players", type=int, help="one number of players")
    parser.add_argument("--games", type=int, default=2_000, help="games, or deals, of each pair")
    parser.add_argument("--seed", type=int, default=2_026)
    given = parser.parse_args()
    for rules, players in tables(given.rules, given.players):
        measure(rules, players, given.games, given.seed)


if __name__ == "__main__":
    main()
