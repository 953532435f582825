"""``meldwise rules``: the rule sets, one of them in sentences, its schema, or a file checked."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_changes, add_command, changes, find_rules
from meldwise.cli.rules_file import changes_told, check_file
from meldwise.errors import RequestError, one_line

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands
    from meldwise.rules.overview import RulesRow
    from meldwise.rules.ruleset import RuleSet

_EXAMPLES: Final = """\
  meldwise rules
  meldwise rules loba --players 3
  meldwise rules loba --set meld.run.min=3
  meldwise rules gin-rummy --json
  meldwise rules --check house.toml
  meldwise rules --schema

The exit status of --check is 0 if the file is valid and 1 if it is not.
"""

# Longer lines are hard to read on, however wide the terminal is.
_WIDEST: Final = 100


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "rules", "list, explain or check rule sets", _EXAMPLES, run)
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID|FILE",
        help="the rule set to explain; without it, all are listed",
    )
    add_changes(parser)
    parser.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of a rules file"
    )
    parser.add_argument("--check", metavar="FILE", help="tell whether a rules file is valid")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: Namespace) -> int:
    """Answer the command; 1 if a checked file is not valid, else 0."""
    _refuse_combinations(arguments)
    if arguments.check is not None:
        return check_file(arguments.check, as_json=arguments.json)
    if arguments.schema:
        _print_schema()
    elif arguments.id is None:
        _print_overview(as_json=arguments.json)
    else:
        _print_rules(arguments)
    return 0


def _refuse_combinations(arguments: Namespace) -> None:
    alone = "--check" if arguments.check is not None else "--schema" if arguments.schema else None
    changed = bool(arguments.set) or arguments.players is not None
    if alone and (arguments.id is not None or changed or (arguments.check and arguments.schema)):
        raise RequestError("bad-usage", f"{alone} takes neither a rule set nor other options")
    if changed and arguments.id is None:
        raise RequestError(
            "bad-usage", "--set and --players need a rule set: meldwise rules loba --players 3"
        )


def _print_schema() -> None:
    from meldwise.cli.output import write_json
    from meldwise.rules.schema import rules_schema

    # Made to be kept as a file, for editors to read; people look into it too.
    write_json(rules_schema(), indent=2)


def _print_overview(*, as_json: bool) -> None:
    from meldwise.cli.output import terminal_width, write_json, write_text
    from meldwise.display.table import table
    from meldwise.rules.overview import overview

    rows = overview()
    if as_json:
        write_json([row.to_dict() for row in rows])
        return
    # What tells games apart at first sight and fits into 80 columns; the sentences say the rest.
    header = ("rules", "players", "cards", "pack", "melds")
    cells = [(_names(row), row.players, row.cards, row.deck, row.melds) for row in rows]
    write_text(table(header, cells, terminal_width()))


def _names(row: RulesRow) -> str:
    return f"{row.id} ({', '.join(row.aliases)})" if row.aliases else row.id


def _describes_others(rules: RuleSet) -> bool:
    """Whether the description is that of a rule set as it comes, and options were changed."""
    from meldwise.rules.catalog import PRESETS

    return any(
        known.description == rules.description and known.options != rules.options
        for known in map(find_rules, PRESETS)
    )


def _print_rules(arguments: Namespace) -> None:
    from meldwise.cli.output import terminal_width, write_json, write_text
    from meldwise.rules.explain import explain
    from meldwise.rules.overview import rules_row

    original = find_rules(arguments.id)
    rules = original.replace(changes(arguments.set))
    sentences = explain(rules, arguments.players)
    if arguments.json:
        write_json(rules.to_dict())
        return
    # A file's own name and description may hold line breaks and control characters.
    lines = [one_line(f"{rules.name}: {_names(rules_row(rules))}"), ""]
    if rules.description and not _describes_others(rules):
        lines += [one_line(" ".join(rules.description.split())), ""]
    lines += [f"- {sentence}" for sentence in sentences]
    changed = changes_told(original, rules)
    lines += ["", "Changed:", *(f"- {change}" for change in changed)] if changed else []
    width = terminal_width()
    if width is not None:
        lines = [
            fill(line, min(width, _WIDEST), subsequent_indent="  " * line.startswith("- "))
            for line in lines
        ]
    write_text("\n".join(lines))
