"""A gin rummy bot for OpenSpiel that plays as Meldwise advises.

    python examples/openspiel_bot.py --player learned --hands 2000 --games 200

plays hands, then games to 100, against OpenSpiel's simple bot inside OpenSpiel's own game, and
prints the results with 95 % intervals. It needs ``pip install open-spiel``.

The bot sees what a player at the table sees: its own cards, and the public part of the history.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pyspiel
from pyspiel import gin_rummy

from meldwise.advice.policyplayers import PolicyPlayer
from meldwise.cards import Card
from meldwise.play import Discard, Draw, GoOut, HandOver, Knock, Player, Remembering, player
from meldwise.play.intervals import Sums
from meldwise.playout import learned
from meldwise.position import Opponent, Position, Taken, Turn
from meldwise.rules import rules
from meldwise.settle.ending import Ending, Kind

# At OpenSpiel's wall the upcard may be taken to knock.
RULES = rules("gin-rummy", {"stock.wall": "knock_only"})

TAKE, DRAW, PASS, KNOCK, MELDS = (
    gin_rummy.DRAW_UPCARD_ACTION,
    gin_rummy.DRAW_STOCK_ACTION,
    gin_rummy.PASS_ACTION,
    gin_rummy.KNOCK_ACTION,
    gin_rummy.MELD_ACTION_BASE,
)
PHASE = gin_rummy.Phase
UTILS = gin_rummy.GinRummyUtils(13, 4, 10)

SIMPLE_BOT = "simple-bot"

# OpenSpiel orders the suits spades, clubs, diamonds, hearts.
SUITS = (0, 3, 2, 1)


def card_of(number: int) -> Card:
    """A card of OpenSpiel's numbering.

    >>> str(card_of(13))
    'AC'
    """
    return Card.of(number % 13 + 1, SUITS[number // 13])


def number_of(card: Card) -> int:
    """The number of a card in OpenSpiel.

    >>> [number_of(card_of(number)) for number in (0, 13, 51)]
    [0, 13, 51]
    """
    return 13 * SUITS.index(card.suit) + card.rank - 1


class Table:
    """What a seat has seen of a hand: the history without the cards that others drew."""

    def __init__(self, state: Any, seat: int) -> None:
        self.pile: list[Card] = []
        self.holds: list[Card] = []
        self.threw: list[Card] = []
        self.passed: list[Card] = []
        self.turns = 0
        self.taken: Taken | None = None
        self.passes = 0
        self.drawn = False
        self._seat = seat
        self._own_draw = False
        steps = [(step.player, step.action) for step in state.full_history()]
        # Twenty cards are dealt, then the upcard is turned.
        self.pile.append(card_of(steps[20][1]))
        for who, action in steps[21:]:
            self._follow(who, action)

    def _follow(self, who: int, action: int) -> None:
        if who < 0:
            # A stock card: of its own alone does a player learn which it is.
            if self._own_draw:
                self.taken = Taken((card_of(action),), "stock")
            self._own_draw = False
        elif action == TAKE:
            card = self.pile.pop()
            self.drawn = True
            if who == self._seat:
                self.taken = Taken((card,), "discard")
            else:
                self.holds.append(card)
        elif action in (DRAW, PASS):
            if who != self._seat and not (action == DRAW and self.passes == 2):
                self.passed += self.pile[-1:]
            if action == DRAW:
                self.drawn = True
                self._own_draw = who == self._seat
            else:
                self.passes += 1
        elif action < KNOCK:
            self._discarded(who, card_of(action))

    def _discarded(self, who: int, card: Card) -> None:
        self.pile.append(card)
        self.turns += 1
        self.taken, self.drawn, self.passes = None, False, 0
        if who != self._seat:
            self.threw.append(card)
            if card in self.holds:
                self.holds.remove(card)


def position_of(state: Any, seat: int, scores: Sequence[int] = (0, 0)) -> Position:
    """The position of a seat that is to draw or to end its turn."""
    seen = Table(state, seat)
    phase = state.current_phase()
    first_round = phase == PHASE.FIRST_UPCARD
    # The first seat to act is that of the player who did not deal.
    dealer = 1
    return Position(
        rules=RULES,
        players=2,
        seat=seat,
        dealer=dealer,
        to_move=seat,
        phase="play" if seen.drawn else "draw",
        hand=tuple(card_of(number) for number in state.hands()[seat]),
        stock=state.stock_size(),
        discards=tuple(seen.pile),
        scores=tuple(scores),
        taken=seen.taken,
        table=(),
        opened=(False, False),
        placed=(False, False),
        opponents=(
            Opponent(1 - seat, 10, tuple(seen.holds), tuple(seen.threw), tuple(seen.passed)),
        ),
        turn=Turn(
            seen.turns,
            offered=first_round and seen.passes < 2,
            stock_only=first_round and seen.passes == 2,
        ),
        upcard=None,
    )


class MeldwiseBot(pyspiel.Bot):  # type: ignore[misc]
    """An OpenSpiel bot for gin rummy.

    Args:
        seat: The player it is.
        chooser: Who decides: any player of Meldwise.
        scores: The points of both before the hand.
    """

    def __init__(self, seat: int, chooser: Player, scores: Sequence[int] = (0, 0)) -> None:
        super().__init__()
        self._seat = seat
        self._player = chooser
        self._scores = scores
        self._throws: Card | None = None

    def restart_at(self, _state: Any) -> None:
        """A new hand."""
        self._throws = None

    def restart(self) -> None:
        """A new hand."""
        self._throws = None

    def step(self, state: Any) -> int:
        """What it does in a state, as OpenSpiel numbers it."""
        phase = state.current_phase()
        if phase in (PHASE.KNOCK, PHASE.LAYOFF):
            return self._at_the_end(state, phase)
        if phase == PHASE.WALL:
            return self._at_the_wall(state)
        match self._player.choose(position_of(state, self._seat, self._scores)):
            case Draw(source="discard"):
                return int(TAKE)
            case Draw():
                return int(DRAW)
            case Discard(card):
                return number_of(card)
            case Knock(card) | GoOut(card):
                # OpenSpiel counts a hand of eleven cards by its best melds, the dearest loose card
                # thrown. Other melds may leave less when another card is thrown; it then has no
                # knock, and the hand goes on.
                if KNOCK not in state.legal_actions() and card is not None:
                    return number_of(card)
                self._throws = card
                return int(KNOCK)
            case _:
                return int(PASS)

    def _at_the_wall(self, state: Any) -> int:
        chosen = self._player.choose(position_of(state, self._seat, self._scores))
        return int(KNOCK if isinstance(chosen, Draw) and KNOCK in state.legal_actions() else PASS)

    def _at_the_end(self, state: Any, phase: Any) -> int:
        """Melds shown and cards laid off, one by one."""
        legal, hand = state.legal_actions(), state.hands()[self._seat]
        if phase == PHASE.KNOCK and legal[0] < TAKE:
            if self._throws is not None and number_of(self._throws) in legal:
                return number_of(self._throws)
            return int(min(legal, key=lambda number: left_without(hand, number)))
        layable = [number for number in legal if number < TAKE]
        least = UTILS.min_deadwood(hand)
        for number in layable:
            if left_without(hand, number) < least:
                return int(number)
        melds = [MELDS + UTILS.meld_to_int(meld) for meld in UTILS.best_meld_group(hand)]
        for meld in melds:
            if meld in legal:
                return int(meld)
        return int(PASS)


def left_without(hand: Sequence[int], number: int) -> int:
    """The deadwood that a hand leaves without a card."""
    return int(UTILS.min_deadwood([other for other in hand if other != number]))


@dataclass(frozen=True)
class Played:
    """A finished hand: the points of each seat, and what its players saw at the end."""

    points: list[float]
    over: HandOver


def play_hand(bots: Sequence[Any], random: Random) -> Played:
    """One hand of OpenSpiel's game between two bots."""
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for bot in bots:
        bot.restart()
    shown, turns, knocker = state.hands(), [0, 0], None
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
            continue
        seat, drawn = state.current_player(), state.current_phase() == PHASE.DISCARD
        action = bots[seat].step(state)
        if action == KNOCK:
            knocker = seat
        turns[seat] += drawn or action == KNOCK
        state.apply_action(action)
        # Melds that are shown leave the hands.
        if all(len(hand) == 10 for hand in state.hands()):
            shown = state.hands()
    return Played(list(state.returns()), _over(shown, turns, knocker))


