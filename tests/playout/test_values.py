from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meldwise.cli import main
from meldwise.errors import RequestError
from meldwise.playout.closed import memory as at
from meldwise.playout.closed.deciding import set_of
from meldwise.playout.closed.features import OWN_SCORE
from meldwise.playout.closed.network import network
from meldwise.playout.closed.record import PLAYERS
from meldwise.playout.closed.table import FIRST_SET, SETS_OF
from meldwise.playout.policies import Policy, by_values, heuristic, learned
from meldwise.playout.running import play_games
from meldwise.playout.values.chances import chances_to_win, game_results
from meldwise.playout.values.fitting import Fit
from meldwise.playout.values.functions import (
    DRAWING,
    ENDING_NOW,
    GOING_ON,
    INPUTS,
    KINDS,
    SETS,
    STYLE_KNOCKS,
    STYLE_UNKNOWN,
    STYLE_WAITS,
    WEIGHTS,
    ValueFunctions,
    load_values,
    name_of,
    trained_for,
)
from meldwise.playout.values.lessons import (
    BEST,
    EXPECTED,
    FIRST_INPUT,
    HAND_OF,
    KIND,
    LESSON,
    RESULT,
    SEAT,
    Lessons,
    returns,
)
from meldwise.playout.values.training import Plan, _completed, _rules_told, train
from meldwise.rules import rules
from tests.playout.networks import plain_network

TINY = Plan(hands=2_000, generations=1, fits=2, rounds=1, panel=40, seed=3)


def test_the_compiled_network_is_that_of_the_plain_formula() -> None:
    rng = np.random.default_rng(1)
    reals = np.zeros(at.WEIGHTS_AT + 2 * KINDS * WEIGHTS)
    weights = rng.normal(size=(2, KINDS, WEIGHTS))
    reals[at.WEIGHTS_AT :] = weights.ravel()
    for place in range(2):
        for kind in range(KINDS):
            inputs = rng.normal(size=INPUTS)
            reals[at.INPUT : at.INPUT + INPUTS] = inputs
            expected = plain_network(weights[place, kind], inputs)
            assert network(reals, place, kind) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("seen", "chosen"),
    [
        ((0, 0, 0, 0), STYLE_UNKNOWN),
        ((0, 0, 1, 0), STYLE_UNKNOWN),
        ((0, 1, 1, 0), STYLE_WAITS),
        ((0, 0, 1, 1), STYLE_WAITS),
        ((1, 0, 1, 0), STYLE_KNOCKS),
        ((1, 0, 2, 1), STYLE_KNOCKS),
        ((1, 1, 3, 0), STYLE_KNOCKS),
        ((1, 3, 4, 0), STYLE_WAITS),
    ],
)
def test_of_three_sets_the_style_of_the_other_player_chooses(
    seen: tuple[int, ...], chosen: int
) -> None:
    ints, reals = np.zeros(at.INTS, np.int64), np.zeros(at.WEIGHTS_AT)
    ints[PLAYERS], ints[FIRST_SET], ints[SETS_OF] = 2, 3, SETS
    reals[at.STYLE + 4 : at.STYLE + 8] = seen
    assert set_of(ints, reals, 0) == 3 + chosen
    ints[SETS_OF] = 1
    assert set_of(ints, reals, 0) == 3


def test_a_fit_finds_what_the_inputs_tell() -> None:
    rng = np.random.default_rng(2)
    inputs = rng.normal(size=(8_000, INPUTS)).astype(np.float32)
    results = (10 + 20 * inputs[:, 0] - 8 * np.maximum(0, inputs[:, 1])).astype(np.float32)
    fit = Fit(1)
    for rate in (2e-3, 1e-3, 5e-4):
        fit.learn(inputs, results, rounds=40, rate=rate)
    weights = fit.weights()
    reals = np.zeros(at.WEIGHTS_AT + KINDS * WEIGHTS)
    reals[at.WEIGHTS_AT : at.WEIGHTS_AT + WEIGHTS] = weights
    found = []
    for row in inputs[:200]:
        reals[at.INPUT : at.INPUT + INPUTS] = row
        found.append(network(reals, 0, 0))
    assert np.abs(np.array(found) - results[:200]).mean() < 0.1 * results.std()


def test_a_fit_that_goes_on_starts_where_it_stood() -> None:
    rng = np.random.default_rng(2)
    inputs = rng.normal(size=(8_000, INPUTS)).astype(np.float32)
    results = (10 + 20 * inputs[:, 0]).astype(np.float32)
    fit = Fit(1)
    fit.learn(inputs, results, rounds=4, rate=2e-3)
    before = fit.weights()
    fit.learn(inputs, results, rounds=1, rate=1e-9)
    assert np.allclose(fit.weights(), before, atol=1e-3)
    fit.learn(inputs, results, rounds=1, rate=1e-3)
    assert not np.allclose(fit.weights(), before, atol=1e-3)


