from __future__ import annotations

import numpy as np
import pytest

from meldwise.errors import RequestError
from meldwise.play.players import player
from meldwise.playout import deal_starts, greedy, patient, simple, threshold
from meldwise.playout.closed.running import closed_playouts
from meldwise.rules import rules
from tests.playout.replays import check_hands

GAMES = [
    ("gin-rummy", 2),
    ("knock-rummy", 2),
    ("knock-rummy", 5),
    ("wildcard-rummy", 3),
    ("wildcard-rummy", 7),
    ("ramino-knock", 2),
    ("ramino-knock", 6),
    ("cincinnati-rummy", 2),
    ("cincinnati-rummy", 7),
]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_greedy_policy_plays_and_scores_as_the_greedy_player(game: str, players: int) -> None:
    hands = 6 if players < 5 else 2
    check_hands(game, players, hands, [greedy()] * players, [player("greedy")] * players)


@pytest.mark.parametrize(("game", "players"), [("gin-rummy", 2), ("knock-rummy", 3)])
def test_the_patient_policy_plays_and_scores_as_the_patient_player(game: str, players: int) -> None:
    check_hands(game, players, 6, [patient()] * players, [player("patient")] * players)


@pytest.mark.parametrize(("game", "players"), [("gin-rummy", 2), ("knock-rummy", 4)])
def test_simple_and_threshold_policies_play_legally_and_score_as_settled(
    game: str, players: int
) -> None:
    policies = ([simple(), threshold(40, 30, 20, 10)] * players)[:players]
    check_hands(game, players, 12, policies, None)


OPTIONS = [
    ("gin-rummy", {"layoff.against_gin": True}),
    ("gin-rummy", {"end.big_gin": True, "end.go_out_discard": "optional"}),
    ("gin-rummy", {"stock.wall": "knock_only"}),
    ("gin-rummy", {"knock.limit": "upcard", "score.spade_upcard_factor": 2}),
    ("gin-rummy", {"tie.lowest": "nobody", "layoff.targets": "runs"}),
    ("gin-rummy", {"knock.limit": 60, "layoff.targets": "sets"}),
    ("knock-rummy", {"stock.on_empty": "hand_ends", "tie.stock_out": "split"}),
    ("knock-rummy", {"count.hand": "held", "score.difference": "per_opponent"}),
    ("knock-rummy", {"score.model": "sum_of_others", "score.cap": 30}),
    ("knock-rummy", {"tie.rummy_immune": False, "tie.several_non_knockers": "each"}),
    ("ramino-knock", {"score.model": "own_penalty", "end.turn_limit": 9}),
    ("wildcard-rummy", {"turn.discard_taken_upcard": True, "draw.discard": "none"}),
]


@pytest.mark.parametrize(("game", "changes"), OPTIONS)
def test_options_are_played_and_settled_as_the_referee_does(
    game: str, changes: dict[str, object]
) -> None:
    rule_set = rules(game).replace(changes)
    policy = threshold(10.0, 60.0, 10.0) if rule_set.knock.allowed else greedy()
    check_hands(rule_set, 2, 8, [policy] * 2, None)


def test_samples_do_not_depend_on_those_before_them() -> None:
    starts = deal_starts("gin-rummy", n=40, seed=5)
    whole, _ = closed_playouts(starts, [simple(), greedy()], 7)
    again, _ = closed_playouts(starts, [simple(), greedy()], 7)
    first, _ = closed_playouts(starts.take(slice(0, 11)), [simple(), greedy()], 7)
    assert np.array_equal(whole.scores, again.scores)
    assert np.array_equal(whole.scores[:11], first.scores)


def test_rules_that_are_not_played_are_refused_with_the_reason() -> None:
    starts = deal_starts("loba", n=1, seed=1)
    with pytest.raises(RequestError, match="melds are laid in play"):
        closed_playouts(starts, [greedy()] * starts.players, 1)
