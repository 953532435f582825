"""Time as a limit that a search looks at now and then."""

from __future__ import annotations

from math import inf
from time import monotonic

from meldwise.errors import RequestError, excerpt, shown, whole
from meldwise.stopping import current_stop

LONGEST_SECONDS = 3_600.0


def time_limit(seconds: object) -> float:
    """A time limit as it was asked for, in seconds.

    Raises:
        RequestError: it is no time above 0 and up to an hour.

    >>> time_limit(2)
    2.0
    """
    number = seconds if isinstance(seconds, float) else whole(seconds)
    if number is None or not 0 < number <= LONGEST_SECONDS:
        raise RequestError(
            "bad-seconds",
            f"seconds: {excerpt(seconds)} is not a time above 0 and up to {LONGEST_SECONDS:.0f}",
            {"field": "seconds", "value": shown(seconds)},
        )
    return float(number)


class OutOfTimeError(Exception):
    """A search has spent its time or its steps; it is caught inside the engines."""


class Clock:
    """Counts steps and looks at the time every few of them.

    It is also up when the `meldwise.stopping.Stop` is set under which it was made. A limit that
    nobody asked for is one of steps, so that no answer depends on what else the machine does; time
    is at most a second net, far beyond.

    Args:
        seconds: Time from now, without end by default.
        steps: Most steps, None for any number.
    """

    __slots__ = ("_deadline", "_steps_left", "_stop", "_until_look")

    def __init__(self, seconds: float = inf, steps: int | None = None) -> None:
        self._deadline = monotonic() + seconds
        self._stop = current_stop()
        self._steps_left = steps
        self._until_look = 64

    @property
    def seconds_left(self) -> float:
        """Time left, never negative."""
        return 0.0 if self._stop.is_set else max(0.0, self._deadline - monotonic())

    def step(self) -> None:
        """Count one step; `OutOfTimeError` when the limit is reached."""
        self._until_look -= 1
        if self._until_look <= 0:
            self._until_look = 64
            self.spend(64)

    def spend(self, steps: int) -> None:
        """Count something that takes as long as so many steps, and look at the time.

        Raises:
            OutOfTimeError: the limit is reached.
        """
        if self._steps_left is not None:
            self._steps_left -= steps
            if self._steps_left < 0:
                raise OutOfTimeError
        self.look()

    def look(self) -> None:
        """Look at the time now; `OutOfTimeError` when it is up."""
        if self._stop.is_set or monotonic() > self._deadline:
            raise OutOfTimeError
