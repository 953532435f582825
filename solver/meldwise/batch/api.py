"""The public batch functions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meldwise.batch.inputs import HandsLike, read_hands
from meldwise.batch.results import KINDS, DeadwoodBatch, DiscardBatch, MeldsBatch
from meldwise.batch.running import Job, Words, masks_fit, thread_count
from meldwise.batch.slow import best_layout, card_marks, least_after_discard, least_deadwood
from meldwise.cards import Card, Hand
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.kernel.general import general_deadwood, general_discard
from meldwise.partition.kernel.plain import plain_deadwood, plain_discard
from meldwise.partition.kernel.tables import Tables
from meldwise.partition.kernel.trace import general_melds
from meldwise.partition.throwing import jokers_are_kept
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike


def deadwood_batch(
    hands: HandsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    threads: int | None = None,
) -> DeadwoodBatch:
    """The least deadwood of many hands, exactly that of `best_melds` with the goal ``deadwood``.

    The first call on a machine compiles (about ten seconds, kept on disk). What the compiled
    kernel does not hold (more than six wilds, three packs, hands of more than 20 cards with wilds
    or two packs, jokers of a colour, a few mixes of wild ranks) is answered just as exactly by the
    one-hand search; ``meta`` says how many hands and why.

    Args:
        hands: A list of texts or hands of any lengths; an integer array (n, k) of card codes,
            −1 where there is no card; an integer array (n, 53) of counts, jokers in the last
            column; or, for one pack, a uint64 array (n,) of masks with bit ``code`` for each card.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.
        threads: How many threads; None: one for each processor.

    Returns:
        ``deadwood``, int32 of shape (n,), and ``meta``. NumPy takes it for an array.

    Raises:
        NotationError, HandError: wrong cards; ``where`` has the row, counted from 0.
        RulesError, RequestError: wrong rules, players, threads, shape or dtype.

    >>> deadwood_batch(["7S7H7D2C", "TS JS QS KD"]).deadwood.tolist()
    [2, 10]
    """
    job = _job(hands, rules, players, threads)
    deadwood = np.empty(len(job.hands), np.int32)

    def kernel(tables: Tables, cards: Words, second: Words, start: int, stop: int) -> None:
        out = deadwood[start:stop]
        if _plain(job, tables, second):
            plain_deadwood(tables.rows, tables.facts, cards, out)
        else:
            general_deadwood(tables.rows, tables.facts, cards, second, out)

    def slow(compiled: MeldRules, cards: list[Card], row: int) -> None:
        deadwood[row] = least_deadwood(compiled, Hand(cards))

    return DeadwoodBatch(deadwood, job.run(deadwood, kernel, slow))


def best_discard_batch(
    hands: HandsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    threads: int | None = None,
) -> DiscardBatch:
    """For many hands the least deadwood once a card is thrown, and that card.

    The deadwood is that of `best_melds` with ``discard="required"``: 0 for an empty hand, and no
    joker is thrown that the rule set keeps in hand. Of
    several cards that leave as little the dearest in hand is named, then the lowest code.

    Args:
        hands: As for `deadwood_batch`.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.
        threads: How many threads; None: one for each processor.

    Returns:
        ``deadwood``, int32 of shape (n,), ``discard``, int16 of shape (n,), and ``meta``.

    Raises:
        NotationError, HandError: wrong cards; ``where`` has the row, counted from 0.
        RulesError, RequestError: wrong rules, players, threads, shape or dtype.

    >>> best = best_discard_batch(["2S 3S 4S 5S 2C 3C 4C 3D 4D 5D 5H"])
    >>> best.deadwood.tolist(), str(Card(int(best.discard[0])))
    ([0], '5H')
    """
    job = _job(hands, rules, players, threads)
    deadwood = np.empty(len(job.hands), np.int32)
    discard = np.empty(len(job.hands), np.int16)

    def kernel(tables: Tables, cards: Words, second: Words, start: int, stop: int) -> None:
        out, thrown = deadwood[start:stop], discard[start:stop]
        if _plain(job, tables, second):
            plain_discard(tables.rows, tables.facts, cards, out, thrown)
        else:
            general_discard(tables.rows, tables.facts, cards, second, out, thrown)

    def slow(compiled: MeldRules, cards: list[Card], row: int) -> None:
        deadwood[row], discard[row] = least_after_discard(job.rules, compiled, Hand(cards))

    # The kernel throws any card; where jokers are kept, hands that hold one go the slow road.
    kept = job.hands.with_jokers() if jokers_are_kept(job.rules) else None
    return DiscardBatch(deadwood, discard, job.run(deadwood, kernel, slow, kept))


def melds_batch(
    hands: HandsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    threads: int | None = None,
) -> MeldsBatch:
    """A partition with the least deadwood for each of many hands.

    Of several such partitions any one is returned, always the same for the same cards; for the
    one with most meld points ask `best_melds`.

    Args:
        hands: As for `deadwood_batch`.
        rules: Id, alias, `RuleSet`, options or file.
        players: Number of players, where the packs depend on it.
        threads: How many threads; None: one for each processor.

    Returns:
        ``deadwood``, int32 of shape (n,); ``cards`` and ``meld``, int8 of shape (n, k): codes and
        the number of each card's meld, −1 for deadwood; ``kind``, int8 of shape (n, m): 0 a set,
        1 a run; and ``meta``.

    Raises:
        NotationError, HandError: wrong cards; ``where`` has the row, counted from 0.
        RulesError, RequestError: wrong rules, players, threads, shape or dtype.

    >>> best = melds_batch(["7S 7H 7D 2C"])
    >>> best.meld.tolist(), best.kind.tolist()
    ([[0, 0, 0, -1]], [[0, -1]])
    """
    job = _job(hands, rules, players, threads)
    count, width = len(job.hands), job.hands.width(job.in_packs)
    deadwood = np.empty(count, np.int32)
    codes = np.full((count, width), -1, np.int8)
    meld = np.full((count, width), -1, np.int8)
    kind = np.full((count, width // 2), -1, np.int8)

    def kernel(tables: Tables, cards: Words, second: Words, start: int, stop: int) -> None:
        codes[start:stop] = job.hands.codes(start, stop, width)
        general_melds(
            tables.rows,
            tables.facts,
            cards,
            second,
            codes[start:stop],
            deadwood[start:stop],
            meld[start:stop],
            kind[start:stop],
        )

    def slow(compiled: MeldRules, cards: list[Card], row: int) -> None:
        codes[row] = job.hands.codes(row, row + 1, width)[0]
        layout = best_layout(compiled, Hand(cards))
        deadwood[row] = sum(compiled.hand_values[card.code] for card in layout.deadwood)
        meld[row][codes[row] >= 0] = card_marks(cards, layout)
        kind[row, : len(layout.melds)] = [KINDS.index(found.kind) for found in layout.melds]

    meta = job.run(deadwood, kernel, slow)
    return MeldsBatch(deadwood, codes, meld, kind, meta)


def _job(hands: HandsLike, rules: RulesLike, players: int | None, threads: int | None) -> Job:
    rule_set = find_rules(rules)
    rule_set.packs(players)
    read = read_hands(hands)
    masks_fit(read, rule_set, players)
    return Job(read, rule_set, players, thread_count(threads))


def _plain(job: Job, tables: Tables, second: NDArray[np.int64]) -> bool:
    """Whether a chunk is of one pack, without wilds, and all of it short enough."""
    return tables.limit == 0 and job.compiled.packs == 1 and not second.any()
