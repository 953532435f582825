"""A position from nothing but a hand: for who asks about a knock and tells no more."""

from __future__ import annotations

from typing import Any, Final

from meldwise.cards import CardsLike, Hand
from meldwise.errors import PositionError, RequestError, excerpt, shown, whole
from meldwise.melds.holdings import checked_cards
from meldwise.position import Position, terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

# Where nothing is said, the hand is in its middle: at their first turn hardly any have the cards
# to ask about a knock, and others who have had no turn yet would be believed to hold anything.
USUAL_TURN: Final = 5
_MOST_TURN: Final = 100


def position_of_hand(
    hand: CardsLike,
    rules: RulesLike = "gin-rummy",
    *,
    players: int | None = None,
    turn: int = USUAL_TURN,
    locale: str = "en",
) -> Position:
    """The position of a player of whom only the hand is known.

    Args:
        hand: The cards, the one just drawn included; without it, as many as were dealt, where
            the rules let a player knock before drawing.
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        turn: Which turn of the player this is, from 1. The later it is, the better the others
            are believed to have become.
        locale: Whose letters the court cards have.

    Raises:
        InputError: the cards, the rules, the players or the turn are wrong.

    >>> position = position_of_hand("2S 3S 4S 7H 8H 9H TD TS TC 5D KH", turn=3)
    >>> position.phase, position.turn.number
    ('play', 4)
    """
    rule_set = find_rules(rules)
    count = rule_set.players.min if players is None else players
    terms = terms_of(rule_set, count)
    number = whole(turn)
    if number is None or not 1 <= number <= _MOST_TURN:
        raise RequestError(
            "bad-turn",
            f"turn: {excerpt(turn)} is not a number from 1 to {_MOST_TURN}",
            {"field": "turn", "value": shown(turn)},
        )
    cards = checked_cards(Hand.parse(hand, locale).cards, rule_set, count)
    early = rule_set.knock.allowed and rule_set.knock.timing == "before_draw"
    phase = "draw" if early and len(cards) <= terms.dealt else "play"
    if phase == "play" and not terms.in_play and len(cards) != terms.dealt + 1:
        raise PositionError(
            "hand-size",
            f"hand: {len(cards)} cards: with the card just drawn a player of {rule_set.name} "
            f"holds {terms.dealt + 1}",
            {"field": "hand"},
        )
    first = 0 if rule_set.deal.first_player == "dealer" else count - 1
    values: dict[str, Any] = {
        "rules": rule_set.to_dict(),
        "players": count,
        "dealer": first,
        "phase": phase,
        "hand": [str(card) for card in cards],
        "turn": {"number": (number - 1) * count},
    }
    return Position.from_dict(values)
