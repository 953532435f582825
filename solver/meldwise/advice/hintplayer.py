"""The player who does what the hint says."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from meldwise.advice.candidates import candidates
from meldwise.advice.limit import Limit, Stop
from meldwise.advice.search import Search
from meldwise.advice.wholeturn import steps_of
from meldwise.errors import RequestError, excerpt
from meldwise.play.actions import Action
from meldwise.play.legal import why_not
from meldwise.play.players import Seed
from meldwise.position import Position

_USUAL_SAMPLES: Final = 64
_SETTING: Final = re.compile(r"(\d{1,6})(ms|s|)", re.ASCII)


class HintPlayer:
    """Asks for a hint before each turn, and does the best there is.

    Args:
        seed: What its samples follow from.
        setting: How long it looks: a number of samples (``64``), or a time (``200ms``, ``2s``).

    Raises:
        RequestError: a setting that is neither.

    >>> line = "gin-rummy 2:0:1 play 2S3S4S7H8H9HTDTSTCTHKH KH@stock 9D 30 0,0 - -- -- 1:10 n2"
    >>> HintPlayer(1, "8").choose(Position.parse(line)).type
    'out'
    """

    def __init__(self, seed: Seed = 0, setting: str = "") -> None:
        self._seed = seed
        self._limit = _limit(setting)
        self._steps: list[Action] = []
        self._asked = 0

    def choose(self, position: Position, /) -> Action:
        """The next step of the best turn."""
        if self._steps and why_not(position, self._steps[0]) is None:
            return self._steps.pop(0)
        self._asked += 1
        listed = candidates(position)
        if len(listed) > 1:
            digest = sha256(f"{self._seed}/{self._asked}".encode()).digest()
            search = Search(position, int.from_bytes(digest[:7]), listed)
            *_, last = search.standings(Stop(self._limit))
            best = last.ranks[0].action
        else:
            best = listed[0]
        first, *self._steps = steps_of(best)
        return first


def _limit(setting: str) -> Limit:
    if not setting:
        return Limit(samples=_USUAL_SAMPLES)
    match = _SETTING.fullmatch(setting)
    if match is None:
        raise RequestError(
            "bad-setting",
            f"player hint:{excerpt(setting)}: write a number of samples or a time: hint:64, "
            "hint:200ms",
            {"field": "players", "value": setting[:80]},
        )
    number, unit = int(match.group(1)), match.group(2)
    if not unit:
        return Limit(samples=number)
    return Limit(seconds=number / 1000 if unit == "ms" else float(number))
