"""What of a turn can be said as melds and lay-offs, in an order in which each step is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldwise.cards import PlacedCard
from meldwise.melds.meld import Meld
from meldwise.play.actions import Action, LayMeld, LayOff
from meldwise.position import Position
from meldwise.turn.rearranging.changes import Change, start_in
from meldwise.turn.rearranging.tables import NewTable


def steps_of(position: Position, table: NewTable, changes: Sequence[Change]) -> tuple[Action, ...]:
    """The steps: melds that open, lay-offs on melds that go on, new melds.

    Args:
        position: The position before the turn.
        table: The table after it.
        changes: The same, meld by meld.
    """
    before = [known.meld for known in position.table]
    steps: list[Action] = [LayMeld(meld.cards) for meld in table.opening]
    before += table.opening
    for change in changes:
        if change.continues is not None and _is_added_to(change, before, len(position.table)):
            lay = before[change.continues]
            steps += [LayOff(card, change.continues) for card in _added(lay, change.meld)]
    steps += [
        LayMeld(change.meld.cards)
        for change in changes
        if change.continues is None and set(change.shown.origins) == {"hand"}
    ]
    return tuple(steps)


def _is_added_to(change: Change, before: Sequence[Meld], lying: int) -> bool:
    """Whether all that a meld gains comes from the hand, and what lay there lies as it did."""
    assert change.continues is not None
    lay = before[change.continues]
    own = "hand" if change.continues >= lying else change.continues
    others = [origin for origin in change.shown.origins if origin != own]
    if any(origin != "hand" for origin in others):
        return False
    return lay.kind == change.meld.kind and (lay.kind == "set" or start_in(lay, change.meld) >= 0)


def _added(lay: Meld, meld: Meld) -> Iterator[PlacedCard]:
    """The cards that were added, each of which makes a meld again."""
    if meld.kind == "set":
        left = list(lay.cards)
        for card in meld.cards:
            if card in left:
                left.remove(card)
            else:
                yield card
        return
    start = start_in(lay, meld)
    yield from meld.cards[start + lay.size :]
    yield from reversed(meld.cards[:start])
