"""Where everything stands in the flat arrays of the compiled simulator.

Cards are codes 0 to 51 and 52 for a joker. A multiset of cards is two words, as in the kernel:
bit ``code`` for each natural card with the jokers counted from bit 52 up, and the bits of the
cards held twice.

``state`` (int64), one hand of a game:
    First single numbers, then by seat, then the melds on the table, the stock (its top card
    last) and the discard pile (its top card last).
``rules`` (int32):
    The options as numbers, values by code, and tables of legality.
``desk`` (int64):
    Room to work in: the kernel's, states to go back to, and the trail: actions as they were
    played, where they are recorded, in rows of five: what, and up to four numbers.
``numbers`` (float64):
    Chances of cards, what the value functions are told and say, the policies of the seats, and the
    weights of value functions; at its end there may be room for lessons.
"""

from __future__ import annotations

from meldwise.playout.policies import MOST_PLAYERS, ROW
from meldwise.playout.values.functions import FIRST as FIRST_LAYER
from meldwise.playout.values.functions import INPUTS, SECOND

MOST_MELDS = 64
MOST_CARDS = 160
MOST_JOKERS = 6
MOST_DEALT = 20

# --- state ---------------------------------------------------------------------------------
PLAYERS, SEAT, PHASE, TURN = 0, 1, 2, 3
# The card drawn in this turn (−1: none) and from where; whether it was laid, if from the pile.
TAKEN, SOURCE, USED = 4, 5, 6
# In this turn: something was put on the table; the initial meld was completed.
PLACED_NOW, OPENED_NOW = 7, 8
# Cards of the stock and the pile, melds on the table.
STOCK, PILE, MELDS = 9, 10, 11
# How the hand ended, by whom, with a last discard or not, and whether all in one turn.
ENDING, ENDER, DISCARDED, AT_ONCE = 12, 13, 14, 15
SHUFFLES = 16
# Rows of the trail so far; −1: nothing is recorded.
TRAIL = 17
# Cards that everybody sees: on the table and in the pile.
PUBLIC, PUBLIC_TWICE = 18, 19
# Jokers of the table that were taken and must be laid at once.
FREED = 20

SEATS, SEAT_SIZE = 32, 8
CARDS, TWICE, SIZE, OPENED, PLACED, TURNS, KNOWN, KNOWN_TWICE = range(8)

TABLE = SEATS + MOST_PLAYERS * SEAT_SIZE
MELD_SIZE = 8
# Owner, kind, suit of a run or rank of a set, first slot of a run or vector of a set, cards,
# slots of wilds as bits or number of wilds of a set.
OWNER, KIND, LINE, START, LENGTH, WILDS = range(6)

STOCK_CARDS = TABLE + MOST_MELDS * MELD_SIZE
PILE_CARDS = STOCK_CARDS + MOST_CARDS
STATE = PILE_CARDS + MOST_CARDS

DRAWING, PLAYING = 0, 1
NOWHERE, FROM_STOCK, FROM_PILE = 0, 1, 2
# As in `meldwise.playout.results`.
RUNNING, VOID, KNOCKED, OUT, STOCK_OUT, DEAL_WON = -1, 0, 1, 2, 3, 4

# --- trail ---------------------------------------------------------------------------------
TRAIL_WIDTH = 5
DRAW_STOCK, DRAW_PILE, LAY_RUN, LAY_SET, ADD, SWAP = range(6)
THROW, KNOCK_NOW, PASS, SHUFFLED, DECLARE, SHIFT = range(6, 12)

# --- rules ---------------------------------------------------------------------------------
PACKS, JOKERS_IN_ALL = 0, 1
DRAW_TERMS, RETHROW, JOKER_THROW = 2, 3, 4
OPEN_POINTS, OPEN_ADDS, OPEN_EXEMPT = 5, 6, 7
ADDS, ADDS_OPENED, TARGETS = 8, 9, 10
SWAPS, SWAPS_OPENED, REUSE, STRICT = 11, 12, 13, 14
LAST = 15
KNOCKS, KNOCK_LIMIT = 16, 17
ON_EMPTY, TURN_LIMIT = 18, 19
HELD_COUNTS, MODEL, STAKE = 20, 21, 22
ONCE_BONUS, ONCE_FACTOR, CAP = 23, 24, 25
TIE_LOWEST, TIE_STOCK_OUT, TIE_SEVERAL, IMMUNE = 26, 27, 28, 29
OUT_FACTOR, CAUGHT_FACTOR, PAYS_WINNER = 30, 31, 32
DEAL_WIN, DEAL_FACTOR, SHUFFLES_TURNED = 33, 34, 35
# Cards dealt, cards of the shortest run, value of the dearest natural card in hand.
DEALT, LEAST_RUN, DEAREST = 36, 37, 38
# Shifting jokers: allowed, from the ends only, lowest and highest slot (13: the high ace).

