"""Every way to lay some cards in the slots of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from meldwise.cards import PlacedCard
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.windows import Window

Layings = Iterator[tuple[list[int], Iterator[tuple[PlacedCard, ...]]]]
"""For each choice of the slots that wilds fill: those slots, and every way to fill them."""


def as_laid(rules: MeldRules, cards: Sequence[PlacedCard], suit: int, window: Window) -> Layings:
    """The cards in the given order in the window's slots, if they fit."""
    placed = []
    for card, rank in zip(cards, window.ranks, strict=True):
        lies = in_slot(rules, card, rank, suit)
        if lies is None:
            return
        placed.append(lies)
    wild_slots = [slot for slot, card in enumerate(placed) if card.wild]
    yield wild_slots, iter([tuple(placed)])


def layings(rules: MeldRules, cards: Sequence[PlacedCard], suit: int, window: Window) -> Layings:
    """Every distinct way to lay the cards in the window's slots, in any order."""
    empty = list(range(window.length))
    naturals: dict[int, PlacedCard] = {}
    free = []
    for card in cards:
        if rules.is_wild(card.card.code):
            free.append(card)
            continue
        own = [s for s in empty if in_slot(rules, card, window.ranks[s], suit)]
        if not own:
            return
        naturals[own[0]] = PlacedCard.natural(card.card)
        empty.remove(own[0])
    # Cards of a wild rank may lie in their own slot as naturals, or elsewhere as wilds.
    homes = [
        (slot, card)
        for slot in empty
        for card in dict.fromkeys(free)
        if (lies := in_slot(rules, card, window.ranks[slot], suit)) and not lies.wild
    ]
    for count in range(len(homes), -1, -1):
        for chosen in combinations(homes, count):
            at_home = dict(chosen)
            away = Counter(free)
            away.subtract(at_home.values())
            if len(at_home) < count or min(away.values(), default=0) < 0:
                continue
            wild_slots = [slot for slot in empty if slot not in at_home]
            fixed = naturals | {s: PlacedCard.natural(c.card) for s, c in at_home.items()}
            yield wild_slots, _filled(rules, fixed, wild_slots, away, suit, window)


def _filled(
    rules: MeldRules,
    fixed: dict[int, PlacedCard],
    wild_slots: Sequence[int],
    away: Counter[PlacedCard],
    suit: int,
    window: Window,
) -> Iterator[tuple[PlacedCard, ...]]:
    """Every distinct way to put the wilds into these slots, none as a natural."""
    # Cards that say what they stand for have a slot or two; placed first, they leave no dead ends.
    cards = sorted(away.elements(), key=lambda card: (not card.wild, card.card))
    said = [card for card in cards if card.wild]
    silent = Counter(card for card in cards if not card.wild)
    if any(not stands_in(rules, card, suit) for card in silent):
        return iter(())
    # Wilds that count what they stand for go to the dearest slots first: so the first way to
    # fill the slots is a dearest one.
    silent = Counter(dict(sorted(silent.items(), key=lambda item: _fixed(rules, item[0]))))
    dearest_first = sorted(wild_slots, key=lambda slot: -window.values[slot])
    placed = dict(fixed)

    def place_said(index: int) -> Iterator[tuple[PlacedCard, ...]]:
        if index == len(said):
            yield from fill([slot for slot in dearest_first if slot not in placed], 0)
            return
        for slot in wild_slots:
            lies = in_slot(rules, said[index], window.ranks[slot], suit)
            if slot not in placed and lies is not None and lies.wild:
                placed[slot] = lies
                yield from place_said(index + 1)
                del placed[slot]

    def fill(slots: list[int], index: int) -> Iterator[tuple[PlacedCard, ...]]:
        if index == len(slots):
            yield tuple(placed[slot] for slot in range(window.length))
            return
        slot = slots[index]
        for card in silent:
            lies = in_slot(rules, card, window.ranks[slot], suit) if silent[card] else None
            if lies is not None and lies.wild:
                silent[card] -= 1
                placed[slot] = lies
                yield from fill(slots, index + 1)
                del placed[slot]
                silent[card] += 1

    return place_said(0)


def _fixed(rules: MeldRules, card: PlacedCard) -> bool:
    return rules.classes[rules.class_of[card.card.code]].meld_value is not None


def stands_in(rules: MeldRules, card: PlacedCard, suit: int) -> bool:
    """Whether a wild card may stand for cards of a suit."""
    return bool(rules.classes[rules.class_of[card.card.code]].suits >> suit & 1)


def in_slot(rules: MeldRules, card: PlacedCard, rank: int, suit: int) -> PlacedCard | None:
    """The card as it lies in that slot of a run; None if it cannot."""
    own = card.card.rank == rank and card.card.suit == suit
    if card.wild and (card.rank != rank or card.suit not in (suit, -1)):
        return None
    if own and rules.may_be_natural(card.card.code):
        return PlacedCard.natural(card.card)
    if not rules.is_wild(card.card.code) or not stands_in(rules, card, suit):
        return None
    return PlacedCard(card.card, rank, suit, wild=True)
