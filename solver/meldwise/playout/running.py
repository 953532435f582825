"""Playouts and settlements of any rule set: the games with melds in hand, those with melds laid."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.playout.policies import Policy
from meldwise.playout.results import OUT, Games, Playouts
from meldwise.playout.starts import Starts
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.settle.ending import Ending, Kind
from meldwise.spreading import spread, worker_count

Endings = NDArray[np.int8]

_KINDS: tuple[Kind, ...] = ("void", "knock", "out", "stock-out", "deal-win")


def playouts(
    starts: Starts,
    policies: Sequence[Policy],
    seed: int = 0,
    *,
    workers: int | None = 1,
    first: int = 0,
) -> Playouts:
    """Play all starts to their end.

    Sample ``i`` draws from a random stream of its own, made from ``seed`` and ``first + i``, so
    results depend neither on the number of workers nor on the other samples.

    Args:
        starts: The states.
        policies: How each seat decides.
        seed: For what players leave to chance.
        workers: Processes to share the work; None: as joblib is configured.
        first: The number of the first sample.

    Raises:
        RequestError: no start, policies that are not one for each seat, or a rule set for which
            there are no compiled playouts; it says why.

    >>> from meldwise.playout import deal_starts, greedy
    >>> starts = deal_starts("knock-rummy", n=4, seed=1)
    >>> playouts(starts, [greedy(), greedy()], seed=1).scores.shape
    (4, 2)
    """
    if len(starts) == 0:
        raise RequestError("no-starts", "starts: give one state or more", {"field": "starts"})
    count = min(worker_count(workers), len(starts))
    if count == 1:
        return _played((starts, tuple(policies), seed, first))
    cuts = np.linspace(0, len(starts), count + 1).astype(int).tolist()
    pieces = [
        (starts.take(slice(begin, end)), tuple(policies), seed, first + begin)
        for begin, end in pairwise(cuts)
    ]
    parts = list(spread(_played, pieces, count))
    return Playouts(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Playouts.__slots__)
    )


def _played(piece: tuple[Starts, tuple[Policy, ...], int, int]) -> Playouts:
    starts, policies, seed, first = piece
    if starts.rules.meld.time == "play":
        from meldwise.playout.open.simulate import open_playouts

        return open_playouts(starts, policies, seed, first=first)
    from meldwise.playout.closed.running import closed_playouts

    return closed_playouts(starts, policies, seed, first=first)[0]


def play_games(
    rules: RulesLike,
    policies: Sequence[Policy],
    games: int,
    seed: int = 0,
    *,
    target: int | None = None,
    lessons: int = 0,
    first: int = 0,
) -> Games:
    """Play games between policies, each deal in every seating, so that its luck cancels.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        policies: One for each player.
        games: How many games; each is played as many times as there are players.
        seed: The games' seed.
        target: The points that win a game; None: each game is one hand, and where melds are laid
            in play it always is.
        lessons: Room for so many lessons of players that explore.
        first: The number of the first game: games are told apart by seed and number.

    Raises:
        RequestError: a rule set for which there are no compiled playouts.

    >>> from meldwise.playout import greedy, heuristic
    >>> play_games("knock-rummy", [heuristic("knock-rummy"), greedy()], 50, target=100).wins.shape
    (50, 2)
    """
    rule_set = find_rules(rules)
    if rule_set.meld.time == "play":
        from meldwise.playout.open.games import open_games

        return open_games(rule_set, policies, games, seed, lessons=lessons, first=first)
    from meldwise.playout.closed.games import closed_games

    return closed_games(
        rule_set, policies, games, seed, target=target, lessons=lessons, first=first
    )


def showdown_batch(
    starts: Starts,
    ending: int | Endings,
    ender: int | Endings,
    *,
    discarded: bool = True,
) -> NDArray[np.float64]:
    """Settle all starts as if the hand ended now, lay-offs included.

    Args:
        starts: The states; the player who ends the hand has thrown the last card already
            (`Starts.after` does that for a knock and for going out).
        ending: An index of `meldwise.playout.results.ENDINGS`; or one for each state, where melds
            stay in hand.
        ender: The seat that ends the hand (−1: nobody); or one for each state likewise.
        discarded: Whether the player who goes out threw a last card.

    Returns:
        float64 (n, players): what each running score changes by, as `meldwise.settle` gives it.

    Raises:
        RequestError: a rule set for which there are no compiled settlements; it says why.

    >>> from meldwise.playout import deal_starts
    >>> from meldwise.playout.results import KNOCK
    >>> starts = deal_starts("knock-rummy", n=2, seed=1)
    >>> showdown_batch(starts, KNOCK, 0).shape
    (2, 2)
    """
    if starts.rules.meld.time == "play":
        return _open_showdown(starts, int(ending), int(ender), discarded)
    from meldwise.playout.closed.running import closed_showdown

    endings = np.broadcast_to(np.asarray(ending, np.int8), len(starts))
    enders = np.broadcast_to(np.asarray(ender, np.int8), len(starts))
    return closed_showdown(starts, endings, enders, np.full(len(starts), discarded))


def _open_showdown(starts: Starts, ending: int, ender: int, discarded: bool) -> NDArray[np.float64]:
    from meldwise.playout.open.simulate import open_playouts

    known = Ending(
        _KINDS[ending], None if ender < 0 else ender, discarded if ending == OUT else None
    )
    nobody = [Policy("nobody")] * starts.players
    return open_playouts(starts, nobody, ending=known).scores
