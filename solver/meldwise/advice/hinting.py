"""The hint: every action of a position with what it is worth, better and better answers."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final

import numpy as np

from meldwise.advice.answer import Hint, Ranked
from meldwise.advice.belief import Belief
from meldwise.advice.belief.evidence import counts_of
from meldwise.advice.candidates import candidates
from meldwise.advice.exactly import exact_value
from meldwise.advice.limit import Limit, Stop
from meldwise.advice.outcomes import Outcomes
from meldwise.advice.playing import STYLE, played
from meldwise.advice.ranking import Rank, ranked
from meldwise.advice.reasons import Reasoner
from meldwise.advice.reasons.reasoning import runner_up
from meldwise.advice.static import static_values
from meldwise.advice.stepping import ends_hand
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised
from meldwise.errors import RequestError, excerpt, shown, whole
from meldwise.play.actions import Discard
from meldwise.position import Position, PositionLike

# Hands looked at for what a discard gives to the next player.
_FED_HANDS: Final = 256
_MOST_SEED: Final = 2**63 - 1


def hint(
    position: PositionLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
) -> Hint:
    """All actions of a position, ranked by what they are worth, with reasons.

    Every hidden card is sampled as the other players would hold it by now, and each action is
    played to the end of the hand on the same samples. Without any limit a second and 1,000
    samples are the limit. The same position, seed and number of samples give the same answer on
    every machine; how many samples a time allows depends on the machine.

    Args:
        position: A `Position`, its JSON values or its text form, of the player to move.
        seconds: Time for sampling; 0: no samples, a static evaluation only.
        samples: Most samples for each action; 0: none.
        se: Stop when the value of the best action has a standard error of so much.
        seed: What the samples follow from.

    Returns:
        The actions, the best first; those that cannot be told apart from it are marked.

    Raises:
        InputError: the position or a limit is wrong, or there is nothing to decide.

    >>> found = hint("tonk 2:0:1 deal TCTDKSQHTS - 9C 41 0,0 - -- -- 1:5 -", samples=20, seed=1)
    >>> found.best.type, found.samples
    ('declare', 20)
    """
    *_, last = improving_hints(position, seconds=seconds, samples=samples, se=se, seed=seed)
    return last


def improving_hints(
    position: PositionLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
) -> Iterator[Hint]:
    """As `hint`, each answer as soon as there is one; the last one is marked ``final``.

    The first answer is the static one; each further one rests on twice as many samples. Whoever
    has seen enough just stops asking: nothing runs on.

    >>> line = "tonk 2:0:1 deal TCTDKSQHTS - 9C 41 0,0 - -- -- 1:5 -"
    >>> [(found.samples, found.final) for found in improving_hints(line, samples=32)]
    [(0, False), (16, False), (32, True)]
    """
    limit = Limit(seconds, samples, se)
    checked_seed(seed)
    return answers(Position.of(position), limit, seed)


def answers(
    position: Position, limit: Limit, seed: int, actions: tuple[Advised, ...] = ()
) -> Iterator[Hint]:
    """The answers of `improving_hints` for a validated position.

    Args:
        position: The position.
        limit: When to stop.
        seed: What the samples follow from.
        actions: The legal actions to compare; none: all that are usual.
    """
    hinting = _Hinting(position, seed, actions or candidates(position))
    yield from hinting.answers(Stop(limit))


def checked_seed(seed: object) -> int:
    """A seed as a whole number.

    Raises:
        RequestError: it is none from 0 to 2⁶³ − 1.
    """
    found = whole(seed)
    if found is None or not 0 <= found <= _MOST_SEED:
        raise RequestError(
            "bad-seed",
            f"seed: {excerpt(seed)} is not a whole number from 0 to {_MOST_SEED}",
            {"field": "seed", "value": shown(seed)},
        )
    return found


class _Hinting:
    """One question on its way to an answer."""

    def __init__(self, position: Position, seed: int, actions: tuple[Advised, ...]) -> None:
        self._started = perf_counter()
        self._position = position
        self._seed = seed
        self._belief = Belief.of(position)
        self._actions = actions
        self._reasoner = Reasoner(self._belief, self._actions)
        self._exact = self._exact_values()
        self._static = static_values(self._belief, self._actions, self._reasoner)
        self._samples: dict[Advised, Outcomes] = {}
        self._done = 0
        self._fed: dict[Advised, float] = {}

    def answers(self, stop: Stop) -> Iterator[Hint]:
        """The answers, as long as another one may be better."""
        asked = [action for action in self._actions if action not in self._exact]
        while True:
            size = stop.next_batch(self._done) if len(self._actions) > 1 or asked else 0
            ranks = self._ranks()
            more = bool(asked) and size > 0 and not stop.time_is_up()
            more = more and not (self._done and stop.sure_enough(ranks[0].worth.se))
            answer = self._answer(ranks, final=not more)
            if not more:
                yield answer
                return
            batch = self._batch(asked, size, stop)
            if batch is None:
                yield self._answer(ranks, final=True)
                return
            yield answer
            for action, outcomes in batch.items():
                known = self._samples.get(action)
                self._samples[action] = outcomes if known is None else known.joined(outcomes)
            self._done += size

    def _batch(self, asked: list[Advised], size: int, stop: Stop) -> dict[Advised, Outcomes] | None:
        """Further samples for all actions; None if the time was up before they were done."""
        starts = self._belief.starts(size, self._seed, self._done)
        found = {}
        for action in asked:
            if stop.time_is_up():
                return None
            found[action] = played(self._position, starts, action, self._seed + self._done)
        if not self._fed:
            self._fed = self._feeding()
        return found

    def _exact_values(self) -> dict[Advised, Value]:
        """Exact values: of all actions, or at least of those that end the hand for certain."""
        found = {}
        for action in self._actions:
            value = exact_value(self._belief, action)
            if value is not None:
                found[action] = value
        return found

    def _ranks(self) -> tuple[Rank, ...]:
        return ranked(self._actions, self._static, self._samples, self._exact)

    def _answer(self, ranks: tuple[Rank, ...], *, final: bool) -> Hint:
        return Hint(
            rules=self._position.rules.id,
            actions=tuple(self._told(rank, ranks) for rank in ranks),
            samples=self._done,
            seed=self._seed,
            final=final,
            notes=self._notes(),
            elapsed_ms=round((perf_counter() - self._started) * 1000, 3),
        )

    def _told(self, rank: Rank, ranks: tuple[Rank, ...]) -> Ranked:
        action, worth = rank.action, rank.worth
        why = self._reasoner.why(action, worth, self._fed.get(action))
        if rank is ranks[0] and len(ranks) > 1:
            second = ranks[1]
            why += (runner_up(second.action, second.behind, second.behind_se),)
        caught = None
        if ends_hand(self._position, action) and worth.win is not None:
            caught = 1.0 - worth.win
        return Ranked(
            action=action,
            worth=worth,
            deadwood=self._reasoner.deadwood(action),
            caught=caught,
            behind=rank.behind,
            behind_se=rank.behind_se,
            tied=rank.tied,
            why=why,
        )

    def _notes(self) -> tuple[str, ...]:
        sources = {value.source for value in self._static} if not self._samples else {"sampled"}
        notes = []
        if self._samples:
            notes.append(f"Played on {STYLE} in {self._done} samples.")
        elif "heuristic" in sources and len(self._exact) < len(self._actions):
            notes.append("Values are rules of thumb: nothing was sampled.")
        return tuple(notes)

    def _feeding(self) -> dict[Advised, float]:
        """For each discard the chance that the next player can use it."""
        position, measure = self._position, self._belief.development.measure
        thrown = [a for a in self._actions if isinstance(a, Discard) and not a.card.is_joker]
        if not thrown or position.rules.draw.discard == "none":
            return {}
        following = (position.seat + 1) % position.players
        hands = self._belief.hands(_FED_HANDS, self._seed)[:, following]
        now = measure.deadwood(hands)
        with_card = np.concatenate([hands + counts_of([action.card]) for action in thrown])
        left = measure.throw(with_card)[0].reshape(len(thrown), len(hands))
        shares = (left < now).mean(axis=1).tolist()
        return dict(zip(thrown, shares, strict=True))
