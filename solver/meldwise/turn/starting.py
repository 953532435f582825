"""How a turn can start: the draws that are open, each with what is known after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from meldwise.cards import Card, pack
from meldwise.play.actions import Action, Draw, LayMeld, Pass
from meldwise.play.discarding import must_knock
from meldwise.play.drawing import at_wall, draw_fault, taken_cards
from meldwise.play.goingon import place
from meldwise.play.listing import meld_actions
from meldwise.play.refusal import Refusal
from meldwise.position import Position, Source, Taken


@dataclass(frozen=True, slots=True)
class Start:
    """One way to start a turn.

    Args:
        before: The position as it is asked about.
        actions: The draw or pass; nothing after the draw.
        after: The position after it; None when the turn is over with it.
        laid: A run without wilds that is laid first, where the initial meld asks for one and
            cards may be added to it afterwards.
        at: The position from which the rest is planned: after what is laid first.
        thrown: What stands for the card drawn from the stock: nobody knows it, and it is thrown.
        used: The card taken, where the draw is worth it only if that card is laid.
    """

    before: Position
    actions: tuple[Action, ...]
    after: Position | None
    thrown: Card | None = None
    used: Card | None = None
    laid: LayMeld | None = None
    at: Position | None = None

    @property
    def position(self) -> Position | None:
        """The position from which the turn is planned."""
        return self.after if self.at is None else self.at


def starts(position: Position) -> list[Start]:
    """Every way to start the turn."""
    found = _draws(position) if position.phase == "draw" else [Start(position, (), position)]
    return found + [started for start in found for started in _pure_runs(start)]


def _pure_runs(start: Start) -> Iterator[Start]:
    """The start followed by each run that the initial meld may need as it is.

    Else a new meld is best laid whole, but a run without wilds no longer is one with a wild.
    """
    position = start.after
    if position is None or position.opened[position.seat] or not position.rules.open.pure_run:
        return
    if not (position.rules.layoff.in_play and position.rules.open.layoff_same_turn):
        return
    for action in meld_actions(position):
        ranks = [placed.rank for placed in action.cards]
        if ranks[0] == ranks[1] or any(placed.wild for placed in action.cards):
            continue
        at = place(position, action)
        if not isinstance(at, Refusal):
            used = None if start.used in [placed.card for placed in action.cards] else start.used
            yield replace(start, laid=action, at=at, used=used)


def _draws(position: Position) -> list[Start]:
    found = []
    if draw_fault(position, Draw("stock")) is None:
        blank = _unseen(position)
        after = _drawn(position, (blank,), "stock")
        found.append(Start(position, (Draw("stock"),), after, thrown=blank))
    elif position.turn.offered or not _discards(position):
        found.append(_passed(position))
    # A card taken only to be kept is not compared with one that nobody knows.
    known = [_taken(position, draw, optional=bool(found)) for draw in _discards(position)]
    return found + [start for start in known if not _only_to_knock(start)]


def _discards(position: Position) -> list[Draw]:
    """The legal draws from the discard pile."""
    if position.rules.draw.discard == "any_depth":
        draws = [Draw("discard", card) for card in dict.fromkeys(reversed(position.discards))]
    else:
        draws = [Draw("discard")]
    return [draw for draw in draws if draw_fault(position, draw) is None]


def _taken(position: Position, draw: Draw, *, optional: bool) -> Start:
    cards = taken_cards(position, draw.card)
    assert not isinstance(cards, Refusal)
    after = _drawn(position, cards, "discard")
    return Start(position, (draw,), after, used=cards[0] if optional else None)


def _only_to_knock(start: Start) -> bool:
    return start.after is not None and must_knock(start.after)


def _drawn(position: Position, cards: tuple[Card, ...], source: Source) -> Position:
    pile = position.discards
    return position.evolve(
        phase="play",
        hand=position.hand + cards,
        taken=Taken(cards, source),
        discards=pile if source == "stock" else pile[: -len(cards)],
        stock=max(position.stock - (source == "stock"), 0),
        turn=position.turn.evolve(offered=False, stock_only=False),
    )


def _passed(position: Position) -> Start:
    """The turn without a draw: over, or gone on with where the rules let it."""
    goes_on = position.rules.stock.on_empty == "pass" and not (
        position.turn.offered or at_wall(position)
    )
    after = position.evolve(phase="play", taken=None) if goes_on else None
    return Start(position, (Pass(),), after)


def _unseen(position: Position) -> Card:
    """A card that may be on top of the stock: natural and not in hand, if there is such a one."""
    seen = Counter(position.discards)
    for known in position.table:
        seen.update(known.meld.physical)
    for opponent in position.opponents:
        seen.update(opponent.holds)
    terms, held = position.terms, set(position.hand)
    cards = list(pack(1, 0, terms.rules.deck.ranks, terms.rules.deck.suits))
    for card in cards:
        if card not in held and seen[card] < terms.packs and not terms.melds.is_wild(card.code):
            return card
    return next((card for card in cards if card not in held), cards[0])