SHIFTS, SHIFTS_ENDS, SHIFT_LOW, SHIFT_HIGH = 39, 40, 41, 42
VALUES = 44
SET_VALUES = VALUES + 53
# Whether such a run exists, and its points, by first slot and length.
WINDOWS = SET_VALUES + 13
RUN_POINTS = WINDOWS + 13 * 16
# Whether such a set exists, by vector and wilds.
SET_OK = RUN_POINTS + 13 * 16
# Suits whose card would make a set of the naturals held of a rank in these suits, as bits.
SET_OUTS = SET_OK + 81 * 8
NO_DRAW, FREE, USE_NOW, USE_IN_NEW = 0, 1, 2, 3
THROW_FREELY, THROW_TO_GO_OUT, THROW_NEVER, NOT_TAKEABLE = 0, 1, 2, 3
ALL_MELDS, RUNS_ONLY, SETS_ONLY, OWN_ONLY = 0, 1, 2, 3
IN_NEW_MELD, ANYWHERE, KEEP = 0, 1, 2
OPTIONAL, REQUIRED, NONE = 0, 1, 2
RESHUFFLE, TURN_OVER, HAND_ENDS, IS_VOID = 0, 1, 2, 3
OWN_PENALTY, OWN_PENALTY_ALL, STAKES = 0, 1, 2
KNOCKER_LOSES, NOBODY = 0, 1
EACH, SPLIT, NO_ONE = 0, 1, 2

# The dearest place of some ranks of a suit and so many wilds as a run: 16 × first slot + length,
# −1 if there is none; by ranks (bits) and wilds.
PLACES = SET_OUTS + 16
# Whether a run of this length may have wilds in these slots; by length and slots (bits).
RUN_OK = PLACES + 8_192 * 8
# Ranks of which a card would join a run of these ranks of a suit.
RUN_OUTS = RUN_OK + 14 * 8_192
RULES = RUN_OUTS + 8_192

# --- desk ----------------------------------------------------------------------------------
# The kernel's own room comes first.
KERNEL_WORK = 2_048
# Addresses of parts; of the kernel's tables and of its other room, with their lengths.
CALLS = KERNEL_WORK
ROWS_AT, CLOSED_AT, FACTS_AT, POINTS_AT = CALLS + 16, CALLS + 17, CALLS + 18, CALLS + 19
LANES_AT, SUMS_AT, MARKS_AT = CALLS + 20, CALLS + 21, CALLS + 22
ROWS_SIZE, CLOSED_SIZE, FACTS_SIZE = CALLS + 24, CALLS + 25, CALLS + 26
# Rows of the trail, and where they begin.
TRAIL_ROWS = CALLS + 27
# The state of the random numbers; two words of cards.
STREAM, PAIR = CALLS + 28, CALLS + 30
# Melds found in a hand, as on the table.
MOST_FOUND = 16
MOST_HELD = 32
FOUND = CALLS + 32
# What tracing writes on.
ROOM = FOUND + MOST_FOUND * MELD_SIZE
ROOM_SIZE = 256
# States to go back to.
OTHER = ROOM + ROOM_SIZE
SPARE, FIRST, HOLD = OTHER + STOCK_CARDS, OTHER + 2 * STOCK_CARDS, OTHER + 3 * STOCK_CARDS
TRIED, THOUGHT = OTHER + 4 * STOCK_CARDS, OTHER + 5 * STOCK_CARDS
TRAIL_CARDS = OTHER + 6 * STOCK_CARDS
DESK = TRAIL_CARDS

# Parts, in the order of their addresses.
LEAST_LEFT, ARRANGE, LAY_MELDS, PLACE_ALL, WANTS_UPCARD, THROW_OF = range(6)
LAY_OFF_ALL, LAY_OFF_JOKERS, SWAP_ONE, PLACE_IN_ORDER, DRAW_PHASE, PLAY_PHASE = range(6, 12)
WEIGH, VALUE_NOW, PLACE_BY_VALUES, VALUE_OF_TAKING = range(12, 16)

# --- numbers -------------------------------------------------------------------------------
# How likely the next player holds each card.
CHANCES = 0
# What each discard costs by the heuristic, and is worth by the value functions.
COSTS = CHANCES + 53
WORTHS = COSTS + 53
# What was valued last; and, where a player explores, the best that it could have had by a discard,
# and by a knock that it forgoes.
VALUE = WORTHS + 53
BEST, FORGONE = VALUE + 1, VALUE + 2
# What the value functions are told, and room for them.
INPUT = VALUE + 3
HIDDEN = INPUT + INPUTS
# For each seat where the weights of its value functions begin (0: none), and the own turn in which
# it explores (−1: none).
WEIGHTS_OF = HIDDEN + FIRST_LAYER + SECOND
EXPLORES_AT = WEIGHTS_OF + MOST_PLAYERS
# Where lessons begin, for how many there is room, how many there are.
LESSONS_AT = EXPLORES_AT + MOST_PLAYERS
LESSONS_ROOM, TAUGHT = LESSONS_AT + 1, LESSONS_AT + 2
# The policies, a row for each seat, and the weights.
POLICIES = LESSONS_AT + 3
WEIGHTS_AT = POLICIES + ROW * MOST_PLAYERS
