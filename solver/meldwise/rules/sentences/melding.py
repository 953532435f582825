"""Sets, runs, wild cards and what is done with melds on the table, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meldwise.rules.contradictions import largest_set
from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import (
    counted,
    listed,
    number,
    one_rank,
    rank_name,
    rank_plural,
    sentence,
    span,
)

_TIME: Final = {
    "play": "Melds are laid on the table during your turn, after drawing.",
    "end": "Nobody lays melds on the table before the end of the hand; then all show their melds.",
    "once": "Melds are laid only once, all together, by the player who goes out.",
}

_TARGETS: Final = {
    "all": "any melds on the table",
    "runs": "any runs on the table",
    "sets": "any sets on the table",
    "own": "your own melds on the table",
}

_REUSE: Final = {
    "new_meld": "you must use the joker at once in a new meld",
    "any": "you must use the joker at once",
    "keep": "you may keep the joker in your hand",
}


def melds(facts: Facts) -> Iterator[str]:
    """When melds are laid, and what a set and a run are."""
    time = _TIME[facts.rules.meld.time]
    yield time if facts.discards else time.replace(", after drawing", "")
    yield from _sets(facts)
    yield from _runs(facts)


def _sets(facts: Facts) -> Iterator[str]:
    options = facts.rules.meld.set
    if not options.allowed:
        yield "Cards of one rank are no meld."
        return
    least = largest_set(facts.rules, min(facts.packs))
    size = span(options.min, max(options.min, least))
    if isinstance(options.suits, int):
        suits = f"of exactly {counted(options.suits, 'different suit')}"
    elif options.suits == "distinct" or max(facts.packs) == 1:
        suits = "of different suits"
    else:
        suits = "of any suits"
    yield f"A set is {size} cards of one rank, {suits}{_equal_cards(facts, least)}."


def _equal_cards(facts: Facts, least: int) -> str:
    packs = max(facts.packs)
    if facts.rules.meld.set.suits == "distinct" or packs == 1:
        return ""
    most = largest_set(facts.rules, packs)
    larger = f" and up to {counted(most, 'card')}" if most > least else ""
    it = f"with {counted(packs, 'pack')} it" if len(facts.packs) > 1 else "it"
    return f"; {it} may hold equal cards{larger}"


def _runs(facts: Facts) -> Iterator[str]:
    options, ranks = facts.rules.meld.run, facts.rules.deck.ranks
    if not options.allowed:
        yield "Cards in sequence are no meld."
        return
    longest = min(options.max, len(ranks) + (options.max == 14))
    yield f"A run is {span(options.min, longest)} cards of one suit in sequence."
    if "A" not in ranks:
        return
    low, high, round_corner = (
        "-".join(facts.rank_sign(rank) for rank in three)
        for three in (ranks[:3], ranks[-2:] + "A", ranks[-1] + ranks[:2])
    )
    match options.aces:
        case "low":
            yield f"The {facts.ace} is low: {low} is a run, {high} is not."
        case "high":
            yield f"The {facts.ace} is high: {high} is a run, {low} is not."
        case "high_or_low":
            yield (
                f"The {facts.ace} is low or high: {low} and {high} are runs, {round_corner} is not."
            )
        case "corner":
            yield f"A run may go round the corner: {low}, {high} and {round_corner} are all runs."
    if options.max == 14:
        ace = "a 1" if facts.tiles else "an ace"
        yield f"A run of all cards of a suit may have {ace} at both ends."


def wilds(facts: Facts) -> Iterator[str]:
    """Which cards are wild, and how they may be used."""
    if not facts.wilds:
        return
    yield from _wild_cards(facts)
    options, wild = facts.rules.wild, facts.wild
    if options.allowed_in == "none":
        yield f"No meld may hold a {wild}."
        return
    if options.allowed_in != "both":
        yield f"Only {options.allowed_in} may hold {wild}s."
    if options.joker_colours and facts.jokers:
        yield (
            "A red joker stands only for hearts and diamonds, a black one only for spades and "
            "clubs."
        )
    most = options.max_per_meld
    at_most = "" if most is None else f" and may hold {counted(most, wild)} at most"
    if options.min_naturals == 0:
        yield f"A meld needs no natural card{at_most}."
    else:
        yield f"Every meld needs at least {counted(options.min_naturals, 'natural card')}{at_most}."
    yield from _wild_limits(facts)


def _wild_cards(facts: Facts) -> Iterator[str]:
    if facts.wild_names:
        yield f"{listed(facts.wild_names).capitalize()} are wild: each stands for any card."
    if facts.rules.deck.wild_drawn:
        joker = (
            f"; a joker makes the {rank_plural(facts.rules.deck.ranks[0])} wild"
            if facts.jokers
            else ""
        )
        yield (
            "A card is turned up after the deal and stays under the stock: all cards of its rank "
            f"are wild in that hand{joker}."
        )
    if facts.wild_ranks:
        ranks = facts.rules.deck.wild_ranks
        name = listed(map(one_rank, ranks), "or") if ranks else "a card of that rank"
        yield sentence(
            f"{name} may also be used as itself, and is then a natural card"
            if facts.rules.wild.natural_use
            else f"{name} is always wild, never a natural card"
        )


def _wild_limits(facts: Facts) -> Iterator[str]:
    options, wild = facts.rules.wild, facts.wild
    in_runs = options.allowed_in in ("both", "runs") and facts.rules.meld.run.allowed
    in_sets = options.allowed_in in ("both", "sets") and facts.rules.meld.set.allowed
    for kind, applies, limit in (
        ("set", in_sets, options.max_in_set),
        ("run", in_runs, options.max_in_run),
    ):
        if applies and limit is not None:
            yield f"A {kind} may hold {counted(limit, wild)} at most."
    if in_runs and options.max_adjacent is not None:
        yield (
            f"No two {wild}s may lie side by side in a run."
            if options.max_adjacent == 1
            else f"At most {number(options.max_adjacent)} {wild}s may lie side by side in a run."
        )
    if in_runs and not options.at_run_ends:
        yield f"A {wild} may not be the first or the last card of a run."
    if options.not_more_than_naturals:
        yield f"A meld may not hold more {wild}s than natural cards."


def table(facts: Facts) -> Iterator[str]:
    """The initial meld, laying off, and what else is done with melds on the table."""
    yield from _opening(facts)
    yield from _laying_off(facts)
    yield from _joker_moves(facts)
    if facts.rules.table_rearrange:
        yield "You may rearrange the melds on the table, as long as all cards stay in melds."


def _opening(facts: Facts) -> Iterator[str]:
    options = facts.rules.open
    demands = [f"be worth {options.min_points} points or more"] if options.min_points else []
    if options.pure_run:
        demands.append(f"include a run without a {facts.wild}" if facts.wilds else "include a run")
    if demands:
        yield f"The first melds that you lay in one turn must together {listed(demands)}."
        if options.exempt_if_going_out:
            yield "This is not asked of a player who goes out in that turn."


def _laying_off(facts: Facts) -> Iterator[str]:
    options = facts.rules.layoff
    if options.in_play:
        targets = _TARGETS[options.targets]
        if options.requires_open:
            yield f"Once you have melded, you may add cards to {targets} on your turns."
        else:
            yield f"On your turn you may add cards to {targets}, even before melding yourself."
        if not facts.rules.open.layoff_same_turn:
            yield "In the turn of your first melds you may not add cards to melds."
    if options.at_showdown:
        yield (
            "When the hand ends, the others may add cards to the melds of the player who ended "
            "it"
            + (
                ", even if that player has melded every card."
                if options.against_gin
                else ", unless that player has melded every card."
            )
        )
    if not options.in_play and not options.at_showdown:
        yield "Nobody adds cards to other players' melds."


def _joker_moves(facts: Facts) -> Iterator[str]:
    if not facts.wilds or facts.rules.meld.time != "play":
        return
    swap, shift = facts.rules.joker_swap, facts.rules.joker_shift
    if swap.allowed:
        yield (
            ("Once you have melded, you" if swap.requires_open else "You")
            + " may put the card that a joker stands for in its place and take the joker; "
            + _REUSE[swap.reuse]
            + "."
        )
        if swap.strict:
            yield "In a set you may do so only if it then has four natural cards."
    else:
        yield f"A {facts.wild} on the table is never exchanged."
    if shift.allowed:
        any_slot = "" if shift.from_ == "any" else " at an end of the run"
        yield (
            f"You may put the card that a joker{any_slot} stands for into its run and move the "
            f"joker to an end, not below the {rank_name(shift.low)} nor above the "
            f"{rank_name(shift.high)}."
        )


def required(facts: Facts) -> Iterator[str]:
    """What a hand that goes out must contain."""
    options = facts.rules.hand.requires
    if options.all:
        yield "A hand that goes out must be melded whole."
    demands = [counted(options.sets, "set")] if options.sets else []
    number_of_runs = max(options.runs, options.pure_runs)
    if number_of_runs:
        demands.append(counted(number_of_runs, "run") + _pure(facts, number_of_runs))
    if demands:
        yield f"A hand that goes out must contain at least {listed(demands)}."


def _pure(facts: Facts, number_of_runs: int) -> str:
    pure = facts.rules.hand.requires.pure_runs
    if not pure or not facts.wilds:
        return ""
    of_them = "" if pure == number_of_runs else f", {number(pure)} of them"
    return f"{of_them} without {facts.wild}s"
