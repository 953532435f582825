"""The numbers of a policy that games with melds on the table add: offsets in a row."""

from __future__ import annotations

from meldwise.playout.policies import EXTRA

# Melds are held back in own turns before this one, while all others hold more than so many cards.
HOLD_TURNS, HOLD_CARDS = EXTRA, EXTRA + 1
# Jokers are laid off once another player holds at most so many cards.
JOKER_RISK = EXTRA + 2
# In deadwood points: what the chance to draw a card that completes a meld is worth, a card with a
# partner in hand, and that the next player melds or lays off the discard.
OUTS, PARTNERS, DANGER = EXTRA + 3, EXTRA + 4, EXTRA + 5
# What is gained at least by taking the upcard, in points of deadwood.
LEAST_GAIN = EXTRA + 6
# Points by which the limit of a knock falls for each card that the shortest other hand is below
# the cards dealt.
KNOCK_SHORT = EXTRA + 7
# Added to the weights of outs and partners while the shortest other hand is as dealt, and less the
# shorter it is.
OUTS_EARLY, PARTNERS_EARLY = EXTRA + 8, EXTRA + 9
# That the next player can lay the discard off, in points.
FED = EXTRA + 10
# The upcard is taken, where that is free, if the hand gets better by more than so many points;
# 0: for a meld only.
TAKE_MARGIN = EXTRA + 11
# While melds are held back: 1 if cards are laid off all the same.
HOLD_ADDS = EXTRA + 12
# Melds are not held back when so few cards would be left.
HOLD_LEFT = EXTRA + 13
