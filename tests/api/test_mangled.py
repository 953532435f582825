"""Mangled requests are answered or refused; none is a fault of the service."""

from __future__ import annotations

import random

from tests.api.asking import client_of
from tests.api.mangling import mangled


def test_mangled_requests_are_no_faults() -> None:
    client = client_of(max_seconds=0.2, default_seconds=0.1, max_samples=4)
    rng = random.Random(5)
    seen = set()
    for number in range(400):
        asked = mangled(rng)
        response = client.request(
            asked.method, asked.path, content=asked.body, headers=asked.headers
        )
        ready = asked.path == "/readyz" and response.status_code == 503
        assert response.status_code < 500 or ready, (number, asked, response.text)
        seen.add(response.status_code)
    assert {200, 400, 404, 405, 415, 422} & seen >= {200, 400, 422}
