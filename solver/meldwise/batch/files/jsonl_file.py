"""Files with one JSON value a line: objects that have a hand, or bare hands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from meldwise.batch.files.answers import Answers, Unreadable
from meldwise.batch.files.chunks import CHUNK_BYTES, HAND, Chunk, free_columns
from meldwise.batch.files.lines import BOM, lines
from meldwise.errors import RequestError, excerpt
from meldwise.rules.documents import JsonError, parse_json

_MISSING: Final = object()


class JsonlSource:
    """Rows of a jsonl file: each an object, a text or a list of cards.

    A line that is none of these is kept as text under the hand's name.

    Args:
        path: The file.
        column: The key that holds the hands; None: ``hand``.
        added: Keys that the answers need.
        tabular: Whether the rows are wanted in columns: then those of the first object, and a row
            with other keys is at fault.

    Raises:
        RequestError: a column that the answers need.
    """

    def __init__(
        self, path: Path, column: str | None, added: Sequence[str], *, tabular: bool
    ) -> None:
        self._handle = path.open("rb")
        self._hand = column or HAND
        self._added = added
        self.end = path.stat().st_size
        self.start = len(BOM) if self._handle.read(len(BOM)) == BOM else 0
        self.columns: tuple[str, ...] | None = None
        if tabular:
            self.columns = self._first_keys()
            try:
                free_columns(self.columns, added, str(path))
            except RequestError:
                self.close()
                raise

    def chunks(self, place: int, size: int) -> Iterator[Chunk]:
        """The rows from a byte on; see `Source`."""
        chunk, began = Chunk(place), place
        for text, fault, end in lines(self._handle, place):
            row, hand = self._row(text, fault)
            chunk.rows.append(row)
            chunk.hands.append(hand)
            chunk.place = end
            if len(chunk.rows) == size or end - began > CHUNK_BYTES:
                yield chunk
                chunk, began = Chunk(end), end
        if chunk.rows:
            yield chunk

    def close(self) -> None:
        """Close the file."""
        self._handle.close()

    def _first_keys(self) -> tuple[str, ...]:
        for line in lines(self._handle, self.start):
            try:
                found = _read(line.text)
            except ValueError:
                continue
            keys = tuple(found) if isinstance(found, dict) else ()
            return keys if self._hand in keys else (*keys, self._hand)
        return (self._hand,)

    def _row(self, text: str, fault: str | None) -> tuple[Any, Any]:
        """What is kept of a line, and its hand."""
        if fault is None:
            try:
                return self._read_row(text)
            except ValueError as error:
                fault = str(error)
        return self._alone(_ENCODE(text), text), Unreadable(fault)

    def _read_row(self, text: str) -> tuple[Any, Any]:
        found = _read(text)
        if isinstance(found, dict):
            hand = self._hand_of(found)
            return text.rstrip()[:-1] if self.columns is None else self._cells(found), hand
        if isinstance(found, str | list):
            return self._alone(text, found), found
        raise ValueError(f"{excerpt(text)} is no hand: an object, a text or a list of cards")

    def _hand_of(self, found: dict[str, Any]) -> Any:
        hand = found.get(self._hand, _MISSING)
        if hand is _MISSING:
            raise ValueError(f"no key {excerpt(self._hand)}")
        for key in found:
            if key in self._added:
                raise ValueError(f"the key {excerpt(key)} is added by the batch: rename it")
            if self.columns is not None and key not in self.columns:
                raise ValueError(f"the key {excerpt(key)} is not in the first row")
        return hand

    def _alone(self, text: str, value: Any) -> Any:
        """A row that has nothing but a hand."""
        if self.columns is None:
            return f"{{{_ENCODE(self._hand)}: {text}"
        return self._cells({self._hand: value})

    def _cells(self, found: dict[str, Any]) -> list[Any]:
        return [found.get(name) for name in self.columns or ()]


class JsonlRows:
    """Writes answers as one JSON object a line.

    Objects that were read stay as they were written, to the letter, with the answers behind.
    """

    header = b""

    def __init__(self, columns: Sequence[str] | None, added: Sequence[str]) -> None:
        self._columns = columns
        self._added = added

    def of(self, chunk: Chunk, cells: list[list[Any]], answers: Answers) -> bytes:
        """The rows of a chunk; ``cells`` where its source has columns."""
        begun = chunk.rows if self._columns is None else map(self._object, cells)
        rows = zip(begun, *answers.columns, answers.errors, strict=True)
        text = "".join(
            f"{row}, {_ENCODE(dict(zip(self._added, found, strict=True)))[1:]}\n"
            for row, *found in rows
        )
        return text.encode("utf-8", "replace")

    def _object(self, cells: Sequence[Any]) -> str:
        return _ENCODE(dict(zip(self._columns or (), cells, strict=True)))[:-1]


def _read(text: str) -> Any:
    if not text.strip():
        raise ValueError("an empty line")
    try:
        return parse_json(text)
    except JsonError as fault:
        place = f" (column {fault.column})" if fault.column else ""
        raise ValueError(f"{fault.message}{place}") from None


# Made once: a call of json.dumps with options makes its own anew.
_ENCODE: Final = json.JSONEncoder(ensure_ascii=False, default=str).encode
