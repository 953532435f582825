"""Small random positions on a common table, and the comparison of plans with the brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from meldwise import errors
from meldwise.turn import Goal, Then, TurnPlan, plan_turn
from tests.oracle import rearranging as brute
from tests.oracle.rearranging import COLOURS, JOKER, Game, Tile, Tiles, Turn

GOALS: Final[tuple[Goal, ...]] = ("out", "least-left", "most-points", "most-cards", "keep-wilds")
THENS: Final[tuple[Then | None, ...]] = (None, "fewest-changes", "least-left", "most-cards")


@dataclass(frozen=True)
class Case:
    """A position: a game, the table, a rack, whether the player has opened."""

    game: Game
    table: tuple[Tiles, ...]
    rack: Tiles
    opened: bool
    jokers: int

    def __str__(self) -> str:
        table = " | ".join(map(text, self.table))
        return f"{self.game} table {table or '-'} rack {text(self.rack)} opened {self.opened}"

    @property
    def position(self) -> dict[str, Any]:
        """The position as JSON."""
        numbers = "A23456789TJQK"[: self.game.numbers]
        return {
            "rules": "rummikub",
            "options": {
                "deal.cards": 14 if self.game.numbers > 5 else 6,
                "deck.ranks": numbers,
                "deck.suits": "SHDC"[: len(self.game.colours)],
                "deck.jokers": self.jokers,
                "meld.run.min": self.game.least,
                "meld.set.min": self.game.least,
                "meld.run.max": self.game.longest,
                "wild.min_naturals": self.game.naturals,
                "wild.max_per_meld": self.game.jokers,
                "open.min_points": self.game.opening,
                "open.layoff_same_turn": self.game.same_turn,
            },
            "hand": text(self.rack),
            "table": [{"owner": 1, "cards": text(meld)} for meld in self.table],
            "opened": [self.opened, bool(self.table)],
            "opponents": [{"seat": 1, "cards": 1}],
        }


def text(tiles: Tiles) -> str:
    """Tiles as the program reads them."""
    return " ".join("JK" if tile == JOKER else f"{tile[1]}{tile[0]}" for tile in tiles)


def random_case(rng: random.Random, most: int = 11) -> Case:
    """A position of few numbers, so that tiles meet; up to so many tiles in all."""
    numbers = rng.choice((4, 5, 6, 13))
    colours = COLOURS[: rng.choice((3, 4, 4))]
    jokers = rng.choice((0, 1, 2, 2, 3, 4))
    game = Game(
        numbers=numbers,
        colours=colours,
        longest=rng.choice((13, 13, 5, 4, 3)),
        naturals=rng.choice((1, 1, 1, 0)),
        jokers=rng.choice((None, None, None, 1, 2)),
        opening=rng.choice((6, 9, 12, 30)),
        same_turn=rng.random() < 0.7,
    )
    low = rng.randint(1, numbers - 3)
    span = range(low, low + 4)
    pool: list[Tile] = [(n, c) for n in span for c in colours] * 2 + [JOKER] * jokers
    rng.shuffle(pool)
    table: list[Tiles] = []
    free = most - rng.randint(2, 5)
    for _ in range(12):
        size = rng.choice((3, 3, 4))
        if sum(map(len, table)) + size > free:
            break
        chosen = tuple(rng.sample(pool, size))
        meld = next((m for m in brute.selections(game, pool[:10]) if len(m) == size), chosen)
        if brute.readings(game, tuple(sorted(meld))):
            for tile in meld:
                pool.remove(tile)
            table.append(meld)
            rng.shuffle(pool)
    rack = tuple(rng.sample(pool, min(len(pool), max(1, most - sum(map(len, table))))))
    return Case(game, tuple(table), rack, bool(table) and rng.random() < 0.7, jokers)


def cases(seed: int, count: int, most: int = 11) -> Iterator[Case]:
    """So many random positions."""
    rng = random.Random(seed)
    for _ in range(count):
        yield random_case(rng, most)


def fault(case: Case, goal: Goal, then: Then | None, turns: list[Turn]) -> str | None:
    """How a plan differs from the best of all turns; None if it does not."""
    plan = plan_turn(case.position, goal=goal, then=then, seconds=60)
    if not plan.exact:
        return "not exact"
    reached = measured(case, plan)
    order = levels(case, goal, then)
    best = max(tuple(level_of(turn, name) for name in order) for turn in turns)
    found = tuple(level_of(reached, name) for name in order)
    if found != best:
        return f"{order}: {found}, the best is {best}"
    return None


def measured(case: Case, plan: TurnPlan) -> Turn:
    """What a plan comes to, counted from its table alone."""
    new = [[tile_of(str(card.card)) for card in meld.cards] for meld in plan.table]
    before = sorted(tile for meld in case.table for tile in meld)
    rack = list(case.rack)
    left = [tile_of(str(card)) for card in plan.left.cards]
    placed = [tile_of(str(card)) for card in plan.placed.cards]
    assert sorted(placed + left) == sorted(rack)
    assert sorted(tile for meld in new for tile in meld) == sorted(before + placed)
    assert all(brute.readings(case.game, tuple(sorted(meld))) for meld in new)
    for number, meld in enumerate(case.table):
        came = [
            tile
            for row, fresh in zip(plan.table, new, strict=True)
            for origin, tile in zip(row.origins, fresh, strict=True)
            if origin == number
        ]
        assert sorted(came) == sorted(meld)
    kept = sum(meld.change in ("unchanged", "extended") for meld in plan.table)
    assert kept <= brute.survivors(case.table, [tuple(meld) for meld in new])
    return Turn(
        len(placed),
        plan.placed.points,
        plan.left.points,
        sum(tile == JOKER for tile in left),
        kept,
    )


def tile_of(name: str) -> Tile:
    """A card's name as a tile."""
    if name == "JK":
        return JOKER
    return "A23456789TJQK".index(name[0]) + 1, COLOURS["SHDC".index(name[1])]


def levels(case: Case, goal: Goal, then: Then | None) -> list[str]:
    """What is compared for a goal, as documented."""
    first: list[str] = [goal]
    if goal == "out":
        first = ["least-left", *([then] if then else []), "most-cards"]
    if goal != "out" and then:
        first.append(then)
    if goal == "keep-wilds":
        first.append("least-left")
    order = list(dict.fromkeys([*first, "keep-wilds", "fewest-changes"]))
    tiles = [*case.rack, *(tile for meld in case.table for tile in meld)]
    if "most-points" in order and JOKER in tiles and case.game.jokers is not None:
        # What counts then is by how much the whole table grows.
        return order[: order.index("most-points")]
    return order


def level_of(turn: Turn, name: str) -> int:
    """One level of a turn; more is better."""
    return {
        "least-left": -turn.left,
        "most-points": turn.points,
        "most-cards": turn.placed,
        "keep-wilds": turn.jokers_kept,
        "fewest-changes": turn.melds_kept,
    }[name]


def all_faults(seed: int, count: int, most: int = 11) -> Iterator[str]:
    """The faults of all goals on so many positions."""
    rng = random.Random(seed)
    for case in cases(seed, count, most):
        try:
            turns = brute.turns(case.game, case.table, case.rack, opened=case.opened)
            goal, then = rng.choice(GOALS), rng.choice(THENS)
            found = fault(case, goal, then, turns)
        except errors.InputError as error:
            found = f"refused: {error}"
        if found:
            yield f"{goal}, {then}: {found}: {case}"
