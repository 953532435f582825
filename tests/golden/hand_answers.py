"""Answers about whole hands: deadwood, partitions, discards, outs, opening, going out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldwise import BestMelds, best_melds, check, count_melds, discard_effects, rules
from meldwise.cards import Card, Hand, pack
from meldwise.partition import Partition
from meldwise.partition.question import Engine
from tests.golden.expectations import Answers
from tests.golden.house_rules import house_rules
from tests.golden.records import Case

KNOCK_LIMIT: int = rules("gin-rummy")["knock.limit"]
ENGINES: tuple[Engine, ...] = ("search", "cp")

ANSWERS = Answers()
answers = ANSWERS.to


def solved(cards: str | Hand, differences: Mapping[str, Any], **asked: Any) -> BestMelds:
    """The answer of the search, once the constraint model has come to the same figures."""
    known = house_rules(differences)
    first, second = (
        best_melds(cards, known, engine=engine, seconds=60, **asked) for engine in ENGINES
    )
    assert first.exact
    assert second.exact
    assert (first.deadwood.points, first.meld_points, first.met) == (
        second.deadwood.points,
        second.meld_points,
        second.met,
    )
    return first


def all_best(cards: str | Hand, differences: Mapping[str, Any], **asked: Any) -> list[Partition]:
    best = solved(cards, differences, limit="optimal", **asked)
    return [best.best, *best.alternatives]


def deadwood(cards: str | Hand, differences: Mapping[str, Any], **asked: Any) -> int:
    return solved(cards, differences, **asked).deadwood.points


def after_each_discard(case: Case) -> dict[str, int]:
    """The least deadwood of what is left, by the card thrown."""
    hand = Hand.parse(case.hand)
    return {str(card): deadwood(hand.minus([card]), case.rules[0]) for card in dict.fromkeys(hand)}


def placed(cards: str, differences: Mapping[str, Any]) -> int:
    """How many cards can be melded at once."""
    every = best_melds(cards, house_rules(differences), limit=1000)
    assert every.exact
    return max(sum(meld.size for meld in p.melds) for p in (every.best, *every.alternatives))


@answers("min_deadwood", "pip", "ace15", "F09.meld_all", "eleven", "G18.now")
def least_deadwood(case: Case) -> int:
    hand = "AS 7H" if case.id == "F34" else case.hand
    return deadwood(hand, case.rules[0])


@answers("faces_ten")
def least_deadwood_by_the_second_rules(case: Case) -> int:
    return deadwood(case.hand, case.rules[1])


@answers("F34.ace1")
def least_deadwood_with_a_cheap_ace(case: Case) -> int:
    return deadwood("AS 7H", {**case.rules[0], "dw_ace": 1})


@answers("optimal_partitions")
def number_of_optimal_partitions(case: Case) -> int:
    return len(all_best(case.hand, case.rules[0]))


@answers("A01.melds", "A06.melds", "A14.melds", "A15.melds", "A18.melds", "C02.melds")
def best_melds_as_hands(case: Case) -> Any:
    """The expected texts if they are the best melds as sets of cards; else what was found."""
    found = [Hand(meld.physical) for meld in solved(case.hand, case.rules[0]).melds]
    wanted = [Hand.parse(text) for text in case.expected["melds"]]
    alike = len(found) == len(wanted) and all(meld in wanted for meld in found)
    return case.expected["melds"] if alike else [str(meld) for meld in found]


@answers("rest")
def deadwood_cards(case: Case) -> Any:
    found = Hand(solved(case.hand, case.rules[0]).deadwood.cards)
    return case.expected["rest"] if found == Hand.parse(case.expected["rest"]) else str(found)


@answers("gin")
def no_deadwood(case: Case) -> bool:
    return deadwood(case.hand, case.rules[0]) == 0


@answers("A16.can_knock", "B13.can_knock")
def deadwood_within_the_knock_limit(case: Case) -> bool:
    return deadwood(case.hand, case.rules[0]) <= KNOCK_LIMIT


@answers("best_after_discard", "G18.after", "with_discard", "G25.best")
def deadwood_after_the_best_discard(case: Case) -> int:
    hand = f"{case.hand} 5H" if case.id == "G18" else case.hand
    best = solved(hand, case.rules[0], discard="required")
    assert best.discard is not None
    return best.deadwood.points


@answers("B06.can_knock")
def can_knock_when_gin_is_required(case: Case) -> bool:
    return min(after_each_discard(case).values()) <= 0


@answers("at_limit_10")
def can_knock_at_the_usual_limit(case: Case) -> bool:
    return min(after_each_discard(case).values()) <= KNOCK_LIMIT


@answers("knock")
def discards_that_allow_a_knock(case: Case) -> list[str]:
    return sorted(card for card, left in after_each_discard(case).items() if left <= KNOCK_LIMIT)


@answers("B11.best")
def best_discards_and_what_they_leave(case: Case) -> dict[str, int]:
    found = all_best(case.hand, case.rules[0], discard="required")
    return {str(partition.discard): partition.deadwood.points for partition in found}


@answers("keep_gin", "F34.go_out", "G16.go_out")
def discards_that_go_out(case: Case) -> list[str]:
    found = all_best(case.hand, case.rules[0], goal="out", discard="required")
    assert all(partition.out for partition in found)
    return sorted({str(partition.discard) for partition in found})


@answers("G17.after")
def deadwood_after_each_discard(case: Case) -> dict[str, int]:
    return after_each_discard(case)


@answers("G17.best")
def best_discard(case: Case) -> str:
    return str(solved(case.hand, case.rules[0], discard="required").discard)


@answers("G18.discards")
def best_discards_with_the_upcard(case: Case) -> Any:
    effects = discard_effects(f"{case.hand} 5H", case.rules[0])
    cards = {effect.card for effect in effects if effect.deadwood == effects[0].deadwood}
    wanted = case.expected["discards"]
    return wanted if cards == {Card.parse(text) for text in wanted} else sorted(map(str, cards))


@answers("outs")
def cards_that_give_gin(case: Case) -> Any:
    hand = Hand.parse(case.hand)
    outs = {
        card
        for card in pack().minus(hand)
        if deadwood(Hand([*hand, card]), case.rules[0], discard="required") == 0
    }
    wanted = case.expected["outs"]
    return wanted if outs == {Card.parse(text) for text in wanted} else sorted(map(str, outs))


@answers("B12.melds")
def melds_that_a_card_would_make(case: Case) -> Any:
    known, drawn = house_rules(case.rules[0]), "6D"
    (wanted,) = case.expected["melds"]
    more = count_melds(f"{case.hand} {drawn}", known) - count_melds(case.hand, known)
    best = best_melds(f"{case.hand} {drawn}", known, pins=[drawn], limit=100)
    made = {
        Hand(meld.physical)
        for partition in (best.best, *best.alternatives)
        for meld in partition.melds
        if Card.parse(drawn) in meld.physical
    }
    assert len(made) == more
    return [wanted] if made == {Hand.parse(wanted)} else sorted(map(str, made))


@answers("sets_take")
def cards_that_the_sets_would_take(case: Case) -> list[str]:
    return layoffs_of_the_layout(case, "set")


@answers("runs_take")
def cards_that_the_runs_would_take(case: Case) -> list[str]:
    return layoffs_of_the_layout(case, "run")


def layoffs_of_the_layout(case: Case, kind: str) -> list[str]:
    """Cards that could be added to the melds of the best layout made of this kind alone."""
    known, hand = house_rules(case.rules[0]), Hand.parse(case.hand)
    (layout,) = [
        partition
        for partition in all_best(case.hand, case.rules[0])
        if all(meld.kind == kind for meld in partition.melds)
    ]
    return sorted(
        str(card)
        for card in pack().minus(hand)
        if any(check([*meld.physical, card], known).legal for meld in layout.melds)
    )


@answers("wrap", "D04.placed", "F04.placed", "all_placed")
def most_cards_melded(case: Case) -> int:
    return placed(case.hand, case.rules[0])


@answers("no_wrap")
def most_cards_melded_by_the_second_rules(case: Case) -> int:
    return placed(case.hand, case.rules[1])


@answers("outer_only")
def most_cards_melded_in_threes(case: Case) -> int:
    return placed(case.hand, {**case.rules[0], "max_run": 3, "max_set": 3})


@answers("F06.without_joker")
def most_cards_melded_without_the_joker(case: Case) -> int:
    return placed(case.hand.replace(" JK", ""), case.rules[0])


@answers("G13.deadwood")
def deadwood_of_each_group(case: Case) -> list[int]:
    return [deadwood(group, case.rules[0]) for group in case.groups]


@answers("G13.placed")
def cards_melded_of_each_group(case: Case) -> list[int]:
    return [placed(group, case.rules[0]) for group in case.groups]


@answers("keep_joker")
def deadwood_when_the_joker_is_kept(case: Case) -> int:
    best = solved(case.hand, case.rules[0], limit=20)
    (kept,) = [
        partition.deadwood.points
        for partition in best.alternatives
        if all(card.is_joker for card in partition.deadwood.cards)
    ]
    return kept


@answers("opens")
def opens_at_thirty(case: Case) -> bool:
    return solved(case.hand, case.rules[0], require={"points": 30}).met is True


def opening(cards: str, differences: Mapping[str, Any], **needed: int) -> list[Any]:
    """The most points that count for opening, and whether they are enough."""
    points = needed.pop("points")
    most = solved(cards, differences, goal="points", require=needed)
    enough = solved(cards, differences, goal="points", require={**needed, "points": points})
    return [most.meld_points, bool(enough.met)]


@answers("with_joker")
def opening_at_forty(case: Case) -> list[Any]:
    return opening(case.hand, case.rules[0], points=40)


@answers("F12.without")
def opening_at_forty_without_the_joker(case: Case) -> list[Any]:
    return opening(case.hand.replace(" JK", ""), case.rules[0], points=40)


@answers("F13.value")
def most_points(case: Case) -> int:
    return solved(case.hand, case.rules[0], goal="points").meld_points


@answers("at_least")
def opens_at_exactly_the_points(case: Case) -> bool:
    return bool(opening(case.hand, case.rules[0], points=40)[1])


@answers("more_than")
def opens_at_one_point_more(case: Case) -> bool:
    return bool(opening(case.hand, case.rules[0], points=41)[1])


@answers("first")
def opening_with_a_pure_run(case: Case) -> list[Any]:
    return opening(case.hand, case.rules[0], points=36, pure_runs=1)


@answers("impure")
def opening_without_a_pure_run(case: Case) -> list[Any]:
    return opening("QH KH JK KS KC KD", case.rules[0], points=36, pure_runs=1)


@answers("F15.low")
def opening_with_a_low_run(case: Case) -> list[Any]:
    return opening("AH 2H 3H", case.rules[0], points=36, pure_runs=1)


@answers("threes")
def opening_at_thirty(case: Case) -> list[Any]:
    return opening(case.hand, case.rules[0], points=30)


@answers("fours")
def opening_at_thirty_with_fours(case: Case) -> list[Any]:
    return opening(case.hand.replace("3", "4"), case.rules[0], points=30)


@answers("two_sets")
def has_two_sets(case: Case) -> bool:
    return solved(case.hand, case.rules[0], require="contract=two sets").met is True


@answers("two_runs")
def has_two_runs_of_four(case: Case) -> bool:
    return solved(case.hand, case.rules[0], require="contract=two runs of four").met is True


@answers("all_melded")
def everything_is_melded(case: Case) -> bool:
    return not solved(case.hand, case.rules[0]).deadwood.cards


@answers("valid")
def may_be_declared(case: Case) -> bool:
    """Two runs, one of them without a wild, and every card melded."""
    declared = house_rules(case.rules[0]).replace(
        {"hand.requires.runs": 2, "hand.requires.pure_runs": 1, "deal.cards": 13}
    )
    answers_of_both = {
        best_melds(case.hand, declared, goal="out", discard="none", engine=engine).out
        for engine in ENGINES
    }
    (out,) = answers_of_both
    return out


@answers("sizes")
def sizes_of_the_best_melds(case: Case) -> list[int]:
    return sorted((meld.size for meld in solved(case.hand, case.rules[0]).melds), reverse=True)


@answers("G22.ace1")
def closing_at_five_with_a_cheap_ace(case: Case) -> list[Any]:
    left = deadwood(case.hand, case.rules[1])
    return [left, left <= 5]


@answers("ace11")
def closing_at_five_with_a_dear_ace(case: Case) -> list[Any]:
    left = deadwood(case.hand, case.rules[0])
    return [left, left <= 5]


@answers("G25.partitions")
def number_of_partitions(case: Case) -> int:
    every = best_melds(case.hand, house_rules(case.rules[0]), limit=1000)
    assert every.exact
    return 1 + len(every.alternatives)
