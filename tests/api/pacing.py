"""Questions at a steady rate, whether or not answers come, from a process of its own.

    python -m tests.api.pacing PORT RATE SECONDS < questions

Reads the bodies of requests for melds, one a line, asks them in turn, and prints as JSON, for each
question: how many ms after it was to be sent it was sent, and after how many its answer was there.
Nothing is collected as garbage meanwhile, so that delays of its own are rare, and told.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections import deque
from typing import Final

CONNECTIONS: Final = 64
HEAD: Final = (
    "POST /v1/melds HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
    "Content-Length: {}\r\n\r\n"
)


class Asking(asyncio.Protocol):
    """One connection: a question at a time."""

    def __init__(
        self, free: deque[Asking], took: list[tuple[float, float]], faults: list[str]
    ) -> None:
        self._free = free
        self._took = took
        self._faults = faults
        self._got = b""
        self._planned = self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be there for a question."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._free.append(self)

    def ask(self, data: bytes, planned: float) -> None:
        """Ask, of a question that was to be sent at that time."""
        self._got, self._planned, self._sent = b"", planned, time.perf_counter()
        self._transport.write(data)

    def data_received(self, data: bytes) -> None:
        """Read on; when the answer is whole, be free for another question."""
        self._got += data
        head, end, body = self._got.partition(b"\r\n\r\n")
        if not end:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        if len(body) < length:
            return
        if not head.startswith(b"HTTP/1.1 200"):
            self._faults.append(repr(self._got[:200]))
            return
        now = time.perf_counter()
        self._took.append((1000 * (self._sent - self._planned), 1000 * (now - self._planned)))
        self._free.append(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell of it: no connection ends before all answers are there."""
        self._faults.append(f"a connection ended: {exc}")

    def close(self) -> None:
        """End the connection."""
        self._transport.close()


async def pace(
    port: int, questions: list[bytes], rate: float, seconds: float
) -> list[tuple[float, float]]:
    """How late each question was sent, and how late its answer came, in ms."""
    loop = asyncio.get_running_loop()
    free: deque[Asking] = deque()
    took: list[tuple[float, float]] = []
    faults: list[str] = []
    for _ in range(CONNECTIONS):
        await loop.create_connection(lambda: Asking(free, took, faults), "127.0.0.1", port)
    connections = list(free)
    count, number = int(rate * seconds), 0
    start = time.perf_counter()
    while len(took) < count:
        if faults:
            raise SystemExit(faults[0])
        now = time.perf_counter()
        while free and number < count and start + number / rate <= now:
            free.popleft().ask(questions[number % len(questions)], start + number / rate)
            number += 1
        await asyncio.sleep(0.0002)
    for connection in connections:
        connection.close()
    return took


def main() -> None:
    """Ask what is read, and print what it took."""
    port, rate, seconds = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    bodies = [line.strip().encode() for line in sys.stdin]
    questions = [HEAD.format(len(body)).encode() + body for body in bodies]
    gc.collect()
    gc.disable()
    sys.stdout.write(json.dumps(asyncio.run(pace(port, questions, rate, seconds))))


if __name__ == "__main__":
    main()
