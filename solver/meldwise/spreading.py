"""Independent pieces of work over processes or a cluster, their answers in order.

joblib carries the work, so the same call runs in this process, on the processors of this machine
(its own back-end, loky) or, inside ``joblib.parallel_config("dask")`` or ``("ray")``, on a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final, TypeVar

from meldwise.errors import RequestError, excerpt

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

MOST_WORKERS: Final = 256

# Pieces given out for each worker before the answers are gathered: joblib gives out as fast as it
# can, so only a bound on what it gets keeps unread answers from filling the memory.
_AHEAD: Final = 8

# How often a piece may be tried whose processes on this machine were killed. Dask and ray count
# for themselves.
_TRIES: Final = 3


def worker_count(workers: int | None) -> int:
    """How many workers there will be: so many, or as joblib is configured where it is None.

    Raises:
        RequestError: it is no number from 1 to 256.

    >>> worker_count(None), worker_count(3)
    (1, 3)
    """
    if workers is not None and (isinstance(workers, bool) or not 1 <= workers <= MOST_WORKERS):
        raise RequestError(
            "bad-workers",
            f"workers: {excerpt(workers)} is not a number from 1 to {MOST_WORKERS}",
            {"field": "workers", "value": workers},
        )
    from joblib import effective_n_jobs

    return int(effective_n_jobs(workers))


def spread(
    function: Callable[[Piece], Answer], pieces: Iterable[Piece], workers: int | None = None
) -> Iterator[Answer]:
    """The answers for all pieces, in their order, a bounded number of pieces at a time.

    A piece is computed again where the process that held it was killed, so the function must have
    no effects. What it is given should be lists, tuples and classes with slots: other objects of
    more than a kilobyte joblib leaves with one Dask worker, and they go when that is killed.

    Args:
        function: Importable by the workers.
        pieces: Read in this process, a little ahead of the answers.
        workers: How many processes; None: as joblib is configured, else this process alone.

    Raises:
        RequestError: a wrong number of workers, or this machine killed them again and again.

    >>> list(spread(abs, [-3, -1, 2]))
    [3, 1, 2]
    """
    count = worker_count(workers)
    if count == 1:
        yield from map(function, pieces)
        return
    source = iter(pieces)
    window = list(islice(source, _AHEAD * count))
    while window:
        following: list[Piece] = []
        for answer in _window(function, window, workers):
            # The next window is read while the workers compute.
            following.extend(islice(source, 1))
            yield answer
        window = following


def _window(
    function: Callable[[Piece], Answer], window: list[Piece], workers: int | None
) -> Iterator[Answer]:
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError
    from joblib.parallel import get_active_backend

    # Ray's back-end, and multiprocessing, give the answers of a window all at once.
    one_by_one = get_active_backend()[0].supports_return_generator
    parallel = partial(
        Parallel,
        n_jobs=workers,
        return_as="generator" if one_by_one else "list",
        batch_size=1,
        pre_dispatch="all",
    )
    answered, tries = 0, 0
    while answered < len(window):
        left = window[answered:]
        try:
            for answer in parallel()(delayed(function)(piece) for piece in left):
                answered, tries = answered + 1, 0
                yield answer
        except TerminatedWorkerError:
            tries += 1
            if tries == _TRIES:
                raise RequestError(
                    "workers-killed",
                    f"the worker processes were killed {_TRIES} times, perhaps for want of "
                    "memory: try again with fewer workers or smaller chunks",
                    {"field": "workers"},
                ) from None