def _over(shown: Sequence[Sequence[int]], turns: Sequence[int], knocker: int | None) -> HandOver:
    kind: Kind = "void"
    if knocker is not None:
        kind = "knock" if UTILS.min_deadwood(shown[knocker]) else "out"
    hands = tuple(tuple(card_of(number) for number in hand) for hand in shown)
    return HandOver(RULES, dealer=1, hands=hands, ending=Ending(kind, knocker), turns=tuple(turns))


def chooser(name: str) -> Player:
    """The player of Meldwise of that name.

    The value functions are those of the rule set as it comes; at the wall alone OpenSpiel's game is
    another one, so they serve here too.
    """
    if name != "learned":
        return player(name)
    policy = learned("gin-rummy")
    return PolicyPlayer(lambda _rules, _players: policy)


class Side:
    """One side of a game: its bots, hand by hand, and what they remember.

    Args:
        name: A player of Meldwise, new for this game; ``simple-bot``: OpenSpiel's simple bot.
    """

    def __init__(self, name: str) -> None:
        self._player = None if name == SIMPLE_BOT else chooser(name)

    def bot(self, seat: int, scores: Sequence[int]) -> Any:
        """Its bot for a hand."""
        if self._player is None:
            parameters = pyspiel.load_game("gin_rummy").get_parameters()
            return pyspiel.make_simple_gin_rummy_bot(parameters, seat)
        return MeldwiseBot(seat, self._player, scores)

    def hand_over(self, over: HandOver, seat: int) -> None:
        """Remember a hand."""
        if isinstance(self._player, Remembering):
            self._player.hand_over(over, seat)


