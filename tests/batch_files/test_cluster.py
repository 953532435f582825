"""A batch over a real Dask cluster, one of whose two worker processes is killed on the way."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from meldwise.batch.files import run_batch
from tests.batch_files.handfiles import content, write_hands

distributed = pytest.importorskip(
    "distributed", reason='Dask is not installed: pip install "meldwise[cluster]"'
)


@pytest.mark.filterwarnings("default")
def test_nothing_is_lost_when_a_worker_is_killed(tmp_path: Path) -> None:
    from joblib import parallel_config

    source = write_hands(tmp_path / "in.csv", 3_000, bad_every=100)
    whole, target = tmp_path / "whole.csv", tmp_path / "out.csv"
    run_batch(source, whole)
    killed: list[int] = []

    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):

        def progress(place: int, end: int, rows: int) -> None:
            if rows > 600 and not killed:
                killed.append(cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)
            assert place <= end

        before = set(client.run(os.getpid).values())
        with parallel_config("dask"):
            done = run_batch(source, target, chunk=25, progress=progress)
        client.wait_for_workers(2, timeout=60)
        after = set(client.run(os.getpid).values())

    assert len(before) == done.workers == 2
    assert before - after == set(killed)
    assert (done.rows, done.errors, done.resumed) == (3_000, 30, 0)
    assert content(target) == content(whole)
