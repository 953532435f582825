"""The new table meld by meld: where its cards come from and which old meld it continues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from meldwise.cards import Card, PlacedCard
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import MeldRules
from meldwise.melds.readings import read_meld
from meldwise.position import Position
from meldwise.turn.plan import Change as Kind
from meldwise.turn.plan import Origin, TableChange
from meldwise.turn.rearranging.origins import origins, survivors
from meldwise.turn.rearranging.situation import Situation, TableSet
from meldwise.turn.rearranging.tables import NewTable


@dataclass(frozen=True, slots=True)
class Change:
    """A meld of the new table; ``continues`` is the meld that it goes on from.

    Melds are numbered as they lie: those of the table, then those that the player opened with.
    """

    meld: Meld
    continues: int | None
    shown: TableChange


def changes_of(
    position: Position,
    situation: Situation,
    table: NewTable,
    placed: Counter[Card],
    *,
    as_read: bool,
) -> list[Change]:
    """The new table: first the melds that go on, in their order, then the others.

    Args:
        position: The position before the turn.
        situation: The same as the model sees it.
        table: The table after the turn.
        placed: The cards that come from the hand.
        as_read: Whether it matters what the jokers stand for in melds that go on. Where it does
            not, they stay where they lay, as far as the meld allows it.
    """
    frozen = situation.frozen
    old = [] if frozen else [known.meld for known in position.table]
    before = [*old, *table.opening]
    sets = [TableSet.of(meld) for meld in before]
    keeps = [chosen.keeps for chosen in table.found.melds]
    kept = survivors(sets, table.melds, keeps)
    opened = Counter(card for meld in table.opening for card in meld.physical)
    melds = list(table.melds)
    if not as_read:
        for n, index in kept.items():
            melds[n] = _as_it_lay(situation.melds, before[index], melds[n])
    starts = {n: start_in(before[index], melds[n]) for n, index in kept.items()}
    rows = origins(sets, melds, kept, starts, placed - opened)
    order = sorted(range(len(melds)), key=lambda n: kept.get(n, len(before)))
    changes = []
    for n in order:
        # What the player opened with came from the hand in this turn.
        row: list[Origin] = [
            "hand" if origin == "hand" or origin >= len(old) else origin for origin in rows[n]
        ]
        continues = kept.get(n)
        meld = melds[n]
        kind = _judged(meld, row, old, continues)
        owner = position.seat
        if continues is not None and continues < len(old):
            owner = position.table[continues].owner
        shown = TableChange(owner, meld.cards, kind, tuple(row))
        changes.append(Change(meld, continues, shown))
    if frozen:
        lying = [
            Change(
                known.meld,
                index,
                TableChange(known.owner, known.meld.cards, "unchanged", (index,) * known.meld.size),
            )
            for index, known in enumerate(position.table)
        ]
        shift = len(position.table)
        changes = lying + [
            Change(c.meld, None if c.continues is None else c.continues + shift, c.shown)
            for c in changes
        ]
    return changes


def start_in(lay: Meld, run: Meld) -> int:
    """The slot of a run at which another begins that it holds as it lay; −1: nowhere."""
    for start in range(run.size - lay.size + 1):
        if run.cards[start : start + lay.size] == lay.cards:
            return start
    return -1


def _as_it_lay(rules: MeldRules, lay: Meld, meld: Meld) -> Meld:
    """A meld that goes on, its old jokers where they lay if its cards can be read so."""
    if meld.size == lay.size:
        return lay
    if not lay.wild_count or lay.kind != "run" or start_in(lay, meld) >= 0:
        return meld
    cards = [PlacedCard.natural(card) for card in meld.physical]
    for reading in read_meld(rules, cards, every_order=False).melds:
        if start_in(lay, reading) >= 0:
            return reading
    return meld


def _judged(meld: Meld, row: Sequence[Origin], old: Sequence[Meld], continues: int | None) -> Kind:
    """What the turn did to a meld."""
    if continues is not None and continues < len(old):
        return "extended" if meld.size > old[continues].size else "unchanged"
    # Jokers apart, which are free to go anywhere.
    from_table = any(
        origin != "hand" and not card.card.is_joker
        for card, origin in zip(meld.cards, row, strict=True)
    )
    return "rearranged" if from_table else "new"
