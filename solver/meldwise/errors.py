"""Every error that Meldwise raises, in one small tree.

    MeldwiseError
    ├── InputError (also a ValueError): what was asked is wrong; it names the fault and where it is
    │   ├── NotationError   some text is not a card
    │   ├── HandError       cards that the rule set's packs do not hold
    │   ├── RulesError      an unknown rule set or option, a bad or contradictory value, a bad file
    │   ├── RequestError    an unknown goal, engine or limit
    │   ├── PositionError   a position that cannot arise under its rules
    │   └── ActionError     an action that is not legal, or a record that does not replay
    └── EngineError         an engine produced an answer that `melds` refuses: a bug in Meldwise

Each carries a stable ``code`` for programs, a sentence for people, and ``where``: what is known
about the place of the fault (card number, character offset, option key, file, line).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from operator import index
from typing import SupportsIndex

__all__ = [
    "ActionError",
    "EngineError",
    "HandError",
    "InputError",
    "MeldwiseError",
    "NotationError",
    "PositionError",
    "RequestError",
    "RulesError",
    "excerpt",
    "nearest",
    "one_line",
]

Where = Mapping[str, str | int]


class MeldwiseError(Exception):
    """The root of all errors of this package."""


class InputError(MeldwiseError, ValueError):
    """Wrong input: ``code`` is stable, ``where`` locates the fault, ``str()`` is a sentence.

    >>> raise InputError("bad-goal", "unknown goal", {"field": "goal"})
    Traceback (most recent call last):
    meldwise.errors.InputError: unknown goal
    """

    def __init__(self, code: str, message: str, where: Where | None = None) -> None:
        # Text of the user's may hold half a surrogate pair, which no JSON answer can carry.
        self.message = _encodable(message)
        super().__init__(self.message)
        self.code = code
        self.where: dict[str, str | int] = {
            key: _encodable(value) if isinstance(value, str) else value
            for key, value in (where or {}).items()
        }

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, dict[str, str | int]]]:
        # Worker processes send errors back pickled; the default would drop code and place.
        return type(self), (self.code, self.message, self.where)


class NotationError(InputError):
    """Some text is not a card."""


class HandError(InputError):
    """The cards cannot all come from the rule set's packs."""


class RulesError(InputError):
    """A rule set, an option or a rules file is wrong."""


class RequestError(InputError):
    """The question itself is wrong: its goal, engine, limit or requirement."""


class PositionError(InputError):
    """A position that cannot arise under its rules; it says what is wrong and where."""


class ActionError(InputError):
    """An action that is not legal where it was tried; nothing has changed."""


class EngineError(MeldwiseError, RuntimeError):
    """An engine's answer failed the final check against `meldwise.melds`."""


def excerpt(value: object, longest: int = 40) -> str:
    """Quote what the user gave, cut short and made printable, so that it can go in a sentence.

    >>> excerpt("7X")
    '"7X"'
    >>> excerpt("x" * 100, 5)
    '"xxxxx…"'
    """
    return f'"{shown(value, longest)}"'


def shown(value: object, longest: int = 80) -> str:
    """As `excerpt`, without the quotes: for ``where`` and for numbers in a sentence."""
    try:
        text = str(value)
    except (ValueError, RecursionError):
        # Python writes out no integer of thousands of digits, and no list nested as deep.
        text = f"a number of {int(value).bit_length()} bits" if isinstance(value, int) else "?"
    return one_line(text[:longest] + ("…" if len(text) > longest else ""))


def whole(value: object) -> int | None:
    """A whole number of any integer type (NumPy's too) as an int; None for anything else.

    >>> whole(3), whole(True), whole("3"), whole(3.0)
    (3, None, None, None)
    """
    if type(value) is int:
        # What nearly every caller has; asking for a protocol takes a hundred times as long.
        return value
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def one_line(text: str) -> str:
    r"""The text without line breaks and control characters.

    >>> one_line("two\nlines")
    'two�lines'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def nearest(name: object, known: Iterable[str]) -> str:
    """`` (did you mean …?)`` with the closest known name, or nothing.

    >>> nearest("lobba", ["loba", "tonk"])
    ' (did you mean loba?)'
    """
    if not isinstance(name, str):
        return ""
    close = get_close_matches(name[:60].lower(), list(known), n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""
