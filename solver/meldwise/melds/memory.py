"""What was worked out before, up to a size: a long-lived server stays small."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Memory(dict[Key, Value]):
    """Values by key, all forgotten at once when they would be more than ``most``.

    Look values up with ``get``, as fast as in any dictionary, and add them with `keep`. Threads
    may share a memory: one that misses a value works it out again.

    >>> memory = Memory[str, str](most=2)
    >>> [memory.keep(text, text.upper()) for text in ("a", "b", "c")], list(memory)
    (['A', 'B', 'C'], ['c'])
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._size = 0
        self._lock = Lock()

    def keep(self, key: Key, value: Value, size: int = 1) -> Value:
        """Add a value and return it; ``size`` is how much of ``most`` it takes up."""
        with self._lock:
            if self._size + size > self._most:
                self.clear()
                self._size = 0
            self[key] = value
            self._size += size
        return value
