"""Rule sets with random options of play: turns, draws, tables, endings and stocks of all kinds."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from meldwise.errors import InputError
from meldwise.play.dealing import deal
from meldwise.rules import rules
from meldwise.rules.ruleset import RuleSet

# Values that are often drawn come more than once.
CHOICES: Final[dict[str, list[Any]]] = {
    "deck.packs": [1, 1, 2],
    "deck.jokers": [0, 2, 4],
    "deck.wild_ranks": [[], [], [], ["2"]],
    "deal.cards": [4, 5, 7, 7, 10],
    "deal.upcard": [True, True, True, False],
    "deal.first_player": ["dealer", "next"],
    "deal.first_player_extra_card": [False, False, False, True],
    "draw.discard": [
        *("free", "free", "use_now", "use_now_new_meld", "any_depth", "whole_pile", "none")
    ],
    "draw.first_upcard": ["free", "free", "offered"],
    "turn.discard_taken_upcard": [False, True],
    "turn.joker_discard": ["free", "only_to_go_out", "never", "not_takeable"],
    "meld.time": ["play", "play", "end", "once"],
    "meld.run.aces": ["low", "high", "high_or_low", "corner"],
    "meld.set.suits": ["distinct", "any"],
    "wild.max_per_meld": [None, 1, 2],
    "wild.min_naturals": [1, 1, 2],
    "wild.joker_colours": [False, False, False, True],
    "open.min_points": [0, 0, 15, 40],
    "open.pure_run": [False, False, True],
    "open.layoff_same_turn": [True, False],
    "open.exempt_if_going_out": [False, True],
    "layoff.in_play": [True, True, False],
    "layoff.requires_open": [True, False],
    "layoff.targets": ["all", "all", "runs", "sets", "own"],
    "layoff.at_showdown": [False, True],
    "joker_swap.allowed": [True, False],
    "joker_swap.requires_open": [True, False],
    "joker_swap.reuse": ["new_meld", "any", "keep"],
    "joker_swap.strict": [False, True],
    "joker_shift.allowed": [True, False],
    "end.go_out_discard": ["optional", "required", "none"],
    "end.big_gin": [False, True],
    "end.turn_limit": [None, 80],
    "hand.requires.runs": [0, 0, 0, 1],
    "knock.allowed": [False, True],
    "knock.limit": [None, 6, "upcard"],
    "knock.timing": ["before_draw", "with_discard"],
    "stock.on_empty": ["reshuffle", "turn", "hand_ends", "void", "pass"],
    "stock.wall": ["none", "none", "void", "knock_only"],
    "count.hand": ["held", "unmelded"],
    "score.model": ["own_penalty", "own_penalty_all", "others_deadwood"],
}


def play_mix(random: Random) -> RuleSet:
    """A rule set of random options that go together and can be dealt to two players."""
    while True:
        changes = {key: random.choice(values) for key, values in CHOICES.items()}
        if not changes["knock.allowed"]:
            del changes["knock.limit"]
        if changes["draw.discard"] in ("any_depth", "whole_pile"):
            # Hands of dozens of cards with wilds take long, and no such game is played.
            changes |= {"meld.time": "play", "deck.jokers": 0, "deck.wild_ranks": []}
        if changes["meld.time"] != "play":
            for key in ("open.min_points", "open.pure_run", "layoff.in_play"):
                del changes[key]
            for key in ("joker_swap.allowed", "joker_shift.allowed"):
                del changes[key]
        try:
            found = rules({"id": "mix", **changes})
            deal(found, 2)
        except InputError:
            continue
        return found
