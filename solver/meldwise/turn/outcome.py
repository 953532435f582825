"""What a turn comes to: cards placed and left, the table afterwards, where each card came from."""

from __future__ import annotations

from collections import Counter

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.play.deadwood import deadwood, held
from meldwise.position import Position
from meldwise.turn.measures import Measure
from meldwise.turn.ordering import Course
from meldwise.turn.plan import Change, Left, Origin, Placed, TableChange


def left_of(position: Position, cards: tuple[Card, ...]) -> Left:
    """The cards left and what they count in hand, melded there or not as the rules have it."""
    terms = position.terms
    if position.rules.count.hand == "unmelded":
        return Left(cards, deadwood(terms, cards) if cards else 0)
    return Left(cards, held(terms.melds, cards))


def measure_of(before: Position, course: Course) -> Measure:
    """The levels of a turn, counted on the table and in the hand."""
    left, after = course.left, course.after
    return Measure(
        out=int(not left),
        left=-left_of(before, left).points,
        cards=-len(left),
        discard=-int(course.thrown is not None),
        points=growth(before, after),
        wilds=sum(before.terms.melds.is_wild(card.code) for card in left),
        changes=-sum(
            known.meld.cards != then.meld.cards
            for known, then in zip(before.table, after.table, strict=False)
        ),
        swaps=-sum(action.type == "swap-joker" for action in course.actions),
    )


def growth(before: Position, after: Position) -> int:
    """By how much the melds on the table have grown in value."""
    return sum(known.meld.points for known in after.table) - sum(
        known.meld.points for known in before.table
    )


def table_of(before: Position, after: Position) -> tuple[TableChange, ...]:
    """The table after a turn; jokers taken from melds are the first that went elsewhere."""
    origins: list[list[Origin]] = []
    loose: list[tuple[Card, int]] = []
    for index, known in enumerate(before.table):
        there = Counter(known.meld.physical)
        found: list[Origin] = []
        for card in after.table[index].meld.physical:
            there[card] -= 1
            found.append(index if there[card] >= 0 else "hand")
        origins.append(found)
        loose += [(card, index) for card, count in there.items() for _ in range(max(count, 0))]
    origins += [["hand"] * meld.meld.size for meld in after.table[len(before.table) :]]
    for card, index in loose:
        _came(after, origins, card, index)
    return tuple(
        TableChange(
            known.owner,
            known.meld.cards,
            _change(before.table[index].meld, known.meld) if index < len(before.table) else "new",
            tuple(origins[index]),
        )
        for index, known in enumerate(after.table)
    )


def _came(after: Position, origins: list[list[Origin]], card: Card, index: int) -> None:
    """Find where a card that left a meld has gone: first among the newest melds."""
    for number in reversed(range(len(after.table))):
        for place, there in enumerate(after.table[number].meld.physical):
            if there == card and origins[number][place] == "hand":
                origins[number][place] = index
                return


def _change(before: Meld, after: Meld) -> Change:
    if before.cards == after.cards:
        return "unchanged"
    return "rearranged" if _missing(before.cards, after.cards) else "extended"


def _missing(before: tuple[PlacedCard, ...], after: tuple[PlacedCard, ...]) -> bool:
    return bool(Counter(before) - Counter(after))


def placed_of(before: Position, after: Position, table: tuple[TableChange, ...]) -> Placed:
    """The cards of the hand that lie on the table now."""
    cards = [
        placed.card
        for meld in table
        for placed, origin in zip(meld.cards, meld.origins, strict=True)
        if origin == "hand"
    ]
    return Placed(tuple(cards), growth(before, after))
