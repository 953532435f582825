"""A client of the application, in this process; the tests of faults start a real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from meldwise_api import Settings, create_app
from meldwise_api.warming import faults
from tests.api.asking import without_start


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    # Readiness, which compiles, is looked at where a real server runs.
    with TestClient(without_start(create_app(Settings()))) as found:
        yield found


@pytest.fixture(scope="session")
def compiled() -> None:
    """Requests have limits of time, which hold where all is compiled, as in a ready service."""
    assert list(faults()) == []
