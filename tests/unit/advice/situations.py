"""Positions that come up in play, with the whole state behind each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from meldwise.play import deal, play_hand, player
from meldwise.play.actions import Action
from meldwise.play.players import Player
from meldwise.play.state import State

# One line of gin for each phase, with all that may be known of an opponent.
DRAWING = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC3D4CKS8H 27 0,0 - -- -- 1:10:hQH:t3DKS n5"
PLAYING = (
    "gin-rummy 2:0:1 play AS2S3S5H6H7H9C9DTDKHKC KC@stock TC3D4CKS8H 26 0,0 - -- --"
    " 1:10:hQH:t3DKS n5"
)
KNOCKING = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTC5DKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
GIN = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTCTHKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
DECLARING = "tonk 3:0:2 deal TCTDKSQHTS - 9C 36 0,0,0 - --- --- 1:5/2:5 -"
DROPPING = "tonk 4:0:3 draw AS2D3H4C2H - 9C 31 0,0,0,0 - ---- ---- 1:5/2:5/3:5 n4"


@lru_cache(maxsize=64)
def states(
    rules: str, players: int, hands: int, names: tuple[str, ...] = ("greedy",)
) -> tuple[State, ...]:
    """All states of some hands in which a seat has something to decide, in order of play."""
    found: list[State] = []

    def watch(state: State, _action: Action) -> None:
        found.append(state)

    for number in range(hands):
        seats: list[Player] = [
            player(names[seat % len(names)], f"{number}/{seat}") for seat in range(players)
        ]
        play_hand(deal(rules, players, seed=f"advice/{number}"), seats, watch)
    return tuple(found)


def sample(rules: str, players: int, count: int, hands: int = 6) -> Iterator[State]:
    """Some states of play, spread over several hands."""
    known = states(rules, players, hands)
    chosen = Random(f"{rules}/{players}").sample(range(len(known)), min(count, len(known)))
    return (known[number] for number in sorted(chosen))
