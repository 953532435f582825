"""The worked examples of the rules, each asked the way a user asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meldwise import BestMelds, best_melds, check, rules
from meldwise.errors import HandError
from meldwise.melds import Meld
from meldwise.partition.question import Engine
from meldwise.rules.ruleset import RuleSet
from tests.golden.records import Example, examples

# More points than any hand holds: what cannot be met melds nothing, so all cards count.
OUT_OF_REACH = {"points": 1000}

OPTIONS = {
    "aces": "meld.run.aces",
    "set_suits": "meld.set.suits",
    "run_min": "meld.run.min",
    "max_wild": "wild.max_per_meld",
    "wild_natural": "wild.natural_use",
}
HAND_VALUES = {"A": "values.hand.ace", "C": "values.hand.court", "X": "values.hand.joker"}

LEFT_OUT = {
    "deal_tonk": "settlement of a hand that wins as dealt",
    "deal_tonk_49": "settlement of a hand that wins as dealt",
    "tonk_knock": "settlement of a knock",
    "tonk_stock_out": "settlement when the stock is empty",
    "klop_once": "settlement of a knock",
    "klop_per_opponent": "settlement of a knock",
    "elimination": "settlement of a game",
    "joker_exchange_standard": "exchange of a joker on the table",
    "joker_exchange_strict": "exchange of a joker on the table",
    "joker_shift": "shift of a joker on the table",
    "joker_shift_ends_only": "shift of a joker on the table",
}


def known_rules(example: Example) -> RuleSet:
    changes = dict(example.deck)
    for key, value in example.options.items():
        if key == "hand":
            changes |= {HAND_VALUES[card]: points for card, points in value.items()}
        elif key in OPTIONS:
            changes[OPTIONS[key]] = value
        else:
            assert (key, value) == ("discard", "optional"), "the rule set's own discard"
    return rules(example.rules, changes)


def readings(example: Example) -> tuple[Meld, ...]:
    return check(example.input, known_rules(example)).readings


def best_of_both_engines(example: Example, **asked: Any) -> BestMelds:
    """The answer of the search, once the constraint model has come to the same figures."""
    engines: tuple[Engine, ...] = ("search", "cp")
    first, second = (
        best_melds(example.input, known_rules(example), engine=engine, seconds=30, **asked)
        for engine in engines
    )
    assert (first.engine, second.engine) == engines
    assert first.exact
    assert second.exact
    assert (first.deadwood.points, first.meld_points, first.out) == (
        second.deadwood.points,
        second.meld_points,
        second.out,
    )
    return first


def legal_meld(example: Example) -> bool:
    try:
        return check(example.input, known_rules(example)).legal
    except HandError as error:
        # Cards that the packs do not hold are no meld either.
        if error.code not in ("card-too-often", "too-many-jokers"):
            raise
        return False


def meld_value_max(example: Example) -> int:
    return max(meld.points for meld in readings(example))


def meld_values_all(example: Example) -> list[int]:
    return sorted({meld.points for meld in readings(example)})


def run_readings(example: Example) -> list[list[int]]:
    """Rank numbers slot by slot, an ace after the king as 14."""
    found = []
    for meld in readings(example):
        ranks = [card.rank for card in meld.cards]
        found.append([*ranks[:-1], 14 if ranks[-1] == 1 else ranks[-1]])
        assert meld.kind == "run"
    return sorted(found)


def min_deadwood(example: Example) -> int:
    return best_of_both_engines(example).deadwood.points


def min_deadwood_then_max_value(example: Example) -> list[int]:
    best = best_of_both_engines(example)
    return [best.deadwood.points, best.meld_points]


def min_deadwood_after_discard(example: Example) -> int:
    best = best_of_both_engines(example, discard="required")
    assert best.discard is not None
    return best.deadwood.points


def go_out_meld_total(example: Example) -> int | None:
    best = best_of_both_engines(example, goal="out")
    return best.meld_points if best.out else None


def points_all_cards_held(example: Example) -> int:
    best = best_of_both_engines(example, require=OUT_OF_REACH)
    assert best.met is False
    return best.deadwood.points


CHECKED: dict[str, Callable[[Example], Any]] = {
    ask.__name__: ask
    for ask in (
        legal_meld,
        meld_value_max,
        meld_values_all,
        run_readings,
        min_deadwood,
        min_deadwood_then_max_value,
        min_deadwood_after_discard,
        go_out_meld_total,
        points_all_cards_held,
    )
}


def name_of(example: Example) -> str:
    return f"{example.id}-{example.check}-{example.input}".replace(" ", "")


@pytest.mark.parametrize("example", [e for e in examples() if e.check in CHECKED], ids=name_of)
def test_a_worked_example_has_its_answer(example: Example) -> None:
    assert CHECKED[example.check](example) == example.expect


def test_only_settlement_and_the_table_are_left_out() -> None:
    assert {example.check for example in examples()} == CHECKED.keys() | LEFT_OUT.keys()
    assert not CHECKED.keys() & LEFT_OUT.keys()
