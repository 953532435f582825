"""Many hands in one request: each has its answer or its error, in its place."""

from __future__ import annotations

import random

import pytest
from fastapi.testclient import TestClient

import meldwise as mw
from meldwise.cards import pack
from meldwise.rules.catalog import PRESETS
from meldwise_api.batching import batch_melds
from tests.api.asking import answer, client_of, problem

pytestmark = pytest.mark.usefixtures("compiled")


def some_hands(rules: mw.RuleSet, count: int, size: int) -> list[str]:
    every = pack(rules.packs(), rules.jokers_total(), rules.deck.ranks).cards
    rng = random.Random(7)
    return [" ".join(map(str, rng.sample(every, size))) for _ in range(count)]


@pytest.mark.parametrize("name", ["gin-rummy", "german-rummy", "wildcard-rummy", "loba"])
def test_each_hand_has_the_least_deadwood_and_melds_that_are_legal(
    client: TestClient, name: str
) -> None:
    rules = mw.rules(name)
    hands = some_hands(rules, 40, 11)
    found = answer(client.post("/v1/batch/melds", json={"hands": hands, "rules": name}))
    assert (found["rules"], found["errors"], found["exact"]) == (name, 0, True)
    for hand, item in zip(hands, found["items"], strict=True):
        assert item["hand"] == hand.split()
        assert item["deadwood"]["points"] == mw.best_melds(hand, rules).deadwood.points
        told = item["deadwood"]["cards"] + [
            card.partition("=")[0] for meld in item["melds"] for card in meld["cards"]
        ]
        assert sorted(told) == sorted(hand.split())
        for meld in item["melds"]:
            readings = mw.check(meld["cards"], rules, ordered=meld["kind"] == "run").readings
            assert meld in [reading.to_dict() for reading in readings]
        assert item["meld_points"] == sum(meld["points"] for meld in item["melds"])


def test_errors_stand_in_their_places(client: TestClient) -> None:
    hands = ["7S 7H 7D 2C", "7X", ["7S", "QQ"], "7H 7H", "JK", "", "TS JS QS KD"]
    found = answer(client.post("/v1/batch/melds", json={"hands": hands, "rules": "gin"}))
    codes = [item.get("error", {}).get("code") for item in found["items"]]
    assert codes == [None, "not-a-card", "not-a-card", "card-too-often", "no-jokers", None, None]
    pointers = [item["error"]["pointer"] for item in found["items"] if "error" in item]
    assert pointers == ["/hands/1", "/hands/2/1", "/hands/3", "/hands/4"]
    assert found["errors"] == 4


def test_a_joker_s_colour_is_told_as_for_single_hands(client: TestClient) -> None:
    asked = {"hands": ["7H 8H JKr", "7H 8H JKb 2S"], "rules": "romme"}
    for item in answer(client.post("/v1/batch/melds", json=asked))["items"]:
        alone = mw.best_melds(item["hand"], "romme").to_dict()
        assert {name: alone[name] for name in item} == item
        assert item["hand"][2] == "JK"


def test_no_hands_are_no_answers(client: TestClient) -> None:
    found = answer(client.post("/v1/batch/melds", json={"hands": [], "rules": "gin"}))
    assert found["items"] == []


def test_more_hands_than_are_allowed_are_refused(client: TestClient) -> None:
    response = client.post("/v1/batch/melds", json={"hands": ["7H"] * 1001, "rules": "gin"})
    assert "at most 1000" in problem(response, 422, "too-many-hands", "/hands")


def test_long_hands_are_answered_like_single_ones(client: TestClient) -> None:
    (hand,) = some_hands(mw.rules("german-rummy"), 1, 30)
    found = answer(client.post("/v1/batch/melds", json={"hands": [hand], "rules": "german-rummy"}))
    alone = answer(client.post("/v1/melds", json={"hand": hand, "rules": "german-rummy"}))
    assert found["items"][0]["deadwood"] == alone["deadwood"]


def test_what_the_time_does_not_reach_says_so() -> None:
    found = batch_melds(some_hands(mw.rules("gin"), 3, 10), mw.rules("gin"), seconds=-1.0)
    assert {item["error"]["code"] for item in found["items"]} == {"no-time"}


def test_a_hand_of_too_many_cards_is_an_error_of_that_hand() -> None:
    with client_of(max_cards=5) as client:
        asked = {"hands": ["7H 8H 9H", "2S 3S 4S 5S 6S 7S"], "rules": "gin"}
        found = answer(client.post("/v1/batch/melds", json=asked))
    assert [item.get("error", {}).get("code") for item in found["items"]] == [
        None,
        "too-many-cards",
    ]


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_has_batches(client: TestClient, name: str) -> None:
    hand = some_hands(mw.rules(name), 1, 7)
    found = answer(client.post("/v1/batch/melds", json={"hands": hand, "rules": name}))
    assert found["items"][0]["deadwood"]["points"] == mw.deadwood(hand[0], name)
