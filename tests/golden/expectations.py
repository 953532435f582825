"""What each kind of expectation of the published cases means, as a question to the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.golden.records import Case

Answer = Callable[[Case], Any]


class Answers(dict[str, Answer]):
    """Functions that take a case and answer what it expects, by the expectation's name.

    Where cases use one name for different questions, the case comes first: ``E04.values``.
    """

    def to(self, *names: str) -> Callable[[Answer], Answer]:
        """Register a function as the answer to expectations of these names."""

        def register(answer: Answer) -> Answer:
            for name in names:
                assert name not in self, name
                self[name] = answer
            return answer

        return register
