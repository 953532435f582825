"""Winning as dealt, going out and knocking, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import counted

_DISCARD: Final = {
    "optional": ", with or without one last discard.",
    "required": ", except one last card, which you must discard.",
    "none": ", without a discard.",
}


def deal_win(facts: Facts) -> Iterator[str]:
    """A hand that wins as dealt."""
    options = facts.rules.deal_win
    if options.min is not None:
        yield (
            f"A dealt hand of {options.min} points or more "
            f"{'must' if options.mandatory else 'may'} be declared before the first turn and "
            f"wins {counted(options.factor, 'stake')} from every other player; with two such hands "
            "nobody wins."
        )


def ending(facts: Facts) -> Iterator[str]:
    """Going out, knocking, and a limit of turns."""
    options = facts.rules.end
    yield _going_out(facts)
    if options.big_gin:
        yield "Melding every card, the one drawn included, without a discard is big gin."
    yield from _knocking(facts)
    if options.turn_limit is not None:
        yield f"After {counted(options.turn_limit, 'turn')} without an end the hand is void."


def _going_out(facts: Facts) -> str:
    discard = _DISCARD[facts.rules.end.go_out_discard]
    match facts.rules.meld.time:
        case "play":
            rid = "melded or laid off" if facts.rules.layoff.in_play else "melded"
            return f"You go out when all your cards are {rid}{discard}"
        case "end":
            return f"You go out when all your cards form melds{discard}"
        case _:
            return f"You go out by laying melds from your hand in one go{discard}"


def _knocking(facts: Facts) -> Iterator[str]:
    options = facts.rules.knock
    if not options.allowed:
        return
    held = facts.rules.count.hand == "held"
    what = "the cards you hold" if held else "your unmelded cards"
    match options.limit:
        case None:
            terms = f"whatever {what} count"
        case "upcard":
            terms = f"if {what} count no more than the first upcard"
        case limit:
            terms = f"if {what} count {limit} or less"
    when = (
        "At the start of your turn, instead of drawing, you may knock"
        if options.timing == "before_draw"
        else "When you discard you may knock"
    )
    yield f"{when}, which ends the hand at once, {terms}."
