"""What watches over the service: readiness, metrics, logs, traces."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from meldwise_api.logs import JsonFormatter, log_config
from meldwise_api.problems import ProblemError
from meldwise_api.warming import Readiness, faults
from tests.api.asking import SAMPLE, answer, client_of, problem, state_of

GIN = {"hand": "7H 8H 9H", "rules": "gin"}


def test_ready_only_after_the_self_check() -> None:
    client = client_of()
    assert answer(client.get("/healthz")) == {"status": "ok"}
    problem(client.get("/readyz"), 503, "not-ready")
    state_of(client).ready.warm()
    assert answer(client.get("/readyz")) == {"status": "ready"}


def test_a_question_that_waits_for_what_is_compiled_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = client_of()
    service = state_of(client)

    async def waits(*_: object) -> None:
        raise ProblemError(503, "no-answer-in-time", "no answer within 2 seconds")

    monkeypatch.setattr(service.work, "run", waits)
    asked = {"hand": SAMPLE, "rules": "romme", "limit": 5}
    problem(client.post("/v1/melds", json=asked), 503, "not-ready")
    service.ready.ready = True
    problem(client.post("/v1/melds", json=asked), 503, "no-answer-in-time")


def test_an_engine_that_answers_wrongly_is_never_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldwise_api.warming._DEADWOOD", 20)
    state = Readiness()
    state.warm()
    assert not state.ready
    assert "counts 21 instead of 20" in state.reason


def test_an_engine_that_cannot_be_loaded_is_never_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ImportError("secret path")

    monkeypatch.setattr("meldwise.best_melds", missing)
    state = Readiness()
    state.warm()
    assert (state.ready, state.reason) == (False, "the engines cannot be loaded: ImportError")


def test_the_engines_have_no_faults() -> None:
    assert list(faults()) == []


def series(client: TestClient) -> dict[str, float]:
    lines = client.get("/metrics").text.splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_metrics_tell_latency_solver_time_and_exactness() -> None:
    client = client_of()
    answer(client.post("/v1/melds", json=GIN))
    answer(client.post("/v1/melds", json=GIN | {"engine": "cp"}))
    client.post("/v1/melds", json={})
    client.get("/nothing")
    client.request("BREW", "/nothing")
    found = series(client)
    latency = "meldwise_http_request_duration_seconds_count"
    assert found[latency + '{method="POST",route="/v1/melds",status="200"}'] == 2
    assert found[latency + '{method="POST",route="/v1/melds",status="422"}'] == 1
    assert found[latency + '{method="GET",route="none",status="404"}'] == 1
    assert found[latency + '{method="other",route="none",status="404"}'] == 1
    assert found['meldwise_solve_seconds_count{engine="search",question="melds"}'] == 1
    assert found['meldwise_solve_seconds_count{engine="cp",question="melds"}'] == 1
    assert found['meldwise_answers_total{exact="true",question="melds"}'] == 2
    assert found["meldwise_searches_running"] == found["meldwise_searches_waiting"] == 0


def test_an_answer_that_is_not_proven_is_counted_as_such() -> None:
    client = client_of()
    hand = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC")
    asked = {"hand": hand, "rules": "romme", "goal": "points", "time": "1ms", "engine": "search"}
    assert not answer(client.post("/v1/melds", json=asked))["exact"]
    assert series(client)['meldwise_answers_total{exact="false",question="melds"}'] == 1


@pytest.fixture
def records() -> Iterator[list[logging.LogRecord]]:
    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record)

    found: list[logging.LogRecord] = []
    logger, handler = logging.getLogger("meldwise_api"), Kept()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield found
    logger.removeHandler(handler)
    logger.setLevel(level)


def test_each_request_is_one_line_of_json(records: list[logging.LogRecord]) -> None:
    client = client_of()
    client.post("/v1/melds", json=GIN | {"hand": "7X"}, headers={"X-Request-ID": "abc"})
    client.get("/healthz")
    (record,) = records
    line: dict[str, Any] = json.loads(JsonFormatter().format(record))
    assert line["message"] == "POST /v1/melds 422"
    assert (line["request_id"], line["route"], line["status"]) == ("abc", "/v1/melds", 422)
    assert line["code"] == "not-a-card"
    assert line["elapsed_ms"] > 0


def test_what_is_asked_is_not_logged(records: list[logging.LogRecord]) -> None:
    client = client_of(api_keys=["secret"])
    client.get(f"/v1/melds?hand={SAMPLE}&rules=romme", headers={"X-API-Key": "secret"})
    text = "".join(JsonFormatter().format(record) for record in records)
    assert "4S" not in text
    assert "secret" not in text


def test_the_configuration_of_logs_is_one() -> None:
    assert log_config("info", "text")["loggers"]["uvicorn"]["level"] == "INFO"
    assert log_config("debug", "json")["formatters"]["line"]["()"].endswith("JsonFormatter")


# In a process of its own: a provider is set once and for all.
TRACED = """
from contextlib import contextmanager
from fastapi.testclient import TestClient
from opentelemetry import trace
from meldwise_api import Settings, create_app

class Tracer(trace.Tracer):
    def start_span(self, name, *args, **kwargs):
        print(name)
        return trace.INVALID_SPAN

    @contextmanager
    def start_as_current_span(self, name, *args, **kwargs):
        yield self.start_span(name)

class Provider(trace.TracerProvider):
    def get_tracer(self, *args, **kwargs):
        return Tracer()

trace.set_tracer_provider(Provider())
client = TestClient(create_app(Settings()))
assert client.get("/v1/melds?hand=7H8H9H&rules=gin").status_code == 200
"""


def test_a_request_is_traced_where_open_telemetry_is_set_up() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRACED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[0] == "GET"
    assert "fastapi.endpoint" in done.stdout.split()