def _hand(*rows: tuple[int, float, float], result: float, number: int = 0) -> Lessons:
    """Lessons of a hand: for each the kind, what was expected, and the best where one explored."""
    lessons = np.full((len(rows), LESSON), np.nan, np.float32)
    lessons[:, SEAT], lessons[:, RESULT], lessons[:, HAND_OF] = 1, result, number
    for row, (kind, expected, best) in enumerate(rows):
        lessons[row, KIND], lessons[row, EXPECTED], lessons[row, BEST] = kind, expected, best
    return lessons


def test_lessons_mix_the_result_with_what_was_expected_later() -> None:
    nan = float("nan")
    first = _hand((DRAWING, 1, nan), (GOING_ON, 4, nan), (DRAWING, 8, nan), result=20)
    second = _hand((GOING_ON, nan, nan), (DRAWING, nan, nan), result=-6, number=3)
    lessons = np.concatenate([first, second])
    assert returns(lessons, 0.0).tolist() == [20, 20, 20, -6, -6]
    # 8 and 20 make 14 for the discard before; 4 and 14 make 9 for the draw before that.
    assert returns(lessons, 0.5).tolist() == [9, 14, 20, -6, -6]
    assert returns(lessons, 1.0).tolist() == [4, 8, 20, -6, -6]


def test_turns_before_one_that_explored_learn_from_what_seemed_best_there() -> None:
    nan = float("nan")
    lessons = _hand(
        (DRAWING, 2, nan), (ENDING_NOW, 7, nan), (GOING_ON, 3, 10), (DRAWING, 5, nan), result=-30
    )
    lessons[1, RESULT] = 8
    assert returns(lessons, 0.5).tolist() == [10, 8, -12.5, -30]


def test_chances_to_win_a_game_are_those_of_games_played_out() -> None:
    results = np.array([31, 31, 12, -28, -7, 0])
    chances = chances_to_win(results, 60)
    rng = np.random.default_rng(4)
    for own, other in ((0, 0), (50, 10), (15, 45)):
        won = 0
        for _ in range(4_000):
            mine, theirs = own, other
            while max(mine, theirs) < 60:
                result = int(rng.choice(results))
                mine, theirs = mine + max(result, 0), theirs + max(-result, 0)
            won += mine >= 60
        assert chances[own, other] == pytest.approx(won / 4_000, abs=0.032)
    assert (np.diff(chances, axis=0) >= 0).all()
    assert (np.diff(chances, axis=1) <= 0).all()


def test_points_count_by_what_they_do_for_the_game() -> None:
    rng = np.random.default_rng(5)
    lessons = np.zeros((4_000, LESSON), np.float32)
    lessons[:, KIND], lessons[:, HAND_OF] = GOING_ON, np.arange(4_000)
    # The player is the stronger one.
    results = rng.choice([30, 30, 30, 0, -30], size=4_000)
    results[-2:] = 20, 40
    lessons[:, RESULT] = results
    lessons[-2:, FIRST_INPUT + OWN_SCORE] = 0.9
    found = game_results(lessons, 100)
    assert found[:-2].mean() == pytest.approx(results[:-2].mean(), abs=0.1)
    won, nothing, lost = (float(found[:-2][results[:-2] == points][0]) for points in (30, 0, -30))
    assert 0 < won - nothing < nothing - lost
    # What is beyond the target counts nothing.
    assert found[-2] == found[-1]
    assert (game_results(lessons[:100], 100) == lessons[:100, RESULT]).all()
    # Where nobody ever loses, or nothing was ever won, nothing can be weighed.
    for one_sided in (np.abs(results), np.zeros(4_000)):
        lessons[:, RESULT] = one_sided
        assert (game_results(lessons, 100) == lessons[:, RESULT]).all()


def test_training_is_the_same_for_the_same_plan_and_its_files_are_read_back(
    tmp_path: Path,
) -> None:
    values = train("knock-rummy", 3, TINY)
    again = train("knock-rummy", 3, TINY, workers=2)
    assert np.array_equal(values.weights, again.weights)
    path = values.save(tmp_path)
    assert path.stat().st_size < 16_000
    known = load_values(rules("knock-rummy"), 3, tmp_path)
    assert known is not None
    assert np.allclose(known.weights, values.weights, rtol=2e-3, atol=1e-3)
    assert known.recipe["lessons"] > 500
    assert {row["against"] for row in known.recipe["panel_on_fresh_deals"]} == set(
        known.recipe["mix"]
    )


