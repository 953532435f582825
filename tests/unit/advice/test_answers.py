"""Hints, knock advice and tutoring: what they say, and clear answers where there is little."""

from __future__ import annotations

import json
import pickle
from time import sleep
from typing import Any

import pytest

import meldwise as mw
from meldwise.advice import Limit, hint, improving_hints, knock, tutor
from meldwise.advice.handalone import position_of_hand
from meldwise.advice.static import static_evaluation
from meldwise.errors import ActionError, InputError, PositionError, RequestError
from meldwise.play.legal import legal_actions
from meldwise.position import Position
from tests.unit.advice.situations import (
    DECLARING,
    DRAWING,
    DROPPING,
    GIN,
    KNOCKING,
    PLAYING,
    sample,
    states,
)


def test_the_names_of_the_package_are_those_of_advice() -> None:
    assert (mw.hint, mw.knock, mw.tutor) == (hint, knock, tutor)
    assert mw.improving_hints is improving_hints


def test_a_hint_lists_all_legal_actions_the_best_first() -> None:
    found = hint(PLAYING, samples=32, seed=1)
    assert {ranked.action for ranked in found.actions} == set(legal_actions(PLAYING))
    values = found.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert list(values)[:7] == [
        "best",
        "value",
        "exact",
        "samples",
        "seed",
        "elapsed_ms",
        "actions",
    ]
    assert values["best"] == values["actions"][0]["action"]
    assert values["value"] == values["actions"][0]["value"]
    for told in values["actions"]:
        assert {"action", "value", "se", "win", "deadwood", "why", "source"} <= set(told)
        assert 0 <= told["win"] <= 1
        assert told["se"] > 0
        assert told["why"]
        assert all(isinstance(reason, str) for reason in told["why"])
    assert "discard" in str(found)
    assert "<table" in found._repr_html_()
    assert pickle.loads(pickle.dumps(found)).to_dict() == values


def test_gin_is_gone_out_with_and_a_meld_is_not_broken() -> None:
    assert hint(GIN, samples=64, seed=1).best.to_dict() == {"type": "out", "discard": "KH"}
    broken = tutor(GIN, {"type": "discard", "card": "8H"}, samples=64, seed=1)
    assert broken.verdict == "mistake"
    assert broken.cost > 20
    assert any("takes 8H out of 7H 8H 9H" in reason for reason in broken.why)
    assert tutor(GIN, {"type": "out", "discard": "KH"}, samples=16).cost == 0
    assert tutor(GIN, {"type": "out", "discard": "KH"}, samples=16).verdict == "best"


def test_reasons_are_computed_for_the_position() -> None:
    why = {ranked.action: ranked.why for ranked in hint(PLAYING, samples=32, seed=1).actions}
    king = next(w for a, w in why.items() if a.to_dict() == {"type": "discard", "card": "KC"})
    # AS 2S 3S and 9C 9D 10D K K are held; 8D, JD and the other nines make a meld.
    assert any("gives up KC with KH" in reason for reason in king)
    assert any("unseen cards improve the melds" in reason for reason in king)
    assert any("seat 1" in reason for reason in king)


@pytest.mark.parametrize("line", [DRAWING, PLAYING, KNOCKING, DECLARING, DROPPING])
def test_without_time_or_samples_the_answer_is_static(line: str) -> None:
    for found in (hint(line, seconds=0), hint(line, samples=0)):
        assert (found.samples, found.final) == (0, True)
        assert {ranked.source for ranked in found.actions} <= {"heuristic", "learned", "exact"}
        assert all(ranked.se is None for ranked in found.actions if ranked.source != "exact")
        json.dumps(found.to_dict())
    advice = knock(line, seconds=0)
    assert advice.samples == 0
    assert advice.ahead_se is None
    json.dumps(advice.to_dict())


def test_one_sample_says_nothing_of_its_error() -> None:
    found = hint(PLAYING, samples=1, seed=1)
    assert found.samples == 1
    assert all(ranked.se is None for ranked in found.actions)
    assert found.to_dict()["actions"][0]["se"] is None
    assert knock(KNOCKING, samples=1).sure is None


