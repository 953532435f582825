"""``meldwise melds``: the best melds of a hand."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import (
    add_cards,
    add_command,
    add_output,
    add_rules,
    cards_of,
    limit,
    rules_of,
    seconds,
)
from meldwise.errors import RequestError

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise melds "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD" --rules german-rummy
  meldwise melds 7H 8H 9H 9S 9D KC --rules gin-rummy --discard required
  meldwise melds 4S 5S 6S 7S 7H 7D 7C --rules gin --limit optimal --ascii
  meldwise melds "AS 2S 3S KS KH KD" --rules romme --require points=36 --pin "AS 2S"
  echo 7H 8H 9H | meldwise melds - --rules house.toml --set meld.run.min=4 --json
  meldwise melds r4 o7 JK --table "r1 r2 r3 | o4 o5 o6" --rules rummikub
  meldwise melds k10 b10 o10 o7 --table "o4 o5 o6" --opening --rules rummikub

With --table or --opening the answer is the best whole turn on that table: its steps, the table
afterwards, and where its cards come from.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "melds", "find the best melds of a hand", _EXAMPLES, run)
    add_cards(parser, "HAND")
    add_rules(parser)
    parser.add_argument(
        "--goal",
        metavar="G",
        help="deadwood (the default): least deadwood, then most meld points; points: most meld "
        "points, then least deadwood; out: a way to go out; of a turn on a table: most-cards (the "
        "default), most-points, least-left, keep-wilds, out",
    )
    parser.add_argument(
        "--table",
        metavar="MELDS",
        help='the melds on the table, such as "r1 r2 r3 | k10 b10 o10"',
    )
    parser.add_argument(
        "--opening",
        action="store_true",
        help="the first melds are still to be laid, with the points that the rules ask for",
    )
    parser.add_argument(
        "--then",
        metavar="G",
        help="what decides among the best turns: fewest-changes (the default), least-left, "
        "most-points, most-cards, keep-wilds",
    )
    parser.add_argument(
        "--discard",
        metavar="D",
        help="throw one card: none, optional or required; by default none, and for going out as "
        "the rules say",
    )
    parser.add_argument(
        "--limit",
        type=limit,
        default=1,
        metavar="N",
        help="how many arrangements: a number, or optimal for all that are best",
    )
    parser.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="K=V",
        help='what the melds must have: points=40, sets=1, runs=2, pure_runs=1, contract="set '
        'set run", only_contract=true; may be repeated',
    )
    parser.add_argument(
        "--pin",
        action="append",
        default=[],
        metavar="CARDS",
        help='cards that must stay together in one meld, such as "7S 6S"; may be repeated',
    )
    parser.add_argument(
        "--engine",
        default="auto",
        metavar="E",
        help="auto (the default), search or cp (the constraint model)",
    )
    parser.add_argument(
        "--time",
        type=seconds,
        default=2.0,
        metavar="T",
        help="time limit, such as 200ms or 2s (the default); then the best found is told",
    )
    add_output(parser)


def run(arguments: Namespace) -> int:
    """Answer the command; 0."""
    from meldwise.cli.output import look_of, write_cards, write_json
    from meldwise.cli.table import answer_turn
    from meldwise.display import answer_lines
    from meldwise.partition import best_melds

    rules = rules_of(arguments)
    if arguments.table is not None or arguments.opening:
        return answer_turn(arguments, rules)
    if arguments.then is not None:
        raise RequestError(
            "bad-usage", "--then decides among turns on a table: give --table or --opening"
        )
    best = best_melds(
        cards_of(arguments.cards),
        rules,
        goal=arguments.goal or "deadwood",
        discard=arguments.discard,
        limit=arguments.limit,
        require=arguments.require,
        pins=arguments.pin,
        engine=arguments.engine,
        seconds=arguments.time,
        players=arguments.players,
        locale=arguments.locale,
    )
    if arguments.json:
        write_json(best.to_dict())
    else:
        write_cards(answer_lines(best, look_of(arguments, rules)), arguments)
    return 0