def play_game(names: Sequence[str], hands: int, seed: str, begins: int = 0) -> list[float]:
    """Points by which the first of two wins each hand, until one has 100; they begin in turns."""
    sides, totals = [Side(name) for name in names], [0, 0]
    found: list[float] = []
    while len(found) < hands and max(totals) < 100:
        # The side of each seat: seat 0 begins.
        order = [0, 1] if (begins + len(found)) % 2 == 0 else [1, 0]
        scores = [totals[side] for side in order]
        bots = [sides[side].bot(seat, scores) for seat, side in enumerate(order)]
        played = play_hand(bots, Random(f"{seed}/{len(found)}"))
        for seat, side in enumerate(order):
            sides[side].hand_over(played.over, seat)
            totals[side] += max(0, int(played.points[seat]))
        found.append(played.points[order.index(0)])
    return found


def hands_against(names: Sequence[str], hands: int, seed: int) -> Iterator[float]:
    """The points by which the first of two wins each of so many hands."""
    for number in range(hands):
        yield from play_game(names, 1, f"{seed}/hand {number}", begins=number % 2)


def games_against(names: Sequence[str], games: int, seed: int) -> Iterator[float]:
    """Whether the first of two is the first to have 100 points, for each game."""
    for number in range(games):
        points = play_game(names, 1_000, f"{seed}/game {number}", begins=number % 2)
        yield float(sum(p for p in points if p > 0) >= 100)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Meldwise against OpenSpiel's simple bot.")
    parser.add_argument("--player", default="learned", help="a player of meldwise arena")
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = (asked.player, SIMPLE_BOT)
    points, won, games = Sums(), Sums(), Sums()
    for result in hands_against(names, asked.hands, asked.seed):
        points.add(result)
        won.add(float(result > 0))
    if asked.hands:
        print(f"hands: {won.estimate().percent()} won, {points.estimate().plain()} points a hand")
    for result in games_against(names, asked.games, asked.seed):
        games.add(result)
    if asked.games:
        print(f"games to 100: {games.estimate().percent()} won")


if __name__ == "__main__":
    main()
