"""Ready means: the engines are loaded, compiled, and have answered known questions rightly."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import meldwise as mw
from meldwise.rules.catalog import PRESETS

_log: Final = logging.getLogger("meldwise_api")

# A hand of German Rummy whose best deadwood is published.
_HAND: Final = "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD"
_DEADWOOD: Final = 21

# A few samples compile what all hints need: for melds in hand, and for melds on the table.
_POSITIONS: Final = (
    "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTC5DKH KH@stock 9D 30 0,0 - -- -- 1:10 n2",
    "tonk 2:0:1 draw TCTDKS2H3S - 9C 41 0,0 - -- -- 1:5 n2",
)
_SAMPLES: Final = 4


@dataclass(slots=True)
class Readiness:
    """Whether the service is ready; if not, why."""

    ready: bool = False
    reason: str = "the engines are being loaded"

    def warm(self) -> None:
        """Load the engines, check them, and be ready or say why not. Takes seconds, once."""
        try:
            fault = next(faults(), None)
        except Exception as error:
            _log.exception("the engines cannot be loaded")
            fault = f"the engines cannot be loaded: {type(error).__name__}"
        if fault is None:
            self.ready, self.reason = True, "ready"
            _log.info("ready")
        else:
            self.reason = fault
            _log.error("not ready: %s", fault)


def faults() -> Iterator[str]:
    """What the engines answer wrongly; each preset is asked once, so its tables are there after.

    >>> list(faults())
    []
    """
    for engine in ("search", "cp"):
        best = mw.best_melds(_HAND, "german-rummy", engine=engine)
        if best.deadwood.points != _DEADWOOD or not best.exact:
            yield f"the engine {engine} counts {best.deadwood.points} instead of {_DEADWOOD}"
    for position in _POSITIONS:
        hint = mw.hint(position, samples=_SAMPLES, seed=1)
        if hint.samples != _SAMPLES or not hint.actions[0].why:
            yield f"a hint rests on {hint.samples} samples instead of {_SAMPLES}, or has no reasons"
    for name in PRESETS:
        hand = "4S 5S 6S 7S 7H 7D 7C 9C QD"
        alone = mw.best_melds(hand, name).deadwood.points
        together = int(mw.melds_batch([hand], name, threads=1).deadwood[0])
        if alone != together:
            yield f"{name}: search and kernel count {alone} and {together}"
