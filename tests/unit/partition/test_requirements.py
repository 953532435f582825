"""What a whole arrangement must contain: how it is written, and what it does to the answer."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise import best_melds, rules
from meldwise.errors import RequestError
from meldwise.partition import Requirements
from meldwise.partition.question import Engine

ENGINES: list[Engine] = ["search", "cp"]

CONTRACTS: list[tuple[Any, list[str]]] = [
    ("set set run4", ["set", "set", "run4"]),
    ("two sets and a run of four", ["set", "set", "run4"]),
    ("set, set + run", ["set", "set", "run"]),
    ("a run of seven", ["run7"]),
    ("run of 12", ["run12"]),
    ("2 runs of 5", ["run5", "run5"]),
    ("three sets of four and two runs", ["set4", "set4", "set4", "run", "run"]),
    ("SET  Run", ["set", "run"]),
    ("ten sets ten runs", ["set"] * 10 + ["run"] * 10),
    (["set", "run4"], ["set", "run4"]),
    (("two sets",), ["set", "set"]),
]

# The requirement, and what the error quotes.
WRONG: list[tuple[Any, str]] = [
    ("flush", "flush"),
    ({"flush": 1}, "flush"),
    ({5: 1}, "5"),
    ("points", ""),
    ("points=", ""),
    ("points=-1", "-1"),
    ("points=abc", "abc"),
    ("points=1001", "1001"),
    ("points=" + "9" * 5000, "999"),
    ("sets=²", "²"),
    ("sets=1 runs=1", "1 runs=1"),
    ({"points": None}, "None"),
    ({"points": True}, "True"),
    ({"points": 1.5}, "1.5"),
    ({"points": float("nan")}, "nan"),
    ({"points": 10**5000}, ""),
    ({"only_contract": 1}, "1"),
    ({"contract": "flush"}, "flush"),
    ({"contract": "two sets and a flush"}, "a flush"),
    ({"contract": "two"}, "two"),
    ({"contract": "set of"}, "of"),
    ({"contract": "of four"}, "of four"),
    ({"contract": "set4run4"}, "set4run4"),
    ({"contract": "twenty-one sets"}, "twenty-one sets"),
    ({"contract": "21 sets"}, "21 sets"),
    ({"contract": "ten sets eleven runs"}, "eleven runs"),
    ({"contract": None}, "none"),
    ({"contract": 5}, "5"),
    (5, "5"),
    ([5], "5"),
    ([None], "None"),
]


@pytest.mark.parametrize(("text", "parts"), CONTRACTS)
def test_a_contract_is_written_in_parts_or_in_words(text: Any, parts: list[str]) -> None:
    assert Requirements.parse({"contract": text}).to_dict() == {"contract": parts}


def test_requirements_are_dicts_texts_or_lists_of_texts() -> None:
    wanted = Requirements(points=40, pure_runs=1)
    assert Requirements.parse({"points": 40, "pure_runs": 1}) == wanted
    assert Requirements.parse(["points=40", "pure_runs = 1"]) == wanted
    assert Requirements.parse({"points": "40", "pure_runs": 1}) == wanted
    assert Requirements.parse("points=40") == Requirements(points=40)
    assert Requirements.parse(wanted) is wanted
    assert Requirements.parse(None).empty
    assert Requirements.parse("only_contract").only_contract
    assert not Requirements.parse("only_contract=no").only_contract


@pytest.mark.parametrize(("wanted", "quoted"), WRONG)
def test_a_requirement_that_makes_no_sense_is_refused(wanted: Any, quoted: str) -> None:
    with pytest.raises(RequestError) as error:
        best_melds("7H 8H 9H", require=wanted)
    assert quoted in str(error.value)
    assert error.value.where["field"] == "require"
    assert error.value.code in ("bad-requirement", "bad-contract", "unknown-requirement")
    assert len(str(error.value)) < 250


def test_an_unknown_requirement_is_answered_with_the_nearest() -> None:
    with pytest.raises(RequestError, match=r"did you mean pure_runs\?"):
        Requirements.parse("pure_run=1")


# Hand, rule set, requirement, least deadwood with it (None: it cannot be met).
MET: list[tuple[str, str, Any, int | None]] = [
    ("7H 7D 7S 8S 9S KC", "gin-rummy", {"runs": 1}, 24),
    ("7H 7D 7S 8S 9S KC", "gin-rummy", {"sets": 1}, 27),
    ("7H 7D 7S 8S 9S KC", "gin-rummy", {"sets": 1, "runs": 1}, None),
    ("7H 7D 7S 8S 9S KC", "gin-rummy", {"points": 24}, 24),
    ("7H 7D 7S 8S 9S KC", "gin-rummy", {"points": 25}, None),
    ("7H 7D 7S 8S 9S TS", "gin-rummy", {"contract": "run of four"}, 14),
    ("7H 7D 7S 8S 9S TS", "gin-rummy", {"contract": "run of five"}, None),
    ("7H 7D 7S 8S 9S TS", "gin-rummy", {"contract": "set", "only_contract": True}, 27),
    ("8S 9S TS 7H 7D 7S", "gin-rummy", {"contract": "set", "only_contract": True}, 27),
    ("5H 6H JK KC", "german-rummy", {"pure_runs": 1}, None),
    ("5H 6H JK KC", "german-rummy", {"runs": 1}, 10),
    # The joker is dear in hand, and still the run must stay pure.
    ("5H 6H 7H JK KC 2D", "german-rummy", {"pure_runs": 1}, 42),
    ("5H 6H 7H JK KC 2D", "german-rummy", {}, 12),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("hand", "name", "wanted", "deadwood"), MET)
def test_requirements_are_met_at_the_least_deadwood(
    hand: str, name: str, wanted: Any, deadwood: int | None, engine: Engine
) -> None:
    best = best_melds(hand, name, require=wanted, engine=engine)
    assert best.exact
    if deadwood is None:
        # Nothing is melded, so that nobody takes another arrangement for what was asked.
        assert (best.met, best.melds, best.meld_points) == (False, (), 0)
        assert len(best.deadwood.cards) == len(best.hand)
    else:
        assert best.met is (True if wanted else None)
        assert best.deadwood.points == deadwood


@pytest.mark.parametrize("engine", ENGINES)
def test_going_out_needs_what_the_rule_set_asks(engine: Engine) -> None:
    indian = rules(
        "gin-rummy", {"deck.jokers": 2, "hand.requires.runs": 2, "hand.requires.pure_runs": 1}
    )
    pure = "3S 4S 5S 8D 9D JK KC KD KH 2C"
    mixed = "3S 4S JK 8D 9D JK KC KD KH 2C"
    assert best_melds(pure, indian, goal="out", engine=engine).out
    best = best_melds(mixed, indian, goal="out", engine=engine)
    assert (best.out, best.deadwood.points) == (False, 0)
