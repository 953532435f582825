"""Clients that leave, crawl, or send what nobody asked for; servers that are told to stop."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from meldwise.cards import pack
from tests.api.server import HANGS, Server, running, until

GIN = {"hand": "7H 8H 9H", "rules": "gin"}

# Neither engine ends on this hand within the longest limit.
HARD = {
    "hand": " ".join(map(str, random.Random(3).sample(pack(2, 6).cards, 100))),
    "rules": "german-rummy",
    "goal": "points",
    "engine": "search",
}

linux = pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads /proc")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running(concurrency=2, queue=4, max_seconds=60, body_seconds=1, queue_seconds=60) as found:
        yield found


def request_bytes(path: str, body: bytes, length: int | None = None, more: str = "") -> bytes:
    size = len(body) if length is None else length
    head = (
        f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
        f"Content-Length: {size}\r\n{more}\r\n"
    )
    return head.encode() + body


def read_all(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    found = b""
    try:
        while chunk := connection.recv(65536):
            found += chunk
    except ConnectionResetError:
        pass
    return found


def alive(server: Server) -> bool:
    with server.client() as client:
        return client.post("/v1/melds", json=GIN).status_code == 200


def test_work_stops_when_the_client_leaves(server: Server) -> None:
    before = server.metric("meldwise_searches_abandoned_total")
    connection = server.connect()
    body = json.dumps(HARD | {"time": "60s"}).encode()
    connection.sendall(request_bytes("/v1/melds", body))
    until(lambda: server.metric("meldwise_searches_running") == 1, "the search runs")
    started = time.monotonic()
    connection.close()
    until(lambda: server.metric("meldwise_searches_running") == 0, "the search stops")
    assert time.monotonic() - started < 30
    assert server.metric("meldwise_searches_abandoned_total") == before + 1


def test_who_waits_and_leaves_gives_up_the_place(server: Server) -> None:
    body = json.dumps(HARD | {"time": "60s"}).encode()
    connections = [server.connect() for _ in range(6)]
    for connection in connections:
        connection.sendall(request_bytes("/v1/melds", body))
    until(lambda: server.metric("meldwise_searches_waiting") == 4, "four wait")
    with server.client() as client:
        refused = client.post("/v1/melds", json=HARD)
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert int(refused.headers["retry-after"]) >= 1
        # What is sure to be short is answered all the same.
        assert client.post("/v1/melds", json=GIN).status_code == 200
        assert client.get("/healthz").status_code == 200
    for connection in connections[::-1]:
        connection.close()
    until(lambda: server.metric("meldwise_searches_waiting") == 0, "nobody waits")
    until(lambda: server.metric("meldwise_searches_running") == 0, "nothing runs")
    assert alive(server)


def test_a_header_that_crawls_is_cut_off(server: Server) -> None:
    connection = server.connect()
    connection.sendall(b"POST /v1/melds HTTP/1.1\r\nHost: he")
    ended = threading.Event()

    def read() -> None:
        read_all(connection)
        ended.set()

    threading.Thread(target=read).start()
    for _ in range(200):
        if ended.wait(0.1):
            break
        try:
            connection.sendall(b"r")
        except OSError:
            break
    assert ended.wait(HANGS)
    connection.close()


def test_a_connection_that_says_nothing_is_closed(server: Server) -> None:
    with server.connect() as connection:
        assert read_all(connection) == b""


def test_a_body_that_crawls_is_told_so(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request_bytes("/v1/melds", b'{"hand"', length=100))
        head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert json.loads(body)["code"] == "too-slow"


def test_many_slow_clients_keep_nobody_waiting(server: Server) -> None:
    connections = [server.connect() for _ in range(200)]
    for connection in connections:
        connection.sendall(b"POST /v1/melds HTTP/1.1\r\n")
    assert alive(server)
    for connection in connections:
        connection.close()


@linux
def test_a_hundred_megabytes_are_refused_and_not_kept(server: Server) -> None:
    # The least of three: the engines are loaded meanwhile, which takes memory too.
    assert min(growth_under_a_large_body(server) for _ in range(3)) < 30_000_000
    assert alive(server)


def growth_under_a_large_body(server: Server) -> int:
    """By how much the server grows while it is sent a hundred megabytes."""
    before = most = server.memory()
    with server.connect() as connection:
        connection.sendall(request_bytes("/v1/melds", b"", length=100_000_000))
        try:
            for _ in range(100):
                connection.sendall(b"x" * 1_000_000)
                most = max(most, server.memory())
        except OSError:
            # The server has answered and does not read on.
            pass
        found = read_all(connection)
    # Who sends on into a closed connection may not see the answer.
    assert found == b"" or found.startswith(b"HTTP/1.1 413")
    return most - before


def test_a_length_without_a_body_is_answered_at_once(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(request_bytes("/v1/melds", b"", length=100_000_000))
        head, _, body = read_all(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413")
    assert json.loads(body)["code"] == "body-too-large"


def test_an_endless_body_is_refused(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(
            b"POST /v1/melds HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        sent = 0
        try:
            for _ in range(1000):
                connection.sendall(chunk)
                sent += 1
        except OSError:
            pass
        assert sent < 1000
    assert alive(server)


@pytest.mark.parametrize(
    "text",
    [
        b"\x00\x01\x02\x03\r\n\r\n",
        b"GET\r\n\r\n",
        b"POST /v1/melds HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"b" * 200_000 + b"\r\n\r\n",
        b"GET /%ff%fe%00 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=["noise", "line", "negative", "two-lengths", "long-path", "long-header", "path", "tls"],
)
def test_what_is_no_request_is_refused_and_harms_nobody(server: Server, text: bytes) -> None:
    with server.connect() as connection:
        connection.sendall(text)
        found = read_all(connection)
    assert not found.startswith(b"HTTP/1.1 5")
    assert alive(server)


def test_a_client_may_close_before_it_reads_the_answer(server: Server) -> None:
    body = json.dumps(GIN).encode()
    for _ in range(50):
        connection = server.connect()
        connection.sendall(request_bytes("/v1/melds", body))
        connection.close()
    assert alive(server)
    assert not [line for line in server.logged() if "exception" in line]


def test_answers_in_flight_arrive_though_the_server_is_told_to_stop() -> None:
    with running(concurrency=2, queue=50, queue_seconds=60) as server, server.client() as client:
        asked = HARD | {"time": "500ms"}
        with ThreadPoolExecutor(8) as pool:
            waiting = [pool.submit(client.post, "/v1/melds", json=asked) for _ in range(8)]
            until(lambda: server.metric("meldwise_searches_waiting") == 6, "six wait")
            server.process.send_signal(signal.SIGTERM)
            answers = [future.result(HANGS) for future in waiting]
        assert [answer.status_code for answer in answers] == [200] * 8
        assert all(len(answer.json()["hand"]) == 100 for answer in answers)
        server.process.wait(HANGS)
        with pytest.raises(httpx2.ConnectError):
            httpx2.get(server.url + "/healthz")
        assert not [line for line in server.logged() if "exception" in line]


@linux
def test_a_worker_that_was_killed_comes_back() -> None:
    with running("--workers", "2") as server:
        until(lambda: len(server.workers()) == 2, "two workers")
        victim = min(server.workers())
        os.kill(victim, signal.SIGKILL)
        until(
            lambda: victim not in server.workers() and len(server.workers()) == 2, "another worker"
        )
        for _ in range(20):
            until(lambda: alive(server), "an answer")
        # One sum, whichever worker tells it: what has died is forgotten where it counts "now".
        assert server.metric("meldwise_searches_running") == 0
        assert server.metric("meldwise_answers_total") >= 20
