"""Every legal meld that the cards of one suit, or of one rank, can make with wilds.

A shape says which naturals a meld takes and how many wilds of each class; identical cards are
merged, and of several readings of the same cards only the dearest is kept. Shapes depend on a
few cards only, so they are kept and used again for millions of hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from operator import gt

from meldwise.melds.legality import run_fault, set_fault
from meldwise.melds.meld import Kind
from meldwise.melds.meldrules import BLACK_SUITS, RED_SUITS, MeldRules
from meldwise.melds.memory import Memory
from meldwise.melds.packed import FIELD, FIELD_MASK, pack
from meldwise.melds.windows import Window

__all__ = [
    "FIELD",
    "FIELD_MASK",
    "Capacity",
    "Shape",
    "Step",
    "run_shapes",
    "set_shapes",
    "wild_shapes",
]

# Shapes remembered of runs, and as many of sets. One list has from a few to some thousands.
MOST_SHAPES = 200_000

Capacity = tuple[int, ...]
"""How many wild cards of each class there are (of the rule set's classes, in order)."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One legal meld up to identical cards.

    ``cards`` are the naturals, packed by rank for a run and by suit for a set (see `packed`).
    ``units`` counts the cards of each wild class that it takes, as wilds or as naturals;
    ``wilds`` only those that stand for another card, per class. ``saved`` is the value in hand
    of all its cards, and ``natural_slots`` the slots of a run (from 0) that naturals fill.
    """

    kind: Kind
    cards: int
    units: Capacity
    wilds: Capacity
    points: int
    saved: int
    size: int
    natural_slots: tuple[int, ...] = ()

    @property
    def wild_count(self) -> int:
        """How many cards stand for another one."""
        return sum(self.wilds)


Step = Callable[[], None]
"""Called now and then by long enumerations; it may raise to stop them."""


def _no_step() -> None:
    pass


_runs_known: Memory[tuple[MeldRules, int, int, int, Capacity], tuple[Shape, ...]] = Memory(
    MOST_SHAPES
)


def run_shapes(
    rules: MeldRules,
    suit: int,
    mask: int,
    doubled: int,
    capacity: Capacity,
    step: Step = _no_step,
) -> tuple[Shape, ...]:
    """All runs with a natural that these cards of one suit and the wilds can make.

    Args:
        rules: The rules of melds.
        suit: The suit; where suits are alike, callers pass 0 for all.
        mask: Bit rank − 1 for each rank held that may be natural.
        doubled: The same for ranks held twice or more.
        capacity: Wilds of each class at hand.
        step: Called often; whatever it raises ends the work.
    """
    key = (rules, suit, mask, doubled, capacity)
    known = _runs_known.get(key)
    if known is None:
        known = tuple(_all_runs(*key, step))
        _runs_known.keep(key, known, len(known) + 1)
    return known


def _all_runs(
    rules: MeldRules, suit: int, mask: int, doubled: int, capacity: Capacity, step: Step
) -> Iterable[Shape]:
    best: dict[tuple[int, Capacity], Shape] = {}
    dearest: dict[tuple[int, int], int] = {}
    wilds = min(sum(capacity), rules.wilds_in_runs)
    longest = mask.bit_count() + wilds + rules.both_aces
    for window in rules.windows:
        if window.length > longest:
            break
        at_hand = (mask & window.mask).bit_count() + (1 if window.twice else 0)
        if window.length - at_hand > wilds:
            continue
        for cards, natural_slots in _natural_slots(window, mask, doubled, wilds):
            step()
            # The same cards in a window that counts no more cannot be a better reading.
            key = (cards, window.length)
            if rules.wilds_represent and dearest.get(key, -1) >= window.total:
                continue
            for shape in _runs_of(rules, suit, window, cards, natural_slots, capacity):
                dearest[key] = window.total
                known = best.get((shape.cards, shape.wilds))
                if known is None or known.points < shape.points:
                    best[shape.cards, shape.wilds] = shape
    return best.values()


def _natural_slots(
    window: Window, mask: int, doubled: int, wilds: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every choice of slots that naturals fill (one or more), and those naturals packed."""
    at_hand = [slot for slot, rank in enumerate(window.ranks) if mask >> (rank - 1) & 1]
    twice = window.twice if window.twice and not doubled >> (window.twice - 1) & 1 else 0
    for dropped in range(wilds - window.length + len(at_hand) + 1):
        if dropped >= len(at_hand):
            return
        for slots in combinations(at_hand, len(at_hand) - dropped):
            # One ace cannot stand at both ends.
            if not (twice and slots[0] == 0 and slots[-1] == window.length - 1):
                yield sum([1 << (FIELD * (window.ranks[slot] - 1)) for slot in slots]), slots


def _runs_of(
    rules: MeldRules,
    suit: int,
    window: Window,
    cards: int,
    natural_slots: tuple[int, ...],
    capacity: Capacity,
) -> Iterator[Shape]:
    wild_slots = [slot for slot in range(window.length) if slot not in natural_slots]
    if run_fault(rules, window.length, wild_slots):
        return
    codes = [13 * suit + window.ranks[slot] - 1 for slot in natural_slots]
    saved = sum([rules.hand_values[code] for code in codes])
    if len(capacity) == 1 and rules.jokers_only and rules.wilds_represent:
        # The usual case: jokers that count what they stand for.
        count = len(wild_slots)
        if count <= capacity[0]:
            saved += count * rules.classes[0].hand_value
            spent = (count,)
            yield Shape(
                "run", cards, spent, spent, window.total, saved, window.length, natural_slots
            )
        return
    natural_units = [0] * len(capacity)
    for code in codes:
        if rules.class_of[code] >= 0:
            natural_units[rules.class_of[code]] += 1
    if any(map(gt, natural_units, capacity)):
        return
    naturals = sum([window.values[slot] for slot in natural_slots])
    for wilds in _class_choices(rules, len(wild_slots), capacity, natural_units, suit=suit):
        points = _wild_run_points(rules, suit, window, wild_slots, wilds)
        if points is not None:
            yield Shape(
                "run",
                cards,
                tuple(map(sum, zip(natural_units, wilds, strict=True))),
                wilds,
                naturals + points,
                saved + _wild_saved(rules, wilds),
                window.length,
                natural_slots,
            )


def _wild_saved(rules: MeldRules, wilds: Capacity) -> int:
    return sum(count * known.hand_value for count, known in zip(wilds, rules.classes, strict=True))


def _class_choices(
    rules: MeldRules,
    wilds: int,
    capacity: Capacity,
    taken: Sequence[int],
    *,
    suit: int = -1,
    rank: int = 0,
) -> Iterator[Capacity]:
    """Every way to take so many wilds from the classes that may stand in this suit or rank."""
    if wilds == 0:
        yield (0,) * len(capacity)
        return
    if len(capacity) == 1:
        known = rules.classes[0]
        fits = suit < 0 or known.suits >> suit & 1
        if wilds <= capacity[0] - taken[0] and fits and not (rank and known.own_rank == rank):
            yield (wilds,)
        return
    most = [
        min(wilds, count - used)
        if (suit < 0 or known.suits >> suit & 1) and not (rank and known.own_rank == rank)
        else 0
        for known, count, used in zip(rules.classes, capacity, taken, strict=True)
    ]
    for choice in product(*(range(count + 1) for count in most)):
        if sum(choice) == wilds:
            yield choice


def _wild_run_points(
    rules: MeldRules, suit: int, window: Window, wild_slots: Sequence[int], wilds: Capacity
) -> int | None:
    """The most points that these wilds count in these slots; None if they cannot lie there."""
    values = [window.values[slot] for slot in wild_slots]
    used = [(known, n) for known, n in zip(rules.classes, wilds, strict=True) if n]
    if all(known.meld_value is None for known, _ in used):
        return sum(values)
    if any(
        known.per_card
        and any(13 * suit + window.ranks[slot] - 1 in known.codes for slot in wild_slots)
        for known, _ in used
    ):
        return _points_by_trial(rules, suit, window, wild_slots, wilds)
    fixed = sum(known.meld_value * n for known, n in used if known.meld_value is not None)
    represented = sum(n for known, n in used if known.meld_value is None)
    return fixed + sum(sorted(values, reverse=True)[:represented])


def _points_by_trial(
    rules: MeldRules, suit: int, window: Window, wild_slots: Sequence[int], wilds: Capacity
) -> int | None:
    """As above where a card in its own slot would be a natural: every class is tried in each."""

    # Remembered by what is left, for ten different wilds have millions of orders.
    @cache
    def most(filled: int, left: Capacity) -> int | None:
        if filled == len(wild_slots):
            return 0
        slot = wild_slots[filled]
        code = 13 * suit + window.ranks[slot] - 1
        best = None
        for index, known in enumerate(rules.classes):
            if not left[index] or (known.per_card and code in known.codes):
                continue
            rest = most(filled + 1, (*left[:index], left[index] - 1, *left[index + 1 :]))
            if rest is not None:
                value = window.values[slot] if known.meld_value is None else known.meld_value
                best = rest + value if best is None else max(best, rest + value)
        return best

    return most(0, wilds)


_sets_known: Memory[tuple[MeldRules, int, tuple[int, ...], Capacity], tuple[Shape, ...]] = Memory(
    MOST_SHAPES
)


def set_shapes(
    rules: MeldRules,
    rank: int,
    held: tuple[int, ...],
    capacity: Capacity,
    step: Step = _no_step,
) -> tuple[Shape, ...]:
    """All sets with a natural that these cards of one rank and the wilds can make.

    Args:
        rules: The rules of melds.
        rank: The rank, 1 to 13.
        held: Cards of the rank that may be natural, in the suits S H D C.
        capacity: Wilds of each class at hand.
        step: Called often; whatever it raises ends the work.
    """
    key = (rules, rank, held, capacity)
    known = _sets_known.get(key)
    if known is None:
        known = tuple(_all_sets(*key, step))
        _sets_known.keep(key, known, len(known) + 1)
    return known


def _all_sets(
    rules: MeldRules, rank: int, held: tuple[int, ...], capacity: Capacity, step: Step
) -> Iterator[Shape]:
    most = min(sum(capacity), rules.wilds_in_sets)
    for suits in product(*(range(min(count, rules.suit_copies) + 1) for count in held)):
        step()
        naturals = sum(suits)
        if naturals == 0:
            continue
        units = [0] * len(capacity)
        for suit, count in enumerate(suits):
            index = rules.class_of[13 * suit + rank - 1]
            if index >= 0:
                units[index] += count
        if any(map(gt, units, capacity)):
            continue
        least = max(0, rules.set_min - naturals)
        for wilds in range(least, min(most, rules.set_max - naturals) + 1):
            for choice in _class_choices(rules, wilds, capacity, units, rank=rank):
                if not _set_fault(rules, suits, choice):
                    yield _set_shape(rules, rank, suits, units, choice)


def _set_fault(rules: MeldRules, suits: Sequence[int], wilds: Capacity) -> str | None:
    red = sum(n for c, n in zip(rules.classes, wilds, strict=True) if c.suits == RED_SUITS)
    black = sum(n for c, n in zip(rules.classes, wilds, strict=True) if c.suits == BLACK_SUITS)
    return set_fault(rules, suits, sum(wilds) - red - black, red, black)


def _set_shape(
    rules: MeldRules, rank: int, suits: Sequence[int], units: Sequence[int], wilds: Capacity
) -> Shape:
    naturals, value = sum(suits), rules.set_values[rank]
    points = naturals * value + sum(
        n * (value if known.meld_value is None else known.meld_value)
        for known, n in zip(rules.classes, wilds, strict=True)
    )
    saved = sum(count * rules.hand_values[13 * suit + rank - 1] for suit, count in enumerate(suits))
    return Shape(
        "set",
        pack(suits),
        tuple(map(sum, zip(units, wilds, strict=True))),
        wilds,
        points,
        saved + _wild_saved(rules, wilds),
        naturals + sum(wilds),
    )


@lru_cache(maxsize=1_000)
def wild_shapes(rules: MeldRules, capacity: Capacity) -> tuple[Shape, ...]:
    """Melds of wilds alone, where the rules know them: the dearest of each kind and make-up."""
    if rules.min_naturals > 0 or rules.not_more_than_naturals:
        return ()
    best: dict[tuple[Kind, Capacity], Shape] = {}
    for shape in _wild_sets(rules, capacity), _wild_runs(rules, capacity):
        for found in shape:
            known = best.get((found.kind, found.wilds))
            if known is None or known.points < found.points:
                best[found.kind, found.wilds] = found
    return tuple(best.values())


def _wild_sets(rules: MeldRules, capacity: Capacity) -> Iterator[Shape]:
    most = min(sum(capacity), rules.wilds_in_sets, rules.set_max)
    for rank in range(1, 14):
        if not rules.ranks_mask >> (rank - 1) & 1:
            continue
        for wilds in range(rules.set_min, most + 1):
            for choice in _class_choices(rules, wilds, capacity, (0,) * len(capacity), rank=rank):
                if not _set_fault(rules, (0, 0, 0, 0), choice):
                    yield _set_shape(rules, rank, (0, 0, 0, 0), (0,) * len(capacity), choice)


def _wild_runs(rules: MeldRules, capacity: Capacity) -> Iterator[Shape]:
    most = min(sum(capacity), rules.wilds_in_runs)
    for window in rules.windows:
        slots = list(range(window.length))
        if window.length > most or run_fault(rules, window.length, slots):
            continue
        for suit in rules.suits:
            yield from _runs_of(rules, suit, window, 0, (), capacity)
