"""The exact search for one hand: branch and bound over sets, looked-up runs for the rest.

Every choice of sets leaves each suit on its own, whose best runs `Tables` knows. A node is a
choice of sets in falling rank order; it is cut off when its runs as they stand, plus all that the
sets of the remaining ranks could add, do not pass the best arrangement found.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from meldwise.melds.candidates import Candidate, Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.packed import FIELD, Suits, count_at
from meldwise.partition.arrangement import Arrangement, Found
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.handtables import HandTables
from meldwise.partition.perfect import MOST_MELDS, perfect_score
from meldwise.partition.question import Discard
from meldwise.partition.scoring import IMPOSSIBLE, Goal, Scoring
from meldwise.partition.tables import SetChoice, Tables, tables
from meldwise.partition.tracing import runs_scoring
from meldwise.partition.units import Row, upper

# What the tables of the best arrangement found so far cost again when the time is up.
TRACE_SECONDS = 0.05

# Dense hands have many arrangements that meld everything; looking now and then whether the best
# one reaches a bound that is too dear to work out for every hand ends the search of those.
NODES_BETWEEN_LOOKS = 100


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
    try:
        search = _Search(tables(rules, goal, holding.capacity), holding, discard, clock)
    except OutOfTimeError:
        return Found((), exact=False, bound=Scoring(rules, goal).most(holding))
    return search.run()


def search_score(
    rules: MeldRules, holding: Holding, goal: Goal, discard: Discard, clock: Clock
) -> int:
    """The score of the best arrangement of a hand, where nobody asks for its melds.

    Raises:
        OutOfTimeError: the limit was reached.
    """
    return _Search(tables(rules, goal, holding.capacity), holding, discard, clock).score()


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
        self._hand = HandTables(known, holding, clock)
        self._tables = known
        self._units = known.units
        self._holding = holding
        self._discard = discard
        self._clock = clock
        # From the highest rank down: dear cards are decided early, and neighbours, which share
        # runs, one after the other. Measured on dense hands, it takes half the nodes of any other
        # order tried.
        self._sets = self._hand.all_sets()
        self._gains = self._hand.gains(self._sets)
        self._pairs: dict[tuple[int, int, int], tuple[Row, Row | None]] = {}
        self._best = _Best(IMPOSSIBLE, self._hand.suits, 0, ())
        self._nodes = 0
        self._perfect: int | None = None
        self._wild_discards = [] if discard == "none" else self._wild_discard_options()

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
        exact, bound = False, None
        try:
            root = self._total(self._hand.suits)
            bound = self._units.best_sum(root, self._gains[0])
            exact, bound = True, self._climbed(root)
        except OutOfTimeError:
            self._hand.clock = Clock(TRACE_SECONDS)
        if bound is None:
            bound = self._tables.scoring.most(self._holding)
        if self._best.score <= IMPOSSIBLE // 2:
            return Found((), exact, bound)
        return Found((self._arrangement(),), exact, bound)

    def score(self) -> int:
        """The best score; `OutOfTimeError` when the limit is reached before it is proven."""
        return self._climbed(self._total(self._hand.suits))

    def _climbed(self, root: Row) -> int:
        with suppress(_PerfectError):
            self._visit(0, self._hand.suits, root, 0, 0, ())
        return self._best.score

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
        hand = self._hand
        row_low, row_high = hand.row(first, low), hand.row(first + 1, high)
        convolve = self._units.convolve
        thrown = None
        if self._discard != "none":
            rows = []
            if discard := hand.discard_row(first, low):
                rows.append(convolve(discard, row_high))
            if discard := hand.discard_row(first + 1, high):
                rows.append(convolve(row_low, discard))
            thrown = upper(rows) if rows else None
        found = convolve(row_low, row_high), thrown
        self._pairs[first, low, high] = found
        return found

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
            wanted = best.score - score
            runs = runs_scoring(self._hand, suits, amount, wanted) if amount >= 0 else None
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
            if rules.class_of[code] >= 0 or count_at(suits[code // 13], code % 13)
        ]

    def _without(self, suits: Suits, code: int, spent: int) -> tuple[Suits, int]:
        index = self._tables.rules.class_of[code]
        if index < 0:
            left = list(suits)
            left[code // 13] -= 1 << (FIELD * (code % 13))
            return (left[0], left[1], left[2], left[3]), spent
        amount = tuple(int(i == index) for i in range(len(self._units.capacity)))
        return suits, self._units.plus[spent][self._units.index[amount]]
