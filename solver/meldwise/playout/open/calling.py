"""The parts of this simulator; their addresses stand in ``desk``."""

# ruff: noqa: PLR0913, PLR0917 - a part has this signature

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from meldwise.playout import addresses
from meldwise.playout.addresses import NUMBER, call_of, instruction

Numbers = NDArray[np.float64]

# Rules, state, desk, numbers of the policies, and two numbers more; the result is a number.
PART = NUMBER(
    types.int32[::1], types.int64[::1], types.int64[::1], types.float64[::1], NUMBER, NUMBER
)


@instruction
def call_part(
    typing_context: Any,
    address: Any,
    rules: Any,
    state: Any,
    desk: Any,
    numbers: Any,
    one: Any,
    two: Any,
) -> Any:
    """Call the part of this address: what it returns."""
    return call_of(PART)


def address_of(part: Any) -> int:
    """The address of a part of this simulator."""
    return addresses.address_of(part, PART)
