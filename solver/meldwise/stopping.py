"""A way to end a search early from outside: it then returns what it has, as when its time is up.

>>> from meldwise import best_melds
>>> stop = Stop()
>>> stop.set()
>>> with stopped_by(stop):
...     best_melds("7H 8H 9H TH", "gin-rummy", engine="cp").exact
False
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock


class Stop:
    """Tells searches to end. Any thread may set it; once set it stays so."""

    __slots__ = ("_calls", "_is_set", "_lock")

    def __init__(self) -> None:
        self._is_set = False
        self._calls: list[Callable[[], None]] = []
        self._lock = Lock()

    @property
    def is_set(self) -> bool:
        """Whether searches are to end."""
        return self._is_set

    def set(self) -> None:
        """End the searches that run under this stop, and let none begin."""
        with self._lock:
            self._is_set = True
            for call in self._calls:
                call()

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """While this context lasts, `set` also calls ``call``: for solvers that do not look."""
        with self._lock:
            self._calls.append(call)
            if self._is_set:
                call()
        try:
            yield
        finally:
            with self._lock:
                self._calls.remove(call)


_NEVER = Stop()
_current: ContextVar[Stop] = ContextVar("meldwise_stop", default=_NEVER)


def current_stop() -> Stop:
    """The stop under which this thread or task searches."""
    return _current.get()


@contextmanager
def stopped_by(stop: Stop) -> Iterator[None]:
    """Searches begun in this context end when ``stop`` is set."""
    token = _current.set(stop)
    try:
        yield
    finally:
        _current.reset(token)
