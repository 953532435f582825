"""Compiled hands of games with melds on the table, played again by the referee, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from meldwise.cards import Card
from meldwise.errors import InputError
from meldwise.play import State, apply, deal, score
from meldwise.playout.open import layout as at
from meldwise.playout.open.desk import Desk
from meldwise.playout.open.ground import table_of
from meldwise.playout.open.players import table_policy
from meldwise.playout.open.simulate import open_playouts
from meldwise.playout.open.support import unsupported
from meldwise.playout.open.trail import actions_of
from meldwise.playout.policies import Policy
from meldwise.playout.starts import Starts
from meldwise.playout.values.functions import KINDS, WEIGHTS, ValueFunctions
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet
from tests.property.playmixes import CHOICES

_ROWS = 4_000

# Weights that were never trained: whoever plays by them does odd things, and many of them.
_WEIGHTS = np.random.default_rng(7).normal(size=(1, KINDS, WEIGHTS)).astype(np.float32)

# Policies that together use everything: laying at once, holding back, weighing, fearing, values.
POLICIES = (
    table_policy("plain", knock_most=(10.0,)),
    table_policy("weighs", knock_most=(8.0,), outs=60.0, partners=1.0, danger=5.0, joker_risk=3.0),
    table_policy("holds", knock_most=(14.0,), hold_turns=6.0, hold_cards=3.0, take_margin=8.0),
    table_policy("plans", joker_risk=99.0, take_to_lay=1.0, fed=6.0, later=5.0, outs_early=30.0),
    replace(
        table_policy("values", joker_risk=2.0, fed=4.0),
        take="values",
        throw="values",
        knock_by_values=True,
        blend=0.1,
        values=ValueFunctions(_WEIGHTS, "mix-2"),
    ),
)


def replayed(known: RuleSet, policies: Sequence[Policy], seed: int) -> Counter[str]:
    """Play a hand in compiled code and again with the referee; how often what was done.

    Every action must be legal for the referee, the cards drawn the same and so the scores.
    """
    players = len(policies)
    state = deal(known, players, seed=seed)
    table = table_of(known, players)
    desk = Desk(table, _ROWS)
    found = open_playouts(Starts.of(state), policies, seed, desk=desk)
    done: Counter[str] = Counter()
    trail = desk.trail.tolist()
    assert len(trail) < _ROWS
    for number, row in enumerate(trail):
        if row[0] == at.SHUFFLED:
            state = _with_stock(state, trail[number + 1 :])
            done["renewed"] += 1
        for action in actions_of([row]):
            if row[0] == at.DRAW_STOCK:
                assert state.stock[-1].code == row[1]
            if state.over:
                # All who can declare do so; the last of them has ended the hand.
                assert row[0] == at.DECLARE
                continue
            state = apply(state, action)
            done[action.type] += 1
    assert state.over
    assert state.ending is not None
    assert score(state).scores == tuple(found.scores[0].astype(int).tolist())
    done[f"ended: {state.why or state.ending.kind}"] += 1
    return done


def _with_stock(state: State, later: Sequence[Sequence[int]]) -> State:
    """The state with the pile turned over in the order in which it was drawn afterwards."""
    drawn: list[int] = []
    for row in later:
        if row[0] == at.SHUFFLED:
            break
        if row[0] == at.DRAW_STOCK:
            drawn.append(row[1])
    pile = state.discards[:-1]
    rest = Counter(card.code for card in pile)
    rest.subtract(drawn)
    assert min(rest.values()) >= 0, "a card was drawn that was not in the pile"
    stock = tuple(Card(code) for code in [*rest.elements(), *reversed(drawn)])
    options = state.rules.stock
    if options.on_empty != "reshuffle" and not options.shuffle:
        turned = pile[::-1]
        assert turned[len(turned) - len(drawn) :] == stock[len(stock) - len(drawn) :]
        stock = turned
    return state.evolve(stock=stock, discards=state.discards[-1:], shuffles=state.shuffles + 1)


_MORE_CHOICES: dict[str, list[Any]] = {
    "players.max": [5],
    "meld.time": ["play"],
    "meld.run.min": [2, 3, 3, 4],
    "meld.set.suits": ["distinct", "any", 3],
    "deck.wild_ranks": [[]],
    "wild.joker_colours": [False],
    "draw.discard": ["free", "free", "use_now", "use_now_new_meld", "none"],
    "draw.first_upcard": ["free"],
    "open.pure_run": [False],
    "hand.requires.runs": [0],
    "knock.limit": [None, 6, 9],
    "knock.timing": ["before_draw"],
    "end.go_out_discard": ["optional", "optional", "required"],
    "layoff.at_showdown": [False],
    "stock.on_empty": ["reshuffle", "turn", "hand_ends", "void"],
    "stock.shuffle": [None, True, False],
    "stock.wall": ["none"],
    "score.model": ["own_penalty", "own_penalty_all", "stakes"],
    "score.go_out_at_once_factor": [1, 2],
    "score.go_out_at_once_bonus": [0, 7],
    "score.cap": [None, 30],
    "tie.lowest": ["knocker_loses", "nobody"],
    "tie.stock_out": ["each", "split", "none"],
    "tie.several_non_knockers": ["each", "split", "none"],
    "tie.rummy_immune": [True, False],
    "tonk.knocker_pays_winner_too": [True, False],
    "deal_win.min": [None, None, 40],
}


def open_mix(random: Random) -> tuple[RuleSet, int]:
    """A rule set of random options that the compiled simulator plays, and a number of players."""
    while True:
        chosen = {key: random.choice(values) for key, values in (CHOICES | _MORE_CHOICES).items()}
        if not chosen["knock.allowed"]:
            del chosen["knock.limit"]
        if chosen["score.model"] != "stakes":
            del chosen["deal_win.min"]
        try:
            known, players = rules({"id": "mix", **chosen}), random.choice([2, 2, 3, 5])
            deal(known, players)
        except InputError:
            continue
        if unsupported(known, players) is None:
            return known, players


def policies_for(players: int, random: Random) -> list[Policy]:
    """A policy for each seat."""
    return [random.choice(POLICIES) for _ in range(players)]
