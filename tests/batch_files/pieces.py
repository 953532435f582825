"""Pieces of work for processes, which import them from here."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def later_first(number: int) -> int:
    """The earlier the piece the longer it takes."""
    time.sleep(max(0, 5 - number) / 50)
    return number


def killed_once(piece: tuple[int, str]) -> int:
    """The first process that meets piece 5 is killed."""
    number, mark = piece
    if number == 5 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def killed_always(number: int) -> int:
    """No process survives piece 1."""
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fails(number: int) -> int:
    """An error of the function itself."""
    raise ZeroDivisionError(number)
