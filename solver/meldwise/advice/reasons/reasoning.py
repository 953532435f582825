"""The reasons for each action, put together."""

from __future__ import annotations

from meldwise.advice.prospects import Prospects
from meldwise.advice.reasons.outs import outs_sentences
from meldwise.advice.reasons.throwing import Throw
from meldwise.advice.text import share
from meldwise.advice.turns import whole_turns
from meldwise.advice.values import NORMAL, Value
from meldwise.advice.wholeturn import Advised, WholeTurn, advised_text, steps_of
from meldwise.cards import Card
from meldwise.play.actions import Declare, Discard, Draw, Knock, LayMeld, Pass
from meldwise.play.goingon import Placement


def reasons_for(
    prospects: Prospects, action: Advised, worth: Value, feeds: float | None = None
) -> list[str]:
    """The reasons for and against an action.

    Args:
        prospects: What the actions of the position lead to.
        action: One of them.
        worth: What it is worth.
        feeds: The chance that the next player can meld the card thrown.
    """
    found = [*_what(prospects, action)]
    ahead = prospects.ahead.get(action)
    if ahead is not None:
        found += outs_sentences(prospects.position, ahead)
    thrown = thrown_by(action)
    if thrown is not None and action not in prospects.ending:
        found += Throw(prospects.position, thrown).gives_away()
        if feeds is not None:
            found.append(f"the next player can meld {thrown} in {share(feeds)} of likely hands")
    if action in prospects.ending and worth.win is not None and worth.win < 1:
        found.append(f"wins in {share(worth.win)} of likely hands")
    return found


def runner_up(other: Advised, behind: float, se: float | None, *, tied: bool) -> str:
    """How close another action comes to the best; ``tied`` that the difference could be chance.

    >>> runner_up(Draw("discard"), 3.1, 0.5, tied=False)
    'draw discard is 3.1 ±1.0 behind'
    >>> runner_up(Draw("discard"), -0.6, 0.3, tied=True)
    'draw discard cannot be told apart from it (+0.6 ±0.6)'
    >>> runner_up(Draw("discard"), 0.0, None, tied=False)
    'draw discard is as good'
    """
    error = f" ±{NORMAL * se:.1f}" if se else ""
    text = advised_text(other)
    if not behind:
        return f"{text} is as good"
    if tied:
        return f"{text} cannot be told apart from it ({-behind:+.1f}{error})"
    return f"{text} is {behind:.1f}{error} behind"


def thrown_by(action: Advised) -> Card | None:
    """The card that an action throws, if any."""
    match steps_of(action)[-1]:
        case Discard(card):
            return card
        case Knock(discard) if discard is not None:
            return discard
        case _:
            return None


def _what(prospects: Prospects, action: Advised) -> list[str]:
    """What the action does to the hand."""
    position = prospects.position
    match action:
        case Declare():
            points = prospects.held(position.hand)
            return [f"the dealt hand is worth {points}: {position.rules.deal_win.min} win"]
        case Draw("discard"):
            return _taking(prospects)
        case Draw("stock") | Pass():
            return []
        case WholeTurn():
            return _laying(prospects, action)
        case Discard(card):
            return [*_leaves(prospects, action), *Throw(position, card).gives_up()]
        case _:
            return _leaves(prospects, action)


def _leaves(prospects: Prospects, action: Advised) -> list[str]:
    left = prospects.left[action]
    if left is None:
        return []
    what = "points in hand" if prospects.counts_held else "points of deadwood"
    if action in prospects.ending:
        return [f"ends the hand with {left} {what}" if left else "ends the hand, all melded"]
    every = prospects.whole.left
    single = [points for other, points in every.items() if isinstance(other, Discard)]
    least = min((points for points in single if points is not None), default=left)
    if left == least:
        return [f"leaves {left} {what}, the least there can be"]
    return [f"leaves {left} {what}; {least} is the least"]


def _taking(prospects: Prospects) -> list[str]:
    position, hand = prospects.position, prospects.hands[Draw("discard")]
    if hand is None:
        return []
    upcard = position.discards[-1]
    before, after = prospects.deadwood(position.hand), prospects.after_throwing(hand)
    if position.rules.end.go_out_discard != "required" and prospects.deadwood(hand) == 0:
        return [f"with {upcard} all cards are melded"]
    if after < before:
        return [f"{upcard} brings the deadwood from {before} down to {after}"]
    return [f"{upcard} does not lower the deadwood of {before}"]


def _laying(prospects: Prospects, action: WholeTurn) -> list[str]:
    position, hand = prospects.position, prospects.hands[action]
    placements = [step for step in action.actions if isinstance(step, Placement)]
    melds = sum(isinstance(step, LayMeld) for step in placements)
    cards = len(position.hand) - len(hand or ()) - (thrown_by(action) is not None)
    found = []
    if placements:
        down = "card goes down" if cards == 1 else "cards go down"
        found.append(f"{cards} {down}, {melds} new meld{'s' * (melds != 1)}")
    if not hand:
        return [*found, "the hand ends: no card is left"]
    found += whole_turns(position).get(action, ())
    return [*found, f"keeps {len(hand)} cards that count {prospects.held(hand)}"]
