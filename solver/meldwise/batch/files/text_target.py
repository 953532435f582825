"""A text file that grows by whole chunks and is cut back to the last one that is known safe."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Protocol

from meldwise.batch.files.answers import Answers
from meldwise.batch.files.chunks import Chunk
from meldwise.errors import RequestError


class Rows(Protocol):
    """Turns chunks into bytes."""

    header: bytes

    def of(self, chunk: Chunk, cells: list[list[Any]], answers: Answers, /) -> bytes:
        """The rows of a chunk."""
        ...


class TextTarget:
    """Answers in a text file; see `Target`.

    Args:
        part: The file under its partial name; made if nothing of it is kept yet.
        rows: How rows are written.
        kept: How many bytes are safe; what comes behind was written just before a run was killed.

    Raises:
        RequestError: the file is shorter than that.
    """

    def __init__(self, part: Path, rows: Rows, kept: int) -> None:
        self._rows = rows
        self._handle = part.open("r+b" if part.exists() else "x+b")
        size = self._handle.seek(0, os.SEEK_END)
        if size < kept:
            self._handle.close()
            raise RequestError(
                "partial-too-short",
                f"{part} has {size} bytes, but {kept} were written: --force starts anew",
                {"file": str(part)},
            )
        self._handle.truncate(kept)
        self._handle.seek(kept)
        self.kept = kept
        if kept == 0:
            self._write(rows.header)

    def add(self, chunk: Chunk, answers: Answers) -> None:
        """Append the rows of a chunk."""
        self._write(self._rows.of(chunk, cells_of(chunk), answers))

    def complete(self) -> None:
        """Every chunk is on disk already."""

    def close(self) -> None:
        """Close the file."""
        self._handle.close()

    def _write(self, data: bytes) -> None:
        self._handle.write(data)
        self._handle.flush()
        os.fsync(self._handle.fileno())
        self.kept += len(data)


def cells_of(chunk: Chunk) -> list[list[Any]]:
    """The cells of each row, of whatever source."""
    if chunk.table is None:
        return chunk.rows
    from meldwise.batch.files.parquet_file import values_of

    return [list(row) for row in zip(*map(values_of, chunk.table.columns), strict=True)]
