"""What each check of the worked examples asks, as a question to the library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meldwise import BestMelds, best_melds, check, rules, settle
from meldwise.cards import RANKS
from meldwise.errors import HandError
from meldwise.melds import Meld
from meldwise.partition.question import Engine
from meldwise.play import ShiftJoker, SwapJoker, legal_actions
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet
from tests.golden.records import Example

Answer = Callable[[Example], Any]

CHECKS: dict[str, Answer] = {}
"""The functions that answer an example, by the name of its check."""

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


def answers(function: Answer) -> Answer:
    """Register a function as the answer to the check of its name."""
    CHECKS[function.__name__] = function
    return function


def known_rules(example: Example) -> RuleSet:
    """The rule set of an example with its options."""
    changes = dict(example.deck)
    for key, value in example.options.items():
        if key == "hand":
            changes |= {HAND_VALUES[card]: points for card, points in value.items()}
        elif key in OPTIONS:
            changes[OPTIONS[key]] = value
        else:
            assert (key, value) == ("discard", "optional"), "the rule set's own discard"
    return rules(example.rules, changes)


# Melds and hands.


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


@answers
def legal_meld(example: Example) -> bool:
    try:
        return check(example.input, known_rules(example)).legal
    except HandError as error:
        # Cards that the packs do not hold are no meld either.
        if error.code not in ("card-too-often", "too-many-jokers"):
            raise
        return False


@answers
def meld_value_max(example: Example) -> int:
    return max(meld.points for meld in readings(example))


@answers
def meld_values_all(example: Example) -> list[int]:
    return sorted({meld.points for meld in readings(example)})


@answers
def run_readings(example: Example) -> list[list[int]]:
    """Rank numbers slot by slot, an ace after the king as 14."""
    found = []
    for meld in readings(example):
        ranks = [card.rank for card in meld.cards]
        found.append([*ranks[:-1], 14 if ranks[-1] == 1 else ranks[-1]])
        assert meld.kind == "run"
    return sorted(found)


@answers
def min_deadwood(example: Example) -> int:
    return best_of_both_engines(example).deadwood.points


@answers
def min_deadwood_then_max_value(example: Example) -> list[int]:
    best = best_of_both_engines(example)
    return [best.deadwood.points, best.meld_points]


@answers
def min_deadwood_after_discard(example: Example) -> int:
    best = best_of_both_engines(example, discard="required")
    assert best.discard is not None
    return best.deadwood.points


@answers
def go_out_meld_total(example: Example) -> int | None:
    best = best_of_both_engines(example, goal="out")
    return best.meld_points if best.out else None


@answers
def points_all_cards_held(example: Example) -> int:
    best = best_of_both_engines(example, require=OUT_OF_REACH)
    assert best.met is False
    return best.deadwood.points


# Settlements.


def scores(
    example: Example, ending: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> list[int]:
    outcome = {"rules": example.rules, "ending": ending, "counts": example.input}
    return list(settle(outcome | {"options": options or {}}).scores)


@answers
def tonk_knock(example: Example) -> list[int]:
    return scores(example, {"kind": "knock", "player": 0})


@answers
def tonk_stock_out(example: Example) -> list[int]:
    return scores(example, {"kind": "stock-out"})


@answers
def deal_tonk(example: Example) -> list[int]:
    return scores(example, {"kind": "deal-win"})


@answers
def deal_tonk_49(example: Example) -> list[int]:
    return scores(example, {"kind": "deal-win"}, {"deal_win.min": 49})


def klop(example: Example, difference: str) -> list[int | None]:
    """The winner of a hand and what he scores; the others score nothing."""
    counts, player, rummy = example.input
    found = [
        settle(
            {
                "rules": example.rules,
                "ending": {"kind": kind, "player": player},
                "counts": counts,
                "options": {"score.difference": difference},
            }
        )
        for kind in (("knock", "out") if rummy else ("knock",))
    ]
    (winner,) = {settlement.winners for settlement in found}
    (points,) = {settlement.scores for settlement in found}
    assert len(winner) <= 1
    assert [p for p, scored in enumerate(points) if scored] == list(winner)
    return [winner[0], points[winner[0]]] if winner else [None, 0]


@answers
def klop_once(example: Example) -> list[int | None]:
    return klop(example, "once")


@answers
def klop_per_opponent(example: Example) -> list[int | None]:
    return klop(example, "per_opponent")


@answers
def elimination(example: Example) -> list[int | None]:
    """What is left of totals when the last hand of the game brought them about."""
    totals: list[int] = example.input
    winner = totals.index(min(totals))
    counts = [0 if player == winner else 10 for player in range(len(totals))]
    kind = "knock" if rules(example.rules).knock.allowed else "out"
    game = settle(
        {
            "rules": example.rules,
            "ending": {"kind": kind, "player": winner},
            "counts": counts,
            "scores": [total - count for total, count in zip(totals, counts, strict=True)],
        }
    ).game
    assert game is not None
    assert list(game.totals) == totals
    return [None if player in game.out else total for player, total in enumerate(totals)]


# Jokers on the table.


def at_table(
    example: Example, hand: str, table: Sequence[str], owner: int, options: Mapping[str, Any]
) -> Position:
    return Position.from_dict(
        {
            "rules": example.rules,
            "options": options,
            "hand": hand,
            "phase": "play",
            "table": [{"owner": owner, "cards": cards} for cards in table],
        }
    )


def exchanged(example: Example, *, strict: bool) -> bool:
    """Whether cards of other suits can take the joker of a set of sixes."""
    naturals, held = example.input
    # Two tens of other suits and an own meld: the joker always has a use, and the player is open.
    hand = "TH TD 2C 3D " + " ".join(f"6{suit}" for suit in held)
    sixes = " ".join(f"6{suit}" for suit in naturals) + " JK"
    known = at_table(example, hand, ["TS JS QS KS AS", sixes], 0, {"joker_swap.strict": strict})
    return any(isinstance(action, SwapJoker) for action in legal_actions(known))


@answers
def joker_exchange_standard(example: Example) -> bool:
    return exchanged(example, strict=False)


@answers
def joker_exchange_strict(example: Example) -> bool:
    return exchanged(example, strict=True)


def shifted(example: Example, where_from: str) -> list[int]:
    """The ranks to which the joker of a run can be shifted by the card that it stands for."""
    (low, high), at = example.input

    def card(slot: int) -> str:
        return f"{RANKS[(slot - 1) % 13]}S"

    run = " ".join(f"JK={card(n)}" if n == at else card(n) for n in range(low, high + 1))
    known = at_table(example, f"{card(at)} 2H 9D KC", [run], 1, {"joker_shift.from": where_from})
    return sorted(
        action.to.rank for action in legal_actions(known) if isinstance(action, ShiftJoker)
    )


@answers
def joker_shift(example: Example) -> list[int]:
    return shifted(example, "any")


@answers
def joker_shift_ends_only(example: Example) -> list[int]:
    return shifted(example, "ends_only")
