"""Whoever watches over a service, as a process of its own: a crowd's own delays are not counted.

    python -m tests.api.watching PORT SECONDS

Asks for ``/healthz`` twenty times a second and prints how many milliseconds each answer took.
"""

from __future__ import annotations

import json
import socket
import sys
import time

PAUSE = 0.05
ASKED = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"


def watch(port: int, seconds: float) -> list[float]:
    """How long each answer took, in ms."""
    took = []
    end = time.perf_counter() + seconds
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        while time.perf_counter() < end:
            started = time.perf_counter()
            connection.sendall(ASKED)
            found = b""
            while b'"ok"}' not in found:
                piece = connection.recv(65536)
                assert piece, f"closed after {found!r}"
                found += piece
            assert found.startswith(b"HTTP/1.1 200"), found
            took.append((time.perf_counter() - started) * 1000)
            time.sleep(PAUSE)
    return took


if __name__ == "__main__":
    sys.stdout.write(json.dumps(watch(int(sys.argv[1]), float(sys.argv[2]))))
