"""The recorded games of the presets: ``python -m tests.unit.play.playthroughs`` writes them anew.

Each is short and shows what is particular to its rules; a change of behaviour shows up as a
difference in these files.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from meldwise.play import player, record_game

FOLDER = Path(__file__).parents[2] / "data" / "playthroughs"


class Recorded(NamedTuple):
    """What is played: rules, players, seed, hands."""

    rules: str
    players: tuple[str, ...]
    seed: int
    hands: int | None = 1


GAMES = (
    Recorded("german-rummy", ("greedy", "greedy"), 20),
    Recorded("tonk", ("greedy", "greedy", "greedy"), 11),
    Recorded("knock-rummy", ("greedy", "greedy", "greedy"), 2),
    Recorded("wildcard-rummy", ("greedy", "greedy"), 2),
    Recorded("loba", ("greedy", "greedy"), 29),
    Recorded("ramino-knock", ("greedy", "greedy", "patient"), 2),
    Recorded("ramino-drift", ("greedy", "greedy"), 11),
    Recorded("cincinnati-rummy", ("greedy", "greedy"), 8),
    Recorded("gin-rummy", ("greedy", "simple"), 7),
)


def record(game: Recorded) -> str:
    """The record of one of the games."""
    seats = [player(name, f"seat {seat}") for seat, name in enumerate(game.players)]
    return record_game(game.rules, seats, seed=game.seed, hands=game.hands)


if __name__ == "__main__":
    for known in GAMES:
        (FOLDER / f"{known.rules}.txt").write_text(record(known), encoding="utf-8")
