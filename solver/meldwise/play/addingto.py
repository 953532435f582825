"""Adding to melds on the table: laying off, exchanging jokers and shifting them."""

from __future__ import annotations

from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import ACE, RANKS
from meldwise.melds.meld import Meld
from meldwise.play.actions import LayOff, ShiftJoker, SwapJoker
from meldwise.play.laying import after_use, pending_fault, use_first
from meldwise.play.refusal import Refusal, not_in_hand, without
from meldwise.play.tablemelds import exchanged, extensions, shifted
from meldwise.position import Position, TableMeld


def lay_off(position: Position, action: LayOff) -> Position | Refusal:
    """The position after a lay-off, or why it is not legal; what must follow is not looked at."""
    if not position.rules.layoff.in_play:
        return Refusal("no-layoff", "cards are not laid off on melds during play")
    fault = adding_fault(position, action.meld)
    if fault is not None:
        return fault
    card = action.card.card
    left = without(position.hand, (card,))
    if isinstance(left, Card):
        return not_in_hand(left)
    fault = pending_fault(position, (card,), "any")
    if fault is not None:
        return fault
    longer = extensions(position.terms.melds, position.table[action.meld].meld, action.card)
    if isinstance(longer, Refusal):
        return longer
    silent_wild = not action.card.wild and position.terms.melds.is_wild(card.code)
    if silent_wild and len(longer) > 1:
        faces = sorted({str(new) for meld in longer for new in meld.cards if new.card == card})
        return Refusal(
            "ambiguous-lay-off",
            f"{card} can stand for different cards there: write one of {', '.join(faces)}",
        )
    return _with_meld(position, left, action.meld, longer[0], (card,))


def swap_joker(position: Position, action: SwapJoker) -> Position | Refusal:
    """The position after an exchange, or why it is not legal; what must follow is not looked at."""
    rules = position.rules.joker_swap
    if not rules.allowed:
        return Refusal("no-joker-swap", "jokers on the table are not exchanged")
    if rules.requires_open and not position.opened[position.seat]:
        return Refusal("not-opened", "jokers are exchanged only after one's own initial meld")
    if position.pending:
        return use_first(position)
    fault = _index_fault(position, action.meld) or _opening_fault(position)
    if fault is not None:
        return fault
    left = without(position.hand, (action.card, *action.others))
    if isinstance(left, Card):
        return not_in_hand(left)
    found = _exchange(position, action)
    if isinstance(found, Refusal):
        return found
    meld, freed = found
    after = _with_meld(position, left + freed, action.meld, meld, (action.card, *action.others))
    if rules.reuse == "keep":
        return after
    return after.evolve(turn=after.turn.evolve(freed=freed))


def _exchange(position: Position, action: SwapJoker) -> tuple[Meld, tuple[Card, ...]] | Refusal:
    """The meld after the exchange and the jokers that it frees."""
    rules = position.terms.melds
    meld = position.table[action.meld].meld
    found = exchanged(rules, meld, action.card)
    if found is None:
        return Refusal("no-such-joker", f"no joker of {meld} stands for {action.card}")
    meld, joker = found
    freed: tuple[Card, ...] = (joker,)
    strict = position.rules.joker_swap.strict and meld.kind == "set"
    if action.others and not strict:
        return Refusal("one-at-a-time", "one card at a time is put in the place of a joker")
    for card in action.others:
        found = exchanged(rules, meld, card)
        if found is not None:
            meld, freed = found[0], (*freed, found[1])
            continue
        fault = _layoff_fault(position) or _target_fault(position, action.meld)
        if fault is not None:
            return fault
        added = extensions(rules, meld, PlacedCard.natural(card))
        if isinstance(added, Refusal):
            return added
        meld = added[0]
    if strict and (not meld.pure or len({card.suit for card in meld.cards}) < 4):
        return Refusal(
            "set-not-complete",
            f"a joker is taken from a set only if the set then has four natural cards: {meld}",
        )
    return meld, freed


def shift_joker(position: Position, action: ShiftJoker) -> Position | Refusal:
    """The position after a shift, or why it is not legal; what must follow is not looked at."""
    rules = position.rules.joker_shift
    if not rules.allowed:
        return Refusal("no-joker-shift", "jokers on the table are not shifted")
    fault = _index_fault(position, action.meld) or _layoff_fault(position)
    if fault is not None:
        return fault
    left = without(position.hand, (action.card,))
    if isinstance(left, Card):
        return not_in_hand(left)
    fault = pending_fault(position, (action.card,), "any")
    if fault is not None:
        return fault
    meld = position.table[action.meld].meld
    ways = shifts(position, meld, action.card)
    for run, to in ways:
        if to == action.to:
            return _with_meld(position, left, action.meld, run, (action.card,))
    could = f": it can go to {', '.join(str(to) for _, to in ways)}" if ways else ""
    return Refusal(
        "no-such-shift",
        f"no joker of {meld} gives its place to {action.card} and goes to {action.to}{could}",
    )


def shifts(position: Position, meld: Meld, card: Card) -> list[tuple[Meld, Card]]:
    """The shifts of a joker of a meld that the rules allow: the run, and where the joker goes."""
    rules = position.rules.joker_shift
    lowest, highest = RANKS.index(rules.low), RANKS.index(rules.high)
    found = []
    for run, to, slot in shifted(position.terms.melds, meld, card):
        if rules.from_ == "ends_only" and slot not in (0, meld.size - 1):
            continue
        # An ace as the last card is the high one, above the king.
        height = len(RANKS) if to.rank == ACE == run.cards[-1].rank else to.rank - 1
        if lowest <= height <= highest:
            found.append((run, to))
    return found


def _with_meld(
    position: Position,
    left: tuple[Card, ...],
    index: int,
    meld: Meld,
    cards: tuple[Card, ...],
) -> Position:
    table = position.table
    changed = TableMeld(table[index].owner, meld)
    return position.evolve(
        hand=left,
        table=(*table[:index], changed, *table[index + 1 :]),
        turn=after_use(position, cards),
    )


def adding_fault(position: Position, index: int) -> Refusal | None:
    """Why no card may be laid off on the meld of that index; None if the rules allow it."""
    return (
        _index_fault(position, index) or _layoff_fault(position) or _target_fault(position, index)
    )


def _index_fault(position: Position, index: int) -> Refusal | None:
    count = len(position.table)
    if index < count:
        return None
    known = f"they are numbered 0 to {count - 1}" if count else "there is none"
    return Refusal("no-such-meld", f"there is no meld {index} on the table: {known}")


def _opening_fault(position: Position) -> Refusal | None:
    if position.opening:
        return Refusal("opening-first", "the initial meld must be completed first")
    return None


def _layoff_fault(position: Position) -> Refusal | None:
    rules = position.rules
    if rules.layoff.requires_open and not position.opened[position.seat]:
        return Refusal("not-opened", "cards are added to melds only after one's own initial meld")
    if not rules.open.layoff_same_turn and position.turn.opened:
        return Refusal(
            "opened-this-turn", "no cards are added to melds in the turn of the initial meld"
        )
    return _opening_fault(position)


def _target_fault(position: Position, index: int) -> Refusal | None:
    targets, known = position.rules.layoff.targets, position.table[index]
    if targets == "own" and known.owner != position.seat:
        return Refusal("not-own-meld", "cards are laid off on one's own melds only")
    if targets in ("runs", "sets") and f"{known.meld.kind}s" != targets:
        return Refusal("wrong-target", f"cards are laid off on {targets} only")
    return None
