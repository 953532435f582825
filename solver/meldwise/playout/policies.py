"""How a player of a playout decides, as plain numbers.

A policy is data, so that compiled code can follow any: how it draws, what it throws, with how much
deadwood it knocks in which turn. `Policy.row` is what compiled code reads, at the offsets below.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from meldwise.playout.values.functions import ValueFunctions

Take = Literal["improves", "joins", "values"]
Throw = Literal["dearest", "any-dearest", "safest", "values"]

# Own turns told apart; later ones are as the last.
TURNS: Final = 24

# Offsets in a row.
TAKE: Final = 0
THROW: Final = 1
KNOCK_BY_VALUES: Final = 2
GIN_WEIGHT: Final = 3
DANGER_WEIGHT: Final = 4
EXPLORES: Final = 5
CHEAP_OUT: Final = 6
BLEND: Final = 7
LOOKS: Final = 8
KNOCK_MOST: Final = 9
KNOCK_LEAST: Final = KNOCK_MOST + TURNS
# Numbers that games with melds on the table add; see `meldwise.playout.open`.
EXTRA: Final = KNOCK_LEAST + TURNS
MOST_EXTRA: Final = 24
ROW: Final = EXTRA + MOST_EXTRA

NO_LIMIT: Final = 1_000.0

# Seats for which the compiled code has room.
MOST_PLAYERS: Final = 12

# How a policy takes and throws, in a row: the places of the words above.
TAKE_IMPROVES, TAKE_JOINS, TAKE_BY_VALUES = 0, 1, 2
THROW_DEAREST, THROW_ANY_DEAREST, THROW_SAFEST, THROW_BY_VALUES = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Policy:
    """How a player decides.

    Args:
        name: What to call it.
        take: When the upcard is taken: ``improves``: the best melds do; ``joins``: it is in some
            meld with cards of the hand; ``values``: the value functions say so.
        throw: ``dearest``: of the discards that leave least deadwood the dearest; ``any-dearest``:
            a random one of these; ``safest``: the least expected deadwood and danger; ``values``:
            the best by the value functions.
        knock_most: Most deadwood with which it knocks, by own turn from the first; later turns
            are as the last.
        knock_least: Least deadwood with which it knocks (it goes out with none in any case).
        knock_by_values: Knock where the value functions say so, not by these limits.
        gin_weight: Deadwood points that the chance to go out with the next card is worth.
        danger_weight: Deadwood points that a sure meld of the next player is worth.
        explores: Chance to take another of the good discards, for learning.
        cheap_out: Going out, it throws the card that leaves the hand worth most.
        blend: Where the value functions choose the discard, so much of the heuristic's cost is
            subtracted from their value: learned values of close discards are noisy. The set of
            functions for players who wait is not blended.
        looks: Where melds stay in hand, a discard is weighed that leaves at most so much more
            deadwood than the least.
        values: Value functions, where a choice rests on them.
        extra: Further numbers, for games with melds on the table.

    Raises:
        RequestError: a choice rests on value functions and there are none.

    >>> greedy().row().shape
    (81,)
    """

    name: str
    take: Take = "improves"
    throw: Throw = "dearest"
    knock_most: tuple[float, ...] = (NO_LIMIT,)
    knock_least: tuple[float, ...] = (0.0,)
    knock_by_values: bool = False
    gin_weight: float = 10.0
    danger_weight: float = 4.0
    explores: float = 0.0
    cheap_out: bool = False
    blend: float = 0.0
    looks: float = 12.0
    values: ValueFunctions | None = None
    extra: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.values is None and ("values" in (self.take, self.throw) or self.knock_by_values):
            raise RequestError(
                "no-values", f"policy {self.name}: give the value functions that it decides by"
            )

    def row(self) -> NDArray[np.float64]:
        """The policy as compiled code reads it, shape (`ROW`,)."""
        row = np.zeros(ROW)
        row[TAKE] = get_args(Take).index(self.take)
        row[THROW] = get_args(Throw).index(self.throw)
        row[KNOCK_BY_VALUES] = self.knock_by_values
        row[GIN_WEIGHT], row[DANGER_WEIGHT] = self.gin_weight, self.danger_weight
        row[EXPLORES], row[CHEAP_OUT] = self.explores, self.cheap_out
        row[BLEND], row[LOOKS] = self.blend, self.looks
        row[KNOCK_MOST : KNOCK_MOST + TURNS] = _by_turn(self.knock_most)
        row[KNOCK_LEAST : KNOCK_LEAST + TURNS] = _by_turn(self.knock_least)
        row[EXTRA : EXTRA + len(self.extra)] = self.extra
        return row


def _by_turn(limits: tuple[float, ...]) -> list[float]:
    return [*limits, *limits[-1:] * TURNS][:TURNS]


def greedy(most: float | None = None) -> Policy:
    """As the player `greedy` of `meldwise.play`: ends the hand as soon as it may.

    Args:
        most: The most deadwood with which it knocks; None: the rules' limit, and ten where
            they have none.
    """
    from meldwise.play.greedy import KNOCK_WITHOUT_LIMIT

    return Policy("greedy", knock_most=(float(KNOCK_WITHOUT_LIMIT if most is None else most),))


def patient() -> Policy:
    """As the player `patient`: greedy, but it ends the hand only without deadwood."""
    return Policy("patient", knock_most=(0.0,))


def simple(most: float = NO_LIMIT) -> Policy:
    """As the player `simple`, for games without wilds.

    Args:
        most: The most deadwood with which it knocks; by default as the rules allow.
    """
    return Policy("simple", take="joins", throw="any-dearest", knock_most=(most,))


def threshold(*most: float) -> Policy:
    """Greedy in drawing and throwing; knocks with so much deadwood, by own turn.

    >>> threshold(48, 42, 36, 32).knock_most
    (48, 42, 36, 32)
    """
    return Policy("threshold", knock_most=most)


def heuristic(rules: RulesLike, players: int | None = None) -> Policy:
    """The explained heuristic for a rule set: expected deadwood, outs and danger.

    It knocks by the rule set's settlement: in gin early or not at all, where a knock is without
    limit with less the longer the hand lasts. Where melds are laid in play it holds them back as
    long as that pays.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.

    >>> heuristic("gin-rummy").throw
    'safest'
    """
    rule_set = find_rules(rules)
    count = rule_set.players.min if players is None else players
    if rule_set.meld.time == "play":
        from meldwise.playout.open.players import heuristic as at_the_table

        return at_the_table(rule_set, count)
    least, most = _knocks(rule_set, count)
    return Policy("heuristic", throw="safest", knock_most=most, knock_least=least, cheap_out=True)


def _knocks(rules: RuleSet, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Least and most deadwood of a knock, by own turn."""
    if rules.knock.limit is None and players == 2:
        return (0.0,), (48, 42, 36, 32, 28, 24, 21, 18, 16, 14, 12, 12, 10)
    if rules.knock.limit is None:
        return (0.0,), (38, 33, 28, 23, 18, 15, 12, 10, 8, 7)
    if rules.score.undercut_bonus or rules.layoff.at_showdown:
        return (5, 5, 5, 5, 0.0), (NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, 0.0)
    return (0.0,), (NO_LIMIT,)


