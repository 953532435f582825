"""``meldwise batch``: the hands of a file, answered into another file."""

from __future__ import annotations

import sys
from argparse import Namespace
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_command, add_rules, changes, find_rules, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise batch hands.csv answers.csv --rules gin-rummy
  meldwise batch hands.jsonl answers.jsonl --rules loba --what melds
  meldwise batch hands.parquet answers.parquet --rules romme --what discard --workers 4

The hands are in the column "hand", or in the only one; csv needs a header line, but for one column
of hands. Killed and started again with the same words, it goes on where it was. A row that cannot
be read gets its reason in the column "error", and the exit status is 1.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(
        commands, "batch", "answer the hands of a file into another file", _EXAMPLES, run
    )
    parser.add_argument("source", metavar="IN", help="the hands: .csv, .jsonl or .parquet")
    parser.add_argument("target", metavar="OUT", help="the answers: .csv, .jsonl or .parquet")
    add_rules(parser)
    parser.add_argument(
        "--what",
        default="deadwood",
        metavar="W",
        help="deadwood (the default), discard (the best card to throw, and what is left) or melds",
    )
    parser.add_argument(
        "--column", metavar="NAME", help="the column or key that holds the hands (default: hand)"
    )
    parser.add_argument(
        "--workers", type=number, metavar="N", help="processes to compute in (default: 1)"
    )
    parser.add_argument(
        "--chunk", type=number, metavar="N", help="rows that are written at a time (default: 10000)"
    )
    parser.add_argument(
        "--force", action="store_true", help="start anew, and replace OUT where it exists"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: Namespace) -> int:
    """Answer the command; 0, or 1 where some rows have errors."""
    from meldwise.batch.files import run_batch
    from meldwise.batch.files.chunks import CHUNK
    from meldwise.cli.output import write_answer

    with _progress() as progress:
        done = run_batch(
            arguments.source,
            arguments.target,
            find_rules(arguments.rules).replace(changes(arguments.set)),
            what=arguments.what,
            players=arguments.players,
            column=arguments.column,
            workers=arguments.workers,
            chunk=CHUNK if arguments.chunk is None else arguments.chunk,
            force=arguments.force,
            progress=progress,
        )
    write_answer(done, arguments)
    if done.errors and sys.stderr is not None:
        sys.stderr.write(
            f"meldwise: {done.errors} of {done.rows} rows have errors: see the column "
            f'"error" of {arguments.target}\n'
        )
    return 1 if done.errors else 0


@contextmanager
def _progress() -> Iterator[Callable[[int, int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]} rows"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("rows", rows=0)
        yield lambda place, end, rows: bar.update(task, completed=place, total=end, rows=rows)
