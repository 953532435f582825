"""An arrangement as the engines find it: shapes in their places, wilds still without faces."""

from __future__ import annotations

from dataclasses import dataclass

from meldwise.melds.candidates import Candidate


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Disjoint melds and the discard, with the score that the engine claims for them.

    ``discard`` is the code of the card thrown, or −1; of interchangeable wild cards any one of
    the class stands for all.
    """

    score: int
    melds: tuple[Candidate, ...]
    discard: int = -1


@dataclass(frozen=True, slots=True)
class Found:
    """What an engine returns: arrangements, best first, and how far they are proven.

    ``bound`` is a score that nothing can pass; when ``exact`` the first arrangement reaches the
    best possible score and, for several, no better one was left out. No arrangement at all with
    ``exact`` means that there is none.
    """

    arrangements: tuple[Arrangement, ...]
    exact: bool
    bound: int
