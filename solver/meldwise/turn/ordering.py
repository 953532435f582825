"""The order in which a turn can be done: each step is one that the rules of play accept.

A solution of the model says what is laid, not when. Here an order is looked for by doing it: the
initial meld before what must follow it, an exchange before the meld that uses its joker, the card
taken from the discards before anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from meldwise.cards import Card, PlacedCard
from meldwise.melds.candidates import Candidate
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.partition.clock import Clock
from meldwise.play.actions import Action, Discard, LayMeld, LayOff, Pass, SwapJoker
from meldwise.play.discarding import discard_fault
from meldwise.play.goingon import Placement, place
from meldwise.play.legal import why_not
from meldwise.play.listing import melds_of
from meldwise.play.refusal import Refusal
from meldwise.position import Position, Turn
from meldwise.turn.forms import Node
from meldwise.turn.solution import Solution


@dataclass(frozen=True, slots=True)
class Course:
    """A turn step by step.

    Args:
        actions: The steps, the discard or pass included.
        after: The position after the last step that puts something on the table.
        thrown: The card thrown, if any.
    """

    actions: tuple[Action, ...]
    after: Position
    thrown: Card | None

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards still in hand when the turn is over."""
        cards = list(self.after.hand)
        if self.thrown is not None:
            cards.remove(self.thrown)
        return tuple(cards)


def course_of(position: Position, solution: Solution, clock: Clock) -> Course | None:
    """An order in which a solution can be done; None if there is none.

    Args:
        position: The position after the draw.
        solution: What is to be done.
        clock: The time limit.
    """
    search = _Orders(position, solution, clock)
    placements = search.placements(
        position,
        (None,) * len(solution.melds),
        tuple(form.start for form in solution.forms),
    )
    if placements is None:
        return None
    after = search.after
    ending: tuple[Action, ...] = ()
    if after.hand:
        ending = (Pass(),) if solution.thrown is None else (Discard(solution.thrown),)
    return Course((*placements, *ending), after, solution.thrown)


def placed_melds(position: Position, solution: Solution) -> list[Meld]:
    """The new melds of a solution with real cards, their wilds as they count most."""
    rules = position.terms.melds
    pool = Counter(card.code for card in position.hand)
    # Of wilds that are alike those are used first that must be: taken ones, then freed jokers.
    first = {card: 0 for card, _ in position.pending}
    for form in solution.forms:
        for code, _ in form.freed:
            first.setdefault(Card(code), 1)
    for form in solution.forms:
        pool.update(dict(form.freed))
        pool.subtract(dict(form.used))
    if solution.thrown is not None:
        pool[solution.thrown.code] -= 1
    cards = sorted((Card(code) for code in pool.elements()), key=lambda card: first.get(card, 2))
    known = melds_of(rules, tuple(cards), solution.melds)
    return [_reading(rules, meld, held) for meld, held in zip(solution.melds, known, strict=True)]


def _reading(rules: MeldRules, candidate: Candidate, cards: tuple[Card, ...]) -> Meld:
    shape = candidate.shape
    found = read_meld(rules, [PlacedCard.natural(card) for card in cards], every_order=False)
    alike = [
        meld
        for meld in found.melds
        if (meld.kind, meld.points, meld.wild_count) == (shape.kind, shape.points, shape.wild_count)
    ]
    return (alike or list(found.melds))[0]


_Part = tuple[int, int] | None
"""From which card to which a new meld lies on the table, the latter not included; None: not yet."""

_Progress = tuple[tuple[_Part, ...], tuple[Node, ...], Turn]


