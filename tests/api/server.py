"""A real server, as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx2

# Longer than anything takes on the slowest machine: it only catches what hangs.
HANGS = 120.0


@dataclass
class Server:
    """A server that runs."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, timeout=HANGS)

    def connect(self) -> socket.socket:
        found = socket.create_connection(("127.0.0.1", self.port), timeout=HANGS)
        found.settimeout(HANGS)
        return found

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def metric(self, name: str) -> float:
        """The sum of a metric over its series."""
        lines = httpx2.get(self.url + "/metrics", timeout=HANGS).text.splitlines()
        named = [line for line in lines if line.replace("{", " ").split()[0] == name]
        return sum(float(line.split()[-1]) for line in named)

    def memory(self) -> int:
        """Bytes of memory in use."""
        pages = int(Path("/proc", str(self.process.pid), "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def workers(self) -> set[int]:
        """The processes that answer."""
        pid = str(self.process.pid)
        children = Path("/proc", pid, "task", pid, "children").read_text().split()
        return {int(child) for child in children if _is_worker(child)}

    def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(HANGS)


def _is_worker(pid: str) -> bool:
    # The other child watches over shared resources.
    try:
        return b"spawn_main" in Path("/proc", pid, "cmdline").read_bytes()
    except OSError:
        return False


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@cache
def _compile() -> None:
    """Compile what a server loads: it would answer late while it compiles by itself."""
    code = "from meldwise_api.warming import faults; assert not list(faults())"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=10 * HANGS)


@contextmanager
def running(*argv: str, ready: bool = False, **settings: object) -> Iterator[Server]:
    """A server with these settings; with ``ready`` it has passed its self-check."""
    _compile()
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MELDWISE_")}
    environment |= {f"MELDWISE_{name.upper()}": str(value) for name, value in settings.items()}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with log.open("wb") as stream:
            process = subprocess.Popen(
                [sys.executable, "-m", "meldwise", "serve", "--port", str(port), *argv],
                env=environment,
                stdout=stream,
                stderr=subprocess.STDOUT,
            )
        server = Server(process, port, log)
        try:
            wait_for(server, "/readyz" if ready else "/healthz")
            yield server
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(HANGS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def wait_for(server: Server, path: str) -> None:
    end = time.monotonic() + HANGS
    while time.monotonic() < end:
        assert server.process.poll() is None, server.log.read_text("utf-8")
        try:
            if httpx2.get(server.url + path, timeout=HANGS).status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.1)
    raise AssertionError(f"{path} never answered: {server.log.read_text('utf-8')}")


def until(condition: Any, what: str) -> None:
    """Wait for something that must come."""
    end = time.monotonic() + HANGS
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.05)
