"""The worked examples of the rules, each asked the way a user asks."""

from __future__ import annotations

import pytest

from tests.golden.example_answers import CHECKS
from tests.golden.records import Example, examples


def name_of(example: Example) -> str:
    return f"{example.id}-{example.check}-{example.input}".replace(" ", "")


@pytest.mark.parametrize("example", examples(), ids=name_of)
def test_a_worked_example_has_its_answer(example: Example) -> None:
    assert CHECKS[example.check](example) == example.expect


def test_every_answer_is_asked_for_by_some_example() -> None:
    assert {example.check for example in examples()} == CHECKS.keys()
