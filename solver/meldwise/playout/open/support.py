"""Which rule sets the compiled simulator of games with melds on the table can play."""

from __future__ import annotations

from typing import Final

from meldwise.errors import RequestError
from meldwise.melds.meldrules import meld_rules
from meldwise.partition.kernel.layout import MOST_VALUE
from meldwise.playout.open.layout import MOST_DEALT, MOST_JOKERS
from meldwise.rules.ruleset import RuleSet

# Options that are played whatever they say, or that say nothing where melds are laid in play.
PLAYED: Final = frozenset(
    (
        *("id", "name", "description", "players.min", "players.max", "deck.notation"),
        *("deal.cards_by_packs", "deal.upcard", "deal.first_player"),
        *("deal.first_player_extra_card", "turn.discard_taken_upcard", "turn.joker_discard"),
        *("meld.set.allowed", "meld.set.min", "meld.set.max", "meld.set.suits"),
        *("meld.run.allowed", "meld.run.min", "meld.run.aces"),
        *("wild.allowed_in", "wild.max_per_meld", "wild.max_in_set", "wild.max_in_run"),
        *("wild.max_adjacent", "wild.at_run_ends", "wild.not_more_than_naturals"),
        *("wild.natural_use", "hand.requires.all", "open.min_points", "open.layoff_same_turn"),
        *("open.exempt_if_going_out", "layoff.in_play", "layoff.requires_open"),
        *("layoff.targets", "layoff.against_gin", "joker_swap.allowed"),
        *("joker_swap.requires_open", "joker_swap.reuse", "joker_swap.strict"),
        *("joker_shift.allowed", "joker_shift.from", "joker_shift.low", "joker_shift.high"),
        *("end.big_gin", "end.turn_limit", "knock.allowed", "deal_win.mandatory"),
        *("deal_win.factor", "stock.shuffle", "stock.wall_at", "values.meld.ace"),
        *("values.meld.ace_low", "values.meld.ace_set", "values.meld.court"),
        *("values.meld.wild", "values.meld.ranks", "count.hand", "score.stake"),
        *("score.difference", "score.rummy_bonus", "score.rummy_bonus_per"),
        *("score.knocker_lost_bonus", "score.gin_bonus", "score.big_gin_bonus"),
        *("score.undercut_bonus", "score.go_out_at_once_bonus"),
        *("score.go_out_at_once_factor", "score.cap", "tie.lowest", "tie.stock_out"),
        *("tie.rummy_immune", "tie.several_non_knockers", "tie.game_end"),
        *("tonk.out_factor", "tonk.caught_factor", "tonk.knocker_pays_winner_too"),
        *("game.target", "game.out_at", "game.buy_in.max", "game.buy_in.min_left"),
    )
)


def unsupported(rules: RuleSet, players: int | None = None) -> str | None:
    """What a rule set asks for that the simulator does not play; None if it plays it.

    Args:
        rules: The rule set.
        players: How many play; None: the fewest.

    >>> from meldwise.rules import rules
    >>> unsupported(rules("loba")) is None
    True
    >>> unsupported(rules("gin-rummy"))
    'meld.time = end: melds must be laid in play'
    """
    for key, value, wrong, why in demands(rules, players):
        if wrong:
            return f"{key} = {str(value).lower() if isinstance(value, bool) else value}: {why}"
    return None


def check_supported(rules: RuleSet, players: int | None = None) -> None:
    """Raise if the simulator does not play a rule set.

    Raises:
        RequestError: names the option.
    """
    reason = unsupported(rules, players)
    if reason is not None:
        raise RequestError(
            "not-simulated",
            f"{rules.name} is not played in compiled code: {reason}",
            {"field": reason.split(" ", 1)[0]},
        )


