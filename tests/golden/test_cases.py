"""Published situations in which programs went wrong: each expectation of each case."""

from __future__ import annotations

import pytest

from tests.golden import (
    hand_answers,
    meld_answers,
    rummikub_answers,
    settle_answers,
    table_answers,
)
from tests.golden.expectations import Answer
from tests.golden.records import Case, cases

WAITING = {
    "B06.knock_limit": "an ace as upcard that allows gin only: knock.limit = upcard makes it 1",
    "G11": "the 31 tiles of its table are not in the file",
    "G12": "the 31 tiles of its table are not in the file",
    "G23.one_suit": "closing hands that are neither sets nor runs: no option says so",
}
"""Cases, or single expectations, that nothing answers yet, and why."""

MODULES = (meld_answers, hand_answers, settle_answers, table_answers, rummikub_answers)
ANSWERS: dict[str, Answer] = {
    name: answer for module in MODULES for name, answer in module.ANSWERS.items()
}
ALL = {f"{case.id}.{name}": (case, name) for case in cases() for name in case.expected}
ASKED = {
    key: value for key, value in ALL.items() if value[0].id not in WAITING and key not in WAITING
}


def answer_to(case: Case, name: str) -> Answer:
    return ANSWERS.get(f"{case.id}.{name}") or ANSWERS[name]


@pytest.mark.parametrize(("case", "name"), ASKED.values(), ids=ASKED)
def test_a_published_case_has_its_answer(case: Case, name: str) -> None:
    assert answer_to(case, name)(case) == case.expected[name], case.question


def test_every_case_is_asked_or_waits_for_a_reason() -> None:
    ids = {case.id for case in cases()}
    assert {key for key in WAITING if key not in ids and key not in ALL} == set()
    assert {case.id for case, _ in ASKED.values()} | {key.split(".")[0] for key in WAITING} == ids


def test_every_answer_is_expected_by_some_case() -> None:
    names = {f"{case.id}.{name}" for case, name in ASKED.values()}
    names |= {name for _, name in ASKED.values()}
    assert ANSWERS.keys() - names == set()
    assert len(ANSWERS) == sum(len(module.ANSWERS) for module in MODULES)
