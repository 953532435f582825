"""When a meld's shape is legal: the only place that knows, asked by everything else.

A fault is a stable code; `explain_fault` makes a sentence of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from meldwise.melds.meldrules import ANY_SUIT, BLACK_SUITS, RED_SUITS, UNLIMITED, MeldRules

_EXACTLY = {1: "one-suit", 2: "two-suits", 3: "three-suits", 4: "four-suits"}


def run_fault(rules: MeldRules, length: int, wild_slots: Sequence[int]) -> str | None:
    """Why a run with wilds in these slots is no meld; None if it is one.

    The slots are already known to be consecutive and filled; this judges size and wilds.

    Args:
        rules: The rules of melds.
        length: Cards of the run.
        wild_slots: Slots (from 0, ascending) that wilds fill.
    """
    if not rules.runs:
        return "runs-not-allowed"
    if length < rules.run_min:
        return "too-short"
    if not wild_slots:
        return None if length >= rules.min_naturals else "too-few-naturals"
    if rules.wilds_in_runs == 0:
        return "wild-not-allowed-in-run"
    fault = _wild_count_fault(rules, length - len(wild_slots), len(wild_slots), rules.wilds_in_runs)
    if fault:
        return fault
    if not rules.wild_at_ends and (wild_slots[0] == 0 or wild_slots[-1] == length - 1):
        return "wild-at-run-end"
    if rules.max_adjacent < UNLIMITED and _longest_streak(wild_slots) > rules.max_adjacent:
        return "adjacent-wilds"
    return None


def set_fault(
    rules: MeldRules, suits: Sequence[int], wilds: int, red: int = 0, black: int = 0
) -> str | None:
    """Why a set of these naturals and wilds is no meld; None if it is one.

    Args:
        rules: The rules of melds.
        suits: Naturals of each suit, in the order S H D C.
        wilds: Wilds that may stand for any suit.
        red: Wilds that stand for hearts or diamonds only.
        black: Wilds that stand for spades or clubs only.
    """
    if not rules.sets:
        return "sets-not-allowed"
    naturals, all_wilds = sum(suits), wilds + red + black
    if naturals + all_wilds < rules.set_min:
        return "too-short"
    if all_wilds and rules.wilds_in_sets == 0:
        return "wild-not-allowed-in-set"
    fault = _wild_count_fault(rules, naturals, all_wilds, rules.wilds_in_sets)
    if fault:
        return fault
    # With more copies allowed there are as many as packs, and no hand holds more than those.
    if max(suits) > rules.suit_copies:
        return "suit-twice"
    if naturals + all_wilds > rules.set_max:
        return "set-too-large"
    return suits_fault(rules, suits, wilds, red, black)


def _wild_count_fault(rules: MeldRules, naturals: int, wilds: int, most: int) -> str | None:
    if naturals < rules.min_naturals:
        return "too-few-naturals"
    if wilds > most:
        return "too-many-wilds"
    if rules.not_more_than_naturals and wilds > naturals:
        return "more-wilds-than-naturals"
    return None


def _longest_streak(slots: Sequence[int]) -> int:
    longest = streak = 1
    for before, slot in pairwise(slots):
        streak = streak + 1 if slot == before + 1 else 1
        longest = max(longest, streak)
    return longest


def suits_fault(
    rules: MeldRules, suits: Sequence[int], wilds: int, red: int, black: int
) -> str | None:
    """Why not every wild of a set finds a suit that is still missing, of its own colour.

    Args:
        rules: The rules of melds.
        suits: Cards of each suit that lie already.
        wilds: Wilds that may stand for any suit.
        red: Wilds that stand for hearts or diamonds only.
        black: Wilds that stand for spades or clubs only.
    """
    held = sum(1 << suit for suit, count in enumerate(suits) if count)
    if not rules.exact_suits:
        fits = _wilds_fit(rules, suits, ANY_SUIT, 0, wilds, red, black)
        return None if fits else "joker-colour"
    for chosen in combinations(rules.suits, rules.exact_suits):
        target = sum(1 << suit for suit in chosen)
        if held & ~target == 0 and _wilds_fit(
            rules, suits, target, target & ~held, wilds, red, black
        ):
            return None
    return f"needs-{_EXACTLY[rules.exact_suits]}"


def _wilds_fit(
    rules: MeldRules,
    suits: Sequence[int],
    target: int,
    uncovered: int,
    wilds: int,
    red: int,
    black: int,
) -> bool:
    """Whether the wilds fit into the free copies of the target suits and cover the uncovered."""
    free_red = _free(rules, suits, target & RED_SUITS)
    free_black = _free(rules, suits, target & BLACK_SUITS)
    if red > free_red or black > free_black or wilds > free_red - red + free_black - black:
        return False
    missing_red = (uncovered & RED_SUITS).bit_count() - red
    missing_black = (uncovered & BLACK_SUITS).bit_count() - black
    return wilds >= max(0, missing_red) + max(0, missing_black)


def _free(rules: MeldRules, suits: Sequence[int], target: int) -> int:
    return sum(rules.suit_copies - suits[suit] for suit in rules.suits if target >> suit & 1)
