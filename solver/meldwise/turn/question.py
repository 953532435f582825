"""What a turn offers: candidates, forms and terms, gathered once for the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from heapq import nsmallest

from meldwise.cards import Card
from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.position import Position
from meldwise.turn.forms import Allowed, Form, freeable, table_forms

# Of more the model takes longer to build than anyone waits; the longest are then left out, and
# the answer is not called exact.
MOST_MELDS = 3_000
MOST_FORMS = 3_000


@dataclass(frozen=True, slots=True)
class Offer:
    """What one turn offers.

    Args:
        position: The position after the draw.
        thrown: The card that must be thrown, where that is settled.
        used: The card that must be put on the table, where that is asked.
        old: How many melds lay on the table before the turn.
        hand: The cards of the hand, by code.
        spare: Jokers of the table that may come to the hand, by code.
        holding: The hand and those jokers as the candidates see them.
        melds: Candidates for new melds.
        forms: What melds of the table can become.
        allowed: What may be done on the table.
        complete: Whether all candidates and forms are there.
        merged: Whether of forms with the same cards only the dearest are there.
    """

    position: Position
    thrown: Card | None
    used: Card | None
    old: int
    hand: Counter[int]
    spare: Counter[int]
    holding: Holding
    melds: list[Candidate]
    forms: list[Form]
    allowed: Allowed
    complete: bool
    merged: bool

    @property
    def empty(self) -> bool:
        """Whether nothing can be put on the table."""
        return not (self.melds or self.forms)


def offer_of(
    position: Position,
    thrown: Card | None,
    used: Card | None,
    old: int,
    step: Callable[[], None],
    *,
    merging: bool = True,
) -> Offer:
    """What a turn offers after the draw.

    Args:
        position: The position.
        thrown: The card that must be thrown: it is in no meld.
        used: The card that must be put on the table.
        old: How many melds lay on the table before the turn.
        step: Called often; whatever it raises ends the work.
        merging: Whether of forms with the same cards only the dearest are wanted.
    """
    allowed = allowed_on_table(position)
    hand = Counter(card.code for card in position.hand)
    usable = hand - Counter(() if thrown is None else (thrown.code,))
    spare = freeable(position, allowed)
    supply = usable + spare
    holding = Holding.of(position.terms.melds, [Card(code) for code in supply.elements()])
    melds = hand_candidates(position.terms.melds, holding, step)
    table = table_forms(position, allowed, supply, step, merging=merging)
    forms = table.forms
    few = len(melds) <= MOST_MELDS and len(forms) <= MOST_FORMS
    if not few:
        melds = nsmallest(MOST_MELDS, melds, key=lambda m: (m.shape.wild_count, m.shape.size))
        forms = nsmallest(MOST_FORMS, forms, key=lambda f: sum(n for _, n in f.used))
    return Offer(
        position=position,
        thrown=thrown,
        used=used,
        old=old,
        hand=hand,
        spare=spare,
        holding=holding,
        melds=melds,
        forms=forms,
        allowed=allowed,
        complete=table.complete and few,
        merged=table.merged,
    )


def allowed_on_table(position: Position) -> Allowed:
    """What may still be done on the table in this turn, as far as that is settled already."""
    rules, opened = position.rules, position.opened[position.seat]
    late = not rules.open.layoff_same_turn and (
        position.turn.opened
        # The initial meld comes first, and then it was this turn's.
        or (not opened and (rules.layoff.requires_open or bool(position.opening)))
    )
    swap = rules.joker_swap
    return Allowed(
        adding=rules.layoff.in_play and not late,
        swapping=swap.allowed and bool(position.table),
        shifting=rules.joker_shift.allowed and not late,
        completing=not late,
    )
