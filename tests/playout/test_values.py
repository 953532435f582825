from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from meldwise.cli import main
from meldwise.errors import RequestError
from meldwise.playout.closed import memory as at
from meldwise.playout.closed.network import network
from meldwise.playout.policies import Policy, by_values, heuristic
from meldwise.playout.values.fitting import fit_network
from meldwise.playout.values.functions import (
    FIRST,
    INPUTS,
    KINDS,
    SECOND,
    WEIGHTS,
    ValueFunctions,
    load_values,
)
from meldwise.playout.values.training import Plan, train

TINY = Plan(hands=300, generations=1, fits=2, rounds=1, panel=40, seed=3)


def test_the_compiled_network_is_that_of_the_plain_formula() -> None:
    rng = np.random.default_rng(1)
    reals = np.zeros(at.WEIGHTS_AT + 2 * KINDS * WEIGHTS)
    weights = rng.normal(size=(2, KINDS, WEIGHTS))
    reals[at.WEIGHTS_AT :] = weights.ravel()
    for place in range(2):
        for kind in range(KINDS):
            inputs = rng.normal(size=INPUTS)
            reals[at.INPUT : at.INPUT + INPUTS] = inputs
            known = np.split(
                weights[place, kind],
                np.cumsum([INPUTS * FIRST, FIRST, FIRST * SECOND, SECOND, SECOND]),
            )
            first = np.maximum(0, inputs @ known[0].reshape(INPUTS, FIRST) + known[1])
            second = np.maximum(0, first @ known[2].reshape(FIRST, SECOND) + known[3])
            expected = float(second @ known[4] + known[5][0])
            assert network(reals, place, kind) == pytest.approx(expected)


def test_a_fit_finds_what_the_inputs_tell() -> None:
    rng = np.random.default_rng(2)
    inputs = rng.normal(size=(8_000, INPUTS)).astype(np.float32)
    results = (10 + 20 * inputs[:, 0] - 8 * np.maximum(0, inputs[:, 1])).astype(np.float32)
    weights, explained = fit_network(inputs, results, seed=1, rounds=12)
    assert explained > 0.85
    reals = np.zeros(at.WEIGHTS_AT + KINDS * WEIGHTS)
    reals[at.WEIGHTS_AT : at.WEIGHTS_AT + WEIGHTS] = weights
    found = []
    for row in inputs[:200]:
        reals[at.INPUT : at.INPUT + INPUTS] = row
        found.append(network(reals, 0, 0))
    assert np.corrcoef(found, results[:200])[0, 1] > 0.9


def test_training_is_the_same_for_the_same_plan_and_its_files_are_read_back(
    tmp_path: Path,
) -> None:
    values = train("knock-rummy", 3, TINY)
    again = train("knock-rummy", 3, TINY)
    assert np.array_equal(values.weights, again.weights)
    path = values.save(tmp_path)
    assert path.stat().st_size < 16_000
    known = load_values("knock-rummy", 3, tmp_path)
    assert known is not None
    assert np.allclose(known.weights, values.weights, rtol=2e-3, atol=1e-3)
    assert known.recipe["sets"][0]["lessons"] > 500
    assert {row["against"] for row in known.recipe["panel_on_fresh_deals"]} == set(
        known.recipe["sets"][0]["mix"]
    )
    assert by_values(known, "knock-rummy", 3).knock_by_values


def test_there_are_no_values_for_a_rule_set_that_nobody_trained(tmp_path: Path) -> None:
    assert load_values("house", 2) is None
    assert load_values("gin-rummy", 2, tmp_path) is None


def test_files_that_hold_something_else_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "house-2.npy", np.zeros((1, 2, 3), np.float16))
    with pytest.raises(RequestError, match="train them anew"):
        load_values("house", 2, tmp_path)


def test_a_plan_that_is_none_is_refused() -> None:
    with pytest.raises(RequestError, match="rounds: 0"):
        train("gin-rummy", 2, Plan(rounds=0))


def test_rules_with_melds_on_the_table_are_not_trained_here() -> None:
    with pytest.raises(RequestError, match="melds are laid in play"):
        train("loba", 2, TINY)


def test_the_command_trains_and_says_where_the_files_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = [
        "--hands",
        "200",
        "--generations",
        "1",
        "--fits",
        "1",
        "--rounds",
        "1",
        "--panel",
        "20",
        "--seed",
        "5",
    ]
    command = ["train", "--rules", "gin-rummy", "--out", str(tmp_path), "--json", *plan]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert Path(told["file"]) == tmp_path / "gin-rummy-2.npy"
    assert told["players"] == 2
    assert len(told["sets"]) == 2
    assert load_values("gin-rummy", 2, tmp_path) is not None


def test_a_policy_that_rests_on_values_must_have_them() -> None:
    assert heuristic("gin-rummy").values is None
    with pytest.raises(RequestError, match="give the value functions"):
        Policy("bare", throw="values")
    values = ValueFunctions(np.zeros((1, KINDS, WEIGHTS), np.float32), "gin-rummy", 2)
    assert by_values(values, "gin-rummy").throw == "values"
