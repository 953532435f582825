"""A rule set at one table: what depends on the number of players, worked out once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.rules.ruleset import RuleSet


@dataclass(frozen=True, eq=False)
class Terms:
    """The cards of the game and its rules of melds, for one number of players.

    ``dealt`` is the number of cards dealt to each, ``values`` what each card code counts in
    hand, ``in_play`` whether melds are laid during play.
    """

    rules: RuleSet
    players: int
    packs: int
    jokers: int
    cards: int
    dealt: int
    melds: MeldRules
    values: tuple[int, ...]
    in_play: bool


@lru_cache(maxsize=256)
def terms_of(rules: RuleSet, players: int) -> Terms:
    """The terms of a rule set for so many players.

    Raises:
        RequestError: the rule set is not for so many players.

    >>> from meldwise.rules import rules
    >>> terms_of(rules("knock-rummy"), 4).dealt
    7
    """
    packs = rules.packs(players)
    melds = meld_rules(rules, packs)
    return Terms(
        rules=rules,
        players=players,
        packs=packs,
        jokers=rules.jokers_total(players),
        cards=rules.cards_in_all(players),
        dealt=rules.cards_dealt(players),
        melds=melds,
        values=melds.hand_values,
        in_play=rules.meld.time == "play",
    )
