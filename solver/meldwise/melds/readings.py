"""All readings of some cards as one meld, straight from the definition.

Slow and plain on purpose: the engines work on `shapes`, and every meld that they return is read
again here before it leaves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import add

from meldwise.cards import PlacedCard
from meldwise.cards.card import ACE
from meldwise.melds.layings import as_laid, layings, stands_in
from meldwise.melds.legality import run_fault, set_fault, suits_fault
from meldwise.melds.meld import Kind, Meld
from meldwise.melds.meldrules import ANY_SUIT, BLACK_SUITS, RED_SUITS, MeldRules

# Many different wilds can be permuted in thousands of ways; nobody reads more than this.
MOST_READINGS = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """What the definition says of some cards: the readings, or the faults that came nearest."""

    melds: tuple[Meld, ...]
    faults: tuple[tuple[Kind, str], ...]
    truncated: bool


def read_meld(
    rules: MeldRules,
    cards: Sequence[PlacedCard],
    *,
    ordered: bool = False,
    every_order: bool = True,
) -> Reading:
    """Every way to read exactly these cards as one meld, dearest first, fewest wilds first.

    Args:
        rules: The rules of melds.
        cards: The cards; one that says what it stands for is read only so.
        ordered: Whether they must stand as laid: a run from its first card upwards.
        every_order: Whether different wilds that could change places give further readings; if
            not, only a dearest of those is listed.
    """
    faults: list[tuple[Kind, str]] = []
    found: dict[tuple[str, tuple[PlacedCard, ...]], Meld] = {}
    truncated = False
    wilds = {card for card in cards if rules.is_wild(card.card.code)}
    # First one reading for each place of the wilds, so that none is cut off by many orders.
    for orders in (1, MOST_READINGS) if every_order and len(wilds) > 1 else (1,):
        for meld in _all_readings(rules, cards, faults, orders, ordered=ordered):
            found.setdefault((meld.kind, meld.cards), meld)
            if len(found) > MOST_READINGS:
                truncated = True
                break
    melds = sorted(found.values(), key=lambda meld: (-meld.points, meld.wild_count))
    return Reading(tuple(melds[:MOST_READINGS]), tuple(dict.fromkeys(faults)), truncated)


def _all_readings(
    rules: MeldRules,
    cards: Sequence[PlacedCard],
    faults: list[tuple[Kind, str]],
    orders: int,
    *,
    ordered: bool,
) -> Iterator[Meld]:
    fixed = [card.card for card in cards if not rules.is_wild(card.card.code)]
    ranks = {card.rank for card in fixed}
    suits = {card.suit for card in fixed}
    if len(ranks) <= 1:
        for rank in sorted(ranks) if ranks else range(1, 14):
            yield from _set_readings(rules, cards, rank, faults)
    if len(suits) <= 1:
        for suit in sorted(suits) if suits else rules.suits:
            yield from _run_readings(rules, cards, suit, faults, orders, ordered=ordered)


def _set_readings(
    rules: MeldRules, cards: Sequence[PlacedCard], rank: int, faults: list[tuple[Kind, str]]
) -> Iterator[Meld]:
    if not rules.ranks_mask >> (rank - 1) & 1:
        return
    naturals, wilds = [], []
    said = [0, 0, 0, 0]
    for card in cards:
        own = card.card.rank == rank and rules.may_be_natural(card.card.code)
        if card.wild and not _may_say(rules, card, rank, own=own):
            faults.append(("set", "stands-for-another"))
            return
        if own:
            naturals.append(card.card)
        else:
            wilds.append(card)
            if card.wild and card.suit >= 0:
                said[card.suit] += 1
    suits = [sum(card.suit == suit for card in naturals) for suit in range(4)]
    fault = set_fault(rules, suits, *_colours(rules, wilds))
    if fault:
        faults.append(("set", fault))
        return
    # A wild that names its suit takes that place; the others must still find one.
    taken = list(map(add, suits, said))
    silent = [card for card in wilds if not card.wild or card.suit < 0]
    if max(taken) > rules.suit_copies or suits_fault(rules, taken, *_colours(rules, silent)):
        faults.append(("set", "stands-for-another"))
        return
    placed = [PlacedCard.natural(card) for card in sorted(naturals)]
    cards_of_wilds = sorted((card.card for card in wilds), reverse=True)
    placed += [PlacedCard(card, rank, -1, wild=True) for card in cards_of_wilds]
    points = sum(_points(rules, card, rules.set_values[rank]) for card in placed)
    yield Meld("set", tuple(placed), points)


def _may_say(rules: MeldRules, card: PlacedCard, rank: int, *, own: bool) -> bool:
    """Whether a card may stand for what it says it does, in a set of this rank."""
    if card.rank != rank:
        return False
    if card.suit < 0:
        return True
    return card.suit == card.card.suit if own else stands_in(rules, card, card.suit)


def _colours(rules: MeldRules, wilds: Sequence[PlacedCard]) -> tuple[int, int, int]:
    """How many wilds stand for any suit, for red suits only and for black suits only."""
    suits = Counter(rules.classes[rules.class_of[card.card.code]].suits for card in wilds)
    return suits[ANY_SUIT], suits[RED_SUITS], suits[BLACK_SUITS]


def _run_readings(
    rules: MeldRules,
    cards: Sequence[PlacedCard],
    suit: int,
    faults: list[tuple[Kind, str]],
    orders: int,
    *,
    ordered: bool,
) -> Iterator[Meld]:
    if not rules.runs:
        faults.append(("run", "runs-not-allowed"))
        return
    if len(cards) < rules.run_min:
        faults.append(("run", "too-short"))
        return
    windows = rules.windows_of.get(len(cards))
    if not windows:
        faults.append(("run", "run-too-long"))
        return
    consecutive = False
    ways = as_laid if ordered else layings
    own = sum({1 << (c.card.rank - 1) for c in cards if not rules.is_wild(c.card.code)})
    for window in windows:
        if own & ~window.mask:
            continue
        for wild_slots, fillings in ways(rules, cards, suit, window):
            fault = run_fault(rules, window.length, wild_slots)
            for placed in islice(fillings, orders):
                consecutive = True
                if fault:
                    faults.append(("run", fault))
                    break
                points = sum(map(partial(_points, rules), placed, window.values))
                yield Meld("run", placed, points)
    if not consecutive:
        faults.append(("run", _why_not_consecutive(rules, cards, suit, ordered=ordered)))


def _points(rules: MeldRules, card: PlacedCard, slot_value: int) -> int:
    if not card.wild:
        return slot_value
    fixed = rules.classes[rules.class_of[card.card.code]].meld_value
    return slot_value if fixed is None else fixed


def _why_not_consecutive(
    rules: MeldRules, cards: Sequence[PlacedCard], suit: int, *, ordered: bool
) -> str:
    if any(card.wild for card in cards):
        plain = [PlacedCard.natural(card.card) for card in cards]
        if read_meld(rules, plain, ordered=ordered).melds:
            return "stands-for-another"
    if ordered and read_meld(rules, cards).melds:
        return "not-in-order"
    held = [card.card for card in cards if not rules.is_wild(card.card.code)]
    ranks = Counter(card.rank for card in held)
    if any(count > 1 for count in ranks.values()):
        return "rank-twice"
    if any(rules.is_wild(c.card.code) and not stands_in(rules, c, suit) for c in cards):
        return "joker-colour"
    if ranks[ACE] and not ordered:
        return _why_not_with_ace(rules, set(ranks), len(cards))
    return "not-consecutive"


def _why_not_with_ace(rules: MeldRules, ranks: set[int], length: int) -> str:
    """Which rule of the ace bars the run, if another one would allow it."""
    order = [rank for rank in range(1, 14) if rules.ranks_mask >> (rank - 1) & 1]
    places = sorted(order.index(rank) for rank in ranks)
    count = len(order)
    low = places[-1] < length
    high = all(place == 0 or place >= count - length + 1 for place in places)
    round_corner = any(
        all((place - start) % count < length for place in places) for start in range(count)
    )
    if low:
        return "ace-not-low"
    if high:
        return "ace-not-high"
    return "round-the-corner" if round_corner else "not-consecutive"
