"""Turns by brute force: every sequence of legal actions, and what the best of them comes to.

It knows of turns only what `legal_actions` and `apply` say, and shares nothing with the planner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final, NamedTuple

from meldwise import best_melds
from meldwise.cards import Card, PlacedCard
from meldwise.melds.candidates import Holding, hand_candidates
from meldwise.melds.readings import read_meld
from meldwise.play import Action, State, apply, legal_actions
from meldwise.play.dealing import whole_pack
from meldwise.play.listing import melds_of
from meldwise.position import Opponent, TableMeld, Taken, Turn, terms_of
from meldwise.rules.ruleset import RuleSet
from meldwise.turn import Goal, Then, TurnPlan

GOALS: Final[dict[Goal, tuple[str, ...]]] = {
    "out": ("out", "left"),
    "least-left": ("left",),
    "most-points": ("points",),
    "most-cards": ("cards",),
    "keep-wilds": ("wilds",),
}
THENS: Final[dict[Then | None, tuple[str, ...]]] = {
    None: (),
    "fewest-changes": ("changes",),
    "least-left": ("left",),
    "most-points": ("points",),
    "most-cards": ("cards",),
    "keep-wilds": ("wilds",),
}
QUESTIONS: Final = tuple(product(GOALS, THENS))


class Result(NamedTuple):
    """What a turn comes to; more of each is better."""

    out: int
    left: int
    cards: int
    points: int
    wilds: int
    changes: int

    def ranked(self, goal: Goal, then: Then | None) -> tuple[int, ...]:
        """The levels that the question names, in their order."""
        return tuple(getattr(self, name) for name in (*GOALS[goal], *THENS[then]))


def result_of(before: State, after: State, seat: int) -> Result:
    """What a finished turn comes to, read off the two states."""
    rules, hand = before.rules, after.hands[seat]
    values = before.terms.values
    left = sum(values[card.code] for card in hand)
    if hand and rules.count.hand == "unmelded":
        left = best_melds(hand, rules, players=before.players, seconds=60).deadwood.points
    laid = sum(known.meld.points for known in after.table)
    return Result(
        out=int(not hand),
        left=-left,
        cards=-len(hand),
        points=laid - sum(known.meld.points for known in before.table),
        wilds=sum(before.terms.melds.is_wild(card.code) for card in hand),
        changes=-sum(
            str(known.meld) != str(then.meld)
            for known, then in zip(before.table, after.table, strict=False)
        ),
    )


class TooManyError(Exception):
    """A turn has more ways than are looked at."""


def any_end(_after: State) -> bool:
    """Every end of a turn counts."""
    return True


def all_turns(
    before: State, most: int = 3_000, counts: Callable[[State], bool] = any_end
) -> set[Result]:
    """What all the ways to play the turn to its end come to.

    Args:
        before: The state after the draw.
        most: States on the way that are looked at.
        counts: Which ends of the turn count.

    Raises:
        TooManyError: there are more states on the way than ``most``.
    """
    seat = before.seat
    found: set[Result] = set()
    seen: set[object] = set()
    open_states = [before]
    while open_states:
        state = open_states.pop()
        for action in legal_actions(state.position()):
            if action.type in ("knock", "out"):
                continue
            after = apply(state, action)
            if after.over or after.seat != seat:
                if counts(after):
                    found.add(result_of(before, after, seat))
                continue
            key = (tuple(sorted(after.hands[seat])), after.table, after.turn, after.opened)
            if key not in seen:
                seen.add(key)
                open_states.append(after)
                if len(seen) > most:
                    raise TooManyError
    return found


def all_draws(before: State) -> set[Result]:
    """What the turns come to of which something is known before the draw.

    Those with the upcard that lay it, and those that throw the card drawn, whatever it is.
    """
    found: set[Result] = set()
    seat = before.seat
    for action in legal_actions(before.position()):
        if action.to_dict() == {"type": "draw", "from": "discard"}:
            after = apply(before, action)
            card = before.discards[-1]
            held = after.hands[seat].count(card)

            def laid(end: State, card: Card = card, held: int = held) -> bool:
                thrown = end.discards[len(before.discards) - 1 :]
                return end.hands[seat].count(card) + thrown.count(card) < held

            found |= all_turns(after, counts=laid)
        elif action.to_dict() == {"type": "draw", "from": "stock"}:
            held_cards, wild = set(before.hands[seat]), before.terms.melds.is_wild
            blank = next(c for c in before.stock if c not in held_cards and not wild(c.code))
            stock = list(before.stock)
            stock.remove(blank)
            after = apply(before.evolve(stock=(*stock, blank)), action)
            found |= all_turns(
                after,
                counts=lambda end, card=blank: end.discards[-1] == card,  # type: ignore[misc]
            )
    return found


def planned(before: State, plan: TurnPlan) -> Result:
    """What a plan says that it comes to."""
    return Result(
        out=int(plan.out),
        left=-plan.left.points,
        cards=-len(plan.left.cards),
        points=plan.placed.points,
        wilds=sum(before.terms.melds.is_wild(card.code) for card in plan.left.cards),
        changes=-sum(meld.change not in ("new", "unchanged") for meld in plan.table),
    )


def before_draw(after: State) -> State:
    """The state before the draw of a turn after it; a card from the discards lies there again."""
    assert after.taken is not None
    hand = list(after.hands[after.seat])
    hand.remove(after.taken.card)
    pile, stock = after.discards, after.stock
    if after.taken.source == "discard":
        pile = (*pile, after.taken.card)
    else:
        stock = (*stock, after.taken.card)
    hands = (*after.hands[: after.seat], tuple(hand), *after.hands[after.seat + 1 :])
    return after.evolve(phase="draw", hands=hands, discards=pile, stock=stock, taken=None)


def played(before: State, actions: tuple[Action, ...]) -> State:
    """The state after some actions; the referee refuses what is not legal."""
    state = before
    for action in actions:
        state = apply(state, action)
    return state


def random_turn(rules: RuleSet, random: Random, *, cards: int = 6, melds: int = 3) -> State:
    """A turn after the draw: a dense hand beside a few melds, some of them with jokers.

    Args:
        rules: The rule set.
        random: What it is drawn with.
        cards: Most cards of the hand, the one drawn included.
        melds: Most melds on the table.
    """
    terms = terms_of(rules, 2)
    pack = list(whole_pack(terms))
    random.shuffle(pack)
    suits, low = random.sample(range(4), 2), random.randint(1, 8)
    wild = terms.melds.is_wild

    def near(card: Card) -> bool:
        span = card.rank in range(low, low + 6) or (card.rank == 1 and low > 6)
        return wild(card.code) or (card.suit in suits and span) or card.rank == low + 2

    dense = [card for card in pack if near(card)]
    rest = [card for card in pack if not near(card)]
    table: list[TableMeld] = []
    for _ in range(random.randint(0, melds)):
        meld = _some_meld(rules, random, dense)
        if meld is not None:
            table.append(meld)
    count = min(random.randint(2, cards), terms.dealt + 1)
    jokers = [card for card in dense if wild(card.code)]
    others = [card for card in dense if not wild(card.code)]
    few = random.choice((0, 0, 1, 1, 2))
    hand = tuple([*jokers[:few], *others, *rest][:count])
    rest = list((Counter(dense) + Counter(rest) - Counter(hand)).elements())
    random.shuffle(rest)
    theirs, discards, stock = tuple(rest[:3]), tuple(rest[3:5]), tuple(rest[5:])
    opened = tuple(any(known.owner == seat for known in table) for seat in range(2))
    taken = Taken((random.choice(hand),), random.choice(("stock", "stock", "discard")))
    return State(
        rules=rules,
        players=2,
        dealer=1,
        seed="turn",
        phase="play",
        seat=0,
        hands=(hand, theirs),
        stock=stock,
        discards=discards,
        table=tuple(table),
        opened=opened,
        placed=opened,
        public=(Opponent(0, len(hand)), Opponent(1, len(theirs))),
        taken=taken,
        turn=Turn(number=4),
        upcard=None,
        scores=(0, 0),
    )


def _some_meld(rules: RuleSet, random: Random, cards: list[Card]) -> TableMeld | None:
    """A meld made of some of the cards, which are taken away; of any legal reading."""
    terms = terms_of(rules, 2)
    pool = random.sample(cards, min(len(cards), 12))
    found = hand_candidates(terms.melds, Holding.of(terms.melds, pool))
    if not found:
        return None
    (chosen,) = melds_of(terms.melds, tuple(pool), [random.choice(found)])
    readings = read_meld(terms.melds, [PlacedCard.natural(card) for card in chosen]).melds
    for card in chosen:
        cards.remove(card)
    return TableMeld(random.randrange(2), random.choice(readings))
