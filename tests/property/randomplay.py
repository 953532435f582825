"""Random play with every check that holds at every step: used by CI and by the long run.

Wholly aimless hands seldom come to an end that is worth settling: of gin's, nearly all end at the
wall, and where the discards are shuffled again nothing ends them but the limit on turns. So some
players are sensible now and then, each hand as often as its number says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

from meldwise.cards import Card
from meldwise.cards.card import CODES
from meldwise.play import (
    Action,
    State,
    action_text,
    apply,
    deal,
    legal_actions,
    play_game,
    replay,
    score,
    why_not,
)
from meldwise.play.dealing import whole_pack
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.record import Recorder, header
from meldwise.play.state import TURNS_EACH
from meldwise.position import Position, Terms
from meldwise.rules import rules as find_rules
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.settlement import Settlement
from tests.presets import PLAYED

# The share of choices in which ending the hand by a knock is not thought of.
PLAYED_ON: Final = 0.9

# The share of sensible choices, in hands by their numbers.
SENSE: Final = (0.0, 0.3, 0.6, 0.6, 0.6, 0.9, 0.9, 0.9)

# Four bits for each card: no game has fifteen equal ones.
_ONE: Final = [1 << (4 * code) for code in range(CODES)]


def tables() -> list[tuple[str, int]]:
    """Every preset that is played, with every number of players."""
    return [
        (name, players)
        for name in PLAYED
        for players in range(find_rules(name).players.min, find_rules(name).players.max + 1)
    ]


class Wayward:
    """A player who takes any legal action, knocks seldom, and sees that there is one to take.

    Args:
        seed: For what it chooses.
        sense: How often it does as a greedy player does instead.
    """

    def __init__(self, seed: int, sense: float) -> None:
        self._random = Random(f"choices {seed}")
        self._sensible = GreedyPlayer()
        self._sense = sense

    def choose(self, position: Position, /) -> Action:
        """One of the legal actions."""
        if self._sense and self._random.random() < self._sense:
            # One that is not legal is refused when it is applied.
            return self._sensible.choose(position)
        legal = legal_actions(position)
        assert legal, f"no legal action: {position.to_text()}"
        if self._random.random() < PLAYED_ON:
            # Knocks at once would end most hands in the first turn.
            played_on = [action for action in legal if action.type not in ("knock", "declare")]
            legal = tuple(played_on) or legal
        return self._random.choice(legal)


def wayward(seed: int) -> Wayward:
    """The player of the hand of that number."""
    return Wayward(seed, SENSE[seed % len(SENSE)])


def play_checked(
    rules: RuleSet, players: int, seed: int, *, look_every: int = 1
) -> tuple[State, Settlement]:
    """A hand of random actions, checked on the way.

    Args:
        rules: The rule set.
        players: How many play.
        seed: For the deal and the choices.
        look_every: Positions are written and read back, and their actions gone through one by
            one, at every so many steps; 0: never.
    """
    player = wayward(seed)
    state = deal(rules, players, seed=f"{seed}/1")
    whole, step = _counts_of_pack(state.terms), 0
    most_turns = rules.end.turn_limit or TURNS_EACH * players
    while not state.over:
        position = state.position()
        action = player.choose(position)
        if look_every and step % look_every == 0:
            _look(position)
        assert state.turn.number < most_turns
        state = apply(state, action)
        step += 1
        if state.phase != "play":
            # A card that is lost in a turn is missing when it ends.
            assert cards_in_play(state) == whole, f"cards lost: {action_text(action)}"
    settlement = score(state)
    assert len(settlement.scores) == players
    assert settlement.exact
    if rules.score.model == "stakes":
        assert sum(settlement.scores) == 0
    return state, settlement


def record(rules: RuleSet, players: int, seed: int, lines: list[str]) -> None:
    """Write down the hand that `play_checked` plays; of one that breaks off, what there is."""
    lines += header(rules, players, seed, 1)
    recorder = Recorder(lines.append)
    result = play_game(rules, [wayward(seed)] * players, seed=seed, hands=1, watch=recorder)
    recorder.game_ends(result)


def replay_checked(
    rules: RuleSet, players: int, seed: int, played: tuple[State, Settlement]
) -> None:
    """Record a hand and replay the record: both must come to the same end."""
    lines: list[str] = []
    record(rules, players, seed, lines)
    again = replay("\n".join(lines) + "\n").hands[0]
    state, settlement = played
    # The referee of a whole game keeps running scores, of which a single hand knows nothing.
    assert again.state == state
    assert again.settlement == settlement


def cards_in_play(state: State) -> int:
    """How often each card lies somewhere, as one number: the stock, the hands, the table."""
    return (
        counts(state.stock)
        + counts(state.discards)
        + sum(map(counts, state.hands))
        + sum(counts(known.meld.physical) for known in state.table)
    )


def counts(cards: Iterable[Card]) -> int:
    """How often each card is among some, as one number with four bits for each."""
    return sum([_ONE[card.code] for card in cards])


@cache
def _counts_of_pack(terms: Terms) -> int:
    return counts(whole_pack(terms))


def _look(position: Position) -> None:
    line = position.to_text()
    assert Position.parse(line) == position, line
    assert Position.from_dict(position.to_dict()) == position, line
    legal = legal_actions(position)
    assert len(set(legal)) == len(legal), f"listed twice: {line}"
    for action in legal:
        assert why_not(position, action) is None, f"{line}: {action_text(action)}"
