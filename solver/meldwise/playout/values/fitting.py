"""Fitting networks to lessons; the only place that needs scikit-learn (extra ``train``)."""

from __future__ import annotations

import warnings
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.playout.values.functions import FIRST, INPUTS, SECOND, WEIGHTS

# Results are divided by it, so that errors are of the size that the fit's step is made for.
_POINTS: Final = 25.0
_BATCH: Final = 1_024
_RATE: Final = 2e-3


def fit_network(
    inputs: NDArray[np.float32], results: NDArray[np.float32], *, seed: int, rounds: int
) -> tuple[NDArray[np.float32], float]:
    """The weights of a network fitted to lessons, and the share of the spread that it explains.

    Args:
        inputs: float32 (n, `INPUTS`).
        results: Points, float32 (n,).
        seed: For the first weights and the order of the lessons.
        rounds: How often all lessons are gone through.

    Raises:
        RequestError: scikit-learn is not installed.
    """
    if len(results) < 2 * _BATCH:
        return np.zeros(WEIGHTS, np.float32), 0.0
    network = _regressor(seed, rounds)
    mean, scale = inputs.mean(axis=0), inputs.std(axis=0)
    scale = np.where(scale < 1e-4, 1.0, scale)
    level = float(results.mean())
    held_out = max(1, len(results) // 20)
    fitted = (inputs - mean) / scale
    goal = (results - level) / _POINTS
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    # Threads that wait for each other take thirty times as long on matrices of this size.
    with threadpool_limits(1), warnings.catch_warnings():
        # Rounds are counted; nobody waits for the fit to converge.
        warnings.simplefilter("ignore", UserWarning)
        network.fit(fitted[:-held_out], goal[:-held_out])
        error = network.predict(fitted[-held_out:]) - goal[-held_out:]
    explained = 1.0 - float(np.mean(error**2)) / max(1e-9, float(goal[-held_out:].var()))
    first, second, last = network.coefs_
    biases = network.intercepts_
    weights = np.concatenate(
        [
            (first / scale[:, None]).ravel(),
            biases[0] - (mean / scale) @ first,
            second.ravel(),
            biases[1],
            last.ravel() * _POINTS,
            biases[2] * _POINTS + level,
        ]
    ).astype(np.float32)
    assert weights.shape == (WEIGHTS,)
    assert first.shape == (INPUTS, FIRST)
    return weights, explained


def _regressor(seed: int, rounds: int) -> Any:
    try:
        from sklearn.neural_network import MLPRegressor
    except ModuleNotFoundError:
        raise RequestError(
            "no-scikit-learn",
            "training needs scikit-learn: pip install 'meldwise[train]'",
            {"field": "rules"},
        ) from None
    return MLPRegressor(
        hidden_layer_sizes=(FIRST, SECOND),
        batch_size=_BATCH,
        learning_rate_init=_RATE,
        alpha=1e-4,
        max_iter=rounds,
        tol=0.0,
        n_iter_no_change=rounds + 1,
        random_state=seed,
    )
