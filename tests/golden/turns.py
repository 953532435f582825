"""Turns of one player at a table with melds on it, walked through by the referee."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meldwise.cards import Card, Hand, parse_cards
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import meld_rules
from meldwise.melds.readings import read_meld
from meldwise.play import Action, apply, deal, legal_actions
from meldwise.play.state import State
from meldwise.position import TableMeld
from meldwise.rules.ruleset import RuleSet
from tests.golden.house_rules import house_rules

TABLE: dict[str, Any] = {
    "meld.time": "play",
    "layoff.in_play": True,
    "layoff.requires_open": False,
    "joker_swap.allowed": True,
    "joker_swap.requires_open": False,
    "joker_swap.reuse": "any",
    "end.go_out_discard": "optional",
    "count.hand": "unmelded",
}
"""Every player may add to every meld of the table and exchange its jokers, at any time."""

PLACING = ("meld", "lay-off", "swap-joker", "shift-joker")


def laid(rules: RuleSet, cards: str) -> Meld:
    """The meld that cards on the table are, in the first of its readings."""
    return read_meld(meld_rules(rules), parse_cards(cards)).melds[0]


def at_table(differences: Mapping[str, Any], hand: str, table: Sequence[str], **play: Any) -> State:
    """A player after the draw, with melds of the other player on the table."""
    changes = {name.replace("__", "."): value for name, value in play.items()}
    rules = house_rules(differences, TABLE | changes)
    other = (Card.parse("AD"),)
    return deal(rules, 2).evolve(
        phase="play",
        seat=0,
        hands=(Hand.parse(hand).cards, other),
        table=tuple(TableMeld(1, laid(rules, cards)) for cards in table),
        opened=(False, bool(table)),
        placed=(False, bool(table)),
    )


def actions(state: State, *types: str) -> list[Action]:
    """The legal actions of some types."""
    if state.over:
        return []
    return [action for action in legal_actions(state.position()) if action.type in types]


def swaps(state: State) -> list[str]:
    """The cards of the hand that may take a joker of the table."""
    return [str(action.to_dict()["card"]) for action in actions(state, "swap-joker")]


def reached(state: State, *types: str) -> Iterator[State]:
    """The state and all that can be reached from it in the same turn by actions of some types."""
    seen: set[tuple[object, ...]] = set()
    open_ = [state]
    while open_:
        last = open_.pop()
        key = (tuple(sorted(last.hands[0])), last.table, last.turn, last.phase)
        if key in seen:
            continue
        seen.add(key)
        yield last
        open_ += [apply(last, action) for action in actions(last, *types)]


def finished(state: State) -> bool:
    """Whether the turn may end here: nothing that was begun is left undone."""
    return state.over or bool(actions(state, "discard", "out", "pass"))


def most_placed(state: State) -> int:
    """The most cards of the hand that can go down in the turn."""
    held = len(state.hands[0])
    return max(held - len(after.hands[0]) for after in reached(state, *PLACING) if finished(after))


def least_held(state: State, *types: str) -> int:
    """The least that the cards held count after actions of some types."""
    values = state.terms.values
    return min(
        sum(values[card.code] for card in after.hands[0])
        for after in reached(state, *types)
        if finished(after)
    )
