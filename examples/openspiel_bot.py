"""A gin rummy bot for OpenSpiel that plays as Meldwise advises.

    python examples/openspiel_bot.py --player learned --hands 2000 --games 200

plays hands, then games to 100, against OpenSpiel's simple bot inside OpenSpiel's own game, and
prints the results with 95 % intervals. It needs ``pip install open-spiel``.

The bot sees what a player at the table sees: its own cards, and the public part of the history.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pyspiel
from pyspiel import gin_rummy

from meldwise.cards import Card
from meldwise.play import Discard, Draw, GoOut, Knock, Player, player
from meldwise.play.intervals import Sums
from meldwise.position import Opponent, Position, Taken, Turn
from meldwise.rules import rules

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
    """

    def __init__(self, seat: int, chooser: Player) -> None:
        super().__init__()
        self._seat = seat
        self._player = chooser
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
        match self._player.choose(position_of(state, self._seat)):
            case Draw(source="discard"):
                return int(TAKE)
            case Draw():
                return int(DRAW)
            case Discard(card):
                return number_of(card)
            case Knock(card) | GoOut(card):
                self._throws = card
                return int(KNOCK)
            case _:
                return int(PASS)

    def _at_the_wall(self, state: Any) -> int:
        chosen = self._player.choose(position_of(state, self._seat))
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


Maker = Callable[[int], Any]


def play_hand(bots: Sequence[Any], random: Random) -> list[float]:
    """One hand of OpenSpiel's game between two bots: its returns."""
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for bot in bots:
        bot.restart()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def hands_against(first: Maker, second: Maker, hands: int, seed: int) -> Iterator[float]:
    """The points by which the first bot wins each hand; they deal in turns."""
    for number in range(hands):
        seat = number % 2
        bots = [(first if at == seat else second)(at) for at in range(2)]
        points = play_hand(bots, Random(f"{seed}/{number}"))
        yield points[seat]


def games_against(first: Maker, second: Maker, games: int, seed: int) -> Iterator[float]:
    """Whether the first bot is the first to have 100 points, for each game."""
    for number in range(games):
        totals = [0.0, 0.0]
        hands = hands_against(first, second, 1_000, 1_000 * (seed + 1) + number)
        while max(totals) < 100:
            points = next(hands)
            totals[points < 0] += abs(points)
        yield float(totals[0] >= 100)


def meldwise_bot(name: str) -> Maker:
    """A maker of bots that play as a player of Meldwise does."""
    return lambda seat: MeldwiseBot(seat, player(name, seat))


def simple_bot(seat: int) -> Any:
    """OpenSpiel's simple bot."""
    return pyspiel.make_simple_gin_rummy_bot(pyspiel.load_game("gin_rummy").get_parameters(), seat)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Meldwise against OpenSpiel's simple bot.")
    parser.add_argument("--player", default="learned", help="a player of meldwise arena")
    parser.add_argument("--hands", type=int, default=500)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bot = meldwise_bot(asked.player)
    points, won, games = Sums(), Sums(), Sums()
    for result in hands_against(bot, simple_bot, asked.hands, asked.seed):
        points.add(result)
        won.add(float(result > 0))
    if asked.hands:
        print(f"hands: {won.estimate().percent()} won, {points.estimate().plain()} points a hand")
    for result in games_against(bot, simple_bot, asked.games, asked.seed):
        games.add(result)
    if asked.games:
        print(f"games to 100: {games.estimate().percent()} won")


if __name__ == "__main__":
    main()
