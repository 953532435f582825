"""What value functions are told where melds are laid: places in ``numbers``, and names.

In `valuing` each is brought to about the same size by a factor.
"""

from __future__ import annotations

from meldwise.playout.open.layout import INPUT

DEADWOOD, HELD, CARDS_HELD, OUTS, PAIRED, ALONE, ALONE_POINTS, DEAREST_HELD = range(
    INPUT + 0, INPUT + 8
)
SECOND_DEAREST, JOKERS_HELD, FITTING, UNSEEN_FITTING, MELDED, HAS_OPENED, HAS_PLACED = range(
    INPUT + 8, INPUT + 15
)
OWN_TURN, STOCK_LEFT, PILE_LEFT, SHORTEST, MEAN_SIZE, NEXT_SIZE, OTHERS_OPENED = range(
    INPUT + 15, INPUT + 22
)
NEXT_OPENED, NEXT_KNOWN, CARDS_AHEAD, DANGER, FED, MELDS_LAID, UNSEEN_MEAN = range(
    INPUT + 22, INPUT + 29
)
POINTS_AHEAD, OTHERS_PLACED, JOKERS_LAID = range(INPUT + 29, INPUT + 32)

NAMES = (
    "deadwood",
    "points held",
    "cards held",
    "outs",
    "cards with a partner",
    "cards without",
    "points of cards without",
    "dearest card",
    "second dearest card",
    "jokers",
    "cards that fit the table",
    "unseen cards that fit the table",
    "melded, as a share of the initial meld",
    "opened",
    "has put something down",
    "own turn",
    "stock",
    "cards in the pile",
    "cards of the shortest other hand",
    "mean cards of the others",
    "cards of the next player",
    "others that have opened",
    "next player has opened",
    "known cards of the next player",
    "cards left if all were put down now",
    "danger of the discard",
    "next player can lay the discard off",
    "melds on the table",
    "mean of unseen cards",
    "points left so",
    "others that have put something down",
    "jokers on the table",
)
