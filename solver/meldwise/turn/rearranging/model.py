"""The programme of one turn: which melds lie on the table afterwards, and what they are made of.

For each card the melds that hold it, on all places, take what lies on the table, what comes from
the rack and the jokers that stand for it. Every card and every joker of the table is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from meldwise.partition.clock import Clock
from meldwise.turn.rearranging.columns import (
    Column,
    Keeping,
    keeping_columns,
    new_columns,
    rack_columns,
)
from meldwise.turn.rearranging.measures import Measure
from meldwise.turn.rearranging.programme import Level, Programme, Solved
from meldwise.turn.rearranging.situation import Situation, TableSet


@dataclass(frozen=True, slots=True)
class Chosen:
    """A meld of the new table; ``keeps`` is the old one whose cards stay together in it."""

    column: Column
    keeps: TableSet | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A new table as the programme sees it.

    Args:
        melds: Its melds.
        wilds: How many jokers stand for each card, where melds do not say so themselves.
        placed: The cards that come from the rack, by code.
        placed_wilds: The jokers that come from the rack.
        opening: The melds that open, laid before the table is touched.
        opening_wilds: The same as ``wilds`` for those.
        level: What the first measure comes to.
    """

    melds: tuple[Chosen, ...]
    wilds: Counter[int]
    placed: Counter[int]
    placed_wilds: int
    opening: tuple[Chosen, ...]
    opening_wilds: Counter[int]
    level: int


