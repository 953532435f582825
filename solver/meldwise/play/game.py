"""A whole game: hands in turn until the rules, or an agreed number of hands, end it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from meldwise.errors import RequestError
from meldwise.play.actions import Action
from meldwise.play.dealing import Seed, deal
from meldwise.play.hand import play_hand
from meldwise.play.players import HandOver, Player, Remembering
from meldwise.play.scoring import score
from meldwise.play.state import State
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.game import Standing, after_hand, bought_in
from meldwise.settle.settlement import Settlement

# Hands after which a game without an end in sight is stopped.
MOST_HANDS: Final = 1_000

BuysIn = Callable[[int, Standing], bool]
"""Whether the player of a seat buys in again; the seat is that of the game."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand of a game.

    ``seats`` are the seats of the game that took part, in order: seat ``i`` of ``state`` is
    ``seats[i]`` of the game. ``bought_in`` are seats of the game.
    """

    number: int
    seats: tuple[int, ...]
    state: State
    settlement: Settlement
    standing: Standing
    bought_in: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: totals and winners by seat.

    ``over`` says whether the rules ended it; if not, it was stopped after the agreed number of
    hands, and whoever then stands best has won.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: tuple[HandResult, ...]
    over: bool


class GameWatch(Protocol):
    """Whoever follows a game: each method is called as the game goes on."""

    def hand_begins(self, number: int, seats: tuple[int, ...], state: State) -> None:
        """A hand has been dealt."""

    def step(self, state: State, action: Action) -> None:
        """An action has been chosen, but not been played yet."""

    def hand_ends(self, result: HandResult) -> None:
        """A hand has been settled."""


def always(_seat: int, _standing: Standing) -> bool:
    """Buy in whenever that is possible."""
    return True


def play_game(
    rules: RulesLike,
    players: Sequence[Player],
    *,
    seed: Seed = 0,
    dealer: int | None = None,
    hands: int | None = None,
    buys_in: BuysIn = always,
    watch: GameWatch | None = None,
) -> GameResult:
    """Play a game.

    The deal passes to the next seat after each hand. A player who is out leaves, and the next
    hand is dealt for those who are left. The game ends as the rules say, or when fewer are left
    than the rules are for, or after ``hands`` hands.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: One for each seat, new for this game: some remember its hands.
        seed: The game's seed; each hand has its own that follows from it.
        dealer: The first dealer; None: the last seat.
        hands: Most hands; None: one where the rules know no end of a game, else as many as it
            takes, 1,000 at most.
        buys_in: Whether a player who is out and may buy in does so.
        watch: Follows the game.

    Raises:
        RequestError: a number of players for which the rules are not made.
        ActionError: a player chose an action that is not legal.

    >>> from meldwise.play.players import player
    >>> result = play_game("gin-rummy", [player("greedy"), player("greedy")], seed=1)
    >>> result.over, max(result.totals) >= 100
    (True, True)
    """
    return _Game(find_rules(rules), players, buys_in, watch).play(seed, dealer, hands)


class _Game:
    def __init__(
        self,
        rules: RuleSet,
        players: Sequence[Player],
        buys_in: BuysIn,
        watch: GameWatch | None,
    ) -> None:
        self._rules = rules
        self._players = players
        self._buys_in = buys_in
        self._watch = watch
        self._totals = [0] * len(players)
        self._buy_ins = [0] * len(players)
        self._seats = list(range(len(players)))

    def play(self, seed: Seed, dealer: int | None, hands: int | None) -> GameResult:
        endless = self._rules.game.target is None and self._rules.game.out_at is None
        most = hands if hands is not None else (1 if endless else MOST_HANDS)
        if most < 1:
            raise RequestError("bad-hands", f"hands: {most} is not 1 or more", {"field": "hands"})
        dealing = len(self._players) - 1 if dealer is None else dealer
        results: list[HandResult] = []
        while len(results) < most:
            result = self._hand(len(results) + 1, f"{seed}/{len(results) + 1}", dealing)
            results.append(result)
            if result.standing.over:
                winners = tuple(result.seats[player] for player in result.standing.winners)
                return self._result(winners, results, over=True)
            if len(self._seats) < self._rules.players.min:
                return self._result(self._leaders(), results, over=True)
            dealing = self._next_dealer(dealing)
        return self._result(self._leaders(), results, over=False)

    def _hand(self, number: int, seed: str, dealer: int) -> HandResult:
        seats = tuple(self._seats)
        before = [self._totals[seat] for seat in seats]
        at = seats.index(dealer) if dealer in seats else dealer
        state = deal(self._rules, len(seats), seed=seed, dealer=at, scores=before)
        if self._watch is not None:
            self._watch.hand_begins(number, seats, state)
        step = None if self._watch is None else self._watch.step
        state = play_hand(state, [self._players[seat] for seat in seats], step)
        for player, seat in enumerate(seats):
            known = self._players[seat]
            if isinstance(known, Remembering):
                known.hand_over(HandOver.of(state), player)
        settlement = score(state)
        buy_ins = [self._buy_ins[seat] for seat in seats]
        standing = after_hand(self._rules, before, settlement.scores, buy_ins)
        buyers = [
            player for player in standing.may_buy_in if self._buys_in(seats[player], standing)
        ]
        if standing.may_buy_in:
            standing = bought_in(self._rules, standing, buyers)
        for player, seat in enumerate(seats):
            self._totals[seat] = standing.totals[player]
        for player in buyers:
            self._buy_ins[seats[player]] += 1
        self._seats = [seat for player, seat in enumerate(seats) if player not in standing.out]
        back = tuple(seats[player] for player in buyers)
        result = HandResult(number, seats, state, settlement, standing, back)
        if self._watch is not None:
            self._watch.hand_ends(result)
        return result

    def _next_dealer(self, dealer: int) -> int:
        later = [seat for seat in self._seats if seat > dealer]
        return later[0] if later else self._seats[0]

    def _leaders(self) -> tuple[int, ...]:
        """The seats that stand best."""
        penalties = self._rules.score.model.startswith("own_penalty")
        standing = {seat: self._totals[seat] for seat in self._seats}
        top = min(standing.values()) if penalties else max(standing.values())
        return tuple(seat for seat, total in standing.items() if total == top)

    def _result(
        self, winners: tuple[int, ...], hands: list[HandResult], *, over: bool
    ) -> GameResult:
        return GameResult(tuple(self._totals), winners, tuple(hands), over)
