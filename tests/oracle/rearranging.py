"""Turns on a common table by brute force: every selection of tiles, every table made of melds.

Slow and plain on purpose. A tile is a number and a colour, a joker is `JOKER`; a table is a list of
melds, each a list of tiles. Nothing of the program under test is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

Tile = tuple[int, str]
Tiles = tuple[Tile, ...]

JOKER: Tile = (0, "J")
COLOURS = "krob"


class Game(NamedTuple):
    """What may differ from game to game; ``jokers`` is the most of them in one meld."""

    numbers: int = 13
    colours: str = COLOURS
    least: int = 3
    longest: int = 13
    naturals: int = 1
    jokers: int | None = None
    opening: int = 30
    same_turn: bool = True


class Turn(NamedTuple):
    """What a turn comes to."""

    placed: int
    points: int
    left: int
    jokers_kept: int
    melds_kept: int

    @property
    def out(self) -> bool:
        return self.left == 0


@cache
def readings(game: Game, tiles: Tiles) -> tuple[tuple[int, ...], ...]:
    """The numbers for which the tiles of a meld count, for each way to read it as one.

    Jokers' numbers come last, in ascending order.
    """
    plain = [tile for tile in tiles if tile != JOKER]
    jokers, size = len(tiles) - len(plain), len(tiles)
    if size < game.least or len(plain) < game.naturals:
        return ()
    if game.jokers is not None and jokers > game.jokers:
        return ()
    numbers = sorted(number for number, _ in plain)
    found = []
    if len({colour for _, colour in plain}) == len(plain) and size <= len(game.colours):
        found += [
            (*numbers, *[number] * jokers)
            for number in range(1, game.numbers + 1)
            if all(own == number for own in numbers)
        ]
    one_colour = len({colour for _, colour in plain}) <= 1
    if one_colour and len(set(numbers)) == len(numbers) and size <= game.longest:
        for first in range(1, game.numbers - size + 2):
            slots = range(first, first + size)
            if all(number in slots for number in numbers):
                empty = [number for number in slots if number not in numbers]
                found.append((*numbers, *empty))
    return tuple(found)


def selections(game: Game, pool: Sequence[Tile]) -> list[Tiles]:
    """Every selection of tiles that is a meld, equal ones once."""
    tiles = sorted(pool)
    sizes = range(game.least, max(game.numbers, len(game.colours)) + 1)
    every = {chosen for size in sizes for chosen in combinations(tiles, size)}
    return [chosen for chosen in sorted(every) if readings(game, chosen)]


def arrangements(
    game: Game, must: Sequence[Tile], may: Sequence[Tile]
) -> set[tuple[tuple[Tiles, ...], Tiles]]:
    """Every table that holds all of some tiles and any of others, with those left."""
    melds = selections(game, [*must, *may])
    found = set()

    def lay(pool: Counter[Tile], spare: Counter[Tile], laid: list[Tiles], left: list[Tile]) -> None:
        if not pool:
            found.add((tuple(sorted(laid)), tuple(left)))
            return
        tile = min(pool)
        if spare[tile]:
            one = Counter([tile])
            lay(pool - one, spare - one, laid, [*left, tile])
        for meld in melds:
            if tile in meld and not Counter(meld) - pool:
                lay(pool - Counter(meld), spare, [*laid, meld], left)

    lay(Counter([*must, *may]), Counter(may), [], [])
    return found


def survivors(old: Sequence[Tiles], new: Sequence[Tiles]) -> int:
    """Most old melds that lie whole in a new one, each in another."""
    if not old:
        return 0
    first, *rest = old
    best = survivors(rest, new)
    for number, meld in enumerate(new):
        if not Counter(first) - Counter(meld):
            best = max(best, 1 + survivors(rest, [*new[:number], *new[number + 1 :]]))
    return best


def hand_value(tiles: Sequence[Tile], joker: int = 30) -> int:
    """What tiles count in hand."""
    return sum(joker if tile == JOKER else tile[0] for tile in tiles)


def most_points(game: Game, melds: Sequence[Tiles], placed: Sequence[Tile]) -> int:
    """Most points of the tiles placed, jokers by the dearest slots that jokers lie in."""
    own = sum(tile == JOKER for tile in placed)
    plain = sum(number for number, _ in placed)
    best = 0
    for chosen in product(*(readings(game, meld) for meld in melds)):
        slots = [
            number
            for meld, numbers in zip(melds, chosen, strict=True)
            for number in numbers[len(meld) - meld.count(JOKER) :]
        ]
        best = max(best, sum(sorted(slots, reverse=True)[:own]))
    return plain + best


def opens(game: Game, placed: Sequence[Tile]) -> bool:
    """Whether some of the tiles placed are melds that together are worth enough."""
    return any(
        melds and sum(max(map(sum, readings(game, meld))) for meld in melds) >= game.opening
        for melds, _ in arrangements(game, (), tuple(placed))
    )


def turns(game: Game, table: Sequence[Tiles], rack: Sequence[Tile], *, opened: bool) -> list[Turn]:
    """What every possible turn comes to, the one that places nothing included."""
    touched = opened or game.same_turn
    must = [tile for meld in table for tile in meld] if touched else []
    found = []
    for melds, left in arrangements(game, must, tuple(rack)):
        placed = tuple((Counter(rack) - Counter(left)).elements())
        if not opened and placed and not opens(game, placed):
            continue
        found.append(
            Turn(
                len(placed),
                most_points(game, melds, placed),
                hand_value(left),
                sum(tile == JOKER for tile in left),
                survivors(table, melds) if touched else len(table),
            )
        )
    return found
