"""Searches off the event loop: so many at once, so many waiting, none for a client who has left.

Threads, not processes: CP-SAT and the compiled kernels release the interpreter's lock, and the
search in Python gives it up as soon as the event loop asks for it (`loops`). Where processors are
few the threads also step back for the loop: it has little to do for each answer, they have much.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from starlette.requests import Request

from meldwise.stopping import Stop, stopped_by
from meldwise_api.meters import Meters
from meldwise_api.problems import ProblemError, busy

Answer = TypeVar("Answer")

# Engines look at their limit often; one that has not ended by then has a fault.
_GRACE_SECONDS: Final = 10.0

# A third of the loop's share of a processor that both want: more would let other programs keep a
# search from going on while it holds the interpreter's lock.
NICENESS: Final = 5


class ClientLeftError(Exception):
    """The client is gone, so there is nobody to answer."""


class Work:
    """The searches of one process.

    Args:
        concurrency: How many run at once.
        queue: How many requests may wait for one of them.
        queue_seconds: How long one waits at most.
        meters: Where they are counted.
    """

    def __init__(self, concurrency: int, queue: int, queue_seconds: float, meters: Meters) -> None:
        self._concurrency = concurrency
        self._pool: ThreadPoolExecutor | None = None
        self._free = asyncio.Semaphore(concurrency)
        self._queue = queue
        self._queue_seconds = queue_seconds
        self._waiting = 0
        self._meters = meters

    def close(self) -> None:
        """End the threads; those that still search are left to their limits."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def run(self, request: Request, seconds: float, job: Callable[[], Answer]) -> Answer:
        """The answer of a job that runs in a thread.

        Args:
            request: Whose client is watched.
            seconds: The limit that the job keeps to by itself.
            job: It looks at its `Stop` as all searches do.

        Raises:
            ProblemError: 503 where too many wait, where the wait was too long, or where the job
                does not end.
            ClientLeftError: the client left.
        """
        await self._take_place(request)
        stop = Stop()
        future = self._start(stop, job)
        left = asyncio.ensure_future(_left(request))
        both: set[asyncio.Future[Any]] = {future, left}
        try:
            await asyncio.wait(
                both, timeout=seconds + _GRACE_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if future.done():
                return future.result()
            if left.done():
                raise ClientLeftError
            raise ProblemError(
                503,
                "no-answer-in-time",
                f"no answer within {seconds:g} seconds",
                headers={"Retry-After": "1"},
            )
        finally:
            left.cancel()
            self._end(stop, future)

    async def stream(
        self, request: Request, answers: Callable[[], Iterator[Answer]]
    ) -> AsyncGenerator[Answer]:
        """The answers of an iterator that runs in a thread, one by one.

        The place is taken when the first one is asked for; closing the generator ends the search.
        """
        await self._take_place(request)
        stop = Stop()
        found = answers()
        step: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        step.set_result(None)
        try:
            while True:
                step = self._start(stop, lambda: next(found, None))
                answer = await asyncio.shield(step)
                if answer is None:
                    return
                yield answer
        finally:
            self._end(stop, step)

    def _start(self, stop: Stop, job: Callable[[], Answer]) -> asyncio.Future[Answer]:
        def run() -> Answer:
            with stopped_by(stop):
                return job()

        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._concurrency, "search", _step_back)
        return asyncio.get_running_loop().run_in_executor(self._pool, run)

    def _end(self, stop: Stop, future: asyncio.Future[Any]) -> None:
        """Give the place back, at once or when the thread is free."""
        stop.set()
        if not future.done():
            self._meters.abandoned.inc()
        future.add_done_callback(self._give_back)

    def _give_back(self, future: asyncio.Future[Any]) -> None:
        if not future.cancelled():
            # Looked at, so that it is not reported as a fault that nobody saw.
            future.exception()
        self._meters.running.dec()
        self._free.release()

    async def _take_place(self, request: Request) -> None:
        """Wait for a place among the searches that run."""
        if self._free.locked():
            await self._wait(request)
        else:
            await self._free.acquire()
        self._meters.running.inc()

    async def _wait(self, request: Request) -> None:
        if self._waiting >= self._queue:
            self._meters.refused.inc()
            raise busy(f"{self._waiting} requests are waiting already: try again")
        self._waiting += 1
        self._meters.waiting.inc()
        left = asyncio.ensure_future(_left(request))
        place = asyncio.ensure_future(self._free.acquire())
        try:
            await asyncio.wait(
                {place, left},
                timeout=self._queue_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
        except BaseException:
            if place.done():
                self._free.release()
            raise
        finally:
            left.cancel()
            self._waiting -= 1
            self._meters.waiting.dec()
            if not place.done():
                place.cancel()
        if place.done():
            return
        if left.done():
            raise ClientLeftError
        self._meters.refused.inc()
        raise busy(f"no search was free within {self._queue_seconds:g} seconds: try again")


def _step_back() -> None:
    """Let the loop's thread come first, where each thread has a priority of its own."""
    if sys.platform == "linux":
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), usual + NICENESS)


async def _left(request: Request) -> None:
    """Ends when the client leaves; the body must have been read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
