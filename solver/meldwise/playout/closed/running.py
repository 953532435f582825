"""Playouts and settlements of arrays of starts, by the compiled code."""

# ruff: noqa: PLR0913, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numba.np.numpy_support import carray
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.partition.kernel.compiling import compilation_announced, compiled
from meldwise.partition.kernel.layout import JOKERS
from meldwise.playout.addresses import float64_at, int64_at
from meldwise.playout.closed.hands import Tables, tables_at
from meldwise.playout.closed.memory import (
    AT_END,
    KINDS_OF_CARDS,
    PILE_CODES,
    SCORES,
    STATE,
    STATE_LENGTH,
    STOCK_CODES,
    STRIDE,
    Ints,
)
from meldwise.playout.closed.playing import NOTED_END, Notes, play_hand
from meldwise.playout.closed.record import ALL_TWICE, PLAYERS
from meldwise.playout.closed.settling import begin_hand, settle
from meldwise.playout.closed.table import (
    BEFORE,
    FIRST_SET,
    HAND,
    HOLDS,
    LAST,
    NUMBER,
    PILE,
    PILE_SIZE,
    REFUSED,
    SCORE,
    SETS_OF,
    STOCK_AT,
    STOCK_END,
    TURNS,
    add_to,
    new_reals,
)
from meldwise.playout.network import Reals
from meldwise.playout.policies import Policy
from meldwise.playout.randomness import Stream, begin_stream
from meldwise.playout.results import Playouts
from meldwise.playout.starts import Codes, Counts, Starts
from meldwise.playout.values.functions import KINDS, WEIGHTS
from meldwise.playout.values.lessons import LESSON, Lessons
from meldwise.playout.views import View


def closed_playouts(
    starts: Starts,
    policies: Sequence[Policy],
    seed: int,
    notes: int = 0,
    *,
    first: int = 0,
) -> tuple[Playouts, Notes]:
    """Play all starts, the first of which has this number, to their end; note so many actions."""
    tables, reals = at_table(starts, policies)
    n = len(starts)
    found = Playouts(
        np.zeros((n, starts.players)),
        np.zeros(n, np.int8),
        np.zeros(n, np.int8),
        np.zeros((n, starts.players), np.int32),
        np.zeros(n, np.int32),
    )
    kept = np.full((n, notes), NOTED_END, np.uint8)
    common = [
        starts.stock_size,
        starts.pile_size,
        starts.seat,
        int(starts.phase == "play"),
        _code(starts.taken),
        _code(starts.passes),
        _code(starts.upcard),
        seed,
        first,
        tables.ints.ctypes.data,
        reals.ctypes.data,
    ]
    with working(tables):
        _play_all(
            tables.ints,
            reals,
            np.zeros(1, np.uint64),
            np.ascontiguousarray(starts.hands),
            np.ascontiguousarray(starts.stock),
            np.ascontiguousarray(starts.discards),
            np.array(common),
            found.scores,
            found.ending,
            found.ender,
            found.deadwood,
            found.turns,
            kept,
            np.zeros((0, LESSON), np.float32),
        )
    return found, kept


