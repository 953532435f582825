"""How often the 95 % interval of a sampled value holds the true one."""

from __future__ import annotations

import numpy as np

from meldwise.advice.belief import Belief
from meldwise.advice.playing import played
from meldwise.advice.values import NORMAL, sampled
from meldwise.advice.wholeturn import Advised
from meldwise.position import Position


def covered(
    position: Position, action: Advised, samples: int, seeds: int, true_samples: int
) -> tuple[float, float]:
    """The share of seeds whose interval holds the value of very many samples.

    Args:
        position: The position.
        action: A legal action of it.
        samples: Samples for each seed.
        seeds: How many seeds.
        true_samples: Samples that stand for the true value; their own error is added.

    Returns:
        The shares for the value and for the chance to win.
    """
    belief = Belief.of(position)
    many = played(position, belief.starts(true_samples, 10**6), action, 10**6)
    true, true_win = sampled(many.advantages, many.wins), float(many.wins.mean())
    spread = float(many.wins.std(ddof=1)) / true_samples**0.5
    inside, inside_win = 0, 0
    for seed in range(seeds):
        some = played(position, belief.starts(samples, seed), action, seed)
        found = sampled(some.advantages, some.wins)
        assert found.se is not None
        assert true.se is not None
        inside += abs(found.value - true.value) <= NORMAL * float(np.hypot(found.se, true.se))
        error = float(some.wins.std(ddof=1)) / samples**0.5
        inside_win += abs(float(some.wins.mean()) - true_win) <= NORMAL * np.hypot(error, spread)
    return inside / seeds, inside_win / seeds
