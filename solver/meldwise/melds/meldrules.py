"""What a rule set says about melds, compiled once for speed.

Everything that asks "is this a meld, and what is it worth?" reads this and nothing else, so two
rule sets that agree on melds share every table built from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from meldwise.cards import RANKS, SUITS
from meldwise.cards.card import ACE, BLACK_JOKER_CODE, CODES, JOKER_CODE, RED_JOKER_CODE
from meldwise.melds.windows import Window, run_windows
from meldwise.rules.ruleset import RuleSet

# Above any number of cards that a meld can have.
UNLIMITED = 99
ANY_SUIT = 0b1111
RED_SUITS = 0b0110
BLACK_SUITS = 0b1001


@dataclass(frozen=True, slots=True)
class WildClass:
    """Wild cards that are interchangeable: same value in hand and in melds, same suits.

    ``codes`` are the cards of the class, ``hand_value`` counts as deadwood, ``meld_value`` is
    the fixed value in a meld (None: what it stands for), ``suits`` is the bit set of suits that
    a card of the class may stand for, and ``own_rank`` is the rank in whose sets its cards are
    naturals (0: there is none, or being one makes no difference).
    """

    codes: tuple[int, ...]
    hand_value: int
    meld_value: int | None
    suits: int
    own_rank: int

    @property
    def per_card(self) -> bool:
        """Whether the class is one card, because it would count otherwise as a natural."""
        return self.own_rank > 0 and self.meld_value is not None


@dataclass(frozen=True, slots=True, eq=False)
class MeldRules:
    """The compiled rules of melds; compared by identity, made by `meld_rules`."""

    packs: int
    ranks_mask: int
    suits: tuple[int, ...]
    sets: bool
    set_min: int
    set_max: int
    suit_copies: int
    exact_suits: int
    runs: bool
    run_min: int
    windows: tuple[Window, ...]
    windows_of: Mapping[int, tuple[Window, ...]]
    both_aces: bool
    corner: bool
    wilds_in_sets: int
    wilds_in_runs: int
    min_naturals: int
    max_adjacent: int
    wild_at_ends: bool
    not_more_than_naturals: bool
    natural_use: bool
    wild_ranks: frozenset[int]
    classes: tuple[WildClass, ...]
    class_of: tuple[int, ...]
    hand_values: tuple[int, ...]
    set_values: tuple[int, ...]
    suits_alike: bool
    wilds_represent: bool
    jokers_only: bool

    def is_wild(self, code: int) -> bool:
        """Whether the card may stand for another one."""
        return self.class_of[code] >= 0

    def may_be_natural(self, code: int) -> bool:
        """Whether the card may stand for itself."""
        return code < JOKER_CODE and (self.class_of[code] < 0 or self.natural_use)


def meld_rules(rules: RuleSet, packs: int | None = None) -> MeldRules:
    """The compiled rules of melds of a rule set.

    Args:
        rules: The rule set.
        packs: Packs in play; None: those for the fewest players.
    """
    return _compiled(rules, rules.packs() if packs is None else packs)


@lru_cache(maxsize=256)
def _compiled(rules: RuleSet, packs: int) -> MeldRules:
    wild, sets, runs = rules.wild, rules.meld.set, rules.meld.run
    in_pack = tuple(SUITS.index(suit) for suit in rules.deck.suits)
    suits = len(in_pack) if isinstance(sets.suits, str) else sets.suits
    suit_copies = 1 if sets.suits == "distinct" else packs
    limit = UNLIMITED if wild.max_per_meld is None else wild.max_per_meld
    classes = _wild_classes(rules, packs)
    class_of = [-1] * CODES
    for index, wild_class in enumerate(classes):
        for code in wild_class.codes:
            class_of[code] = index
    windows = run_windows(
        tuple(RANKS.index(rank) + 1 for rank in rules.deck.ranks),
        runs.aces,
        runs.min,
        runs.max,
        _run_values(rules),
    )
    return MeldRules(
        packs=packs,
        ranks_mask=sum(1 << RANKS.index(rank) for rank in rules.deck.ranks),
        suits=in_pack,
        sets=sets.allowed,
        set_min=sets.min,
        set_max=min(sets.max or UNLIMITED, suits * suit_copies),
        suit_copies=suit_copies,
        exact_suits=0 if isinstance(sets.suits, str) else sets.suits,
        runs=runs.allowed,
        run_min=runs.min,
        windows=windows,
        windows_of={
            length: tuple(window for window in windows if window.length == length)
            for length in range(2, 15)
        },
        both_aces=runs.max == 14,
        corner=runs.aces == "corner",
        wilds_in_sets=_least(limit, wild.max_in_set, wild.allowed_in in ("both", "sets")),
        wilds_in_runs=_least(limit, wild.max_in_run, wild.allowed_in in ("both", "runs")),
        min_naturals=wild.min_naturals,
        max_adjacent=wild.max_adjacent or UNLIMITED,
        wild_at_ends=wild.at_run_ends,
        not_more_than_naturals=wild.not_more_than_naturals,
        natural_use=wild.natural_use,
        wild_ranks=frozenset(RANKS.index(rank) + 1 for rank in rules.deck.wild_ranks),
        classes=classes,
        class_of=tuple(class_of),
        hand_values=tuple(_hand_value(rules, code) for code in range(CODES)),
        set_values=tuple(_set_value(rules, rank) for rank in range(14)),
        jokers_only=not rules.deck.wild_ranks and not wild.joker_colours,
        wilds_represent=all(known.meld_value is None for known in classes),
        suits_alike=all(known.suits == ANY_SUIT and not known.per_card for known in classes),
    )


def _least(limit: int, more: int | None, allowed: bool) -> int:
    return min(limit, UNLIMITED if more is None else more) if allowed else 0


def _wild_classes(rules: RuleSet, packs: int) -> tuple[WildClass, ...]:
    """The classes of wild cards, jokers first.

    A wild rank joins the jokers where that changes nothing: same values, and a second card of
    the rank and suit is as good in a set of that rank as a natural as it would be as a wild.
    """
    meld, hand = rules.values.meld, rules.values.hand
    joker_value = meld.joker if isinstance(meld.joker, int) else None
    wild_value = meld.wild if isinstance(meld.wild, int) else None
    if rules.wild.joker_colours:
        kinds: list[tuple[tuple[int, ...], int]] = [
            ((JOKER_CODE,), ANY_SUIT),
            ((RED_JOKER_CODE,), RED_SUITS),
            ((BLACK_JOKER_CODE,), BLACK_SUITS),
        ]
    else:
        kinds = [((JOKER_CODE, RED_JOKER_CODE, BLACK_JOKER_CODE), ANY_SUIT)]
    classes = [WildClass(codes, hand.joker, joker_value, suits, 0) for codes, suits in kinds]
    natural = rules.wild.natural_use
    alike = not natural or rules.meld.set.suits == "any" or packs == 1
    for rank in sorted(RANKS.index(text) for text in rules.deck.wild_ranks):
        value = _hand_value(rules, rank)
        cards = tuple(13 * suit + rank for suit in range(4))
        if natural and wild_value is not None:
            # As a natural such a card has another value, so it matters which one lies where.
            classes += [WildClass((c,), value, wild_value, ANY_SUIT, rank + 1) for c in cards]
            continue
        twin = next(
            (
                index
                for index, known in enumerate(classes)
                if alike
                and known.hand_value == value
                and known.meld_value == wild_value
                and known.suits == ANY_SUIT
            ),
            None,
        )
        if twin is None:
            own = rank + 1 if natural else 0
            classes.append(WildClass(cards, value, wild_value, ANY_SUIT, own))
        else:
            known = classes[twin]
            classes[twin] = WildClass(known.codes + cards, value, wild_value, ANY_SUIT, 0)
    return tuple(classes)


def _hand_value(rules: RuleSet, code: int) -> int:
    values = rules.values.hand
    if code >= JOKER_CODE:
        return values.joker
    letter = RANKS[code % 13]
    if letter in rules.deck.wild_ranks and values.wild is not None:
        return values.wild
    return _rank_value(code % 13 + 1, values.ace, values.court, values.ranks)


def _set_value(rules: RuleSet, rank: int) -> int:
    values = rules.values.meld
    ace = values.ace if values.ace_set is None else values.ace_set
    return _rank_value(rank, ace, values.court, values.ranks)


def _run_values(rules: RuleSet) -> tuple[tuple[int, ...], int]:
    """The value of each rank in a run (the ace as high), and that of the low ace."""
    values = rules.values.meld
    high = [_rank_value(rank, values.ace, values.court, values.ranks) for rank in range(14)]
    return tuple(high), _rank_value(ACE, values.ace_low, values.court, values.ranks)


def _rank_value(rank: int, ace: int, court: int | Literal["pip"], others: Mapping[str, int]) -> int:
    """The value of a natural card; rank 0 is no card and counts nothing."""
    for text, value in others.items():
        if rank and text == RANKS[rank - 1]:
            return value
    if rank == ACE:
        return ace
    return rank if rank <= 10 or court == "pip" else court
