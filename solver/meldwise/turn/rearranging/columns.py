"""Candidate melds of the new table: those that can lie there, and those that keep an old one.

A joker may stand for any card wherever no rule limits jokers in melds. Then a candidate is the
slots that it fills, whatever lies in them: a fraction of the candidates that say where their jokers
are, and the same for any number of jokers. Where a rule does limit them, candidates say how many
jokers they hold; they are those of `meldwise.melds.candidates`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from itertools import combinations, islice, product

from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.legality import run_fault, set_fault
from meldwise.melds.meld import Kind
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.clock import Clock
from meldwise.turn.rearranging.situation import Situation, TableSet, mask_of

# The jokers of a meld may stand anywhere in the one that keeps it. With many jokers there are more
# such melds than anyone waits for; of them the shortest are tried.
MOST_KEEPING = 5_000

# Of more columns the model alone takes longer to build than anyone waits.
MOST_COUNTED = 4_000


@dataclass(frozen=True, slots=True)
class Column:
    """A candidate meld.

    Args:
        kind: Run or set.
        cells: The codes of the cards in its slots, jokers by what they stand for; in slot order
            for a run. Of a candidate that counts its jokers only the natural cards.
        points: What it is worth.
        wilds: The jokers that it holds; None if any slot may hold one.
        mask: A bit for each code of its cells.
        fixed: Of a column that keeps a meld: the codes for which that meld's jokers stand.
    """

    kind: Kind
    cells: tuple[int, ...]
    points: int
    wilds: int | None
    mask: int
    fixed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Keeping:
    """A meld of the table (or several equal ones), and the columns that keep its cards together.

    ``complete`` says that these are all of them.
    """

    known: TableSet
    count: int
    columns: tuple[Column, ...]
    complete: bool


def new_columns(
    situation: Situation, clock: Clock, *, free: bool, strict: bool
) -> tuple[list[Column], bool]:
    """The melds that the cards of table and rack can make, and whether these are all.

    Args:
        situation: The cards.
        clock: The time limit.
        free: Whether jokers may stand anywhere.
        strict: Whether also those that two shorter ones replace, one of which might be made of
            jokers alone.
    """
    if free:
        columns = _all if strict else _shortest
        return _within(columns(situation.melds), situation), True
    every = list(_counted(situation, clock))
    if len(every) <= MOST_COUNTED:
        return every, True
    return nsmallest(MOST_COUNTED, every, key=lambda c: (c.wilds or 0, len(c.cells))), False


def keeping_columns(
    situation: Situation, new: Sequence[Column], clock: Clock, *, free: bool, strict: bool
) -> list[Keeping]:
    """For each different meld of the table the columns that hold all its cards."""
    found = []
    for known, count in Counter(situation.movable).items():
        clock.look()
        complete = True
        if free:
            every = _keeping(situation.melds, known, strict=strict)
            complete = len(every) < MOST_KEEPING
            columns = _within(every, situation, known.wilds)
        else:
            columns = [column for column in new if _holds(column, known)]
        found.append(Keeping(known, count, tuple(columns), complete))
    return found


def rack_columns(situation: Situation, new: Sequence[Column], *, free: bool) -> list[Column]:
    """The columns that the cards of the rack alone can make."""
    rack = situation.on_rack
    if free:
        mask = mask_of([code for code, count in enumerate(rack) if count])
        most = situation.rack_wilds
        return [column for column in new if (column.mask & ~mask).bit_count() <= most]
    return [
        column
        for column in new
        if (column.wilds or 0) <= situation.rack_wilds
        and all(rack[code] >= count for code, count in Counter(column.cells).items())
    ]


def _within(columns: Sequence[Column], situation: Situation, fixed_wilds: int = 0) -> list[Column]:
    """The columns whose empty slots the jokers can fill, apart from those fixed in them."""
    held = situation.masks[0] if situation.masks else 0
    most = situation.wilds - fixed_wilds
    return [
        column
        for column in columns
        if (column.mask & ~held & ~mask_of(column.fixed)).bit_count() <= most
    ]


@lru_cache(maxsize=64)
def _all(rules: MeldRules) -> tuple[Column, ...]:
    """Every legal meld of natural cards, by its slots."""
    return (*_runs(rules), *_sets(rules))


@lru_cache(maxsize=64)
def _of_code(rules: MeldRules) -> tuple[tuple[Column, ...], ...]:
    """The same by the cards that they have a slot for."""
    return tuple(
        tuple(column for column in _all(rules) if column.mask >> code & 1) for code in range(52)
    )


def _runs(rules: MeldRules) -> Iterator[Column]:
    for window in rules.windows:
        if run_fault(rules, window.length, ()) is None:
            for suit in rules.suits:
                cells = tuple([13 * suit + rank - 1 for rank in window.ranks])
                yield Column("run", cells, window.total, None, mask_of(cells))


def _sets(rules: MeldRules) -> Iterator[Column]:
    copies = [
        range(rules.suit_copies + 1) if suit in rules.suits else range(1) for suit in range(4)
    ]
    for rank in range(13):
        if not rules.ranks_mask >> rank & 1:
            continue
        for suits in product(*copies):
            if set_fault(rules, suits, 0) is None:
                cells = tuple([13 * suit + rank for suit in range(4) for _ in range(suits[suit])])
                points = rules.set_values[rank + 1] * len(cells)
                yield Column("set", cells, points, None, mask_of(cells))


@lru_cache(maxsize=64)
def _shortest(rules: MeldRules) -> tuple[Column, ...]:
    """Every legal meld but the runs that can be cut in two and are worth as much then."""
    # Round the corner a cut before the ace would make a high ace low.
    return tuple(
        column
        for column in _all(rules)
        if column.kind == "set" or rules.corner or len(column.cells) < 2 * rules.run_min
    )


@lru_cache(maxsize=4_096)
def _keeping(rules: MeldRules, known: TableSet, *, strict: bool) -> tuple[Column, ...]:
    """Every way to lay all cards of a meld in one meld, alone or with others."""
    return tuple(islice(_all_keeping(rules, known, strict=strict), MOST_KEEPING))


def _all_keeping(rules: MeldRules, known: TableSet, *, strict: bool) -> Iterator[Column]:
    sets_alone = False
    # What a run without jokers gains at an end is itself a run if it is long enough.
    longest = known.size + 2 * (rules.run_min - 1)
    holding = _of_code(rules)[known.codes[0]] if known.codes else _all(rules)
    for column in holding:
        size = len(column.cells)
        if known.mask & ~column.mask or size < known.size:
            continue
        if column.kind == "set":
            # For which suit its jokers stand makes no difference while no card joins it.
            if size == known.size and sets_alone:
                continue
            sets_alone = sets_alone or size == known.size
        elif size > longest and not (known.wilds or strict or rules.corner):
            continue
        spare = _spare(column, known)
        if spare is None:
            continue
        for fixed in dict.fromkeys(combinations(spare, known.wilds)):
            whole = column.kind == "set" or strict
            if whole or not _can_be_cut(rules, column, (*known.codes, *fixed)):
                yield Column(column.kind, column.cells, column.points, None, column.mask, fixed)


def _spare(column: Column, known: TableSet) -> list[int] | None:
    """The cells of a column apart from those of a meld; None if it does not hold them all."""
    spare = list(column.cells)
    for code in known.codes:
        if code not in spare:
            return None
        spare.remove(code)
    return spare


def _can_be_cut(rules: MeldRules, column: Column, core: Sequence[int]) -> bool:
    """Whether a run is two melds, one of which holds all cards of the core."""
    if rules.corner:
        return False
    size = len(column.cells)
    # What is cut off must be a run, and so must the rest.
    if size < 2 * rules.run_min:
        return False
    slots = [column.cells.index(code) for code in core]
    return max(min(slots), size - 1 - max(slots)) >= rules.run_min


def _counted(situation: Situation, clock: Clock) -> Iterator[Column]:
    """The candidates that count their jokers, for rules that limit them."""
    held = Holding.of(
        situation.melds,
        [*situation.rack, *(card for known in situation.movable for card in known.cards)],
    )
    for candidate in hand_candidates(situation.melds, held, clock.step):
        clock.step()
        yield _column(candidate)


def _column(candidate: Candidate) -> Column:
    cells = tuple([code for code, count in candidate.naturals() for _ in range(count)])
    shape = candidate.shape
    return Column(shape.kind, cells, shape.points, shape.wild_count, mask_of(cells))


def _holds(column: Column, known: TableSet) -> bool:
    assert column.wilds is not None
    return not Counter(known.codes) - Counter(column.cells) and column.wilds >= known.wilds
