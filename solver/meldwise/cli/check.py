"""``meldwise check``: whether some cards are one meld."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import (
    add_cards,
    add_command,
    add_output,
    add_rules,
    cards_of,
    rules_of,
)

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise check "QS KS JK" --rules german-rummy
  meldwise check 7H 8H JK=9H --rules romme --ordered
  meldwise check "QC KC AC" --rules gin-rummy --set meld.run.aces=high_or_low --json

The exit status is 0 if the cards are a meld and 1 if they are not.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "check", "tell whether some cards are a meld", _EXAMPLES, run)
    add_cards(parser, "CARDS")
    add_rules(parser)
    parser.add_argument(
        "--ordered",
        action="store_true",
        help="the cards lie in this order; by default they may be in any",
    )
    add_output(parser)


def run(arguments: Namespace) -> int:
    """Answer the command; 0 if the cards are a meld, else 1."""
    from meldwise.cli.output import look_of, write_cards, write_json
    from meldwise.display import verdict_lines
    from meldwise.melds import check

    rules = rules_of(arguments)
    verdict = check(
        cards_of(arguments.cards),
        rules,
        ordered=arguments.ordered,
        players=arguments.players,
        locale=arguments.locale,
    )
    if arguments.json:
        write_json(verdict.to_dict())
    else:
        write_cards(verdict_lines(verdict, look_of(arguments, rules)), arguments)
    return 0 if verdict else 1
