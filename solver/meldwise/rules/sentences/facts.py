"""What several sentences need to know of a rule set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from meldwise.cards import RANKS
from meldwise.rules.ruleset import RuleSet
from meldwise.rules.sentences.wording import number, rank_plural, rank_sign, span


@dataclass(frozen=True)
class Facts:
    """A rule set and the numbers of players for which it is explained."""

    rules: RuleSet
    players: range

    @cached_property
    def packs(self) -> frozenset[int]:
        """The numbers of packs in play, of which there may be several."""
        return frozenset(self.rules.packs(count) for count in self.players)

    @cached_property
    def tiles(self) -> bool:
        """Whether the cards are tiles with colours and numbers."""
        return self.rules.deck.notation == "tiles"

    @cached_property
    def ace(self) -> str:
        """The name of the lowest rank."""
        return "1" if self.tiles else "ace"

    def rank_sign(self, rank: str) -> str:
        """A rank as it stands on the card or tile."""
        return str(RANKS.index(rank) + 1) if self.tiles else rank_sign(rank)

    @cached_property
    def discards(self) -> bool:
        """Whether turns begin with a draw and end with a discard."""
        return self.rules.turn.draw == "first"

    @cached_property
    def jokers(self) -> bool:
        """Whether there are printed jokers."""
        return any(self.rules.jokers_total(count) for count in self.players)

    @cached_property
    def wild_ranks(self) -> bool:
        """Whether cards of some rank are wild."""
        return bool(self.rules.deck.wild_ranks) or self.rules.deck.wild_drawn

    @cached_property
    def wilds(self) -> bool:
        """Whether there are wild cards of any kind."""
        return self.jokers or self.wild_ranks

    @cached_property
    def wild(self) -> str:
        """A wild card's name: a joker, if no other card is wild."""
        return "wild card" if self.wild_ranks else "joker"

    @cached_property
    def wild_names(self) -> list[str]:
        """The kinds of wild cards known beforehand, in the plural."""
        jokers = ["jokers"] if self.jokers else []
        return jokers + [rank_plural(rank) for rank in self.rules.deck.wild_ranks]

    @cached_property
    def melds_score(self) -> bool:
        """Whether anything depends on what melds are worth."""
        return self.rules.open.min_points > 0 or self.rules.score.model in (
            "own_melds",
            "melds_minus_hand",
        )

    @cached_property
    def hand_scores(self) -> bool:
        """Whether anything depends on what the cards left in hand are worth."""
        return (
            self.rules.score.model != "own_melds"
            or self.rules.knock.limit is not None
            or self.rules.deal_win.min is not None
        )

    def by_players(self, what: Callable[[int], str]) -> list[tuple[int, int, str]]:
        """Something that may depend on the number of players, in groups of players.

        Returns:
            From how many players to how many, and what is so for them.
        """
        groups: list[tuple[int, int, str]] = []
        for count in self.players:
            text = what(count)
            if groups and groups[-1][2] == text:
                groups[-1] = (groups[-1][0], count, text)
            else:
                groups.append((count, count, text))
        return groups

    def how_many(self) -> str:
        """The numbers of players of the whole rule set, as words."""
        low, high = self.rules.players.min, self.rules.players.max
        return number(low) if low == high else span(low, high)