def by_values(
    values: ValueFunctions, rules: RulesLike, players: int | None = None, explores: float = 0.0
) -> Policy:
    """The player that value functions make: they draw, throw and knock.

    Args:
        values: The value functions.
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        explores: Chance to try another discard once in a hand, for learning.
    """
    from meldwise.playout.values.functions import ENDING_NOW

    known = heuristic(rules, players)
    # Without a lesson about knocking there is nothing to knock by.
    knocks = find_rules(rules).knock.allowed and bool(values.weights[:, ENDING_NOW].any())
    return replace(
        known,
        name="learned",
        take=values.take,
        throw="values",
        knock_by_values=knocks,
        blend=values.blend,
        explores=explores,
        values=values,
    )


def learned(rules: RulesLike, players: int | None = None) -> Policy | None:
    """The player that trained value functions make; None: there are none.

    Those that come with the package were trained for the rule sets as they come. For one with other
    options, or of one's own, train value functions with ``meldwise train`` and name their folder in
    the environment variable ``MELDWISE_VALUES``; without them the `heuristic` plays.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.

    Raises:
        RequestError: a folder that is not there, or a file that does not hold value functions of
            this version.
    """
    from meldwise.playout.values.functions import load_values, own_values

    rule_set = find_rules(rules)
    count = rule_set.players.min if players is None else players
    values = own_values(rule_set, count) or load_values(rule_set, count)
    return None if values is None else by_values(values, rule_set, count)
