"""How long an answer may take: by time, by samples, or until it is sure enough."""

from __future__ import annotations

import math
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from meldwise.batch.running import thread_count
from meldwise.errors import RequestError, excerpt, shown, whole
from meldwise.partition.clock import LONGEST_SECONDS
from meldwise.stopping import current_stop

MOST_SAMPLES: Final = 1_000_000

# Where the caller sets no limit.
USUAL_SECONDS: Final = 1.0
USUAL_SAMPLES: Final = 1_000

_MOST_SEED: Final = 2**63 - 1

FIRST_BATCH: Final = 16
MOST_BATCH: Final = 4_096


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop sampling: at whichever limit is reached first.

    Args:
        seconds: Time, from 0 on. With 0 nothing is sampled.
        samples: Most samples, from 0 on.
        se: The standard error that suffices for the value of the best action.

    Raises:
        RequestError: a limit that is no such number.

    >>> Limit(samples=500).samples
    500
    """

    seconds: float | None = None
    samples: int | None = None
    se: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seconds", _real("seconds", self.seconds, LONGEST_SECONDS))
        object.__setattr__(self, "se", _real("se", self.se, math.inf))
        count = whole(self.samples)
        if self.samples is not None and (count is None or not 0 <= count <= MOST_SAMPLES):
            raise _wrong("samples", self.samples, f"a whole number from 0 to {MOST_SAMPLES}")
        object.__setattr__(self, "samples", count)

    @property
    def nothing(self) -> bool:
        """Whether there is no room for a single sample."""
        return self.seconds == 0 or self.samples == 0


@dataclass(frozen=True, slots=True)
class Asked:
    """How a position is to be sampled.

    Args:
        limit: When to stop.
        seed: What the samples follow from, 0 to 2⁶³ − 1.
        threads: How many threads share the samples; None: one for each processor.

    Raises:
        RequestError: a wrong seed or number of threads.
    """

    limit: Limit
    seed: int = 0
    threads: int | None = None

    def __post_init__(self) -> None:
        seed = whole(self.seed)
        if seed is None or not 0 <= seed <= _MOST_SEED:
            raise _wrong("seed", self.seed, f"a whole number from 0 to {_MOST_SEED}")
        object.__setattr__(self, "seed", seed)
        thread_count(self.threads)

    @property
    def thread_count(self) -> int:
        """The number of threads."""
        return thread_count(self.threads)


class Stop:
    """Watches a limit: started when made, asked between batches of samples.

    Without any limit it is so much time and so many samples as usual.
    """

    def __init__(self, limit: Limit) -> None:
        unlimited = limit.seconds is None and limit.samples is None and limit.se is None
        seconds = USUAL_SECONDS if unlimited else limit.seconds
        most = USUAL_SAMPLES if unlimited else limit.samples
        self.most = 0 if limit.nothing else (MOST_SAMPLES if most is None else most)
        self._se = limit.se
        self._asked_to_end = current_stop()
        self._seconds = seconds
        self.restart()

    def restart(self) -> None:
        """Let the time count from now on."""
        self._deadline = None if self._seconds is None else monotonic() + self._seconds

    def time_is_up(self) -> bool:
        """Whether the time is over, or whoever asked wants no answer any more."""
        if self._asked_to_end.is_set:
            return True
        return self._deadline is not None and monotonic() >= self._deadline

    def sure_enough(self, se: float | None) -> bool:
        """Whether a standard error is as small as was wanted."""
        return self._se is not None and se is not None and se <= self._se

    def next_batch(self, done: int, se: float | None = None) -> int:
        """How many samples come next after so many: as many again, within bounds.

        Every limit stops at the usual numbers, and only there actions are given up (`is_usual`), so
        that an answer for so many samples is the same however it is limited.

        Args:
            done: The samples so far.
            se: The standard error that they leave; no more samples come than it seems to need.
        """
        size = max(0, min(self.most, _next_usual(done)) - done)
        if self._se and se is not None and done:
            needed = math.ceil(done * (se / self._se) ** 2) - done
            return min(size, max(FIRST_BATCH, needed))
        return size


def is_usual(done: int) -> bool:
    """Whether batches end after so many samples where no limit shortens them.

    >>> [number for number in range(0, 300) if is_usual(number)]
    [0, 16, 32, 64, 128, 256]
    """
    return done == 0 or _next_usual(done - 1) == done


def _next_usual(done: int) -> int:
    """After how many samples the batch ends that begins after so many."""
    if done < FIRST_BATCH:
        return FIRST_BATCH
    if done < MOST_BATCH:
        return 1 << done.bit_length()
    return (done // MOST_BATCH + 1) * MOST_BATCH


def _real(name: str, value: Any, most: float) -> float | None:
    if value is None:
        return None
    try:
        number = float("nan") if isinstance(value, bool | str) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not 0 <= number <= most:
        upper = f" to {most:g}" if most < math.inf else " on"
        raise _wrong(name, value, f"a number from 0{upper}")
    return number


def _wrong(name: str, value: object, wanted: str) -> RequestError:
    return RequestError(
        f"bad-{name}",
        f"{name}: {excerpt(value)} is not {wanted}",
        {"field": name, "value": shown(value)},
    )
