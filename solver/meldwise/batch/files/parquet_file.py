"""Parquet files, by way of pyarrow: batches of rows, parts of answers, and the whole at the end.

A parquet file cannot be continued, its index comes last. So the answers are kept in parts, each a
file of its own under the number of its first row, and joined part by part when all are there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from meldwise.batch.files.answers import Answers, Unreadable
from meldwise.batch.files.chunks import WHOLE, Chunk, free_columns, hand_column
from meldwise.errors import RequestError

# Chunks of a part: large parts make row groups that are quick to read.
_CHUNKS_OF_PART: Final = 10


def arrow(module: str = "pyarrow") -> Any:
    """The library that reads and writes parquet files.

    Raises:
        RequestError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise RequestError(
            "no-parquet",
            "parquet files need pyarrow: pip install "
            '"meldwise[files]"; csv and jsonl files need nothing',
        ) from None


class ParquetSource:
    """Rows of a parquet file; its hands are texts or lists of cards.

    Args:
        path: The file.
        column: Which column holds the hands; None: ``hand``, or the only one.
        added: Names of columns that the answers need.

    Raises:
        RequestError: no parquet file, no such column, a column of that name, or no pyarrow.
    """

    start = 0

    def __init__(self, path: Path, column: str | None, added: Sequence[str]) -> None:
        self._path = path
        invalid = arrow().ArrowInvalid
        try:
            self._file = arrow("pyarrow.parquet").ParquetFile(path)
        except invalid as error:
            raise _damaged(path, error) from None
        self.schema = self._file.schema_arrow
        self.columns: tuple[str, ...] = tuple(self.schema.names)
        self.end: int = self._file.metadata.num_rows
        try:
            free_columns(self.columns, added, str(path))
            self._hand = hand_column(self.columns, column, str(path))
        except RequestError:
            self.close()
            raise

    def chunks(self, place: int, size: int) -> Iterator[Chunk]:
        """The rows from a number on; see `Source`."""
        groups, skipped = self._groups(place)
        try:
            for batch in self._file.iter_batches(size, row_groups=groups):
                first = min(max(0, place - skipped), batch.num_rows)
                skipped += first
                if first < batch.num_rows:
                    table = batch.slice(first)
                    skipped = place = place + table.num_rows
                    hands = [
                        Unreadable("not UTF-8 text") if isinstance(hand, _Replaced) else hand
                        for hand in values_of(table.column(self._hand))
                    ]
                    yield Chunk(place, hands=hands, table=table)
        except (arrow().ArrowInvalid, OSError) as error:
            raise _damaged(self._path, error) from None

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _groups(self, place: int) -> tuple[list[int], int]:
        """The row groups from the one that holds a row, and the number of its first row."""
        before = 0
        for group in range(self._file.num_row_groups):
            rows = self._file.metadata.row_group(group).num_rows
            if before + rows > place:
                return list(range(group, self._file.num_row_groups)), before
            before += rows
        return [], before


class ParquetTarget:
    """Answers as parquet; see `Target`.

    Args:
        part: The folder of the parts.
        columns: The source's columns.
        added: The columns of the answers; ``deadwood`` is a number, the others are text.
        schema: Types of the source's columns; None: they are text.
        kept: How many rows are safe.
    """

    def __init__(
        self,
        part: Path,
        columns: Sequence[str],
        added: Sequence[str],
        *,
        schema: Any,
        kept: int,
    ) -> None:
        self._pa, self._pq = arrow(), arrow("pyarrow.parquet")
        self._part, self.kept = part, kept
        pa = self._pa
        self._given = schema or pa.schema([(name, pa.string()) for name in columns])
        self._types = [pa.int32() if name == "deadwood" else pa.string() for name in added]
        self._schema = pa.schema(
            [*self._given, *map(pa.field, added, self._types)], metadata=self._given.metadata
        )
        self._held: list[Any] = []
        part.mkdir(exist_ok=True)

    def add(self, chunk: Chunk, answers: Answers) -> None:
        """Hold the rows of a chunk, and write a part when there are enough."""
        pa = self._pa
        if chunk.table is None:
            cells = [[_as_text(cell) for cell in row] for row in chunk.rows]
            given = [pa.array(column, pa.string()) for column in zip(*cells, strict=True)]
        else:
            given = chunk.table.columns
        found = zip((*answers.columns, answers.errors), self._types, strict=True)
        added = [pa.array(column, kind) for column, kind in found]
        self._held.append(pa.record_batch([*given, *added], schema=self._schema))
        if len(self._held) == _CHUNKS_OF_PART:
            self._write_part()

    def complete(self) -> None:
        """Join the parts; each becomes a row group."""
        self._write_part()
        rows = 0
        with self._pq.ParquetWriter(self._part / WHOLE, self._schema) as writer:
            while rows < self.kept:
                part = self._part_from(rows)
                table = self._pq.read_table(part) if part.exists() else None
                if table is None or rows + table.num_rows > self.kept:
                    raise RequestError(
                        "partial-damaged",
                        f"{part} is not as it was written: --force starts anew",
                        {"file": str(part)},
                    )
                writer.write_table(table.cast(self._schema), row_group_size=table.num_rows)
                rows += table.num_rows
        _on_disk(self._part / WHOLE)

    def close(self) -> None:
        """Drop what is only held."""
        self._held.clear()

    def _part_from(self, row: int) -> Path:
        return self._part / f"{row:012d}.parquet"

    def _write_part(self) -> None:
        if not self._held:
            return
        table = self._pa.Table.from_batches(self._held, self._schema)
        part = self._part_from(self.kept)
        # Where a run was killed before its journal knew of a part, this one replaces it.
        self._pq.write_table(table, part, row_group_size=table.num_rows)
        _on_disk(part)
        self._held.clear()
        self.kept += table.num_rows


class _Replaced(str):
    """Text whose bytes were not UTF-8."""

    __slots__ = ()


def values_of(column: Any) -> list[Any]:
    """The values of a column; text that is not UTF-8 comes with its bad bytes replaced."""
    try:
        return list(column.to_pylist())
    except UnicodeDecodeError:
        return [_value(scalar) for scalar in column]


def _value(scalar: Any) -> Any:
    try:
        return scalar.as_py()
    except UnicodeDecodeError:
        return _Replaced(scalar.as_buffer().to_pybytes().decode("utf-8", "replace"))


def _as_text(cell: Any) -> str | None:
    if cell is None:
        return None
    text = cell if isinstance(cell, str) else json.dumps(cell, ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8")


def _on_disk(path: Path) -> None:
    with path.open("r+b") as handle:
        os.fsync(handle.fileno())


def _damaged(path: Path, error: Exception) -> RequestError:
    return RequestError(
        "bad-parquet", f"{path}: cannot be read as parquet: {error}", {"file": str(path)}
    )
