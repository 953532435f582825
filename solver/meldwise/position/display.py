"""A position as a table that people read."""

from __future__ import annotations

from collections.abc import Iterable

from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import SUIT_GLYPHS, SUITS, rank_display
from meldwise.position.position import Opponent, Position

_LATEST = 8


def position_display(position: Position, *, ascii_only: bool = False) -> str:
    """The position in aligned lines.

    >>> from meldwise.position import Position
    >>> line = "gin-rummy 2:0:1 draw AS2S3S5H6H7H9C9DTDKH - TC 31 0,0 - -- -- 1:10 -"
    >>> print(Position.parse(line).display(ascii_only=True))
    Gin Rummy, 2 players, seat 0 to draw, dealer 1
    hand       AS 2S 3S  5H 6H 7H KH  9D 10D  9C
    discards   10C
    stock      31 cards
    seat 1     10 cards
    """

    def shown(cards: Iterable[Card | PlacedCard]) -> str:
        return " ".join(_card(card, ascii_only=ascii_only) for card in cards)

    rows = [("hand", _by_suit(position.hand, ascii_only=ascii_only))]
    if position.taken is not None:
        rows.append(("taken", f"{shown(position.taken.cards)} from the {position.taken.source}"))
    pile = position.discards[-_LATEST:]
    left_out = "… " if len(position.discards) > _LATEST else ""
    rows.append(("discards", left_out + shown(pile) if pile else "none"))
    rows.append(("stock", f"{position.stock} cards"))
    if any(position.scores):
        rows.append(("scores", " ".join(map(str, position.scores))))
    for index, known in enumerate(position.table):
        rows.append((f"meld {index}", f"{shown(known.meld.cards)}  (seat {known.owner})"))
    rows += [
        (f"seat {opponent.seat}", _opponent(opponent, shown(opponent.holds)))
        for opponent in position.opponents
    ]
    if position.pending:
        rows.append(("use first", shown(card for card, _ in position.pending)))
    return "\n".join([_title(position), *(f"{name:<11}{text}" for name, text in rows)])


def _title(position: Position) -> str:
    doing = {"deal": "may declare", "draw": "to draw", "play": "to play"}[position.phase]
    if position.turn.offered:
        doing = "is offered the upcard"
    return (
        f"{position.rules.name}, {position.players} players, seat {position.to_move} {doing}, "
        f"dealer {position.dealer}"
        + (f", seen by seat {position.seat}" if position.to_move != position.seat else "")
    )


def _card(card: Card | PlacedCard, *, ascii_only: bool) -> str:
    if isinstance(card, Card):
        return card.display(ascii_only=ascii_only)
    if not card.wild:
        return card.card.display(ascii_only=ascii_only)
    suits = SUITS if ascii_only else SUIT_GLYPHS
    suit = suits[card.suit] if card.suit >= 0 else ""
    return f"{card.card.display(ascii_only=ascii_only)}={rank_display(card.rank)}{suit}"


def _by_suit(hand: tuple[Card, ...], *, ascii_only: bool) -> str:
    groups = [
        sorted((card for card in hand if card.suit == suit), key=lambda card: card.rank)
        for suit in (*range(len(SUITS)), -1)
    ]
    return "  ".join(
        " ".join(card.display(ascii_only=ascii_only) for card in group) for group in groups if group
    )


def _opponent(opponent: Opponent, holds: str) -> str:
    return f"{opponent.cards} cards" + (f", holds {holds}" if holds else "")
