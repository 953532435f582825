"""Compiled: from counts to scores, by the rules of `meldwise.settle`."""

# ruff: noqa: PLR0912 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

import numpy as np

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.playout.closed.memory import COUNTS, SCORES, Ints
from meldwise.playout.closed.record import (
    BIG_GIN,
    BIG_GIN_BONUS,
    CAP,
    DIFFERENCE,
    GIN,
    IMMUNE,
    KNOCKER_LOST,
    MODEL,
    NOBODY,
    OTHERS_DEADWOOD,
    OWN_MELDS,
    OWN_PENALTY,
    OWN_PENALTY_ALL,
    PER_OPPONENT,
    PLAYERS,
    RUMMY,
    SEVERAL,
    STOCK_TIE,
    SUM_OF_OTHERS,
    UNDERCUT,
)
from meldwise.playout.network import Float, Reals
from meldwise.playout.results import KNOCK, OUT, STOCK_OUT

_NONE, _SPLIT = 0, 1


@compiled
def bonus(ints: Ints, winner: Int, ending: Int, ender: Int, clean: bool, thrown: bool) -> Int:
    """What the winner scores beyond the cards."""
    found = np.int64(0)
    if winner == ender and clean:
        found += ints[RUMMY]
        if ints[BIG_GIN] and ending == OUT and not thrown:
            found += ints[BIG_GIN_BONUS]
        else:
            found += ints[GIN]
    if winner != ender and ending == KNOCK:
        found += ints[KNOCKER_LOST] + ints[UNDERCUT]
    return found


@compiled
def find_winners(ints: Ints, ending: Int, ender: Int, clean: bool) -> tuple[Int, bool]:
    """The winners of a hand that the lowest count wins, as bits, and whether they share."""
    players, tie = ints[PLAYERS], ints[SEVERAL]
    passed_over = np.int64(-1)
    if ending == STOCK_OUT or ender < 0:
        tie = ints[STOCK_TIE]
    else:
        lowest = np.int64(1 << 40)
        for other in range(players):
            if other != ender:
                lowest = min(lowest, ints[COUNTS + other])
        if ints[COUNTS + ender] < lowest or (clean and ints[IMMUNE]):
            return np.int64(1) << ender, False
        if ints[COUNTS + ender] == lowest and ints[NOBODY]:
            return np.int64(0), False
        passed_over = ender
    lowest = np.int64(1 << 40)
    winners, number = np.int64(0), 0
    for player in range(players):
        if player != passed_over:
            if ints[COUNTS + player] < lowest:
                lowest, winners, number = ints[COUNTS + player], np.int64(0), 0
            if ints[COUNTS + player] == lowest:
                winners |= np.int64(1) << player
                number += 1
    if number > 1 and tie == _NONE:
        return np.int64(0), False
    return winners, number > 1 and tie == _SPLIT


@compiled
def share(total: Int, winners: Int, ender: Int, players: Int, reals: Reals) -> None:
    """Share a whole number among winners; odd points go in the order of play after the ender."""
    number = np.int64(0)
    for player in range(players):
        number += winners >> player & 1
    part = total // number
    odd = total - part * number
    start = 0 if ender < 0 else ender + 1
    for step in range(players):
        player = (start + step) % players
        if winners >> player & 1:
            reals[SCORES + player] = part + (1 if odd > 0 else 0)
            odd -= 1


@compiled
def score_counts(
    ints: Ints,
    reals: Reals,
    ending: Int,
    ender: Int,
    clean: bool,
    thrown: bool,
    factor: Int,
) -> None:
    """What each player's running score changes by.

    Args:
        ints: The rules, and from `COUNTS` what each player's cards count, after lay-offs; where
            players score the melds of the hand that goes out, what those are worth.
        reals: The scores are filled in.
        ending: As in `meldwise.playout.results`.
        ender: Who ended the hand, −1: nobody.
        clean: Whether that player has nothing left.
        thrown: Whether that player threw a last card.
        factor: Multiplies everything.
    """
    players, model = ints[PLAYERS], ints[MODEL]
    reals[SCORES : SCORES + players] = 0.0
    if model == OWN_MELDS:
        if ender >= 0 and ending == OUT:
            extra = bonus(ints, ender, ending, ender, clean, thrown)
            reals[SCORES + ender] = (ints[COUNTS + ender] + extra) * factor
        return
    if model in (OWN_PENALTY, OWN_PENALTY_ALL):
        lowest = ints[COUNTS : COUNTS + players].min()
        for player in range(players):
            won = player == ender if ending == OUT else ints[COUNTS + player] == lowest
            if not (won and model == OWN_PENALTY):
                points = ints[COUNTS + player] * factor
                reals[SCORES + player] = min(points, ints[CAP]) if ints[CAP] >= 0 else points
        return
    winners, shared = find_winners(ints, ending, ender, clean)
    if winners == 0:
        return
    if model == SUM_OF_OTHERS:
        total = np.int64(0)
        for player in range(players):
            if not winners >> player & 1:
                lost = ints[COUNTS + player] * factor
                lost = min(lost, ints[CAP]) if ints[CAP] >= 0 else lost
                reals[SCORES + player] = -lost
                total += lost
        if shared:
            share(total, winners, ender, players, reals)
        for player in range(players):
            if winners >> player & 1:
                before = reals[SCORES + player] if shared else total
                extra = bonus(ints, player, ending, ender, clean, thrown)
                reals[SCORES + player] = before + extra * factor
        return
    whole = ints[COUNTS : COUNTS + players].sum()
    for player in range(players):
        if not winners >> player & 1:
            continue
        own = ints[COUNTS + player]
        total = whole - own
        if model == DIFFERENCE or ints[PER_OPPONENT]:
            total -= own * (players - 1) if model != OTHERS_DEADWOOD else 0
        elif model != OTHERS_DEADWOOD:
            total -= own
        total = (total + bonus(ints, player, ending, ender, clean, thrown)) * factor
        if shared:
            share(total, winners, ender, players, reals)
            return
        reals[SCORES + player] = total


@compiled
def lead(ints: Ints, reals: Reals, player: Int) -> Float:
    """How much better one player does than the others together; penalties count against him."""
    mine = 2 * reals[SCORES + player] - reals[SCORES : SCORES + ints[PLAYERS]].sum()
    return -mine if ints[MODEL] in (OWN_PENALTY, OWN_PENALTY_ALL) else mine


@compiled
def ahead(ints: Ints, reals: Reals, player: Int) -> Float:
    """A player's advantage: better than the mean of the others by so much; see `results`."""
    mine = reals[SCORES + player]
    found = mine - (reals[SCORES : SCORES + ints[PLAYERS]].sum() - mine) / max(1, ints[PLAYERS] - 1)
    return -found if ints[MODEL] in (OWN_PENALTY, OWN_PENALTY_ALL) else found
