"""Forms: everything that one meld of the table can become in a turn.

A form is found by following the actions that the rules of play allow on that meld alone: adding
cards at its ends or to its suits, exchanging its jokers, shifting them. So chains come in an order
that works, and nothing here decides what is legal.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.play.actions import LayOff, ShiftJoker, SwapJoker
from meldwise.play.addingto import lay_off, shift_joker, swap_joker
from meldwise.play.listing import layoff_actions, shift_actions, swap_actions
from meldwise.play.refusal import Refusal
from meldwise.play.tablemelds import extensions
from meldwise.position import Position, TableMeld, Turn

Step = LayOff | SwapJoker | ShiftJoker

Codes = tuple[tuple[int, int], ...]
"""Card codes and how many of each, by code."""

# Forms of one meld that are looked at; only tables with many jokers have so many.
MOST_FORMS = 3_000


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A meld on its way: what it is, which cards that took and freed, and in how many exchanges.

    ``adds`` says whether a card was added, so that the conditions of laying off hold. There is
    one node for each such combination, so nodes are compared by identity.
    """

    meld: Meld
    used: Codes
    freed: Codes
    swaps: int
    adds: bool


Graph = dict[Node, list[tuple[Step, Node]]]
"""Every action on one meld, by the node it starts from."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One thing that a meld of the table can become.

    Args:
        index: Which meld.
        start: The meld as it lies.
        end: What it becomes, and with which cards.
        graph: All that can be done with the meld.
        first: The cards, as codes, that can be laid in the first action.
        points: By how much the meld grows in value.
    """

    index: int
    start: Node
    end: Node
    graph: Graph
    first: frozenset[int]
    points: int

    @property
    def used(self) -> Codes:
        """The cards of the hand that it takes."""
        return self.end.used

    @property
    def freed(self) -> Codes:
        """The jokers that come off the table."""
        return self.end.freed

    def ways(self) -> Graph:
        """The actions that lead to the form, in any order that works on this meld alone."""
        before: dict[Node, list[tuple[Node, Step]]] = {}
        for node, actions in self.graph.items():
            for action, following in actions:
                before.setdefault(following, []).append((node, action))
        found: Graph = {self.end: []}
        queue = deque([self.end])
        while queue:
            node = queue.popleft()
            for earlier, action in before.get(node, ()):
                if earlier not in found:
                    found[earlier] = []
                    queue.append(earlier)
                found[earlier].append((action, node))
        return found


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may be done on melds of the table in this turn.

    ``completing`` is the one lay-off that a game without lay-offs may know: of the cards that
    complete a set when its joker is exchanged.
    """

    adding: bool
    swapping: bool
    shifting: bool
    completing: bool

    @property
    def nothing(self) -> bool:
        """Whether the table stays as it is."""
        return not (self.adding or self.swapping or self.shifting)


def freeable(position: Position, allowed: Allowed) -> Counter[int]:
    """Jokers of the table that cards of the hand may take, by code."""
    if not allowed.swapping:
        return Counter()
    found: Counter[int] = Counter()
    for known in position.table:
        if known.meld.pure:
            continue
        alone = _alone(position, known, position.hand)
        if any(not isinstance(swap_joker(alone, act), Refusal) for act in swap_actions(alone)):
            found.update(
                card.card.code for card in known.meld.cards if card.wild and card.card.is_joker
            )
    return found


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of all melds of a table.

    ``complete``: none was left out. ``merged``: of forms that take and free the same cards only
    the dearest is there.
    """

    forms: list[Form]
    complete: bool
    merged: bool


def table_forms(
    position: Position,
    allowed: Allowed,
    supply: Counter[int],
    step: Callable[[], None],
    *,
    merging: bool,
) -> Forms:
    """Everything that the melds of the table can become, but as they lie.

    Args:
        position: The position after the draw.
        allowed: What may be done on the table.
        supply: Cards at hand, by code, with jokers that may come off the table.
        step: Called often; whatever it raises ends the work.
        merging: Whether only the dearest of forms with the same cards is wanted. The others come
            to less, but now and then one of them can be reached when the dearest cannot.
    """
    found: list[Form] = []
    complete, merged = True, False
    if allowed.nothing:
        return Forms(found, complete, merged)
    for index in range(len(position.table)):
        walk = _Walk(position, allowed, supply, index, step)
        forms = walk.forms()
        some = _dearest(forms) if merging else forms
        merged = merged or len(some) < len(forms)
        found += some
        complete = complete and walk.complete
    return Forms(found, complete, merged)


def _dearest(forms: list[Form]) -> list[Form]:
    best: dict[tuple[object, ...], Form] = {}
    for form in forms:
        end = form.end
        key = (end.used, end.freed, end.swaps, end.adds, end.meld.pure, form.first)
        if key not in best or best[key].points < form.points:
            best[key] = form
    return list(best.values())


