"""Whole games between policies, each deal played in every seating: the panel of strength.

A game is hands until a player reaches the target, or one hand where there is none. The hands of a
game are the same in all its seatings, so that luck of the deal cancels.
"""

# ruff: noqa: PLR0912, PLR0913, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import Int, compiled
from meldwise.play.dealing import whole_pack
from meldwise.playout.closed.hands import tables_at
from meldwise.playout.closed.memory import (
    AT_END,
    PILE_CODES,
    POLICY,
    SCORES,
    STATE,
    STATE_LENGTH,
    STOCK_CODES,
    STRIDE,
    STYLE,
    Ints,
)
from meldwise.playout.closed.playing import NOTED_END, play_hand
from meldwise.playout.closed.record import DEALT, PLAYERS
from meldwise.playout.closed.running import seated, working
from meldwise.playout.closed.scoring import ahead
from meldwise.playout.closed.settling import begin_hand
from meldwise.playout.closed.table import (
    BEFORE,
    FIRST_SET,
    HAND,
    LAST,
    PILE,
    PILE_SIZE,
    SCORE,
    SETS_OF,
    STOCK_AT,
    STOCK_END,
    TAUGHT,
    TURNS,
    add_to,
    shuffle_codes,
)
from meldwise.playout.network import Reals
from meldwise.playout.policies import ROW, Policy
from meldwise.playout.randomness import Stream, begin_stream
from meldwise.playout.results import KNOCK, VOID, Games
from meldwise.playout.starts import JOKER, STYLES
from meldwise.playout.styles import LATE, LOW, NEXT_TO_NOTHING
from meldwise.playout.values.lessons import LESSON, Lessons
from meldwise.position.terms import terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

# Hands after which a game is over whoever leads.
MOST_HANDS: Final = 200


def closed_games(
    rules: RulesLike,
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    *,
    target: int | None = None,
    lessons: int = 0,
    first: int = 0,
) -> Games:
    """Play games between policies, each in every seating.

    Args:
        rules: The rule set.
        policies: One for each player.
        games: How many games; each is played as many times as there are players.
        seed: The games' seed.
        target: The points that win a game; None: each game is one hand.
        lessons: Room for so many lessons of players that explore.
        first: The number of the first game: games are told apart by seed and number.

    Raises:
        RequestError: a rule set that is not played here.
    """
    rule_set, players = find_rules(rules), len(policies)
    terms = terms_of(rule_set, players)
    tables, reals = seated(tables_at(rule_set, players), policies, [[0.0] * STYLES] * players)
    pack = np.array([min(card.code, JOKER) for card in whole_pack(terms)])
    wins, advantage = np.zeros((games, players)), np.zeros((games, players))
    kept = np.zeros((lessons, LESSON), np.float32)
    common = np.array(
        [
            seed,
            first,
            0 if target is None else target,
            rule_set.deal.first_player == "dealer",
            rule_set.deal.upcard,
            rule_set.draw.first_upcard == "offered" and rule_set.deal.upcard,
        ]
    )
    with working(tables):
        hands = _play_games(
            tables.ints, reals, np.zeros(1, np.uint64), pack, common, wins, advantage, kept
        )
    return Games(wins, advantage, int(hands), kept[: int(tables.ints[TAUGHT])])


@compiled
def _seat_players(
    ints: Ints, reals: Reals, rows: Reals, sets: NDArray[np.int64], turned: Int
) -> None:
    """Put the players on their seats: player p sits on seat p + turned."""
    players = ints[PLAYERS]
    for player in range(players):
        seat = (player + turned) % players
        for column in range(ROW):
            reals[POLICY + ROW * seat + column] = rows[ROW * player + column]
        ints[FIRST_SET + seat], ints[SETS_OF + seat] = sets[player], sets[players + player]


