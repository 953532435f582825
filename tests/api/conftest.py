"""A client of the application, in this process; the tests of faults start a real server."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from meldwise_api import Settings, create_app


@pytest.fixture(scope="session")
def client() -> TestClient:
    # Not as a context: readiness, which compiles, is looked at where a real server runs.
    return TestClient(create_app(Settings()))
