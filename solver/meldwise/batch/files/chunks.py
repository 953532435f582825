"""What goes through a batch of files: chunks of rows, where they come from, where they go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from meldwise.batch.files.answers import Answers
from meldwise.errors import RequestError, excerpt, nearest

# Rows of a chunk: enough to make the work of giving it to a worker small, few enough to hold many.
CHUNK: Final = 10_000
MOST_CHUNK: Final = 1_000_000

# A chunk ends early where its rows are long, so that memory stays bounded.
CHUNK_BYTES: Final = 4 * 1024 * 1024

HAND: Final = "hand"

# The complete file, where the partial target is a folder.
WHOLE: Final = "whole"


@dataclass(slots=True)
class Chunk:
    """Rows as they were read.

    ``rows`` are lists of cells, one for each column of the source, or JSON objects that lack their
    closing brace where it has no columns; ``hands`` is what each row has for a hand; ``place`` is
    where the next chunk begins. ``table`` is the record batch of a parquet file, instead of rows.
    """

    place: int
    rows: list[Any] = field(default_factory=list)
    hands: list[Any] = field(default_factory=list)
    table: Any = None


class Source(Protocol):
    """A file of hands.

    ``columns`` are None where every row has names of its own. ``start`` and ``end`` are the places
    of the first row and of the end: bytes of a text file, rows of a parquet file.
    """

    start: int
    end: int

    @property
    def columns(self) -> tuple[str, ...] | None:
        """The names of the columns."""
        ...

    def chunks(self, place: int, size: int) -> Iterator[Chunk]:
        """The rows from a place on, so many at a time."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


class Target(Protocol):
    """A file of answers in the making, under its partial name.

    ``kept`` is how much of it is safe: bytes of a text file, rows of a parquet file.
    """

    kept: int

    def add(self, chunk: Chunk, answers: Answers) -> None:
        """Add the answers of a chunk; ``kept`` grows once they are safe on disk."""
        ...

    def complete(self) -> None:
        """Make the whole ready to be renamed."""
        ...

    def close(self) -> None:
        """Close what is open; what was kept stays."""
        ...


def hand_column(columns: Sequence[str], wanted: str | None, path: str) -> str:
    """The column that holds the hands: the one wanted, else ``hand``, else the only one.

    Raises:
        RequestError: there is no such column; it names those that there are.

    >>> hand_column(["id", "hand"], None, "in.csv"), hand_column(["cards"], None, "in.csv")
    ('hand', 'cards')
    """
    if wanted is None and len(columns) == 1:
        return columns[0]
    name = HAND if wanted is None else wanted
    if name not in columns:
        known = ", ".join(map(excerpt, columns[:20])) or "none"
        raise RequestError(
            "no-hand-column",
            f"{path}: no column {excerpt(name)}{nearest(name, columns)}: its columns are {known}; "
            "the first line must name them, and --column says which holds the hands",
            {"file": path, "field": "column"},
        )
    return name


def free_columns(columns: Sequence[str], added: Sequence[str], path: str) -> None:
    """Check that columns have different names and leave those of the answers free.

    Raises:
        RequestError: a name that would be there twice.
    """
    for number, name in enumerate(columns):
        if name in added or name in columns[:number]:
            why = "is added by the batch: rename it" if name in added else "is there twice"
            raise RequestError(
                "column-twice",
                f"{path}: the column {excerpt(name)} {why}",
                {"file": path, "field": "column"},
            )
