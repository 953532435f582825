"""Knock or wait: ending the hand now against playing on, each by its own settlement."""

from __future__ import annotations

from functools import partial
from math import erf, sqrt
from typing import Final

import numpy as np

from meldwise.advice.answer import Hint, KnockAdvice, KnockWord, Ranked
from meldwise.advice.candidates import candidates
from meldwise.advice.hinting import told
from meldwise.advice.limit import Asked, Limit, Stop
from meldwise.advice.reasons.later import Reasons
from meldwise.advice.search import Search
from meldwise.advice.text import share
from meldwise.advice.wholeturn import Advised, advised_text, steps_of
from meldwise.cards import Card
from meldwise.play.actions import Discard, GoOut, Knock
from meldwise.position import Position, PositionLike

_LIKELY_HANDS: Final = 256

# Playing on is sampled so often at least, and not oftener than one in so many samples.
_PLAYED_ON: Final = 512
_FEWER: Final = 20


def knock(
    position: PositionLike,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    se: float | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> KnockAdvice:
    """Whether to end the hand now or to play on, and by how much that is better.

    Ending it is whatever the rules offer here: a knock with a discard, a knock before the draw, a
    declaration of a dealt hand, going out. Both sides are looked at with the same samples of what
    is hidden, each settled by the rules, lay-offs and penalties included.

    Args:
        position: A `Position`, its JSON values or its text form, of the player to move.
        seconds: Time for sampling; 0: no samples. Loading compiled code, once in a process, is
            not counted.
        samples: Most samples; 0: none.
        se: Stop when the better value has a standard error of so much.
        seed: What the samples follow from.
        threads: How many threads share the samples; None: one for each processor. The answer is
            the same.

    Returns:
        The advice; ``not-legal`` where the hand cannot be ended now.

    Raises:
        InputError: the position or a limit is wrong, or there is nothing to decide.

    >>> line = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTC5DKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
    >>> found = knock(line, samples=50, seed=1)
    >>> str(found.discard), found.deadwood, found.knock.value > 30
    ('KH', 5, True)
    """
    asked = Asked(Limit(seconds, samples, se), seed, threads)
    stop = Stop(asked.limit)
    search, ending, waiting = _two_sides(Position.of(position), asked)
    found = told(search, stop)
    return _advice(search, found, ending, waiting)


def _two_sides(position: Position, asked: Asked) -> tuple[Search, Advised | None, Advised | None]:
    """The best way to end the hand and the best way to play on, and the search to compare them."""
    whole = Search(position, asked.seed, candidates(position), threads=asked.thread_count)
    values = whole.static.values | whole.exact

    left, ends = whole.prospects.left, whole.prospects.ending

    def worth(action: Advised) -> tuple[int, float]:
        # No way to end the hand is better than one that leaves less, whatever is hidden.
        over = -(left[action] or 0) if action in ends else 0
        return over, values[action].value

    ending = max((a for a in whole.actions if a in ends), key=worth, default=None)
    waiting = max((a for a in whole.actions if a not in ends), key=worth, default=None)
    if whole.static.preferred not in ends:
        waiting = whole.static.preferred
    both = tuple(action for action in (ending, waiting) if action is not None)
    enough = {}
    if waiting is not None and asked.limit.samples is not None:
        # Playing on takes ten times as long as a settlement, and what it says is no surer for it.
        enough[waiting] = max(_PLAYED_ON, asked.limit.samples // _FEWER)
    return whole.among(both, enough), ending, waiting


def _advice(
    search: Search, found: Hint, ending: Advised | None, waiting: Advised | None
) -> KnockAdvice:
    known = {ranked.action: ranked for ranked in found.actions}
    end = None if ending is None else known[ending]
    wait = None if waiting is None else known[waiting]
    word: KnockWord = "not-legal" if end is None else "knock"
    ahead = ahead_se = sure = None
    if end is not None and wait is not None:
        word = "knock" if found.best == ending else "wait"
        ahead, ahead_se = found.actions[1].behind, found.actions[1].behind_se
        sure = _sure(ahead, ahead_se, exact=found.exact)
    shown = end if word == "knock" else wait
    return KnockAdvice(
        rules=found.rules,
        advice=word,
        action=ending,
        discard=None if shown is None else _thrown(shown.action),
        deadwood=None if shown is None else shown.deadwood,
        knock=None if end is None else end.worth,
        wait=None if wait is None else wait.worth,
        ahead=ahead,
        ahead_se=ahead_se,
        sure=sure,
        caught=None if end is None else end.caught,
        samples=found.samples,
        seed=found.seed,
        why=Reasons(partial(_why, search, found, end, wait)),
        elapsed_ms=found.elapsed_ms,
    )


def _sure(ahead: float, se: float | None, *, exact: bool) -> float | None:
    """The chance that what seems better is better."""
    if exact:
        return 1.0
    if se is None:
        return None
    if se == 0:
        return 1.0 if ahead else 0.5
    return 0.5 * (1 + erf(ahead / se / sqrt(2)))


def _why(search: Search, found: Hint, end: Ranked | None, wait: Ranked | None) -> tuple[str, ...]:
    position = search.position
    reasons: list[str] = []
    if end is None:
        reasons.append(_not_legal(position))
    else:
        reasons += end.why if found.best != end.action else end.why[:-1]
        reasons.append(_likely_counts(search))
        if end.caught:
            reasons.append(f"ending it now loses the hand in {share(end.caught)} of likely hands")
    if wait is not None:
        lines = wait.why if found.best != wait.action or end is None else wait.why[:-1]
        reasons += [f"waiting: {line}" for line in (advised_text(wait.action), *lines)]
    if 0 < search.fewest < found.samples:
        reasons.append(
            f"the difference is that of the first {search.fewest} samples, played both ways"
        )
    return (*reasons, *found.notes)


def _not_legal(position: Position) -> str:
    rules = position.rules.knock
    if rules.allowed and rules.timing == "with_discard" and position.phase != "play":
        return "a knock goes with the discard: draw first"
    if rules.allowed and rules.timing == "before_draw" and position.phase == "play":
        return "a knock comes before the draw"
    if rules.allowed and isinstance(rules.limit, int):
        return f"no discard leaves {rules.limit} or less"
    return "no action of this position ends the hand"


def _likely_counts(search: Search) -> str:
    """What the others are believed to count."""
    position, measure = search.position, search.prospects.measure
    held = search.prospects.counts_held
    hands = search.belief.hands(_LIKELY_HANDS, search.seed)
    others = [seat for seat in range(position.players) if seat != position.seat]
    count = measure.held if held else measure.deadwood
    lowest = np.min([count(hands[:, seat]) for seat in others], axis=0)
    low, middle, high = np.percentile(lowest, [10, 50, 90], method="nearest").tolist()
    what = "in hand" if held else "of deadwood"
    who = "the other player is" if len(others) == 1 else "the lowest of the others is"
    return f"{who} believed to have about {middle} {what} ({low} to {high} in 8 of 10 likely hands)"


def _thrown(action: Advised) -> Card | None:
    last = steps_of(action)[-1]
    match last:
        case Discard(card):
            return card
        case Knock(card) | GoOut(card):
            return card
        case _:
            return None