def closed_showdown(
    starts: Starts,
    ending: NDArray[np.int8],
    ender: NDArray[np.int8],
    thrown: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Settle all starts where they stand."""
    tables, reals = at_table(starts, [Policy("nobody")] * starts.players)
    scores = np.zeros((len(starts), starts.players))
    with working(tables):
        _settle_all(
            tables.ints,
            reals,
            np.zeros(1, np.uint64),
            np.ascontiguousarray(starts.hands),
            _upcards(starts),
            ending,
            ender,
            thrown,
            scores,
        )
    return scores


@contextmanager
def working(tables: Tables) -> Iterator[None]:
    """Within it compiled code may run; rows that it adds for two packs are added by one thread."""
    with compilation_announced():
        if not tables.ints[ALL_TWICE]:
            yield
            return
        with tables.lock:
            yield


def at_table(starts: Starts, policies: Sequence[Policy]) -> tuple[Tables, Reals]:
    """The tables with all that is common to some starts.

    Raises:
        RequestError: policies that are not one for each seat, or a rule set not played here.
    """
    players = starts.players
    tables, reals = seated(tables_at(starts.rules, players), policies, starts.style)
    ints = tables.ints
    for seat in range(players):
        own = STRIDE * seat
        _see(ints, seat, starts.holds[seat], starts.threw[seat], starts.passed[seat])
        ints[own + TURNS] = starts.turns[seat]
        ints[own + BEFORE], ints[own + LAST] = (-1, -1, *starts.last_thrown[seat])[-2:]
        ints[own + SCORE] = starts.scores[seat]
    ints[NUMBER] = sum(starts.turns)
    return tables, reals


def viewed(view: View, policy: Policy) -> tuple[Tables, Reals]:
    """The tables as a seat sees them, the hands of the others empty; it plays by this policy.

    Raises:
        RequestError: a rule set not played here.
    """
    players = view.players
    tables = tables_at(view.rules, players)
    policies = [policy if seat == view.seat else Policy("unseen") for seat in range(players)]
    tables, reals = seated(tables, policies, view.style)
    ints = tables.ints
    for seat in range(players):
        own = STRIDE * seat
        _see(ints, seat, view.holds[seat], view.threw[seat], view.passed[seat])
        ints[own + TURNS], ints[own + SCORE] = view.turns[seat], view.scores[seat]
        ints[own + BEFORE], ints[own + LAST] = (-1, -1, *view.last_thrown[seat])[-2:]
    ints[STRIDE * view.seat + HAND : STRIDE * view.seat + HAND + 2] = words(view.counts)
    ints[NUMBER] = sum(view.turns)
    ints[STOCK_END], ints[PILE_SIZE] = view.stock, len(view.discards)
    ints[PILE_CODES : PILE_CODES + len(view.discards)] = view.discards
    ints[PILE : PILE + 2] = words(np.bincount(view.discards, minlength=KINDS_OF_CARDS))
    upcard = view.upcard
    if upcard is None and view.discards:
        upcard = view.discards[0]
    begin_hand(ints, reals, np.zeros(1, np.uint64), _code(upcard))
    return tables, reals


def _see(ints: Ints, seat: int, holds: Counts, threw: Counts, passed: Counts) -> None:
    """Write down what everybody has seen of a seat."""
    own = STRIDE * seat
    ints[own + HOLDS : own + HOLDS + 2] = words(holds)
    refused = words(threw)[0] | words(passed)[0]
    ints[own + REFUSED] = refused & ((1 << JOKERS) - 1)


def seated(
    tables: Tables, policies: Sequence[Policy], style: Sequence[Sequence[float]]
) -> tuple[Tables, Reals]:
    """The tables and floats of players with these policies and styles.

    Raises:
        RequestError: policies that are not one for each seat.
    """
    players = int(tables.ints[PLAYERS])
    if len(policies) != players:
        raise RequestError(
            "bad-players",
            f"{len(policies)} policies for {players} seats",
            {"field": "policies", "value": len(policies)},
        )
    weights, first = [np.zeros((0, KINDS, WEIGHTS), np.float32)], 0
    for seat, known in enumerate(policies):
        sets = 0 if known.values is None else len(known.values.weights)
        tables.ints[FIRST_SET + seat], tables.ints[SETS_OF + seat] = first, sets
        if known.values is not None:
            weights.append(known.values.weights)
        first += sets
    reals = new_reals(
        np.array([policy.row() for policy in policies]),
        np.array(style, np.float64),
        np.concatenate(weights),
    )
    return tables, reals


def words(counts: NDArray[np.integer]) -> tuple[int, int]:
    """Counts by code as two words.

    >>> words(np.array([1, 2] + [0] * 50 + [1], np.uint8)) == (3 | 1 << 52, 2)
    True
    """
    *natural, jokers = counts.tolist()
    once = twice = 0
    for code, number in enumerate(natural):
        if number:
            once |= 1 << code
            if number > 1:
                twice |= 1 << code
    return once | jokers << JOKERS, twice


def _upcards(starts: Starts) -> NDArray[np.int64]:
    """The card turned up after the deal in each state, −1 where it is not known."""
    if starts.upcard is None and starts.pile_size:
        return starts.discards[:, 0].astype(np.int64)
    return np.full(len(starts), _code(starts.upcard))


def _code(code: int | None) -> int:
    return -1 if code is None else code


@compiled
def set_hands(ints: Ints, hands: Counts) -> None:
    """Put the hands of a start on the table."""
    for seat in range(ints[PLAYERS]):
        place = STRIDE * seat + HAND
        ints[place], ints[place + 1] = 0, 0
        for code in range(JOKERS + 1):
            for _ in range(hands[seat, code]):
                add_to(ints, place, np.int64(code))


@compiled
def _play_all(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    hands: NDArray[np.uint8],
    stock: Codes,
    discards: Codes,
    common: NDArray[np.int64],
    scores: NDArray[np.float64],
    ending: NDArray[np.int8],
    ender: NDArray[np.int8],
    deadwood: NDArray[np.int32],
    turns: NDArray[np.int32],
    notes: NDArray[np.uint8],
    lessons: Lessons,
) -> None:
    """Play all starts to their end; ``common`` is what they share."""
    # Found by their addresses they are nobody's, and their references need not be counted, which
    # every call would do.
    ints = carray(int64_at(common[9]), len(ints))
    reals = carray(float64_at(common[10]), len(reals))
    before = ints[STATE : STATE + STATE_LENGTH].copy()
    players = ints[PLAYERS]
    for row in range(len(hands)):
        for place in range(STATE_LENGTH):
            ints[STATE + place] = before[place]
        begin_stream(stream, common[7], common[8] + row)
        set_hands(ints, hands[row])
        for place in range(common[0]):
            ints[STOCK_CODES + place] = stock[row, place]
        ints[STOCK_AT], ints[STOCK_END], ints[PILE_SIZE] = 0, common[0], common[1]
        ints[PILE], ints[PILE + 1] = 0, 0
        for place in range(common[1]):
            ints[PILE_CODES + place] = discards[row, place]
            add_to(ints, PILE, np.int64(discards[row, place]))
        upcard = common[6]
        if upcard < 0 and common[1]:
            upcard = np.int64(discards[row, 0])
        begin_hand(ints, reals, stream, upcard)
        first = ints[NUMBER]
        ending[row], ender[row] = play_hand(
            ints,
            reals,
            stream,
            notes[row],
            lessons,
            common[2],
            common[3] != 0,
            common[4],
            common[5],
        )
        turns[row] = ints[NUMBER] - first
        for seat in range(players):
            scores[row, seat] = reals[SCORES + seat]
            deadwood[row, seat] = ints[AT_END + seat]


@compiled
def _settle_all(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    hands: NDArray[np.uint8],
    upcards: NDArray[np.int64],
    ending: NDArray[np.int8],
    ender: NDArray[np.int8],
    thrown: NDArray[np.bool_],
    scores: NDArray[np.float64],
) -> None:
    """Settle all states as they stand."""
    for row in range(len(hands)):
        set_hands(ints, hands[row])
        begin_hand(ints, reals, stream, upcards[row])
        how, who = np.int64(ending[row]), np.int64(ender[row])
        settle(ints, reals, how, who, thrown[row])
        for seat in range(ints[PLAYERS]):
            scores[row, seat] = reals[SCORES + seat]
