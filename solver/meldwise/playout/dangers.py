"""How dangerous discards are: the chance that the next player can meld them, for many moments."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.partition.kernel.compiling import compilation_announced, compiled
from meldwise.partition.kernel.layout import JOKERS
from meldwise.playout.closed.danger import danger, holding_chances
from meldwise.playout.closed.memory import WEIGHTS_AT, Ints
from meldwise.playout.closed.record import record
from meldwise.playout.network import Reals
from meldwise.playout.starts import KINDS
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike

_BITS = np.int64(1) << np.arange(JOKERS, dtype=np.int64)

# More cards than any game has of one kind, or in a hand.
_MOST: Final = 127


def danger_batch(
    unseen: NDArray[Any],
    rules: RulesLike = "gin-rummy",
    *,
    hidden: int | NDArray[Any],
    holds: NDArray[Any] | None = None,
    refused: NDArray[Any] | None = None,
    players: int | None = None,
) -> NDArray[np.float64]:
    """The chance that the next player can meld each card with two cards of that player's own.

    The feature of the heuristic and of the value functions, for games whose melds stay in hand.
    Each card that would make a meld with the discard is held with some chance: surely if it was
    seen to be taken, else as an even share of the unseen cards, times 0.65 for each card of its
    rank that the player refused and 0.75 for each next to it in its suit. The chances of different
    melds are taken to be independent. Wild cards are always of use: their danger is 1.

    Args:
        unseen: Copies of each card that may be in the next player's hand, jokers in the last
            column: integers (53,) for one moment, or (n, 53).
        rules: Id, alias, `RuleSet`, options or file.
        hidden: How many cards of that player are not known: one number, or integers (n,).
        holds: Cards known to be in that player's hand, of the shape of ``unseen``; None: none.
        refused: Cards that the player threw or did not take, likewise; what is not 0 counts.
        players: How many play; None: the fewest.

    Returns:
        float64 (n, 53), from 0 to 1, by the code of the discard; (53,) for one moment.

    Raises:
        RequestError: a wrong shape or dtype, or a rule set that is not played in compiled code
            with melds in hand; it says why.

    >>> import meldwise as mw
    >>> unseen, took = np.ones(53, int), np.zeros(53, int)
    >>> unseen[[6, 19, 52]] = 0
    >>> took[[6, 19]] = 1
    >>> risk = danger_batch(unseen, "gin-rummy", hidden=8, holds=took)
    >>> float(risk[mw.Card.parse("7D").code]), round(float(risk[mw.Card.parse("2D").code]), 3)
    (1.0, 0.122)
    """
    rule_set = find_rules(rules)
    ints = record(rule_set, rule_set.players.min if players is None else players)
    cards = _counts("unseen", unseen, None)
    shape = cards.shape
    rows = cards.reshape(-1, KINDS)
    known = _counts("holds", holds, shape).reshape(-1, KINDS)
    gone = _counts("refused", refused, shape).reshape(-1, KINDS)
    size = _array("hidden", hidden)
    fits = size.dtype.kind in "iu" and size.shape in ((), shape[:-1])
    if not fits or (size < 0).any() or (size > _MOST).any():
        wanted = f"give a number of cards from 0 to {_MOST}, or one for each row, as integers"
        raise _bad("hidden", wanted)
    found = np.empty(rows.shape)
    with compilation_announced():
        _fill_dangers(
            ints.copy(),
            np.zeros(WEIGHTS_AT),
            _words(rows),
            _words(known),
            _words(gone)[:, 0] & ((1 << JOKERS) - 1),
            np.ascontiguousarray(np.broadcast_to(size, len(rows)), np.int64),
            found,
        )
    return found.reshape(shape)


def _counts(name: str, given: NDArray[Any] | None, shape: tuple[int, ...] | None) -> NDArray[Any]:
    """Counts by code, checked."""
    if given is None:
        assert shape is not None
        return np.zeros(shape, np.int64)
    counts = _array(name, given)
    right = counts.ndim in (1, 2) and counts.shape[-1] == KINDS
    if counts.dtype.kind not in "iub" or not right or shape not in (None, counts.shape):
        wanted = f"({KINDS},) or (n, {KINDS})" if shape is None else f"{shape}"
        raise _bad(
            name,
            f"an array of shape {counts.shape} and dtype {counts.dtype}: give counts by card "
            f"code as integers of shape {wanted}",
        )
    if (counts < 0).any() or (counts > _MOST).any():
        raise _bad(name, f"counts are 0 to {_MOST}")
    return counts.astype(np.int64)


def _array(name: str, given: Any) -> NDArray[Any]:
    try:
        return np.asarray(given)
    except ValueError:
        raise _bad(name, "rows of different lengths are no array") from None


def _words(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """The two words of each row, int64 (n, 2)."""
    natural = counts[:, :JOKERS]
    once = (natural > 0) @ _BITS + (counts[:, JOKERS] << JOKERS)
    return np.stack([once, (natural > 1) @ _BITS], axis=1)


def _bad(name: str, message: str) -> RequestError:
    return RequestError(f"bad-{name}", f"{name}: {message}", {"field": name})


@compiled
def _fill_dangers(
    ints: Ints,
    reals: Reals,
    unseen: NDArray[np.int64],
    known: NDArray[np.int64],
    refused: NDArray[np.int64],
    hidden: NDArray[np.int64],
    found: NDArray[np.float64],
) -> None:
    """The dangers of all cards, row by row."""
    for row in range(len(unseen)):
        holding_chances(
            reals,
            unseen[row, 0],
            unseen[row, 1],
            known[row, 0],
            known[row, 1],
            refused[row],
            hidden[row],
        )
        for code in range(JOKERS + 1):
            found[row, code] = danger(ints, reals, np.int64(code))
