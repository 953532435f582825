"""Short ways to ask for settlements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldwise import settle
from meldwise.settle.settlement import Settlement

KNOCK = {"kind": "knock", "player": 0}
OUT = {"kind": "out", "player": 0}
STOCK_OUT = {"kind": "stock-out"}


def settled(rules: str, ending: Mapping[str, Any], /, **fields: Any) -> Settlement:
    """The settlement of a hand."""
    return settle({"rules": rules, "ending": dict(ending), **fields})


def scores(
    rules: str, ending: Mapping[str, Any], counts: Sequence[int], /, **options: Any
) -> list[int]:
    """The scores from counts; options have two underscores for a dot."""
    changes = {name.replace("__", "."): value for name, value in options.items()}
    return list(settled(rules, ending, counts=list(counts), options=changes).scores)