class TableModel:
    """The programme of a situation; `next_best` gives one new table after the other.

    Args:
        situation: The cards and what may be done with them.
        wanted: What is compared, the most important first.
        clock: The time limit.
        several: Whether more than one table will be asked for.
        strict: Whether melds of jokers alone are ruled out, where the rules ask for a natural
            card. They are rare and not looked for at first, for that takes many more variables.
    """

    def __init__(
        self,
        situation: Situation,
        wanted: Sequence[Measure],
        clock: Clock,
        *,
        several: bool,
        strict: bool,
    ) -> None:
        self._situation = situation
        self._clock = clock
        self._free = free = situation.jokers_free
        self._several = several
        self._programme = Programme()
        self._melds: list[tuple[Chosen, int]] = []
        self._switches: list[int] = []
        self._cells: list[tuple[list[int], list[int]]] = [([], []) for _ in range(52)]
        self._fixed: dict[int, list[int]] = {}
        self._counted_wilds: tuple[list[int], list[int]] = ([], [])
        self._kept: list[int] = []
        new, self.complete = new_columns(situation, clock, free=free, strict=strict)
        for column in new:
            clock.step()
            most = self._most(column)
            if most:
                self._take(Chosen(column), self._amount(most))
        for keeping in keeping_columns(situation, new, clock, free=free, strict=strict):
            clock.look()
            self._keep(keeping)
        self._wilds: dict[int, int] = {}
        self._placed = {
            code: self._amount(count) for code, count in enumerate(situation.on_rack) if count
        }
        self._placed_wilds = self._amount(situation.rack_wilds) if situation.rack_wilds else []
        self._use_every_card()
        self._use_every_joker()
        self._rack_stands: dict[int, int] = {}
        if "most-points" in wanted and situation.rack_wilds and situation.table_wilds:
            self._tell_jokers_apart()
        self._opening: list[tuple[Chosen, int]] = []
        self._opening_wilds: dict[int, int] = {}
        if situation.opening is not None:
            self._open(new)
        if strict:
            self._give_each_a_natural()
        self._levels = [self._level(name) for name in wanted]
        self._programme.maximise(self._levels)

    def next_best(self) -> tuple[Found | None, Solved]:
        """The best new table not given yet, and what the solver knows of it."""
        solved = self._programme.solve(self._clock)
        if solved.values is None:
            return None, solved
        if self._several:
            self._programme.forbid(solved.values, self._switches)
        return self._read(solved.values), solved

    def _most(self, column: Column) -> int:
        """How often the cards at hand could make a meld."""
        pool, wilds = self._situation.pool, self._situation.wilds
        if column.wilds is not None:
            of_each = [pool[code] // count for code, count in Counter(column.cells).items()]
            return min(of_each + ([wilds // column.wilds] if column.wilds else []))
        most = lacking = 0
        for held in self._situation.masks:
            # Of how many of its cards there is no further one.
            lacking += (column.mask & ~held).bit_count()
            if lacking > wilds:
                return most
            most += 1
        return most + (wilds - lacking) // len(column.cells)

    def _amount(self, most: int) -> list[int]:
        """Variables that add up to a number from 0 to ``most``."""
        if not self._several:
            return [self._programme.variable(0, most)]
        switches = [self._programme.variable(0, 1) for _ in range(most)]
        for first, second in pairwise(switches):
            # The first are used first, so that a number has one form only.
            self._programme.row((first, second), (1, -1), least=0)
        self._switches += switches
        return switches

    def _take(self, chosen: Chosen, amount: list[int]) -> None:
        column = chosen.column
        for variable in amount:
            self._melds.append((chosen, variable))
            for code in column.cells:
                variables, weights = self._cells[code]
                variables.append(variable)
                weights.append(1)
            if column.wilds:
                self._counted_wilds[0].append(variable)
                self._counted_wilds[1].append(column.wilds)

    def _keep(self, keeping: Keeping) -> None:
        """Columns that hold all cards of an old meld; each old meld is kept once at most."""
        of_meld = []
        self.complete = self.complete and keeping.complete
        for column in keeping.columns:
            amount = self._amount(keeping.count)
            self._take(Chosen(column, keeping.known), amount)
            of_meld += amount
            for code in column.fixed:
                self._fixed.setdefault(code, []).extend(amount)
        self._programme.row(of_meld, [1] * len(of_meld), most=keeping.count)
        self._kept += of_meld

    def _use_every_card(self) -> None:
        on_table = self._situation.on_table
        jokers = self._situation.wilds if self._free else 0
        for code, (variables, weights) in enumerate(self._cells):
            placed = self._placed.get(code, [])
            if not variables and not placed:
                continue
            row, factors = [*variables, *placed], [*weights, *[-1] * len(placed)]
            if jokers and variables:
                stands = self._programme.variable(0, jokers)
                self._wilds[code] = stands
                row.append(stands)
                factors.append(-1)
                if code in self._fixed:
                    fixed = self._fixed[code]
                    self._programme.row([stands, *fixed], [1, *[-1] * len(fixed)], least=0)
            self._programme.row(row, factors, on_table[code], on_table[code])

    def _use_every_joker(self) -> None:
        if not self._situation.wilds:
            return
        if self._free:
            row, factors = list(self._wilds.values()), [1] * len(self._wilds)
        else:
            row, factors = map(list, self._counted_wilds)
        placed = self._placed_wilds
        on_table = self._situation.table_wilds
        self._programme.row([*row, *placed], [*factors, *[-1] * len(placed)], on_table, on_table)

    def _tell_jokers_apart(self) -> None:
        """Say for which cards the jokers of the rack stand: as many as are placed, any of all.

        Jokers cannot be told apart, so those of the rack may be said to be the dearest.
        """
        if self._situation.slot_values is None:
            return
        for code, stands in self._wilds.items():
            own = self._programme.variable(0, self._situation.rack_wilds)
            self._programme.row((stands, own), (1, -1), least=0)
            self._rack_stands[code] = own
        row, placed = list(self._rack_stands.values()), self._placed_wilds
        self._programme.row([*row, *placed], [*[1] * len(row), *[-1] * len(placed)], 0, 0)

    def _give_each_a_natural(self) -> None:
        """Deal out the natural cards of each place, one at least to each meld that might lack one.

        Equal melds are one variable; a card of a place goes to each of them once at most, so that
        as many cards as melds can be dealt out one to each.
        """
        on_table = self._situation.on_table
        self._deal_out(self._melds, on_table)
        if self._opening and self._opening is not self._melds:
            self._deal_out(self._opening, [0] * 52)

    def _deal_out(self, melds: Sequence[tuple[Chosen, int]], on_table: Sequence[int]) -> None:
        programme, wilds = self._programme, self._situation.wilds
        dealt: dict[int, list[int]] = {}
        for chosen, used in melds:
            if chosen.keeps is not None:
                for code in chosen.keeps.codes:
                    dealt.setdefault(code, []).append(used)
            elif chosen.column.wilds is None and len(chosen.column.cells) <= wilds:
                own = []
                for code in chosen.column.cells:
                    card = programme.variable(0, self._situation.pool[code])
                    programme.row((used, card), (1, -1), least=0)
                    dealt.setdefault(code, []).append(card)
                    own.append(card)
                programme.row([*own, used], [*[1] * len(own), -1], least=0)
        for code, cards in dealt.items():
            placed = self._placed.get(code, [])
            row, factors = [*cards, *placed], [*[1] * len(cards), *[-1] * len(placed)]
            programme.row(row, factors, most=on_table[code])

    def _open(self, new: Sequence[Column]) -> None:
        """What is placed holds melds of the rack alone that are worth enough, or it is nothing."""
        situation, programme = self._situation, self._programme
        least = situation.opening or 0
        laid = programme.variable(0, 1)
        for placed in self._all_placed():
            programme.row([placed, laid], [1, -len(situation.rack)], most=0)
        if situation.movable:
            self._open_from_rack(rack_columns(situation, new, free=self._free))
        else:
            # All melds are new, so they are those that open.
            self._opening = self._melds
            self._opening_wilds = self._wilds
        used = [variable for _, variable in self._opening]
        enough, points = [*used, laid], [chosen.column.points for chosen, _ in self._opening]
        points.append(-least)
        if situation.rules.open.exempt_if_going_out:
            enough.append(self._everything())
            points.append(least)
        programme.row(enough, points, least=0)
        programme.row([*used, laid], [*[1] * len(used), -1], least=0)

    def _open_from_rack(self, columns: Sequence[Column]) -> None:
        """Melds made of the cards placed, apart from where those lie in the end."""
        programme, rack_wilds = self._programme, self._situation.rack_wilds
        cells: dict[int, list[int]] = {}
        wilds: list[int] = []
        wild_counts: list[int] = []
        for column in columns:
            used = programme.variable(0, self._most(column))
            self._opening.append((Chosen(column), used))
            for code in column.cells:
                cells.setdefault(code, []).append(used)
            if column.wilds:
                wilds.append(used)
                wild_counts.append(column.wilds)
        for code, row in cells.items():
            placed = self._placed.get(code, [])
            stands = []
            if self._free and rack_wilds:
                stands = [programme.variable(0, rack_wilds)]
                self._opening_wilds[code] = stands[0]
                wilds += stands
                wild_counts.append(1)
            taken = [*placed, *stands]
            programme.row([*row, *taken], [*[1] * len(row), *[-1] * len(taken)], most=0)
        if wilds:
            placed = self._placed_wilds
            programme.row([*wilds, *placed], [*wild_counts, *[-1] * len(placed)], most=0)

    def _all_placed(self) -> list[int]:
        """The variables that count what is placed."""
        cards = [variable for amount in self._placed.values() for variable in amount]
        return cards + self._placed_wilds

    def _everything(self) -> int:
        """A switch that can be on only if the whole rack is placed."""
        out = self._programme.variable(0, 1)
        row = self._all_placed()
        self._programme.row([*row, out], [*[1] * len(row), -len(self._situation.rack)], least=0)
        return out

    def _level(self, name: Measure) -> Level:
        situation = self._situation
        wilds = situation.rack_wilds
        match name:
            case "keep-wilds":
                level = Level(-wilds, 0)
                for variable in self._placed_wilds:
                    level.add(variable, -1)
            case "fewest-changes":
                level = Level(0, len(situation.movable))
                for variable in self._kept:
                    level.add(variable, 1)
            case "most-cards":
                level = self._of_rack([1] * 52, 1)
            case "most-points":
                level = self._points()
            case _:
                values = [situation.hand_value(code) for code in range(52)]
                level = self._of_rack(values, situation.joker_value)
        return level

    def _of_rack(self, values: Sequence[int], joker: int) -> Level:
        """A value for each card placed."""
        rack = self._situation.on_rack
        most = sum([values[code] * rack[code] for code in self._placed])
        level = Level(0, most + joker * self._situation.rack_wilds)
        for code, amount in self._placed.items():
            for variable in amount:
                level.add(variable, values[code])
        for variable in self._placed_wilds:
            level.add(variable, joker)
        return level

    def _points(self) -> Level:
        """What the cards placed count where they lie; else what all melds count."""
        situation = self._situation
        values = situation.slot_values
        if values is None or not self._free:
            dearest = max((chosen.column.points for chosen, _ in self._melds), default=0)
            cards = sum(situation.pool) + situation.wilds
            level = Level(0, dearest * cards)
            for chosen, variable in self._melds:
                level.add(variable, chosen.column.points)
            return level
        level = self._of_rack(values, 0)
        stands = self._rack_stands or (self._wilds if situation.rack_wilds else {})
        for code, variable in stands.items():
            level.add(variable, values[code])
        level.most += max(values) * situation.rack_wilds
        return level

    def _read(self, values: Sequence[int]) -> Found:
        situation = self._situation

        def counts(variables: dict[int, int]) -> Counter[int]:
            return Counter({code: values[v] for code, v in variables.items() if values[v]})

        placed = {code: sum(values[v] for v in amount) for code, amount in self._placed.items()}
        return Found(
            melds=tuple(_repeated(self._melds, values)),
            wilds=counts(self._wilds),
            placed=+Counter(placed),
            placed_wilds=sum(values[v] for v in self._placed_wilds),
            opening=() if situation.opening is None else tuple(_repeated(self._opening, values)),
            opening_wilds=counts(self._opening_wilds),
            level=self._levels[0].value(values),
        )


def _repeated(melds: Sequence[tuple[Chosen, int]], values: Sequence[int]) -> Iterator[Chosen]:
    for chosen, variable in melds:
        for _ in range(values[variable]):
            yield chosen
