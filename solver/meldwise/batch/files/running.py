"""A batch from file to file: read, spread, write, and go on where a killed run left off."""

from __future__ import annotations

import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from meldwise.batch.files.answers import ANSWER_COLUMNS, Answers, Question, What, answer, known_what
from meldwise.batch.files.chunks import CHUNK, HAND, MOST_CHUNK, Chunk, Source, Target
from meldwise.batch.files.csv_file import CsvRows, CsvSource
from meldwise.batch.files.journal import Journal
from meldwise.batch.files.jsonl_file import JsonlRows, JsonlSource
from meldwise.batch.files.parquet_file import ParquetSource, ParquetTarget, arrow
from meldwise.batch.files.text_target import TextTarget
from meldwise.errors import RequestError, excerpt
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet
from meldwise.spreading import spread, worker_count

Advance = Callable[[int, int, int], None]
"""Told how far it is: the place in the source, its end, and the rows written so far."""

SUFFIXES: Final = (".csv", ".jsonl", ".parquet")

# What is read of a file to know it again, besides its size and the time it was changed.
_HEAD: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class FileBatch:
    """What became of a batch: ``rows`` in the target, ``errors`` of them without an answer.

    ``resumed`` are the rows that an earlier run had written.
    """

    source: str
    target: str
    rules: str
    what: What
    rows: int
    errors: int
    resumed: int
    workers: int
    elapsed_ms: float

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __str__(self) -> str:
        again = f", {self.resumed} of them by an earlier run" if self.resumed else ""
        return f"{self.target}: {self.rows} rows{again}, {self.errors} with errors"


def run_batch(  # noqa: PLR0913 - a public call with one keyword per choice of the user
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    rules: RulesLike = "gin-rummy",
    *,
    what: str = "deadwood",
    players: int | None = None,
    column: str | None = None,
    workers: int | None = None,
    chunk: int = CHUNK,
    force: bool = False,
    progress: Advance | None = None,
) -> FileBatch:
    r"""Answer every hand of a file into another file: csv, jsonl or parquet, by suffix.

    The target has the source's rows in their order, each with its answer and ``error``, which says
    what is wrong with a row that could not be read. Memory does not grow with the file. What is
    done is kept in ``TARGET.part`` and ``TARGET.part.json``: a run that was killed goes on from
    there when it is started again.

    Args:
        source: The file of hands. csv has a header line (but for one column of hands it needs
            none), jsonl an object, a text or a list of cards a line.
        target: The file to write.
        rules: Id, alias, `RuleSet`, options or file.
        what: ``deadwood``; ``discard``: the best card to throw and what is left; or ``melds``: a
            partition such as ``QD KD JK=AD; 7S 7H 7D 7C``, and its deadwood.
        players: Number of players, where the packs depend on it.
        column: Which column or key holds the hands; None: ``hand``, or the only column.
        workers: Processes; None: as ``joblib.parallel_config`` says, which may be a cluster, else
            this process with all its threads.
        chunk: Rows that are answered, written and noted as done at a time.
        force: Start anew and replace the target, instead of going on or refusing.
        progress: Told after every chunk how far it is.

    Returns:
        How many rows there are and how many of them have errors.

    Raises:
        RulesError, RequestError: wrong rules or options, a file that cannot be read so, a target
            that exists or was begun by another job.
        OSError: reading or writing failed; the same call goes on from there.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "in.csv").write_text("hand\n7S 7H 7D 2C\n7X\n")
    >>> done = run_batch(folder / "in.csv", folder / "out.csv", "gin-rummy", what="melds")
    >>> done.rows, done.errors
    (2, 1)
    >>> print((folder / "out.csv").read_text().splitlines()[1])
    7S 7H 7D 2C,7S 7H 7D,2,
    """
    began = time.perf_counter()
    from_path, to_path = Path(source), Path(target)
    formats = _suffix(from_path), _suffix(to_path)
    count = worker_count(workers)
    # On several processes each has one thread, or they would be in each other's way.
    question = Question(find_rules(rules), players, known_what(what), None if count == 1 else 1)
    question.rules.packs(players)
    if isinstance(chunk, bool) or not 1 <= chunk <= MOST_CHUNK:
        raise RequestError(
            "bad-chunk",
            f"chunk: {excerpt(chunk)} is not a number of rows from 1 to {MOST_CHUNK}",
            {"field": "chunk"},
        )
    _check_paths(from_path, to_path)
    if ".parquet" in formats:
        arrow()
    added = (*ANSWER_COLUMNS[question.what], "error")
    with closing(_source(from_path, formats, column, added)) as rows:
        job = _job(from_path, question, column)
        with closing(Journal(to_path, job, rows.start, force=force)) as journal:
            done = journal.progress
            resumed = done.rows
            if not done.complete:
                with closing(_target(journal, formats[1], rows, added)) as answers:
                    for piece, found in _answered(question, rows, done.place, chunk, workers):
                        _write(journal, answers, piece, found)
                        if progress is not None:
                            progress(piece.place, rows.end, done.rows)
                    answers.complete()
                    done.kept, done.complete = answers.kept, True
                journal.save()
            journal.publish()
    return FileBatch(
        source=str(from_path),
        target=str(to_path),
        rules=question.rules.id,
        what=question.what,
        rows=done.rows,
        errors=done.errors,
        resumed=resumed,
        workers=count,
        elapsed_ms=round((time.perf_counter() - began) * 1000, 3),
    )


