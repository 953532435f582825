"""``meldwise train``: value functions for a rule set."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_command, changes, find_rules, number

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise train --rules gin-rummy --out values
  meldwise train --rules knock-rummy --players 4 --hands 30000 --out values
  meldwise train --rules house.toml --out values --json

Needs scikit-learn (pip install 'meldwise[train]'); using what was trained needs nothing: name the
folder in the environment variable MELDWISE_VALUES, and hint, knock and the player "learned" go by
it wherever the rules are the very ones. The same plan and seed give the same value functions,
however many workers there are. A few minutes on two processors.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "train", "train value functions", _EXAMPLES, run)
    parser.add_argument(
        "--rules", required=True, metavar="ID|FILE", help="the rule set: an id, alias or file"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help="change an option of the rules; may be repeated",
    )
    parser.add_argument("--players", type=number, metavar="N", help="how many play")
    parser.add_argument("--out", required=True, metavar="DIR", help="where the files go")
    for name, meaning in (
        ("hands", "hands of a generation; the first has twice as many"),
        ("generations", "how often lessons are gathered and the fits go on"),
        ("fits", "of so many last generations the best is kept"),
        ("kept", "lessons of so many last generations are gone through"),
        ("rounds", "how often a fit goes through them"),
        ("panel", "hands of the panel that chooses"),
        ("seed", "what all follows from"),
    ):
        parser.add_argument(f"--{name}", type=number, metavar="N", help=meaning)
    parser.add_argument(
        "--workers", type=number, metavar="N", help="processes that share the games (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: Namespace) -> int:
    """Answer the command."""
    from meldwise.cli.output import write_json, write_text
    from meldwise.playout.values.training import train, usual_plan

    names = ("hands", "generations", "fits", "kept", "rounds", "panel", "seed")
    given = {name: getattr(arguments, name) for name in names}
    rules = find_rules(arguments.rules).replace(changes(arguments.set))
    folder = _writable(arguments.out)
    values = train(
        rules,
        arguments.players,
        replace(
            usual_plan(rules), **{name: value for name, value in given.items() if value is not None}
        ),
        _tell if sys.stderr.isatty() else None,
        workers=1 if arguments.workers is None else arguments.workers,
    )
    path = values.save(folder)
    if arguments.json:
        write_json({"file": str(path), **values.recipe})
    else:
        write_text(f"{path}\n")
    return 0


def _writable(name: str) -> Path:
    """The folder, made if need be; that it can be written is better known before than after."""
    from tempfile import TemporaryFile

    from meldwise.errors import RequestError, excerpt, one_line

    folder = Path(name)
    if not name:
        raise RequestError("unwritable-folder", "--out: name a folder", {"field": "out"})
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except (OSError, ValueError) as error:
        raise RequestError(
            "unwritable-folder",
            f"--out: {excerpt(name)} cannot be written: {one_line(str(error))}",
            {"field": "out"},
        ) from None


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()
