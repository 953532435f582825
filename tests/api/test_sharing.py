"""The event loop answers everybody else while questions crowd in and searches run."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Iterator
from selectors import DefaultSelector
from typing import Any

import pytest
from starlette.requests import Request
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from meldwise.advice import Hint
from meldwise.cli import main
from meldwise_api import loops, turns
from meldwise_api.app import COLLECTIONS
from meldwise_api.meters import Meters
from meldwise_api.protocol import PatientProtocol
from meldwise_api.work import NICENESS, Work
from tests.api.asking import answer, client_of

HINT = {
    "position": {
        "rules": "gin-rummy",
        "phase": "play",
        "hand": "2S 3S 4S 7H 8H 9H TD TS TC 5D KH",
    },
    "samples": 0,
}


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that questions have taken, which they write down themselves."""
    taken: list[float] = []
    monkeypatch.setattr(turns, "perf_counter", lambda: sum(taken))
    return taken


def asked(spent: list[float], paths: list[str], seconds: float) -> list[str]:
    """In which order requests that arrive together are answered, each taking so long."""
    order: list[str] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        del receive, send
        order.append(scope["path"])
        if scope["path"].startswith("/v1/"):
            spent.append(seconds)

    async def all_at_once() -> None:
        app: Any = turns.Turns(inner)
        async with asyncio.TaskGroup() as group:
            for path in paths:
                group.create_task(app({"type": "http", "path": path}, None, None))

    asyncio.run(all_at_once())
    return order


def test_who_asks_for_health_overtakes_a_crowd_of_questions(spent: list[float]) -> None:
    crowd = [f"/v1/melds/{number}" for number in range(20)]
    order = asked(spent, [*crowd, "/healthz"], turns.ROUND_SECONDS)
    assert order.index("/healthz") == 2
    assert [path for path in order if path != "/healthz"] == crowd


def test_short_questions_share_a_round(spent: list[float]) -> None:
    crowd = [f"/v1/melds/{number}" for number in range(20)]
    order = asked(spent, [*crowd, "/healthz"], turns.ROUND_SECONDS / 4)
    assert order.index("/healthz") == 5
    assert [path for path in order if path != "/healthz"] == crowd


def test_a_question_alone_waits_for_nobody(spent: list[float]) -> None:
    async def alone() -> None:
        began = []

        async def inner(*_: object) -> None:
            began.append(True)

        call = turns.Turns(inner)({"type": "http", "path": "/v1/melds"}, None, None)  # type: ignore[arg-type]
        with pytest.raises(StopIteration):
            call.send(None)  # to its end, without a round of the loop
        assert began == [True]

    asyncio.run(alone())
    assert spent == []


@pytest.fixture
def interval() -> Iterator[float]:
    """The switch interval, which is the same for the whole process."""
    usual = sys.getswitchinterval()
    yield usual
    sys.setswitchinterval(usual)


@pytest.mark.skipif(sys.platform == "win32", reason="there the loop has no selector")
@pytest.mark.usefixtures("interval")
def test_a_loop_that_waits_is_in_a_hurry_and_one_that_works_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting: list[float] = []
    select = DefaultSelector.select

    def watched(selector: Any, timeout: float | None) -> Any:
        waiting.append(sys.getswitchinterval())
        return select(selector, timeout)

    async def work() -> float:
        await asyncio.sleep(0)
        return sys.getswitchinterval()

    monkeypatch.setattr(DefaultSelector, "select", watched)
    with asyncio.Runner(loop_factory=loops.new_loop) as runner:
        assert runner.run(work()) == pytest.approx(loops.LOOP_SECONDS)
    assert waiting
    assert waiting == pytest.approx([loops.SEARCH_SECONDS] * len(waiting))


def test_the_service_runs_in_that_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    # Set, so that it is as before after the test.
    for name in ("MELDWISE_CONFIG", "MELDWISE_PORT"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr("uvicorn.run", lambda *_, **settings: given.update(settings))
    assert main(["serve", "--port", "0"]) == 0
    assert given["loop"] == f"{loops.new_loop.__module__}:{loops.new_loop.__name__}"


def test_while_it_runs_the_service_seldom_looks_through_all_it_keeps() -> None:
    usual = gc.get_threshold()
    with client_of():
        assert gc.get_threshold() == COLLECTIONS
        assert COLLECTIONS[2] > usual[2]
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_of_a_crowd_what_is_posted_is_read_in_turns(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bytes] = []
    over = [True, True, False]
    monkeypatch.setattr(AutoHTTPProtocol, "connection_made", lambda *_: None)
    monkeypatch.setattr(AutoHTTPProtocol, "data_received", lambda _, data: read.append(data))
    monkeypatch.setattr(PatientProtocol, "_watch", lambda _: None)
    monkeypatch.setattr(turns.ROUND, "is_over", lambda: over.pop(0))

    async def connection() -> list[int]:
        protocol = PatientProtocol.__new__(PatientProtocol)
        protocol.loop = asyncio.get_running_loop()
        protocol.connection_made(None)
        protocol.data_received(f"{method} /v1/melds HTTP/1.1\r\n".encode())
        protocol.data_received(b"Host: here\r\n\r\n")
        pieces = []
        for _ in range(3):
            pieces.append(len(read))
            await asyncio.sleep(0)
        return pieces

    assert asyncio.run(connection()) == ([0, 0, 1] if method == "POST" else [2, 2, 2])
    assert b"".join(read) == f"{method} /v1/melds HTTP/1.1\r\nHost: here\r\n\r\n".encode()


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
def test_searches_step_back_for_the_loop() -> None:
    async def receive() -> Any:
        await asyncio.Event().wait()

    async def search() -> int:
        work = Work(1, 1, 1.0, Meters())
        request = Request({"type": "http"}, receive)
        try:
            return await work.run(
                request, 1.0, lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
            )
        finally:
            work.close()

    usual = os.getpriority(os.PRIO_PROCESS, 0)
    assert asyncio.run(search()) == min(usual + NICENESS, 19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == usual


@pytest.mark.parametrize("path", ["/v1/hint", "/v1/hint/stream"])
def test_answers_are_written_where_they_are_searched(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reasons are worked out as they are written, which takes as long as a search."""
    threads = []
    told = Hint.to_dict

    def watched(hint: Hint) -> dict[str, Any]:
        threads.append(threading.current_thread().name.partition("_")[0])
        return told(hint)

    monkeypatch.setattr(Hint, "to_dict", watched)
    response = client_of().post(path, json=HINT)
    assert response.status_code == 200
    assert threads == ["search"] * len(threads) != []
    if path == "/v1/hint":
        assert answer(response)["best"]
