"""A batch that was killed goes on: no row lost, none twice, their order kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from meldwise.batch.files import run_batch
from meldwise.batch.files.journal import Journal
from meldwise.errors import RequestError
from tests.batch_files.handfiles import content, left_behind, write_hands
from tests.batch_files.killing import run_killed

FORMATS = [".csv", ".jsonl", ".parquet"]


class CrashError(Exception):
    """Stands for a kill at one chosen place."""


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_run_killed_twice_ends_as_if_it_never_was(tmp_path: Path, suffix: str) -> None:
    source = write_hands(tmp_path / f"in{suffix}", 900, bad_every=50)
    whole, target = tmp_path / f"whole{suffix}", tmp_path / f"out{suffix}"
    run_batch(source, whole)
    run_killed(source, target, chunk=9, rows=200)
    assert not target.exists()
    run_killed(source, target, chunk=7, rows=600)
    done = run_batch(source, target)
    assert content(target) == content(whole)
    assert (done.rows, done.errors) == (900, 18)
    assert 500 < done.resumed < 900
    assert left_behind(tmp_path, source, whole, target) == set()


def _crash(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the next run before or after a step."""
    name = where.split()[1]
    step: Callable[[Journal], None] = getattr(Journal, name)

    def stopped(journal: Journal) -> None:
        ready = journal.progress.rows >= 40 and ("done" not in where or journal.progress.complete)
        if not ready:
            return step(journal)
        if where.startswith("after"):
            step(journal)
        raise CrashError

    monkeypatch.setattr(Journal, name, stopped)


