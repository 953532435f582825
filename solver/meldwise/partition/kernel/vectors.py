"""Compiled: rows of eight 16-bit lanes, added up in a few instructions.

Numba has no vectors of its own, so these are written as LLVM instructions. They run 2 to 3 times
as fast as loops over the lanes and, being straight code, compile several times as fast. Each says
in its first lines what it computes as a loop; the tests hold it to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from meldwise.partition.kernel.layout import LANES

# What an impossible sum counts: more than any deadwood, and still in 16 bits when a lane is added.
BEYOND = 16_000

_LANE = ir.IntType(16)
_INDEX = ir.IntType(32)
_VECTOR = ir.VectorType(_LANE, LANES)


def _instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    return cast(Callable[..., Any], intrinsic(function))


@_instruction
def least_sums(
    typing_context: Any, out: Any, to: Any, left: Any, at: Any, right: Any, also: Any
) -> Any:
    """``out[to + n] = min(left[at + i] + right[also + n - i] for i in range(n + 1))``, n < 8."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        sums = _sums(context, builder, signature, args)
        builder.store(sums, _place(context, builder, signature, args, 0), align=2)
        return context.get_dummy_value()

    return _rows_signature(out, to, left, at, right, also), generate


@_instruction
def lesser_sums(
    typing_context: Any, out: Any, to: Any, left: Any, at: Any, right: Any, also: Any
) -> Any:
    """As `least_sums`, but a lane of ``out`` that is less already stays."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _place(context, builder, signature, args, 0)
        sums = _least(
            builder, _sums(context, builder, signature, args), builder.load(place, align=2)
        )
        builder.store(sums, place, align=2)
        return context.get_dummy_value()

    return _rows_signature(out, to, left, at, right, also), generate


@_instruction
def least_match(typing_context: Any, left: Any, at: Any, right: Any, also: Any) -> Any:
    """``min(left[at + i] + right[also + i] for i in range(8))``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = builder.add(
            _load(context, builder, signature, args, 0), _load(context, builder, signature, args, 2)
        )
        for distance in (4, 2, 1):
            mask = [(lane + distance) % LANES for lane in range(LANES)]
            lanes = _least(builder, lanes, _shuffled(builder, lanes, lanes, mask))
        return builder.sext(builder.extract_element(lanes, _INDEX(0)), ir.IntType(64))

    return types.int64(left, types.int64, right, types.int64), generate


def _rows_signature(out: Any, to: Any, left: Any, at: Any, right: Any, also: Any) -> Any:
    return types.void(out, types.int64, left, types.int64, right, types.int64)


def _sums(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The least sums for each total of the rows in the arguments 2 and 4."""
    left = _load(context, builder, signature, args, 2)
    right = _load(context, builder, signature, args, 4)
    beyond = ir.Constant(_VECTOR, [ir.Constant(_LANE, BEYOND)] * LANES)
    sums = None
    for one in range(LANES):
        spread = _shuffled(builder, left, left, [one] * LANES)
        mask = [lane - one if lane >= one else LANES for lane in range(LANES)]
        moved = _shuffled(builder, right, beyond, mask)
        added = builder.add(spread, moved)
        sums = added if sums is None else _least(builder, sums, added)
    return sums


def _least(builder: Any, left: Any, right: Any) -> Any:
    return builder.select(builder.icmp_signed("<", left, right), left, right)


def _shuffled(builder: Any, left: Any, right: Any, lanes: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(_INDEX, LANES), [ir.Constant(_INDEX, n) for n in lanes])
    return builder.shuffle_vector(left, right, mask)


def _load(context: Any, builder: Any, signature: Any, args: Any, argument: int) -> Any:
    return builder.load(_place(context, builder, signature, args, argument), align=2)


def _place(context: Any, builder: Any, signature: Any, args: Any, argument: int) -> Any:
    """Where the eight lanes begin: an int16 array and, as the next argument, an offset."""
    array = context.make_array(signature.args[argument])(context, builder, args[argument])
    first = builder.gep(array.data, [args[argument + 1]])
    return builder.bitcast(first, _VECTOR.as_pointer())
