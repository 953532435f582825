"""A body of a megabyte holds a hundred thousand faults: not all of them are put into words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import BaseModel, ValidationError

import meldwise as mw
from meldwise.rules.catalog import PRESETS
from meldwise_api.endpoints.batch import BatchQuestion
from meldwise_api.endpoints.check import CheckQuestion
from meldwise_api.endpoints.melds import MeldsQuestion
from meldwise_api.endpoints.settle import SettleQuestion
from tests.api.asking import answer, post_raw, problem


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (BatchQuestion, {"hands": [1] * 9_000}),
        (BatchQuestion, {"hands": [[1] * 900] * 900}),
        (BatchQuestion, {"hands": ["7H"] * 50_000}),
        (CheckQuestion, {"cards": [1] * 900}),
        (MeldsQuestion, {"hand": [1] * 100_000}),
        (MeldsQuestion, {"hand": "7H", "pins": [[1] * 90] * 90}),
        (MeldsQuestion, {"hand": "7H", "pins": [["7H"] * 90_000]}),
        (SettleQuestion, {"ending": {"kind": "out"}, "hands": [[1] * 900] * 10}),
        (SettleQuestion, {"ending": {"kind": "out"}, "counts": ["1"] * 90_000}),
    ],
)
def test_a_list_is_given_up_at_its_first_fault(
    model: type[BaseModel], wrong: dict[str, Any]
) -> None:
    with pytest.raises(ValidationError) as caught:
        model.model_validate({"rules": "gin", **wrong})
    # One for each kind that a value may be of; a list of a hundred hands is the longest kept whole.
    assert caught.value.error_count() <= 20


def nested(names: int) -> bytes:
    fields = {f"k{number}": 1 for number in range(names)}
    return json.dumps({"hand": "7H", "rules": "gin", "options": {"meld": fields}}).encode()


def test_a_body_has_a_limit_of_fields(client: TestClient) -> None:
    problem(post_raw(client, "/v1/melds", nested(1_900)), 422, "unknown-option", "/options/meld/k0")
    sentence = problem(post_raw(client, "/v1/melds", nested(2_000)), 413, "too-many-fields")
    assert "more than 2000 fields" in sentence


@pytest.mark.parametrize("name", PRESETS)
def test_whole_rule_sets_are_far_below_the_limit(client: TestClient, name: str) -> None:
    rules = mw.rules(name).to_dict()
    assert json.dumps(rules).count(":") < 400
    answer(client.post("/v1/check", json={"cards": "7H", "rules": rules}))


def test_a_batch_of_lists_is_below_the_limit(client: TestClient) -> None:
    hands = [["7H", "8H", "9H"]] * 1_000
    found = answer(client.post("/v1/batch/melds", json={"hands": hands, "rules": "gin"}))
    assert len(found["items"]) == 1_000
