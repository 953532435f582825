"""Actions as one line of words, for records of games and for people.

declare | pass | draw stock | draw discard [to CARD] | meld CARDS | lay off CARD on N
swap CARD [with CARDS] for the joker of N | shift CARD into N, joker to CARD
discard CARD | knock [CARD] | out [CARD]
"""

from __future__ import annotations

import re
from typing import Any, Final

from meldwise.errors import ActionError, excerpt
from meldwise.play.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    GoOut,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    ShiftJoker,
    SwapJoker,
    action_of,
)

_CARD: Final = r"(\S{2,8})"
_PATTERNS: Final = tuple(
    (re.compile(pattern), kind, fields)
    for pattern, kind, fields in (
        (r"declare", "declare", ()),
        (r"pass", "pass", ()),
        (rf"draw (stock|discard)(?: to {_CARD})?", "draw", ("from", "card")),
        (r"meld (.+)", "meld", ("cards",)),
        (rf"lay off {_CARD} on (\d{{1,3}})", "lay-off", ("card", "meld")),
        (
            rf"swap {_CARD}(?: with (.+?))? for the joker of (\d{{1,3}})",
            "swap-joker",
            ("card", "with", "meld"),
        ),
        (
            rf"shift {_CARD} into (\d{{1,3}}), joker to {_CARD}",
            "shift-joker",
            ("card", "meld", "to"),
        ),
        (rf"discard {_CARD}", "discard", ("card",)),
        (rf"knock(?: {_CARD})?", "knock", ("discard",)),
        (rf"out(?: {_CARD})?", "out", ("discard",)),
    )
)


def action_text(action: Action) -> str:
    """An action as words.

    >>> from meldwise.cards import Card
    >>> action_text(Knock(Card.parse("KH")))
    'knock KH'
    """
    match action:
        case Declare() | Pass():
            return action.type
        case Draw(source, card):
            return f"draw {source}" + ("" if card is None else f" to {card}")
        case LayMeld(cards):
            return f"meld {' '.join(map(str, cards))}"
        case LayOff(placed, meld):
            return f"lay off {placed} on {meld}"
        case SwapJoker(card, meld, others):
            more = f" with {' '.join(map(str, others))}" if others else ""
            return f"swap {card}{more} for the joker of {meld}"
        case ShiftJoker(card, meld, to):
            return f"shift {card} into {meld}, joker to {to}"
        case Discard(card):
            return f"discard {card}"
        case Knock(card) | GoOut(card):
            return action.type + ("" if card is None else f" {card}")


def parse_action(text: str) -> Action:
    """Read an action from words; `action_text` writes them.

    Raises:
        ActionError: the words are no action.
        NotationError: text that is not a card.

    >>> parse_action("lay off JK=9H on 2")
    LayOff(card=PlacedCard(card=Card('JK'), rank=9, suit=1, wild=True), meld=2)
    """
    words = " ".join(text[:400].split())
    for pattern, kind, fields in _PATTERNS:
        match = pattern.fullmatch(words)
        if match is None:
            continue
        values: dict[str, Any] = {
            name: int(value) if name == "meld" else value
            for name, value in zip(fields, match.groups(), strict=True)
            if value is not None
        }
        return action_of({"type": kind} | values)
    raise ActionError(
        "unknown-action",
        f"{excerpt(text)} is not an action: write for example draw stock, meld 7H 8H 9H, "
        "lay off TH on 0, discard KC, knock KC, out or pass",
        {"text": text[:80]},
    )
