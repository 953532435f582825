"""The hand as a graph: shared melds, independent groups, what a discard breaks."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import pytest

from meldwise import best_melds
from meldwise.cards import Card, Hand
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.graph import discard_effects, hand_graph, independent_groups
from meldwise.rules import rules
from tests.differential.mixes import random_hand
from tests.oracle import brute


@pytest.mark.parametrize("name", ["gin-rummy", "german-rummy", "wildcard-rummy", "loba"])
def test_two_cards_are_joined_exactly_when_a_legal_meld_holds_both(name: str) -> None:
    known = rules(name)
    rng = random.Random(3)
    for _ in range(10):
        hand = random_hand(rng, known, most=8, wilds=2)
        graph = hand_graph(hand, known)
        together = set()
        for part in brute.arrangements([str(c) for c in hand], known.to_dict(), known.packs()):
            for meld in part.melds:
                cards = Hand.parse(meld.cards).counts()
                for left, right in combinations(range(len(hand)), 2):
                    pair = Hand([hand[left], hand[right]]).counts()
                    if pair <= cards:
                        together.add((left, right))
        assert {(min(edge), max(edge)) for edge in graph.edges} == together


def test_a_card_of_the_wild_rank_is_joined_to_whatever_it_can_stand_beside() -> None:
    graph = hand_graph("2D KS KH 5C", "wildcard-rummy")
    assert set(graph.edges) == {(0, 1), (0, 2), (1, 2)}


def test_groups_without_a_common_meld_are_solved_apart_with_the_same_result() -> None:
    rng = random.Random(5)
    for _ in range(30):
        hand = random_hand(rng, rules("gin-rummy"), most=12)
        whole = best_melds(hand, "gin-rummy").deadwood.points
        parts = [best_melds(group).deadwood.points for group in independent_groups(hand)]
        assert sum(parts) == whole


def test_a_discard_names_the_melds_that_it_breaks() -> None:
    effects = {effect.card: effect for effect in discard_effects("7S 7H 7D 8D 9D KC 2S")}
    seven = effects[Card.parse("7S")]
    assert [str(meld) for meld in seven.breaks] == []
    assert [str(card) for card in seven.partners] == ["7H", "7D"]
    eight = effects[Card.parse("8D")]
    assert [str(meld) for meld in eight.breaks] == ["7D 8D 9D"]
    assert eight.deadwood == 9 + 10 + 2
    assert next(iter(effects)) == Card.parse("KC")


def test_the_best_discard_is_the_one_that_the_search_finds() -> None:
    rng = random.Random(9)
    for name in ("gin-rummy", "german-rummy", "ramino-knock"):
        for _ in range(8):
            hand = random_hand(rng, rules(name), most=11, wilds=2)
            best = best_melds(hand, name, discard="required")
            assert discard_effects(hand, name)[0].deadwood == best.deadwood.points


def rank_graph(aces: str) -> nx.DiGraph[str]:
    """Slots of a run as nodes, the next slot as an edge; a high ace is a slot of its own."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    nx.add_path(graph, "23456789TJQK")
    if aces in ("low", "high_or_low", "corner"):
        graph.add_edge("A", "2")
    if aces in ("high", "high_or_low"):
        graph.add_edge("K", "A high")
    if aces == "corner":
        graph.add_edge("K", "A")
    return graph


@pytest.mark.parametrize("aces", ["low", "high", "high_or_low", "corner"])
def test_the_windows_of_runs_are_the_paths_of_the_rank_graph(aces: str) -> None:
    graph = rank_graph(aces)
    paths = [
        path
        for source, target in ((a, b) for a in graph for b in graph if a != b)
        for path in nx.all_simple_paths(graph, source, target, cutoff=12)
        if len(path) >= 3 and not {"A", "A high"} <= set(path)
    ]
    compiled = meld_rules(rules({"meld.run.aces": aces}))
    ranks = "_A23456789TJQK"
    windows = ["".join(ranks[rank] for rank in window.ranks) for window in compiled.windows]
    assert sorted(windows) == sorted("".join(node[0] for node in path) for path in paths)
