"""Decisions, playouts from a position and features of games with melds on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from meldwise.advice.policyplayers import PolicyPlayer
from meldwise.cards import Card
from meldwise.errors import RequestError
from meldwise.play import Action, State, apply, deal, play_hand, score
from meldwise.play.actions import Discard, Draw, Knock
from meldwise.play.goingon import Placement, place
from meldwise.play.refusal import Refusal
from meldwise.playout import deal_starts
from meldwise.playout.open.deciding import decide
from meldwise.playout.open.features import danger, features
from meldwise.playout.open.players import plain
from meldwise.playout.open.simulate import open_playouts, played_after
from meldwise.playout.open.stating import counts_of
from meldwise.playout.open.support import PLAYED, demands, unsupported
from meldwise.playout.starts import Starts
from meldwise.position import Position, Taken
from meldwise.rules import rules
from meldwise.rules.ruleset import option_names
from tests.playout.openreplay import POLICIES, policies_for

pytestmark = pytest.mark.xdist_group("open-playouts")

GAMES = ("german-rummy", "tonk", "loba", "ramino-drift")


@pytest.mark.parametrize("name", GAMES)
def test_a_player_at_the_table_plays_as_in_playouts(name: str) -> None:
    for seed in range(8):
        chosen = policies_for(3, Random(seed))
        state = deal(name, 3, seed=seed)
        over = play_hand(state, [PolicyPlayer(lambda *_, p=policy: p) for policy in chosen])
        if over.shuffles:
            continue
        found = open_playouts(Starts.of(state), chosen, seed)
        assert score(over).scores == tuple(found.scores[0].astype(int).tolist())


_NO_DISCARDS = ("end.go_out_discard", "draw.discard")


def states(name: str, seed: int) -> Iterator[tuple[State, Action]]:
    """The states of a hand, each with what was done in it."""
    seen: list[tuple[State, Action]] = []
    players = [PolicyPlayer(lambda *_: POLICIES[0])] * 2
    play_hand(deal(name, 2, seed=seed), players, lambda state, action: seen.append((state, action)))
    return iter(seen)


@pytest.mark.parametrize("name", GAMES)
def test_starts_after_an_action_are_those_of_the_state_after_it(name: str) -> None:
    for state, action in states(name, seed=5):
        after = apply(state, action)
        if after.over or state.phase == "deal" or (isinstance(action, Draw) and not state.stock):
            continue
        ours, theirs = Starts.of(state).after(action), Starts.of(after)
        assert (ours.hands == theirs.hands).all()
        assert ours.table == theirs.table
        assert (ours.opened, ours.turn, ours.seat) == (theirs.opened, theirs.turn, theirs.seat)
        assert [n is None for n in ours.put_down] == [n is None for n in theirs.put_down]
        two = [POLICIES[0], POLICIES[1]]
        assert (open_playouts(ours, two, 3).scores == open_playouts(theirs, two, 3).scores).all()


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_that_ends_the_hand_is_settled_as_the_referee_settles_it(name: str) -> None:
    for seed in range(6):
        turn: list[tuple[State, Action]] = []
        for state, action in states(name, seed):
            if turn and turn[-1][0].turn.number != state.turn.number:
                turn = []
            turn.append((state, action))
        begun, steps = turn[0][0], [action for _, action in turn]
        over = begun
        for action in steps:
            over = apply(over, action)
        if begun.phase == "deal" or (isinstance(steps[0], Draw) and not begun.stock):
            continue
        found = played_after(Starts.of([begun] * 3), steps, [plain()] * 2)
        assert found.scores.astype(int).tolist() == [list(score(over).scores)] * 3


def test_a_knock_is_settled_on_every_hidden_hand() -> None:
    starts = deal_starts("tonk", 4, n=200, seed=2)
    found = played_after(starts, [Knock()], [plain()] * 4)
    for row in range(0, 200, 20):
        state = deal("tonk", 4, seed=0)
        hands = tuple(
            tuple(Card(code) for code in np.repeat(np.arange(53), starts.hands[row, seat]).tolist())
            for seat in range(4)
        )
        shown = apply(replace(state, phase="draw", seat=starts.seat, hands=hands), Knock())
        assert tuple(found.scores[row].astype(int).tolist()) == score(shown).scores


def test_results_follow_from_the_seed_and_the_number_of_the_sample_alone() -> None:
    starts = deal_starts("loba", 5, n=40, seed=4)
    chosen = policies_for(5, Random(1))
    whole = open_playouts(starts, chosen, 9)
    half = open_playouts(starts.take(slice(20, 40)), chosen, 9, first=20)
    assert (whole.scores[20:] == half.scores).all()


@pytest.mark.parametrize("name", GAMES)
def test_features_are_what_the_referee_makes_of_each_card(name: str) -> None:
    looked = 0
    for state, action in states(name, seed=8):
        position = state.position()
        if not isinstance(action, Discard) or len(position.hand) < 3:
            continue
        kept = counts_of(position.hand) - counts_of([action.card])
        found = features(position, kept[None].astype(np.uint8))
        held = [card for card in position.hand if card != action.card]
        held += [action.card] * (position.hand.count(action.card) - 1)
        for code in range(0, 53, 4):
            if found.unseen[code] == 0:
                continue
            drawn = position.evolve(
                hand=(*held, Card(code)),
                taken=Taken((Card(code),), "stock"),
                turn=position.turn.evolve(placed=False, opened=False, used=False),
            )
            left = _after_laying(drawn)
            assert found.placed[0, code] == len(drawn.hand) - len(left)
            looked += 1
        if looked > 60:
            return


def _after_laying(position: Position) -> tuple[Card, ...]:
    """The cards left when the plain policy has put down what it does."""
    for action in decide(position, plain()):
        if isinstance(action, Discard):
            break
        after = place(position, _placement(action))
        assert not isinstance(after, Refusal)
        position = after
    return position.hand


def _placement(action: Action) -> Placement:
    assert action.type in ("meld", "lay-off", "swap-joker", "shift-joker")
    return action  # type: ignore[return-value]


def test_a_discard_that_can_be_laid_off_or_is_wanted_is_dangerous() -> None:
    position = Position.from_dict(
        {
            "rules": "ramino-drift",
            "hand": "5S 9C KD",
            "phase": "play",
            "table": [{"owner": 1, "cards": "2H 3H 4H"}],
            "opened": [False, True],
            "opponents": [{"seat": 1, "cards": 4, "holds": ["KS", "KH"]}],
        }
    )
    found = danger(position)
    assert found[Card.parse("5H").code] == found[Card.parse("KD").code] == 1
    assert 0 < found[Card.parse("9C").code] < 0.5


@pytest.mark.parametrize(
    "options",
    [
        {"meld.time": "end", "layoff.in_play": False},
        {"deck.wild_ranks": ["2"]},
        {"deck.jokers": 8},
        {"deal.cards": 21},
        {"values.hand": {"joker": 300}, "deck.jokers": 2},
        {"draw.discard": "whole_pile"},
        {"draw.first_upcard": "offered"},
        {"turn.draw": "if_nothing_placed", **dict.fromkeys(_NO_DISCARDS, "none")},
        {"deck.suits": "SHD"},
        {"hand.requires.runs": 1},
        {"open.pure_run": True},
        {"knock.timing": "with_discard", "knock.allowed": True},
        {"layoff.at_showdown": True},
        {"end.go_out_discard": "none"},
        {"stock.on_empty": "pass"},
        {"stock.wall": "void"},
        {"score.model": "melds_minus_hand"},
        {"score.spade_upcard_factor": 2},
        {"wild.joker_colours": True, "deck.jokers": 2},
        {"meld.run.max": 14},
    ],
    ids=lambda options: next(iter(options)),
)
def test_options_that_are_not_played_are_refused_by_name(options: dict[str, object]) -> None:
    base: dict[str, object] = {
        "meld.time": "play",
        "layoff.in_play": True,
        "meld.run.aces": "high_or_low",
    }
    known = rules({"id": "house", **base, **options})
    reason = unsupported(known, 2)
    assert reason is not None
    assert reason.startswith(next(iter(options)))
    if known.meld.time == "play" and not known.hand.requires.runs:
        with pytest.raises(RequestError, match="not played in compiled code"):
            open_playouts(deal_starts(known, 2, n=1), [plain()] * 2)


def test_every_option_is_played_or_refused() -> None:
    """A new option is to be looked at here: what does the simulator make of it?"""
    refused = {key for key, *_ in demands(rules("loba"), 2)}
    parts = {"values.hand": [n for n in option_names() if n.startswith("values.hand.")]}
    named = refused | {name for key in refused for name in parts.get(key, ())}
    assert set(option_names()) - PLAYED - named == set()
    assert not PLAYED & refused
