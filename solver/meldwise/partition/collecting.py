"""From arrangements to answers: the best distinct layouts that have all that was asked for."""

from __future__ import annotations

from meldwise.cards import Hand
from meldwise.melds.meldrules import MeldRules
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import Clock
from meldwise.partition.physical import Layout, layouts
from meldwise.partition.question import Question
from meldwise.partition.scoring import IMPOSSIBLE, Scoring, first_level, least_score

MOST_PARTITIONS = 1_000

# Different wilds can change places in a great many ways; in between the clock is looked at.
LAYOUTS_BETWEEN_LOOKS = 50


class Collector:
    """Takes arrangements, fills them with cards, and keeps the best distinct layouts.

    ``truncated`` says that there are more layouts than are kept of those that were wanted.

    Args:
        rules: The rules of melds.
        hand: The cards.
        question: What is asked; layouts that do not answer it are not kept.
        clock: The limit.
    """

    def __init__(self, rules: MeldRules, hand: Hand, question: Question, clock: Clock) -> None:
        self._clock = clock
        self._rules = rules
        self._hand = hand
        self._question = question
        self._scoring = Scoring(rules, question.goal)
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
            score = layout_score(self._scoring, layout)
            # The same cards may have been read as a cheaper meld before.
            key = layout.key
            known = self._kept.get(key)
            if known is None or known[0] < score:
                self._kept[key] = (score, layout)
                self._drop_worst()
            taken += 1
            # What different wilds could do in each other's place scores no more than this.
            if taken >= self.wanted:
                self.truncated |= self._question.limit == "optimal"
                return

    def _fits(self, layout: Layout) -> bool:
        if self._question.goal == "out" and layout.deadwood:
            return False
        if not self._question.requirements.met_by(layout.melds):
            return False
        pins = self._question.pins
        return not pins.groups or pins.met_by([meld.physical for meld in layout.melds])

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
            return least_score(first_level(max(scores)))
        if self.full:
            return min(scores) + 1
        return least_score(len(self._hand)) if self._question.goal == "out" else IMPOSSIBLE

    def layouts(self) -> tuple[Layout, ...]:
        """The kept layouts, best first."""
        floor = self.floor if self._question.limit == "optimal" else IMPOSSIBLE
        found = [(-score, key, layout) for key, (score, layout) in self._kept.items()]
        if len(found) > 1:
            found.sort(key=lambda item: (item[0], item[1] != self._first, str(item[1])))
        return tuple(layout for score, _, layout in found if -score >= floor)


def layout_score(scoring: Scoring, layout: Layout) -> int:
    """The score of real melds, on the scale of `Scoring`."""
    melds, values = layout.melds, scoring.rules.hand_values
    laid = scoring.score(
        saved=sum(values[card.code] for meld in melds for card in meld.physical),
        points=sum(meld.points for meld in melds),
        cards=sum(meld.size for meld in melds),
        wilds=sum(meld.wild_count for meld in melds),
        melds=len(melds),
    )
    return laid + (scoring.thrown(layout.discard.code) if layout.discard else 0)