def _answered(
    question: Question, source: Source, place: int, size: int, workers: int | None
) -> Iterator[tuple[Chunk, Answers]]:
    """Chunks with their answers. Only the hands travel to the workers; the rows wait here."""
    waiting: deque[Chunk] = deque()

    def hands() -> Iterator[list[Any]]:
        for chunk in source.chunks(place, size):
            waiting.append(chunk)
            yield chunk.hands

    for found in spread(partial(answer, question), hands(), workers):
        yield waiting.popleft(), found


def _write(journal: Journal, target: Target, chunk: Chunk, answers: Answers) -> None:
    target.add(chunk, answers)
    done = journal.progress
    done.rows += len(answers.errors)
    done.errors += sum(error is not None for error in answers.errors)
    done.place = chunk.place
    if target.kept != done.kept:
        done.kept = target.kept
        journal.save()


def _source(
    path: Path, formats: tuple[str, str], column: str | None, added: tuple[str, ...]
) -> Source:
    if formats[0] == ".csv":
        return CsvSource(path, column, added)
    if formats[0] == ".parquet":
        return ParquetSource(path, column, added)
    return JsonlSource(path, column, added, tabular=formats[1] != ".jsonl")


def _target(journal: Journal, suffix: str, source: Source, added: tuple[str, ...]) -> Target:
    kept, columns = journal.progress.kept, source.columns
    if suffix == ".parquet":
        schema = source.schema if isinstance(source, ParquetSource) else None
        return ParquetTarget(journal.part, columns or (), added, schema=schema, kept=kept)
    if suffix == ".jsonl":
        return TextTarget(journal.part, JsonlRows(columns, added), kept)
    delimiter = source.delimiter if isinstance(source, CsvSource) else ","
    return TextTarget(journal.part, CsvRows(columns or (), added, delimiter), kept)


def _suffix(path: Path) -> str:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise RequestError(
            "unknown-suffix",
            f"{path}: files end in {', '.join(SUFFIXES)}, not in {excerpt(suffix)}",
            {"file": str(path)},
        )
    return suffix


def _check_paths(source: Path, target: Path) -> None:
    if not source.is_file():
        why = "is no regular file" if source.exists() else "does not exist"
        raise RequestError("no-source", f"{source} {why}", {"file": str(source)})
    if target.exists() and source.samefile(target):
        raise RequestError(
            "same-file", f"{target} would replace the hands themselves", {"file": str(target)}
        )
    if target.is_dir() or not target.parent.is_dir():
        why = "is a folder" if target.is_dir() else "would be in a folder that does not exist"
        raise RequestError("bad-target", f"{target} {why}", {"file": str(target)})


def _job(source: Path, question: Question, column: str | None) -> dict[str, str]:
    """What must be the same for a run to go on where another one stopped."""
    status = source.stat()
    changed = datetime.fromtimestamp(status.st_mtime, UTC).isoformat()
    with source.open("rb") as handle:
        head = hashlib.sha256(handle.read(_HEAD)).hexdigest()[:12]
    return {
        "rules": f"{question.rules.id} ({_digest(question.rules)})",
        "what": question.what,
        "players": str(question.players or "by the rules"),
        "column": column or f"{HAND} or the only one",
        "input": f"of {status.st_size} bytes, changed {changed}, {head}",
    }


def _digest(rules: RuleSet) -> str:
    return hashlib.sha256(rules.model_dump_json(by_alias=True).encode()).hexdigest()[:8]
