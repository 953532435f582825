"""The OpenAPI document: stable names, problems everywhere, examples that work."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from meldwise.rules.schema import DIALECT
from tests.api.asking import answer, client_of

DOCUMENT: dict[str, Any] = client_of().get("/openapi.json").json()
OPERATIONS = {
    operation["operationId"]: (method, path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}


def schema(part: dict[str, Any]) -> Draft202012Validator:
    """A validator for a part of the document that refers to its components."""
    return Draft202012Validator({"$schema": DIALECT, "components": DOCUMENT["components"]} | part)


def test_operations_have_the_names_that_clients_are_made_of() -> None:
    names = {
        *("bestMelds", "bestMeldsOfHand", "checkMeld", "settleHand", "batchMelds"),
        *("listRules", "getRules", "rulesSchema", "health", "ready"),
    }
    assert names <= set(OPERATIONS)


def test_the_document_is_of_version_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    for name in DOCUMENT["components"]["schemas"]:
        Draft202012Validator.check_schema(DOCUMENT["components"]["schemas"][name])


def test_every_field_and_operation_is_described() -> None:
    for name, known in DOCUMENT["components"]["schemas"].items():
        # Those of rule sets are described by the library, and tested there.
        if "Options" in name or name == "RuleSet":
            continue
        for field, value in known.get("properties", {}).items():
            described = "description" in value or "$ref" in value or "anyOf" in value
            assert described, f"{name}.{field}"
    for name, (_, _, operation) in OPERATIONS.items():
        assert operation["description"], name


def test_every_error_is_a_problem() -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                continue
            assert set(response["content"]) == {"application/problem+json"}, (name, status)
        assert "500" in operation["responses"]


EXAMPLES = [
    (path, name, example["value"])
    for method, path, operation in OPERATIONS.values()
    if method == "post"
    for name, example in operation["requestBody"]["content"]["application/json"]["examples"].items()
    if "stream" not in path
]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("path", "example"),
    [(path, value) for path, _, value in EXAMPLES],
    ids=[f"{path}-{name}" for path, name, _ in EXAMPLES],
)
def test_an_example_has_an_answer_as_described(
    client: TestClient, path: str, example: dict[str, Any]
) -> None:
    operation = DOCUMENT["paths"][path]["post"]
    asked = operation["requestBody"]["content"]["application/json"]["schema"]
    schema(asked).validate(example)
    found = answer(client.post(path, json=example))
    told = operation["responses"]["200"]["content"]["application/json"]["schema"]
    schema(told).validate(found)
    # Models let more through than they describe: here nothing may be undescribed.
    described = DOCUMENT["components"]["schemas"][told["$ref"].rpartition("/")[2]]["properties"]
    assert set(found) <= set(described)


def test_every_question_has_an_example() -> None:
    assert {path for path, _, _ in EXAMPLES} >= {
        path for method, path, _ in OPERATIONS.values() if method == "post" and "stream" not in path
    }
