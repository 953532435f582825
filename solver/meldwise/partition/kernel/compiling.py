"""The one place where functions are handed to Numba, and where a compilation is announced."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, TypeAlias, TypeVar, cast

from numba import njit
from numba.core import event

Int: TypeAlias = Any
"""A 64-bit integer in compiled code; to Python it is an `int` or one of NumPy's."""

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = __name__.partition(".")[0]
_NOTICES = {
    "partition": "meldwise: compiling the batch kernel (once per machine, about 10 s) …",
    "playout": "meldwise: compiling playouts (once per machine, about a minute) …",
}


def compiled(function: Function) -> Function:
    """The function as machine code, without the interpreter's lock, compiled when first called.

    The code is kept on disk: beside the source, or in the user's cache where that is read-only.
    Where nothing can be written it is compiled in each process.
    """
    try:
        return cast(Function, njit(cache=True, nogil=True, error_model="numpy")(function))
    except RuntimeError:
        return cast(Function, njit(nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """As `compiled`, for a part of other functions: handing over dozens of arrays takes longer."""
    return cast(Function, njit(nogil=True, error_model="numpy", forceinline=True)(function))


class _Notice(event.Listener):
    """Says once per process that a part is being compiled, when it really is."""

    said: ClassVar[set[str]] = set()

    def on_start(self, happening: event.Event) -> None:
        function = happening.data["dispatcher"].py_func
        package, _, inner = function.__module__.partition(".")
        part = inner.partition(".")[0]
        if package == _PACKAGE and part in _NOTICES and part not in _Notice.said:
            _Notice.said.add(part)
            print(_NOTICES[part], file=sys.stderr, flush=True)  # noqa: T201 - as asked for

    def on_end(self, happening: event.Event) -> None:
        pass


@contextmanager
def compilation_announced() -> Iterator[None]:
    """Within it a compilation of the kernel is announced on standard error.

    That is done on a terminal only, unless the environment has ``MELDWISE_PROGRESS=1``; with
    ``MELDWISE_PROGRESS=0`` never.
    """
    wish = os.environ.get("MELDWISE_PROGRESS", "")
    if wish == "0" or not (wish or sys.stderr.isatty()):
        yield
        return
    with event.install_listener("numba:compile", _Notice()):
        yield
