"""The answers are the documents of the command line."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient

import meldwise as mw
from meldwise.rules.catalog import PRESETS
from meldwise.rules.overview import overview
from meldwise.rules.schema import rules_schema
from tests.api.asking import SAMPLE, answer, problem, timeless


def test_melds_are_those_of_the_library(client: TestClient) -> None:
    found = answer(client.post("/v1/melds", json={"hand": SAMPLE, "rules": "romme"}))
    assert found["deadwood"]["points"] == 21
    assert timeless(found) == timeless(mw.best_melds(SAMPLE, "romme").to_dict())


def test_a_hand_may_be_a_list_of_cards(client: TestClient) -> None:
    found = answer(client.post("/v1/melds", json={"hand": SAMPLE.split(), "rules": "romme"}))
    assert timeless(found) == timeless(mw.best_melds(SAMPLE, "romme").to_dict())


def test_one_line_asks_for_a_hand(client: TestClient) -> None:
    found = answer(client.get("/v1/melds", params={"hand": "7H8H9H2C", "rules": "gin"}))
    assert timeless(found) == timeless(mw.best_melds("7H8H9H2C", "gin").to_dict())
    thrown = client.get("/v1/melds?hand=7H8H9H2C&rules=gin&goal=out&discard=required")
    assert answer(thrown)["discard"] == "2C"


def test_every_field_of_the_command_is_taken(client: TestClient) -> None:
    asked = {
        "hand": "KS KH KD 5C 6C X",
        "rules": "loba",
        "options": {"meld.run.min": 3},
        "players": 3,
        "goal": "points",
        "discard": "optional",
        "limit": 2,
        "require": ["points=10"],
        "pins": ["5C 6C"],
        "engine": "cp",
        "time": "1s",
        "locale": "fr",
    }
    expected = mw.best_melds(
        "KS KH KD 5C 6C X",
        mw.rules("loba", {"meld.run.min": 3}),
        players=3,
        goal="points",
        discard="optional",
        limit=2,
        require=["points=10"],
        pins=["5C 6C"],
        engine="cp",
        locale="fr",
    )
    assert timeless(answer(client.post("/v1/melds", json=asked))) == timeless(expected.to_dict())


def test_rules_may_stand_in_the_request(client: TestClient) -> None:
    house = mw.rules("loba").replace({"meld.run.min": 3})
    expected = timeless(mw.best_melds("5D 6D 7D QS", house).to_dict())
    for rules in (house.to_dict(), {"extends": "loba", "id": "loba", "meld": {"run": {"min": 3}}}):
        for _ in range(2):
            asked = {"hand": "5D 6D 7D QS", "rules": rules}
            assert timeless(answer(client.post("/v1/melds", json=asked))) == expected


def test_a_name_of_a_file_is_no_rule_set(client: TestClient) -> None:
    for name in ("/etc/passwd", "house.toml", "../rules.json"):
        response = client.post("/v1/melds", json={"hand": "7H", "rules": name})
        assert response.json()["code"] == "unknown-rules"
        response = client.post("/v1/melds", json={"hand": "7H", "rules": {"extends": name}})
        assert response.json()["code"] == "unknown-rules"


def test_a_search_that_is_not_short_has_the_same_answer(client: TestClient) -> None:
    hand = "3S 3H 4S 4H 5S 5H 6S 6H 7S 7H 8S 8H JK JK JK JK"
    found = answer(client.post("/v1/melds", json={"hand": hand, "rules": "romme", "time": 10}))
    assert found["exact"]
    assert timeless(found) == timeless(mw.best_melds(hand, "romme").to_dict())


@pytest.mark.parametrize("cards", ["QS KS JK", "7H 7C 7S 7D", "2S 3S 4S 5S 6S 7S 8S 9S JK JK"])
def test_a_verdict_is_that_of_the_library(client: TestClient, cards: str) -> None:
    found = answer(client.post("/v1/check", json={"cards": cards, "rules": "romme"}))
    assert found == mw.check(cards, "romme").to_dict()


def test_an_order_of_cards_binds_where_it_is_said_so(client: TestClient) -> None:
    for ordered in (True, False):
        asked = {"cards": "9H 8H 7H", "rules": "gin", "ordered": ordered}
        assert answer(client.post("/v1/check", json=asked))["legal"] is not ordered


def test_a_hand_is_settled(client: TestClient) -> None:
    outcome = {
        "rules": "gin-rummy",
        "ending": {"kind": "knock", "player": 0},
        "hands": ["AH 2H 3H 7S 7D 7C TS TD TH 5C", "TC JS QS KC KD KH 4H 5H AD 2C"],
        "scores": [20, 30],
    }
    found = answer(client.post("/v1/settle", json=outcome))
    assert found == mw.settle(outcome).to_dict()


def test_a_hand_is_settled_by_the_rules_of_the_request(client: TestClient) -> None:
    outcome = {
        "rules": {"extends": "tonk"},
        "options": {"values.hand.ace": 11},
        "ending": {"kind": "knock", "player": 0},
        "hands": ["AS 2H 3H 4H 9D", "TC JS QS KC 5D"],
    }
    assert answer(client.post("/v1/settle", json=outcome)) == mw.settle(outcome).to_dict()


def test_rule_sets_are_listed_and_told_whole(client: TestClient) -> None:
    assert answer(client.get("/v1/rules")) == [row.to_dict() for row in overview()]
    assert answer(client.get("/v1/rules/schema")) == json.loads(json.dumps(rules_schema()))
    for name in (*PRESETS, "rami"):
        assert answer(client.get(f"/v1/rules/{name}")) == mw.rules(name).to_dict()


def test_nothing_of_one_request_is_left_for_the_next(client: TestClient) -> None:
    asked = {"hand": "5D 6D 7D", "rules": "loba"}
    before = timeless(answer(client.post("/v1/melds", json=asked)))
    changed = client.post("/v1/melds", json=asked | {"options": {"meld.run.min": 3}})
    assert answer(changed)["melds"]
    assert timeless(answer(client.post("/v1/melds", json=asked))) == before


def test_tiles_are_told_as_cards_as_the_document_says(client: TestClient) -> None:
    asked = {"hand": "k10 r1 o12 b13", "rules": "rummikub"}
    assert answer(client.post("/v1/melds", json=asked))["hand"] == ["TS", "AH", "QD", "KC"]
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    told = schemas["MeldsQuestion"]["properties"]["hand"]["description"]
    assert "k r o b" in told
    assert "as S H D C: r1 is AH, k10 is TS" in told


def test_a_tile_too_many_is_named_as_it_was_given(client: TestClient) -> None:
    response = client.post("/v1/melds", json={"hand": "r1 r1 r1 k7", "rules": "rummikub"})
    assert problem(response, 422, "card-too-often", "/hand").startswith("r1 is held 3 times")
    assert response.json()["where"] == {"card": 1, "text": "r1", "count": 3}
