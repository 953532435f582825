"""From hands to counts: melds, and lay-offs on the melds of the player who ended the hand.

The player who ended the hand chooses the spread that scores best against the best lay-offs of
the others. They lay off in the order of play after that player, each so that his own cards count
least; of equal ways each chooses one with fewest cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from meldwise.melds.meld import Meld
from meldwise.partition.clock import Clock, OutOfTimeError
from meldwise.settle.counting import MOST_SECONDS, HandCounter
from meldwise.settle.going_out import best_out, out_spreads, was_discarded
from meldwise.settle.layoffs import LayOffs, Response
from meldwise.settle.limits import check_left, knock_limit
from meldwise.settle.outcome import Outcome
from meldwise.settle.scoring import advantage
from meldwise.settle.spreads import Spread, spreads
from meldwise.settle.tally import Tally

# Steps of searches: about a second; hands without wilds take a hundredth of it. Laying off has its
# own, so that something is laid off on the best spread found even when not all could be tried.
SPREAD_STEPS = 300_000
LAY_OFF_STEPS = 300_000

# After so many spreads one that nothing can be laid off on is good enough; with fewer, all are
# tried to say whether the choice among them mattered.
MANY_SPREADS = 100

# Models in which the cards that the others are left with matter, and nothing that they meld.
_LAY_OFF_MODELS = (
    *("own_penalty", "own_penalty_all", "stakes", "others_minus_own", "others_deadwood"),
    *("difference", "sum_of_others"),
)


@dataclass(frozen=True, slots=True)
class Showdown:
    """The spread of the player who ended the hand, and what the others lay off on it.

    ``counts`` are after lay-offs; ``better_than`` is how many other spreads with as little left
    would have scored worse; ``exact`` is false if not all could be tried.
    """

    spread: Spread
    targets: tuple[Meld, ...]
    responses: dict[int, Response]
    counts: tuple[int, ...]
    better_than: int = 0
    exact: bool = True

    @property
    def clean(self) -> bool:
        """Whether the player who ended the hand has nothing left."""
        return not self.spread.left


def lays_off(outcome: Outcome) -> bool:
    """Whether the rules let the others lay off on the hand that ended it so."""
    rules = outcome.rules
    return (
        rules.layoff.at_showdown
        and outcome.ending.kind in ("knock", "out")
        and rules.layoff.targets != "own"
        and rules.score.model in _LAY_OFF_MODELS
    )


def showdown(outcome: Outcome, counter: HandCounter) -> Showdown:
    """The best spread of the player who ended the hand, against everyone's best lay-offs.

    Raises:
        HandError: the player is not out, or has too much left to knock.
    """
    return _Search(outcome, counter).best()


class _Search:
    def __init__(self, outcome: Outcome, counter: HandCounter) -> None:
        assert outcome.hands is not None
        assert outcome.ending.player is not None
        self._outcome = outcome
        self._counter = counter
        self._ender = outcome.ending.player
        self._hands = outcome.hands
        players = outcome.players
        self._order = [(self._ender + step) % players for step in range(1, players)]
        self._clock = Clock(MOST_SECONDS, SPREAD_STEPS)
        longer = Clock(MOST_SECONDS, LAY_OFF_STEPS)
        self._layoffs = {
            player: LayOffs(
                counter.melds, self._hands[player], partial(counter.count, player), longer
            )
            for player in self._order
        }
        self._values: dict[tuple[object, ...], int] = {}
        self._responses: dict[tuple[Meld, ...], dict[int, Response]] = {}

    def best(self) -> Showdown:
        best: tuple[tuple[int, ...], Spread] | None = None
        alike: list[tuple[int, int]] = []
        exact = True
        try:
            for spread in self._spreads():
                count = self._count(spread)
                value = self._value(spread, count, best[0][0] if best else None)
                alike.append((count, value))
                key = (value, -count, spread.meld_points, -len(spread.melds))
                if best is None or key > best[0]:
                    best = key, spread
                if len(alike) % MANY_SPREADS == 0 and self._is_ceiling(best[0][0]):
                    break
        except OutOfTimeError:
            exact = False
        spread = best[1] if best is not None else self._first()
        targets, responses = self._respond(spread)
        count = self._count(spread)
        check_left(self._outcome, count)
        worse = sum(1 for left, value in alike if left == count and best and value < best[0][0])
        left = {player: response.count for player, response in responses.items()}
        counts = self._counts(count, left)
        exact = exact and spread.exact and all(known.exact for known in self._layoffs.values())
        return Showdown(spread, targets, responses, counts, worse, exact)

    def _is_ceiling(self, value: int) -> bool:
        """Whether no spread can be worth more: the least is left, and nothing is laid off."""
        if len(self._order) > 1:
            return False
        first = self._first()
        whole = {self._order[0]: self._layoffs[self._order[0]].whole_count}
        return value >= self._advantage(first, self._counts(self._count(first), whole))

    def _spreads(self) -> Iterator[Spread]:
        hand, outcome = self._hands[self._ender], self._outcome
        if not any(layoffs.whole_count for layoffs in self._layoffs.values()):
            return iter([self._first()])
        if outcome.ending.kind == "out":
            return out_spreads(outcome, self._counter.melds, hand, self._clock)
        if outcome.rules.count.hand == "held":
            return iter([self._first()])
        limit = knock_limit(outcome)
        most = self._counter.value(hand)
        most = most if limit is None else min(limit, most)
        return spreads(self._counter.melds, hand, most, [None], self._clock)

    def _first(self) -> Spread:
        """The spread that is best without lay-offs; an error if there is none at all."""
        hand = self._hands[self._ender]
        if self._outcome.ending.kind == "out":
            return best_out(self._outcome, self._ender, hand)
        return self._counter.spread(self._ender)

    def _count(self, spread: Spread) -> int:
        return self._counter.count_spread(self._ender, spread)

    def _value(self, spread: Spread, count: int, best: int | None) -> int:
        """What a spread is worth to its owner, whatever the others can do.

        Against one player, a spread that is worse than ``best`` even if nothing is laid off on
        it has that value. With several, a lower count of one may spoil the win of another.
        """
        key: tuple[object, ...] = (count, not spread.left, was_discarded(self._outcome, spread))
        melds = self._targets(spread)
        if len(self._order) > 1:
            return self._known_value((*key, melds), spread, count)
        layoffs = self._layoffs[self._order[0]]
        bound = self._values.get(key)
        if bound is None:
            whole = {self._order[0]: layoffs.whole_count}
            bound = self._values[key] = self._advantage(spread, self._counts(count, whole))
        if best is not None and bound < best:
            return bound
        # Spreads that take the same lay-offs and leave as much are worth the same.
        taken = Counter(layoffs.takes(meld) for meld in melds)
        return self._known_value((*key, frozenset(taken.items())), spread, count)

    def _known_value(self, key: tuple[object, ...], spread: Spread, count: int) -> int:
        known = self._values.get(key)
        if known is None:
            responses = self._respond(spread)[1]
            left = {player: response.count for player, response in responses.items()}
            known = self._values[key] = self._advantage(spread, self._counts(count, left))
        return known

    def _advantage(self, spread: Spread, counts: tuple[int, ...]) -> int:
        outcome = self._outcome
        tally = Tally(
            outcome.rules,
            outcome.ending.kind,
            self._ender,
            counts,
            clean=not spread.left,
            discarded=was_discarded(outcome, spread),
            at_once=outcome.ending.at_once,
            before=outcome.scores,
        )
        return advantage(tally, self._ender)

    def _targets(self, spread: Spread) -> tuple[Meld, ...]:
        """The melds on which the others may lay off."""
        rules = self._outcome.rules
        # Where going out is the only way to end a hand, the rule on gin has no meaning.
        if not spread.left and rules.knock.allowed and not rules.layoff.against_gin:
            return ()
        laid = [known.meld for known in self._outcome.table if known.owner == self._ender]
        kinds = {"runs": ("run",), "sets": ("set",)}.get(rules.layoff.targets, ("run", "set"))
        return tuple(meld for meld in (*laid, *spread.melds) if meld.kind in kinds)

    def _respond(self, spread: Spread) -> tuple[tuple[Meld, ...], dict[int, Response]]:
        """What each of the others lays off in turn, on the melds as they have grown."""
        targets = melds = self._targets(spread)
        known = self._responses.get(targets)
        if known is not None:
            return targets, known
        responses = self._responses[targets] = {}
        for player in self._order:
            response = self._layoffs[player].best(melds)
            responses[player] = response
            melds = tuple(
                meld if offer is None else offer.meld
                for meld, offer in zip(melds, response.laid, strict=True)
            )
        return targets, responses

    def _counts(self, count: int, left: dict[int, int]) -> tuple[int, ...]:
        return tuple(left.get(player, count) for player in range(len(self._hands)))
