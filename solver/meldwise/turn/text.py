"""A plan as people read it: numbered steps, the table afterwards, one sentence, the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from meldwise.cards import Card, PlacedCard
from meldwise.display.look import GLYPHS, Line, Look, Span, plain
from meldwise.play.actions import (
    Action,
    Discard,
    Draw,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    ShiftJoker,
    SwapJoker,
)
from meldwise.rules.sentences.wording import in_tiles
from meldwise.turn.plan import Origin, TableChange, TurnPlan

_NAMES = {"meld": "meld", "lay-off": "lay off", "swap-joker": "swap", "shift-joker": "shift"}


def plan_text(plan: TurnPlan, look: Look = GLYPHS) -> str:
    """The plan as plain text; what ``print(plan)`` shows."""
    return plain(plan_lines(plan, look))


def plan_lines(plan: TurnPlan, look: Look) -> list[Line]:
    """The plan line by line, then the alternatives.

    Args:
        plan: What `plan_turn` returns.
        look: How cards are written.
    """
    lines = _turn_lines(plan, look)
    if plan.why:
        lines.append(())
        lines += [(Span(f"- {reason}"),) for reason in plan.why]
    if plan.alternatives:
        lines += [(), (Span("Alternatives:"),)]
    for number, other in enumerate(plan.alternatives, 2):
        lines += [(), (Span(f"{number}. {_turn_sentence(other, look)}."),)]
        lines += [(Span("   "), *line) for line in _step_lines(other.actions, look)]
        if any(meld.change == "rearranged" for meld in other.table):
            lines += [(Span("   "), *line) for line in _table_lines(other.table, look)]
    return lines


def plan_sentence(plan: TurnPlan, look: Look = GLYPHS) -> str:
    """What the turn comes to, and whether that was proven to be the best."""
    said = _turn_sentence(plan, look)
    if plan.goal == "out" and not plan.out:
        none = "No way to go out" + ("" if plan.exact else " was found in the time given")
        return f"{none}. {said}."
    if plan.exact:
        return f"{said}."
    could = "" if plan.bound is None else f": {_worded(_bound(plan), look)}"
    return f"{said} (not proven to be the best{could})."


def _turn_sentence(plan: TurnPlan, look: Look) -> str:
    """Out or not, what is placed and what is left."""
    thrown = None if plan.discard is None else look.card(plan.discard).text
    count, points = plan.placed.count, plan.placed.points
    placed = f"{_cards_said(count)} placed for {points} point{'s' * (points != 1)}"
    if not count:
        placed = "nothing is placed"
    if plan.out:
        out = f"throw {thrown}" if thrown else "no card is left"
        return _worded(f"Out: {out} ({placed})", look)
    throw = f"throw {thrown}: " if thrown else ""
    said = f"{throw}{placed}, {_cards_said(len(plan.left.cards))} left with {plan.left.points}"
    return _worded(said[:1].upper() + said[1:], look)


def _worded(text: str, look: Look) -> str:
    return in_tiles(text) if look.tiles else text


def _cards_said(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


def _bound(plan: TurnPlan) -> str:
    what = {
        "out": "to leave {}",
        "least-left": "to leave {}",
        "most-points": "to place {} points",
        "most-cards": "to place {} cards",
        "keep-wilds": "to keep {} wild cards",
    }
    return what[plan.goal].format(plan.bound) + " was not ruled out"


def _turn_lines(plan: TurnPlan, look: Look) -> list[Line]:
    lines = _step_lines(plan.actions, look)
    if plan.table:
        lines += [(), *_table_lines(plan.table, look)]
    return [*lines, *([()] if lines else []), (Span(plan_sentence(plan, look), "strong"),)]


def _step_lines(actions: Sequence[Action], look: Look) -> list[Line]:
    width = max((len(_label(action)) for action in actions), default=0)
    digits = len(str(len(actions)))
    lines: list[Line] = []
    for number, action in enumerate(actions, 1):
        done_with = _object(action, look)
        label = _label(action).ljust(width) + "  " if done_with else _label(action)
        lines.append((Span(f"{number:>{digits}}  "), Span(label, "label"), *done_with))
    return lines


def _label(action: Action) -> str:
    return _NAMES.get(action.type, action.type)


def _object(action: Action, look: Look) -> list[Span]:
    """What an action is done with, in words."""
    match action:
        case Draw(source, card):
            more = [] if card is None else [Span(" to "), look.card(card)]
            return [Span("from the stock" if source == "stock" else "from the discards"), *more]
        case LayMeld(cards):
            return _spaced(look.placed(card) for card in cards)
        case LayOff(placed, meld):
            return [look.placed(placed), Span(f" on meld {meld}")]
        case SwapJoker(card, meld, others):
            return [*_cards((card, *others), look), Span(f" for the joker of meld {meld}")]
        case ShiftJoker(card, meld, to):
            return [look.card(card), Span(f" into meld {meld}, its joker to "), look.card(to)]
        case Discard(card):
            return [look.card(card)]
        case Knock(card) | GoOut(card):
            return [] if card is None else [Span("with the discard "), look.card(card)]
        case _:
            return []


def _table_lines(table: Sequence[TableChange], look: Look) -> list[Line]:
    texts = [_spaced(look.placed(card) for card in meld.cards) for meld in table]
    width = max(_width(text) for text in texts)
    lines = []
    for index, (meld, text) in enumerate(zip(table, texts, strict=True)):
        gap = " " * (width - _width(text) + 2)
        # Melds that everybody may rearrange are nobody's; there it matters where tiles come from.
        where = _sources(meld, look) if look.tiles else f" (seat {meld.owner})"
        said = Span(f"{gap}{meld.change}{where}")
        lines.append((Span(f"meld {index}  ".ljust(9), "label"), *text, said))
    return lines


def _sources(meld: TableChange, look: Look) -> str:
    """From which melds, as they were, and from the rack the tiles of a changed meld come."""
    if meld.change in ("unchanged", "new"):
        return ""
    of: dict[Origin, list[str]] = {}
    for card, origin in zip(meld.cards, meld.origins, strict=True):
        of.setdefault(origin, []).append(look.card(card.card).text)
    if meld.change == "extended":
        # What lay there is not worth telling.
        of.pop(max(of, key=lambda origin: (origin != "hand", len(of[origin]))))
    places = ["rack" if origin == "hand" else f"old meld {origin}" for origin in of]
    return ": " + ", ".join(
        f"{' '.join(cards)} from {'the ' if place == 'rack' else ''}{place}"
        for place, cards in zip(places, of.values(), strict=True)
    )


def _cards(cards: Iterable[Card | PlacedCard], look: Look) -> list[Span]:
    return _spaced(
        look.card(card) if isinstance(card, Card) else look.placed(card) for card in cards
    )


def _spaced(spans: Iterable[Span]) -> list[Span]:
    return [span for card in spans for span in (card, Span(" "))][:-1]


def _width(spans: Sequence[Span]) -> int:
    return sum(len(span.text) for span in spans)


def plan_html(plan: TurnPlan, look: Look = GLYPHS) -> str:
    """The plan for a notebook: the printed form, its letters all of one width."""
    return f"<pre>{escape(plan_text(plan, look))}</pre>"
