"""Policies for games with melds on the table."""

from __future__ import annotations

from typing import Final

from meldwise.playout.open import habits
from meldwise.playout.policies import EXTRA, MOST_EXTRA, TURNS, Policy
from meldwise.rules.catalog import RulesLike, find_rules
from meldwise.rules.ruleset import RuleSet

# Found on mirrored deals against `careful`: policies with random numbers, a fit to what came of
# them, and a choice among few on fresh deals; what holding back gains was also measured against
# players who hold back themselves. ``tests/bench/strength_open.py`` measures what came of it.
_ALWAYS: Final = {
    "partners": 1.0,
    "partners_early": 0.7,
    "outs_early": 40.0,
    "danger": 2.5,
    "fed": 8.0,
    "later": 6.0,
    "take_to_lay": 1.0,
    "joker_risk": 2.0,
}
_OUTS: Final = {"german-rummy": 80.0, "loba": 100.0, "ramino-drift": 32.0}

# Own turns in which melds are held back, and the cards of the shortest other hand that end it, for
# two, three and more players. What lies on the table is what others lay off on, and whoever goes
# out all at once leaves them with full hands; but the more play, the sooner somebody is out.
_HOLDS: Final = {
    "german-rummy": ((7.0, 3.0), (0.0, 0.0), (0.0, 0.0)),
    "loba": ((12.0, 3.0), (10.0, 3.0), (8.0, 4.0)),
    "ramino-drift": ((10.0, 3.0), (6.0, 3.0), (6.0, 4.0)),
}

# Where a player may knock with any count before drawing, cards in hand are a risk and are laid at
# once. The limit falls with each turn, and with each card that another hand is short.
_KNOCKING: Final = {"outs": 220.0, "partners": 1.0, "take_margin": 7.0, "knock_short": 2.5}
_FIRST_LIMIT: Final = 12.0
_LIMIT_FALLS: Final = 0.6


def table_policy(name: str, *, knock_most: tuple[float, ...] = (0.0,), **numbers: float) -> Policy:
    """A policy by the names of `habits`, in small letters; what is not given is 0.

    Args:
        name: What to call it.
        knock_most: As of `Policy`.
        numbers: ``outs``, ``partners``, ``hold_turns`` and so on.
    """
    extra = [0.0] * MOST_EXTRA
    for key, value in numbers.items():
        extra[getattr(habits, key.upper()) - EXTRA] = value
    return Policy(name, knock_most=knock_most, extra=tuple(extra))


def careful(knock_most: float = 10.0) -> Policy:
    """Least points in hand, with all means: about what the player `planner` does.

    Args:
        knock_most: The most points with which it knocks.
    """
    return table_policy("careful", knock_most=(knock_most,), joker_risk=99.0, take_to_lay=1.0)


def plain(knock_most: float = 10.0) -> Policy:
    """Least deadwood, everything laid at once: about what the player `greedy` does.

    Args:
        knock_most: The most points with which it knocks.
    """
    return table_policy("plain", knock_most=(knock_most,))


def heuristic(rules: RulesLike, players: int | None = None) -> Policy:
    """The explained heuristic: outs, partners and danger of a discard, when to lay, when to knock.

    A rule set of one's own is played as the presets are with as many players.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.

    >>> heuristic("german-rummy", 2).name
    'heuristic'
    """
    known = find_rules(rules)
    count = known.players.min if players is None else players
    if known.knock.allowed:
        limits = (max(0.0, _FIRST_LIMIT - _LIMIT_FALLS * turn) for turn in range(TURNS))
        return table_policy("heuristic", knock_most=tuple(limits), **_KNOCKING)
    return table_policy("heuristic", knock_most=(0.0,), **(_ALWAYS | _habits(known, count)))


def _habits(rules: RuleSet, players: int) -> dict[str, float]:
    """What depends on the game; one of one's own goes by the preset that is most like it."""
    if rules.id in _HOLDS:
        like = rules.id
    elif rules.open.min_points:
        like = "german-rummy"
    else:
        like = "ramino-drift" if rules.packs(players) == 1 else "loba"
    turns, cards = _HOLDS[like][min(players, 4) - 2]
    return {"outs": _OUTS[like], "hold_turns": turns, "hold_cards": cards}