def test_sampling_ends_at_the_error_that_was_wanted() -> None:
    found = hint(DRAWING, se=4.0, seed=1)
    assert found.actions[0].se is not None
    assert 3.6 < found.actions[0].se <= 4.0
    # No more samples than that took, and the answer is that of so many samples.
    again = hint(DRAWING, samples=found.samples, seed=1)
    assert [r.worth for r in again.actions] == [r.worth for r in found.actions]


@pytest.mark.parametrize("se", [2.0, 3.0])
def test_an_answer_for_so_many_samples_is_the_same_however_it_is_limited(se: float) -> None:
    unusual = 0
    for state in sample("gin-rummy", 2, 6, hands=8):
        position = state.position()
        found = hint(position, se=se, seed=21)
        again = hint(position, samples=found.samples, seed=21)
        assert [(r.action, r.worth) for r in again.actions] == [
            (r.action, r.worth) for r in found.actions
        ]
        unusual += found.samples & (found.samples - 1) > 0
    assert unusual >= 3


def test_samples_of_another_seed_are_others() -> None:
    one, other = (hint(PLAYING, samples=32, seed=seed) for seed in (5, 21))
    longer = hint(PLAYING, samples=48, seed=5)
    assert [r.worth for r in one.actions] != [r.worth for r in other.actions]
    assert [r.worth for r in longer.actions] != [r.worth for r in other.actions]


def test_a_knock_that_nearly_always_wins_is_advised_and_told_by_how_much() -> None:
    advice = knock(DROPPING, samples=200, seed=1)
    assert advice.advice == "knock"
    assert advice.discard is None
    assert advice.deadwood == 12
    assert advice.knock is not None
    assert advice.wait is not None
    assert advice.ahead == pytest.approx(advice.knock.value - advice.wait.value)
    values = advice.to_dict()
    assert {"advice", "discard", "deadwood", "knock", "wait", "why"} <= set(values)
    assert set(values["knock"]) == {"value", "se", "win", "source"}
    assert "better than waiting" in str(advice)


def test_five_cards_of_ten_points_are_declared_in_tonk() -> None:
    advice = knock(DECLARING, samples=40, seed=1)
    assert (advice.advice, advice.action and advice.action.type) == ("knock", "declare")
    assert advice.deadwood == 50


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (DRAWING, "a knock goes with the discard: draw first"),
        (PLAYING, "no discard leaves 10 or less"),
    ],
)
def test_a_knock_that_is_not_legal_is_told_with_the_reason(line: str, reason: str) -> None:
    advice = knock(line, samples=8)
    assert advice.advice == "not-legal"
    assert advice.knock is None
    assert advice.wait is not None
    assert reason in advice.why
    assert str(advice).startswith("Not legal")


def test_a_turn_is_one_action() -> None:
    line = "ramino-drift 2:0:1 play 3H4H5H9S9D9CKC2D - 7C 38 0,0 - -- -- 1:7 n2"
    found = hint(line, samples=40, seed=1)
    turns = [ranked.action.to_dict() for ranked in found.actions if ranked.action.type == "turn"]
    assert turns
    assert all(turn["actions"][-1]["type"] == "discard" for turn in turns)
    assert tutor(line, turns[0], samples=16, seed=1).cost >= 0
    with pytest.raises(ActionError) as caught:
        tutor(line, {"type": "turn", "actions": [*turns[0]["actions"], {"type": "pass"}]})
    assert caught.value.code == "turn-goes-on"


def test_a_turn_is_listed_in_one_order_only() -> None:
    position = {"rules": "tonk", "phase": "play", "hand": "4H 4D 4C 9S TS JS"}
    told = hint(position, samples=16, seed=1).to_dict()["actions"]
    turns = [known["action"].get("actions", []) for known in told]
    out = [steps for steps in turns if [step["type"] for step in steps] == ["meld", "meld"]]
    assert len(out) == 1
    again = {"type": "turn", "actions": out[0][::-1]}
    assert tutor(position, again, samples=16, seed=1).cost == 0


def test_what_is_marked_as_a_tie_is_said_to_be_one() -> None:
    position = {"rules": "cincinnati-rummy", "hand": "AC 2C 3C 9D 9H 9S JK 5D", "phase": "play"}
    found = hint(position, samples=50, seed=1)
    second = found.actions[1]
    assert second.tied == any("cannot be told apart" in why for why in found.actions[0].why)
    assert not any(" is -" in why for why in found.actions[0].why)


