"""The program: finds the command, runs it, and turns whatever goes wrong into one line.

Exit status: 0 done, 1 the answer is "no", 2 wrong input with one line on standard error, 130
interrupted, 141 the reader of standard output has left. A fault of Meldwise itself ends in 70.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from types import ModuleType
from typing import Final

from meldwise.cli import arena, batch, check, hint, knock, melds, rules, serve, settle, train
from meldwise.cli.arguments import LAYOUT, Parser
from meldwise.errors import EngineError, InputError, RequestError, excerpt, nearest, one_line

# Each adds its own parser and runs; what loads slowly it imports only when it runs.
COMMANDS: Final[dict[str, ModuleType]] = {
    "melds": melds,
    "check": check,
    "hint": hint,
    "knock": knock,
    "settle": settle,
    "rules": rules,
    "batch": batch,
    "arena": arena,
    "serve": serve,
    "train": train,
}

DONE: Final = 0
WRONG_INPUT: Final = 2
INTERNAL_ERROR: Final = 70
INTERRUPTED: Final = 130
READER_LEFT: Final = 141

_EXAMPLES: Final = """\
examples:
  meldwise melds "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD" --rules german-rummy
  meldwise check "QS KS JK" --rules german-rummy
  meldwise rules
  meldwise rules loba

A card is rank and suit (7H, TD or 10D; suit glyphs will do too), a joker is JK.
meldwise COMMAND --help tells what a command takes.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: The arguments after the program's name; those of the process by default.

    Returns:
        The exit status.

    >>> main(["check", "7H 8H 9H", "--rules", "gin-rummy", "--ascii"])
    run  7H 8H 9H  24
    <BLANKLINE>
    Legal.
    0
    """
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:
            # What the last write left in the buffer must not fail after this function.
            sys.stdout.flush()
    except InputError as error:
        return _fail(error.message, WRONG_INPUT)
    except EngineError as error:
        return _fail(f"internal error, please report the command: {error}", INTERNAL_ERROR)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return READER_LEFT
    except OSError as error:
        _drop_output()
        return _fail(f"input or output failed: {error.strerror or error}", WRONG_INPUT)
    return status


def command_line() -> Parser:
    """The parser of the whole command line."""
    program = Parser(
        prog="meldwise",
        description="Best melds, legal melds and the rules of rummy games.",
        epilog=_EXAMPLES,
        formatter_class=LAYOUT,
        allow_abbrev=False,
    )
    program.add_argument("--version", action="store_true", help="print the version")
    commands = program.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in COMMANDS.values():
        command.add_parser(commands)
    return program


def _run(argv: Sequence[str]) -> int:
    # Every option before the command is a flag, so the first other word is the command.
    command = next((word for word in argv if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        raise RequestError(
            "unknown-command",
            f"unknown command {excerpt(command)}{nearest(command, COMMANDS)}: {_known()}",
        )
    program = command_line()
    try:
        arguments, unknown = program.parse_known_args(argv)
    except SystemExit:
        # Only --help ends the parser like this; its errors are raised as ours.
        return DONE
    if unknown:
        raise _unexpected(unknown[0], getattr(arguments, "parser", program))
    return _dispatch(arguments)


def _dispatch(arguments: Namespace) -> int:
    if arguments.version:
        sys.stdout.write(f"meldwise {_version()}\n")
        return DONE
    if arguments.command is None:
        raise RequestError("no-command", f"which command? {_known()} (see meldwise --help)")
    status: int = arguments.run(arguments)
    return status


def _known() -> str:
    return f"commands are {', '.join(COMMANDS)}"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("meldwise")
    except PackageNotFoundError:
        return "(not installed: run from its source folder)"


def _unexpected(argument: str, parser: Parser) -> RequestError:
    if argument.startswith("-"):
        name = argument.partition("=")[0]
        options = re.findall(r"--[a-z]+", parser.format_usage())
        message = f"unknown option {excerpt(name)}{nearest(name, options)}"
    else:
        message = (
            f"unexpected {excerpt(argument)}: write all cards together, options before or after"
        )
    return RequestError("bad-usage", f"{message}; see {parser.prog} --help")


def _fail(message: str, status: int) -> int:
    if sys.stderr is not None:
        with suppress(OSError):
            # A message may quote anything that was typed, line breaks included.
            sys.stderr.write(f"meldwise: {one_line(message)}\n")
            sys.stderr.flush()
    return status


def _drop_output() -> None:
    """Let what is still buffered go nowhere: Python flushes once more when it ends."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
