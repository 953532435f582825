"""Calls of compiled code through addresses, and arrays found by their addresses.

Numba links the code of a function into each of its callers and optimises it there again, so that a
tree of large functions takes minutes to compile. The large ones of a simulator are therefore parts
with one signature, called through their addresses, which stand in one of its arrays; a call takes
a few nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from numba import types
from numba.extending import intrinsic

NUMBER: Final = types.int64


def instruction(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that Numba asks for the instructions of its calls."""
    return cast(Callable[..., Any], intrinsic(function))


def call_of(part: Any) -> Any:
    """What an instruction returns that calls a part at an address.

    Args:
        part: The signature of the part; the instruction takes its address before its arguments.
    """

    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        convention = context.call_conv
        form = convention.get_function_type(part.return_type, part.args)
        function = builder.inttoptr(args[0], form.as_pointer())
        status, result = convention.call_function(
            builder, function, part.return_type, part.args, args[1:]
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    return part.return_type(NUMBER, *part.args), generate


def _pointer(kind: Any) -> Callable[..., Any]:
    def pointer(typing_context: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        pointer_type: Any = types.CPointer
        return pointer_type(kind)(NUMBER), generate

    return instruction(pointer)


# What stands at an address, for Numba's ``carray``.
int8_at = _pointer(types.int8)
uint8_at = _pointer(types.uint8)
int16_at = _pointer(types.int16)
int32_at = _pointer(types.int32)
int64_at = _pointer(types.int64)
float64_at = _pointer(types.float64)


def address_of(part: Any, signature: Any) -> int:
    """The address of a part, which is compiled, or loaded from its cache, if need be."""
    part.compile(signature.args)
    compiled = part.overloads[signature.args]
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
