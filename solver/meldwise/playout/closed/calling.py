"""The parts of this simulator, and where their addresses and those of the tables stand."""

# ruff: noqa: PLR0913, PLR0917 - a part has this signature

from __future__ import annotations

from functools import cache
from typing import Any

from numba import types
from numba.np.numpy_support import carray
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import inlined
from meldwise.playout import addresses
from meldwise.playout.addresses import NUMBER, call_of, instruction, int32_at
from meldwise.playout.closed.memory import FACTS_AT, FACTS_SIZE, Facts, Ints

# Integers, floats, and four numbers; the result is a number.
PART = NUMBER(types.int64[::1], types.float64[::1], NUMBER, NUMBER, NUMBER, NUMBER)


@instruction
def call_part(
    typing_context: Any,
    address: Any,
    ints: Any,
    reals: Any,
    one: Any,
    two: Any,
    three: Any,
    four: Any,
) -> Any:
    """Call the part of this address: what it returns."""
    return call_of(PART)


@inlined
def facts_of(ints: Ints) -> Facts:
    """The kernel's facts."""
    found: Facts = carray(int32_at(ints[FACTS_AT]), ints[FACTS_SIZE])
    return found


@cache
def address_of(part: Any) -> int:
    """The address of a part of this simulator."""
    return addresses.address_of(part, PART)


def put_addresses(ints: Ints, places: tuple[int, ...], arrays: tuple[NDArray[Any], ...]) -> None:
    """Write the addresses of arrays, each with its length after it."""
    for place, array in zip(places, arrays, strict=True):
        ints[place], ints[place + 1] = array.ctypes.data, len(array)
