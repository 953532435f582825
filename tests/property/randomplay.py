"""Random play with every check that holds at every step: used by CI and by the long run."""

from __future__ import annotations

from collections import Counter
from random import Random

from meldwise.cards import Card
from meldwise.play import Action, State, action_text, apply, deal, legal_actions, score, why_not
from meldwise.play.dealing import whole_pack
from meldwise.play.state import TURNS_EACH
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.settlement import Settlement

# The share of choices in which ending the hand by a knock is not thought of.
PLAYED_ON = 0.9


def cards_in_play(state: State) -> Counter[Card]:
    """All cards of a hand, wherever they are."""
    found = Counter(state.stock) + Counter(state.discards)
    for hand in state.hands:
        found.update(hand)
    for known in state.table:
        found.update(known.meld.physical)
    return found


def play_checked(
    rules: RuleSet, players: int, seed: int, *, look_every: int = 1
) -> tuple[State, Settlement]:
    """A hand of random actions, checked on the way.

    Args:
        rules: The rule set.
        players: How many play.
        seed: For the deal and the choices.
        look_every: Positions are written and read back at every so many steps.
    """
    random = Random(f"choices {seed}")
    state = deal(rules, players, seed=seed)
    whole, step = Counter(whole_pack(state.terms)), 0
    while not state.over:
        position = state.position()
        legal = legal_actions(position)
        assert legal, f"no legal action: {position.to_text()}"
        assert len(set(legal)) == len(legal), f"listed twice: {position.to_text()}"
        if step % look_every == 0:
            _look(position)
        action = random.choice(_mostly_played_on(legal, random))
        before, state = state, apply(state, action)
        step += 1
        assert cards_in_play(state) == whole, f"cards lost: {action_text(action)}"
        assert before.turn.number <= (rules.end.turn_limit or TURNS_EACH * players)
    settlement = score(state)
    assert len(settlement.scores) == players
    if rules.score.model == "stakes":
        assert sum(settlement.scores) == 0
    return state, settlement


def _mostly_played_on(legal: tuple[Action, ...], random: Random) -> tuple[Action, ...]:
    """The actions to choose from: knocks seldom, so that hands get beyond the first turn."""
    played_on = tuple(action for action in legal if action.type not in ("knock", "declare"))
    return played_on if played_on and random.random() < PLAYED_ON else legal


def _look(position: Position) -> None:
    line = position.to_text()
    assert Position.parse(line) == position, line
    assert Position.from_dict(position.to_dict()) == position, line
    for action in legal_actions(position):
        assert why_not(position, action) is None, f"{line}: {action_text(action)}"
