"""The search, the constraint model and a brute force that shares no code with them agree."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any, get_args

import pytest

from meldwise import best_melds, check
from meldwise.cards import Hand
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.question import Discard
from meldwise.partition.scoring import Goal
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet
from tests.differential.mixes import all_rules, random_hand
from tests.oracle import brute

ALL_RULES = all_rules(seed=20, mixes=20)
QUESTIONS = list(product(get_args(Goal), get_args(Discard)))


def texts(hand: Hand) -> list[str]:
    return [str(card) for card in hand]


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_both_engines_reach_the_brute_force_figures(known: RuleSet) -> None:
    rng = random.Random(str(sorted(known.options.items())))
    for number in range(27):
        goal, discard = QUESTIONS[number % len(QUESTIONS)]
        # The brute force takes long where many cards may be wild or not.
        hand = random_hand(rng, known, most=14 if number % 3 else 10, wilds=2 + number % 5)
        if len(hand) > 10 and sum(map(meld_rules(known).is_wild, (c.code for c in hand))) > 3:
            hand = hand[:10]
        wanted = brute.best(texts(hand), known.to_dict(), known.packs(), goal, discard)
        for engine in ("search", "cp"):
            best = best_melds(hand, known, goal=goal, discard=discard, engine=engine, seconds=30)
            wilds = sum(meld.wild_count for meld in best.melds)
            found = (best.deadwood.points, best.meld_points, wilds)
            assert (best.exact, found) == (True, wanted[:3]), (engine, goal, discard, str(hand))
            if goal != "out" or not (known.hand.requires.runs or known.hand.requires.sets):
                assert best.out == wanted.out, (engine, goal, discard, str(hand))


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_partitions_use_each_card_once_and_every_meld_is_legal(known: RuleSet) -> None:
    rng = random.Random(7)
    for number in range(10):
        hand = random_hand(rng, known, most=10, wilds=3)
        discard = get_args(Discard)[number % 3]
        best = best_melds(hand, known, discard=discard, limit=4)
        for partition in (best.best, *best.alternatives):
            used = [card for meld in partition.melds for card in meld.physical]
            rest = [*partition.deadwood.cards, *([partition.discard] if partition.discard else [])]
            assert Hand(used + rest) == hand
            for meld in partition.melds:
                verdict = check(meld.cards, known)
                assert [meld.points for meld in verdict.readings] == [meld.points]


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_all_optimal_partitions_are_found_once(known: RuleSet) -> None:
    rng = random.Random(11)
    for _ in range(6):
        hand = random_hand(rng, known, most=9, wilds=2)
        wanted = brute.count_optimal(texts(hand), known.to_dict(), known.packs())
        for engine in ("search", "cp"):
            if engine == "cp" and wanted > 40:
                continue
            best = best_melds(hand, known, limit="optimal", engine=engine, seconds=30)
            assert best.exact
            found = [best.best, *best.alternatives]
            assert len({str(part.melds) for part in found}) == len(found)
            assert len(found) == wanted, (engine, str(hand))


@pytest.mark.parametrize("known", ALL_RULES[:11], ids=lambda known: known.id)
def test_the_next_best_follow_in_order_and_none_is_left_out(known: RuleSet) -> None:
    rng = random.Random(13)
    for _ in range(4):
        hand = random_hand(rng, known, most=8, wilds=2)
        every = brute.arrangements(texts(hand), known.to_dict(), known.packs())
        wanted = sorted(
            (
                sum(brute.hand_value(card, known.to_dict()) for card in part.deadwood),
                -sum(meld.readings[0].points for meld in part.melds),
                sum(meld.readings[0].wilds for meld in part.melds),
            )
            for part in every
        )
        for engine in ("search", "cp"):
            best = best_melds(hand, known, limit=6, engine=engine, seconds=30)
            found = [
                (
                    part.deadwood.points,
                    -part.meld_points,
                    sum(meld.wild_count for meld in part.melds),
                )
                for part in (best.best, *best.alternatives)
            ]
            assert found == wanted[:6], (engine, str(hand))


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_requirements_and_pins_are_met_at_the_best_value(known: RuleSet) -> None:
    rng = random.Random(17)
    for number in range(8):
        hand = random_hand(rng, known, most=9, wilds=2)
        pin = texts(hand)[:2]
        demands: list[dict[str, Any]] = [
            {"points": 30},
            {"runs": 1},
            {"pure_runs": 1},
            {"sets": 2},
            {"contract": "set run"},
            {"contract": "run4", "only_contract": True},
            {"points": 20},
            {},
        ]
        wanted = demands[number]

        def accept(part: brute.Arrangement, number: int = number, pin: list[str] = pin) -> bool:
            chosen = [meld.readings[0] for meld in part.melds]
            runs = [reading for reading in chosen if reading.kind == "run"]
            sets = [reading for reading in chosen if reading.kind == "set"]
            points = sum(reading.points for reading in chosen)
            return [
                points >= 30,
                len(runs) >= 1,
                any(reading.pure for reading in runs),
                len(sets) >= 2,
                bool(runs and sets),
                len(chosen) == 1 and len(runs) == 1 and len(runs[0].slots) >= 4,
                points >= 20 and not sets,
                any(Counter(pin) <= Counter(meld.cards) for meld in part.melds),
            ][number]

        if number == 6:
            continue
        best = brute.best_with(
            texts(hand), known.to_dict(), known.packs(), "deadwood", "none", accept
        )
        for engine in ("search", "cp"):
            found = best_melds(
                hand,
                known,
                require=wanted,
                pins=[" ".join(pin)] if number == 7 else [],
                engine=engine,
                seconds=30,
            )
            assert found.exact
            assert found.met == (best is not None), (engine, str(hand), wanted)
            if best is not None:
                figures = (found.deadwood.points, found.meld_points)
                assert figures == best[:2], (engine, str(hand), wanted)


@pytest.mark.parametrize("known", ALL_RULES, ids=lambda known: known.id)
def test_candidates_are_exactly_the_selections_that_are_melds(known: RuleSet) -> None:
    rng = random.Random(19)
    compiled = meld_rules(known)
    for _ in range(5):
        hand = random_hand(rng, known, most=8, wilds=0)
        found = {
            tuple(sorted((code, count) for code, count in candidate.naturals()))
            for candidate in hand_candidates(compiled, Holding.of(compiled, hand.cards))
        }
        wanted = set()
        for part in brute.arrangements(texts(hand), known.to_dict(), known.packs()):
            for meld in part.melds:
                counts = Hand.parse(meld.cards).counts()
                wanted.add(tuple(sorted((card.code, count) for card, count in counts.items())))
        assert found == wanted


def test_a_joker_may_be_thrown_where_that_costs_nothing() -> None:
    # All cards are melded either way, for the same points; without the joker there is no wild.
    house = rules(
        {
            "deck.jokers": 6,
            "meld.set.min": 2,
            "meld.set.max": 6,
            "meld.set.suits": "any",
            "meld.run.aces": "corner",
            "wild.max_per_meld": 2,
            "wild.max_in_set": 1,
            "wild.at_run_ends": False,
            "wild.not_more_than_naturals": True,
            "values.meld.joker": 0,
        }
    )
    hand = "6H 4H 5D 7H 4C 7C 7D 6D 4D JK 6S 4S 6C 5H"
    for engine in ("search", "cp"):
        best = best_melds(hand, house, discard="optional", engine=engine)
        wilds = sum(meld.wild_count for meld in best.melds)
        assert (best.deadwood.points, best.meld_points, wilds) == (0, 71, 0)


def test_hands_with_very_many_candidates_get_the_same_figures_from_both_engines() -> None:
    # So many that the model leaves out long runs that fall apart in two.
    for hand in (
        "2S 2H 2D 3D 4D 5D 6D 7D 8D 9D TD 2C JK JK",
        "2S 2H 2C JK JK 3D 4D 5D 6D 8D 9D JD 9S 9H",
        "2S 2H 2C JK JK AH 3H 4H 6H 7H 8H TH QH KH",
    ):
        for goal in ("deadwood", "points"):
            search, model = (
                best_melds(hand, "wildcard-rummy", engine=engine, goal=goal, seconds=30)
                for engine in ("search", "cp")
            )
            assert (search.exact, model.exact) == (True, True)
            assert search.deadwood.points == model.deadwood.points
            assert search.meld_points == model.meld_points
