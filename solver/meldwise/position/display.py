"""A position as a table that people read."""

from __future__ import annotations

from collections.abc import Iterable

from meldwise.cards import SUITS, Card, PlacedCard
from meldwise.display import Look
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
    tiles = position.rules.deck.notation == "tiles"
    look = Look(ascii_only=ascii_only, tiles=tiles)

    def shown(cards: Iterable[Card | PlacedCard]) -> str:
        return " ".join(_card(card, look) for card in cards)

    rows = [("hand", _by_suit(position.hand, look))]
    if position.taken is not None:
        rows.append(("taken", f"{shown(position.taken.cards)} from the {position.taken.source}"))
    pile = position.discards[-_LATEST:]
    left_out = "… " if len(position.discards) > _LATEST else ""
    if pile or position.rules.turn.draw == "first":
        rows.append(("discards", left_out + shown(pile) if pile else "none"))
    rows.append(("stock", f"{position.stock} {'tiles' if tiles else 'cards'}"))
    if any(position.scores):
        rows.append(("scores", " ".join(map(str, position.scores))))
    for index, known in enumerate(position.table):
        owner = "" if position.rules.table_rearrange else f"  (seat {known.owner})"
        rows.append((f"meld {index}", shown(known.meld.cards) + owner))
    rows += [
        (f"seat {opponent.seat}", _opponent(opponent, shown(opponent.holds), look))
        for opponent in position.opponents
    ]
    if position.pending:
        rows.append(("use first", shown(card for card, _ in position.pending)))
    return "\n".join([_title(position), *(f"{name:<11}{text}" for name, text in rows)])


def _title(position: Position) -> str:
    doing = {"deal": "may declare", "draw": "to draw", "play": "to play"}[position.phase]
    if position.rules.turn.draw == "if_nothing_placed":
        doing = "to play or draw"
    if position.turn.offered:
        doing = "is offered the upcard"
    return (
        f"{position.rules.name}, {position.players} players, seat {position.to_move} {doing}, "
        f"dealer {position.dealer}"
        + (f", seen by seat {position.seat}" if position.to_move != position.seat else "")
    )


def _card(card: Card | PlacedCard, look: Look) -> str:
    if isinstance(card, Card):
        return look.card(card).text
    return look.placed(card).text.replace("→", "=")


def _by_suit(hand: tuple[Card, ...], look: Look) -> str:
    groups = [
        sorted((card for card in hand if card.suit == suit), key=lambda card: card.rank)
        for suit in (*range(len(SUITS)), -1)
    ]
    return "  ".join(" ".join(look.card(card).text for card in group) for group in groups if group)


def _opponent(opponent: Opponent, holds: str, look: Look) -> str:
    cards = "tiles" if look.tiles else "cards"
    return f"{opponent.cards} {cards}" + (f", holds {holds}" if holds else "")
