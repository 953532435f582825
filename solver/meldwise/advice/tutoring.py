"""The tutor: what an action that was played cost against the best."""

from __future__ import annotations

from typing import Final, Literal

from meldwise.advice.answer import Hint, Ranked, Tutoring
from meldwise.advice.candidates import candidates, check_legal
from meldwise.advice.hinting import answer
from meldwise.advice.limit import Asked, Limit
from meldwise.advice.wholeturn import AdvisedLike, advised_of
from meldwise.position import Position, PositionLike

# What makes a mistake of an inaccuracy, as a share of what results spread by in this unit: the
# standard deviation of one hand is about 25 points in gin.
_MISTAKE: Final = 0.1

Verdict = Literal["best", "as-good", "inaccuracy", "mistake"]


def tutor(
    position: PositionLike,
    action: AdvisedLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Tutoring:
    """What an action cost against the best one, and why.

    Args:
        position: The position in which it was played.
        action: The action, or a whole turn; or its JSON form.
        seconds: Time for sampling.
        samples: Most samples for each action.
        se: Stop when the value of the best action has a standard error of so much.
        seed: What the samples follow from.
        threads: How many threads share the samples; None: one for each processor. The answer is
            the same.

    Raises:
        InputError: the position, the action or a limit is wrong, or the action is not legal.

    >>> line = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTC5DKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
    >>> found = tutor(line, {"type": "discard", "card": "8H"}, samples=50, seed=1)
    >>> found.verdict, found.cost > 3
    ('mistake', True)
    """
    limits = Asked(Limit(seconds, samples, se), seed, threads)
    known, asked = Position.of(position), advised_of(action)
    listed = candidates(known)
    check_legal(known, asked)
    actions = listed if asked in listed else (*listed, asked)
    found = answer(known, limits, actions)
    played = found.of(asked)
    assert played is not None
    return _verdict(found, played)


def _verdict(found: Hint, played: Ranked) -> Tutoring:
    best = found.actions[0]
    cost = 0.0 if played is best else max(0.0, played.behind)
    verdict: Verdict
    if played is best:
        verdict = "best"
    elif played.tied or cost == 0.0:
        verdict = "as-good"
    else:
        verdict = "mistake" if cost >= _MISTAKE * _spread(found) else "inaccuracy"
    reasons = [f"played: {line}" for line in played.why]
    if played is not best:
        reasons += [f"best: {line}" for line in best.why]
    return Tutoring(played, best, cost, played.behind_se, verdict, tuple(reasons), found)


def _spread(found: Hint) -> float:
    """How far the result of one hand spreads, as the samples show it; else a usual one."""
    se = found.actions[0].se
    if not se or found.samples < 2:
        return 25.0
    return float(se * found.samples**0.5)
