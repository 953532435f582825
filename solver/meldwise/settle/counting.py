"""What the hands count at the end, each at its owner's best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meldwise.cards import Card, Hand
from meldwise.melds.candidates import Holding
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import meld_rules
from meldwise.partition import Requirements, best_melds
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.partition.deadwood import plain_tables
from meldwise.partition.scoring import first_level
from meldwise.partition.search import search_best
from meldwise.settle.outcome import Outcome
from meldwise.settle.spreads import Spread, spreads

# Steps of searches: far more than hands take. A count that is not proven in so many is proven by
# the model.
_COUNT_STEPS = 50_000
_SPREAD_STEPS = 500_000

# What no hand of any game in use comes near: a limit for hands made up to take long.
MOST_SECONDS = 10.0
_LEAST_SECONDS = 0.05


class HandCounter:
    """Counts the hands of an outcome; ``exact`` is false once a count could not be proven."""

    def __init__(self, outcome: Outcome) -> None:
        self.exact = True
        self._clock = Clock(MOST_SECONDS)
        self._rules = outcome.rules
        self._players = outcome.players
        self._hands = outcome.hands or ()
        self.melds = meld_rules(self._rules, self._rules.packs(self._players))
        self._pure_run_laid = {known.owner for known in outcome.table if _pure_run([known.meld])}

    def value(self, cards: Iterable[Card]) -> int:
        """What all these cards count in hand."""
        return sum(self.melds.hand_values[card.code] for card in cards)

    def count(self, player: int, cards: tuple[Card, ...]) -> int:
        """What the rules count for some cards of a player: all, or those in none of the melds."""
        if self._rules.count.hand == "held":
            return self.value(cards)
        if not self._wants_pure_run(player):
            tables = plain_tables(self.melds)
            mask = tables.mask_of(cards)
            if mask is not None:
                return tables.least(mask)
            holding = Holding.of(self.melds, cards)
            clock = Clock(self._seconds_left, _COUNT_STEPS)
            found = search_best(self.melds, holding, "deadwood", "none", clock)
            if found.exact:
                return self.value(cards) - first_level(found.bound)
        return self.count_spread(player, self._least_left(player, cards))

    def spread(self, player: int) -> Spread:
        """A player's hand as it is best laid out, without lay-offs."""
        return self.spread_of(player, self._hands[player])

    def spread_of(self, player: int, cards: tuple[Card, ...]) -> Spread:
        """Some cards of a player as they are best laid out."""
        if self._rules.count.hand == "held":
            return Spread((), cards, self.value(cards))
        if self._rules.score.model == "melds_minus_hand":
            # What is melded scores as well, so the least deadwood need not be best.
            return self._dearest(player, cards)
        return self._least_left(player, cards)

    def _dearest(self, player: int, cards: tuple[Card, ...]) -> Spread:
        """The spread whose melds are worth most over what the rest counts."""
        best = self._least_left(player, cards)
        most = best.meld_points - self.count_spread(player, best)
        clock = Clock(self._seconds_left, _SPREAD_STEPS)
        try:
            for spread in spreads(self.melds, cards, self.value(cards), [None], clock):
                value = spread.meld_points - self.count_spread(player, spread)
                if value > most:
                    best, most = spread, value
        except OutOfTimeError:
            self.exact = False
            return replace(best, exact=False)
        return best

    def count_spread(self, player: int, spread: Spread) -> int:
        """What the rules count for a hand laid out so."""
        if self._wants_pure_run(player) and not _pure_run(spread.melds):
            return spread.points + sum(self.value(meld.physical) for meld in spread.melds)
        return spread.points

    def _least_left(self, player: int, cards: Sequence[Card]) -> Spread:
        if not self._wants_pure_run(player) and self._none_melds(cards):
            return Spread((), tuple(cards), self.value(cards))
        require = Requirements(pure_runs=1) if self._wants_pure_run(player) else None
        found = best_melds(
            Hand(cards),
            self._rules,
            require=require,
            players=self._players,
            seconds=self._seconds_left,
        )
        self.exact = self.exact and found.exact
        left = found.deadwood
        return Spread(found.melds, left.cards, left.points, exact=found.exact)

    @property
    def _seconds_left(self) -> float:
        """Time for one more count: what is left for all of them, or next to nothing."""
        return max(_LEAST_SECONDS, self._clock.seconds_left)

    def _none_melds(self, cards: Sequence[Card]) -> bool:
        """Whether no cards of a hand form a meld; false if that takes a search."""
        values = self.melds.hand_values
        tables = plain_tables(self.melds)
        mask = tables.mask_of(cards)
        # A meld of cards that all count something would leave less.
        return (
            mask is not None
            and all(values[card.code] for card in cards)
            and tables.least(mask) == self.value(cards)
        )

    def _wants_pure_run(self, player: int) -> bool:
        """Whether all cards count unless the hand itself has a run without a wild."""
        return self._rules.count.all_without_pure_run and player not in self._pure_run_laid


def _pure_run(melds: Iterable[Meld]) -> bool:
    return any(meld.kind == "run" and meld.pure for meld in melds)
