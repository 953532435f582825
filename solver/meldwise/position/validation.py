"""Whether a position can arise under its rules; every doubt is an error that says what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from meldwise.cards import Card
from meldwise.errors import HandError, PositionError
from meldwise.melds.holdings import checked_cards
from meldwise.position.position import Position
from meldwise.position.running import scores_fault


def validate(position: Position) -> None:
    """Check a position whose parts are well formed.

    Raises:
        PositionError: what cannot be, in which field, and what would be right.
    """
    _cards_in_packs(position)
    faults = (*_scores(position), *_phase(position), *_sizes(position), *_table(position))
    for field, code, sentence in faults:
        raise PositionError(code, f"{field}: {sentence}", {"field": field})


Faults = Iterator[tuple[str, str, str]]


def _cards_in_packs(position: Position) -> None:
    """No card is in sight more often than the packs hold it."""
    places: dict[str, tuple[Card, ...]] = {"hand": position.hand, "discards": position.discards}
    for index, known in enumerate(position.table):
        places[f"table.{index}"] = known.meld.physical
    for index, opponent in enumerate(position.opponents):
        places[f"opponents.{index}.holds"] = opponent.holds
    seen: list[Card] = []
    for field, cards in places.items():
        seen += cards
        try:
            checked_cards(seen, position.rules, position.players)
        except HandError as error:
            raise PositionError(
                error.code,
                f"{field}: with these cards too many are in sight: {error.message}",
                {"field": field} | error.where,
            ) from None


def _scores(position: Position) -> Faults:
    fault = scores_fault(position.rules, position.scores)
    if fault is not None:
        yield "scores", "game-over", fault[1]


def _phase(position: Position) -> Faults:
    taken, turn, rules = position.taken, position.turn, position.rules
    if position.phase == "deal" and rules.deal_win.min is None:
        yield "phase", "no-deal-phase", f"{rules.name} has no hands that win as dealt"
    if position.phase != "play" and taken is not None:
        yield "taken", "taken-too-early", f"nothing is drawn yet in the phase {position.phase}"
    if position.phase != "play" and (turn.placed or turn.opened or turn.used or turn.freed):
        yield "turn", "turn-too-early", "nothing can be laid before the draw"
    if turn.offered and (rules.draw.first_upcard != "offered" or not position.discards):
        yield "turn.offered", "no-offer", "no first upcard is on offer under these rules"
    if turn.opened and not position.opened[position.to_move]:
        yield "turn.opened", "not-opened", f"opened says that seat {position.to_move} has not"
    if turn.used and (taken is None or taken.source != "discard"):
        yield "turn.used", "nothing-to-use", "nothing was taken from the discard pile"
    mine = position.to_move == position.seat
    missing = Counter(turn.freed) - Counter(position.hand)
    if missing and mine:
        yield "turn.freed", "not-in-hand", f"the hand does not hold {next(iter(missing))}"
    if taken is not None:
        # What was taken may have been laid since.
        laid = () if not turn.placed else tuple(c for m in position.table for c in m.meld.physical)
        missing = Counter(taken.cards) - Counter(position.hand) - Counter(laid)
        if missing and mine:
            yield "taken", "not-in-hand", f"the hand does not hold {next(iter(missing))}"


def _sizes(position: Position) -> Faults:
    rules, terms = position.rules, position.terms
    # What was drawn may be unknown; it is one card, unless drawing was not possible.
    drawn = 1 if position.taken is None else len(position.taken.cards)
    in_turn = drawn if position.phase == "play" else 0
    most = terms.dealt + (in_turn if position.to_move == position.seat else 0)
    fixed = not (
        terms.in_play
        or rules.draw.discard in ("any_depth", "whole_pile")
        or rules.stock.on_empty == "pass"
    )
    held = len(position.hand)
    if fixed and held != most:
        yield (
            "hand",
            "hand-size",
            f"{_cards(held)}: it holds {terms.dealt} before the draw and {terms.dealt + 1} after "
            f"it, and the phase is {position.phase} for seat {position.to_move}",
        )
    grows = (
        rules.draw.discard in ("any_depth", "whole_pile") or rules.turn.draw == "if_nothing_placed"
    )
    if held == 0 or (held > most and not grows):
        yield "hand", "hand-size", f"{_cards(held)}: it holds 1 to {most} here"
    for index, opponent in enumerate(position.opponents):
        cards, field = opponent.cards, f"opponents.{index}.cards"
        most = terms.dealt + (in_turn if position.to_move == opponent.seat else 0)
        if fixed and cards != most:
            yield field, "hand-size", f"{_cards(cards)}: between turns each holds {terms.dealt}"
        if cards == 0 or (cards > most and not grows):
            yield (
                field,
                "hand-size",
                f"{_cards(cards)}: between turns each holds 1 to {terms.dealt}",
            )
        if len(opponent.holds) > cards:
            yield (
                f"opponents.{index}.holds",
                "holds-too-many",
                f"{len(opponent.holds)} cards are known of a hand of {cards}",
            )
    total = (
        held
        + len(position.discards)
        + position.stock
        + sum(known.meld.size for known in position.table)
        + sum(opponent.cards for opponent in position.opponents)
    )
    if total != terms.cards:
        yield (
            "stock",
            "cards-missing",
            f"hands, discards, table and stock are {total} cards together; the packs hold "
            f"{terms.cards}, so the stock would be {position.stock + terms.cards - total}",
        )


def _cards(count: int) -> str:
    if not count:
        return "0 cards, so the hand is over"
    return f"{count} card{'s' * (count != 1)}"


def _table(position: Position) -> Faults:
    if position.table and not position.terms.in_play:
        yield (
            "table",
            "no-table",
            f"{position.rules.name} has no melds on the table before the hand ends",
        )
    if position.rules.table_rearrange and position.table:
        # Once melds are rearranged, who laid them says nothing of who has opened.
        return
    owners = {known.owner for known in position.table}
    for seat, opened in enumerate(position.opened):
        if opened and seat not in owners:
            yield "opened", "opened-without-meld", f"seat {seat} has no meld on the table"
        unfinished = seat == position.to_move and position.phase == "play"
        if seat in owners and not opened and not unfinished:
            yield "opened", "meld-without-opening", f"seat {seat} has a meld on the table"
