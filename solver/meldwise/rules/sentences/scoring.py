"""Card values, what is counted, scores, bonuses, ties and the end of the game, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from meldwise.cards import RANKS
from meldwise.rules.scoring_options import HandValues, MeldValues
from meldwise.rules.sentences.facts import Facts
from meldwise.rules.sentences.wording import (
    counted,
    listed,
    number,
    one_rank,
    rank_name,
    sentence,
    times,
)

# Models in which the lowest count wins, so that a tie for it must be decided.
_LOWEST_WINS: Final = (
    *("stakes", "others_minus_own", "others_deadwood", "difference", "sum_of_others"),
)

_MODELS: Final = {
    "own_penalty": "The winner scores nothing; each other player gets as many penalty points as "
    "those cards count.",
    "own_penalty_all": "Every player, also the one who ended the hand, gets as many penalty points "
    "as those cards count.",
    "others_deadwood": "The winner scores what the cards of all the others count.",
    "own_melds": "The player who goes out scores the value of all the cards melded; the others "
    "score nothing.",
    "difference": "The player with the lower count scores the difference to the other's count.",
    "melds_minus_hand": "Every player scores the value of the cards melded, less what those left "
    "in hand count.",
    "sum_of_others": "Each loser loses what those cards count, and the winner scores the sum.",
}

_TIES: Final = {
    "knocker_loses": "A knocker who ties for the lowest count has lost.",
    "non_knocker": "When the knocker ties for the lowest count, the other player wins.",
    "defender": "When the counts are equal, the player who did not knock wins.",
    "nobody": "When the knocker ties for the lowest count, nobody scores.",
}

_SEVERAL: Final = {
    "none": "When several others share the lowest count, nobody scores.",
    "split": "When several others share the lowest count, they share the score.",
    "each": "When several others share the lowest count, each of them scores in full.",
}


def values(facts: Facts) -> Iterator[str]:
    """What cards count in melds and in hand, as far as that matters."""
    options = facts.rules.values
    if facts.melds_score:
        yield f"In melds {_counts([*_natural_cards(facts, options.meld), *_wilds_melded(facts)])}."
    if facts.hand_scores:
        counts = _counts([*_natural_cards(facts, options.hand), *_wilds_in_hand(facts)])
        yield f"In hand {counts}." if facts.melds_score else sentence(counts)


def _counts(cards: list[tuple[str, str]]) -> str:
    (first, value), *others = cards
    return listed([f"{first} counts {value}", *(f"{card} {value}" for card, value in others)])


def _natural_cards(facts: Facts, options: MeldValues | HandValues) -> Iterator[tuple[str, str]]:
    ranks = facts.rules.deck.ranks
    if facts.tiles and options.ace == 1 and options.court == "pip" and not options.ranks:
        yield "every card", "its number"
        return
    others = {rank: value for rank, value in options.ranks.items() if rank in ranks}
    if "A" in ranks and "A" not in others:
        elsewhere = _other_aces(facts, options) if isinstance(options, MeldValues) else ()
        yield (
            "an ace",
            f"{options.ace}{''.join(f' ({value} {where})' for where, value in elsewhere)}",
        )
    courts = [rank for rank in "JQK" if rank in ranks and rank not in others]
    if options.court == "pip":
        yield from ((one_rank(rank), str(RANKS.index(rank) + 1)) for rank in courts)
    elif courts:
        yield f"a {listed(map(rank_name, courts), 'or')}", str(options.court)
    yield from ((one_rank(rank), str(value)) for rank, value in others.items())
    yield "any other card", "its number"


def _other_aces(facts: Facts, options: MeldValues) -> Iterator[tuple[str, int]]:
    """Places in which an ace has another value than it has after the king."""
    runs, sets = facts.rules.meld.run, facts.rules.meld.set
    if runs.allowed and runs.aces != "high" and options.ace_low != options.ace:
        yield "as the low card of a run", options.ace_low
    if sets.allowed and options.ace_set is not None and options.ace_set != options.ace:
        yield "in a set", options.ace_set


def _wilds_melded(facts: Facts) -> Iterator[tuple[str, str]]:
    options = facts.rules.values.meld
    for applies, card, value in (
        (facts.jokers, "a joker", options.joker),
        (facts.wild_ranks, "a wild card of another kind", options.wild),
    ):
        if applies:
            yield card, "what it stands for" if value == "represented" else str(value)


def _wilds_in_hand(facts: Facts) -> Iterator[tuple[str, str]]:
    options, deck = facts.rules.values.hand, facts.rules.deck
    if facts.jokers:
        yield "a joker", str(options.joker)
    if facts.wild_ranks and options.wild is not None:
        drawn = ["a card of the rank turned up"] if deck.wild_drawn else []
        yield listed([*map(one_rank, deck.wild_ranks), *drawn], "or"), str(options.wild)


def counting(facts: Facts) -> Iterator[str]:
    """Which cards count at the end of the hand."""
    if not facts.hand_scores:
        return
    if facts.rules.count.hand == "held":
        yield (
            "At the end of a hand all the cards that a player still holds count, melds among them "
            "too."
        )
    else:
        yield "At the end of a hand the cards count that are in none of a player's best melds."
    if facts.rules.count.all_without_pure_run:
        without = f" without a {facts.wild}" if facts.wilds else ""
        yield f"A player without a run{without} counts all cards."


def scores(facts: Facts) -> Iterator[str]:
    """Who scores what, with bonuses."""
    options = facts.rules.score
    match options.model:
        case "stakes":
            yield from _stakes(facts)
        case "others_minus_own":
            yield "The player with the lowest count scores " + (
                "the sum of the others' counts, less that lowest count."
                if options.difference == "once"
                else "the differences to all the others' counts."
            )
        case model:
            yield _MODELS[model]
    yield from _bonuses(facts)
    yield from _at_once(facts)
    if options.spade_upcard_factor > 1:
        factor = times(options.spade_upcard_factor)
        yield f"Everything counts {factor} if the first upcard is a spade."
    if options.cap is not None:
        yield f"No hand costs a player more than {counted(options.cap, 'point')}."


def _stakes(facts: Facts) -> Iterator[str]:
    options, tonk = facts.rules.score, facts.rules.tonk
    if options.stake > 1:
        yield f"One stake is {options.stake}."
    without = (
        f"Going out without a discard wins {counted(tonk.out_factor, 'stake')} from every other "
        "player"
    )
    match facts.rules.end.go_out_discard:
        case "optional":
            yield f"{without}, going out with a discard one."
        case "none":
            yield f"{without}."
        case _:
            yield "Going out wins one stake from every other player."
    if facts.rules.knock.allowed:
        yield "A knocker with the lowest count of all wins one stake from every other player."
        yield (
            f"Otherwise the knocker pays {counted(tonk.caught_factor, 'stake')} to each player "
            "with a lower or equal count, and the lowest of these also wins one stake from "
            "every other player, the knocker "
            f"{'included' if tonk.knocker_pays_winner_too else 'excepted'}."
        )


def _bonuses(facts: Facts) -> Iterator[str]:
    options = facts.rules.score
    if options.rummy_bonus:
        each = " from each other player" if options.rummy_bonus_per == "per_opponent" else ""
        yield f"A player who melds the whole hand scores {options.rummy_bonus} more{each}."
    if not facts.rules.knock.allowed:
        return
    if options.knocker_lost_bonus:
        yield f"A player who beats the knocker scores {options.knocker_lost_bonus} more."
    if options.undercut_bonus:
        yield f"Beating the knocker's count (an undercut) scores {options.undercut_bonus} more."
    if options.gin_bonus:
        yield f"Ending the hand with nothing unmelded (gin) scores {options.gin_bonus} more."
    if options.big_gin_bonus and facts.rules.end.big_gin:
        yield f"Big gin scores {options.big_gin_bonus} more instead."


def _at_once(facts: Facts) -> Iterator[str]:
    """Going out in one turn, with nothing put down before."""
    options = facts.rules.score
    if options.go_out_at_once_bonus:
        floor = options.go_out_at_once_floor
        yield (
            "A player who goes out in one turn, with nothing put down before, deducts "
            f"{options.go_out_at_once_bonus} from earlier penalty points"
            + (f", but not below {floor}." if floor is not None else ", even below zero.")
        )
    if options.go_out_at_once_factor > 1:
        yield (
            "When a player goes out in one turn, with nothing put down before, the others' cards "
            f"count {times(options.go_out_at_once_factor)}."
        )


def ties(facts: Facts) -> Iterator[str]:
    """Ties for the lowest count."""
    options, model = facts.rules.tie, facts.rules.score.model
    if facts.rules.knock.allowed and model in _LOWEST_WINS:
        yield _TIES[options.lowest]
        if max(facts.players) > 2:
            yield _SEVERAL[options.several_non_knockers]
        if facts.rules.meld.time != "play":
            yield (
                "A player who goes out with the whole hand melded wins such a tie."
                if options.rummy_immune
                else "So it is also when the player who went out has melded the whole hand."
            )
    if facts.rules.stock.on_empty == "hand_ends" and model in _LOWEST_WINS:
        yield _stock_out(facts)


def _stock_out(facts: Facts) -> str:
    wins = "wins a stake from every other player" if facts.rules.score.model == "stakes" else "wins"
    tied: Mapping[str, str] = {
        "each": "if several have it, each of them does",
        "split": "if several have it, they share that",
        "none": "if several have it, nobody does",
    }
    return (
        f"When the stock has run out, the lowest count {wins}; {tied[facts.rules.tie.stock_out]}."
    )


def game(facts: Facts) -> Iterator[str]:
    """The end of the game."""
    options = facts.rules.game
    if options.target is not None:
        yield f"The first player with {options.target} points wins the game."
    elif options.out_at is not None:
        yield (
            f"A player with {options.out_at} penalty points or more is out; the last one left wins "
            "the game."
        )
        yield from _buy_in(facts)
        yield (
            "When all that are left reach that in the same hand, "
            + (
                "the lowest total wins."
                if facts.rules.tie.game_end == "lowest_total"
                else "they share the win."
            )
        )
    else:
        yield "Every hand is settled by itself; you play as many as you agree on."


def _buy_in(facts: Facts) -> Iterator[str]:
    options = facts.rules.game.buy_in
    if options.max:
        often = {1: "once", 2: "twice"}.get(options.max, f"{number(options.max)} times")
        yield (
            f"A player who is out may buy in again {often}, level with the highest score still in, "
            f"while {counted(options.min_left, 'player')} or more are below the limit."
        )
