"""Why some cards are no meld, in words."""

from __future__ import annotations

from collections.abc import Sequence

from meldwise.cards import PlacedCard
from meldwise.melds.meld import Kind
from meldwise.melds.meldrules import MeldRules
from meldwise.rules.sentences.wording import counted

# Faults of cards that already have the shape of a meld say more than faults of the shape itself.
_NEAREST_FIRST = (
    "stands-for-another",
    "not-in-order",
    "joker-colour",
    "adjacent-wilds",
    "wild-at-run-end",
    "too-many-wilds",
    "more-wilds-than-naturals",
    "too-few-naturals",
    "wild-not-allowed-in-set",
    "wild-not-allowed-in-run",
    "set-too-large",
    "run-too-long",
    "suit-twice",
    "needs-one-suit",
    "needs-two-suits",
    "needs-three-suits",
    "needs-four-suits",
    "ace-not-high",
    "ace-not-low",
    "round-the-corner",
    "too-short",
    "rank-twice",
    "not-consecutive",
    "sets-not-allowed",
    "runs-not-allowed",
    "not-one-rank-or-suit",
)


def nearest_fault(faults: Sequence[tuple[Kind, str]], naturals: int) -> tuple[Kind, str]:
    """The fault to tell, when every reading has one.

    With two naturals or more they fix the kind of meld, so the other kind was never meant.
    """
    return min(
        faults,
        key=lambda fault: (
            naturals >= 2 and fault[1] in ("rank-twice", "runs-not-allowed", "sets-not-allowed"),
            _NEAREST_FIRST.index(fault[1]),
        ),
        default=("set", "not-one-rank-or-suit"),
    )


def explain_fault(rules: MeldRules, kind: Kind, code: str, cards: Sequence[PlacedCard]) -> str:
    """A fault as a sentence, with the numbers of the rule and of these cards."""
    count = len(cards)
    most_wilds = rules.wilds_in_sets if kind == "set" else rules.wilds_in_runs
    shortest = rules.set_min if kind == "set" else rules.run_min
    longest = rules.windows[-1].length if rules.windows else 0
    sentences = {
        "stands-for-another": "a card cannot stand for what it is said to stand for here",
        "not-in-order": "the cards are a meld, but not in the order in which they lie",
        "joker-colour": "a joker stands only for cards of its own colour that are still missing",
        "adjacent-wilds": f"more than {counted(rules.max_adjacent, 'wild card')} side by side",
        "wild-at-run-end": "a wild card may not be the first or last card of a run",
        "too-many-wilds": f"a {kind} may hold {counted(most_wilds, 'wild card')} at most",
        "more-wilds-than-naturals": "a meld may not hold more wild cards than natural ones",
        "too-few-naturals": f"a meld needs {counted(rules.min_naturals, 'natural card')} or more",
        "wild-not-allowed-in-set": "wild cards may not stand in a set",
        "wild-not-allowed-in-run": "wild cards may not stand in a run",
        "set-too-large": f"a set has {rules.set_max} cards at most, not {count}",
        "run-too-long": f"a run has {longest} cards at most, not {count}",
        "suit-twice": "a set may hold each suit only once",
        "ace-not-high": "the ace is low: no run goes on after the king",
        "ace-not-low": "the ace is high: no run begins with it",
        "round-the-corner": "a run does not go on round the corner, from the king over the ace",
        "too-short": f"a {kind} has {shortest} cards or more, not {count}",
        "rank-twice": "a run holds each rank only once",
        "not-consecutive": "the cards are not consecutive",
        "sets-not-allowed": "sets are no melds in this game",
        "runs-not-allowed": "runs are no melds in this game",
        "not-one-rank-or-suit": "the cards share neither a rank nor a suit",
    }
    if code == "needs-one-suit":
        return "a set needs cards of exactly one suit"
    if code.startswith("needs-"):
        return f"a set needs exactly {code.split('-')[1]} different suits"
    return sentences[code]