@pytest.mark.parametrize("game", ["tonk", "ramino-drift"])
def test_games_with_melds_on_the_table_are_trained_alike(game: str, tmp_path: Path) -> None:
    values = train(game, 3, TINY)
    again = train(game, 3, TINY, workers=2)
    assert np.array_equal(values.weights, again.weights)
    assert values.weights[0, GOING_ON].any()
    assert values.weights[0, DRAWING].any()
    # Only where players knock is there anything to learn about knocking.
    assert values.weights[0, ENDING_NOW].any() == (game == "tonk")
    values.save(tmp_path)
    known = load_values(rules(game), 3, tmp_path)
    assert known is not None
    played = play_games(game, [by_values(known, game, 3), *[heuristic(game, 3)] * 2], 30, 1)
    assert np.isfinite(played.advantage).all()


def test_value_functions_of_ones_own_are_used_for_the_options_they_were_trained_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = rules({"id": "house", "extends": "tonk", "deal.cards": 6})
    assert learned(house, 2) is None
    train(house, 2, TINY).save(tmp_path)
    monkeypatch.setenv("MELDWISE_VALUES", str(tmp_path))
    policy = learned(house, 2)
    assert policy is not None
    assert policy.values is not None
    assert policy.values.name == name_of(house, 2)
    assert policy.values.recipe["options"]["deal.cards"] == 6
    assert learned(house.replace({"deal.cards": 7}), 2) is None
    assert learned(house, 3) is None
    # What comes with the package is there as before.
    assert learned("gin-rummy", 2) is not None
    monkeypatch.setenv("MELDWISE_VALUES", str(tmp_path / "nowhere"))
    with pytest.raises(RequestError, match="no folder"):
        learned(house, 2)


def test_nobody_knocks_by_what_was_never_learned() -> None:
    weights = np.ones((1, KINDS, WEIGHTS), np.float32)
    assert by_values(ValueFunctions(weights, "tonk-2"), "tonk").knock_by_values
    weights[:, ENDING_NOW] = 0.0
    assert not by_values(ValueFunctions(weights, "tonk-2"), "tonk").knock_by_values


def test_variants_of_a_rule_set_do_not_overwrite_each_other() -> None:
    variants = [rules("tonk"), *(rules("tonk").replace({"knock.limit": n}) for n in (5, 10))]
    assert len({name_of(known, 2) for known in variants}) == 3
    assert name_of(rules("tonk"), 2) == "tonk-2"
    # A rule set that says what is usual anyway is the same.
    assert name_of(rules("tonk").replace({"knock.limit": None}), 2) == "tonk-2"


def test_there_are_no_values_for_a_rule_set_that_nobody_trained(tmp_path: Path) -> None:
    assert load_values(rules({"id": "house"}), 2) is None
    assert load_values(rules("gin-rummy"), 2, tmp_path) is None


_GOOD = {"rules": "tonk", "players": 2, "inputs": "table 1", "blend": 0.0, "take": "values"}


def _saved(array: NDArray[Any]) -> bytes:
    file = BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


_NUMBERS = np.ones((1, KINDS, WEIGHTS), np.float16)


