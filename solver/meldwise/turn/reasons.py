"""Why a turn is as it is, in words: the rules and chains that decide, not every step."""

from __future__ import annotations

from collections.abc import Iterator

from meldwise.cards import Card, PlacedCard
from meldwise.cards.card import ACE, RANKS
from meldwise.display.look import GLYPHS
from meldwise.melds.meld import Meld
from meldwise.play.actions import Action, Draw, LayMeld, LayOff, ShiftJoker, SwapJoker
from meldwise.play.deadwood import best
from meldwise.play.discarding import thrown_fault
from meldwise.play.drawing import draw_fault
from meldwise.play.refusal import Refusal
from meldwise.play.tablemelds import extensions
from meldwise.position import Position
from meldwise.turn.ordering import Course
from meldwise.turn.solving import Found

_KING = len(RANKS)


def reasons(found: Found) -> tuple[str, ...]:
    """The reasons for a turn, in the order of its steps."""
    before = found.start.before
    after = found.start.after
    said = list(_draw(before, found))
    if after is not None:
        said += _initial_meld(after, found)
        said += _chains(after, found)
        said += _jokers(found.course.actions)
        said += _corners(after, found)
        said += _discard(after, found)
        said += _going_out(after, found)
    return tuple(dict.fromkeys(said))


def _draw(position: Position, found: Found) -> Iterator[str]:
    if position.phase != "draw":
        return
    action = found.start.actions[0]
    if isinstance(action, Draw) and action.source == "discard":
        assert found.start.after is not None
        taken = found.start.after.taken
        assert taken is not None
        card = _card(taken.card)
        where = _first_use(found.course.actions, taken.card)
        yield f"{card} is taken from the discards" + ("" if where is None else f": it {where}")
        return
    if isinstance(action, Draw):
        yield "The card drawn is not known: what is planned works with any, and that one is thrown"
    if not position.discards:
        return
    fault = draw_fault(position, Draw("discard"))
    if fault is not None:
        yield f"The upcard cannot be taken: {fault.reason}"
    else:
        yield f"With {_card(position.discards[-1])} from the discards nothing better can be done"


def _first_use(actions: tuple[Action, ...], card: Card) -> str | None:
    for action in actions:
        if isinstance(action, LayMeld) and card in [placed.card for placed in action.cards]:
            return f"goes into {_cards(action.cards)}"
        if isinstance(action, LayOff) and action.card.card == card:
            return f"is laid off on meld {action.meld}"
        if isinstance(action, ShiftJoker | SwapJoker) and action.card == card:
            return f"takes the place of the joker of meld {action.meld}"
    return None


def _initial_meld(position: Position, found: Found) -> Iterator[str]:
    seat, rules = position.seat, position.rules
    if position.opened[seat]:
        return
    least = rules.open.min_points
    if found.course.after.opened[seat]:
        # Where cards were added to it since, what it counted is no longer there to be read.
        if least and found.start.laid is None:
            points = _opened_with(position, found.course)
            needed = f"{least} are needed" if points >= least else "who goes out needs no more"
            yield f"The initial meld counts {points} points: {needed}"
        if not rules.open.layoff_same_turn and rules.layoff.in_play and position.table:
            yield "No card is laid off in the turn of the initial meld"
        return
    if least:
        most = best(position.terms.melds, position.hand, "points").points
        if not most:
            yield f"The hand has no meld: the initial meld needs {least} points"
        elif most < least:
            yield f"The melds of the hand count {most} points: the initial meld needs {least}"
    if rules.layoff.requires_open and _could_add(position):
        yield "Cards are laid off only by whoever has laid an initial meld"


def _opened_with(position: Position, course: Course) -> int:
    """What the initial meld counts; melds that follow an exchange made after it are not in it."""
    points = sum(meld.points for meld in position.opening)
    new = iter(course.after.table[len(position.table) :])
    for action in course.actions:
        if isinstance(action, SwapJoker) and points >= position.rules.open.min_points:
            break
        if isinstance(action, LayMeld):
            points += next(new).meld.points
    return points


def _could_add(position: Position) -> bool:
    rules = position.terms.melds
    return position.rules.layoff.in_play and any(
        not isinstance(extensions(rules, known.meld, PlacedCard.natural(card)), Refusal)
        for known in position.table
        for card in set(position.hand)
    )


