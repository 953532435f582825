"""Players against each other: mirrored deals, means with 95 % intervals, many processes.

Each deal is played once for every way to turn the players round the table, so that all players
hold the same cards in the same seats; the deals are then the independent samples. The result
follows from the seed alone, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from meldwise.errors import RequestError
from meldwise.play.dealing import Seed, deal, playable
from meldwise.play.game import play_game
from meldwise.play.hand import play_hand
from meldwise.play.intervals import Estimate, Sums
from meldwise.play.players import Player, player
from meldwise.play.scoring import score
from meldwise.play.state import State
from meldwise.position import terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet
from meldwise.spreading import spread, worker_count

PlayerLike = str | Callable[[Seed], Player]
"""A player's name, or a function that makes one from a seed."""

Progress = Callable[[int, int], None]
"""Called with the number of deals played and of all deals."""

MOST_DEALS: Final = 10_000_000

# Deals that a worker plays before it reports.
_CHUNK: Final = 20


@dataclass(frozen=True, slots=True)
class Standings:
    """How one player did.

    ``score`` is the mean change of the running score by a hand, in the rule set's own unit;
    ``advantage`` the mean lead over the others (penalties count negative); ``won`` the share of
    hands, or of games, won: a shared win counts as a part.
    """

    name: str
    score: Estimate
    advantage: Estimate
    won: Estimate

    def to_dict(self) -> dict[str, Any]:
        """The standings as JSON."""
        return {
            "name": self.name,
            "score": self.score.to_dict(),
            "advantage": self.advantage.to_dict(),
            "won": self.won.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """What an arena measured.

    ``unit`` is ``hand`` or ``game``; ``deals`` were each played ``seats`` times. ``endings``
    counts how hands ended.
    """

    rules: str
    unit: str
    seed: str
    seats: int
    deals: int
    players: tuple[Standings, ...]
    endings: dict[str, int]

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON."""
        return {
            "rules": self.rules,
            "unit": self.unit,
            "seed": self.seed,
            "deals": self.deals,
            f"{self.unit}s": self.deals * self.seats,
            "players": [known.to_dict() for known in self.players],
            "endings": self.endings,
        }

    def __str__(self) -> str:
        title = (
            f"{self.rules}: {self.deals * self.seats} {self.unit}s, {self.deals} deals mirrored, "
            f"seed {self.seed}"
        )
        rows = [("player", "won", "advantage", "score")]
        rows += [
            (known.name, known.won.percent(), known.advantage.plain(), known.score.plain())
            for known in self.players
        ]
        lines = [f"{name:<14}{won:>16}{lead:>20}{score:>18}" for name, won, lead, score in rows]
        ends = ", ".join(f"{name} {count}" for name, count in self.endings.items())
        return "\n".join([title, *lines, f"hands ended: {ends}"])


def arena(
    rules: RulesLike,
    players: Sequence[PlayerLike],
    *,
    hands: int | None = None,
    games: int | None = None,
    seed: Seed = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> ArenaResult:
    """Let players play against each other on mirrored deals.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: Names or makers of players, one for each seat.
        hands: How many hands to play, rounded up to whole mirrored deals.
        games: How many games instead.
        seed: What everything follows from.
        workers: Processes to play in (None: as joblib is configured, else this one alone);
            makers must then be importable functions.
        progress: Told how far it is.

    Raises:
        RequestError: a number that is not possible, or an unknown player.

    >>> result = arena("gin-rummy", ["greedy", "greedy"], hands=20, seed=1)
    >>> result.deals, result.players[0].advantage.mean == 0
    (10, True)
    """
    rule_set, seats = find_rules(rules), len(players)
    playable(rule_set)
    terms_of(rule_set, seats)
    total = hands if games is None else games
    if (hands is None) == (games is None) or total is None or not 1 <= total <= MOST_DEALS:
        raise RequestError(
            "bad-hands",
            f"give a number of hands or of games, from 1 to {MOST_DEALS}",
            {"field": "hands"},
        )
    worker_count(workers)
    for known in players:
        _make(known, 0)
    deals = -(-total // seats)
    task = _Task(rule_set, tuple(players), f"{seed}", games is not None)
    tally = _Tally(task)
    done = 0
    for played in _played(task, deals, workers):
        for result in played:
            tally.add(result)
        done += len(played)
        if progress is not None:
            progress(done, deals)
    return tally.result(deals)


@dataclass(frozen=True, slots=True)
class _Task:
    rules: RuleSet
    players: tuple[PlayerLike, ...]
    seed: str
    games: bool


@dataclass(frozen=True, slots=True)
class _Deal:
    """A deal played in every rotation: each player's means, and how the hands ended."""

    score: tuple[float, ...]
    advantage: tuple[float, ...]
    won: tuple[float, ...]
    endings: tuple[str, ...]


def _played(task: _Task, deals: int, workers: int | None) -> Iterator[list[_Deal]]:
    """The deals chunk by chunk, in their order, so that sums come out the same bit for bit."""
    chunks = (range(start, min(start + _CHUNK, deals)) for start in range(0, deals, _CHUNK))
    return spread(partial(_play_chunk, task), chunks, workers)


def _play_chunk(task: _Task, deals: Sequence[int]) -> list[_Deal]:
    return [_play_deal(task, number) for number in deals]


def _play_deal(task: _Task, number: int) -> _Deal:
    """One deal in every rotation: in rotation ``r`` player ``p`` sits at seat ``p + r``."""
    count = len(task.players)
    score, advantage, won = [0.0] * count, [0.0] * count, [0.0] * count
    endings: list[str] = []
    for turned in range(count):
        seats = [
            _make(task.players[(seat - turned) % count], f"{task.seed}/{number}/{turned}/{seat}")
            for seat in range(count)
        ]
        scores, winners, hands = (_play_one_game if task.games else _play_one_hand)(
            task, f"{task.seed}/{number}", seats
        )
        endings += hands
        penalty = task.rules.score.model.startswith("own_penalty")
        for seat in range(count):
            who = (seat - turned) % count
            others = (sum(scores) - scores[seat]) / (count - 1)
            lead = scores[seat] - others
            score[who] += scores[seat] / count
            advantage[who] += (-lead if penalty else lead) / count
            won[who] += (seat in winners) / max(len(winners), 1) / count
    return _Deal(tuple(score), tuple(advantage), tuple(won), tuple(endings))


def _play_one_hand(
    task: _Task, seed: str, seats: Sequence[Player]
) -> tuple[Sequence[float], Sequence[int], list[str]]:
    state = play_hand(deal(task.rules, len(seats), seed=seed), seats)
    settlement = score(state)
    return settlement.scores, settlement.winners, [_how_ended(state)]


def _play_one_game(
    task: _Task, seed: str, seats: Sequence[Player]
) -> tuple[Sequence[float], Sequence[int], list[str]]:
    result = play_game(task.rules, seats, seed=seed)
    hands = len(result.hands)
    means = [total / hands for total in result.totals]
    return means, result.winners, [_how_ended(hand.state) for hand in result.hands]


def _how_ended(state: State) -> str:
    return state.why or ("" if state.ending is None else state.ending.kind)


def _make(known: PlayerLike, seed: Seed) -> Player:
    return player(known, seed) if isinstance(known, str) else known(seed)


def _name(known: PlayerLike) -> str:
    return known if isinstance(known, str) else getattr(known, "__name__", type(known).__name__)


class _Tally:
    """Adds up deals in their order."""

    def __init__(self, task: _Task) -> None:
        self._task = task
        count = len(task.players)
        self._sums = {
            name: [Sums() for _ in range(count)] for name in ("score", "advantage", "won")
        }
        self._endings: dict[str, int] = {}

    def add(self, played: _Deal) -> None:
        """Add the means of a deal."""
        for name, sums in self._sums.items():
            for known, value in zip(sums, getattr(played, name), strict=True):
                known.add(value)
        for ending in played.endings:
            self._endings[ending] = self._endings.get(ending, 0) + 1

    def result(self, deals: int) -> ArenaResult:
        """What was measured."""
        standings = tuple(
            Standings(_name(known), *(sums[index].estimate() for sums in self._sums.values()))
            for index, known in enumerate(self._task.players)
        )
        return ArenaResult(
            rules=self._task.rules.id,
            unit="game" if self._task.games else "hand",
            seed=self._task.seed,
            seats=len(self._task.players),
            deals=deals,
            players=standings,
            endings=dict(sorted(self._endings.items())),
        )
