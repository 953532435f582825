"""Comma-separated files: the header, records that may be malformed, and rows of answers."""

from __future__ import annotations

import csv
import io
import json
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

from meldwise.batch.files.answers import Answers, Unreadable
from meldwise.batch.files.chunks import CHUNK_BYTES, HAND, Chunk, free_columns, hand_column
from meldwise.batch.files.lines import BOM, Line, lines
from meldwise.cards import Hand
from meldwise.errors import NotationError, RequestError

# Whichever splits the header; spreadsheets write the second where the comma is for decimals.
_DELIMITERS: Final = (",", ";", "\t")

# A quoted cell may go on over lines, but a stray quote must not swallow the rest of the file.
_LONGEST_RECORD: Final = 64 * 1024
_GOES_ON: Final = "unexpected end of data"


class CsvSource:
    """Rows of a csv file in UTF-8, under a header line.

    Of a file with one column whose first value is a hand, that value is the first row: there is no
    header, and the column is called ``hand``.

    Args:
        path: The file.
        column: Which column holds the hands; None: ``hand``, or the only one.
        added: Names of columns that the answers need.

    Raises:
        RequestError: no header, no such column, or a column of that name.
    """

    def __init__(self, path: Path, column: str | None, added: Sequence[str]) -> None:
        self._path, self._handle = path, path.open("rb")
        self.end = path.stat().st_size
        try:
            self.columns = self._read_header(column)
            free_columns(self.columns, added, str(path))
            self._hand = self.columns.index(hand_column(self.columns, column, str(path)))
        except BaseException:
            self.close()
            raise

    def chunks(self, place: int, size: int) -> Iterator[Chunk]:
        """The rows from a byte on; see `Source`."""
        chunk, began = Chunk(place), place
        for cells, unreadable, end in self._records(place):
            fitted, misfit = self._fitted(cells)
            fault = unreadable or misfit
            chunk.rows.append(fitted)
            chunk.hands.append(Unreadable(fault) if fault else fitted[self._hand])
            chunk.place = end
            if len(chunk.rows) == size or end - began > CHUNK_BYTES:
                yield chunk
                chunk, began = Chunk(end), end
        if chunk.rows:
            yield chunk

    def close(self) -> None:
        """Close the file."""
        self._handle.close()

    def _read_header(self, column: str | None) -> tuple[str, ...]:
        """The names of the columns; sets the delimiter and the place of the first row."""
        self.start = len(BOM) if self._handle.read(len(BOM)) == BOM else 0
        first = next(lines(self._handle, self.start), None)
        if first is None or first.fault:
            why = first.fault if first else "the file is empty"
            raise RequestError(
                "no-header",
                f"{self._path}: no header line: {why}",
                {"file": str(self._path), "line": 1},
            )
        self.delimiter, names = _split_header(first.text, column or HAND)
        if len(names) == 1 and column is None and _is_hand(names[0]):
            return (HAND,)
        self.start = first.end
        return tuple(names)

    def _fitted(self, cells: list[str]) -> tuple[list[str], str | None]:
        """As many cells as there are columns, and what is wrong if there were not."""
        wanted = len(self.columns)
        if len(cells) == wanted:
            return cells, None
        if not any(cells):
            return [""] * wanted, "an empty line"
        fault = f"{len(cells)} cell(s) in a row: the header has {wanted}"
        if len(cells) < wanted:
            return cells + [""] * (wanted - len(cells)), fault
        # Nothing is dropped: the last cell takes what is too much.
        return [*cells[: wanted - 1], self.delimiter.join(cells[wanted - 1 :])], fault

    def _records(self, place: int) -> Iterator[tuple[list[str], str | None, int]]:
        """Cells, what is wrong, and where the next record begins."""
        coming = lines(self._handle, place)
        waiting: deque[Line] = deque()
        while line := waiting.popleft() if waiting else next(coming, None):
            if line.fault is None and '"' not in line.text:
                yield line.text.split(self.delimiter), None, line.end
            else:
                yield self._quoted(line, waiting, coming)

    def _quoted(
        self, line: Line, waiting: deque[Line], coming: Iterator[Line]
    ) -> tuple[list[str], str | None, int]:
        """A record with quotes, of several lines where a quoted cell holds line ends."""
        text, taken = line.text, [line]
        while True:
            try:
                return self._cells(text, strict=True), _fault(taken), taken[-1].end
            except csv.Error as error:
                more = None
                if str(error) == _GOES_ON and len(text) < _LONGEST_RECORD:
                    more = waiting.popleft() if waiting else next(coming, None)
                if more is None:
                    # The lines tried for the record's end are records of their own.
                    waiting.extendleft(reversed(taken[1:]))
                    what = "a quote is not closed" if str(error) == _GOES_ON else str(error)
                    return self._loose_cells(line.text), line.fault or what, line.end
                taken.append(more)
                text += "\n" + more.text

    def _cells(self, text: str, *, strict: bool) -> list[str]:
        return next(csv.reader([text], delimiter=self.delimiter, strict=strict), [""])

    def _loose_cells(self, text: str) -> list[str]:
        try:
            return self._cells(text, strict=False)
        except csv.Error:
            return [text]


class CsvRows:
    """Writes answers as csv under the source's columns, those of the answers and ``error``."""

    def __init__(self, columns: Sequence[str], added: Sequence[str], delimiter: str) -> None:
        self._delimiter = delimiter
        self.header = self._lines([[*columns, *added]])

    def of(self, chunk: Chunk, cells: list[list[Any]], answers: Answers) -> bytes:
        """The rows of a chunk, whose cells are given."""
        if chunk.table is not None or any(isinstance(cell, list | dict) for cell in chain(*cells)):
            cells = [[_text(cell) for cell in row] for row in cells]
        found = zip(cells, *answers.columns, answers.errors, strict=True)
        return self._lines([*row, *rest] for row, *rest in found)

    def _lines(self, rows: Any) -> bytes:
        buffer = io.StringIO(newline="")
        csv.writer(buffer, delimiter=self._delimiter, lineterminator="\n").writerows(rows)
        # JSON can name half a surrogate pair, which UTF-8 cannot.
        return buffer.getvalue().encode("utf-8", "replace")


def _text(cell: Any) -> Any:
    if isinstance(cell, list | dict):
        return json.dumps(cell, ensure_ascii=False, default=str)
    return cell


def _fault(taken: Sequence[Line]) -> str | None:
    return next((line.fault for line in taken if line.fault), None)


def _split_header(text: str, wanted: str) -> tuple[str, list[str]]:
    """The delimiter and the names; that which yields the wanted name, else most names."""
    splits = [
        (delimiter, next(csv.reader([text], delimiter=delimiter), [""]))
        for delimiter in _DELIMITERS
    ]
    return max(splits, key=lambda split: (wanted in split[1], len(split[1])))


def _is_hand(text: str) -> bool:
    try:
        return len(Hand.parse(text)) > 0
    except NotationError:
        return False
