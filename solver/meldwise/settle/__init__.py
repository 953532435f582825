"""The settlement of a finished hand. Loads its code only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from meldwise.settle.outcome import Outcome
    from meldwise.settle.settlement import Settlement

__all__ = ["settle"]


def settle(outcome: Outcome | Mapping[str, Any]) -> Settlement:
    """What each player's running score changes by at the end of a hand, and why.

    Args:
        outcome: How the hand ended: an `Outcome`, or a dict with ``rules`` (id or options),
            ``ending`` and either ``counts`` or ``hands``. Counts are what the rules count for
            each player, after lay-offs; where the player who goes out scores his own melds and
            nothing else counts (Cincinnati Rummy), his count is what those melds are worth.
            ``ending`` has a ``kind``
            (``deal-win``, ``knock``, ``out``, ``stock-out`` or ``void``), the ``player`` who
            ended the hand (players are numbered from 0) and, for ``out``, ``discarded`` and
            ``at_once``. Also possible: ``options``, ``players``, ``table`` (melds as ``owner``
            and ``cards``), ``melded`` (points melded by each player), ``upcard``, and ``scores``
            and ``buy_ins`` before the hand.

    Returns:
        A `Settlement`; with ``hands`` each hand is melded to its owner's best, lay-offs
        included.

    Raises:
        NotationError, HandError, RulesError, RequestError: wrong input, or an outcome that the
            rule set does not know.

    >>> outcome = {"rules": "tonk", "ending": {"kind": "knock", "player": 0}}
    >>> settle(outcome | {"counts": [12, 12, 20, 31]}).scores
    (-3, 5, -1, -1)
    """
    from meldwise.settle.outcome import Outcome
    from meldwise.settle.reading import read_outcome
    from meldwise.settle.settling import settle_outcome

    return settle_outcome(outcome if isinstance(outcome, Outcome) else read_outcome(outcome))
