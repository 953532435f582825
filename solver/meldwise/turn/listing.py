"""Turns with few ways, all listed: quicker than a model, and without loading OR-Tools.

Every choice of melds and forms that the cards allow is listed with every card that may be thrown.
What else the rules ask of a turn is not looked at here, or only where a quick look spares much:
whoever takes a solution from the list tries it step by step anyway, the best first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from meldwise.cards import Card
from meldwise.melds.candidates import Candidate
from meldwise.position import Position
from meldwise.turn.forms import Codes, Form
from meldwise.turn.measures import Level, Measure, packed, ranked
from meldwise.turn.question import Offer
from meldwise.turn.solution import Answer, Solution
from meldwise.turn.worth import (
    at_rest,
    by_class,
    copies,
    form_worth,
    holds,
    meld_worth,
    net,
    taken,
    throw_worth,
    throwable,
)

# From here on the model is quicker.
MOST_CHOICES: Final = 150


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """A meld or a form: the cards it takes, by code and by class of wilds, and what it adds.

    ``group`` is the meld of the table that a form is one of; −1 for a new meld.
    """

    what: Candidate | Form
    codes: Codes
    classes: Codes
    worth: Measure
    group: int


def listing(offer: Offer, order: Sequence[Level]) -> Listing | None:
    """All solutions of a turn, or None if there are too many."""
    if offer.position.rules.count.hand == "unmelded":
        return None
    items = [item for meld in offer.melds for item in _meld_items(offer, meld)]
    items += [_form_item(offer, form) for form in offer.forms]
    chosen: list[tuple[_Item, ...]] = []
    for choice in _choices(offer, items):
        chosen.append(choice)
        if len(chosen) > MOST_CHOICES:
            return None
    return Listing(offer, order, chosen)


def _meld_items(offer: Offer, meld: Candidate) -> list[_Item]:
    classes = tuple((index, n) for index, n in enumerate(meld.shape.units) if n)
    item = _Item(meld, tuple(meld.naturals()), classes, meld_worth(meld), -1)
    return [item] * copies(offer, meld)


def _form_item(offer: Offer, form: Form) -> _Item:
    rules = offer.position.terms.melds
    classes = Counter[int]()
    for code, count in net(form):
        if rules.class_of[code] >= 0:
            classes[rules.class_of[code]] += count
    return _Item(form, net(form), tuple(classes.items()), form_worth(offer, form), form.index)


def _choices(offer: Offer, items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """Every set of items for which there are cards, jokers still to be freed among them."""
    supply = offer.hand + offer.spare
    codes, classes = Counter(supply), by_class(offer.position.terms.melds, supply)

    def walk(start: int, chosen: tuple[_Item, ...]) -> Iterator[tuple[_Item, ...]]:
        yield chosen
        before: _Item | None = None
        for number in range(start, len(items)):
            item = items[number]
            # Of equal melds the first is taken first.
            if item is before or not _fits(item, chosen, codes, classes):
                continue
            before = item
            _take(item, codes, classes, 1)
            yield from walk(number + 1, (*chosen, item))
            _take(item, codes, classes, -1)

    yield from walk(0, ())


def _fits(item: _Item, chosen: tuple[_Item, ...], codes: Counter[int], classes: list[int]) -> bool:
    if item.group >= 0 and any(item.group == other.group for other in chosen):
        return False
    return all(codes[code] >= count for code, count in item.codes) and all(
        classes[index] >= count for index, count in item.classes
    )


def _take(item: _Item, codes: Counter[int], classes: list[int], times: int) -> None:
    # What comes to the hand was counted as at hand from the start.
    for code, count in item.codes:
        if count > 0:
            codes[code] -= count * times
    for index, count in item.classes:
        if count > 0:
            classes[index] -= count * times


class Listing:
    """The solutions of a turn, the best first; as `meldwise.turn.model.Model` gives them."""

    def __init__(
        self, offer: Offer, order: Sequence[Level], choices: Sequence[tuple[_Item, ...]]
    ) -> None:
        self._offer = offer
        self._order = tuple(order)
        self._rules = offer.position.rules
        self._melding = offer.position.terms.melds
        self._rest = at_rest(offer)
        self._throws = {code: throw_worth(self._melding, code) for code in throwable(offer)}
        self._wilds = by_class(self._melding, offer.hand)
        self._left = [
            (total, choice, code)
            for choice in choices
            if self._may_be(choice)
            for total, code in self._endings(choice)
        ]
        self._left.sort(key=lambda known: known[0])

    def next_best(self) -> Answer:
        """The best solution not given yet."""
        if not self._left:
            return Answer(None, proven=True)
        _, choice, code = self._left.pop()
        worths = [self._rest, *(item.worth for item in choice)]
        worths += [] if code is None else [self._throws[code]]
        total = Measure(*map(sum, zip(*worths, strict=True)))
        value = ranked(total._replace(out=int(not total.cards)), self._order)
        melds = tuple(item.what for item in choice if isinstance(item.what, Candidate))
        forms = tuple(item.what for item in choice if isinstance(item.what, Form))
        solution = Solution(melds, forms, None if code is None else Card(code))
        return Answer(solution, proven=True, value=value, bound=value)

    def _endings(self, choice: tuple[_Item, ...]) -> Iterator[tuple[int, int | None]]:
        """The cards that may be thrown after a choice, as codes, each with what all comes to.

        None stands for no card; of what comes out the greater number is the better turn.
        """
        codes, wilds = Counter(self._offer.hand), list(self._wilds)
        total, left = self._packed(self._rest), -self._rest.cards
        for item in choice:
            total += self._packed(item.worth)
            left -= item.worth.cards
            for code, count in item.codes:
                codes[code] -= count
            for index, count in item.classes:
                wilds[index] -= count
        if min(codes.values()) < 0 or min(wilds, default=0) < 0:
            return
        ending, out = self._rules.end.go_out_discard, self._packed(Measure(out=1))
        passing = self._position.taken is None and self._rules.stock.on_empty == "pass"
        keeping = passing if left else ending != "required"
        if keeping and self._offer.thrown is None:
            yield total + (0 if left else out), None
        if left == 1 and ending == "none":
            return
        for code, worth in self._throws.items():
            index = self._melding.class_of[code]
            if codes[code] > 0 and (index < 0 or wilds[index] > 0):
                yield total + self._packed(worth) + (out if left == 1 else 0), code

    def _packed(self, measure: Measure) -> int:
        """A measure as one number: sums of such numbers compare as the levels do, in order."""
        return packed(measure, self._order)

    def _may_be(self, choice: tuple[_Item, ...]) -> bool:
        """A quick no to choices that the rules surely refuse."""
        offer, rules, position = self._offer, self._rules, self._position
        melds = [item.what for item in choice if isinstance(item.what, Candidate)]
        forms = [item.what for item in choice if isinstance(item.what, Form)]
        if offer.used is not None:
            code = offer.used.code
            laid = sum(holds(self._melding, meld, code) for meld in melds)
            if laid + sum(taken(form, code) for form in forms) < 1:
                return False
        if not all(self._holding(melds, forms, card.code) for card, _ in position.pending):
            return False
        if position.opened[position.seat]:
            return True
        if not melds and not position.opening:
            swap = rules.joker_swap.requires_open and any(form.end.swaps for form in forms)
            return not swap and not (
                rules.layoff.requires_open and any(form.end.adds for form in forms)
            )
        points = sum(meld.points for meld in position.opening)
        points += sum(meld.shape.points for meld in melds)
        return rules.open.exempt_if_going_out or points >= rules.open.min_points

    @property
    def _position(self) -> Position:
        return self._offer.position

    def _holding(self, melds: list[Candidate], forms: list[Form], code: int) -> bool:
        return any(holds(self._melding, meld, code) for meld in melds) or any(
            dict(form.used).get(code) for form in forms
        )
