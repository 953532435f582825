"""``meldwise arena``: players against each other on mirrored deals."""

from __future__ import annotations

from argparse import Namespace
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_command, add_rules, number, rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from meldwise.cli.arguments import Commands
    from meldwise.rules.ruleset import RuleSet

_EXAMPLES: Final = """\
  meldwise arena --rules gin-rummy --players patient,simple --games 1000 --seed 1
  meldwise arena --rules loba --players greedy,greedy,random --hands 300 --workers 4
  meldwise arena --rules ramino-knock --players greedy,patient --hands 500 --json

Each deal is played once for every way to turn the players round the table; there is one for each
seat. Players are random, greedy, patient, simple (for gin), planner, heuristic, learned (heuristic
where no value functions were trained) and hint, such as hint:64 samples or hint:200ms. The
advantage is over the mean of the others; scores count as in the rules: in some games penalties.
"""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "arena", "let players play against each other", _EXAMPLES, run)
    add_rules(parser, players=False)
    parser.add_argument(
        "--players", required=True, metavar="A,B", help="the players' names, one for each seat"
    )
    parser.add_argument(
        "--hands",
        type=number,
        metavar="N",
        help="how many hands to play, rounded up to whole turns",
    )
    parser.add_argument("--games", type=number, metavar="N", help="how many games instead")
    parser.add_argument(
        "--seed", type=number, default=0, metavar="N", help="what all follows from (default: 0)"
    )
    parser.add_argument(
        "--workers", type=number, metavar="N", help="processes to play in (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: Namespace) -> int:
    """Answer the command."""
    from meldwise.cli.output import write_answer
    from meldwise.play.mirrored import arena

    rules = rules_of(arguments)
    names = [name.strip() for name in arguments.players.split(",")]
    with _progress() as progress:
        result = arena(
            rules,
            names,
            hands=arguments.hands,
            games=arguments.games,
            seed=arguments.seed,
            workers=arguments.workers,
            progress=progress,
        )
    write_answer(result, arguments)
    if "learned" in names:
        _tell_if_untrained(rules, len(names))
    return 0


def _tell_if_untrained(rules: RuleSet, players: int) -> None:
    """Say so where `learned` had nothing to go by."""
    import sys

    from meldwise.advice.deciding import heuristic_policy, learned_policy

    if learned_policy(rules, players) is not None:
        return
    told = f"there are no value functions for these rules and {players} players"
    if heuristic_policy(rules, players) is None:
        told += ", and no compiled code that plays them, so it played as greedy"
    else:
        told += ", so it played as heuristic; meldwise train makes some"
    sys.stderr.write(f"meldwise: learned: {told}\n")


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    import sys

    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("deals")
        yield lambda done, total: bar.update(task, completed=done, total=total)
