"""A rule set as integers, and what of a rule set is not played by the compiled code."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.kernel.layout import COLUMN, FULL
from meldwise.partition.kernel.legal import why_not
from meldwise.play.state import TURNS_EACH
from meldwise.playout.closed.memory import INTS, RULES
from meldwise.position.terms import Terms, terms_of
from meldwise.rules.ruleset import RuleSet

# Offsets in the integers; see `memory`.
PLAYERS: Final = RULES + 0
LOOSE: Final = RULES + 1
KNOCK: Final = RULES + 2
LIMIT: Final = RULES + 3
OUT_DISCARD: Final = RULES + 4
BIG_GIN: Final = RULES + 5
WALL: Final = RULES + 6
WALL_AT: Final = RULES + 7
ON_EMPTY: Final = RULES + 8
SHUFFLE: Final = RULES + 9
TURN_LIMIT: Final = RULES + 10
PILE_DRAW: Final = RULES + 11
THROW_TAKEN: Final = RULES + 12
HELD: Final = RULES + 13
MODEL: Final = RULES + 14
PER_OPPONENT: Final = RULES + 15
RUMMY: Final = RULES + 16
KNOCKER_LOST: Final = RULES + 17
GIN: Final = RULES + 18
BIG_GIN_BONUS: Final = RULES + 19
UNDERCUT: Final = RULES + 20
SPADES: Final = RULES + 21
CAP: Final = RULES + 22
NOBODY: Final = RULES + 23
STOCK_TIE: Final = RULES + 24
IMMUNE: Final = RULES + 25
SEVERAL: Final = RULES + 26
LAY_OFF: Final = RULES + 27
AGAINST_GIN: Final = RULES + 28
TARGETS: Final = RULES + 29
ALL_CARDS: Final = RULES + 30
ALL_TWICE: Final = RULES + 31
WILDS: Final = RULES + 32
HIGH_ACE: Final = RULES + 33
SET_COPIES: Final = RULES + 34
DEALT: Final = RULES + 35
SET_MAX: Final = RULES + 36
VALUE: Final = RULES + 40
MELD_VALUE: Final = VALUE + 53
SETS_OF_VALUES: Final = MELD_VALUE + 53

NO_LIMIT: Final = -1
BY_UPCARD: Final = -2

WALLS: Final = ("none", "void", "knock_only")
WALL_VOID: Final = 1
WALL_KNOCK: Final = 2
EMPTIES: Final = ("turn", "reshuffle", "hand_ends", "void")
EMPTY_ENDS: Final = 2
EMPTY_VOID: Final = 3
DISCARDS: Final = ("optional", "required", "none")
DISCARD_REQUIRED: Final = 1
DISCARD_NONE: Final = 2
TIES: Final = ("none", "split", "each")
MODELS: Final = (
    "own_penalty",
    "own_penalty_all",
    "others_minus_own",
    "others_deadwood",
    "difference",
    "sum_of_others",
    "own_melds",
)
OWN_PENALTY: Final = 0
OWN_PENALTY_ALL: Final = 1
OTHERS_DEADWOOD: Final = 3
DIFFERENCE: Final = 4
SUM_OF_OTHERS: Final = 5
OWN_MELDS: Final = 6
TARGET_KINDS: Final = ("all", "runs", "sets")

Record = NDArray[np.int64]


def why_not_closed(rules: RuleSet, players: int) -> str | None:
    """Why the compiled code does not play a rule set whose melds stay in hand; None if it does."""
    terms = terms_of(rules, players)
    known = why_not(terms.melds)
    if known is not None:
        return known
    wanted = rules.hand.requires
    for fault, reason in (
        (terms.in_play, "melds are laid in play"),
        (terms.packs * 4 * 13 + terms.jokers > 127, "more than 127 cards"),
        (
            rules.draw.discard not in ("free", "none"),
            f"draw.discard = {rules.draw.discard}",
        ),
        (
            rules.knock.allowed and rules.knock.timing != "with_discard",
            f"knock.timing = {rules.knock.timing}",
        ),
        (rules.turn.joker_discard != "free", f"turn.joker_discard = {rules.turn.joker_discard}"),
        (rules.stock.on_empty == "pass", "stock.on_empty = pass"),
        (bool(wanted.sets or wanted.runs or wanted.pure_runs), "hand.requires"),
        (rules.count.all_without_pure_run, "count.all_without_pure_run"),
        (rules.score.model not in MODELS, f"score.model = {rules.score.model}"),
        (rules.deal_win.min is not None, "deal_win"),
        (rules.deal.first_player_extra_card, "deal.first_player_extra_card"),
        (min(_in_pack(terms)) < 1, "cards that count nothing"),
        (
            rules.layoff.at_showdown and (players > 2 or terms.jokers > 0 or terms.packs > 1),
            "lay-offs at the showdown with wilds, two packs or more than two players",
        ),
        (
            rules.layoff.at_showdown
            and (bool(rules.deck.wild_ranks) or rules.count.hand == "held"),
            "lay-offs with wild ranks, or of cards that count melded or not",
        ),
        (
            rules.layoff.at_showdown and (rules.meld.set.suits != "distinct" or _odd_runs(terms)),
            "lay-offs on such melds",
        ),
        (
            rules.score.model == "own_melds" and _values_vary(rules),
            "melds whose points depend on how the cards are laid out",
        ),
    ):
        if fault:
            return reason
    return None


def _odd_runs(terms: Terms) -> bool:
    rules = terms.rules
    return rules.meld.run.aces != "low" or rules.meld.run.max < 13 or len(rules.deck.ranks) < 13


def _values_vary(rules: RuleSet) -> bool:
    """Whether a card counts one thing in one meld and another thing in another."""
    meld = rules.values.meld
    ace_set = meld.ace if meld.ace_set is None else meld.ace_set
    wild = rules.deck.jokers not in (0, "0/pack") and not isinstance(meld.joker, int)
    return wild or bool(rules.deck.wild_ranks) or not meld.ace == meld.ace_low == ace_set


def _in_pack(terms: Terms) -> list[int]:
    ranks = terms.melds.ranks_mask
    codes = [code for code in range(52) if ranks >> code % 13 & 1]
    return [terms.values[code] for code in codes + ([52] if terms.jokers else [])]


@lru_cache(maxsize=64)
def record(rules: RuleSet, players: int) -> Record:
    """The integers of a table at which nothing has happened yet: the rule set, at its offsets.

    Raises:
        RequestError: a rule set that is not played here; it says why.
    """
    reason = why_not_closed(rules, players)
    if reason is not None:
        raise RequestError(
            "no-playouts",
            f"{rules.name}: no playouts with these rules: {reason}",
            {"field": "rules"},
        )
    terms = terms_of(rules, players)
    melds = terms.melds
    found = np.zeros(INTS, np.int64)
    found[PLAYERS] = players
    found[LOOSE] = melds.set_min < 3 or melds.run_min < 3
    _put_play(found, rules, players)
    _put_scores(found, rules, players)
    every = melds.ranks_mask * COLUMN
    found[ALL_CARDS] = every | terms.jokers << 52
    found[ALL_TWICE] = every if terms.packs > 1 else 0
    found[WILDS] = ~FULL | sum(1 << (rank - 1) for rank in melds.wild_ranks) * COLUMN
    found[HIGH_ACE] = rules.meld.run.aces != "low"
    found[SET_COPIES] = melds.suit_copies
    found[SET_MAX] = melds.set_max
    found[DEALT] = terms.dealt
    found[VALUE : VALUE + 53] = terms.values[:53]
    found[MELD_VALUE : MELD_VALUE + 53] = _meld_values(rules, melds)
    found.flags.writeable = False
    return found


def _put_play(found: Record, rules: RuleSet, players: int) -> None:
    limit = rules.knock.limit
    found[KNOCK] = rules.knock.allowed
    found[LIMIT] = NO_LIMIT if limit is None else BY_UPCARD if limit == "upcard" else limit
    found[OUT_DISCARD] = DISCARDS.index(rules.end.go_out_discard)
    found[BIG_GIN] = rules.end.big_gin
    found[WALL], found[WALL_AT] = WALLS.index(rules.stock.wall), rules.stock.wall_at
    found[ON_EMPTY] = EMPTIES.index(rules.stock.on_empty)
    found[SHUFFLE] = rules.stock.on_empty == "reshuffle" or bool(rules.stock.shuffle)
    found[TURN_LIMIT] = rules.end.turn_limit or TURNS_EACH * players
    found[PILE_DRAW] = rules.draw.discard == "free"
    found[THROW_TAKEN] = rules.turn.discard_taken_upcard


def _put_scores(found: Record, rules: RuleSet, players: int) -> None:
    score, tie = rules.score, rules.tie
    found[HELD] = rules.count.hand == "held"
    found[MODEL] = MODELS.index(score.model)
    found[PER_OPPONENT] = score.difference == "per_opponent"
    per = players - 1 if score.rummy_bonus_per == "per_opponent" else 1
    found[RUMMY], found[KNOCKER_LOST] = score.rummy_bonus * per, score.knocker_lost_bonus
    found[GIN], found[BIG_GIN_BONUS] = score.gin_bonus, score.big_gin_bonus
    found[UNDERCUT], found[SPADES] = score.undercut_bonus, score.spade_upcard_factor
    found[CAP] = -1 if score.cap is None else score.cap
    found[NOBODY] = tie.lowest == "nobody"
    found[STOCK_TIE] = TIES.index(tie.stock_out)
    found[IMMUNE] = tie.rummy_immune
    found[SEVERAL] = TIES.index(tie.several_non_knockers)
    found[LAY_OFF] = rules.layoff.at_showdown and rules.layoff.targets != "own"
    found[AGAINST_GIN] = rules.layoff.against_gin or not rules.knock.allowed
    if rules.layoff.targets in TARGET_KINDS:
        found[TARGETS] = TARGET_KINDS.index(rules.layoff.targets)


def _meld_values(rules: RuleSet, melds: MeldRules) -> list[int]:
    joker = rules.values.meld.joker
    values = [melds.set_values[code % 13 + 1] for code in range(52)]
    return [*values, joker if isinstance(joker, int) else 0]
