"""The search behind a hint: static values first, then samples, each batch for all actions alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from time import perf_counter
from typing import Final
from weakref import WeakKeyDictionary

from meldwise.advice.belief import Belief
from meldwise.advice.certainty import Stake, stake_of
from meldwise.advice.exactly import exact_values
from meldwise.advice.limit import MOST_SAMPLES, Stop, is_usual
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import played
from meldwise.advice.prospects import Prospects
from meldwise.advice.ranking import Rank, ranked
from meldwise.advice.static import static_evaluation
from meldwise.advice.wholeturn import Advised, steps_of
from meldwise.play.actions import Action
from meldwise.position import Position, Terms

# Before so many samples no action is given up.
_GIVEN_UP_FROM: Final = 32

# Actions that end a turn whose code has been loaded, by the rules at a table.
_loaded: Final[WeakKeyDictionary[Terms, set[type[Action]]]] = WeakKeyDictionary()

_NO_STAKE: Final = Stake(0.0, 0.0)

# Fewer samples are not worth a thread of their own.
_LEAST_PART: Final = 32


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
        threads: How many threads share the samples.
    """

    def __init__(
        self,
        position: Position,
        seed: int,
        actions: tuple[Advised, ...],
        threads: int = 1,
    ) -> None:
        self.started = perf_counter()
        self.position = position
        self.seed = seed
        self.actions = actions
        self.belief = Belief.of(position)
        self.prospects = Prospects(self.belief, actions)
        self.exact = exact_values(self.belief, actions)
        self.static = static_evaluation(self.prospects)
        self._enough: dict[Advised, int] = {}
        self._threads = threads
        self._samples: dict[Advised, Outcomes] = {}
        self._done = 0

    def among(self, actions: tuple[Advised, ...], enough: Mapping[Advised, int]) -> Search:
        """A search among some of the actions; what is known of the position is kept.

        Args:
            actions: The actions to compare.
            enough: So many samples suffice for some actions, whose samples take long.
        """
        found = copy(self)
        found.actions = actions
        found.prospects = Prospects(self.belief, actions, self.prospects)
        found.exact = {action: self.exact[action] for action in actions if action in self.exact}
        found.static = self.static.of(actions)
        found._enough = dict(enough)
        found._samples, found._done = {}, 0
        return found

    def standings(self, stop: Stop) -> Iterator[Standing]:
        """Better and better standings; the last one is final. The time counts for sampling."""
        with ThreadPoolExecutor(self._threads) as pool:
            yield from self._standings(stop, pool)

    @property
    def fewest(self) -> int:
        """Samples of the action that has fewest."""
        return min(map(len, self._samples.values()), default=0)

    @cached_property
    def _stake(self) -> Stake:
        """What is at stake in the hand."""
        return stake_of(self.belief, self.seed)

    def _standings(self, stop: Stop, pool: Executor) -> Iterator[Standing]:
        asked = [action for action in self.actions if action not in self.exact]
        stop.restart()
        while True:
            stake = self._stake if self._samples else _NO_STAKE
            ranks = ranked(self.static, self._samples, self.exact, stake)
            known = Standing(ranks, self._done, final=True)
            size = stop.next_batch(self._done, ranks[0].worth.se) if asked else 0
            sure = self._done > 0 and stop.sure_enough(ranks[0].worth.se)
            if not size or sure or stop.time_is_up():
                yield known
                return
            yield Standing(ranks, self._done, final=False)
            if not self._done:
                self._load(asked)
                stop.restart()
            if self._done >= _GIVEN_UP_FROM and is_usual(self._done):
                hopeless = {rank.action for rank in ranks if rank.hopeless}
                asked = [action for action in asked if action not in hopeless]
            played_on = [a for a in asked if self._done < self._enough.get(a, MOST_SAMPLES)]
            batch = self._batch(played_on, size, stop, pool)
            if batch is None:
                yield known
                return
            for action, outcomes in batch.items():
                before = [self._samples[action]] if action in self._samples else []
                self._samples[action] = Outcomes.joined([*before, outcomes])
            self._done += size

    def _load(self, asked: list[Advised]) -> None:
        """Load the compiled code of all that is asked: once in a process, and no sampling time."""
        _ = self._stake
        loaded = _loaded.setdefault(self.position.terms, set())
        for action in asked:
            kind = type(steps_of(action)[-1])
            if kind not in loaded:
                played(self.position, self.belief.starts(1, self.seed), action, self.seed)
                loaded.add(kind)

    def _batch(
        self, asked: list[Advised], size: int, stop: Stop, pool: Executor
    ) -> dict[Advised, Outcomes] | None:
        """Further samples for all actions; None if the time was up before they were done."""
        parts = min(self._threads, max(1, size // _LEAST_PART))
        cuts = [size * part // parts for part in range(parts + 1)]
        play = partial(self._part, asked, stop)
        run = map if parts == 1 else pool.map
        found = list(run(play, pairwise(cuts)))
        if not all(map(len, found)):
            return None
        return {action: Outcomes.joined([part[action] for part in found]) for action in asked}

    def _part(
        self, asked: list[Advised], stop: Stop, rows: tuple[int, int]
    ) -> dict[Advised, Outcomes]:
        """Some samples of a batch for all actions; nothing if the time was up.

        Whatever parts a batch is cut into, its samples are the same.
        """
        begin, end = rows
        starts = self.belief.starts(end - begin, self.seed, self._done + begin)
        found = {}
        for action in asked:
            if stop.time_is_up():
                return {}
            first = self._done + begin
            found[action] = played(self.position, starts, action, self.seed, first=first)
        return found