def test_actions_that_cannot_be_told_apart_are_marked() -> None:
    line = KNOCKING.replace("5DKH", "KSKH")
    found = hint(line, samples=40, seed=1)
    tied = [r.action.to_dict() for r in found.actions if r.tied]
    # The two kings leave the same.
    assert {"type": "discard", "card": "KS"} in tied or {"type": "discard", "card": "KH"} in tied
    assert "* cannot be told apart from the best" in str(found)


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        ({"seconds": -1}, "bad-seconds"),
        ({"seconds": "1"}, "bad-seconds"),
        ({"seconds": float("nan")}, "bad-seconds"),
        ({"samples": -1}, "bad-samples"),
        ({"samples": 1.5}, "bad-samples"),
        ({"samples": True}, "bad-samples"),
        ({"se": -0.1}, "bad-se"),
    ],
)
def test_a_wrong_limit_is_told(limits: dict[str, Any], code: str) -> None:
    with pytest.raises(RequestError) as caught:
        Limit(**limits)
    assert caught.value.code == code
    for ask in (hint, knock):
        with pytest.raises(RequestError):
            ask(DRAWING, **limits)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", 2**63])
def test_a_wrong_seed_is_told(seed: Any) -> None:
    with pytest.raises(RequestError, match="seed"):
        hint(DRAWING, seed=seed)


def test_when_another_seat_is_to_move_there_is_nothing_to_decide() -> None:
    state = states("gin-rummy", 2, 6)[5]
    with pytest.raises(PositionError, match="nothing to decide"):
        hint(state.position(1 - state.seat))


def test_a_position_that_contradicts_itself_is_told() -> None:
    with pytest.raises(InputError, match="hand"):
        hint({"rules": "gin-rummy", "hand": "AS2S3S"})
    with pytest.raises(InputError, match="too many"):
        hint({"rules": "gin-rummy", "hand": "AS2S3S5H6H7H9C9DTDKH", "discards": ["KH"]})


def test_an_action_that_is_not_legal_has_no_cost() -> None:
    with pytest.raises(ActionError):
        tutor(PLAYING, {"type": "knock", "discard": "KC"})
    with pytest.raises(ActionError):
        tutor(PLAYING, {"type": "turn", "actions": []})


def test_a_hand_alone_is_a_position() -> None:
    position = position_of_hand("2S3S4S7H8H9HTDTSTC5DKH", "gin-rummy", turn=3)
    assert (position.phase, len(position.hand), position.players) == ("play", 11, 2)
    before = position_of_hand("AS2D3H4C2H", "tonk", players=4)
    assert (before.phase, before.players) == ("draw", 4)
    with pytest.raises(PositionError, match="11"):
        position_of_hand("2S3S4S", "gin-rummy")
    with pytest.raises(RequestError, match="turn"):
        position_of_hand("2S3S4S7H8H9HTDTSTC5DKH", "gin-rummy", turn=0)


def test_positions_are_values_json_or_text() -> None:
    position = Position.parse(DRAWING)
    answers = [hint(form, samples=16) for form in (position, DRAWING, position.to_dict())]
    assert len({str([r.worth for r in found.actions]) for found in answers}) == 1


def test_static_values_are_ranked_with_none_above_the_best() -> None:
    # Here the player throws JC, while its value function by itself puts 7D first.
    parted = Position.of(
        {
            "rules": "gin-rummy",
            "phase": "play",
            "dealer": 1,
            "hand": "4S 5S 6S 9D 9H 9C 2H 3H KD JC 7D",
            "taken": {"card": "7D", "from": "stock"},
            "discards": ["3D", "TC"],
            "opponents": [{"seat": 1, "cards": 10, "threw": ["3D"], "passed": ["TC"]}],
        }
    )
    played = [state.position() for state in states("gin-rummy", 2, 3)[::3]]
    for position in (parted, *played):
        values = [ranked.value for ranked in hint(position, samples=0).actions]
        assert values == sorted(values, reverse=True)


def test_only_sampling_counts_as_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that is slow to look at, as the first one in a process is, is sampled still."""
    look = static_evaluation

    def slow(*arguments: Any) -> Any:
        sleep(0.3)
        return look(*arguments)

    monkeypatch.setattr("meldwise.advice.search.static_evaluation", slow)
    assert hint(PLAYING, seconds=0.2).samples > 0
