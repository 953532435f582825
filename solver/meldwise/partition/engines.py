"""Which engine answers: the search where it is sure to be quick, else the constraint model."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from meldwise.cards import Hand
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.alternatives import Floor, arrangements_above
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.physical import Layout, layouts
from meldwise.partition.question import Question
from meldwise.partition.scoring import (
    CARDS,
    FIRST,
    IMPOSSIBLE,
    SECOND,
    WILDS,
    Goal,
    Scoring,
    first_level,
)
from meldwise.partition.search import search_best

MOST_PARTITIONS = 1_000

# Steps of the search before the constraint model takes over, where both could answer: about the
# time in which the model is loaded and has answered.
STEPS_BEFORE_MODEL = 40_000


@dataclass(frozen=True, slots=True)
class Answer:
    """Layouts, best first; whether nothing better was left out; the bound if that is open."""

    layouts: tuple[Layout, ...]
    exact: bool
    engine: str
    bound: int | None = None
    truncated: bool = False

    def also_unproven_unless(self, proven: bool) -> Answer:
        """The answer, not exact if an earlier question that it rests on was left open."""
        return self if proven else replace(self, exact=False)


def answer(rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> Answer:
    """The best layouts of a hand.

    For the goal ``out`` only those in which every card but the discard is melded; there may be
    none, as there may be none that meets the requirements.
    """
    holding = Holding.of(rules, hand.cards)
    if question.engine == "search":
        return _Search(rules, hand, holding, question, clock).answer()
    if question.engine == "cp":
        return _Model(rules, hand, holding, question, clock).answer()
    steps = None if question.plain else STEPS_BEFORE_MODEL
    first = _Search(
        rules, hand, holding, question, Clock(clock.seconds_left * SEARCH_SHARE, steps)
    ).answer()
    if first.exact or first.truncated:
        return first
    second = _Model(rules, hand, holding, question, clock).answer()
    return second if second.exact or _better(rules, question.goal, second, first) else first


# Of the time limit, so that the model still has some when the search does not end.
SEARCH_SHARE = 0.4


def _better(rules: MeldRules, goal: Goal, answer: Answer, other: Answer) -> bool:
    def score(found: Answer) -> int:
        return layout_score(rules, goal, found.layouts[0]) if found.layouts else IMPOSSIBLE

    return score(answer) > score(other)


def layout_score(rules: MeldRules, goal: Goal, layout: Layout) -> int:
    """The score of real melds, on the scale of `Scoring`."""
    saved = sum(rules.hand_values[card.code] for meld in layout.melds for card in meld.physical)
    points = sum(meld.points for meld in layout.melds)
    cards = sum(meld.size for meld in layout.melds)
    first, second = {
        "deadwood": (saved, points),
        "points": (points, saved),
        "out": (cards, points),
    }[goal]
    ties = (sum(m.wild_count for m in layout.melds) << WILDS) - (cards << CARDS)
    thrown = Scoring(rules, goal).thrown(layout.discard.code) if layout.discard else 0
    return (first << FIRST) + (second << SECOND) - ties - len(layout.melds) + thrown


class _Collector:
    """Takes arrangements, fills them with cards, and keeps the best distinct layouts."""

    def __init__(self, rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> None:
        self._clock = clock
        self._rules = rules
        self._hand = hand
        self._question = question
        self._kept: dict[tuple[object, ...], tuple[int, Layout]] = {}
        self._first: tuple[object, ...] = ()
        self.truncated = False

    def take_first(self, arrangement: Arrangement) -> None:
        """Keep the very best and name it first among its equals, however many are wanted."""
        self.take(arrangement)
        self._first = next(iter(self._kept), ())

    def take(self, arrangement: Arrangement) -> None:
        """Keep the arrangement's layouts that answer the question and are among the best."""
        if not self._question.requirements.met_by([meld.shape for meld in arrangement.melds]):
            return
        taken = 0
        for layout in layouts(self._rules, self._hand, arrangement):
            self._clock.step()
            if not self._fits(layout):
                continue
            score = layout_score(self._rules, self._question.goal, layout)
            # The same cards may have been read as a cheaper meld before.
            known = self._kept.get(layout.key)
            if known is None or known[0] < score:
                self._kept[layout.key] = (score, layout)
                self._drop_worst()
            taken += 1
            # What different wilds could do in each other's place scores no more than this.
            if taken >= self.wanted:
                self.truncated |= self._question.limit == "optimal"
                return

    def _fits(self, layout: Layout) -> bool:
        if self._question.goal == "out" and layout.deadwood:
            return False
        return self._question.requirements.met_by(layout.melds) and self._question.pins.met_by(
            [meld.physical for meld in layout.melds]
        )

    @property
    def wanted(self) -> int:
        """How many layouts are wanted at most."""
        return MOST_PARTITIONS if self._question.limit == "optimal" else self._question.limit

    @property
    def full(self) -> bool:
        """Whether as many layouts are kept as are wanted."""
        return len(self._kept) >= self.wanted

    def _drop_worst(self) -> None:
        while len(self._kept) > self.wanted:
            worst = min(self._kept, key=lambda key: self._kept[key][0])
            del self._kept[worst]
            self.truncated = self._question.limit == "optimal"

    @property
    def floor(self) -> int:
        """The score that a further arrangement must reach to matter."""
        scores = [score for score, _ in self._kept.values()]
        if self._question.limit == "optimal" and scores:
            return _least_score(first_level(max(scores)))
        if self.full:
            return min(scores) + 1
        return _least_score(len(self._hand)) if self._question.goal == "out" else IMPOSSIBLE

    def layouts(self) -> tuple[Layout, ...]:
        """The kept layouts, best first."""
        floor = self.floor if self._question.limit == "optimal" else IMPOSSIBLE
        found = [(-score, key, layout) for key, (score, layout) in self._kept.items()]
        found.sort(key=lambda item: (item[0], item[1] != self._first, str(item[1])))
        return tuple(layout for score, _, layout in found if -score >= floor)


