"""What is particular to parquet: types are kept, hands may be lists, files may be damaged."""

from __future__ import annotations

import builtins
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from meldwise.batch.files import run_batch
from meldwise.batch.files.parquet_file import arrow
from meldwise.errors import RequestError
from tests.batch_files.handfiles import content, write_hands

pa, pq = arrow(), arrow("pyarrow.parquet")


def answered(tmp_path: Path, table: Any, suffix: str = ".parquet", **options: Any) -> Any:
    pq.write_table(table, tmp_path / "in.parquet")
    target = tmp_path / f"out{suffix}"
    run_batch(tmp_path / "in.parquet", target, **options)
    return pq.read_table(target) if suffix == ".parquet" else target.read_text()


def test_the_types_of_other_columns_are_kept(tmp_path: Path) -> None:
    table = pa.table(
        {
            "day": pa.array([date(2026, 1, 2), None], pa.date32()),
            "hand": pa.array(["7H 8H 9H", "7X"]).dictionary_encode(),
            "weights": pa.array([[1.5], []], pa.list_(pa.float32())),
        }
    )
    found = answered(tmp_path, table, what="discard")
    assert found.schema.names == ["day", "hand", "weights", "discard", "deadwood", "error"]
    assert found.select(["day", "hand", "weights"]).equals(table)
    assert found.schema.field("deadwood").type == pa.int32()
    assert found.column("discard").to_pylist() == ["9H", None]
    assert found.column("error")[0].as_py() is None


def test_hands_may_be_lists_of_cards(tmp_path: Path) -> None:
    found = answered(tmp_path, pa.table({"hand": [["7H", "8H", "9H"], ["KD"], [], None]}))
    assert found.column("deadwood").to_pylist() == [0, 10, None, None]


def test_a_column_of_numbers_is_no_column_of_hands(tmp_path: Path) -> None:
    found = answered(tmp_path, pa.table({"hand": [7, 8]}))
    assert found.column("error").to_pylist()[0].startswith("no hand but int")


def test_text_that_is_not_utf_8_is_a_row_with_its_reason(tmp_path: Path) -> None:
    bad = pa.array([b"7H", b"8\xff"], pa.binary()).view(pa.string())
    found = answered(tmp_path, pa.table({"hand": bad}), ".csv")
    assert found.splitlines()[1:] == ["7H,7,", "8\N{REPLACEMENT CHARACTER},,not UTF-8 text"]


def test_lists_become_json_in_text(tmp_path: Path) -> None:
    found = answered(tmp_path, pa.table({"hand": [["7H", "8H"]], "x": [None]}), ".csv")
    assert found.splitlines()[1] == '"[""7H"", ""8H""]",,15,'


def test_a_file_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    found = answered(tmp_path, pa.table({"hand": pa.array([], pa.string())}))
    assert found.schema.names == ["hand", "deadwood", "error"]
    assert found.num_rows == 0


def test_chunks_cut_through_row_groups_change_nothing(tmp_path: Path) -> None:
    source = write_hands(tmp_path / "in.parquet", 333, bad_every=10)
    run_batch(source, tmp_path / "one.parquet")
    run_batch(source, tmp_path / "two.parquet", chunk=8)
    assert content(tmp_path / "one.parquet") == content(tmp_path / "two.parquet")


@pytest.mark.parametrize("data", [b"", b"PAR1", b"hand\n7H\n" * 10])
def test_what_is_no_parquet_file_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "in.parquet").write_bytes(data)
    with pytest.raises(RequestError, match="cannot be read as parquet"):
        run_batch(tmp_path / "in.parquet", tmp_path / "out.parquet")


def test_without_pyarrow_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_hands(tmp_path / "in.csv", 3)
    target = tmp_path / "out.parquet"

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("meldwise.batch.files.parquet_file.import_module", missing)
    with pytest.raises(RequestError, match=r'pip install "meldwise\[files\]"'):
        run_batch(source, target)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_csv_and_jsonl_need_no_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write_hands(tmp_path / "in.csv", 3)
    load = builtins.__import__

    def guarded(name: str, *rest: Any) -> Any:
        assert not name.startswith("pyarrow")
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", guarded)
    monkeypatch.setattr("meldwise.batch.files.parquet_file.import_module", guarded)
    assert run_batch(source, tmp_path / "out.jsonl").rows == 3
