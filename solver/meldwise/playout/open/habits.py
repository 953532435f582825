"""The numbers of a policy that games with melds on the table add: offsets in a row."""

from __future__ import annotations

from meldwise.playout.policies import EXTRA

# Melds are held back in own turns before this one, while all others hold more than so many cards.
HOLD_TURNS, HOLD_CARDS = EXTRA, EXTRA + 1
# Jokers are laid off once another player holds at most so many cards.
JOKER_RISK = EXTRA + 2
# In deadwood points: what the chance to draw a card that completes a meld is worth, a card with a
# partner in hand, and that the next player melds the discard.
OUTS, PARTNERS, DANGER = EXTRA + 3, EXTRA + 4, EXTRA + 5
# In deadwood points: that the next player can lay the discard off; that a card of the hand could
# be laid off in a later turn.
FED, LATER = EXTRA + 6, EXTRA + 7
# Points by which the limit of a knock falls for each card that the shortest other hand is below
# the cards dealt.
KNOCK_SHORT = EXTRA + 8
# Added to the weights of outs and partners while the shortest other hand is as dealt, and less the
# shorter it is.
OUTS_EARLY, PARTNERS_EARLY = EXTRA + 9, EXTRA + 10
# The upcard is taken, where that is free, if the hand gets better by more than so many points;
# 0: for a meld only.
TAKE_MARGIN = EXTRA + 11
# The upcard is taken, where that is free, if what can be put down with it leaves at least so many
# points less than what can be put down without it; 0: that is not looked at.
TAKE_TO_LAY = EXTRA + 12
