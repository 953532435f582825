"""Fitting networks to lessons; the only place that needs scikit-learn (extra ``train``)."""

from __future__ import annotations

import warnings
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.playout.values.functions import FIRST, INPUTS, SECOND, WEIGHTS

# Results of a usual hand in points.
USUAL_POINTS: Final = 25.0
_BATCH: Final = 1_024


class Fit:
    """A network that is fitted to lessons again and again, each time from where it stands.

    Args:
        seed: For the first weights and the order of the lessons.
        unit: What results are divided by, so that errors are of the size that the fit's step is
            made for.

    Raises:
        RequestError: scikit-learn is not installed.
    """

    def __init__(self, seed: int, unit: float = USUAL_POINTS) -> None:
        self._network = _regressor(seed)
        self._unit = unit
        self._scale: tuple[NDArray[np.float32], NDArray[np.float32], float] | None = None

    def learn(
        self,
        inputs: NDArray[np.float32],
        results: NDArray[np.float32],
        *,
        rounds: int,
        rate: float,
    ) -> None:
        """Go through lessons; too few are passed over.

        Args:
            inputs: float32 (n, `INPUTS`).
            results: Points, float32 (n,).
            rounds: How often all lessons are gone through.
            rate: The step of the fit.
        """
        if len(results) < 2 * _BATCH:
            return
        if self._scale is None:
            spread = inputs.std(axis=0)
            spread = np.where(spread < 1e-2, 1.0, spread).astype(np.float32)
            self._scale = inputs.mean(axis=0), spread, float(results.mean())
        mean, spread, level = self._scale
        self._network.set_params(max_iter=rounds, n_iter_no_change=rounds + 1)
        self._network.set_params(learning_rate_init=rate)
        from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

        # Threads that wait for each other take thirty times as long on matrices of this size.
        with threadpool_limits(1), warnings.catch_warnings():
            # Rounds are counted; nobody waits for the fit to converge.
            warnings.simplefilter("ignore", UserWarning)
            self._network.fit((inputs - mean) / spread, (results - level) / self._unit)

    def weights(self) -> NDArray[np.float32]:
        """The network as `meldwise.playout.values.functions` keeps it; zeros before any lesson."""
        if self._scale is None:
            return np.zeros(WEIGHTS, np.float32)
        mean, spread, level = self._scale
        first, second, last = self._network.coefs_
        biases = self._network.intercepts_
        weights = np.concatenate(
            [
                (first / spread[:, None]).ravel(),
                biases[0] - (mean / spread) @ first,
                second.ravel(),
                biases[1],
                last.ravel() * self._unit,
                biases[2] * self._unit + level,
            ]
        ).astype(np.float32)
        assert weights.shape == (WEIGHTS,)
        assert first.shape == (INPUTS, FIRST)
        return weights


def _regressor(seed: int) -> Any:
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
        alpha=1e-5,
        tol=0.0,
        warm_start=True,
        random_state=seed,
    )
