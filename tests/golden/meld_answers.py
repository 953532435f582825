"""Answers about single melds: legal or not, readings, values, what a wild stands for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from meldwise import check, count_melds
from meldwise.cards import Card
from meldwise.melds import Meld
from meldwise.rules.ruleset import RuleSet
from tests.golden.expectations import Answers
from tests.golden.house_rules import house_rules
from tests.golden.records import Case

ANSWERS = Answers()
answers = ANSWERS.to


def readings(cards: str, rules: RuleSet, *, ordered: bool = False) -> tuple[Meld, ...]:
    return check(cards, rules, ordered=ordered).readings


def values(melds: Iterable[Meld]) -> list[int]:
    return sorted({meld.points for meld in melds})


def each_legal(case: Case, number: int = 0) -> list[bool]:
    rules = house_rules(case.rules[number])
    return [check(group, rules).legal for group in case.groups]


def one_legal(case: Case, number: int = 0) -> bool:
    (legal,) = each_legal(case, number)
    return legal


def stands_for(melds: Iterable[Meld]) -> list[str]:
    """What the wilds of some readings stand for, by suit and rank."""
    found = {card.stands_for for meld in melds for card in meld.cards if card.wild}
    return sorted((text for text in found if text), key=lambda text: Card.parse(text).code)


def same_cards(texts: Iterable[str] | str) -> list[str]:
    """Card texts as the cases write them (10H) in canonical form, in the same order."""
    listed = [texts] if isinstance(texts, str) else texts
    return [str(Card.parse(text)) for text in listed]


@answers("A10.melds")
def melds_of_the_hand(case: Case) -> int:
    return count_melds(case.hand, house_rules(case.rules[0]))


@answers("up_to_five")
def melds_with_short_runs(case: Case) -> int:
    return count_melds(case.hand, house_rules(case.rules[1]))


@answers("any_length")
def melds_with_runs_of_any_length(case: Case) -> int:
    return count_melds(case.hand, house_rules(case.rules[0]))


@answers(
    "C01.both",
    "C03.both",
    "C07.both",
    "E12.zoliky",
    "min_nat0",
    "five_crowns",
    "E23.ace_high_or_low",
    "wild_may_be_natural",
    "E24.two_naturals",
    "reduced",
    "D11.legal",
    "E04.legal",
    "E19.legal",
    "E20.legal",
    "E35.legal",
    "F05.legal",
    "F32.legal",
    "F35.legal",
)
def legal_by_the_first_rules(case: Case) -> bool:
    return one_legal(case)


@answers(
    "C01.low",
    "C03.corner",
    "C07.corner",
    "E23.corner",
    "E12.romme",
    "min_nat1",
    "E17.one_natural",
    "E24.one_natural",
    "wild_never_natural",
    "full",
)
def legal_by_the_second_rules(case: Case) -> bool:
    return one_legal(case, 1)


@answers("E12.rummikub", "one_natural_strict")
def legal_by_the_third_rules(case: Case) -> bool:
    return one_legal(case, 2)


@answers(
    "D09.legal",
    "E28.legal",
    "E33.legal",
    "G03.legal",
    "G04.legal",
    "there",
    "not_more_than",
    "C16.any_order",
)
def groups_legal_by_the_first_rules(case: Case) -> list[bool]:
    return each_legal(case)


@answers("usual", "E36.two_naturals")
def groups_legal_by_the_second_rules(case: Case) -> list[bool]:
    return each_legal(case, 1)


@answers("one_joker")
def groups_legal_by_the_third_rules(case: Case) -> list[bool]:
    return each_legal(case, 2)


@answers("G05.legal")
def groups_legal_wherever_the_ace_stands(case: Case) -> list[bool]:
    assert each_legal(case, 0) == each_legal(case, 1)
    return each_legal(case)


@answers("F35.wrap")
def king_ace_two(case: Case) -> bool:
    return check("KH AH 2H", house_rules(case.rules[0])).legal


def runs_in_the_given_order(case: Case, number: int) -> list[bool]:
    rules = house_rules(case.rules[number])
    return [
        any(meld.kind == "run" for meld in readings(group, rules, ordered=True))
        for group in case.groups
    ]


@answers("C05.ordered", "C16.given_order")
def runs_as_laid(case: Case) -> list[bool]:
    return runs_in_the_given_order(case, 0)


@answers("standard_rummikub")
def runs_as_laid_where_the_ace_is_low(case: Case) -> list[bool]:
    return runs_in_the_given_order(case, 1)


@answers("unordered_last")
def last_group_in_any_order(case: Case) -> bool:
    return check(case.groups[-1], house_rules(case.rules[0])).legal


@answers("C17.given_order")
def legal_as_laid(case: Case) -> bool:
    return check(case.hand, house_rules(case.rules[0]), ordered=True).legal


@answers("C17.any_order")
def legal_in_any_order(case: Case) -> bool:
    return one_legal(case)


@answers("C13.ordered", "as_laid")
def values_as_laid(case: Case) -> list[int]:
    return values(readings(case.hand, house_rules(case.rules[0]), ordered=True))


@answers(
    "C09.values",
    "C10.romme",
    "C13.any_order",
    "E09.any_order",
    "E01.values",
    "E04.values",
    "C15.value",
    "E11.value",
)
def values_in_any_order(case: Case) -> list[int]:
    return values(readings(case.hand, house_rules(case.rules[0])))


@answers("C10.zoliky")
def values_by_the_second_rules(case: Case) -> list[int]:
    return values(readings(case.hand, house_rules(case.rules[1])))


@answers("C10.rummikub")
def values_by_the_third_rules(case: Case) -> list[int]:
    return values(readings(case.hand, house_rules(case.rules[2])))


@answers("E31.values")
def values_of_each_group(case: Case) -> list[list[int]]:
    return [values(readings(group, house_rules(case.rules[0]))) for group in case.groups]


@answers("high_run")
def values_of_queen_king_ace(case: Case) -> list[int]:
    return values(readings("QS KS AS", house_rules(case.rules[0])))


@answers("set_value")
def values_of_three_aces(case: Case) -> list[int]:
    return values(readings("AS AH AD", house_rules(case.rules[0])))


@answers("E07.best", "max_value")
def dearest_reading(case: Case) -> int:
    return readings(case.hand, house_rules(case.rules[0]))[0].points


@answers("min_value")
def cheapest_reading(case: Case) -> int:
    return readings(case.hand, house_rules(case.rules[0]))[-1].points


@answers("four_max")
def dearest_reading_of_four_jokers(case: Case) -> int:
    return readings(f"{case.hand} JK", house_rules(case.rules[0]))[0].points


@answers("joker_first")
def legal_with_the_joker_sent_first(case: Case) -> bool:
    cards = case.hand.split()
    return check([cards[-1], *cards[:-1]], house_rules(case.rules[0])).legal


@answers("C15.joker_is", "E11.joker_is", "C16.joker_is", "C17.joker_is", "three_is")
def what_the_wild_stands_for(case: Case) -> Any:
    """One list, in the order of the groups; a text where the case expects one card."""
    rules = house_rules(case.rules[0])
    found = [text for group in case.groups for text in stands_for(readings(group, rules))]
    wanted = case.expected.get("joker_is", case.expected.get("three_is"))
    if isinstance(wanted, str):
        return wanted if same_cards(wanted) == found else found
    return found


@answers("C15.at_end", "C14.end_legal")
def legal_with_the_new_card_last(case: Case) -> bool:
    run = {"C14": "JH QH JK AH", "C15": "QH KH AH JK"}[case.id]
    return check(run, house_rules(case.rules[0]), ordered=True).legal


@answers("C15.at_front", "C14.front_legal")
def legal_with_the_new_card_first(case: Case) -> bool:
    run = {"C14": "AH JH QH JK", "C15": "JK QH KH AH"}[case.id]
    return check(run, house_rules(case.rules[0]), ordered=True).legal


@answers("kinds")
def kinds_of_readings(case: Case) -> list[str]:
    return sorted({meld.kind for meld in readings(case.hand, house_rules(case.rules[0]))})


@answers("E30.run_readings")
def number_of_run_readings(case: Case) -> int:
    found = {
        tuple(card.rank for card in meld.cards)
        for meld in readings(case.hand, house_rules(case.rules[0]))
        if meld.kind == "run"
    }
    return len(found)


@answers("F08.order")
def slots_in_order(case: Case) -> str:
    (meld,) = readings(case.hand, house_rules(case.rules[0]))
    return " ".join(str(card.card) for card in meld.cards)