@compiled
def _deal(ints: Ints, stream: Stream, pack: NDArray[np.int64], upcard: bool) -> None:
    """Shuffle the pack and deal a hand."""
    players, dealt = ints[PLAYERS], ints[DEALT]
    for place in range(len(pack)):
        ints[STOCK_CODES + place] = pack[place]
    shuffle_codes(ints, STOCK_CODES, np.int64(len(pack)), stream)
    for place in range(STRIDE * players):
        # Scores of the game stay.
        if place % STRIDE != SCORE - STATE:
            ints[STATE + place] = 0
    for place in range(FIRST_SET - PILE):
        if PILE + place != TAUGHT:
            ints[PILE + place] = 0
    at = 0
    for seat in range(players):
        own = STRIDE * seat
        ints[own + LAST], ints[own + BEFORE] = -1, -1
        for _ in range(dealt):
            add_to(ints, own + HAND, ints[STOCK_CODES + at])
            at += 1
    if upcard:
        ints[PILE_CODES] = ints[STOCK_CODES + at]
        ints[PILE_SIZE] = 1
        add_to(ints, PILE, ints[PILE_CODES])
        at += 1
    ints[STOCK_AT], ints[STOCK_END] = at, len(pack)


@compiled
def see_style(ints: Ints, reals: Reals, ending: Int, ender: Int) -> None:
    """Keep what the end of a hand told of each player's style; see `styles`."""
    for seat in range(ints[PLAYERS]):
        style, left = STYLE + 4 * seat, ints[AT_END + seat]
        if ending == VOID:
            reals[style + 3] += 1.0
            continue
        reals[style + 2] += 1.0
        if seat != ender and left <= LOW:
            reals[style + 1] += 1.0
        late = ints[STRIDE * seat + TURNS] > LATE
        if seat == ender and late and left == 0:
            reals[style + 3] += 1.0
        if seat == ender and ending == KNOCK and left > NEXT_TO_NOTHING and late:
            reals[style] += 1.0


@compiled
def _play_games(
    ints: Ints,
    reals: Reals,
    stream: Stream,
    pack: NDArray[np.int64],
    common: NDArray[np.int64],
    wins: NDArray[np.float64],
    advantage: NDArray[np.float64],
    lessons: Lessons,
) -> Int:
    """Play all games in all seatings; the number of hands."""
    players, target = ints[PLAYERS], common[2]
    rows = reals[POLICY : POLICY + ROW * players].copy()
    sets = np.empty(2 * players, np.int64)
    notes = np.full(0, NOTED_END, np.uint8)
    for player in range(players):
        sets[player], sets[players + player] = ints[FIRST_SET + player], ints[SETS_OF + player]
    played = 0
    for game in range(len(wins)):
        for turned in range(players):
            _seat_players(ints, reals, rows, sets, turned)
            for place in range(STATE_LENGTH):
                if STATE + place != TAUGHT and not (FIRST_SET <= STATE + place < FIRST_SET + 24):
                    ints[STATE + place] = 0
            for place in range(4 * players):
                reals[STYLE + place] = 0.0
            number, over = 0, False
            gained = np.zeros(players)
            while not over:
                begin_stream(stream, common[0], (common[1] + game) * MOST_HANDS + number)
                _deal(ints, stream, pack, common[4] != 0)
                upcard = ints[PILE_CODES] if common[4] else np.int64(-1)
                begin_hand(ints, reals, stream, upcard)
                dealer = (players - 1 + number) % players
                seat = dealer if common[3] else (dealer + 1) % players
                passes = np.int64(0) if common[5] else np.int64(-1)
                ending, ender = play_hand(
                    ints, reals, stream, notes, lessons, seat, False, np.int64(-1), passes
                )
                see_style(ints, reals, ending, ender)
                number += 1
                over = target == 0 or number == MOST_HANDS
                for player in range(players):
                    seat = (player + turned) % players
                    gained[player] += ahead(ints, reals, seat)
                    ints[STRIDE * seat + SCORE] += np.int64(reals[SCORES + seat])
                    over = over or ints[STRIDE * seat + SCORE] >= target
            played += number
            best, leaders = -1e18, 0
            for player in range(players):
                if target:
                    total = 1.0 * ints[STRIDE * ((player + turned) % players) + SCORE]
                else:
                    total = gained[player]
                if total > best:
                    best, leaders = total, 0
                if total == best:
                    leaders += 1
            for player in range(players):
                if target:
                    total = 1.0 * ints[STRIDE * ((player + turned) % players) + SCORE]
                else:
                    total = gained[player]
                if total == best:
                    wins[game, player] += 1.0 / (leaders * players)
                advantage[game, player] += gained[player] / (number * players)
    return played
