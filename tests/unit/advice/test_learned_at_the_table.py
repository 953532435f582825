"""Hints without samples where melds are laid: by value functions, and all in one unit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from meldwise.advice import hint, knock, tutor
from meldwise.advice.candidates import candidates
from meldwise.advice.deciding import decision, learned_policy
from meldwise.play.actions import Discard, Draw, Knock, Pass
from meldwise.play.legal import legal_actions
from meldwise.playout.open.deciding import values_of
from meldwise.playout.values.functions import KINDS, WEIGHTS, ValueFunctions, name_of, trained_for
from meldwise.position import Position
from meldwise.rules import rules

pytestmark = pytest.mark.xdist_group("open-playouts")

_LAYS = {
    "rules": "german-rummy",
    "phase": "play",
    "hand": "TS 9S KH 6C KD 3H 4H 5H 8D 2C QC",
    "opened": [True, True],
    "table": [{"owner": 0, "cards": "JS QS KS"}, {"owner": 1, "cards": "6S 6H JK"}],
    "turn": {"number": 8},
}


@pytest.mark.parametrize(
    "known",
    [
        {"rules": "tonk", "hand": "2S 3S 4H 9D KC", "phase": "draw", "discards": "4S"},
        _LAYS,
    ],
    ids=["tonk", "german-rummy"],
)
def test_all_actions_are_valued_and_the_learned_player_s_is_first(known: dict[str, object]) -> None:
    position = Position.from_dict(known)
    found = hint(position, samples=0)
    policy = learned_policy(position.rules, 2)
    assert policy is not None
    assert found.best == decision(position, policy)
    assert {ranked.worth.source for ranked in found.actions} == {"learned"}
    values = [ranked.worth.value for ranked in found.actions]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > 2


def test_going_out_is_worth_what_it_brings_now() -> None:
    # With the upcard all cards go down: the other pays, and more if nothing is left to throw.
    winning = {"rules": "tonk", "hand": "2S 3S 9D 9C 9H", "phase": "draw", "discards": "4S"}
    first, *others = hint(winning, samples=0).actions
    stake = rules("tonk").score.stake
    assert first.action == Draw("discard")
    assert first.worth.value == pytest.approx(2 * stake * rules("tonk").tonk.out_factor)
    assert first.why[0] == "with 4S all cards are melded"
    assert others
    assert all(ranked.worth.value < first.worth.value for ranked in others)
    turn = {**winning, "phase": "play", "hand": "2S 3S 9D 9C 9H 4S", "discards": "KD"}
    taken = {"taken": {"card": "4S", "from": "discard"}}
    best = hint({**turn, **taken}, samples=0).actions[0]
    assert best.worth.value == pytest.approx(2 * stake * rules("tonk").tonk.out_factor)
    assert best.worth.value == pytest.approx(
        hint({**turn, **taken}, samples=200).actions[0].worth.value
    )


def test_knocking_or_waiting_is_valued_without_samples() -> None:
    low = {"rules": "tonk", "hand": "AS 2H 2D 3C AD", "phase": "draw", "discards": "KH"}
    high = {"rules": "tonk", "hand": "KS QH TD 8C 7D", "phase": "draw", "discards": "KH"}
    for hand, advice in ((low, "knock"), (high, "wait")):
        found = knock(hand, samples=0)
        assert found.advice == advice
        assert found.knock is not None
        assert found.knock.source == "learned"


def test_what_is_not_valued_is_no_better_than_the_worst(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = rules("loba").replace({"deal.cards": 8})
    weights = np.random.default_rng(2).normal(size=(1, KINDS, WEIGHTS)).astype(np.float32)
    told = trained_for(house, 2)
    ValueFunctions(weights, name_of(house, 2), 0.0, "values", told).save(tmp_path)
    monkeypatch.setenv("MELDWISE_VALUES", str(tmp_path))
    # The upcard must be laid at once in a new meld, and there is none.
    known = {"rules": house.to_dict(), "hand": "2S 5S 9D JC KH 3D 7H QC", "phase": "draw"}
    found = hint({**known, "discards": "8S"}, samples=0)
    taking = [ranked for ranked in found.actions if ranked.action == Draw("discard")]
    assert [ranked.worth.source for ranked in found.actions if ranked not in taking] == ["learned"]
    assert all(ranked.worth.value <= found.actions[0].worth.value for ranked in taking)
    assert found.best == Draw("stock")


@pytest.mark.parametrize("cards", range(1, 8))
def test_a_turn_that_wins_now_is_first(cards: int) -> None:
    # The player puts the five down first and finds no way out; the planner does.
    known = {
        "rules": "german-rummy",
        "phase": "play",
        "hand": "3S 5D JK",
        "opened": [True, True],
        "table": [{"owner": 1, "cards": "7D 8D 9D"}, {"owner": 0, "cards": "KS QS JS"}],
        "opponents": [{"seat": 1, "cards": cards}],
        "turn": {"number": 12},
    }
    found = hint(known, samples=0)
    assert found.actions[0].deadwood == 0
    assert found.actions[0].worth.source == "heuristic"
    assert all(one.worth.value <= found.actions[0].worth.value for one in found.actions)
    assert knock(known, samples=0).advice == "knock"


def test_the_middle_of_an_initial_meld_is_valued_too() -> None:
    known = {
        "rules": "german-rummy",
        "phase": "play",
        "hand": "KH KD KC 2S 3S 9D 8C",
        "opened": [False, False],
        "table": [{"owner": 0, "cards": "JS QS KS"}],
        "turn": {"number": 4, "placed": True},
    }
    position = Position.from_dict(known)
    assert position.opening
    found = hint(position, samples=0)
    assert {one.worth.source for one in found.actions} <= {"learned", "heuristic"}
    assert found.actions[0].worth.source == "learned"


def test_the_first_step_of_a_turn_is_worth_what_its_best_rest_is() -> None:
    turn = hint(_LAYS, samples=0).actions[0]
    meld = {"type": "meld", "cards": "3H 4H 5H"}
    found = tutor(_LAYS, meld, samples=0)
    assert found.verdict in ("best", "as-good")
    assert found.played.worth.value == pytest.approx(turn.worth.value)


def test_a_pass_is_valued_as_the_draw_that_cannot_be_made() -> None:
    hand = ("4H", "8S", "AC", "5C", "8H")
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    rest = [card for card in pack if card not in (*hand, "JH")]
    known = {
        "rules": "tonk",
        "players": 4,
        "hand": " ".join(hand),
        "phase": "draw",
        # The others hold five cards each.
        "discards": " ".join([*rest[15:], "JH"]),
        "stock": 0,
    }
    position = Position.from_dict(known)
    policy = learned_policy(position.rules, 4)
    assert policy is not None
    assert None not in values_of(position, [[Pass()], [Draw("discard")], [Knock()]], policy)
    found = hint(position, samples=0)
    assert found.best == decision(position, policy)
    assert all(ranked.worth.source == "learned" for ranked in found.actions)


def test_knocks_and_passes_of_a_turn_are_not_lost_among_its_discards() -> None:
    house = rules("loba").replace({"knock.allowed": True, "knock.timing": "with_discard"})
    hand = "2S 3S 4S 5S 9D JC KH 3D 7H QC"
    position = Position.from_dict({"rules": house.to_dict(), "hand": hand, "phase": "play"})
    actions = candidates(position)
    legal = legal_actions(position)
    assert set(actions) >= {action for action in legal if isinstance(action, Knock)}
    assert any(isinstance(action, Discard) for action in actions)
