"""A finished hand as scoring sees it, and what scoring makes of it."""

from __future__ import annotations

from dataclasses import dataclass

from meldwise.rules.ruleset import RuleSet
from meldwise.settle.ending import Kind


@dataclass(frozen=True, slots=True)
class Tally:
    """A counted hand.

    ``counts`` are after lay-offs. ``clean`` says that the player who ended the hand has nothing
    left (gin, rummy); ``discarded`` whether that player threw a last card. ``melded`` are points
    of melds and ``before`` the running scores, where they are known; ``factor`` multiplies
    everything (an upcard of spades).
    """

    rules: RuleSet
    kind: Kind
    player: int | None
    counts: tuple[int, ...]
    clean: bool = False
    discarded: bool | None = None
    at_once: bool = False
    melded: tuple[int, ...] | None = None
    before: tuple[int, ...] | None = None
    factor: int = 1

    @property
    def players(self) -> range:
        """All players."""
        return range(len(self.counts))

    def others(self, player: int | None) -> list[int]:
        """All players but one."""
        return [other for other in self.players if other != player]

    @property
    def loser_factor(self) -> int:
        """How many times losers' cards count, for going out in one turn."""
        return self.rules.score.go_out_at_once_factor if self.at_once else 1


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand scores each player, who won it, and why."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    explain: tuple[str, ...]
