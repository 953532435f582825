"""An event loop that comes before the searches in the threads of its process.

One thread at a time runs Python code; another that wants to asks for it after the interpreter's
switch interval. Two searches would take two thirds of the time of a loop that has answers to write.
"""

from __future__ import annotations

import asyncio
import sys
from selectors import DefaultSelector, SelectorKey
from typing import Final

# How long a search may go on when the loop has something to do, and the loop when a search waits.
SEARCH_SECONDS: Final = 0.0001
LOOP_SECONDS: Final = 0.005


class _Selector(DefaultSelector):
    """Whoever waits for the interpreter waits as long as the interval was when it began to."""

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait for sockets, and then for the interpreter, as one that is in a hurry."""
        sys.setswitchinterval(SEARCH_SECONDS)
        try:
            return super().select(timeout)
        finally:
            sys.setswitchinterval(LOOP_SECONDS)


def new_loop() -> asyncio.AbstractEventLoop:
    """The loop, as uvicorn's ``--loop meldwise_api.loops:new_loop`` asks for one."""
    if sys.platform == "win32":
        return asyncio.ProactorEventLoop()
    return asyncio.SelectorEventLoop(_Selector())
