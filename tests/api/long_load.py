"""The service under load, beside a bare route of the same framework.

    python -m tests.api.long_load [melds] [batch] [mixed]

Needs wrk for the throughput. Figures mean something on a machine that does nothing else; CPU time
for each request says how they would be there.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import meldwise as mw
from meldwise.cards import pack
from tests.api.rawclient import Connection
from tests.api.server import Server, free_port, running, wait_for
from tests.api.test_hints import GIN

SECONDS = 8
CONNECTIONS = 8
CLIENTS = 200
WINDOWS = 5
LATE_MS = 15
HEALTHY_MS = 50
LUA = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies = {{ {bodies} }}
local number = 0
request = function()
  number = number + 1
  return wrk.format(nil, "/v1/melds", nil, bodies[number % #bodies + 1])
end
"""


def tell(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def hands(rules: str, size: int, count: int, *, jokers: int = 0, seed: int = 1) -> list[str]:
    """Random hands, each with so many jokers."""
    plain = pack(mw.rules(rules).packs()).cards
    rng = random.Random(seed)
    return [
        " ".join([*map(str, rng.sample(plain, size - jokers)), *["JK"] * jokers])
        for _ in range(count)
    ]


@contextmanager
def bare() -> Iterator[Server]:
    """The bare route, served by the same uvicorn."""
    port = free_port()
    words = ("-m", "uvicorn", "tests.api.bare:app", "--port", str(port), "--no-access-log")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [sys.executable, *words, "--ws", "none"], stdout=stream, stderr=stream
            )
        server = Server(process, port, log)
        try:
            wait_for(server, "/healthz")
            yield server
        finally:
            process.terminate()
            process.wait()


