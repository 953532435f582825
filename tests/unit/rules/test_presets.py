"""The presets hold what the published rules of each game say."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS
from meldwise.rules.ruleset import RuleSet

# Rummikub, which shares little with them, has a file of its own.
CARD_GAMES = tuple(name for name in PRESETS if name != "rummikub")
GERMAN, TONK, KNOCK, WILDCARD, LOBA, RAMINO, DRIFT, CINCINNATI, GIN = CARD_GAMES

# One row per option; the columns are the presets in the order of the catalogue.
# fmt: off
TABLE: list[tuple[str, tuple[Any, ...]]] = [
    ("players.min", (2, 2, 2, 2, 2, 2, 2, 2, 2)),
    ("players.max", (6, 6, 5, 7, 5, 6, 4, 7, 2)),
    ("deck.wild_ranks", ((), (), (), ("2",), (), (), (), (), ())),
    ("deal.upcard", (True,) * 9),
    ("deal.first_player", ("dealer", *("next",) * 8)),
    ("deal.first_player_extra_card", (False,) * 9),
    ("deal.cut_joker_keep", (False,) * 9),
    ("draw.discard", ("free", "free", "free", "free", "use_now_new_meld", *("free",) * 4)),
    ("draw.first_upcard", (*("free",) * 8, "offered")),
    ("turn.discard_taken_upcard", (False,) * 9),
    ("turn.joker_discard", ("free", "free", "free", "free", "only_to_go_out", *("free",) * 4)),
    ("meld.time", ("play", "play", "end", "end", "play", "end", "play", "once", "end")),
    ("meld.set.min", (3,) * 9),
    ("meld.set.max", (4, 4, 4, None, 6, 4, 4, None, 4)),
    ("meld.set.suits", ("distinct", "distinct", "distinct", "any", 3, "any", "distinct", "any",
                        "distinct")),
    ("meld.run.min", (3, 3, 3, 3, 4, 3, 3, 3, 3)),
    ("meld.run.max", (13, 13, 13, 13, 13, 4, 13, 13, 13)),
    ("meld.run.aces", ("corner", "low", "low", "high_or_low", "high_or_low", "low", "low",
                       "high_or_low", "low")),
    ("wild.allowed_in", ("both", "both", "both", "both", "runs", *("both",) * 4)),
    ("wild.min_naturals", (2, 1, 1, 1, 1, 1, 1, 1, 1)),
    ("wild.max_per_meld", (None, None, None, None, 2, None, None, None, None)),
    ("wild.max_adjacent", (2, *(None,) * 8)),
    ("wild.natural_use", (True,) * 9),
    ("hand.requires.all", (*(False,) * 7, True, False)),
    ("hand.requires.pure_runs", (0,) * 9),
    ("open.min_points", (40, *(0,) * 8)),
    ("open.layoff_same_turn", (False, *(True,) * 8)),
    ("open.exempt_if_going_out", (False,) * 9),
    ("layoff.in_play", (True, True, False, False, True, False, True, False, False)),
    ("layoff.requires_open", (True, False, False, False, False, False, True, False, False)),
    ("layoff.targets", ("all",) * 9),
    ("layoff.at_showdown", (*(False,) * 8, True)),
    ("layoff.against_gin", (False,) * 9),
    ("joker_swap.allowed", (True, False, False, False, False, False, True, False, False)),
    ("joker_swap.strict", (False,) * 9),
    ("joker_shift.allowed", (False, False, False, False, True, False, False, False, False)),
    ("joker_shift.from", ("any",) * 9),
    ("joker_shift.low", ("A",) * 9),
    ("joker_shift.high", ("K",) * 9),
    ("table_rearrange", (False,) * 9),
    ("end.go_out_discard", ("optional", "optional", "required", "optional", "optional",
                            "required", "optional", "optional", "required")),
    ("end.big_gin", (False,) * 9),
    ("knock.allowed", (False, True, True, False, False, True, False, False, True)),
    ("knock.limit", (None, None, None, None, None, 6, None, None, 10)),
    ("deal_win.min", (None, 50, *(None,) * 7)),
    ("deal_win.mandatory", (False,) * 9),
    ("stock.on_empty", ("reshuffle", "hand_ends", "turn", "turn", "reshuffle", "turn", "turn",
                        "turn", "void")),
    ("stock.wall", (*("none",) * 8, "void")),
    ("values.meld.ace", (11, 1, 1, 11, 10, 1, 1, 11, 1)),
    ("values.meld.ace_low", (1, 1, 1, 11, 10, 1, 1, 11, 1)),
    ("values.meld.joker", (*("represented",) * 7, 15, "represented")),
    ("values.hand.court", (10,) * 9),
    ("score.model", ("own_penalty", "stakes", "others_minus_own", "others_deadwood",
                     "own_penalty", "own_penalty_all", "own_penalty", "own_melds", "difference")),
    ("score.rummy_bonus", (0, 0, 25, *(0,) * 6)),
    ("score.knocker_lost_bonus", (0, 0, 10, *(0,) * 6)),
    ("score.go_out_at_once_bonus", (0, 0, 0, 0, 10, 0, 0, 0, 0)),
    ("score.go_out_at_once_floor", (None,) * 9),
    ("score.go_out_at_once_factor", (1,) * 9),
    ("score.gin_bonus", (*(0,) * 8, 25)),
    ("score.undercut_bonus", (*(0,) * 8, 25)),
    ("game.target", (*(None,) * 8, 100)),
    ("game.out_at", (None, None, None, None, 100, 101, 101, None, None)),
    ("game.buy_in.max", (0, 0, 0, 0, 2, 0, 0, 0, 0)),
    ("game.buy_in.min_left", (2,) * 9),
]
# fmt: on

# Options that mean something in some of the games only.
WHERE_IT_APPLIES: list[tuple[str, str, Any]] = [
    (TONK, "knock.timing", "before_draw"),
    (TONK, "deal_win.factor", 2),
    (TONK, "tonk.out_factor", 2),
    (TONK, "tonk.caught_factor", 2),
    (TONK, "tonk.knocker_pays_winner_too", True),
    (TONK, "tie.lowest", "knocker_loses"),
    (TONK, "tie.stock_out", "each"),
    (TONK, "tie.several_non_knockers", "each"),
    (TONK, "count.hand", "held"),
    (KNOCK, "knock.timing", "with_discard"),
    (KNOCK, "score.difference", "once"),
    (KNOCK, "score.rummy_bonus_per", "once"),
    (KNOCK, "tie.lowest", "non_knocker"),
    (KNOCK, "tie.rummy_immune", True),
    (KNOCK, "tie.several_non_knockers", "none"),
    (KNOCK, "count.hand", "unmelded"),
    (KNOCK, "values.hand.ace", 1),
    (WILDCARD, "values.hand.ace", 11),
    (WILDCARD, "values.hand.joker", 25),
    (WILDCARD, "values.hand.wild", 25),
    (WILDCARD, "count.hand", "unmelded"),
    (GERMAN, "values.hand.ace", 11),
    (GERMAN, "values.hand.joker", 30),
    (GERMAN, "joker_swap.reuse", "new_meld"),
    (GERMAN, "joker_swap.requires_open", True),
    (GERMAN, "count.hand", "held"),
    (LOBA, "values.hand.ace", 10),
    (LOBA, "values.hand.joker", 10),
    (LOBA, "count.hand", "held"),
    (RAMINO, "knock.timing", "with_discard"),
    (RAMINO, "values.hand.joker", 20),
    (RAMINO, "count.hand", "unmelded"),
    (RAMINO, "tie.game_end", "lowest_total"),
    (DRIFT, "joker_swap.reuse", "any"),
    (DRIFT, "joker_swap.requires_open", False),
    (DRIFT, "values.hand.joker", 20),
    (DRIFT, "count.hand", "held"),
    (GIN, "knock.timing", "with_discard"),
    (GIN, "stock.wall_at", 2),
    (GIN, "score.big_gin_bonus", 31),
    (GIN, "tie.lowest", "defender"),
    (GIN, "count.hand", "unmelded"),
]


@pytest.mark.parametrize("option", [option for option, _ in TABLE])
def test_an_option_has_its_published_value_in_every_preset(option: str) -> None:
    values = dict(TABLE)[option]
    assert {name: rules(name)[option] for name in CARD_GAMES} == dict(
        zip(CARD_GAMES, values, strict=True)
    )


@pytest.mark.parametrize(("name", "option", "value"), WHERE_IT_APPLIES)
def test_an_option_has_its_published_value_where_it_applies(
    name: str, option: str, value: object
) -> None:
    assert rules(name)[option] == value


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_its_own_id_and_texts(name: str) -> None:
    preset = rules(name)
    assert preset.id == name
    assert preset.name
    assert preset.description.endswith(".")


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_loaded_once(name: str) -> None:
    assert rules(name) is rules(name)


def test_a_preset_cannot_be_changed_through_its_tables() -> None:
    wildcard = rules("wildcard-rummy")
    tables: list[Any] = [wildcard.deck.packs, wildcard["deck.packs"]]
    for table in tables:
        with pytest.raises(TypeError):
            table["7"] = 1
    assert wildcard.packs(7) == 2


def test_the_defaults_are_a_plain_game() -> None:
    plain = RuleSet()
    assert (plain.packs(), plain.jokers_total(), plain.cards_dealt()) == (1, 0, 7)
    assert (plain.meld.set.min, plain.meld.run.min, plain.meld.time) == (3, 3, "end")
