"""Reasons that are worked out when they are first looked at: many a hint is asked without them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload


class Reasons(Sequence[str]):
    """Sentences, the same ones whenever they are looked at.

    >>> reasons = Reasons(lambda: ["one", "two"])
    >>> len(reasons), reasons[0], reasons == ("one", "two")
    (2, 'one', True)
    """

    __slots__ = ("_known", "_make")

    def __init__(self, make: Callable[[], Sequence[str]]) -> None:
        self._make: Callable[[], Sequence[str]] | None = make
        self._known: tuple[str, ...] = ()

    def _all(self) -> tuple[str, ...]:
        if self._make is not None:
            self._known = tuple(self._make())
            self._make = None
        return self._known

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        # Whoever gets it in another process cannot work anything out there.
        return tuple, (self._all(),)
