"""Which engine answers: the search where it is sure to be quick, else the constraint model."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from meldwise.cards import Hand
from meldwise.melds.candidates import Holding
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.alternatives import Floor, arrangements_above
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.collecting import Collector, layout_score
from meldwise.partition.makeshift import makeshift
from meldwise.partition.physical import Layout
from meldwise.partition.question import Question
from meldwise.partition.scoring import IMPOSSIBLE, Scoring, first_level
from meldwise.partition.search import search_best

# Steps of the search before the constraint model takes over, where both could answer: about the
# time in which the model is loaded and has answered.
STEPS_BEFORE_MODEL = 40_000

# Of the time limit, so that the model still has some when the search does not end, and a makeshift
# answer when the model does not.
SEARCH_SHARE = 0.4
MODEL_SHARE = 0.75
LEAST_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine returns.

    ``layouts`` come best first; ``exact`` says that nothing better can exist, and where it is
    open ``bound`` is what the goal's own measure could still reach. ``truncated`` says that
    layouts that were asked for may be missing.
    """

    layouts: tuple[Layout, ...]
    exact: bool
    engine: str
    bound: int | None
    truncated: bool


def answer(rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> Answer:
    """The best layouts of a hand.

    For the goal ``out`` only those in which every card but the discard is melded; there may be
    none, as there may be none that meets the requirements.

    Args:
        rules: The rules of melds.
        hand: The cards, checked against the packs.
        question: What is asked.
        clock: The limit.
    """
    if question.engine == "search":
        return _SearchEngine(rules, hand, question, clock).answer()
    if question.engine == "cp":
        return _ModelEngine(rules, hand, question, clock).answer()
    # Only demands can keep the search busy for long; the model is made for them.
    steps = STEPS_BEFORE_MODEL if question.demanding else None
    part = Clock(clock.seconds_left * SEARCH_SHARE, steps)
    first = _SearchEngine(rules, hand, question, part).answer()
    if first.exact:
        return first
    second = _ModelEngine(rules, hand, question, clock).answer()
    scoring = Scoring(rules, question.goal)
    return second if second.exact or _best(scoring, second) > _best(scoring, first) else first


def _best(scoring: Scoring, found: Answer) -> int:
    return layout_score(scoring, found.layouts[0]) if found.layouts else IMPOSSIBLE


class _Engine:
    """One hand and one question, with the answers collected so far."""

    name: ClassVar[str]

    def __init__(self, rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> None:
        self._rules = rules
        self._holding = Holding.of(rules, hand.cards)
        self._question = question
        self._clock = clock
        self._collector = Collector(rules, hand, question, clock)

    def _answer(self, level: int, *, exact: bool, complete: bool) -> Answer:
        """What was collected; ``level`` is the most that the goal's own measure can reach."""
        return Answer(
            self._collector.layouts(),
            exact,
            self.name,
            None if exact else self._bound(level),
            self._collector.truncated or not complete,
        )

    def _take_makeshift(self) -> None:
        """Something rather than nothing, where the time was too short for the engine."""
        clock = Clock(max(LEAST_SECONDS, self._clock.seconds_left))
        with suppress(OutOfTimeError):
            self._collector.take(makeshift(self._rules, self._holding, self._question.goal, clock))

    def _bound(self, level: int) -> int:
        """A bound as users read it: for the goal deadwood, what is not saved."""
        if self._question.goal != "deadwood":
            return level
        kinds = self._holding.kinds(self._rules)
        held = sum(self._rules.hand_values[code] * count for code, count in kinds)
        return max(0, held - level)


class _Discard(NamedTuple):
    """A card that may be thrown (code −1: none), and what can be had when it is."""

    bound: int
    left: Holding
    code: int
    score: int


class _SearchEngine(_Engine):
    name = "search"

    def answer(self) -> Answer:
        goal = self._question.goal
        found = search_best(self._rules, self._holding, goal, self._question.discard, self._clock)
        complete = False
        with suppress(OutOfTimeError):
            for arrangement in found.arrangements:
                self._collector.take_first(arrangement)
            if found.exact and not self._question.plain:
                self._take_more()
            complete = found.exact or self._question.plain
        if not found.exact and not self._collector.layouts():
            self._take_makeshift()
        # Demands can be met best by what was not seen; without them the best is known already.
        exact = found.exact and (complete or not self._question.demanding)
        return self._answer(first_level(found.bound), exact=exact, complete=complete)

    def _take_more(self) -> None:
        """Collect further arrangements, until all that matter were seen or they are too many."""
        for option in self._discards():
            if option.bound < self._collector.floor or self._collector.truncated:
                break
            self._take_all(option)

    def _take_all(self, option: _Discard) -> None:
        goal, floor = self._question.goal, Floor(self._collector.floor - option.score)
        for found in arrangements_above(self._rules, option.left, goal, floor, self._clock):
            score = found.score + option.score
            self._collector.take(Arrangement(score, found.melds, option.code))
            if self._collector.truncated:
                return
            floor.score = self._collector.floor - option.score

    def _discards(self) -> list[_Discard]:
        """What may be thrown, the most promising first."""
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
        for left, code, score in options:
            found = search_best(self._rules, left, self._question.goal, "none", self._clock)
            if not found.exact:
                raise OutOfTimeError
            best = found.arrangements[0].score if found.arrangements else IMPOSSIBLE
            ranked.append(_Discard(best + score, left, code, score))
        return sorted(ranked, key=lambda option: -option.bound)


class _ModelEngine(_Engine):
    name = "cp"

    def __init__(self, rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> None:
        super().__init__(rules, hand, question, clock)
        self._exact = self._complete = False
        self._level = first_level(Scoring(rules, question.goal).most(self._holding))

    def answer(self) -> Answer:
        with suppress(OutOfTimeError):
            self._collect()
        if not self._exact and not self._collector.layouts():
            self._take_makeshift()
        return self._answer(self._level, exact=self._exact, complete=self._complete)

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