def demands(rules: RuleSet, players: int | None) -> list[tuple[str, object, bool, str]]:
    """Options with what about them is not played: key, value, whether it is so, and why."""
    meld, stock, score, end = rules.meld, rules.stock, rules.score, rules.end
    knock, opening, draw = rules.knock, rules.open, rules.draw
    packs, jokers = rules.packs(players), rules.jokers_total(players)
    dealt, dearest = rules.cards_dealt(players), max(meld_rules(rules, packs).hand_values)
    knocks, value = knock.allowed, rules.values.meld.joker
    wanted = rules.hand.requires
    requires = {"sets": wanted.sets, "runs": wanted.runs, "pure_runs": wanted.pure_runs}
    return [
        ("meld.time", meld.time, meld.time != "play", "melds must be laid in play"),
        ("table_rearrange", rules.table_rearrange, rules.table_rearrange, "melds stay as laid"),
        ("deck.packs", packs, packs > 2, "two packs at most"),
        ("deal.cards", dealt, dealt > MOST_DEALT, f"{MOST_DEALT} cards a hand at most"),
        (
            "values.hand",
            dearest,
            dearest * (MOST_DEALT + 2) > MOST_VALUE,
            f"a card counts {MOST_VALUE // (MOST_DEALT + 2)} at most",
        ),
        ("deck.jokers", jokers, jokers > MOST_JOKERS, f"{MOST_JOKERS} jokers at most"),
        ("deck.suits", rules.deck.suits, len(rules.deck.suits) != 4, "all four suits"),
        ("deck.ranks", rules.deck.ranks, len(rules.deck.ranks) != 13, "all thirteen ranks"),
        ("deck.wild_ranks", rules.deck.wild_ranks, bool(rules.deck.wild_ranks), "jokers only"),
        ("deck.wild_drawn", rules.deck.wild_drawn, rules.deck.wild_drawn, "jokers only"),
        ("wild.joker_colours", True, rules.wild.joker_colours, "jokers stand for any suit"),
        ("wild.min_naturals", 0, rules.wild.min_naturals == 0, "each meld has a natural card"),
        ("meld.run.max", meld.run.max, meld.run.max > 13, "thirteen cards at most"),
        ("deal.cut_joker_keep", True, rules.deal.cut_joker_keep, "dealt as shuffled"),
        (
            "draw.discard",
            draw.discard,
            draw.discard in ("any_depth", "whole_pile"),
            "the upcard alone is taken",
        ),
        ("turn.draw", rules.turn.draw, rules.turn.draw != "first", "a turn begins with a draw"),
        ("draw.first_upcard", draw.first_upcard, draw.first_upcard != "free", "free for all"),
        *(
            (f"hand.requires.{key}", number, number > 0, "no melds are asked for to go out")
            for key, number in requires.items()
        ),
        ("open.pure_run", True, opening.pure_run, "points alone open"),
        (
            "values.meld.joker",
            value,
            isinstance(value, int) and opening.min_points > 0,
            "in the initial meld a joker counts what it stands for",
        ),
        (
            "knock.timing",
            knock.timing,
            knocks and knock.timing != "before_draw",
            "a player knocks before drawing",
        ),
        ("knock.limit", knock.limit, knocks and knock.limit == "upcard", "a number, or none"),
        (
            "layoff.at_showdown",
            True,
            rules.layoff.at_showdown,
            "nothing is laid off when the hand is over",
        ),
        ("end.go_out_discard", "none", end.go_out_discard == "none", "the last card may be thrown"),
        ("stock.on_empty", stock.on_empty, stock.on_empty == "pass", "a card is always drawn"),
        ("stock.wall", stock.wall, stock.wall != "none", "the stock is played to its end"),
        (
            "score.model",
            score.model,
            score.model not in ("own_penalty", "own_penalty_all", "stakes"),
            "penalties or stakes",
        ),
        (
            "deal_win.min",
            rules.deal_win.min,
            rules.deal_win.min is not None and score.model != "stakes",
            "a dealt hand wins stakes",
        ),
        (
            "score.spade_upcard_factor",
            score.spade_upcard_factor,
            score.spade_upcard_factor > 1,
            "every upcard counts alike",
        ),
        (
            "score.go_out_at_once_floor",
            score.go_out_at_once_floor,
            score.go_out_at_once_floor is not None and score.go_out_at_once_bonus > 0,
            "the deduction has no floor",
        ),
        (
            "count.all_without_pure_run",
            True,
            rules.count.all_without_pure_run,
            "hands count by their cards alone",
        ),
    ]
