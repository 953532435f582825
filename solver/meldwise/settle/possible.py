"""What an outcome may hold: players, cards, and hands of a possible size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from meldwise.cards import Card
from meldwise.cards.card import CARDS
from meldwise.errors import HandError, RequestError, shown
from meldwise.melds.holdings import checked_cards, copies
from meldwise.settle.ending import is_whole

if TYPE_CHECKING:
    from meldwise.settle.outcome import Outcome

# Piles taken whole or from the middle make hands of any size, and so do draws without a discard.
_GROWING_DRAWS = ("any_depth", "whole_pile")


def check_players(outcome: Outcome) -> None:
    """Either counts or hands, for a number of players that the rules allow."""
    if (outcome.counts is None) == (outcome.hands is None):
        raise RequestError(
            "counts-or-hands",
            "an outcome has either counts or hands: "
            + ("neither is given" if outcome.counts is None else "both are given"),
            {"field": "counts"},
        )
    outcome.rules.packs(outcome.players)


def checked_hands(outcome: Outcome) -> tuple[tuple[Card, ...], ...] | None:
    """The hands, if the packs hold them together with the table and their sizes are possible."""
    rules, players = outcome.rules, outcome.players
    for laid in outcome.table:
        if not is_whole(laid.owner) or not 0 <= laid.owner < players:
            raise RequestError(
                "bad-owner",
                f"table: the meld {laid.meld} belongs to player {shown(laid.owner)}, but players "
                f"are numbered 0 to {players - 1}",
                {"field": "table", "value": shown(laid.owner)},
            )
    if outcome.table and rules.meld.time != "play":
        raise RequestError(
            "no-table",
            f"table: in {rules.name} no melds lie on the table before the hand ends (option "
            "meld.time)",
            {"field": "table"},
        )
    if outcome.hands is None:
        return None
    hands = []
    for player, cards in enumerate(outcome.hands):
        try:
            hands.append(checked_cards(tuple(cards), rules, players))
        except HandError as error:
            where = {**error.where, "field": "hands", "player": player}
            raise HandError(error.code, f"player {player}: {error.message}", where) from None
    _check_packs(outcome, hands)
    for player, held in enumerate(hands):
        _check_size(outcome, player, len(held))
    return tuple(hands)


def check_upcard(outcome: Outcome) -> None:
    """An upcard that the packs hold."""
    if outcome.upcard is None:
        return
    try:
        checked_cards((outcome.upcard,), outcome.rules, outcome.players)
    except HandError as error:
        where = {**error.where, "field": "upcard"}
        raise HandError(error.code, f"upcard: {error.message}", where) from None


def _check_packs(outcome: Outcome, hands: Sequence[tuple[Card, ...]]) -> None:
    """No card lies oftener in the hands and on the table than the packs hold it."""
    rules = outcome.rules
    table = [card for laid in outcome.table for card in laid.meld.physical]
    # Counted by codes: they are hashed faster than cards.
    seen = Counter([card.code for cards in (*hands, table) for card in cards])
    for code, found in seen.items():
        card = CARDS[code]
        most = copies(card, rules, outcome.players)
        if found <= most:
            continue
        holders = [f"player {player}" for player, held in enumerate(hands) if card in held]
        places = holders + (["the table"] if card in table else [])
        raise HandError(
            "card-too-often",
            f"{card} is seen {found} times ({', '.join(places)}), but there "
            + ("is one" if most == 1 else f"are {most}")
            + f" in {rules.name}",
            {"field": "hands", "text": str(card), "count": found},
        )


def _check_size(outcome: Outcome, player: int, size: int) -> None:
    sizes = sizes_held(outcome, player)
    if size not in sizes:
        low, high = sizes[0], sizes[-1]
        right = f"{low}" if low == high else f"{low} to {high}"
        raise HandError(
            "bad-hand-size",
            f"player {player} has {size} cards: after the ending {outcome.ending.kind} this "
            f"player of {outcome.rules.name} holds {right}",
            {"field": "hands", "player": player, "value": size},
        )


def sizes_held(outcome: Outcome, player: int) -> range:
    """How many cards a player may hold when the hand has ended so."""
    rules, ending = outcome.rules, outcome.ending
    dealt = rules.cards_dealt(outcome.players)
    most = dealt
    if rules.draw.discard in _GROWING_DRAWS or rules.turn.draw == "if_nothing_placed":
        most = rules.cards_in_all(outcome.players)
    out = ending.kind == "out" and ending.player == player
    if rules.meld.time == "play":
        # The cards of a player who is out are on the table, unless they went down just now.
        if ending.kind == "deal-win":
            return range(dealt, dealt + 1 + rules.deal.first_player_extra_card)
        return range(0 if out else 1, most + 1 + out)
    if rules.stock.on_empty == "pass":
        # Without a stock players throw a card in each turn and draw none.
        return range(1, most + 1 + out)
    if out:
        return range(dealt + (ending.discarded is False), most + 2)
    extra = ending.kind in ("deal-win", "void") and rules.deal.first_player_extra_card
    return range(dealt, most + 1 + extra)