class _Orders:
    """A search for an order, depth first; states that led nowhere are not entered twice."""

    def __init__(self, position: Position, solution: Solution, clock: Clock) -> None:
        self._solution = solution
        self._melds = [meld.cards for meld in placed_melds(position, solution)]
        self._clock = clock
        self._ways = [form.ways() for form in solution.forms]
        # Where each joker that is taken must be laid before the next is, a new meld with two of
        # them is laid with one, and the other is laid off on it.
        swaps = sum(form.end.swaps for form in solution.forms)
        self._in_parts = swaps > 1 and position.rules.joker_swap.reuse == "any"
        self._tried: set[_Progress] = set()
        self.after = position

    def placements(
        self, position: Position, laid: tuple[_Part, ...], nodes: tuple[Node, ...]
    ) -> tuple[Placement, ...] | None:
        """The steps that are left in an order that works, or None.

        Args:
            position: The position now.
            laid: For each new meld which part of it lies on the table.
            nodes: For each form how far its meld has come.
        """
        self._clock.look()
        # What must be laid next depends on the way here, and the turn tells it.
        progress = (laid, nodes, position.turn)
        if progress in self._tried:
            return None
        self._tried.add(progress)
        nexts = self._nexts(position, laid, nodes)
        if not nexts:
            self.after = position
            return () if self._ends(position) else None
        for action, laid_then, nodes_then in nexts:
            after = place(position, action)
            if isinstance(after, Refusal):
                continue
            rest = self.placements(after, laid_then, nodes_then)
            if rest is not None:
                return (action, *rest)
        return None

    def _ends(self, position: Position) -> bool:
        thrown = self._solution.thrown
        if not position.hand:
            return thrown is None
        if thrown is not None:
            return discard_fault(position, thrown) is None
        return why_not(position, Pass()) is None

    def _nexts(
        self, position: Position, laid: tuple[_Part, ...], nodes: tuple[Node, ...]
    ) -> list[tuple[Placement, tuple[_Part, ...], tuple[Node, ...]]]:
        """What could come next, the likeliest first."""
        found: list[tuple[int, Placement, tuple[_Part, ...], tuple[Node, ...]]] = []
        for number, part in enumerate(laid):
            for action, following in self._meld_steps(position, self._melds[number], part):
                then = (*laid[:number], following, *laid[number + 1 :])
                found.append((_rank(position, action), action, then, nodes))
        for number, (node, ways) in enumerate(zip(nodes, self._ways, strict=True)):
            for step, next_node in ways[node]:
                nodes_then = (*nodes[:number], next_node, *nodes[number + 1 :])
                found.append((_rank(position, step), step, laid, nodes_then))
        found.sort(key=lambda known: known[0])
        return [(action, laid_then, then) for _, action, laid_then, then in found]

    def _meld_steps(
        self, position: Position, cards: tuple[PlacedCard, ...], part: _Part
    ) -> Iterator[tuple[Placement, _Part]]:
        """Laying a new meld, whole or in part, or adding one of its other cards."""
        size = len(cards)
        if part is None:
            yield LayMeld(cards), (0, size)
            if self._in_parts:
                for first, last in _parts(size):
                    yield LayMeld(cards[first:last]), (first, last)
            return
        first, last = part
        if part == (0, size):
            return
        shown = [known.meld.cards for known in position.table]
        if cards[first:last] not in shown:
            return
        index = len(shown) - 1 - shown[::-1].index(cards[first:last])
        if first:
            yield LayOff(cards[first - 1], index), (first - 1, last)
        if last < size:
            yield LayOff(cards[last], index), (first, last + 1)


def _parts(size: int) -> Iterator[tuple[int, int]]:
    """The stretches of a meld of so many cards, but for the whole."""
    for first in range(size):
        for last in range(first + 1, size + 1):
            if (first, last) != (0, size):
                yield first, last


def _rank(position: Position, action: Placement) -> int:
    """How early an action is tried: the lower, the earlier."""
    cards = action.cards if isinstance(action, LayMeld) else (action.card,)
    pending = {card for card, _ in position.pending}
    if pending:
        laid = {card if isinstance(card, Card) else card.card for card in cards}
        return 0 if pending & laid else 9
    wild = any(isinstance(card, PlacedCard) and card.wild for card in cards)
    opened = position.opened[position.seat]
    match action:
        case LayMeld():
            # Once melds may be laid at will, jokers wait for the exchange that needs them.
            return 3 if wild and opened else 1
        case SwapJoker():
            return 2
        case _:
            first = not opened and not position.rules.layoff.requires_open
            return 0 if first else 4 if wild else 2
