"""What the commands' arguments have in common: how they are declared and what they mean.

argparse rather than a library built on type hints: it loads in 7 ms where they take 40 or more, and
the whole program answers in a few hundred. Values are checked by the library, which says more than
a list of choices could.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, get_args

from meldwise.errors import NotationError, RequestError, excerpt, nearest

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from meldwise.rules.ruleset import RuleSet

    Commands = _SubParsersAction["Parser"]

LAYOUT: Final = RawDescriptionHelpFormatter

# More than the longest text of cards.
_LARGEST_INPUT: Final = 64 * 1024

_TIME: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|)", re.ASCII)


class Parser(ArgumentParser):
    """An argument parser whose errors are raised like all others, as one sentence.

    ``more_help`` writes what stands below its help and is not known before that is asked for.
    """

    more_help: Callable[[], str] | None = None

    def format_help(self) -> str:
        """The help."""
        more = self.more_help() if self.more_help is not None else ""
        return super().format_help() + more

    def error(self, message: str) -> NoReturn:
        """Raise the error instead of printing the usage and leaving."""
        raise RequestError("bad-usage", f"{message} (see {self.prog} --help)")


def add_command(
    commands: Commands, name: str, summary: str, examples: str, run: Callable[[Namespace], int]
) -> Parser:
    """A parser for one command, with examples below its help."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{examples}",
        formatter_class=LAYOUT,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def add_cards(parser: Parser, name: str) -> None:
    """The cards, as one argument or several."""
    parser.add_argument(
        "cards",
        nargs="+",
        metavar=name,
        help='cards such as "7H 8H 9H JK"; - reads them from standard input',
    )


def add_rules(parser: Parser, *, players: bool = True) -> None:
    """The rule set, its changes and, unless something else tells it, the number of players."""
    parser.add_argument(
        "--rules",
        required=True,
        metavar="ID|FILE",
        help="the rule set: an id or alias (meldwise rules lists them), or a .toml or .json file",
    )
    add_changes(parser, players=players)


def add_changes(parser: Parser, *, players: bool = True) -> None:
    """Changes to the rule set and, unless something else tells it, the number of players."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help="change an option of the rules, such as meld.run.min=4; may be repeated",
    )
    if players:
        parser.add_argument(
            "--players",
            type=number,
            metavar="N",
            help="how many play, where packs or cards depend on it",
        )


def add_advice(parser: Parser) -> None:
    """How long advice may take, and how it is printed."""
    parser.add_argument("--time", type=seconds, metavar="T", help="time limit, such as 200ms or 2s")
    parser.add_argument(
        "--samples", type=number, metavar="N", help="most samples of the hidden cards; 0: none"
    )
    parser.add_argument("--se", type=real, metavar="X", help="stop at a standard error of so much")
    parser.add_argument(
        "--seed",
        type=number,
        default=0,
        metavar="N",
        help="what the samples follow from (default: 0)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def limits_of(arguments: Namespace) -> dict[str, Any]:
    """What `add_advice` declares, as arguments of the library's functions."""
    return {
        "seconds": arguments.time,
        "samples": arguments.samples,
        "se": arguments.se,
        "seed": arguments.seed,
    }


def add_output(parser: Parser) -> None:
    """How cards are read and answers are written."""
    parser.add_argument(
        "--locale",
        default="en",
        metavar="L",
        help="whose letters the court cards have: en (the default), de, nl, fr, it, es or ko",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--ascii", action="store_true", help="print letters, not suit glyphs")
    parser.add_argument(
        "--color",
        type=colour,
        default="auto",
        metavar="WHEN",
        help="auto (the default: on a terminal, unless NO_COLOR is set), always or never",
    )


def cards_of(words: Sequence[str]) -> str:
    """The text of the cards; a single ``-`` stands for standard input."""
    if list(words) != ["-"]:
        return " ".join(words)
    from meldwise.rules.documents import read_text

    return read_text("-", _LARGEST_INPUT, NotationError)


def rules_of(arguments: Namespace) -> RuleSet:
    """The rule set of ``--rules``, changed by ``--set``."""
    return find_rules(arguments.rules).replace(changes(arguments.set))


def find_rules(name: str) -> RuleSet:
    """A rule set by id, alias or path.

    >>> find_rules("rami").id
    'loba'
    """
    from meldwise.rules import rules

    return rules(Path(name) if is_path(name) else name)


def changes(settings: Sequence[str]) -> dict[str, Any]:
    """Options by dotted name from ``KEY=VALUE`` settings; of one given twice the last counts.

    >>> changes(["meld.run.min=3", "meld.run.aces=low"])
    {'meld.run.min': 3, 'meld.run.aces': 'low'}
    """
    from meldwise.rules.dotted import parse_setting

    return dict(map(parse_setting, settings))


def is_path(name: str) -> bool:
    r"""Whether a rule set's name is the path of a file.

    >>> is_path("house.toml"), is_path("rules/house"), is_path("gin-rummy")
    (True, True, False)
    """
    return name.lower().endswith((".toml", ".json")) or any(sign in name for sign in ("/", "\\"))


def number(text: str) -> int:
    """A whole number of a few digits, such as a number of players."""
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
        raise ArgumentTypeError(f"{excerpt(text)} is not a whole number")
    return int(text)


def limit(text: str) -> int | str:
    """A number of partitions; a word is left to the library, which knows what it may be."""
    return int(text) if re.fullmatch(r"\d{1,6}", text, re.ASCII) else text


def seconds(text: str) -> float:
    """A time limit in seconds.

    >>> seconds("200ms"), seconds("2s"), seconds("1.5")
    (0.2, 2.0, 1.5)
    """
    match = _TIME.fullmatch(text)
    if match is None:
        raise ArgumentTypeError(f"{excerpt(text)} is not a time: write 200ms, 2s or 1.5")
    return float(match.group(1)) / (1000 if match.group(2) == "ms" else 1)


def real(text: str) -> float:
    """A number such as 0.5.

    >>> real("0.5")
    0.5
    """
    if not re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text, re.ASCII):
        raise ArgumentTypeError(f"{excerpt(text)} is not a number such as 0.5")
    return float(text)


def colour(text: str) -> str:
    """When to colour; not left to argparse, which would not suggest the nearest choice."""
    from meldwise.display.terminal import Colour

    choices = get_args(Colour)
    if text not in choices:
        advice = f"{nearest(text, choices)}: it is one of {', '.join(choices)}"
        raise ArgumentTypeError(f"unknown choice {excerpt(text)}{advice}")
    return text
