"""What Prometheus is told: the latency of routes, searches, their queue, their answers."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

_SECONDS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_NAME: Final = "meldwise"


class Meters:
    """The counters of one application.

    The latency is taken where the log line is written, which knows route and status: middleware of
    a library's has to find the route a second time, which cost a tenth of a short request.
    """

    def __init__(self) -> None:
        # The time at which each series began would double their number.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        self.latency = Histogram(
            f"{_NAME}_http_request_duration_seconds",
            "Time from a request's header to the end of its answer",
            ["method", "route", "status"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.solving = Histogram(
            f"{_NAME}_solve_seconds",
            "Time that the library took for an answer",
            ["question", "engine"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.answers = Counter(
            f"{_NAME}_answers",
            "Answers, by whether they are proven",
            ["question", "exact"],
            registry=self.registry,
        )
        self.running = Gauge(
            f"{_NAME}_searches_running",
            "Searches that run now",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.waiting = Gauge(
            f"{_NAME}_searches_waiting",
            "Requests that wait for a search",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        self.refused = Counter(
            f"{_NAME}_searches_refused",
            "Requests that were refused because too many waited",
            registry=self.registry,
        )
        self.abandoned = Counter(
            f"{_NAME}_searches_abandoned",
            "Searches whose client had left",
            registry=self.registry,
        )

        # Looked up for each request: the labels are few, their children many a dictionary deep.
        self._latency = cache(self.latency.labels)
        self._solving = cache(self.solving.labels)
        self._answers = cache(self.answers.labels)

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._latency(method, route, status).observe(seconds)

    def answered(self, question: str, seconds: float, engine: str, *, exact: bool) -> None:
        """Count an answer."""
        self._solving(question, engine).observe(seconds)
        self._answers(question, "true" if exact else "false").inc()

    def told(self) -> bytes:
        """All counts in the text form of Prometheus; with several workers their sums."""
        registry = self.registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def forget_dead_processes() -> None:
    """Leave processes that were killed out of the gauges that all processes share."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder is None:
        return
    for file in Path(folder).glob("gauge_live*_*.db"):
        pid = file.stem.rpartition("_")[2]
        if not Path("/proc", pid).exists():
            file.unlink(missing_ok=True)
