"""Which engine answers: the search where it is sure to be quick, else the constraint model."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

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
    # Only demands can keep the search busy for long; the model is made for them.
    steps = STEPS_BEFORE_MODEL if question.demanding else None
    first = _Search(
        rules, hand, holding, question, Clock(clock.seconds_left * SEARCH_SHARE, steps)
    ).answer()
    if first.exact:
        return first
    second = _Model(rules, hand, holding, question, clock).answer()
    return second if second.exact or _better(rules, question.goal, second, first) else first


# Of the time limit, so that the model still has some when the search does not end, and a makeshift
# answer when the model does not.
SEARCH_SHARE = 0.4
MODEL_SHARE = 0.75
LEAST_SECONDS = 0.05


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


# Different wilds can change places in a great many ways; in between the clock is looked at.
LAYOUTS_BETWEEN_LOOKS = 50


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
        for number, layout in enumerate(layouts(self._rules, self._hand, arrangement)):
            if number % LAYOUTS_BETWEEN_LOOKS == LAYOUTS_BETWEEN_LOOKS - 1:
                self._clock.look()
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
        complete = False
        with suppress(OutOfTimeError):
            for arrangement in found.arrangements:
                self._collector.take_first(arrangement)
            complete = self._question.plain or (found.exact and self._several())
        # Demands can be met best by what was not seen; without them the best is known already.
        exact = found.exact and (complete or not self._question.demanding)
        level = first_level(found.bound)
        return Answer(
            self._collector.layouts(),
            exact,
            "search",
            None if exact else _measure(self._rules, self._holding, goal, level),
            self._collector.truncated or not complete,
        )

    def _several(self) -> bool:
        """Collect further arrangements, until all that matter were seen or they are too many."""
        for bound, holding, code, score in self._discards():
            if bound < self._collector.floor or self._collector.truncated:
                break
            self._take_all(holding, code, score)
        return True

    def _take_all(self, holding: Holding, code: int, score: int) -> None:
        goal, floor = self._question.goal, Floor(self._collector.floor - score)
        for found in arrangements_above(self._rules, holding, goal, floor, self._clock):
            self._collector.take(Arrangement(found.score + score, found.melds, code))
            if self._collector.truncated:
                return
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

        self._exact = self._complete = False
        self._level = first_level(Scoring(rules, question.goal).most(holding))

    def answer(self) -> Answer:
        with suppress(OutOfTimeError):
            self._collect()
        if not self._exact and not self._collector.layouts():
            clock = Clock(max(LEAST_SECONDS, self._clock.seconds_left))
            makeshift = _greedy(self._rules, self._holding, self._question.goal, clock)
            with suppress(OutOfTimeError):
                self._collector.take(makeshift)
        goal = self._question.goal
        return Answer(
            self._collector.layouts(),
            self._exact,
            "cp",
            None if self._exact else _measure(self._rules, self._holding, goal, self._level),
            self._collector.truncated or not self._complete,
        )

    def _collect(self) -> None:
        """Take arrangements, best first, until the rest does not matter."""
        from meldwise.partition.cp import Model

        # Some time is kept for a makeshift answer where the model has none.
        time = Clock(self._clock.seconds_left * MODEL_SHARE)
        if time.seconds_left == 0:
            raise OutOfTimeError
        model = Model(self._rules, self._holding, self._question, time)
        first = True
        while True:
            found, proven, bound = model.next_best()
            if first and found is not None and model.complete:
                self._level = bound
            first = False
            # All before were proven, and none of them answered the question.
            self._exact = self._exact or (proven and not self._collector.layouts())
            self._complete = proven
            if found is None or (proven and found.score < self._collector.floor):
                return
            self._collector.take(found)
            if self._question.plain or self._collector.truncated or not proven:
                return


def _measure(rules: MeldRules, holding: Holding, goal: Goal, level: int) -> int:
    """A bound on the goal's own measure as users read it: for deadwood what is not saved."""
    if goal != "deadwood":
        return level
    held = sum(rules.hand_values[code] * count for code, count in holding.kinds(rules))
    return max(0, held - level)


def _greedy(rules: MeldRules, holding: Holding, goal: Goal, clock: Clock) -> Arrangement:
    """Always the best meld that still fits, for hands that no engine gets through.

    Melds with many wilds are too many to list for such a hand: a few wilds at a time are put in.
    """
    scoring = Scoring(rules, goal)
    melds: list[Candidate] = []
    wilds = list(holding.capacity)
    free = holding
    with suppress(OutOfTimeError):
        while True:
            some = tuple(min(count, GREEDY_WILDS) for count in wilds)
            known = hand_candidates(rules, Holding(free.naturals, some), clock.step)
            if not known:
                break
            best = max(known, key=lambda candidate: scoring.shape(candidate.shape))
            melds.append(best)
            wilds = [n - used for n, used in zip(wilds, best.shape.units, strict=True)]
            naturals = [list(ranks) for ranks in free.naturals]
            for code, count in best.naturals():
                naturals[code // 13][code % 13] -= count
            free = Holding(tuple(map(tuple, naturals)), tuple(wilds))
    return Arrangement(sum(scoring.shape(meld.shape) for meld in melds), tuple(melds))


GREEDY_WILDS = 2