@pytest.mark.parametrize("suffix", FORMATS)
@pytest.mark.parametrize(
    "where",
    ["before save", "after save", "before save done", "after save done", "before publish"],
)
def test_a_kill_at_any_step_loses_nothing(
    tmp_path: Path, suffix: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_hands(tmp_path / f"in{suffix}", 120)
    whole, target = tmp_path / f"whole{suffix}", tmp_path / f"out{suffix}"
    run_batch(source, whole)
    with monkeypatch.context() as patched:
        _crash(where, patched)
        with pytest.raises(CrashError):
            run_batch(source, target, chunk=1)
    assert not target.exists()
    assert run_batch(source, target, chunk=3).rows == 120
    assert content(target) == content(whole)
    assert left_behind(tmp_path, source, whole, target) == set()


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_kill_between_the_renaming_and_the_end_is_done(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = write_hands(tmp_path / f"in{suffix}", 30), tmp_path / f"out{suffix}"
    unlink = Path.unlink

    def stopped(path: Path, missing_ok: bool = False) -> None:
        if path.name.endswith(".part.json"):
            raise CrashError
        unlink(path, missing_ok)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", stopped)
        with pytest.raises(CrashError):
            run_batch(source, target)
    before = content(target)
    done = run_batch(source, target)
    assert (done.rows, done.resumed) == (30, 30)
    assert content(target) == before
    assert left_behind(tmp_path, source, target) == set()


def _begun(tmp_path: Path, suffix: str = ".csv") -> tuple[Path, Path]:
    """A source, and a target whose run was killed."""
    source, target = write_hands(tmp_path / f"in{suffix}", 120), tmp_path / f"out{suffix}"

    def progress(place: int, end: int, rows: int) -> None:
        assert 0 < place <= end
        if rows >= 60:
            raise CrashError

    with pytest.raises(CrashError):
        run_batch(source, target, chunk=5, progress=progress)
    return source, target


def test_what_was_half_written_is_cut_off(tmp_path: Path) -> None:
    source, target = _begun(tmp_path)
    with (tmp_path / "out.csv.part").open("ab") as part:
        part.write(b'61,"7H 8H')
    assert run_batch(source, target).resumed == 60
    assert run_batch(source, tmp_path / "whole.csv").rows == 120
    assert content(target) == content(tmp_path / "whole.csv")


def test_a_part_file_that_no_journal_knows_is_written_again(tmp_path: Path) -> None:
    source, target = _begun(tmp_path, ".parquet")
    (tmp_path / "out.parquet.part" / f"{50:012d}.parquet").write_bytes(b"half")
    assert run_batch(source, target).resumed == 50
    run_batch(source, tmp_path / "whole.parquet")
    assert content(target) == content(tmp_path / "whole.parquet")


def test_other_rules_are_refused_and_both_are_named(tmp_path: Path) -> None:
    source, target = _begun(tmp_path)
    with pytest.raises(RequestError, match=r"rules gin-rummy .*now loba .*--force"):
        run_batch(source, target, "loba")
    with pytest.raises(RequestError, match=r"what deadwood \(now melds\)"):
        run_batch(source, target, what="melds")
    assert run_batch(source, target, "loba", force=True).resumed == 0


def test_a_changed_source_is_refused(tmp_path: Path) -> None:
    source, target = _begun(tmp_path)
    with source.open("a", encoding="utf-8") as handle:
        handle.write("120,7H 8H 9H\n")
    with pytest.raises(RequestError, match=r"input of \d+ bytes.*now of \d+ bytes"):
        run_batch(source, target)


def test_a_source_changed_in_its_middle_is_refused(tmp_path: Path) -> None:
    source, target = _begun(tmp_path)
    status = source.stat()
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    with pytest.raises(RequestError, match="changed"):
        run_batch(source, target)


@pytest.mark.parametrize(
    "journal", ["", "[]", '{"format": 1}', '{"format": 2, "job": {}, "place": 0}', "\udcff"]
)
def test_a_damaged_journal_is_refused(tmp_path: Path, journal: str) -> None:
    source, target = _begun(tmp_path)
    (tmp_path / "out.csv.part.json").write_text(journal, "utf-8", "surrogateescape")
    with pytest.raises(RequestError, match="--force starts anew"):
        run_batch(source, target)
    assert run_batch(source, target, force=True).rows == 120


def test_a_partial_file_that_lost_rows_is_refused(tmp_path: Path) -> None:
    source, target = _begun(tmp_path)
    with (tmp_path / "out.csv.part").open("r+b") as part:
        part.truncate(100)
    with pytest.raises(RequestError, match="has 100 bytes, but"):
        run_batch(source, target)


def test_a_lost_part_file_is_refused(tmp_path: Path) -> None:
    source, target = _begun(tmp_path, ".parquet")
    (tmp_path / "out.parquet.part" / f"{0:012d}.parquet").unlink()
    with pytest.raises(RequestError, match="not as it was written"):
        run_batch(source, target)


def test_two_runs_on_one_target_are_refused(tmp_path: Path) -> None:
    source, target = write_hands(tmp_path / "in.csv", 20), tmp_path / "out.csv"

    def progress(*_: int) -> None:
        with pytest.raises(RequestError, match="is being written by another run"):
            run_batch(source, target)

    assert run_batch(source, target, chunk=10, progress=progress).rows == 20


def test_a_target_that_exists_is_replaced_only_by_force(tmp_path: Path) -> None:
    source, target = write_hands(tmp_path / "in.csv", 20), tmp_path / "out.csv"
    target.write_text("mine")
    with pytest.raises(RequestError, match="--force to replace it"):
        run_batch(source, target)
    assert target.read_text() == "mine"
    run_batch(source, target, force=True)
    assert len(target.read_text().splitlines()) == 21
    assert left_behind(tmp_path, source, target) == set()


def test_a_partial_file_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    source = write_hands(tmp_path / "in.csv", 20)
    (tmp_path / "out.csv.part").write_text("mine")
    with pytest.raises(RequestError, match="exists without a journal"):
        run_batch(source, tmp_path / "out.csv")
    assert (tmp_path / "out.csv.part").read_text() == "mine"


def test_the_journal_can_be_read_by_people(tmp_path: Path) -> None:
    _begun(tmp_path)
    found = json.loads((tmp_path / "out.csv.part.json").read_text())
    assert (found["rows"], found["errors"], found["complete"]) == (60, 0, False)
    assert found["job"]["what"] == "deadwood"
