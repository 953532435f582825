"""Calls of compiled code through addresses.

Numba links the code of a function into each of its callers and optimises it there again, so that a
tree of large functions takes minutes to compile. The searches for deadwood are therefore called
through their addresses, which stand in ``ints``; a call takes a few nanoseconds.
"""

# ruff: noqa: PLR0913, PLR0917 - compiled loops keep their arrays and numbers one by one

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

import numba
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from meldwise.partition.kernel.compiling import inlined
from meldwise.playout.closed.memory import FACTS_AT, FACTS_SIZE, Facts, Ints

carray: Callable[..., Any] = getattr(numba, "carray")  # noqa: B009 - not in its stubs

_NUMBER = types.int64
# Integers, floats, and four numbers; the result is a number.
PART = _NUMBER(
    types.int64[::1], types.float64[::1], types.int64, types.int64, types.int64, types.int64
)


def _instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    return cast(Callable[..., Any], intrinsic(function))


@_instruction
def call_part(
    typing_context: Any,  # noqa: ARG001 - Numba takes the signature from these names
    address: Any,  # noqa: ARG001
    ints: Any,  # noqa: ARG001
    reals: Any,  # noqa: ARG001
    one: Any,  # noqa: ARG001
    two: Any,  # noqa: ARG001
    three: Any,  # noqa: ARG001
    four: Any,  # noqa: ARG001
) -> Any:
    """Call the part of this address: what it returns."""

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        convention = context.call_conv
        form = convention.get_function_type(PART.return_type, PART.args)
        function = builder.inttoptr(args[0], form.as_pointer())
        status, result = convention.call_function(
            builder, function, PART.return_type, PART.args, args[1:]
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    return _NUMBER(_NUMBER, *PART.args), generate


def _pointer(kind: Any) -> Callable[..., Any]:
    def pointer(typing_context: Any, address: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        pointer_type: Any = types.CPointer
        return pointer_type(kind)(_NUMBER), generate

    return _instruction(pointer)


# What stands at an address, for `carray`.
uint8_at = _pointer(types.uint8)
int16_at = _pointer(types.int16)
int32_at = _pointer(types.int32)
int64_at = _pointer(types.int64)
float64_at = _pointer(types.float64)


@inlined
def facts_of(ints: Ints) -> Facts:
    """The kernel's facts."""
    found: Facts = carray(int32_at(ints[FACTS_AT]), ints[FACTS_SIZE])
    return found


@cache
def address_of(part: Any) -> int:
    """The address of a part, which is compiled, or loaded from its cache, if need be."""
    part.compile(PART.args)
    compiled = part.overloads[PART.args]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def put_addresses(ints: Ints, places: tuple[int, ...], arrays: tuple[NDArray[Any], ...]) -> None:
    """Write the addresses of arrays, each with its length after it."""
    for place, array in zip(places, arrays, strict=True):
        ints[place], ints[place + 1] = array.ctypes.data, len(array)
