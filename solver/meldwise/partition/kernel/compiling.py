"""The one place where functions are handed to Numba, and where a compilation is announced."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar, cast

from numba import njit
from numba.core import event

Int: TypeAlias = Any
"""A 64-bit integer in compiled code; to Python it is an `int` or one of NumPy's."""

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = __name__.rpartition(".")[0]
_NOTICE = "meldwise: compiling the batch kernel (once per machine, about 10 s) …"


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
    """Says once per process that the kernel is being compiled, when it really is."""

    said = False

    def on_start(self, happening: event.Event) -> None:
        function = happening.data["dispatcher"].py_func
        if not _Notice.said and function.__module__.startswith(_PACKAGE):
            _Notice.said = True
            print(_NOTICE, file=sys.stderr, flush=True)  # noqa: T201 - progress, as asked for

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
