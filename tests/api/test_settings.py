"""Limits, keys, rates, other sites: what an operator sets is what happens."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from meldwise_api import Settings, create_app
from meldwise_api.settings import settings_table
from tests.api.asking import answer, client_of, post_raw, problem

GIN = {"hand": "7H 8H 9H", "rules": "gin"}


@pytest.mark.parametrize(
    ("settings", "asked", "code", "pointer"),
    [
        ({"max_cards": 2}, {}, "too-many-cards", "/hand"),
        ({"max_players": 3}, {"rules": "loba", "players": 4}, "bad-players", "/players"),
        ({"max_seconds": 1}, {"time": "1500ms"}, "bad-time", "/time"),
        ({"max_alternatives": 5}, {"limit": 6}, "bad-limit", "/limit"),
    ],
)
def test_fields_have_limits(
    settings: dict[str, Any], asked: dict[str, Any], code: str, pointer: str
) -> None:
    client = client_of(**settings)
    assert "here" in problem(client.post("/v1/melds", json=GIN | asked), 422, code, pointer)


def test_a_table_has_a_limit() -> None:
    outcome = {
        "rules": "german-rummy",
        "ending": {"kind": "out", "player": 0},
        "counts": [0, 3],
        "table": [{"owner": 0, "cards": "7H 8H 9H"}] * 3,
    }
    response = client_of(max_table=2).post("/v1/settle", json=outcome)
    assert "at most 2" in problem(response, 422, "bad-table", "/table")


def test_a_body_has_a_limit() -> None:
    client = client_of(max_body=1024)
    problem(post_raw(client, "/v1/melds", b" " * 1025), 413, "body-too-large")
    problem(post_raw(client, "/v1/melds", b" " * 1024), 400, "not-json")


def test_questions_need_a_key_where_keys_are_set() -> None:
    client = client_of(api_keys=["first", "second"])
    response = client.post("/v1/melds", json=GIN)
    problem(response, 401, "no-key")
    assert response.headers["www-authenticate"]
    wrong = client.post("/v1/melds", json=GIN, headers={"X-API-Key": "third"})
    problem(wrong, 401, "bad-key")
    for key in ("first", "second"):
        answer(client.post("/v1/melds", json=GIN, headers={"X-API-Key": key}))
    for path in ("/healthz", "/docs", "/", "/openapi.json"):
        assert client.get(path).status_code == 200
    document = client.get("/openapi.json").json()
    assert document["components"]["securitySchemes"]["key"]["name"] == "X-API-Key"
    assert document["paths"]["/v1/melds"]["post"]["security"] == [{"key": []}]


def test_a_key_is_not_shown_with_the_settings() -> None:
    assert "first" not in repr(Settings(api_keys="first,second"))  # type: ignore[arg-type]


def test_more_requests_than_the_rate_are_refused_until_later() -> None:
    client = client_of(rate_limit="3/hour", api_keys=["a", "b"])
    for _ in range(3):
        answer(client.post("/v1/melds", json=GIN, headers={"X-API-Key": "a"}))
    response = client.post("/v1/melds", json=GIN, headers={"X-API-Key": "a"})
    assert "3 per 1 hour" in problem(response, 429, "too-many-requests")
    assert 1 <= int(response.headers["retry-after"]) <= 3600
    answer(client.post("/v1/melds", json=GIN, headers={"X-API-Key": "b"}))
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("headers", [{"X-API-Key": "guess"}, {}])
def test_who_tries_keys_is_limited_by_address_and_locks_nobody_out(headers: dict[str, str]) -> None:
    client = client_of(rate_limit="3/hour", api_keys=["a"])
    for number in range(3):
        tried = {name: f"{value}{number}" for name, value in headers.items()}
        problem(client.get("/v1/rules", headers=tried), 401, "bad-key" if headers else "no-key")
    response = client.get("/v1/rules", headers=headers)
    problem(response, 429, "too-many-requests")
    assert 1 <= int(response.headers["retry-after"]) <= 3600
    answer(client.get("/v1/rules", headers={"X-API-Key": "a"}))


def test_keys_without_a_rate_are_refused_any_number_of_times() -> None:
    client = client_of(api_keys=["a"])
    for _ in range(50):
        problem(client.get("/v1/rules"), 401, "no-key")


def test_a_rate_counts_by_address_where_there_are_no_keys() -> None:
    client = client_of(rate_limit="1/minute")
    answer(client.get("/v1/rules"))
    problem(client.get("/v1/rules"), 429, "too-many-requests")


def test_a_rate_whose_store_is_lost_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: object) -> bool:
        raise ConnectionError

    monkeypatch.setattr("limits.aio.strategies.MovingWindowRateLimiter.hit", lost)
    client = client_of(rate_limit="1/minute")
    for _ in range(3):
        answer(client.get("/v1/rules"))


def test_other_sites_may_ask_only_where_they_are_named() -> None:
    origin = {"Origin": "https://game.example"}
    asks = origin | {"Access-Control-Request-Method": "POST"}
    assert "access-control-allow-origin" not in client_of().get("/v1/rules", headers=origin).headers
    client = client_of(cors_origins=["https://game.example"], api_keys=["a"])
    preflight = client.options("/v1/melds", headers=asks)
    assert preflight.headers["access-control-allow-origin"] == "https://game.example"
    assert preflight.headers["x-content-type-options"] == "nosniff"
    assert preflight.headers["x-request-id"]
    refused = client.post("/v1/melds", json=GIN, headers=origin)
    problem(refused, 401, "no-key")
    assert refused.headers["access-control-allow-origin"] == "https://game.example"
    assert "x-request-id" in refused.headers
    unknown = client.options("/v1/melds", headers=asks | {"Origin": "https://other.example"})
    assert "cors_origins" in problem(unknown, 400, "not-allowed-here")
    assert "access-control-allow-origin" not in unknown.headers
    other = client.get("/v1/rules", headers={"Origin": "https://other.example"})
    assert "access-control-allow-origin" not in other.headers


def test_pages_and_metrics_can_be_left_out() -> None:
    client = client_of(docs=False, metrics=False)
    assert "/docs" not in problem(client.get("/nothing"), 404, "not-found")
    for path in ("/docs", "/openapi.json", "/metrics"):
        problem(client.get(path), 404, "not-found")


def test_every_answer_has_security_headers() -> None:
    client = client_of()
    for path in ("/v1/rules", "/nothing", "/", "/docs"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]


def test_settings_come_from_the_environment_and_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "meldwise.toml"
    file.write_text('port = 9000\nmax_cards = 30\napi_keys = ["a", "b"]\n')
    monkeypatch.setenv("MELDWISE_CONFIG", str(file))
    monkeypatch.setenv("MELDWISE_PORT", "9001")
    monkeypatch.setenv("MELDWISE_CORS_ORIGINS", "https://a.example, https://b.example")
    settings = Settings()
    assert (settings.port, settings.max_cards, len(settings.api_keys)) == (9001, 30, 2)
    assert settings.cors_origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": -1},
        {"prot": 1},
        {"rate_limit": "often"},
        {"rate_limit_storage": "file://x"},
        {"values": "/no/such/folder"},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Settings(**wrong)


def test_value_functions_of_ones_own_are_found_by_the_library(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MELDWISE_VALUES", "")
    create_app(Settings(values=str(tmp_path)))
    assert os.environ["MELDWISE_VALUES"] == str(tmp_path)


def test_the_table_of_settings_says_what_each_is() -> None:
    table = settings_table()
    assert len(table) == len(Settings.model_fields)
    assert all(meaning for _, _, meaning in table)