def _least_score(first: int) -> int:
    """The least score that still has this much of the goal's own measure."""
    return (first << FIRST) - (1 << SECOND) + 1


class _Search:
    def __init__(
        self, rules: MeldRules, hand: Hand, holding: Holding, question: Question, clock: Clock
    ) -> None:
        self._rules = rules
        self._holding = holding
        self._question = question
        self._clock = clock
        self._collector = _Collector(rules, hand, question, clock)

    def answer(self) -> Answer:
        goal = self._question.goal
        found = search_best(self._rules, self._holding, goal, self._question.discard, self._clock)
        for arrangement in found.arrangements:
            self._collector.take_first(arrangement)
        exact = found.exact and (self._question.plain or self._several())
        return Answer(
            self._collector.layouts(),
            exact,
            "search",
            None if exact else _measure(self._rules, self._holding, goal, first_level(found.bound)),
            self._collector.truncated,
        )

    def _several(self) -> bool:
        """Collect further arrangements; whether all that matter were seen."""
        try:
            for bound, holding, code, score in self._discards():
                if bound < self._collector.floor:
                    break
                self._take_all(holding, code, score)
        except OutOfTimeError:
            return False
        return True

    def _take_all(self, holding: Holding, code: int, score: int) -> None:
        goal, floor = self._question.goal, Floor(self._collector.floor - score)
        for found in arrangements_above(self._rules, holding, goal, floor, self._clock):
            self._collector.take(Arrangement(found.score + score, found.melds, code))
            floor.score = self._collector.floor - score

    def _discards(self) -> list[tuple[int, Holding, int, int]]:
        """What may be thrown, the most promising first: bound, what is left, code, score."""
        options = []
        if self._question.discard != "required":
            options.append((self._holding, -1, 0))
        if self._question.discard != "none":
            scoring = Scoring(self._rules, self._question.goal)
            options += [
                (self._holding.without(self._rules, code), code, scoring.thrown(code))
                for code, _ in self._holding.kinds(self._rules)
            ]
        ranked = []
        for holding, code, score in options:
            found = search_best(self._rules, holding, self._question.goal, "none", self._clock)
            if not found.exact:
                raise OutOfTimeError
            best = found.arrangements[0].score if found.arrangements else IMPOSSIBLE
            ranked.append((best + score, holding, code, score))
        return sorted(ranked, key=lambda option: -option[0])


class _Model:
    def __init__(
        self, rules: MeldRules, hand: Hand, holding: Holding, question: Question, clock: Clock
    ) -> None:
        self._rules = rules
        self._holding = holding
        self._question = question
        self._clock = clock
        self._collector = _Collector(rules, hand, question, clock)

    def answer(self) -> Answer:
        exact, level = False, first_level(self._most())
        with suppress(OutOfTimeError):
            exact, level = self._collect(level)
        if not exact and not self._collector.layouts():
            self._collector.take(_greedy(self._rules, self._holding, self._question.goal))
        return Answer(
            self._collector.layouts(),
            exact,
            "cp",
            None if exact else _measure(self._rules, self._holding, self._question.goal, level),
            self._collector.truncated,
        )

    def _most(self) -> int:
        return Scoring(self._rules, self._question.goal).most(self._holding)

    def _collect(self, level: int) -> tuple[bool, int]:
        """Take arrangements until the rest does not matter; whether all is proven, and a bound."""
        from meldwise.partition.cp import Model

        model = Model(self._rules, self._holding, self._question, self._clock)
        first = True
        while True:
            found, proven, bound = model.next_best()
            if first and found is not None and model.complete:
                level = bound
            first = False
            if found is None or (proven and found.score < self._collector.floor):
                return proven, level
            self._collector.take(found)
            if self._question.plain or not proven:
                return proven, level


def _measure(rules: MeldRules, holding: Holding, goal: Goal, level: int) -> int:
    """A bound on the goal's own measure as users read it: for deadwood what is not saved."""
    if goal != "deadwood":
        return level
    held = sum(rules.hand_values[code] * count for code, count in holding.kinds(rules))
    return max(0, held - level)


def _greedy(rules: MeldRules, holding: Holding, goal: Goal) -> Arrangement:
    """Melds of naturals, always the best that still fits: for hands that no engine gets through."""
    scoring = Scoring(rules, goal)
    plain = Holding(holding.naturals, (0,) * len(holding.capacity))
    free = {13 * s + r: n for s, ranks in enumerate(plain.naturals) for r, n in enumerate(ranks)}
    melds: list[Candidate] = []
    ranked = sorted(hand_candidates(rules, plain), key=lambda c: -scoring.shape(c.shape))
    for candidate in ranked:
        cards = candidate.naturals()
        while all(free[code] >= count for code, count in cards):
            melds.append(candidate)
            for code, count in cards:
                free[code] -= count
    return Arrangement(sum(scoring.shape(meld.shape) for meld in melds), tuple(melds))
