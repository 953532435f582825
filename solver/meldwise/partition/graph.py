"""A hand as a graph: which cards can share a meld, and what that says about the hand.

NetworkX carries the structure. The engines do not need it; it answers what people and advice ask
of a hand: which cards have nothing to do with each other, and what a discard would break.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

from meldwise.cards import Card, CardsLike, Hand
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.partition.best import best_melds
from meldwise.partition.throwing import may_throw
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

if TYPE_CHECKING:
    import networkx as nx


def hand_graph(
    hand: CardsLike, rules: RulesLike = "gin-rummy", *, players: int | None = None
) -> nx.Graph[int]:
    """The graph of a hand: two cards are joined when some legal meld of the hand holds both.

    Args:
        hand: The cards.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.

    Returns:
        A `networkx.Graph` whose nodes are places in the hand (0 …) with the attribute ``card``;
        edges have ``melds``, the number of candidate melds that hold both cards.

    >>> graph = hand_graph("7S 7H 7D 8D 9D KC")
    >>> sorted(graph.edges)
    [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)]
    """
    import networkx as nx

    rule_set = find_rules(rules)
    cards = checked_cards(Hand.parse(hand).cards, rule_set, players)
    compiled = meld_rules(rule_set, rule_set.packs(players))
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from((place, {"card": card}) for place, card in enumerate(cards))
    melds = _melds_with_both(compiled, cards)
    for (left, card), (right, other) in combinations(enumerate(cards), 2):
        count = melds[min(card.code, other.code), max(card.code, other.code)]
        if count:
            graph.add_edge(left, right, melds=count)
    return graph


def independent_groups(
    hand: CardsLike, rules: RulesLike = "gin-rummy", *, players: int | None = None
) -> tuple[Hand, ...]:
    """The hand in groups that have no meld in common: the graph's connected components.

    Each group is a problem of its own; a card alone can be in no meld at all.

    >>> [str(group) for group in independent_groups("7S 7H 7D 8D 9D KC KH KD 2S")]
    ['7S 7H 7D 8D 9D', 'KC KH KD', '2S']
    """
    import networkx as nx

    graph = hand_graph(hand, rules, players=players)
    groups = sorted(nx.connected_components(graph), key=lambda group: (-len(group), min(group)))
    return tuple(Hand(graph.nodes[place]["card"] for place in sorted(group)) for group in groups)


@dataclass(frozen=True, slots=True)
class DiscardEffect:
    """What throwing a card does: the deadwood left, the melds broken, the partners lost.

    ``breaks`` are the melds of the hand's best partition that hold the card; ``partners`` the
    other cards of the hand with which it can share a meld. ``exact`` is false where the time was
    too short to prove that no less deadwood can be left.
    """

    card: Card
    deadwood: int
    breaks: tuple[Meld, ...]
    partners: tuple[Card, ...]
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        """The effect as JSON."""
        return {
            "card": str(self.card),
            "deadwood": self.deadwood,
            "breaks": [meld.to_dict() for meld in self.breaks],
            "partners": [str(card) for card in self.partners],
            "exact": self.exact,
        }


def discard_effects(
    hand: CardsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    seconds: float = 2.0,
) -> tuple[DiscardEffect, ...]:
    """What each discard that the rule set allows would leave and break, the best first.

    Args:
        hand: The hand after drawing.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.
        seconds: The time limit for all of them together.

    Returns:
        One effect for each different card: least deadwood first, then the fewest melds broken
        and the fewest partners, then the dearer card.

    >>> best = discard_effects("8S 9S TS KS 8C 9C TC 8D TD KD KH")[0]
    >>> str(best.card), best.deadwood
    ('TD', 8)
    """
    rule_set = find_rules(rules)
    cards = Hand(checked_cards(Hand.parse(hand).cards, rule_set, players))
    compiled = meld_rules(rule_set, rule_set.packs(players))
    graph = hand_graph(cards, rule_set, players=players)
    melds = best_melds(cards, rule_set, players=players).melds
    effects = []
    each = seconds / max(1, len(set(cards)))
    for card in dict.fromkeys(cards):
        place = cards.cards.index(card)
        partners = dict.fromkeys(graph.nodes[other]["card"] for other in graph.neighbors(place))
        rest = best_melds(cards.minus([card]), rule_set, players=players, seconds=each)
        if not may_throw(rule_set, cards, card, out=rest.out):
            continue
        copies = cards.counts()[card] - sum(card in meld.physical for meld in melds)
        breaks = () if copies > 0 else tuple(m for m in melds if card in m.physical)
        effects.append(
            DiscardEffect(card, rest.deadwood.points, breaks, tuple(partners), rest.exact)
        )
    return tuple(
        sorted(
            effects,
            key=lambda effect: (
                effect.deadwood,
                len(effect.breaks),
                len(effect.partners),
                -compiled.hand_values[effect.card.code],
            ),
        )
    )


def _melds_with_both(rules: MeldRules, cards: tuple[Card, ...]) -> Counter[tuple[int, int]]:
    """How many candidate melds may hold two cards together, by their codes (lower first)."""
    codes = {card.code for card in cards}
    wild = {
        index: [code for code in codes if rules.class_of[code] == index]
        for index in range(len(rules.classes))
    }
    melds: Counter[tuple[int, int]] = Counter()
    for candidate in hand_candidates(rules, Holding.of(rules, cards)):
        # Each slot of the meld, and the cards of the hand that may lie in it.
        slots = [([code], count) for code, count in candidate.naturals()]
        slots += [(wild[i], n) for i, n in enumerate(candidate.shape.wilds) if n]
        pairs: set[tuple[int, int]] = set()
        for number, (some, count) in enumerate(slots):
            if count > 1:
                pairs.update((min(pair), max(pair)) for pair in product(some, some))
            for others, _ in slots[number + 1 :]:
                pairs.update((min(pair), max(pair)) for pair in product(some, others))
        melds.update(pairs)
    return melds