class _Walk:
    """All that one meld can become, found breadth first."""

    def __init__(
        self,
        position: Position,
        allowed: Allowed,
        supply: Counter[int],
        index: int,
        step: Callable[[], None],
    ) -> None:
        self._position = position
        self._allowed = allowed
        self._index = index
        self._known = position.table[index]
        self._step = step
        rules = position.terms.melds
        self._supply = {
            code: count for code, count in supply.items() if _fits(rules, self._known.meld, code)
        }
        self.complete = True
        self._nodes: dict[tuple[object, ...], Node] = {}
        self._takes: bool | None = None

    def forms(self) -> list[Form]:
        """All forms but the meld as it lies."""
        start = self._node(self._known.meld, (), (), 0, adds=False)
        graph: Graph = {start: []}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for action, following in self._following(node):
                self._step()
                if following not in graph:
                    if len(graph) > MOST_FORMS:
                        self.complete = False
                        continue
                    graph[following] = []
                    queue.append(following)
                graph[node].append((action, following))
        first = _firsts(start, graph)
        before = start.meld.points
        return [
            Form(self._index, start, end, graph, frozenset(codes), end.meld.points - before)
            for end, codes in first.items()
            if end is not start
        ]

    def _node(self, meld: Meld, used: Codes, freed: Codes, swaps: int, *, adds: bool) -> Node:
        lies = tuple([(placed.card.code, placed.rank, placed.suit) for placed in meld.cards])
        key = (lies, used, freed, swaps, adds)
        known = self._nodes.get(key)
        if known is None:
            known = self._nodes[key] = Node(meld, used, freed, swaps, adds)
        return known

    def _following(self, node: Node) -> Iterator[tuple[Step, Node]]:
        used = dict(node.used)
        held = [
            Card(code)
            for code, count in self._supply.items()
            for _ in range(count - used.get(code, 0))
        ]
        if not held:
            return
        alone = _alone(self._position, TableMeld(self._known.owner, node.meld), tuple(held))
        if self._allowed.adding and self._takes is not False:
            yield from self._added(node, alone)
        if node.meld.pure:
            return
        if self._allowed.swapping:
            yield from self._swapped(node, alone)
        if self._allowed.shifting:
            for shift in shift_actions(alone):
                after = shift_joker(alone, shift)
                if not isinstance(after, Refusal):
                    taken = _sum(node.used, Counter((shift.card,)))
                    meld = after.table[0].meld
                    action = ShiftJoker(shift.card, self._index, shift.to)
                    yield action, self._node(meld, taken, node.freed, node.swaps, adds=True)

    def _added(self, node: Node, alone: Position) -> Iterator[tuple[Step, Node]]:
        """The meld with a card more. Whether it may be added to is asked once: it stays so."""
        rules = self._position.terms.melds
        for action in layoff_actions(alone, alone.hand):
            if self._takes is None:
                self._takes = not isinstance(lay_off(alone, action), Refusal)
            if not self._takes:
                return
            card = action.card.card
            longer = extensions(rules, node.meld, PlacedCard.natural(card))
            assert not isinstance(longer, Refusal)
            taken = _sum(node.used, Counter((card,)))
            before = node.meld.cards.count(action.card)
            # For a wild there is a meld for each card that it can stand for.
            meld = next(known for known in longer if known.cards.count(action.card) > before)
            step = LayOff(action.card, self._index)
            yield step, self._node(meld, taken, node.freed, node.swaps, adds=True)

    def _swapped(self, node: Node, alone: Position) -> Iterator[tuple[Step, Node]]:
        for swap in swap_actions(alone):
            after = swap_joker(alone, swap)
            if isinstance(after, Refusal):
                continue
            freed = Counter(after.hand) - Counter(alone.hand)
            adds = freed.total() <= len(swap.others)
            if adds and not self._allowed.completing:
                continue
            following = self._node(
                after.table[0].meld,
                _sum(node.used, Counter((swap.card, *swap.others))),
                _sum(node.freed, freed),
                node.swaps + 1,
                adds=adds or node.adds,
            )
            yield SwapJoker(swap.card, self._index, swap.others), following


def _firsts(start: Node, graph: Graph) -> dict[Node, set[int]]:
    """For each node the cards that can be laid first on a way to it."""
    found: dict[Node, set[int]] = {node: set() for node in graph}
    # Every action takes cards, so whoever took fewer comes before.
    for node in sorted(graph, key=lambda known: sum(count for _, count in known.used)):
        for action, following in graph[node]:
            if node is not start:
                found[following] |= found[node]
            elif not isinstance(action, SwapJoker):
                card = action.card.card if isinstance(action, LayOff) else action.card
                found[following].add(card.code)
    return found


def _sum(codes: Codes, cards: Counter[Card]) -> Codes:
    total = Counter(dict(codes))
    for card, count in cards.items():
        total[card.code] += count
    return tuple(sorted(total.items()))


def _alone(position: Position, known: TableMeld, hand: tuple[Card, ...]) -> Position:
    """A position with this one meld, in which the player has opened and must lay nothing."""
    return position.evolve(
        hand=hand,
        table=(known,),
        opened=(True,) * position.players,
        taken=None,
        turn=Turn(),
    )


def _fits(rules: MeldRules, meld: Meld, code: int) -> bool:
    """Whether a card could be added to a meld or exchanged for a joker of it: a quick no."""
    if rules.is_wild(code):
        return True
    card, shown = Card(code), meld.cards[0]
    return card.rank == shown.rank if meld.kind == "set" else card.suit == shown.suit
