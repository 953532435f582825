"""Published situations in which programs went wrong: each expectation of each case."""

from __future__ import annotations

import pytest

from tests.golden import hand_answers, meld_answers
from tests.golden.expectations import Answer
from tests.golden.records import Case, cases

WAITING = {
    "B04": "lay-off on a knocker's melds, and settlement",
    "B05": "settlement of gin",
    "B06.knock_limit": "a knock limit read off the first upcard",
    "B17": "settlement of a tie",
    "B18": "lay-off on a knocker's melds",
    "B20": "lay-off: on which melds of the table a card fits",
    "F10": "lay-off of a joker and a card on one run",
    "F11": "lay-off on one of two melds",
    "F14": "the first meld and additions to the table in one turn",
    "F18": "lay-off that keeps a card to discard",
    "F19": "exchange of a joker on the table",
    "F20": "exchange of a joker on the table",
    "F21": "exchange of a joker on the table",
    "F22": "exchange of a joker on the table",
    "F24": "rearranging the table",
    "F26": "adding to a meld of the table",
    "F28": "adding to a meld of the table",
    "F29": "adding to one of two melds of the table",
    "G11": "rearranging the table",
    "G12": "rearranging the table",
    "G23.one_suit": "closing hands that are neither sets nor runs: no option says so",
    "G26": "lay-off before the discard",
}
"""Cases, or single expectations, that ask for more than the melds of one hand."""

ANSWERS = {**meld_answers.ANSWERS, **hand_answers.ANSWERS}
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
    assert meld_answers.ANSWERS.keys() & hand_answers.ANSWERS.keys() == set()
