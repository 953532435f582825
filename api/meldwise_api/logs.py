"""Logs of one line a message: JSON for machines, or text for people."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from pydantic_core import to_json

_FIELDS: Final = ("request_id", "method", "route", "status", "code", "elapsed_ms", "client")


class JsonFormatter(logging.Formatter):
    """A message as one JSON object.

    >>> record = logging.LogRecord("meldwise_api", logging.INFO, "", 0, "ready", None, None)
    >>> JsonFormatter().format(record).endswith('"logger":"meldwise_api","message":"ready"}')
    True
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        second, part = divmod(record.created, 1.0)
        line: dict[str, Any] = {
            "time": f"{_second(int(second))}.{int(part * 1000):03d}+00:00",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        known = record.__dict__
        line |= {name: known[name] for name in _FIELDS if known.get(name) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return to_json(line).decode()


@lru_cache(maxsize=2)
def _second(second: int) -> str:
    """A second of time as text; all lines within it begin so."""
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def log_config(level: str, style: str) -> dict[str, Any]:
    """The configuration of all loggers of the service, uvicorn's included."""
    # What no line shows need not be found out for each.
    logging.logThreads = logging.logMultiprocessing = False
    plain = {"format": "%(asctime)s %(levelname)-7s %(name)s %(message)s"}
    formatter = {"()": "meldwise_api.logs.JsonFormatter"} if style == "json" else plain
    logger = {"handlers": ["stderr"], "level": level.upper(), "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {"meldwise_api": logger, "uvicorn": logger},
    }
