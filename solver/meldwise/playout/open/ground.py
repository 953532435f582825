"""A rule set at one table as the arrays that the compiled simulator reads."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meldwise.cards import RANKS
from meldwise.melds.legality import run_fault, set_fault
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.kernel import layout as kernel
from meldwise.partition.kernel.legal import vector_counts
from meldwise.partition.kernel.tables import Tables, tables_of
from meldwise.play.state import TURNS_EACH
from meldwise.playout.open import layout as at
from meldwise.playout.open.support import check_supported
from meldwise.position import Terms, terms_of
from meldwise.rules.ruleset import RuleSet

# What a joker counts where the most points of melds are looked for: about what it stands for.
JOKER_POINTS = 9

_RUN_LENGTHS = range(2, 14)


class Table(NamedTuple):
    """A rule set at one table.

    ``rules`` are those of `layout`; ``points`` the kernel's facts with jokers counted as in melds:
    with them the kernel finds the melds of most points.
    """

    terms: Terms
    tables: Tables
    rules: NDArray[np.int32]
    points: NDArray[np.int32]


@lru_cache(maxsize=16)
def table_of(rules: RuleSet, players: int) -> Table:
    """The arrays for a rule set and so many players, made once.

    Raises:
        RequestError: the rule set is not played here; see `support`.
    """
    check_supported(rules, players)
    terms = terms_of(rules, players)
    tables = tables_of(terms.melds, terms.jokers)
    points = tables.facts.copy()
    if terms.jokers:
        points[kernel.CLASS + 1] = JOKER_POINTS
    numbers = _numbers(rules, terms)
    _put_runs(numbers, terms.melds, tables)
    return Table(terms, tables, numbers, points)


def _numbers(rules: RuleSet, terms: Terms) -> NDArray[np.int32]:
    """The ``rules`` of `layout`."""
    numbers = np.zeros(at.RULES, np.int32)
    for key, value in _options(rules, terms).items():
        numbers[key] = value
    melds = terms.melds
    numbers[at.VALUES : at.VALUES + 53] = terms.values[:53]
    numbers[at.SET_VALUES : at.SET_VALUES + 13] = melds.set_values[1:14]
    for window in melds.windows:
        place = 16 * (window.ranks[0] - 1) + window.length
        numbers[at.WINDOWS + place] = melds.runs
        numbers[at.RUN_POINTS + place] = window.total
    for vector in range(kernel.VECTORS):
        counts = vector_counts(vector)
        for wilds in range(8):
            fits = max(counts) <= melds.packs and set_fault(melds, counts, wilds) is None
            numbers[at.SET_OK + 8 * vector + wilds] = fits
    for held in range(16):
        numbers[at.SET_OUTS + held] = _set_outs(melds, held)
    return numbers


def _options(rules: RuleSet, terms: Terms) -> dict[int, int]:
    draw = ("none", "free", "use_now", "use_now_new_meld")
    throws = ("free", "only_to_go_out", "never", "not_takeable")
    score, tie, tonk, swap = rules.score, rules.tie, rules.tonk, rules.joker_swap
    ties = ("each", "split", "none")
    limit = rules.knock.limit
    return {
        at.PACKS: terms.packs,
        at.JOKERS_IN_ALL: terms.jokers,
        at.DRAW_TERMS: draw.index(rules.draw.discard),
        at.RETHROW: rules.turn.discard_taken_upcard,
        at.JOKER_THROW: throws.index(rules.turn.joker_discard),
        at.OPEN_POINTS: rules.open.min_points,
        at.OPEN_ADDS: rules.open.layoff_same_turn,
        at.OPEN_EXEMPT: rules.open.exempt_if_going_out,
        at.ADDS: rules.layoff.in_play,
        at.ADDS_OPENED: rules.layoff.requires_open,
        at.TARGETS: ("all", "runs", "sets", "own").index(rules.layoff.targets),
        at.SWAPS: swap.allowed and terms.jokers > 0,
        at.SWAPS_OPENED: swap.requires_open,
        at.REUSE: ("new_meld", "any", "keep").index(swap.reuse),
        at.STRICT: swap.strict,
        at.SHIFTS: rules.joker_shift.allowed and terms.jokers > 0,
        at.SHIFTS_ENDS: rules.joker_shift.from_ == "ends_only",
        at.SHIFT_LOW: RANKS.index(rules.joker_shift.low),
        at.SHIFT_HIGH: RANKS.index(rules.joker_shift.high),
        at.LAST: ("optional", "required").index(rules.end.go_out_discard),
        at.KNOCKS: rules.knock.allowed,
        at.KNOCK_LIMIT: limit if isinstance(limit, int) else -1,
        at.ON_EMPTY: ("reshuffle", "turn", "hand_ends", "void").index(rules.stock.on_empty),
        at.TURN_LIMIT: rules.end.turn_limit or TURNS_EACH * terms.players,
        at.HELD_COUNTS: rules.count.hand == "held",
        at.MODEL: ("own_penalty", "own_penalty_all", "stakes").index(score.model),
        at.STAKE: score.stake,
        at.ONCE_BONUS: score.go_out_at_once_bonus,
        at.ONCE_FACTOR: score.go_out_at_once_factor,
        at.CAP: -1 if score.cap is None else score.cap,
        at.TIE_LOWEST: tie.lowest == "nobody",
        at.TIE_STOCK_OUT: ties.index(tie.stock_out),
        at.TIE_SEVERAL: ties.index(tie.several_non_knockers),
        at.IMMUNE: tie.rummy_immune,
        at.OUT_FACTOR: tonk.out_factor,
        at.CAUGHT_FACTOR: tonk.caught_factor,
        at.PAYS_WINNER: tonk.knocker_pays_winner_too,
        at.DEAL_WIN: -1 if rules.deal_win.min is None else rules.deal_win.min,
        at.DEAL_FACTOR: rules.deal_win.factor,
        at.DEALT: terms.dealt,
        at.LEAST_RUN: terms.melds.run_min,
        at.DEAREST: max(terms.values[:52]),
        at.SHUFFLES_TURNED: rules.stock.on_empty == "reshuffle" or bool(rules.stock.shuffle),
    }


def _set_outs(melds: MeldRules, held: int) -> int:
    """The suits whose card would be in a set of one card of each suit held, as bits."""
    outs = 0
    for suit in range(4):
        whole = held | 1 << suit
        parts = [part for part in range(16) if part & ~whole == 0 and part >> suit & 1]
        if not held >> suit & 1 and any(
            set_fault(melds, [part >> s & 1 for s in range(4)], 0) is None for part in parts
        ):
            outs |= 1 << suit
    return outs


def _put_runs(numbers: NDArray[np.int32], melds: MeldRules, tables: Tables) -> None:
    """Put the tables of runs where `layout` has them."""
    numbers[at.PLACES : at.PLACES + 8 * kernel.SINGLE] = -1
    best: dict[int, int] = {}
    most = min(tables.limit, melds.wilds_in_runs)
    for length in _RUN_LENGTHS:
        for wilds in range(min(most, length - 1) + 1):
            for slots in combinations(range(length), wilds):
                if run_fault(melds, length, slots) is not None:
                    continue
                pattern = sum(1 << slot for slot in slots)
                numbers[at.RUN_OK + kernel.SINGLE * length + pattern] = 1
                for window in melds.windows_of[length]:
                    ranks = sum(
                        1 << rank - 1 for s, rank in enumerate(window.ranks) if s not in slots
                    )
                    place = at.PLACES + 8 * ranks + wilds
                    if window.total > best.get(place, -1):
                        best[place] = window.total
                        numbers[place] = 16 * (window.ranks[0] - 1) + length
    dead = tables.rows[kernel.DEAD : kernel.DEAD + kernel.SINGLE].astype(np.int64)
    held = np.arange(kernel.SINGLE)
    outs = np.zeros(kernel.SINGLE, np.int64)
    for rank in range(13):
        value = int(tables.facts[kernel.VALUES + rank])
        joins = (held >> rank & 1 == 0) & (dead[held | 1 << rank] < dead[held] + value)
        outs |= joins.astype(np.int64) << rank
    numbers[at.RUN_OUTS : at.RUN_OUTS + kernel.SINGLE] = outs