@pytest.mark.parametrize(
    ("weights", "recipe", "told"),
    [
        (_saved(np.zeros((1, 2, 3), np.float16)), _GOOD, "of the shape (1, 2, 3)"),
        (_saved(np.zeros((2, KINDS, WEIGHTS), np.float16)), _GOOD, "of the shape (2, "),
        (_saved(np.ones((1, KINDS, WEIGHTS), np.int8)), _GOOD, "int8 numbers"),
        (_saved(np.ones((1, KINDS, WEIGHTS), np.complex64)), _GOOD, "complex64 numbers"),
        (_saved(np.full((1, KINDS, WEIGHTS), np.nan)), _GOOD, "without bounds"),
        (_saved(np.full((1, KINDS, WEIGHTS), 1e30)), _GOOD, "without bounds"),
        (_saved(np.array([{}], object)), _GOOD, "tonk-2.npy: it cannot be read as an array"),
        (_saved(_NUMBERS)[:100], _GOOD, "tonk-2.npy: it cannot be read as an array"),
        (b"", _GOOD, "tonk-2.npy: it cannot be read as an array"),
        (b"rubbish", _GOOD, "tonk-2.npy: it cannot be read as an array"),
        (b"x" * 2**19, _GOOD, "far too large"),
        (_saved(_NUMBERS), _GOOD | {"players": 3}, "players: trained for 3, not for 2"),
        (_saved(_NUMBERS), _GOOD | {"rules": "loba"}, "not for tonk"),
        (_saved(_NUMBERS), _GOOD | {"inputs": "table 0"}, "not for table 1"),
        (_saved(_NUMBERS), _GOOD | {"blend": None}, "blend: "),
        (_saved(_NUMBERS), _GOOD | {"blend": float("nan")}, "blend: "),
        (_saved(_NUMBERS), _GOOD | {"blend": -1}, "blend: "),
        (_saved(_NUMBERS), _GOOD | {"take": "joins"}, "take: "),
        (_saved(_NUMBERS), [], "tonk-2.json: it is no recipe"),
        (_saved(_NUMBERS), None, "tonk-2.json: it cannot be read as JSON"),
    ],
)
def test_files_that_hold_something_else_are_refused(
    tmp_path: Path, weights: bytes, recipe: Any, told: str
) -> None:
    (tmp_path / "tonk-2.npy").write_bytes(weights)
    text = "{" * 5_000 if recipe is None else json.dumps(recipe)
    (tmp_path / "tonk-2.json").write_text(text, encoding="utf-8")
    with pytest.raises(RequestError, match="train the value functions anew") as refused:
        load_values(rules("tonk"), 2, tmp_path)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_weights_without_their_recipe_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tonk-2.npy").write_bytes(_saved(_NUMBERS))
    with pytest.raises(RequestError, match="json: it cannot be read"):
        load_values(rules("tonk"), 2, tmp_path)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"knock.limit": 10, "deck.jokers": 2}, "--rules tonk --set deck.jokers=2 --set knock."),
        ({"stock.shuffle": True}, "--rules tonk --set stock.shuffle=true"),
        ({"deck.wild_ranks": ["2"]}, "--rules FILE"),
    ],
)
def test_the_recipe_says_which_options_were_changed(changes: dict[str, Any], told: str) -> None:
    assert _rules_told(rules("tonk").replace(changes)).startswith(told)


def test_a_file_that_is_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tonk-2.npy").mkdir()
    with pytest.raises(RequestError, match="cannot be read"):
        load_values(rules("tonk"), 2, tmp_path)


def test_high_stakes_do_not_overflow(tmp_path: Path) -> None:
    weights = np.full((1, KINDS, WEIGHTS), 1e6, np.float32)
    values = ValueFunctions(weights, "tonk-2", recipe=trained_for(rules("tonk"), 2))
    values.save(tmp_path)
    known = load_values(rules("tonk"), 2, tmp_path)
    assert known is not None
    assert (known.weights == weights).all()


def test_hands_that_teach_too_little_are_refused() -> None:
    with pytest.raises(RequestError, match="hands: so few"):
        train("tonk", 2, replace(TINY, hands=20))


def test_sets_that_were_hardly_met_are_those_of_others() -> None:
    weights = np.ones((SETS, KINDS, WEIGHTS), np.float32)
    weights[STYLE_WAITS] = 0.0
    weights[STYLE_UNKNOWN, ENDING_NOW] = 0.0
    weights[STYLE_KNOCKS] = 2.0
    found = _completed(ValueFunctions(weights, "gin-rummy-2")).weights
    assert (found[STYLE_WAITS, GOING_ON] == 1.0).all()
    assert (found[STYLE_WAITS, ENDING_NOW] == 2.0).all()
    assert (found[STYLE_UNKNOWN, ENDING_NOW] == 2.0).all()
    assert (found[STYLE_UNKNOWN, DRAWING] == 1.0).all()


def test_a_plan_that_is_none_is_refused() -> None:
    with pytest.raises(RequestError, match="rounds: 0"):
        train("gin-rummy", 2, Plan(rounds=0))


def test_rules_that_no_compiled_code_plays_are_not_trained() -> None:
    with pytest.raises(RequestError, match="not played in compiled code"):
        train({"id": "house", "extends": "loba", "draw.discard": "whole_pile"}, 2, TINY)


def test_the_command_trains_and_says_where_the_files_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = [
        "--hands",
        "2000",
        "--generations",
        "1",
        "--fits",
        "1",
        "--kept",
        "3",
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
    assert told["command"].endswith(" ".join(plan))
    values = load_values(rules("gin-rummy"), 2, tmp_path)
    assert values is not None
    assert len(values.weights) == SETS


def test_a_policy_that_rests_on_values_must_have_them() -> None:
    assert heuristic("gin-rummy").values is None
    with pytest.raises(RequestError, match="give the value functions"):
        Policy("bare", throw="values")
    values = ValueFunctions(np.zeros((1, KINDS, WEIGHTS), np.float32), "gin-rummy-2")
    assert by_values(values, "gin-rummy").throw == "values"
