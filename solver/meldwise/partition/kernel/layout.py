"""Where everything stands in the arrays that the compiled functions read and write.

They take three arrays and no more, each flat: handing over and counting references to dozens
of arrays costs more than a hand. Ranks count from 0 here, suits are S H D C, a mask of 13 bits is
a set of ranks, and a "vector" is the counts of S H D C of one rank as a number of base three.

``rows`` (int16):
    From `DEAD`, 8,192: the least deadwood of runs among these ranks of a suit.
    From `ROWS`, 16 each: rows of the run table; see `rows`.
``closed`` (uint8):
    1 for each row that is filled, with all that it rests on.
``facts`` (int32): the rest, from the offsets below.
"""

from __future__ import annotations

SINGLE = 8_192
LANES = 8
ROW = 2 * LANES
VECTORS = 81
OPTIONS_OF_ONE = 256

DEAD = 0
ROWS = SINGLE

# Most units (wild cards spent) that the tables hold.
LIMIT = 0
# Ranks whose cards are wild and may be natural, those that are wild and never natural, both.
UNIT_RANKS = 1
LOOSE_RANKS = 2
WILD_RANKS = 3
# Sizes of melds of wilds alone, as bits.
LONE_SETS = 4
LONE_RUNS = 5
# Classes of wilds, dearest first: their number, then ranks (bit 13: jokers) and value of each.
CLASSES = 6
CLASS = 7
MOST_CLASSES = 16
# Fewest naturals of a rank for which there is a set, by units at hand.
LEAST = CLASS + 2 * MOST_CLASSES
# Of so many idle units, the most that melds of wilds alone take.
LONE = LEAST + LANES
# Value in hand by rank; 0 for unit ranks, whose value goes with the units.
VALUES = LONE + LANES
# Card codes, dearest first, then lowest code; 52 is a joker.
ORDER = VALUES + 13
# Number of the highest bit of a number below 128.
TOP = ORDER + 53
# What throwing a card of these ranks adds to `DEAD`, << 16, and 1023 − value, << 6, and the rank.
THROW_KEYS = TOP + 128
# `legal.run_bits`, `legal.set_bits`, `legal.cover_bits`.
RUNS = THROW_KEYS + SINGLE
SETS = RUNS + SINGLE
COVER = SETS + VECTORS
# First row of the multisets in which exactly these ranks are held twice.
GROUP = COVER + VECTORS
# Most cards of a vector that sets with so many units take: [unit rank or not][vector][units].
MOST = GROUP + SINGLE
# Where the options of a vector begin: [unit rank or not][vector], with one entry more at the end.
FIRST = MOST + 2 * VECTORS * LANES
# The same for four suits held or not, without units.
PLAIN_FIRST = FIRST + 2 * (VECTORS + 1)
# Ways to take cards of a rank in sets: suits taken, suits taken twice (<< 4), number of cards
# (<< 8), numbers of units as bits (<< 16). First those without units of four single suits.
PLAIN_OPTIONS = PLAIN_FIRST + 17
OPTIONS = PLAIN_OPTIONS + OPTIONS_OF_ONE

# Sums of four suits must fit into 16 bits: 4 × IMPOSSIBLE + MOST_VALUE < 32,768.
IMPOSSIBLE = 7_000
MOST_VALUE = 4_700

# A hand is two words: bit 13 × suit + rank for each card with jokers counted from bit 52 up, and
# the bits of the cards held twice. `TOO_MUCH` as second word: the kernel does not hold it.
SUIT = 8_191
JOKERS = 52
FULL = (1 << 52) - 1
TOO_MUCH = 1 << 62
# One rank in all suits; and the factor that brings its four bits together from bit 39 on; and the
# factor that spreads four bits, 13 apart.
COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
GATHER = 1 << 39 | 1 << 27 | 1 << 15 | 1 << 3
SPREAD = 1 | 1 << 12 | 1 << 24 | 1 << 36

# Deadwood stands above the bits that name a card: value in hand (turned round), suit, rank.
KEY = 16
LARGE = 1 << 40
