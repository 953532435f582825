"""The exact search for one hand: branch and bound over sets, looked-up runs for the rest.

Every choice of sets leaves each suit on its own, whose best runs `Tables` knows. A node is a
choice of sets in rising rank order; it is cut off when its runs as they stand, plus all that the
sets of the remaining ranks could add, do not pass the best arrangement found.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.shapes import FIELD, FIELD_MASK, pack
from meldwise.partition.arrangement import Arrangement, Found
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.perfect import MOST_MELDS, perfect_score
from meldwise.partition.question import Discard
from meldwise.partition.scoring import IMPOSSIBLE, Goal
from meldwise.partition.tables import GUARD, Run, SetChoice, Tables, tables
from meldwise.partition.units import Row, upper

# What the tables of the best arrangement found so far cost again when the time is up.
TRACE_SECONDS = 0.05

Suits = tuple[int, int, int, int]


def search_best(
    rules: MeldRules, holding: Holding, goal: Goal, discard: Discard, clock: Clock
) -> Found:
    """The best arrangement of a hand.

    Args:
        rules: The rules of melds.
        holding: The hand.
        goal: What is best.
        discard: Whether a card is thrown.
        clock: The limit; when it is reached the best found so far is returned with its bound.
    """
    known = tables(rules, goal, holding.capacity)
    try:
        search = _Search(known, holding, discard, clock)
    except OutOfTimeError:
        return Found((), exact=False, bound=known.scoring.most(holding))
    return search.run()


# Dense hands have many arrangements that meld everything; looking now and then whether the best
# one reaches a bound that is too dear to work out for every hand ends the search of those.
NODES_BETWEEN_LOOKS = 100


class _PerfectError(Exception):
    """The best arrangement found cannot be passed."""


@dataclass(slots=True)
class _Best:
    score: int
    suits: Suits
    spent: int
    chosen: tuple[SetChoice, ...]


class _Search:
    def __init__(self, known: Tables, holding: Holding, discard: Discard, clock: Clock) -> None:
        self._tables = known
        self._units = known.units
        self._holding = holding
        self._discard = discard
        self._clock = clock
        self._suits: Suits = tuple(pack(counts) for counts in holding.naturals)  # type: ignore[assignment]
        alike = known.rules.suits_alike
        self._groups = (0, 0, 0, 0) if alike else (0, 1, 2, 3)
        self._runs = tuple(
            known.runs(group, held, clock)
            for group, held in zip(self._groups, self._suits, strict=True)
        )
        self._sets = [
            choices for rank in range(14) if (choices := known.sets(rank, self._held(rank), clock))
        ]
        # The dearest ranks first: what is decided early bounds the rest.
        self._sets.sort(key=lambda choices: -choices[0].score)
        self._gains = self._possible_gains()
        self._pairs: dict[tuple[int, int, int], tuple[Row, Row | None]] = {}
        self._best = _Best(IMPOSSIBLE, self._suits, 0, ())
        self._nodes = 0
        self._perfect: int | None = None
        self._wild_discards = self._wild_discard_options()

    def _held(self, rank: int) -> tuple[int, ...]:
        if rank == 0:
            return (0, 0, 0, 0)
        return tuple(counts[rank - 1] for counts in self._holding.naturals)

    def _possible_gains(self) -> list[Row]:
        """For each rank on, the most that sets could add for each number of wilds spent."""
        gains = [self._units.nothing]
        for choices in reversed(self._sets):
            row = list(self._units.nothing)
            for choice in choices:
                row[choice.spent] = max(row[choice.spent], choice.score)
            gains.append(self._units.convolve(tuple(row), gains[-1]))
        return gains[::-1]

    def _wild_discard_options(self) -> list[tuple[int, int]]:
        """Wild classes with a card to throw: its amount as an index, and its score."""
        options = []
        for index, count in enumerate(self._units.capacity):
            if count:
                amount = tuple(int(i == index) for i in range(len(self._units.capacity)))
                code = self._tables.rules.classes[index].codes[0]
                options.append((self._units.index[amount], self._tables.scoring.thrown(code)))
        return options

    def run(self) -> Found:
        bound = self._tables.scoring.most(self._holding)
        exact = False
        try:
            root = self._total(self._suits)
            bound = self._units.best_sum(root, self._gains[0])
            with suppress(_PerfectError):
                self._visit(0, self._suits, root, 0, 0, ())
            exact, bound = True, self._best.score
        except OutOfTimeError:
            self._clock = Clock(TRACE_SECONDS)
        if self._best.score <= IMPOSSIBLE // 2:
            return Found((), exact, bound)
        return Found((self._arrangement(),), exact, bound)

    def _visit(
        self,
        first: int,
        suits: Suits,
        row: Row,
        spent: int,
        score: int,
        chosen: tuple[SetChoice, ...],
    ) -> None:
        """One choice of sets; ``row`` is the total score for each number of wilds spent."""
        self._clock.step()
        self._nodes += 1
        here = max(row)
        if here > self._best.score:
            self._best = _Best(here, suits, spent, chosen)
        if self._nodes % NODES_BETWEEN_LOOKS == 0 and self._cannot_be_passed(self._best.score):
            raise _PerfectError
        units = self._units
        for index in range(first, len(self._sets)):
            if units.best_sum(row, self._gains[index]) <= self._best.score:
                return
            later = self._gains[index + 1]
            # What the runs lose to a set only lowers these.
            limits = units.limits(row, later)
            for choice in self._sets[index]:
                if limits[0] + choice.score <= self._best.score:
                    break
                total = units.plus[spent][choice.spent]
                if total < 0 or limits[choice.spent] + choice.score <= self._best.score:
                    continue
                low, high, third, last = choice.taken
                left = (suits[0] - low, suits[1] - high, suits[2] - third, suits[3] - last)
                after = units.shifted(self._total(left), total, score + choice.score)
                if units.best_sum(after, later) > self._best.score:
                    chosen_now = (*chosen, choice)
                    self._visit(index + 1, left, after, total, score + choice.score, chosen_now)

    def _cannot_be_passed(self, score: int) -> bool:
        """Whether no arrangement scores more, but for having fewer melds."""
        if self._perfect is None:
            self._perfect = perfect_score(
                self._tables.scoring, self._holding, thrown=self._discard != "none"
            )
        return score + MOST_MELDS >= self._perfect

    def _total(self, suits: Suits) -> Row:
        """The best score of runs in all suits, the discard included, for each number spent."""
        plain_low, thrown_low = self._pair(0, suits[0], suits[1])
        plain_high, thrown_high = self._pair(2, suits[2], suits[3])
        convolve = self._units.convolve
        plain = convolve(plain_low, plain_high)
        if self._discard == "none":
            return plain
        rows = [plain] if self._discard == "optional" else []
        if thrown_low is not None:
            rows.append(convolve(thrown_low, plain_high))
        if thrown_high is not None:
            rows.append(convolve(plain_low, thrown_high))
        rows += [self._units.shifted(plain, unit, score) for unit, score in self._wild_discards]
        return upper(rows) if rows else (IMPOSSIBLE,) * self._units.size

    def _pair(self, first: int, low: int, high: int) -> tuple[Row, Row | None]:
        """The rows of two suits together, without and with a card thrown from one of them."""
        known = self._pairs.get((first, low, high))
        if known is not None:
            return known
        row_low, row_high = self._row(first, low), self._row(first + 1, high)
        convolve = self._units.convolve
        thrown = None
        if self._discard != "none":
            rows = []
            if discard := self._discard_row(first, low):
                rows.append(convolve(discard, row_high))
            if discard := self._discard_row(first + 1, high):
                rows.append(convolve(row_low, discard))
            thrown = upper(rows) if rows else None
        found = convolve(row_low, row_high), thrown
        self._pairs[first, low, high] = found
        return found

    def _row(self, suit: int, held: int) -> Row:
        return self._tables.row(self._groups[suit], held, self._runs[suit], self._clock)

    def _discard_row(self, suit: int, held: int) -> Row | None:
        return self._tables.discard_row(self._groups[suit], held, self._runs[suit], self._clock)

    def _arrangement(self) -> Arrangement:
        """The best arrangement's melds, traced back through the tables."""
        best = self._best
        base = sum(choice.score for choice in best.chosen)
        melds = [
            Candidate(shape, -1, choice.rank) for choice in best.chosen for shape in choice.shapes
        ]
        for thrown in self._discards(best.suits):
            suits, amount, score = best.suits, best.spent, base
            if thrown >= 0:
                score += self._tables.scoring.thrown(thrown)
                suits, amount = self._without(best.suits, thrown, best.spent)
            runs = self._trace(suits, amount, best.score - score) if amount >= 0 else None
            if runs is not None:
                return Arrangement(best.score, (*melds, *runs), thrown)
        raise AssertionError("the best score is reached by one of the discards")

    def _discards(self, suits: Suits) -> list[int]:
        """Kinds that may be thrown from what the sets leave; −1 stands for none."""
        codes = [-1] if self._discard != "required" else []
        if self._discard == "none":
            return codes
        rules = self._tables.rules
        return codes + [
            code
            for code, _ in self._holding.kinds(rules)
            if rules.class_of[code] >= 0 or suits[code // 13] >> (FIELD * (code % 13)) & FIELD_MASK
        ]

    def _without(self, suits: Suits, code: int, spent: int) -> tuple[Suits, int]:
        index = self._tables.rules.class_of[code]
        if index < 0:
            left = list(suits)
            left[code // 13] -= 1 << (FIELD * (code % 13))
            return (left[0], left[1], left[2], left[3]), spent
        amount = tuple(int(i == index) for i in range(len(self._units.capacity)))
        return suits, self._units.plus[spent][self._units.index[amount]]

    def _trace(self, suits: Suits, spent: int, wanted: int) -> list[Candidate] | None:
        """The runs of what is left that score ``wanted``; None if none do."""
        rows = [self._row(suit, held) for suit, held in enumerate(suits)]
        sums = [rows[0]]
        for row in rows[1:]:
            sums.append(self._units.convolve(sums[-1], row))
        free = [before for before, _ in self._units.shifts[spent]]
        total = max(free, key=lambda index: sums[3][index])
        if sums[3][total] != wanted:
            return None
        runs: list[Candidate] = []
        for suit in (3, 2, 1):
            total, own = self._units.split(sums[suit - 1], rows[suit], total)
            runs += self._trace_suit(suit, suits[suit], own)
        return runs + self._trace_suit(0, suits[0], total)

    def _trace_suit(self, suit: int, held: int, spent: int) -> list[Candidate]:
        runs: list[Candidate] = []
        while held:
            lowest = ((held & -held).bit_length() - 1) // FIELD
            without = held & ~(FIELD_MASK << (FIELD * lowest))
            score = self._row(suit, held)[spent]
            if self._row(suit, without)[spent] == score:
                held = without
                continue
            run, spent = self._run_reaching(suit, held, spent, score, lowest)
            runs.append(Candidate(run.shape, suit, 0))
            held -= run.cards
        return runs

    def _run_reaching(
        self, suit: int, held: int, spent: int, score: int, lowest: int
    ) -> tuple[Run, int]:
        """A run of the lowest card by which the row's score is reached, and what is spent else."""
        for run in self._runs[suit][lowest]:
            left = (held | GUARD) - run.cards
            if left & GUARD != GUARD:
                continue
            rest = self._row(suit, left ^ GUARD)
            for before, after in self._units.shifts[run.spent]:
                if after == spent and rest[before] + run.score == score:
                    return run, before
        raise AssertionError("a row's score comes from one of its runs")
