"""Melds by brute force: every selection of cards, every place of the wilds, every partition.

Slow and plain on purpose, so that it can be checked by reading it next to the rules. Cards are
texts (``TD``, a joker ``JK``, ``JKr`` or ``JKb``), options the nested dictionary of a rule set;
the number of packs is given apart, because it may depend on the number of players.
`readings` says what a meld is; everything after it only selects and adds up.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, groupby, product
from operator import add, sub
from typing import Any, Literal, NamedTuple

Options = Mapping[str, Any]
Cards = tuple[str, ...]
Cost = tuple[int, ...]
Kind = Literal["set", "run"]
Goal = Literal["deadwood", "points", "out"]
Discard = Literal["none", "required", "optional"]

SUITS = "SHDC"
JOKER_SUITS = {"JKr": "HD", "JKb": "SC"}
PIPS = {rank: pip for pip, rank in enumerate("A23456789TJQK", start=1)}

ORDERS: dict[Goal, Cards] = {
    "deadwood": ("deadwood", "-points", "wilds", "left"),
    "points": ("-points", "deadwood", "wilds", "left"),
    "out": ("left", "-points", "wilds", "deadwood"),
}
"""What each goal makes small, the most important first; ``left`` is the number of dead cards."""


class Reading(NamedTuple):
    """One way to read some cards as a meld: ``QD`` is natural, ``JK=AD`` and ``JK=7`` wild."""

    kind: Kind
    slots: Cards
    points: int
    wilds: int
    pure: bool


class Meld(NamedTuple):
    """The cards of a meld and its readings, the one with most points and fewest wilds first."""

    cards: Cards
    readings: tuple[Reading, ...]


class Arrangement(NamedTuple):
    """A partition of a hand into melds and cards left over."""

    melds: tuple[Meld, ...]
    deadwood: Cards


class Best(NamedTuple):
    """The figures of a best arrangement; ``out``: no card is left but a discard."""

    deadwood: int
    meld_points: int
    wilds: int
    out: bool


Filling = Sequence[tuple[str, bool]]
"""The cards of a meld slot by slot, each with whether it is wild there."""


# ------------------------------------------------------------------------------------- a meld


def readings(cards: Sequence[str], options: Options, packs: int) -> list[Reading]:
    """All ways to read exactly these cards as one legal meld; none if they are no meld.

    The order is most points first, then fewest wilds. In a set the naturals come first, by suit
    (S H D C), then the wilds, jokers last; a run is given slot by slot.
    """
    ordered = sorted(cards, key=hand_order)
    found = [*_sets(ordered, options, packs), *_runs(ordered, options)]
    return sorted(found, key=lambda reading: (-reading.points, reading.wilds, reading))


def hand_order(card: str) -> tuple[int, int, str]:
    """Sorts cards by rank, then suit S H D C, jokers last."""
    return (99, 0, card) if is_joker(card) else (PIPS[card[0]], SUITS.index(card[1]), card)


def is_joker(card: str) -> bool:
    """Whether a card is a printed joker."""
    return card.startswith("JK")


def may_be_wild(card: str, options: Options) -> bool:
    """Whether a card is a joker or of a wild rank."""
    return is_joker(card) or card[0] in options["deck"]["wild_ranks"]


def _wild_at(card: str, rank: str, suits: str, options: Options) -> bool | None:
    """Whether a card is wild in a slot of that rank and one of these suits; None: it cannot go."""
    wild = may_be_wild(card, options)
    at_home = not is_joker(card) and card[0] == rank and card[1] in suits
    if at_home and (not wild or options["wild"]["natural_use"]):
        return False
    if options["wild"]["joker_colours"] and not set(JOKER_SUITS.get(card, SUITS)) & set(suits):
        return None
    return True if wild else None


def _sets(cards: list[str], options: Options, packs: int) -> Iterator[Reading]:
    """The cards as a set of each rank that they can be."""
    rule, values = options["meld"]["set"], options["values"]["meld"]
    if not rule["allowed"] or not rule["min"] <= len(cards) <= (rule["max"] or len(cards)):
        return
    ace = values["ace"] if values["ace_set"] is None else values["ace_set"]
    for rank in options["deck"]["ranks"]:
        uses = [(card, _wild_at(card, rank, SUITS, options)) for card in cards]
        filling = [(card, wild) for wild in (False, True) for card, use in uses if use is wild]
        if len(filling) == len(cards) and _suits_exist(filling, options, packs):
            worth = _rank_value(rank, values, ace)
            yield from _read("set", filling, [(rank, worth)] * len(cards), options)


def _suits_exist(filling: Filling, options: Options, packs: int) -> bool:
    """Whether the wilds of a set can take suits so that the suits of the whole set are legal."""
    rule = options["meld"]["set"]["suits"]
    copies = 1 if rule == "distinct" else packs
    own = [sum(card[1] == suit for card, wild in filling if not wild) for suit in SUITS]
    jokers = [card for card, _ in filling if options["wild"]["joker_colours"]]
    for totals in product(range(copies + 1), repeat=len(SUITS)):
        spades, hearts, diamonds, clubs = taken = list(map(sub, totals, own))
        if (
            sum(totals) == len(filling)
            and min(taken) >= 0
            and hearts + diamonds >= jokers.count("JKr")
            and spades + clubs >= jokers.count("JKb")
            and (rule in ("distinct", "any") or sum(total > 0 for total in totals) == rule)
        ):
            return True
    return False


def _runs(cards: list[str], options: Options) -> Iterator[Reading]:
    """The cards as a run in each suit and window that they can fill, in every way to fill it."""
    rule, values = options["meld"]["run"], options["values"]["meld"]
    if not rule["allowed"] or not rule["min"] <= len(cards) <= rule["max"]:
        return
    plain = {card for card in cards if not may_be_wild(card, options)}
    for suit, window in product(SUITS, _windows(len(cards), options)):
        slots = [rank + suit for rank in window]
        if plain <= set(slots):
            worths = [_rank_value(rank, values, values["ace"]) for rank in window]
            worths[0] = _rank_value(window[0], values, values["ace_low"])
            for filling in _fillings(slots, cards, options):
                yield from _read("run", filling, list(zip(slots, worths, strict=True)), options)


def _windows(length: int, options: Options) -> list[str]:
    """The sequences of so many ranks that a run may be.

    A run with one slot more than there are ranks, its first rank coming again at the end, is
    what ``meld.run.max = 14`` allows.
    """
    ranks, aces = options["deck"]["ranks"], options["meld"]["run"]["aces"]
    if length > len(ranks) + (options["meld"]["run"]["max"] == 14):
        return []
    if aces == "corner":
        return [(ranks + ranks + ranks)[start : start + length] for start in range(len(ranks))]
    line = ranks
    if ranks[0] == "A" and aces != "low":
        line = (ranks[1:] if aces == "high" else ranks) + "A"
    return [line[start : start + length] for start in range(len(line) - length + 1)]


def _fillings(slots: list[str], cards: Sequence[str], options: Options) -> Iterator[Filling]:
    """All distinct ways to put the cards into the slots of a run."""
    if not slots:
        yield []
        return
    slot, later = slots[0], slots[1:]
    choices = list(dict.fromkeys(cards))
    if slot in choices and slot not in later and not may_be_wild(slot, options):
        choices = [slot]  # this card fits nowhere else
    for card in choices:
        wild = _wild_at(card, slot[0], slot[1], options)
        if wild is not None:
            for tail in _fillings(later, _without(cards, [card]), options):
                yield [(card, wild), *tail]


def _read(
    kind: Kind, filling: Filling, slots: list[tuple[str, int]], options: Options
) -> Iterator[Reading]:
    """The reading of cards in slots with their worth, unless it breaks a limit on wilds."""
    wild = [is_wild for _, is_wild in filling]
    if not _wilds_allowed(kind, wild, options):
        return
    texts, points = [], 0
    for (card, is_wild), (slot, worth) in zip(filling, slots, strict=True):
        value = options["values"]["meld"]["joker" if is_joker(card) else "wild"]
        points += value if is_wild and value != "represented" else worth
        texts.append(f"{card}={slot}" if is_wild else card)
    yield Reading(kind, tuple(texts), points, sum(wild), kind == "run" and not any(wild))


def _wilds_allowed(kind: Kind, wild: list[bool], options: Options) -> bool:
    """Whether a meld whose slots are wild or natural keeps every limit on wilds."""
    rule, used = options["wild"], sum(wild)
    if len(wild) - used < rule["min_naturals"]:
        return False
    if used == 0:
        return True
    limits = [(used, rule["max_per_meld"]), (used, rule[f"max_in_{kind}"])]
    if rule["not_more_than_naturals"]:
        limits.append((used, len(wild) - used))
    if kind == "run":
        streaks = [len(list(group)) for is_wild, group in groupby(wild) if is_wild]
        limits.append((max(streaks), rule["max_adjacent"]))
        if not rule["at_run_ends"]:
            limits.append((wild[0] + wild[-1], 0))
    return rule["allowed_in"] in ("both", f"{kind}s") and all(
        limit is None or number <= limit for number, limit in limits
    )


def hand_value(card: str, options: Options) -> int:
    """What a card counts in hand."""
    values = options["values"]["hand"]
    if is_joker(card):
        return int(values["joker"])
    if may_be_wild(card, options) and values["wild"] is not None:
        return int(values["wild"])
    return _rank_value(card[0], values, values["ace"])


def _rank_value(rank: str, values: Options, ace: int) -> int:
    if rank in values["ranks"]:
        return int(values["ranks"][rank])
    if rank == "A":
        return ace
    if rank in "JQK" and values["court"] != "pip":
        return int(values["court"])
    return PIPS[rank]


# -------------------------------------------------------------------------------- a whole hand


def best(cards: Sequence[str], options: Options, packs: int, goal: Goal, discard: Discard) -> Best:
    """The figures of the best arrangement of a hand.

    Args:
        cards: The hand, in any order.
        options: The options of a rule set, nested.
        packs: Packs in play.
        goal: ``deadwood``, ``points``, or ``out``: going out with the most meld points, and where
            that is impossible the answer for ``deadwood``.
        discard: ``required`` throws one card of the hand, which then counts nowhere, unless the
            hand is empty; ``optional`` throws one if that is better.
    """
    hand, melds = _hand_and_melds(cards, options, packs)
    kept = [hand] if discard != "required" or not hand else []
    if discard != "none":
        kept += [_without(hand, [card]) for card in dict.fromkeys(hand)]
    solve = _solver(melds, options, ORDERS[goal])
    answer = _figures(goal, min(solve(rest, 0)[0] for rest in kept))
    if goal == "out" and not answer.out:
        return best(cards, options, packs, "deadwood", discard)
    return answer


def count_optimal(cards: Sequence[str], options: Options, packs: int) -> int:
    """How many distinct partitions leave the least deadwood, nothing being discarded.

    Partitions are multisets of melds and melds multisets of cards: equal cards of two packs, and
    different readings of the same cards, make no difference.
    """
    hand, melds = _hand_and_melds(cards, options, packs)
    return _solver(melds, options, ("deadwood",))(hand, 0)[1]


def arrangements(cards: Sequence[str], options: Options, packs: int) -> Iterator[Arrangement]:
    """Every distinct partition of a hand into melds and deadwood, that without melds included."""
    hand, melds = _hand_and_melds(cards, options, packs)

    def lay(rest: Cards, start: int) -> Iterator[Arrangement]:
        if not rest:
            yield Arrangement((), ())
        for meld, dead, rest_then, start_then in _steps(melds, rest, start):
            for tail in lay(rest_then, start_then):
                yield Arrangement(meld + tail.melds, dead + tail.deadwood)

    return lay(hand, 0)


def best_with(
    cards: Sequence[str],
    options: Options,
    packs: int,
    goal: Goal,
    discard: Discard,
    accept: Callable[[Arrangement], bool],
) -> Best | None:
    """As `best`, among the arrangements that ``accept`` is content with; None if there is none.

    ``accept`` sees arrangements in which each meld has one reading, ``meld.readings[0]``, and the
    deadwood without the discard. All combinations of readings are tried, but readings of the same
    cards with the same kind, points and wilds only once.
    """
    order, least = ORDERS[goal], None
    for arrangement in arrangements(cards, options, packs):
        dead = arrangement.deadwood  # a discard is always one of the cards left over
        kept = [dead] if discard != "required" or not cards else []
        if discard != "none":
            kept += [_without(dead, [card]) for card in dict.fromkeys(dead)]
        for rest, melds in product(kept, product(*map(_read_one_way, arrangement.melds))):
            cost = _cost(order, melds, rest, options)
            if (least is None or cost < least) and accept(Arrangement(melds, rest)):
                least = cost
    if least is None:
        return None
    answer = _figures(goal, least)
    if goal == "out" and not answer.out:
        return best_with(cards, options, packs, "deadwood", discard, accept)
    return answer


def _read_one_way(meld: Meld) -> list[Meld]:
    """The meld with each of its readings, one for each kind, points and wilds."""
    alike = {(reading.kind, reading.points, reading.wilds): reading for reading in meld.readings}
    return [Meld(meld.cards, (reading,)) for reading in alike.values()]


def _hand_and_melds(
    cards: Sequence[str], options: Options, packs: int
) -> tuple[Cards, dict[str, list[Meld]]]:
    """The hand in order, and its melds by their first card."""
    hand = tuple(sorted(cards, key=hand_order))
    return hand, _melds(hand, json.dumps(options), packs)


@lru_cache(maxsize=4)
def _melds(hand: Cards, options_as_text: str, packs: int) -> dict[str, list[Meld]]:
    options = json.loads(options_as_text)
    found: dict[str, list[Meld]] = defaultdict(list)
    sizes = range(1, len(hand) + 1)
    for selection in dict.fromkeys(c for size in sizes for c in combinations(hand, size)):
        plain = [card for card in selection if not may_be_wild(card, options)]
        one_rank = len({card[0] for card in plain}) <= 1
        one_suit = len({card[1] for card in plain}) <= 1
        if (one_rank or one_suit) and (ways := readings(selection, options, packs)):
            found[selection[0]].append(Meld(selection, tuple(ways)))
    return found


def _steps(
    melds: dict[str, list[Meld]], rest: Cards, start: int
) -> Iterator[tuple[tuple[Meld, ...], Cards, Cards, int]]:
    """What may become of the first card of the rest, so that no partition comes twice.

    Either a meld takes it, of those that begin with this card one from number ``start`` on, or it
    is left over with all its twins. Yields the melds and the deadwood of the step, the new rest
    and the new start.
    """
    if not rest:
        return
    twins = rest.count(rest[0])
    yield (), rest[:twins], rest[twins:], 0
    for number, meld in enumerate(melds.get(rest[0], ())[start:], start):
        after = _without(rest, meld.cards)
        if len(after) == len(rest) - len(meld.cards):
            yield (meld,), (), after, number if after[:1] == rest[:1] else 0


def _without(cards: Sequence[str], gone: Sequence[str]) -> Cards:
    """The cards that remain when these are taken away, as far as they are there."""
    remaining = list(cards)
    for card in gone:
        if card in remaining:
            remaining.remove(card)
    return tuple(remaining)


def _solver(
    melds: dict[str, list[Meld]], options: Options, order: Cards
) -> Callable[[Cards, int], tuple[Cost, int]]:
    """A function from a hand to the least cost of a partition and how many partitions have it."""

    @cache
    def solve(rest: Cards, start: int) -> tuple[Cost, int]:
        outcomes = [] if rest else [(_cost(order, (), (), options), 1)]
        for meld, dead, rest_then, start_then in _steps(melds, rest, start):
            cost, ways = solve(rest_then, start_then)
            outcomes.append((tuple(map(add, cost, _cost(order, meld, dead, options))), ways))
        least = min(cost for cost, _ in outcomes)
        return least, sum(ways for cost, ways in outcomes if cost == least)

    return solve


def _cost(order: Cards, melds: tuple[Meld, ...], dead: Cards, options: Options) -> Cost:
    """What melds, each in its first reading, and dead cards add to each amount of an order."""
    amounts = {
        "deadwood": sum(hand_value(card, options) for card in dead),
        "-points": -sum(meld.readings[0].points for meld in melds),
        "wilds": sum(meld.readings[0].wilds for meld in melds),
        "left": len(dead),
    }
    return tuple(amounts[name] for name in order)


def _figures(goal: Goal, cost: Cost) -> Best:
    amounts = dict(zip(ORDERS[goal], cost, strict=True))
    return Best(amounts["deadwood"], -amounts["-points"], amounts["wilds"], amounts["left"] == 0)