def cpu_seconds(server: Server) -> float:
    """The CPU time that a server has taken."""
    fields = Path("/proc", str(server.process.pid), "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def throughput(server: Server, script: Path) -> tuple[float, float]:
    """Requests a second, and milliseconds of CPU time for each."""
    before = cpu_seconds(server)
    done = subprocess.run(
        [
            *("wrk", "--threads", "1", "--connections", str(CONNECTIONS)),
            *("--duration", f"{SECONDS}s", "--script", str(script), server.url),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Non-2xx" not in done.stdout, done.stdout
    spent = cpu_seconds(server) - before
    lines = done.stdout.splitlines()
    rate = float(next(line.split()[1] for line in lines if line.startswith("Requests/sec")))
    count = int(next(line.split()[0] for line in lines if " requests in " in line))
    return rate, spent / count * 1000


def melds() -> None:
    """Single hands beside the bare route, in turns; then the latency at half of the capacity."""
    kinds = {"gin, 10 cards": ("gin-rummy", 10, 0), "rommé, 13 cards, 1 joker": ("romme", 13, 1)}
    with tempfile.TemporaryDirectory() as folder, running(ready=True) as ours, bare() as other:
        for name, (rules, size, jokers) in kinds.items():
            bodies = [
                json.dumps({"hand": hand, "rules": rules})
                for hand in hands(rules, size, 2000, jokers=jokers)
            ]
            script = Path(folder, "ask.lua")
            script.write_text(LUA.format(bodies=", ".join(f"'{body}'" for body in bodies)))
            throughput(ours, script)
            pairs = [(throughput(other, script), throughput(ours, script)) for _ in range(3)]
            ratio = median(found[0] / plain[0] for plain, found in pairs)
            by_cpu = median(plain[1] / found[1] for plain, found in pairs)
            rate = median(found[0] for _, found in pairs)
            tell(
                f"{name}: {rate:.0f}/s, bare {median(plain[0] for plain, _ in pairs):.0f}/s, "
                f"ratio {ratio:.2f}; CPU {median(found[1] for _, found in pairs):.2f} ms, bare "
                f"{median(plain[1] for plain, _ in pairs):.2f} ms, ratio {by_cpu:.2f}"
            )
            for _ in range(WINDOWS):
                tell(f"{name}: at {rate / 2:.0f}/s {paced(ours, bodies, rate / 2)}")


def paced(server: Server, bodies: list[str], rate: float) -> str:
    """How long answers take at a rate that does not wait for them, counted from when they are due.

    What the client itself is late by is part of that, and told beside it.
    """
    words = ("-m", "tests.api.pacing", str(server.port), str(rate), str(SECONDS))
    done = subprocess.run(
        [sys.executable, *words],
        input="\n".join(bodies),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=10 * SECONDS,
    )
    sent, took = (sorted(each) for each in zip(*json.loads(done.stdout), strict=True))
    slow = sum(each > LATE_MS for each in took)
    return (
        f"p50 {median(took):.1f} ms, p99 {took[len(took) * 99 // 100]:.1f} ms, slowest "
        f"{took[-1]:.1f} ms; {slow} of {len(took)} over {LATE_MS} ms; asked late by "
        f"{sent[len(sent) * 99 // 100]:.1f} ms (p99), at most {sent[-1]:.1f} ms"
    )


def batch() -> None:
    """A thousand hands of thirteen cards with a joker or two, each time others."""
    with running(ready=True) as server, server.client() as client:
        for jokers in (1, 2):
            took, cpu = [], []
            for seed in range(25):
                asked = hands("romme", 13, 1000, jokers=jokers, seed=seed)
                body = json.dumps({"hands": asked, "rules": "romme"}).encode()
                before, started = cpu_seconds(server), time.perf_counter()
                response = client.post(
                    "/v1/batch/melds", content=body, headers={"content-type": "application/json"}
                )
                took.append((time.perf_counter() - started) * 1000)
                cpu.append((cpu_seconds(server) - before) * 1000)
                assert (response.status_code, response.json()["errors"]) == (200, 0)
            tell(
                f"batch of 1000, {jokers} joker(s): median {median(took[5:]):.0f} ms, least "
                f"{min(took):.0f} ms, CPU {sum(cpu[5:]) / len(cpu[5:]):.0f} ms"
            )


def mixed() -> None:
    """Two hundred clients at once, with hints of 100 ms among them, and somebody who watches."""
    with running(ready=True) as server:
        watcher = subprocess.Popen(
            [sys.executable, "-m", "tests.api.watching", str(server.port), str(2 * SECONDS)],
            stdout=subprocess.PIPE,
        )
        try:
            statuses = asyncio.run(crowd(server))
            took = sorted(json.loads(watcher.communicate(timeout=10 * SECONDS)[0]))
        finally:
            watcher.kill()
    tell(f"mixed: {dict(sorted(statuses.items()))}")
    wrong = [name for name in statuses if name.split()[-1] not in ("200", "503", "429")]
    tell(f"mixed: errors but 503 and 429: {wrong or 'none'}")
    tell(
        f"mixed: /healthz {len(took)} times, median {median(took):.1f} ms, p99 "
        f"{took[len(took) * 99 // 100]:.1f} ms, slowest {took[-1]:.1f} ms; of the machine's "
        f"{os.cpu_count()} processors {os.getloadavg()[0]:.1f} were asked for"
    )
    late = sum(each >= HEALTHY_MS for each in took)
    tell(f"mixed: /healthz under {HEALTHY_MS} ms: {f'no, {late} times not' if late else 'yes'}")


async def crowd(server: Server) -> Counter[str]:
    """What the clients got."""
    end = time.perf_counter() + 2 * SECONDS
    statuses: Counter[str] = Counter()
    gin, romme = hands("gin-rummy", 10, 500), hands("romme", 13, 500, jokers=2)

    async def ask(number: int) -> None:
        rng = random.Random(number)
        connection = Connection(server.port)
        while time.perf_counter() < end:
            questions = (
                ("/v1/hint", {"position": GIN, "time": "100ms", "seed": number}),
                ("/v1/melds", {"hand": rng.choice(gin), "rules": "gin-rummy"}),
                ("/v1/melds", {"hand": rng.choice(romme), "rules": "romme", "limit": 3}),
                ("/v1/batch/melds", {"hands": rng.sample(gin, 20), "rules": "gin-rummy"}),
            )
            path, body = questions[number % 4]
            reply = await connection.post(path, body)
            statuses[f"{path} {reply.status}"] += 1
            await asyncio.sleep(rng.random() if reply.status == 200 else 1.0)
        connection.close()

    async with asyncio.TaskGroup() as group:
        for number in range(CLIENTS):
            group.create_task(ask(number))
    return statuses


def main(names: list[str]) -> int:
    """Run the parts that are named; all by default."""
    if "melds" in (names or ["melds"]) and shutil.which("wrk") is None:
        tell("wrk is not installed: apt-get install wrk")
        return 1
    for part in (melds, batch, mixed):
        if not names or part.__name__ in names:
            part()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
