"""What comes of a question: its answer, or the error that says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from meldwise.errors import InputError

Answer = TypeVar("Answer")


def outcome(ask: Callable[[], Answer]) -> Answer | InputError:
    """The answer, or the one kind of error that is allowed; any other one is a failure."""
    try:
        return ask()
    except InputError as error:
        return error
