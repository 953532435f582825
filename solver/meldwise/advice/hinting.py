"""The hint: every action of a position with what it is worth, better and better answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Final

import numpy as np

from meldwise.advice.answer import Hint, Ranked
from meldwise.advice.belief.evidence import counts_of
from meldwise.advice.candidates import candidates
from meldwise.advice.limit import Asked, Limit, Stop
from meldwise.advice.playing import style_of_play
from meldwise.advice.ranking import Rank
from meldwise.advice.reasons import reasons_for, runner_up
from meldwise.advice.reasons.later import Reasons
from meldwise.advice.search import Search, Standing
from meldwise.advice.wholeturn import Advised
from meldwise.play.actions import Discard
from meldwise.position import Position, PositionLike

_PREFERRED: Final = (
    "The first action is best without samples, and no other is ahead by more than chance."
)

# Hands looked at for what a discard gives to the next player.
_FED_HANDS: Final = 256


def hint(
    position: PositionLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Hint:
    """All actions of a position, ranked by what they are worth, with reasons.

    Every hidden card is sampled as the other players would hold it by now, and each action is
    played to the end of the hand on the same samples. Without any limit a second and 1,000
    samples are the limit. The same position, seed and number of samples give the same answer on
    every machine; how many samples a time allows depends on the machine.

    Args:
        position: A `Position`, its JSON values or its text form, of the player to move.
        seconds: Time for sampling; 0: no samples, a static evaluation only. Loading compiled
            code, once in a process, is not counted.
        samples: Most samples for each action; 0: none.
        se: Stop when the value of the best action has a standard error of so much.
        seed: What the samples follow from.
        threads: How many threads share the samples; None: one for each processor. The answer is
            the same.

    Returns:
        The actions, the best first; those that cannot be told apart from it are marked.

    Raises:
        InputError: the position or a limit is wrong, or there is nothing to decide.

    >>> found = hint("tonk 2:0:1 deal TCTDKSQHTS - 9C 41 0,0 - -- -- 1:5 -", samples=20, seed=1)
    >>> found.best.type, found.samples
    ('declare', 20)
    """
    asked = Asked(Limit(seconds, samples, se), seed, threads)
    return answer(Position.of(position), asked)


def improving_hints(
    position: PositionLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Iterator[Hint]:
    """As `hint`, each answer as soon as there is one; the last one is marked ``final``.

    The first answer is the static one; each further one rests on twice as many samples. Whoever
    has seen enough just stops asking: nothing runs on.

    >>> line = "tonk 2:0:1 deal TCTDKSQHTS - 9C 41 0,0 - -- -- 1:5 -"
    >>> [(found.samples, found.final) for found in improving_hints(line, samples=32)]
    [(0, False), (16, False), (32, True)]
    """
    asked = Asked(Limit(seconds, samples, se), seed, threads)
    return _answers(Position.of(position), asked)


def _answers(position: Position, asked: Asked) -> Iterator[Hint]:
    stop = Stop(asked.limit)
    search = Search(position, asked.seed, candidates(position), threads=asked.thread_count)
    teller = _Teller(search)
    for known in search.standings(stop):
        yield teller.hint(known)


def answer(position: Position, asked: Asked, actions: tuple[Advised, ...] = ()) -> Hint:
    """The answer of `hint` for a validated position.

    Args:
        position: The position.
        asked: How it is to be sampled.
        actions: The legal actions to compare; none: all that are usual.
    """
    stop = Stop(asked.limit)
    listed = actions or candidates(position)
    return told(Search(position, asked.seed, listed, threads=asked.thread_count), stop)


def told(search: Search, stop: Stop) -> Hint:
    """What a search has found when it is to stop, in words."""
    *_, last = search.standings(stop)
    return _Teller(search).hint(last)


class _Teller:
    """Puts what a search has found into words."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._started = search.started
        self._fed: dict[Advised, float] | None = None

    def hint(self, known: Standing) -> Hint:
        """The hint that a standing amounts to."""
        return Hint(
            rules=self._search.position.rules.id,
            actions=tuple(self._told(rank, known) for rank in known.ranks),
            samples=known.samples,
            seed=self._search.seed,
            final=known.final,
            notes=self._notes(known),
            elapsed_ms=round((perf_counter() - self._started) * 1000, 3),
        )

    def _told(self, rank: Rank, known: Standing) -> Ranked:
        win = rank.worth.win
        ends = rank.action in self._search.prospects.ending
        return Ranked(
            action=rank.action,
            worth=rank.worth,
            deadwood=self._search.prospects.left[rank.action],
            caught=1.0 - win if ends and win is not None else None,
            behind=rank.behind,
            behind_se=rank.behind_se,
            tied=rank.tied,
            why=Reasons(partial(self._why, rank, known)),
        )

    def _why(self, rank: Rank, known: Standing) -> list[str]:
        feeds = self._feeds(rank.action) if known.samples else None
        found = reasons_for(self._search.prospects, rank.action, rank.worth, feeds)
        if rank is known.ranks[0] and len(known.ranks) > 1:
            second = known.ranks[1]
            found.append(
                runner_up(second.action, second.behind, second.behind_se, tied=second.tied)
            )
        return found

    def _notes(self, known: Standing) -> tuple[str, ...]:
        if known.samples:
            style = style_of_play(self._search.position)
            found = f"Played on {style} in {known.samples} samples; ± is about a 95 % interval."
            if any(rank.behind < 0 for rank in known.ranks):
                return (found, _PREFERRED)
            return (found,)
        if any(rank.worth.source == "heuristic" for rank in known.ranks):
            return ("Values are rules of thumb: nothing was sampled.",)
        return ()

    def _feeds(self, action: Advised) -> float | None:
        """The chance that the next player can meld the card that is discarded."""
        if self._fed is None:
            self._fed = self._feeding()
        return self._fed.get(action)

    def _feeding(self) -> dict[Advised, float]:
        position, measure = self._search.position, self._search.prospects.measure
        discards = [a for a in self._search.actions if isinstance(a, Discard)]
        thrown = [action for action in discards if not action.card.is_joker]
        if not thrown or position.rules.draw.discard == "none":
            return {}
        following = (position.seat + 1) % position.players
        hands = self._search.belief.hands(_FED_HANDS, self._search.seed)[:, following]
        now = measure.deadwood(hands)
        with_card = np.concatenate([hands + counts_of([action.card]) for action in thrown])
        left = measure.deadwood(with_card).reshape(len(thrown), len(hands))
        worth = measure.values[[action.card.code for action in thrown]]
        # A card that no meld takes adds all it counts.
        shares = (left < now + worth[:, None]).mean(axis=1).tolist()
        return dict(zip(thrown, shares, strict=True))
