"""Positions solved by brute force: no code shared with the belief, its enumeration or the playouts.

What may lie hidden is gone through card by card, each case weighted as the documentation says;
the referee plays every one to its end with greedy players.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import prod

from meldwise.cards import Card
from meldwise.play.actions import Action
from meldwise.play.deadwood import best_discard, deadwood
from meldwise.play.dealing import whole_pack
from meldwise.play.greedy import GreedyPlayer
from meldwise.play.hand import play_hand
from meldwise.play.referee import apply
from meldwise.play.scoring import score
from meldwise.play.state import State
from meldwise.position import Opponent, Position

# The numbers of the model, as documented.
REDRAWS = 6
GONE_OUT, COULD_KNOCK = 0.02, 0.45


def unseen(position: Position) -> list[Card]:
    """The cards that are nowhere in sight."""
    left = Counter(whole_pack(position.terms))
    left -= Counter(position.hand)
    left -= Counter(position.discards)
    for opponent in position.opponents:
        left -= Counter(opponent.holds)
    return sorted(left.elements())


def hands_of(
    position: Position, size: int, more: int, weight: dict[Card, float]
) -> dict[tuple[Card, ...], float]:
    """Every hand of the one opponent of a closed game without wilds, and its probability."""
    (opponent,) = position.opponents
    drawn: dict[tuple[Card, ...], float] = {}
    for cards in combinations(unseen(position), size + more):
        hand = _kept(position, opponent, cards, more)
        drawn[hand] = drawn.get(hand, 0.0) + prod(weight[card] for card in cards)
    total = sum(drawn.values())
    believed = {hand: _believed(position, hand) for hand in drawn}
    again = 1 - sum(drawn[hand] / total * believed[hand] for hand in drawn)
    rounds = sum(again**n for n in range(REDRAWS))
    return {
        hand: chance / total * (believed[hand] * rounds + again**REDRAWS)
        for hand, chance in drawn.items()
    }


def _kept(
    position: Position, opponent: Opponent, cards: tuple[Card, ...], more: int
) -> tuple[Card, ...]:
    hand = sorted(cards)
    for _ in range(more):
        whole = (*hand, *opponent.holds)
        card, _ = best_discard(position.terms, whole, hand)
        hand.remove(card)
    return tuple(sorted((*hand, *opponent.holds)))


def _believed(position: Position, hand: tuple[Card, ...]) -> float:
    left = deadwood(position.terms, hand)
    if left == 0:
        return GONE_OUT
    limit = position.rules.knock.limit
    knocks = isinstance(limit, int) and left <= limit
    return COULD_KNOCK if knocks else 1.0


def value(
    position: Position, action: Action, hands: dict[tuple[Card, ...], float], draws: int
) -> float:
    """The expected advantage of an action, all orders of the first stock cards gone through."""
    total = 0.0
    for hand, chance in hands.items():
        rest = Counter(unseen(position)) + Counter(position.opponents[0].holds) - Counter(hand)
        orders = list(permutations(sorted(rest.elements()), draws))
        results = [_result(position, action, hand, order) for order in orders]
        total += chance * sum(results) / len(results)
    return total


def _result(
    position: Position, action: Action, hand: tuple[Card, ...], order: tuple[Card, ...]
) -> float:
    over = play_hand(apply(_state(position, hand, order), action), [GreedyPlayer(), GreedyPlayer()])
    scores = score(over).scores
    lead = scores[position.seat] - scores[1 - position.seat]
    return -lead if position.rules.score.model.startswith("own_penalty") else lead


def _state(position: Position, hand: tuple[Card, ...], order: tuple[Card, ...]) -> State:
    rest = Counter(unseen(position)) + Counter(position.opponents[0].holds)
    rest -= Counter(hand) + Counter(order)
    hands = [hand, hand]
    hands[position.seat] = position.hand
    public = [position.opponents[0], position.opponents[0]]
    public[position.seat] = Opponent(position.seat, len(position.hand))
    return State(
        rules=position.rules,
        players=2,
        dealer=position.dealer,
        seed="0",
        phase=position.phase,
        seat=position.seat,
        hands=tuple(hands),
        stock=(*sorted(rest.elements()), *order[::-1]),
        discards=position.discards,
        table=(),
        opened=position.opened,
        placed=position.placed,
        public=tuple(public),
        taken=position.taken,
        turn=position.turn,
        upcard=position.upcard,
        scores=position.scores,
    )
