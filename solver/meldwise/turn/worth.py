"""What each thing that can be done in a turn adds to its measure, and which cards it takes."""

from __future__ import annotations

from collections import Counter

from meldwise.melds.candidates import Candidate
from meldwise.melds.meldrules import MeldRules
from meldwise.turn.forms import Codes, Form
from meldwise.turn.measures import Measure
from meldwise.turn.question import Offer


def at_rest(offer: Offer) -> Measure:
    """The measure of a turn in which nothing is done, not even a card thrown."""
    rules, hand = offer.position.terms.melds, offer.hand
    return Measure(
        left=-sum(count * rules.hand_values[code] for code, count in hand.items()),
        cards=-hand.total(),
        wilds=sum(count for code, count in hand.items() if rules.is_wild(code)),
    )


def meld_worth(candidate: Candidate) -> Measure:
    """What a new meld adds."""
    shape = candidate.shape
    return Measure(left=shape.saved, cards=shape.size, points=shape.points, wilds=-sum(shape.units))


def form_worth(offer: Offer, form: Form) -> Measure:
    """What it adds that a meld of the table takes this form."""
    rules, taken = offer.position.terms.melds, net(form)
    return Measure(
        left=sum(count * rules.hand_values[code] for code, count in taken),
        cards=sum(count for _, count in taken),
        points=form.points,
        wilds=-sum(count for code, count in taken if rules.is_wild(code)),
        changes=-int(form.index < offer.old),
        swaps=-form.end.swaps,
    )


def throw_worth(rules: MeldRules, code: int) -> Measure:
    """What throwing a card adds."""
    return Measure(
        left=rules.hand_values[code], cards=1, discard=-1, wilds=-int(rules.is_wild(code))
    )


def net(form: Form) -> Codes:
    """The cards that a form takes from the hand, those that come to it counted below 0."""
    return form.used + tuple((code, -count) for code, count in form.freed)


def taken(form: Form, code: int) -> int:
    """How many cards of a code a form takes from the hand, less those that come to it."""
    return sum(count for known, count in net(form) if known == code)


def throwable(offer: Offer) -> list[int]:
    """Cards that might be thrown, as codes; what depends on the rest of the turn comes later."""
    position = offer.position
    rules, taken = position.rules, position.taken
    if offer.thrown is not None:
        return [offer.thrown.code]
    codes = [code for code, count in offer.hand.items() if count]
    if rules.joker_swap.reuse == "keep":
        codes += [code for code in offer.spare if code not in offer.hand]
    if taken is None or taken.source != "discard" or rules.turn.discard_taken_upcard:
        return codes
    top = taken.cards[-1].code
    # A card that is there once is the one just taken, unless that has been laid already.
    used = position.turn.used and len(taken.cards) == 1
    return [code for code in codes if code != top or offer.hand[code] > 1 or used]


def holds(rules: MeldRules, candidate: Candidate, code: int) -> int:
    """How many cards of a code a meld may hold; of a wild class any card of it."""
    index = rules.class_of[code]
    if index >= 0:
        return candidate.shape.units[index]
    return dict(candidate.naturals()).get(code, 0)


def copies(offer: Offer, candidate: Candidate) -> int:
    """How often the cards at hand could make this meld."""
    holding = offer.holding
    naturals = [
        holding.naturals[code // 13][code % 13] // count for code, count in candidate.naturals()
    ]
    units = zip(holding.capacity, candidate.shape.units, strict=True)
    return min(naturals + [held // count for held, count in units if count])


def by_class(rules: MeldRules, codes: Counter[int]) -> list[int]:
    """How many cards of each class of wilds there are."""
    found = [0] * len(rules.classes)
    for code, count in codes.items():
        if rules.class_of[code] >= 0:
            found[rules.class_of[code]] += count
    return found
