"""Many thousands of mangled requests to a real server: no fault, no hang, steady memory.

    python -m tests.api.long_fuzz [REQUESTS] [SEED]

Prints a line for every tenth and exits with 1 where something is wrong.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import httpx2

from tests.api.mangling import mangled
from tests.api.server import Server, running

CLIENTS = 8
# No request may ask for more time than this; what takes ten times as long hangs.
SECONDS = 0.2
SLOWEST = 30.0
# After the first tenth caches are full; from then on memory may grow by this much.
GROWTH = 100_000_000


@dataclass
class Seen:
    """What came back."""

    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0


def ask(server: Server, seed: int, count: int, seen: Seen) -> None:
    """One client's requests."""
    rng = random.Random(seed)
    with server.client() as client:
        for _ in range(count):
            asked = mangled(rng)
            started = time.monotonic()
            try:
                response = client.request(
                    asked.method, asked.path, content=asked.body, headers=asked.headers
                )
                status = str(response.status_code)
            except httpx2.TransportError as error:
                status, response = type(error).__name__, None
            took = time.monotonic() - started
            seen.statuses[status] += 1
            seen.slowest = max(seen.slowest, took)
            if status == "500" or took > SLOWEST or (response is None and len(asked.body) < 10**6):
                told = "" if response is None else response.text
                seen.faults.append(f"{status} after {took:.1f} s: {asked} {told[:300]}"[:1500])


def tell(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(requests: int = 50_000, seed: int = 1) -> int:
    """Run, and tell; 1 where something is wrong."""
    seen, memory = Seen(), []
    settings = {"max_seconds": SECONDS, "default_seconds": SECONDS / 2, "max_samples": 16}
    with running(ready=True, queue=CLIENTS, log_level="error", **settings) as server:
        started = time.monotonic()
        for tenth in range(10):
            share = requests // 10 // CLIENTS
            with ThreadPoolExecutor(CLIENTS) as pool:
                for client in range(CLIENTS):
                    pool.submit(ask, server, seed * 1000 + tenth * CLIENTS + client, share, seen)
            memory.append(server.memory())
            tell(
                f"{sum(seen.statuses.values()):>7} requests, {time.monotonic() - started:.0f} s, "
                f"{memory[-1] / 1e6:.0f} MB, slowest {seen.slowest:.2f} s, {dict(seen.statuses)}"
            )
        exceptions = [line for line in server.logged() if "exception" in line]
    for fault in seen.faults[:20]:
        tell(fault)
    for line in exceptions[:5]:
        tell(line["exception"])
    grown = memory[-1] - memory[0]
    wrong = bool(seen.faults or exceptions) or grown > GROWTH
    tell(f"faults {len(seen.faults)}, exceptions {len(exceptions)}, growth {grown / 1e6:.0f} MB")
    tell("wrong" if wrong else "right")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
