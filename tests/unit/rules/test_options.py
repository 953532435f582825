"""Every option of the published rules and their variants exists under its name."""

from __future__ import annotations

import pytest

from meldwise.rules.ruleset import RuleSet, option_names
from tests.unit.rules.alternatives import SCHEMA, resolved

NAMED_IN_THE_RULES = [
    "players.min",
    "players.max",
    "deck.packs",
    "deck.jokers",
    "deck.wild_ranks",
    "deal.cards",
    "deal.first_player_extra_card",
    "deal.cut_joker_keep",
    "draw.discard",
    "draw.first_upcard",
    "turn.discard_taken_upcard",
    "turn.joker_discard",
    "meld.time",
    "meld.set.min",
    "meld.set.max",
    "meld.set.suits",
    "meld.run.min",
    "meld.run.max",
    "meld.run.aces",
    "wild.allowed_in",
    "wild.min_naturals",
    "wild.max_per_meld",
    "wild.max_adjacent",
    "wild.natural_use",
    "hand.requires.all",
    "hand.requires.runs",
    "hand.requires.pure_runs",
    "open.min_points",
    "open.layoff_same_turn",
    "open.exempt_if_going_out",
    "layoff.requires_open",
    "layoff.targets",
    "layoff.at_showdown",
    "layoff.against_gin",
    "joker_swap.allowed",
    "joker_swap.requires_open",
    "joker_swap.reuse",
    "joker_swap.strict",
    "joker_shift.allowed",
    "joker_shift.from",
    "joker_shift.low",
    "joker_shift.high",
    "table_rearrange",
    "end.go_out_discard",
    "end.big_gin",
    "knock.allowed",
    "knock.limit",
    "knock.timing",
    "deal_win.min",
    "deal_win.mandatory",
    "deal_win.factor",
    "stock.on_empty",
    "stock.shuffle",
    "stock.wall",
    "values.meld.ace",
    "values.meld.ace_low",
    "values.meld.joker",
    "values.hand.ace",
    "values.hand.joker",
    "values.hand.wild",
    "count.hand",
    "score.model",
    "score.difference",
    "score.rummy_bonus",
    "score.rummy_bonus_per",
    "score.knocker_lost_bonus",
    "score.gin_bonus",
    "score.big_gin_bonus",
    "score.undercut_bonus",
    "score.go_out_at_once_bonus",
    "score.go_out_at_once_floor",
    "score.go_out_at_once_factor",
    "tie.lowest",
    "tie.stock_out",
    "tie.rummy_immune",
    "tie.several_non_knockers",
    "tie.game_end",
    "tonk.out_factor",
    "tonk.caught_factor",
    "tonk.knocker_pays_winner_too",
    "game.target",
    "game.out_at",
    "game.buy_in.max",
    "game.buy_in.min_left",
]

# The values that the variants of the published rules need.
VALUES_NAMED = [
    ("meld.run.aces", {"low", "high", "high_or_low", "corner"}),
    ("meld.set.suits", {"distinct", "any"}),
    ("draw.discard", {"free", "use_now", "use_now_new_meld", "any_depth", "whole_pile", "none"}),
    ("turn.joker_discard", {"free", "only_to_go_out"}),
    ("joker_swap.reuse", {"new_meld", "any"}),
    ("joker_shift.from", {"any", "ends_only"}),
    ("layoff.targets", {"all", "runs"}),
    ("end.go_out_discard", {"optional", "required", "none"}),
    ("knock.timing", {"before_draw", "with_discard"}),
    ("stock.on_empty", {"reshuffle", "turn", "hand_ends", "void", "pass"}),
    ("stock.wall", {"void", "knock_only"}),
    ("score.difference", {"once", "per_opponent"}),
    ("score.rummy_bonus_per", {"once", "per_opponent"}),
    ("tie.several_non_knockers", {"none", "split", "each"}),
    ("count.hand", {"held", "all_held", "unmelded"}),
]


@pytest.mark.parametrize("name", NAMED_IN_THE_RULES)
def test_an_option_of_the_published_rules_exists(name: str) -> None:
    assert name in option_names()


@pytest.mark.parametrize(("name", "values"), VALUES_NAMED)
def test_an_option_takes_the_values_of_the_published_variants(name: str, values: set[str]) -> None:
    option = resolved(SCHEMA["properties"][name])
    taken = set(option.get("enum", [])) | {
        value for choice in option.get("anyOf", []) for value in choice.get("enum", [])
    }
    assert values <= taken


def test_option_names_are_unique_and_readable_from_a_rule_set() -> None:
    names = option_names()
    assert len(set(names)) == len(names)
    texts = ("id", "name", "description")
    assert [*texts, *RuleSet().options] == list(names)


def test_every_option_is_described_in_a_sentence() -> None:
    for name in option_names():
        description = resolved(SCHEMA["properties"][name])["description"]
        assert description[0].isupper() or description[0].isdigit(), name
        assert description.endswith("."), name
