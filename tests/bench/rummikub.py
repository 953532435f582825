"""Whole turns of Rummikub beside rummikub-solver: ``python -m tests.bench.rummikub``.

Both answer the same boards in one run and take turns board by board, so that a slow moment of the
machine hits both; only the ratios say something about another machine. Boards follow from their
number: melds drawn at random until so many tiles lie on the table, then a rack from the rest. Times
are those of a call with the position at hand, in processor time, for what else runs on the machine
would decide the worst of them otherwise; both use one core. The status is 1 if a number of tiles
differs from rummikub-solver's or a plan is not proven.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rummikub_solver import RuleSet, SolverMode

from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import JOKER
from meldwise.position import Position
from meldwise.turn import Then, plan_turn

Slots = tuple[tuple[PlacedCard, ...], ...]

TIMES_FASTER: Final = 5
JOKER_TILE: Final = 53


class Kind(NamedTuple):
    """A kind of board: tiles on the table, jokers among them, tiles on the rack."""

    table: int
    jokers: int
    rack: int

    def __str__(self) -> str:
        if not self.table:
            return f"rack {self.rack}"
        return f"table ~{self.table}, {self.jokers} joker(s), rack {self.rack}"


KINDS: Final = (Kind(0, 0, 14), Kind(20, 1, 14), Kind(45, 2, 14), Kind(75, 2, 14), Kind(60, 2, 20))
# On these boards the ratios are promised.
PROMISED: Final = KINDS[2:4]


class Board(NamedTuple):
    """Melds on the table, and a rack."""

    table: Slots
    rack: tuple[Card, ...]

    @property
    def position(self) -> Position:
        """The board as a position of a player who has opened."""
        return Position.from_dict(
            {
                "rules": "rummikub",
                "hand": [str(card) for card in self.rack],
                "table": [{"cards": [str(card) for card in meld]} for meld in self.table],
                "opened": [bool(self.table), False],
                "opponents": [{"seat": 1, "cards": 1}],
            }
        )

    def state(self, game: RuleSet) -> Any:
        """The board as rummikub-solver sees it."""
        state = game.new_game()
        state.add_table(*[_tile(card.card) for meld in self.table for card in meld])
        state.add_rack(*[_tile(card) for card in self.rack])
        state.initial = not self.table
        return state


def _tile(card: Card) -> int:
    return JOKER_TILE if card.is_joker else card.code + 1


def board(kind: Kind, number: int) -> Board:
    """The board of that kind and number."""
    rng = random.Random(f"{kind} {number}")
    left = {Card.of(rank, suit): 2 for suit in range(4) for rank in range(1, 14)}
    jokers, size = kind.jokers, 0
    table: list[tuple[PlacedCard, ...]] = []
    while size < kind.table:
        meld = _meld(rng)
        wild = rng.randrange(len(meld)) if jokers and rng.random() < 0.25 else -1
        naturals = [card for slot, card in enumerate(meld) if slot != wild]
        if all(left[card] for card in naturals):
            for card in naturals:
                left[card] -= 1
            jokers -= wild >= 0
            size += len(meld)
            table.append(tuple(_placed(meld, slot, wild) for slot in range(len(meld))))
    rest = [card for card, count in left.items() for _ in range(count)]
    rest += [JOKER] * (jokers + 2 - kind.jokers)
    return Board(tuple(table), tuple(rng.sample(rest, kind.rack)))


def _meld(rng: random.Random) -> list[Card]:
    if rng.random() < 0.45:
        rank = rng.randint(1, 13)
        return [Card.of(rank, suit) for suit in rng.sample(range(4), rng.choice((3, 3, 4)))]
    suit, length = rng.randrange(4), rng.choice((3, 3, 3, 4, 4, 5, 6, 7))
    first = rng.randint(1, 14 - length)
    return [Card.of(rank, suit) for rank in range(first, first + length)]


def _placed(meld: list[Card], slot: int, wild: int) -> PlacedCard:
    card = meld[slot]
    if slot != wild:
        return PlacedCard.natural(card)
    run = meld[0].suit == meld[1].suit
    return PlacedCard(JOKER, card.rank, card.suit if run else -1, wild=True)


class Row(NamedTuple):
    """What one board took, in milliseconds, and whether both answers agree."""

    theirs: float
    ours: dict[str, float]
    same: bool
    more: bool
    proven: bool


def ask(game: RuleSet, kind: Kind, number: int) -> Row:
    """Ask both for one board: rummikub-solver once, us without and with the second level."""
    chosen = board(kind, number)
    position, state = chosen.position, chosen.state(game)
    mode = SolverMode.TILE_COUNT if chosen.table else SolverMode.INITIAL
    started = time.process_time()
    answer = game.solve(state, mode)
    theirs = time.process_time() - started
    tiles = len(answer.tiles) if answer else 0
    ours, plans = {}, []
    seconds: Then | None
    for name, seconds in (("most tiles", None), ("then fewest changes", "fewest-changes")):
        started = time.process_time()
        plans.append(plan_turn(position, goal="most-cards", then=seconds, seconds=30))
        ours[name] = (time.process_time() - started) * 1e3
    # The first melds of rummikub-solver are sometimes fewer than can be laid.
    more = not chosen.table and all(plan.placed.count > tiles for plan in plans)
    return Row(
        theirs * 1e3,
        ours,
        more or all(plan.placed.count == tiles for plan in plans),
        more,
        all(plan.exact for plan in plans),
    )


def report(kind: Kind, rows: list[Row]) -> Iterator[str]:
    """The table of one kind of board."""
    theirs = [row.theirs for row in rows]
    name = f"{kind}: {len(rows)} boards"
    yield f"{name:45} rummikub-solver {_figures(theirs)}"
    for level in rows[0].ours:
        ours = [row.ours[level] for row in rows]
        median = statistics.median(theirs) / statistics.median(ours)
        worst = max(theirs) / max(ours)
        kept = ""
        if kind in PROMISED:
            enough = min(median, worst) >= TIMES_FASTER
            kept = f"  (wanted {TIMES_FASTER}: {'yes' if enough else 'NO'})"
        yield f"  {level:43} {_figures(ours)}  ratio {median:5.1f} [{worst:5.1f}]{kept}"


def _figures(times: list[float]) -> str:
    return f"median {statistics.median(times):6.1f} ms [worst {max(times):7.1f}]"


def main() -> int:
    """Run all kinds of boards and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=60, help="boards of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    arguments = parser.parse_args()
    game = RuleSet()
    # Loading libraries and sweeping up their objects are not what is measured, on either side.
    ask(game, KINDS[1], -1)
    ask(game, KINDS[0], -1)
    gc.collect()
    gc.freeze()
    differ = unproven = more = 0
    for kind in KINDS:
        numbers = range(arguments.first, arguments.first + arguments.boards)
        rows = [ask(game, kind, number) for number in numbers]
        differ += sum(not row.same for row in rows)
        more += sum(row.more for row in rows)
        unproven += sum(not row.proven for row in rows)
        print("\n".join(report(kind, rows)), flush=True)  # noqa: T201 - a report
    boards = len(KINDS) * arguments.boards
    print(  # noqa: T201 - a report
        f"{boards} boards: {differ} differ in tiles, {unproven} plans not proven; "
        f"{more} first melds have more tiles than rummikub-solver's"
    )
    return int(differ + unproven > 0)


if __name__ == "__main__":
    sys.exit(main())
