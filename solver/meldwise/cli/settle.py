"""``meldwise settle``: the scores of a finished hand."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_command

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise settle outcome.json
  echo '{"rules": "tonk", "ending": {"kind": "knock", "player": 0},
         "counts": [12, 12, 20, 31]}' | meldwise settle -
  echo '{"rules": "gin", "ending": {"kind": "knock", "player": 0},
         "hands": ["AH 2H 3H 7S 7D 7C TS TD TH 5C", "TC JS QS KC KD KH 4H 5H AD 2C"]}' |
    meldwise settle - --json

Players are numbered from 0. The ending is deal-win, knock, out, stock-out or void; say of out
whether the last card was discarded and whether all went down at once. Counts are what the
rules count for each player; in Cincinnati Rummy, where only the melds of the player who goes
out score, that player's count is what they are worth.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "settle", "settle a finished hand", _EXAMPLES, run)
    parser.add_argument(
        "outcome",
        metavar="OUTCOME.json",
        help="how the hand ended, as JSON; - reads it from standard input",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: Namespace) -> int:
    """Answer the command."""
    from meldwise.cli.json_input import read_json
    from meldwise.cli.output import write_answer
    from meldwise.settle import settle

    settlement = settle(read_json(arguments.outcome))
    write_answer(settlement, arguments)
    return 0
