"""One card ahead: what every unseen card would make of a hand, for many hands at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.batch.api import best_discard_batch, deadwood_batch
from meldwise.batch.inputs import COUNT_COLUMNS, HandsLike, read_hands
from meldwise.batch.results import NOT_UNSEEN, OnePlyBatch
from meldwise.cards import Card
from meldwise.cards.hand import pack
from meldwise.errors import RequestError
from meldwise.melds.meldrules import meld_rules
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet

# Hands whose cards to come are looked at together: of each there are up to 53 hands more.
_CHUNK: Final = 4_096

Counts = NDArray[np.uint8]
Throw = Callable[[Counts], NDArray[np.int64]]
"""The least deadwood of hands, shape (n, 53), once each has thrown a card."""


def one_ply_batch(
    hands: HandsLike,
    rules: RulesLike = "gin-rummy",
    *,
    unseen: NDArray[Any] | None = None,
    players: int | None = None,
    threads: int | None = None,
) -> OnePlyBatch:
    """What the next card does for many hands: expected deadwood, outs, the chances of low counts.

    For every unseen card a hand takes it and throws its best discard, as `best_discard_batch`
    says; all unseen cards are as likely.

    Args:
        hands: As for `deadwood_batch`; hands between turns.
        rules: Id, alias, `RuleSet`, options or file.
        unseen: Copies of each card that may come, jokers in the last column: integers of shape
            (53,) for all hands, or (n, 53). None: all cards of the game that are not in the hand.
        players: Number of players, where the packs depend on it.
        threads: How many threads; None: one for each processor.

    Returns:
        ``deadwood`` int32 (n,), what the hands leave now, in the rule set's points; ``after``
        int32 (n, 53), what each card leads to, −1 where no such card is unseen; ``outs`` int32
        (n,), how many unseen cards improve the melds; ``expected`` float64 (n,), the mean of what
        is left, in points; and ``within``, the chance that so much or less is left.

    Raises:
        NotationError, HandError: wrong cards; ``where`` has the row, counted from 0.
        RulesError, RequestError: wrong rules, players, threads, shape or dtype; unseen cards of
            which the hand holds all; jokers of a colour.

    >>> ahead = one_ply_batch(["7S 7H KS"], "gin-rummy")
    >>> ahead.deadwood.tolist(), ahead.outs.tolist(), ahead.after[0, [19, 32, 45]].tolist()
    ([24], [2], [-1, 0, 0])
    >>> round(float(ahead.expected[0]), 2), round(float(ahead.within(10)[0]), 3)
    (19.59, 0.041)
    """
    rule_set = find_rules(rules)
    if rule_set.wild.joker_colours:
        raise RequestError(
            "bad-rules",
            "wild.joker_colours = true: one card ahead is not worked out with this option",
            {"field": "rules"},
        )
    now = deadwood_batch(hands := _kept(hands), rule_set, players=players, threads=threads)
    counts = _counts(hands)
    coming = _coming(unseen, counts, rule_set, players)
    values = np.array(meld_rules(rule_set, rule_set.packs(players)).hand_values[:COUNT_COLUMNS])

    def throw(drawn: Counts) -> NDArray[np.int64]:
        found = best_discard_batch(drawn, rule_set, players=players, threads=threads)
        return found.deadwood.astype(np.int64)

    after = np.empty(counts.shape, np.int32)
    helps = np.empty(counts.shape, np.bool_)
    for start in range(0, len(counts), _CHUNK):
        rows = slice(start, start + _CHUNK)
        after[rows], helps[rows] = look_ahead(
            now.deadwood[rows].astype(np.int64), counts[rows], coming[rows], values, throw
        )
    return OnePlyBatch(now.deadwood, after, helps, coming, now.meta)


def look_ahead(
    now: NDArray[np.int64],
    hands: Counts,
    unseen: NDArray[np.integer],
    values: NDArray[np.int64],
    throw: Throw,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """What each unseen card leads to, and whether it improves the melds.

    A card improves the melds if it leaves less than it would if it went with nothing in the hand.

    Args:
        now: Deadwood of the hands, shape (n,).
        hands: Hands between turns, shape (n, 53).
        unseen: Copies of each card that may come, shape (n, 53).
        values: What each card counts in hand, shape (53,).
        throw: The least deadwood of hands once a card is thrown.

    Returns:
        Deadwood, −1 where no such card is unseen, and marks, both of shape (n, 53).
    """
    rows, codes = np.nonzero(unseen)
    drawn = hands[rows]
    drawn[np.arange(len(rows)), codes] += 1
    after = np.full(hands.shape, NOT_UNSEEN, np.int64)
    after[rows, codes] = np.minimum(throw(drawn), now[rows])
    idle = np.minimum(now[:, None], throw(hands)[:, None] + values)
    return after, (unseen > 0) & (after < idle)


def _kept(hands: HandsLike) -> HandsLike:
    """Hands that can be read twice."""
    if isinstance(hands, str | bytes | np.ndarray) or hasattr(hands, "__array__"):
        return hands
    return list(hands)


def _counts(hands: HandsLike) -> Counts:
    """Checked hands as counts; all jokers are of one kind."""
    read = read_hands(hands)
    if read.form == "counts":
        return read.array.astype(np.uint8)
    codes = read.codes(0, len(read), read.width(COUNT_COLUMNS))
    counts = np.zeros((len(codes), COUNT_COLUMNS), np.uint8)
    rows, columns = np.nonzero(codes >= 0)
    np.add.at(counts, (rows, np.minimum(codes[rows, columns], COUNT_COLUMNS - 1)), 1)
    return counts


def _coming(
    unseen: NDArray[Any] | None, hands: Counts, rules: RuleSet, players: int | None
) -> NDArray[np.int16]:
    """The cards that may come to each hand, checked."""
    whole = pack(
        rules.packs(players), rules.jokers_total(players), rules.deck.ranks, rules.deck.suits
    )
    codes = [min(card.code, COUNT_COLUMNS - 1) for card in whole.cards]
    left = np.bincount(codes, minlength=COUNT_COLUMNS).astype(np.int16) - hands
    if unseen is None:
        return left
    try:
        given = np.asarray(unseen)
    except ValueError:
        raise _bad("rows of different lengths are no array", {}) from None
    if given.dtype.kind not in "iub" or given.shape not in ((COUNT_COLUMNS,), hands.shape):
        raise _bad(
            f"an array of shape {given.shape} and dtype {given.dtype}: give counts as integers of "
            f"shape ({COUNT_COLUMNS},), or one row for each hand",
            {},
        )
    found = np.broadcast_to(given, hands.shape)
    wrong = np.argwhere((found < 0) | (found > left))
    if len(wrong):
        row, code = map(int, wrong[0])
        raise _bad(
            f"row {row}: {int(found[row, code])} of {Card(code)}: {max(0, int(left[row, code]))} "
            "are not in the hand",
            {"row": row, "text": str(Card(code))},
        )
    return found.astype(np.int16)


def _bad(message: str, where: dict[str, Any]) -> RequestError:
    return RequestError("bad-unseen", f"unseen: {message}", {"field": "unseen", **where})
