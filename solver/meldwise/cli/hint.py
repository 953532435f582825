"""``meldwise hint``: the actions of a position, ranked."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_advice, add_command, limits_of

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise hint position.json
  meldwise hint position.json --time 200ms --json
  echo '{"rules": "gin-rummy", "hand": "2S3S4S7H8H9HTDTSTC5DKH", "phase": "play",
         "taken": {"card": "KH", "from": "stock"}, "discards": ["9D"]}' |
    meldwise hint - --samples 500 --seed 1

The position is what one player sees, as JSON. A value is the expected change of that player's lead
over the others, in the rule set's own unit. Without a limit: a second and 1000 samples.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "hint", "rank the actions of a position", _EXAMPLES, run)
    parser.add_argument(
        "position",
        metavar="POSITION.json",
        help="what the player sees, as JSON; - reads it from standard input",
    )
    add_advice(parser)


def run(arguments: Namespace) -> int:
    """Answer the command."""
    from meldwise.advice import hint
    from meldwise.cli.json_input import read_json
    from meldwise.cli.output import write_answer

    found = hint(read_json(arguments.position), **limits_of(arguments))
    write_answer(found, arguments)
    return 0
