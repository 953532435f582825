"""Several processes: the same rows in the same order, whatever happens to the processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from joblib import parallel_config

from meldwise.batch.files import run_batch
from meldwise.errors import RequestError
from meldwise.spreading import spread, worker_count
from tests.batch_files.handfiles import content, write_hands
from tests.batch_files.killing import run_killed
from tests.batch_files.pieces import fails, killed_always, killed_once, later_first


def test_answers_come_in_order_whatever_is_ready_first() -> None:
    assert list(spread(later_first, range(40), 2)) == list(range(40))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("backend", ["loky", "threading", "multiprocessing"])
def test_any_back_end_of_joblib_will_do(backend: str) -> None:
    with parallel_config(backend, n_jobs=2):
        assert worker_count(None) == 2
        assert list(spread(later_first, range(40))) == list(range(40))


def test_only_a_bounded_number_of_pieces_is_read_ahead() -> None:
    read = 0

    def pieces() -> Iterator[int]:
        nonlocal read
        for number in range(400):
            read += 1
            yield number

    for answered in spread(later_first, pieces(), 2):
        assert read <= answered + 17


def test_pieces_of_a_killed_process_are_computed_again(tmp_path: Path) -> None:
    pieces = [(number, str(tmp_path / "killed")) for number in range(40)]
    assert list(spread(killed_once, pieces, 2)) == list(range(40))
    assert (tmp_path / "killed").exists()


def test_a_piece_that_kills_every_process_is_told() -> None:
    with pytest.raises(RequestError, match="killed 3 times"):
        list(spread(killed_always, range(4), 2))


def test_an_error_of_the_function_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(fails, range(4), 2))


@pytest.mark.parametrize("workers", [0, -1, 257, True])
def test_a_wrong_number_of_workers_is_refused(workers: int) -> None:
    with pytest.raises(RequestError, match="is not a number from 1 to 256"):
        list(spread(abs, [1], workers))


def test_the_number_of_workers_changes_nothing_but_the_time(tmp_path: Path) -> None:
    source = write_hands(tmp_path / "in.csv", 600, bad_every=60)
    run_batch(source, tmp_path / "one.csv")
    done = run_batch(source, tmp_path / "two.csv", workers=2, chunk=20)
    assert (done.workers, done.errors) == (2, 10)
    assert content(tmp_path / "one.csv") == content(tmp_path / "two.csv")


def test_what_one_process_began_several_finish(tmp_path: Path) -> None:
    source = write_hands(tmp_path / "in.jsonl", 600)
    run_killed(source, tmp_path / "two.jsonl", chunk=20, rows=200)
    assert run_batch(source, tmp_path / "two.jsonl", workers=2, chunk=20).resumed == 200
    run_batch(source, tmp_path / "one.jsonl")
    assert content(tmp_path / "one.jsonl") == content(tmp_path / "two.jsonl")
