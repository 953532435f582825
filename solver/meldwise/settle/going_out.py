"""The hand of a player who is out: all of it must be melded, but for a last discard."""

from __future__ import annotations

from collections.abc import Iterator

from meldwise.cards import Card, Hand
from meldwise.errors import HandError
from meldwise.melds.meldrules import MeldRules
from meldwise.partition import Requirements, best_melds
from meldwise.partition.clock import Clock
from meldwise.partition.question import Discard
from meldwise.settle.counting import MOST_SECONDS
from meldwise.settle.outcome import Outcome
from meldwise.settle.spreads import Spread, spreads


def last_discard(outcome: Outcome, size: int) -> Discard:
    """Whether a card of the hand as given, of so many cards, is the last discard.

    Where hands are melded at the end their size tells whether the card has been thrown already.
    """
    rules, said = outcome.rules, outcome.ending.discarded
    dealt = rules.cards_dealt(outcome.players)
    if said is False or rules.end.go_out_discard == "none":
        return "none"
    if rules.meld.time == "play" or size > dealt + 1:
        return "optional"
    if size == dealt:
        return "none"
    return "required" if said else rules.end.go_out_discard


def was_discarded(outcome: Outcome, spread: Spread | None) -> bool | None:
    """Whether the player who is out threw a last card; None if that cannot be told."""
    rules, said = outcome.rules, outcome.ending.discarded
    if said is not None or outcome.ending.kind != "out":
        return said
    if rules.end.go_out_discard != "optional":
        return rules.end.go_out_discard == "required"
    if spread is None or not (spread.melds or spread.discard):
        return None
    if spread.discard is None and rules.meld.time != "play":
        return sum(meld.size for meld in spread.melds) == rules.cards_dealt(outcome.players)
    return spread.discard is not None


def best_out(outcome: Outcome, player: int, cards: tuple[Card, ...]) -> Spread:
    """The dearest way for a player to be out with these cards.

    Raises:
        HandError: some of the cards are in no meld; it says which.
    """
    found = best_melds(
        Hand(cards),
        outcome.rules,
        goal="out",
        discard=last_discard(outcome, len(cards)),
        players=outcome.players,
        seconds=MOST_SECONDS,
    )
    if cards and not found.out:
        left = " ".join(map(str, found.deadwood.cards))
        raise HandError(
            "not-out",
            f"player {player} is said to be out, but the best melds of {Hand(cards)} "
            + (f"leave {left}" if left else "are not those that the rules ask for")
            + ("" if found.discard is None else f" when {found.discard} is discarded"),
            {"field": "hands", "player": player},
        )
    return Spread(found.melds, (), 0, found.discard, found.exact)


def out_spreads(
    outcome: Outcome, rules: MeldRules, cards: tuple[Card, ...], clock: Clock
) -> Iterator[Spread]:
    """Every way to be out with these cards; `OutOfTimeError` when the limit is reached."""
    throw = last_discard(outcome, len(cards))
    discards: list[Card | None] = [] if throw == "required" else [None]
    if throw != "none":
        discards += dict.fromkeys(sorted(cards))
    wanted = outcome.rules.hand.requires
    required = Requirements(sets=wanted.sets, runs=wanted.runs, pure_runs=wanted.pure_runs)
    for spread in spreads(rules, cards, 0, discards, clock):
        # A card that counts nothing may be left over without adding to what is left.
        if not spread.left and required.met_by(spread.melds):
            yield spread