def _chains(position: Position, found: Found) -> Iterator[str]:
    """Cards that fit only because another card of the hand was laid next to them first."""
    for action in found.course.actions:
        if not isinstance(action, LayOff) or action.meld >= len(position.table):
            continue
        meld = position.table[action.meld].meld
        earlier = _neighbour(meld, found.course.after.table[action.meld].meld, action.card)
        if earlier is None:
            continue
        elsewhere = _elsewhere(position, action.meld, earlier.card)
        if elsewhere is None:
            yield f"{_card(action.card)} follows once {_card(earlier)} lies on {_meld(meld)}"
        else:
            yield (
                f"{_card(action.card)} can follow only if {_card(earlier)} is laid on "
                f"{_meld(meld)}, not on {_meld(elsewhere)}"
            )


def _neighbour(before: Meld, after: Meld, card: PlacedCard) -> PlacedCard | None:
    """The card between an added card and the run as it lay, if there is one."""
    if before.kind != "run":
        return None
    ranks = [placed.rank for placed in after.cards]
    old = [placed.rank for placed in before.cards]
    first = next(at for at in range(len(ranks)) if ranks[at : at + len(old)] == old)
    at = after.cards.index(card) if card in after.cards else first
    if at < first - 1:
        return after.cards[at + 1]
    return after.cards[at - 1] if at > first + len(old) else None


def _elsewhere(position: Position, index: int, card: Card) -> Meld | None:
    """Another meld of the table on which a card fits."""
    rules, placed = position.terms.melds, PlacedCard.natural(card)
    for other, known in enumerate(position.table):
        if other != index and not isinstance(extensions(rules, known.meld, placed), Refusal):
            return known.meld
    return None


def _jokers(actions: tuple[Action, ...]) -> Iterator[str]:
    """What becomes of jokers that are exchanged or shifted."""
    for number, action in enumerate(actions):
        if isinstance(action, ShiftJoker):
            yield (
                f"{_card(action.card)} takes the place of the joker of meld {action.meld}, which "
                f"then stands for {_card(action.to)}"
            )
        if not isinstance(action, SwapJoker):
            continue
        given = " and ".join(_card(card) for card in (action.card, *action.others))
        use = _joker_use(actions[number + 1 :])
        frees = "free" if action.others else "frees"
        yield f"{given} {frees} the joker of meld {action.meld}" + (f", which {use}" if use else "")


def _joker_use(actions: tuple[Action, ...]) -> str | None:
    for action in actions:
        if isinstance(action, SwapJoker):
            return None
        if isinstance(action, LayMeld) and any(placed.card.is_joker for placed in action.cards):
            return f"goes at once into {_cards(action.cards)}"
        if isinstance(action, LayOff) and action.card.card.is_joker:
            return f"goes at once on meld {action.meld}"
    return None


def _corners(position: Position, found: Found) -> Iterator[str]:
    """Runs that go on past the ace: not every table plays them."""
    old = {known.meld.cards for known in position.table}
    for known in found.course.after.table:
        ranks = [placed.rank for placed in known.meld.cards]
        if known.meld.kind != "run" or known.meld.cards in old or ACE not in ranks[1:-1]:
            continue
        at = ranks.index(ACE, 1)
        if ranks[at - 1] == _KING:
            yield f"{_cards(known.meld.cards)} goes round the corner, which not every table plays"


def _discard(position: Position, found: Found) -> Iterator[str]:
    """Cards that would have been thrown but may not be."""
    course, rules = found.course, position.rules
    if course.thrown is None or found.start.thrown is not None:
        return
    values = position.terms.values
    fault = None
    for card in dict.fromkeys(course.left):
        if values[card.code] > values[course.thrown.code] or card.is_joker:
            fault = thrown_fault(course.after, card)
            if fault is not None:
                yield fault.reason[:1].upper() + fault.reason[1:]
    if not course.left and rules.end.go_out_discard == "required":
        yield f"{_card(course.thrown)} is kept for the discard: nobody goes out without one"


def _going_out(position: Position, found: Found) -> Iterator[str]:
    if not found.measure.out:
        return
    rules = position.rules
    if found.course.thrown is None and rules.score.model == "stakes" and rules.tonk.out_factor > 1:
        yield f"Going out without a discard pays {rules.tonk.out_factor} stakes"
    bonus = rules.score.go_out_at_once_bonus
    if bonus and not position.placed[position.seat] and found.course.after.turn.placed:
        yield f"Going out at once, with nothing laid before this turn, takes {bonus} points off"


def _card(card: Card | PlacedCard) -> str:
    return (GLYPHS.card(card) if isinstance(card, Card) else GLYPHS.placed(card)).text


def _cards(cards: tuple[PlacedCard, ...]) -> str:
    return " ".join(_card(card) for card in cards)


def _meld(meld: Meld) -> str:
    return f"the {meld.kind} {_cards(meld.cards)}"
