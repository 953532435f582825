"""``meldwise knock``: end the hand now or play on."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import (
    add_advice,
    add_changes,
    add_command,
    cards_of,
    limits_of,
    number,
    rules_of,
)
from meldwise.errors import RequestError

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands
    from meldwise.position import Position

_EXAMPLES: Final = """\
  meldwise knock "2S 3S 4S 7H 8H 9H TD TS TC 5D KH" --rules gin-rummy
  meldwise knock "AS 2D 3H 4C 2H" --rules tonk --players 4 --turn 1
  meldwise knock 3D4D5D6D6C6H6S9SKC2HQD --rules knock-rummy --turn 2 --json
  meldwise knock position.json --time 2s

The hand holds the card just drawn, or before the draw as many cards as were dealt, where a knock
comes first. A position as JSON (- reads either from standard input) tells more: what the others
took and threw. Without a limit: a second and 1000 samples.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "knock", "tell whether to knock or to wait", _EXAMPLES, run)
    parser.add_argument(
        "cards",
        nargs="+",
        metavar="HAND",
        help="the cards in hand, or a position as POSITION.json; - reads standard input",
    )
    parser.add_argument(
        "--rules",
        metavar="ID|FILE",
        help="the rule set of a hand: an id or alias, or a .toml or .json file",
    )
    add_changes(parser)
    parser.add_argument(
        "--turn",
        type=number,
        metavar="N",
        help="which of the player's turns it is, for a hand without a position (default: 5)",
    )
    add_advice(parser)


def run(arguments: Namespace) -> int:
    """Answer the command."""
    from meldwise.advice import knock
    from meldwise.advice.handalone import USUAL_TURN
    from meldwise.cli.output import write_answer, write_text

    found = knock(_position(arguments), **limits_of(arguments))
    write_answer(found, arguments)
    if not arguments.json and arguments.rules is not None and arguments.turn is None:
        write_text(f"- taken to be the player's turn {USUAL_TURN}: --turn says which it is")
    return 0


def _position(arguments: Namespace) -> Position:
    from meldwise.cli.json_input import json_object, read_json
    from meldwise.position import Position

    words = arguments.cards
    text = ""
    if len(words) > 1 or not words[0].lower().endswith(".json"):
        text = cards_of(words)
        if not text.lstrip().startswith("{"):
            return _of_hand(arguments, text)
    for name in ("rules", "players", "turn"):
        if getattr(arguments, name) is not None:
            raise _only_for_hands(name)
    if arguments.set:
        raise _only_for_hands("set")
    values = json_object(text, "standard input") if text else read_json(words[0])
    return Position.from_dict(values)


def _of_hand(arguments: Namespace, text: str) -> Position:
    from meldwise.advice.handalone import USUAL_TURN, position_of_hand

    if arguments.rules is None:
        raise RequestError(
            "bad-usage",
            "the following arguments are required: --rules (see meldwise knock --help)",
        )
    return position_of_hand(
        text,
        rules_of(arguments),
        players=arguments.players,
        turn=USUAL_TURN if arguments.turn is None else arguments.turn,
    )


def _only_for_hands(name: str) -> RequestError:
    return RequestError(
        "bad-usage",
        f"--{name} goes with a hand: a position has its own (see meldwise knock --help)",
    )
