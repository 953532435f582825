"""Plans of turns against every sequence of legal actions, on random positions."""

from __future__ import annotations

from random import Random

import pytest

from meldwise import best_melds, rules
from meldwise.cards import Card, Hand, pack
from meldwise.play import Action, apply, deal, legal_actions
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet
from meldwise.turn import plan_turn
from tests.property.long_turns import PRESETS, compare, compare_draw
from tests.property.playmixes import play_mix
from tests.property.turns import played


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", PRESETS)
def test_no_sequence_of_legal_actions_is_better_than_the_plan(name: str, seed: int) -> None:
    compare(rules(name), Random(f"ci {name} {seed}"), 5)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", PRESETS)
def test_nor_is_a_turn_planned_before_the_draw(name: str, seed: int) -> None:
    compare_draw(rules(name), Random(f"ci draw {name} {seed}"), 5)


@pytest.mark.parametrize("seed", range(20))
def test_a_hand_laid_at_once_goes_out_whenever_that_is_legal(seed: int) -> None:
    known, random = rules("cincinnati-rummy"), Random(f"at once {seed}")
    suits = random.sample(range(4), 2)
    cards = [c for c in pack(1, 2) if c.is_joker or c.suit in suits or c.rank == 8]
    hand = Hand(random.sample(cards, 8))
    position = Position.from_dict(
        {
            "rules": known.id,
            "hand": [str(card) for card in hand],
            "phase": "play",
            "taken": {"card": str(hand[0]), "from": random.choice(["stock", "discard"])},
        }
    )
    endings = {ending: hand.minus(thrown_in(ending)) for ending in legal_actions(position)}
    whole = [cards for ending, cards in endings.items() if ending.type == "out"]
    plan = plan_turn(position, goal="out")
    assert plan.actions[-1] in endings
    assert plan.out is bool(whole)
    most = [best_melds(cards, known, goal="points").meld_points for cards in whole]
    assert plan.placed.points == max(most, default=0)
    if not whole:
        rest = [best_melds(cards, known).deadwood.points for cards in endings.values()]
        assert plan.left.points == min(rest)


def thrown_in(ending: Action) -> list[Card]:
    card = ending.to_dict().get("discard", ending.to_dict().get("card"))
    return [] if card is None else [Card.parse(card)]


def drift_mixes(count: int) -> list[RuleSet]:
    mixes: list[RuleSet] = []
    number = 0
    while len(mixes) < count:
        known = play_mix(Random(f"turns {number}"))
        mixes += [known] if known.meld.time == "play" else []
        number += 1
    return mixes


@pytest.mark.parametrize("number", range(16))
def test_nor_is_it_under_other_rules(number: int) -> None:
    known = drift_mixes(number + 1)[-1]
    for seed in range(2):
        compare(known, Random(f"ci mix {number} {seed}"), 5)


@pytest.mark.parametrize("name", PRESETS)
def test_a_plan_from_the_draw_on_is_played_to_the_end_of_the_turn(name: str) -> None:
    random = Random(f"draws {name}")
    for seed in range(4):
        state = deal(name, 2, seed=seed)
        while not state.over and state.turn.number < 12:
            if state.phase == "draw":
                plan = plan_turn(state.position())
                assert plan.exact
                after = played(state, plan.actions)
                # What a card from the stock is for is known only when it has been drawn.
                known = plan.actions[0].to_dict() != {"type": "draw", "from": "stock"}
                assert not known or after.over or after.seat != state.seat
            state = apply(state, random.choice(legal_actions(state.position())))
