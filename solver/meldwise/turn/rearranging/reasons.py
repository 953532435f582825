"""Why a turn that rearranges the table is as it is, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meldwise.cards import Card
from meldwise.display import Look
from meldwise.partition import best_melds
from meldwise.position import Position
from meldwise.rules.sentences.wording import counted, listed, number
from meldwise.turn.plan import TurnPlan
from meldwise.turn.rearranging.situation import Situation
from meldwise.turn.rearranging.tables import NewTable


def reasons(
    position: Position, situation: Situation, table: NewTable, plan: TurnPlan
) -> tuple[str, ...]:
    """The reasons for a turn: opening, what stays on the rack, what moves on the table."""
    return (
        *_opening(position, situation, table),
        *_left(situation, plan),
        *_changes(position, table, plan),
    )


def _opening(position: Position, situation: Situation, table: NewTable) -> Iterator[str]:
    least = situation.opening
    if least is None:
        return
    if table.opening:
        points = sum(meld.points for meld in table.opening)
        needed = f"{least} are needed" if points >= least else "who goes out at once needs no more"
        yield f"The first {_first(len(table.opening))} worth {points} points; {needed}."
    elif table.optimal:
        best = best_melds(position.hand, position.rules, goal="points", players=position.players)
        if best.exact and not best.melds:
            yield f"The rack cannot open: it has no meld, and {least} points are needed."
        elif best.meld_points < least:
            most = "at most " if best.exact else ""
            yield (
                f"The rack cannot open: its melds are worth {most}{best.meld_points} points, and "
                f"{least} are needed."
            )
    if situation.frozen and position.table:
        yield "In the turn of the first melds the table stays as it is."


def _left(situation: Situation, plan: TurnPlan) -> Iterator[str]:
    if not plan.left.cards or (situation.opening is not None and not plan.placed.cards):
        return
    tiles = "tile" if plan.notation == "tiles" else "card"
    proven = plan.exact and plan.goal == "most-cards"
    if not plan.placed.cards:
        if proven:
            yield f"No {tiles} of the rack can be placed, however the table is rearranged."
        return
    held = [card for card in plan.left.cards if not card.is_joker]
    if held:
        stays = "stays" if len(held) == 1 else "stay"
        most = counted(plan.placed.count, tiles)
        limit = f": no more than {most} can be placed in this turn" if proven else ""
        yield f"{_cards(plan, held)} {stays} on the rack{limit}."
    spare = len(plan.left.cards) - len(held)
    if spare:
        kept = "is kept" if spare == 1 else "are kept"
        # Where wilds are to be kept, more tiles could be placed with them.
        gains = plan.exact and plan.goal != "keep-wilds"
        vain = ": spending more gains nothing here" if gains else ""
        yield f"{counted(spare, 'joker').capitalize()} {kept}{vain}."


def _changes(position: Position, table: NewTable, plan: TurnPlan) -> Iterator[str]:
    if not position.table or not plan.placed.cards:
        return
    tiles = "tile" if plan.notation == "tiles" else "card"
    survived = [meld for meld in plan.table if meld.change in ("unchanged", "extended")]
    gone = len(position.table) - len(survived)
    if not gone:
        yield "Every meld of the table stays together."
        return
    moved = sum(
        origin != "hand"
        for meld in plan.table
        if meld.change in ("new", "rearranged")
        for origin in meld.origins
    )
    fewest = "; no table as good changes fewer" if table.optimal else ""
    which = f"{number(gone).capitalize()} of the {_melds(len(position.table))} on the table"
    if len(position.table) == 1:
        which = "The meld on the table"
    yield (
        f"{which} {'is' if gone == 1 else 'are'} taken apart, and {counted(moved, tiles)} of the "
        f"table {'lies' if moved == 1 else 'lie'} in other melds{fewest}."
    )


def _first(count: int) -> str:
    return "meld from the rack is" if count == 1 else f"{number(count)} melds from the rack are"


def _melds(count: int) -> str:
    return counted(count, "meld")


def _cards(plan: TurnPlan, cards: Iterable[Card]) -> str:
    look = Look(tiles=plan.notation == "tiles")
    return listed([look.card(card).text for card in cards])
