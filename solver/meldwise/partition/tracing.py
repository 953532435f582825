"""Which runs make up a score that the tables only give as a number."""

from __future__ import annotations

from meldwise.melds.candidates import Candidate
from meldwise.melds.packed import Suits, emptied, lowest_place, minus
from meldwise.partition.handtables import HandTables
from meldwise.partition.tables import Run


def runs_scoring(hand: HandTables, suits: Suits, spent: int, wanted: int) -> list[Candidate] | None:
    """Runs of these cards that score so much together; None if no runs do.

    Args:
        hand: The tables of the hand.
        suits: The cards.
        spent: What sets and a discard have spent of the wilds.
        wanted: The score; none is higher.
    """
    rows = [hand.row(suit, held) for suit, held in enumerate(suits)]
    sums = [rows[0]]
    for row in rows[1:]:
        sums.append(hand.units.convolve(sums[-1], row))
    free = [before for before, _ in hand.units.shifts[spent]]
    total = max(free, key=lambda index: sums[3][index])
    if sums[3][total] != wanted:
        return None
    runs: list[Candidate] = []
    for suit in (3, 2, 1):
        total, own = hand.units.split(sums[suit - 1], rows[suit], total)
        runs += _runs_of_suit(hand, suit, suits[suit], own)
    return runs + _runs_of_suit(hand, 0, suits[0], total)


def _runs_of_suit(hand: HandTables, suit: int, held: int, spent: int) -> list[Candidate]:
    runs: list[Candidate] = []
    if not spent and not hand.row(suit, held)[0]:
        return runs
    while held:
        lowest = lowest_place(held)
        without = emptied(held, lowest)
        score = hand.row(suit, held)[spent]
        if hand.row(suit, without)[spent] == score:
            held = without
            continue
        run, spent = _run_reaching(hand, suit, held, spent, score)
        runs.append(Candidate(run.shape, suit, 0))
        held -= run.cards
    return runs


def _run_reaching(
    hand: HandTables, suit: int, held: int, spent: int, score: int
) -> tuple[Run, int]:
    """A run of the lowest card by which the row's score is reached, and what is spent else."""
    for run in hand.runs[suit][lowest_place(held)]:
        left = minus(held, run.cards)
        if left < 0:
            continue
        rest = hand.row(suit, left)
        for before, after in hand.units.shifts[run.spent]:
            if after == spent and rest[before] + run.score == score:
                return run, before
    raise AssertionError("a row's score comes from one of its runs")
