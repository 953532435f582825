"""Values that cannot go together are refused; values without effect are not."""

from __future__ import annotations

from typing import Any

import pytest

from meldwise.errors import RulesError
from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS

CONTRADICTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("loba", {"players.min": 6}, "players.min = 6 is more than players.max = 5"),
    ("loba", {"deck.packs": {"2-4": 2}}, "deck.packs must give one number for each of 2 to 5"),
    ("gin", {"deal.cards": {"3": 7}}, "deal.cards must give one number for 2 players, not for 3"),
    ("loba", {"deck.packs": {"2-5": 2, "3": 1}}, "not for 2-5, 3"),
    ("loba", {"deck.packs": {"3-2": 2}}, "not for 3-2"),
    ("loba", {"deck.packs": {}}, "not for none"),
    ("loba", {"deal.cards": {"2-99": 9}}, "deal.cards must give one number"),
    ("loba", {"deck.ranks": "KQJ"}, 'deck.ranks = "KQJ" must be three or more'),
    ("loba", {"deck.ranks": "A2"}, "three or more"),
    ("loba", {"deck.ranks": "AAAA"}, "in this order"),
    ("loba", {"deck.ranks": ""}, "three or more"),
    ("wildcard-rummy", {"deck.ranks": "A3456789TJQK"}, "which deck.ranks leaves out"),
    ("loba", {"deck.wild_ranks": ["2", "2"]}, "deck.wild_ranks has 2 twice"),
    ("loba", {"deck.packs": 4, "deck.jokers": "9/pack"}, "makes 36 jokers for 2 players"),
    (
        "wildcard-rummy",
        {"deck.jokers": "20/pack"},
        "makes 40 jokers for 7 players: 32 in all at most",
    ),
    ("tonk", {"deal.cards": 26}, "26 each for 2 players and the next card leave no stock"),
    ("gin-rummy", {"deal.cards_by_packs": {"1": 26}}, "the packs hold 52 cards"),
    ("gin-rummy", {"deal.upcard": False}, "draw.first_upcard needs an upcard"),
    (
        "knock-rummy",
        {"knock.limit": "upcard", "deal.first_player_extra_card": True},
        "knock.limit needs an upcard",
    ),
    (
        "tonk",
        {"deal.upcard": False, "score.spade_upcard_factor": 2},
        "score.spade_upcard_factor needs an upcard",
    ),
    ("loba", {"meld.set.allowed": False, "meld.run.allowed": False}, "are both false"),
    ("loba", {"meld.set.min": 7}, "meld.set.min = 7 is more than meld.set.max = 6"),
    ("loba", {"meld.set.max": 3, "meld.set.suits": 4}, "4 different suits do not fit"),
    ("tonk", {"meld.set.min": 5, "meld.set.max": None}, "allow no set of more than 4 cards"),
    ("wildcard-rummy", {"meld.set.min": 9}, "allow no set of more than 8 cards"),
    ("tonk", {"meld.run.min": 14, "meld.run.max": 13}, "meld.run.min = 14 is more than"),
    ("tonk", {"meld.run.max": 14}, "needs an ace at both ends, which meld.run.aces = low bars"),
    ("gin-rummy", {"deck.ranks": "A234567", "meld.run.min": 8}, "more than the 7 ranks"),
    ("loba", {"wild.max_in_run": 3}, "wild.max_in_run = 3 is more than wild.max_per_meld = 2"),
    ("loba", {"wild.max_in_set": 3}, "wild.max_in_set = 3 is more than wild.max_per_meld = 2"),
    ("ramino-knock", {"wild.min_naturals": 5}, "do not fit in a set of 4 at most"),
    (
        "wildcard-rummy",
        {"wild.min_naturals": 6, "meld.run.max": 5},
        "do not fit in a run of 5 at most",
    ),
    ("tonk", {"meld.run.allowed": False, "hand.requires.runs": 1}, "hand.requires.runs requires"),
    ("loba", {"meld.run.allowed": False, "open.pure_run": True}, "open.pure_run requires runs"),
    ("tonk", {"meld.set.allowed": False, "hand.requires.sets": 1}, "sets are required"),
    (
        "cincinnati-rummy",
        {"hand.requires": {"runs": 2, "sets": 1}},
        "asks for melds of 9 cards, but a player holds 8 at most",
    ),
    ("knock-rummy", {"layoff.in_play": True}, "layoff.in_play needs melds on the table"),
    ("knock-rummy", {"joker_swap.allowed": True}, "(it must be play)"),
    ("knock-rummy", {"joker_shift.allowed": True}, "but meld.time = end"),
    ("cincinnati-rummy", {"table_rearrange": True}, "but meld.time = once"),
    ("wildcard-rummy", {"open.min_points": 30}, "open.min_points needs melds on the table"),
    ("wildcard-rummy", {"open.pure_run": True}, "open.pure_run needs melds on the table"),
    ("gin-rummy", {"draw.discard": "use_now"}, "draw.discard needs melds on the table"),
    ("german-rummy", {"meld.time": "end"}, "needs melds on the table"),
    ("loba", {"knock.limit": 5}, "knock.limit = 5, but knock.allowed = false"),
    ("gin-rummy", {"draw.discard": "none"}, "nothing may be taken"),
    ("loba", {"stock.shuffle": False}, "contradicts stock.on_empty = reshuffle"),
    ("loba", {"joker_shift": {"low": "K", "high": "2"}}, "joker_shift.low = K is above"),
    ("loba", {"game.target": 100}, "game.target = 100 is for points won"),
    ("gin-rummy", {"game.out_at": 100}, "game.out_at = 100 is for penalty points"),
    ("german-rummy", {"game.buy_in.max": 1}, "nobody is ever out"),
]

NO_CONTRADICTION: list[tuple[str, dict[str, Any]]] = [
    ("german-rummy", {"deck.jokers": 0}),
    ("loba", {"players.max": 2}),
    ("loba", {"wild.max_in_set": 1}),
    ("wildcard-rummy", {"deck.wild_ranks": []}),
    ("tonk", {"meld.set.allowed": False}),
    ("tonk", {"deck.ranks": "A234567JQK"}),
    ("tonk", {"meld.run.max": 14, "meld.run.aces": "high_or_low"}),
    ("gin-rummy", {"knock.allowed": False, "knock.limit": None}),
    ("knock-rummy", {"deal.cards": 10}),
]


@pytest.mark.parametrize(("name", "changes", "sentence"), CONTRADICTIONS)
def test_values_that_cannot_go_together_are_refused(
    name: str, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as error:
        rules(name, changes)
    assert error.value.code == "contradiction"
    assert sentence in str(error.value)


@pytest.mark.parametrize(("name", "changes", "sentence"), CONTRADICTIONS)
def test_a_contradiction_names_an_option_of_its_sentence(
    name: str, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RulesError) as error:
        rules(name, changes)
    key = str(error.value.where["key"])
    assert key in rules(name).options
    assert key.rpartition(".")[0] in str(error.value) or sentence.startswith("sets are")


@pytest.mark.parametrize(("name", "changes"), NO_CONTRADICTION)
def test_a_value_that_merely_has_no_effect_is_allowed(name: str, changes: dict[str, Any]) -> None:
    assert rules(name, changes) != rules(name)


@pytest.mark.parametrize("name", PRESETS)
def test_a_variant_may_have_one_or_three_packs(name: str) -> None:
    assert rules(name, {"deck.packs": 3, "deck.jokers": 2}).packs() == 3
