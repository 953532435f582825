"""Policies for games with melds on the table."""

from __future__ import annotations

from typing import Final

from meldwise.playout.open import habits
from meldwise.playout.policies import EXTRA, MOST_EXTRA, TURNS, Policy
from meldwise.rules.catalog import RulesLike, find_rules
from meldwise.rules.ruleset import RuleSet

# Found by trying one number after the other on mirrored deals against `plain` and against the
# policy so far: ``tests/bench/strength_open.py`` has what came of it. With two players melds are
# best kept in hand until all can go down at once, or until the other is down to three cards: what
# lies on the table is what he lays off on. With more players somebody soon goes out, and whoever
# lays first is ahead of those who still hold back.
_TWO: Final = {"outs": 60.0, "danger": 4.0, "hold_turns": 12.0, "hold_cards": 3.0}
_THREE: Final = {"outs": 80.0, "danger": 3.0, "hold_turns": 4.0, "hold_cards": 4.0}
_MORE: Final = {"outs": 80.0, "hold_turns": 3.0, "hold_cards": 5.0}
_HABITS: Final[dict[tuple[str, int], dict[str, float]]] = {
    ("german-rummy", 3): {**_THREE, "outs": 90.0},
    ("german-rummy", 4): {"outs": 110.0},
    ("loba", 2): {**_TWO, "outs": 90.0, "hold_turns": 14.0},
    ("loba", 3): {**_THREE, "hold_turns": 8.0},
    ("loba", 4): {"outs": 80.0, "hold_turns": 14.0, "hold_cards": 5.0},
    ("ramino-drift", 2): {**_TWO, "take_margin": 12.0},
    ("ramino-drift", 3): {**_THREE, "outs": 60.0},
    ("ramino-drift", 4): {**_THREE, "outs": 60.0, "take_margin": 12.0},
}
_ALWAYS: Final = {"partners": 0.6, "joker_risk": 2.0}

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
    usual = {2: _TWO, 3: _THREE}.get(players, _MORE)
    return _HABITS.get((rules.id, min(players, 4)), usual)
