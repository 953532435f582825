"""The players that value functions learn against."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meldwise.playout.policies import Policy, greedy, heuristic, patient, simple, threshold
from meldwise.playout.values.functions import SETS
from meldwise.position.terms import terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player of the mix, and how large its part of the lessons is."""

    policy: Policy
    part: int


def gin_only() -> Policy:
    """The simple player that knocks only without deadwood."""
    return replace(simple(0.0), name="gin-only")


def sets_of(rules: RulesLike, players: int) -> int:
    """How many sets of value functions there are: `SETS` where waiting is a style of its own.

    >>> sets_of("gin-rummy", 2), sets_of("knock-rummy", 2)
    (3, 1)
    """
    rule_set = find_rules(rules)
    limited = rule_set.knock.allowed and rule_set.knock.limit is not None
    terms = terms_of(rule_set, players)
    return SETS if limited and not terms.in_play and not terms.jokers else 1


def mix_of(rules: RulesLike, players: int) -> tuple[Opponent, ...]:
    """The players that lessons are learned against, a mix of styles.

    >>> [known.policy.name for known in mix_of("wildcard-rummy", 3)]
    ['greedy', 'patient', 'heuristic']
    """
    rule_set = find_rules(rules)
    clever = heuristic(rule_set, players)
    if rule_set.meld.time == "play":
        return _at_the_table(rule_set, clever)
    if rule_set.knock.allowed and rule_set.knock.limit is None:
        return (
            Opponent(replace(threshold(10), name="knocks at 10"), 2),
            Opponent(replace(threshold(20), name="knocks at 20"), 2),
            Opponent(replace(threshold(30), name="knocks at 30"), 1),
            Opponent(patient(), 1),
            Opponent(clever, 2),
        )
    if sets_of(rule_set, players) > 1:
        waits = replace(clever, name="waits", knock_most=(0.0,), knock_least=(0.0,))
        return (
            Opponent(simple(), 13),
            Opponent(gin_only(), 6),
            Opponent(clever, 2),
            Opponent(replace(simple(5.0), name="knocks at 5"), 1),
            Opponent(replace(waits, gin_weight=30.0), 1),
        )
    return (Opponent(greedy(), 2), Opponent(patient(), 1), Opponent(clever, 2))


def _at_the_table(rules: RuleSet, clever: Policy) -> tuple[Opponent, ...]:
    """The mix where melds are laid in play: as the players of the library play, and better."""
    from meldwise.playout.open.players import careful, plain

    mix = [
        Opponent(replace(plain(), name="greedy"), 2),
        Opponent(replace(careful(), name="planner"), 2),
        Opponent(clever, 3),
    ]
    if rules.knock.allowed:
        mix.append(Opponent(replace(plain(0.0), name="patient"), 1))
    return tuple(mix)
