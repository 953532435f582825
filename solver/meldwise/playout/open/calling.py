"""Calls through addresses: the parts of the simulator are compiled one by one.

Numba links the code of a function into each of its callers and optimises it there again, so that
a tree of large functions takes minutes to compile. Here the large ones have one signature, and
are called through their addresses, which stand in ``desk``. A call takes some seven nanoseconds.
"""

# ruff: noqa: ARG001, PLR0913, PLR0917 - all parts have one signature; see `calling`

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

carray: Callable[..., Any] = getattr(numba, "carray")  # noqa: B009 - not in its stubs

_NUMBER = types.int64
# Rules, state, desk, numbers of the policies, and two numbers more; the result is a number.
PART = _NUMBER(
    types.int32[::1],
    types.int64[::1],
    types.int64[::1],
    types.float64[::1],
    types.int64,
    types.int64,
)


def _instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    return cast(Callable[..., Any], intrinsic(function))


@_instruction
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

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
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
    def pointer(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        pointer_type: Any = types.CPointer
        return pointer_type(kind)(_NUMBER), generate

    return _instruction(pointer)


# What stands at an address, for `numba.carray`.
int8_at = _pointer(types.int8)
uint8_at = _pointer(types.uint8)
int16_at = _pointer(types.int16)
int32_at = _pointer(types.int32)
int64_at = _pointer(types.int64)


def address_of(part: Any) -> int:
    """The address of a part, which is compiled, or loaded from its cache, if need be."""
    part.compile(PART.args)
    compiled = part.overloads[PART.args]
    name = compiled.fndesc.llvm_func_name
    return int(compiled.library.get_pointer_to_function(name))
