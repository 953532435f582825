"""The search behind a hint: static values first, then samples, each batch for all actions alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from meldwise.advice.belief import Belief
from meldwise.advice.exactly import exact_value
from meldwise.advice.limit import MOST_SAMPLES, Stop
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import played
from meldwise.advice.prospects import Prospects
from meldwise.advice.ranking import Rank, ranked
from meldwise.advice.static import Static, static_evaluation
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.position import Position

# Before so many samples no action is given up.
_LEAST_SAMPLES: Final = 64


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a search is: the ranks, after so many samples, and whether more follow."""

    ranks: tuple[Rank, ...]
    samples: int
    final: bool


class Search:
    """One question on its way to an answer.

    Args:
        position: The position.
        seed: What the samples follow from.
        actions: The legal actions to compare.
        static: The static evaluation, if it is known already.
        enough: So many samples suffice for some actions, whose samples take long.
    """

    def __init__(
        self,
        position: Position,
        seed: int,
        actions: tuple[Advised, ...],
        static: Static | None = None,
        enough: Mapping[Advised, int] | None = None,
    ) -> None:
        self.started = perf_counter()
        self.position = position
        self.seed = seed
        self.actions = actions
        self.belief = Belief.of(position)
        self.prospects = Prospects(self.belief, actions)
        self.exact = self._exact_values()
        self.static = static_evaluation(self.prospects) if static is None else static
        self._enough = dict(enough or {})
        self._samples: dict[Advised, Outcomes] = {}
        self._done = 0

    def standings(self, stop: Stop) -> Iterator[Standing]:
        """Better and better standings; the last one is final. The time counts for sampling."""
        asked = [action for action in self.actions if action not in self.exact]
        stop.restart()
        while True:
            ranks = ranked(self.static, self._samples, self.exact)
            known = Standing(ranks, self._done, final=True)
            size = stop.next_batch(self._done) if asked else 0
            sure = self._done > 0 and stop.sure_enough(ranks[0].worth.se)
            if not size or sure or stop.time_is_up():
                yield known
                return
            yield Standing(ranks, self._done, final=False)
            if not self._done:
                self._load(asked)
                stop.restart()
            if self._done >= _LEAST_SAMPLES:
                hopeless = {rank.action for rank in ranks if rank.hopeless}
                asked = [action for action in asked if action not in hopeless]
            played_on = [a for a in asked if self._done < self._enough.get(a, MOST_SAMPLES)]
            batch = self._batch(played_on, size, stop)
            if batch is None:
                yield known
                return
            for action, outcomes in batch.items():
                before = self._samples.get(action)
                self._samples[action] = outcomes if before is None else before.joined(outcomes)
            self._done += size

    def _load(self, asked: list[Advised]) -> None:
        """Load the compiled code of all that is asked: once in a process, and no sampling time."""
        starts = self.belief.starts(1, self.seed)
        for action in {type(steps_of(action)[-1]): action for action in asked}.values():
            played(self.position, starts, action, self.seed)

    def _batch(self, asked: list[Advised], size: int, stop: Stop) -> dict[Advised, Outcomes] | None:
        """Further samples for all actions; None if the time was up before they were done."""
        starts = self.belief.starts(size, self.seed, self._done)
        found = {}
        for action in asked:
            if stop.time_is_up():
                return None
            found[action] = played(self.position, starts, action, self.seed + self._done)
        return found

    def _exact_values(self) -> dict[Advised, Value]:
        """Exact values of the actions that have one."""
        found = {}
        for action in self.actions:
            value = exact_value(self.belief, action)
            if value is not None:
                found[action] = value
        return found
