"""From an outcome to a counted hand: counts as given, or hands shown, melded and laid off."""

from __future__ import annotations

from dataclasses import dataclass

from meldwise.settle.counting import HandCounter
from meldwise.settle.going_out import best_out, was_discarded
from meldwise.settle.layoffs import Response
from meldwise.settle.limits import check_left, factor
from meldwise.settle.outcome import Outcome
from meldwise.settle.settlement import LaidOff, ShownHand
from meldwise.settle.showdown import Showdown, lays_off, showdown
from meldwise.settle.spreads import Spread
from meldwise.settle.tally import Tally


@dataclass(frozen=True, slots=True)
class Counted:
    """The tally of a hand; the hands as shown, where the outcome had cards.

    ``better_than`` is that of the `Showdown`; ``exact`` is false if something that was to be found
    could not be proven.
    """

    tally: Tally
    hands: tuple[ShownHand, ...] | None = None
    better_than: int = 0
    exact: bool = True


def counted(outcome: Outcome) -> Counted:
    """The hand with everything counted that its scoring needs.

    Raises:
        HandError, RequestError: a knock above the limit, a player who is not out, or something
            that the rules need and that was not given.
    """
    if outcome.counts is not None:
        return _given(outcome, outcome.counts)
    counter = HandCounter(outcome)
    if outcome.ending.kind == "deal-win":
        return _as_dealt(outcome, counter)
    if lays_off(outcome):
        return _laid_off(outcome, showdown(outcome, counter), counter)
    spreads = [_own_spread(outcome, counter, player) for player in range(outcome.players)]
    counts = tuple(_count(outcome, counter, p, spread) for p, spread in enumerate(spreads))
    ender = None if outcome.ending.player is None else spreads[outcome.ending.player]
    if ender is not None and outcome.ending.player is not None:
        check_left(outcome, counter.count_spread(outcome.ending.player, ender))
    return Counted(
        _tally(outcome, counts, ender, _melded(outcome, spreads)),
        tuple(ShownHand(s.melds, (), s.left, s.discard) for s in spreads),
        exact=counter.exact and all(spread.exact for spread in spreads),
    )


def _given(outcome: Outcome, counts: tuple[int, ...]) -> Counted:
    player = outcome.ending.player
    if player is not None and outcome.rules.score.model != "own_melds":
        check_left(outcome, counts[player])
    clean = (
        outcome.ending.kind == "knock"
        and player is not None
        and outcome.rules.count.hand == "unmelded"
        and counts[player] == 0
    )
    tally = _tally(outcome, counts, None, _melded(outcome, []), clean=clean)
    return Counted(tally)


def _as_dealt(outcome: Outcome, counter: HandCounter) -> Counted:
    """All cards of a dealt hand count, whatever the rules count later."""
    hands = outcome.hands or ()
    counts = tuple(counter.value(cards) for cards in hands)
    shown = tuple(ShownHand((), (), cards) for cards in hands)
    return Counted(_tally(outcome, counts, None, _melded(outcome, [])), shown)


def _laid_off(outcome: Outcome, found: Showdown, counter: HandCounter) -> Counted:
    hands = tuple(
        ShownHand(found.spread.melds, (), found.spread.left, found.spread.discard)
        if player == outcome.ending.player
        else _after_laying_off(found.responses[player], counter, player)
        for player in range(outcome.players)
    )
    tally = _tally(outcome, found.counts, found.spread, None, clean=found.clean)
    return Counted(tally, hands, found.better_than, found.exact and counter.exact)


def _after_laying_off(response: Response, counter: HandCounter, player: int) -> ShownHand:
    laid = tuple(LaidOff(offer.cards, offer.meld) for offer in response.laid if offer is not None)
    rest = counter.spread_of(player, response.left.cards)
    return ShownHand(rest.melds, laid, rest.left)


def _own_spread(outcome: Outcome, counter: HandCounter, player: int) -> Spread:
    if outcome.ending.kind == "out" and outcome.ending.player == player:
        cards = outcome.hands[player] if outcome.hands else ()
        return best_out(outcome, player, cards)
    return counter.spread(player)


def _count(outcome: Outcome, counter: HandCounter, player: int, spread: Spread) -> int:
    if outcome.rules.score.model != "own_melds":
        return counter.count_spread(player, spread)
    if player != outcome.ending.player:
        return 0
    return spread.meld_points + _on_table(outcome, player)


def _melded(outcome: Outcome, spreads: list[Spread]) -> tuple[int, ...] | None:
    """The points that each player has melded, where all players score them."""
    if outcome.rules.score.model != "melds_minus_hand":
        return None
    if outcome.melded is None and outcome.counts is not None and not outcome.table:
        return None
    shown = [spread.meld_points for spread in spreads] or [0] * outcome.players
    laid = outcome.melded or [_on_table(outcome, player) for player in range(outcome.players)]
    return tuple(map(sum, zip(shown, laid, strict=True)))


def _on_table(outcome: Outcome, player: int) -> int:
    return sum(known.meld.points for known in outcome.table if known.owner == player)


def _tally(
    outcome: Outcome,
    counts: tuple[int, ...],
    spread: Spread | None,
    melded: tuple[int, ...] | None,
    *,
    clean: bool = False,
) -> Tally:
    ending = outcome.ending
    shown_clean = spread is not None and not spread.left
    return Tally(
        rules=outcome.rules,
        kind=ending.kind,
        player=ending.player,
        counts=counts,
        clean=clean or shown_clean or ending.kind == "out",
        discarded=was_discarded(outcome, spread),
        at_once=ending.at_once,
        melded=melded,
        before=outcome.scores,
        factor=factor(outcome),
    )
