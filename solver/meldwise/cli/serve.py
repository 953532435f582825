"""``meldwise serve``: the HTTP service."""

from __future__ import annotations

from argparse import Namespace
from textwrap import fill
from typing import TYPE_CHECKING, Final

from meldwise.cli.arguments import add_command, number
from meldwise.errors import RequestError

if TYPE_CHECKING:
    from meldwise.cli.arguments import Commands

_EXAMPLES: Final = """\
  meldwise serve
  meldwise serve --host 0.0.0.0 --port 9000 --workers 4
  MELDWISE_RATE_LIMIT=60/minute meldwise serve --config meldwise.toml

Then http://127.0.0.1:8000/docs shows what can be asked. SIGTERM ends it when the answers in flight
are finished.
"""

_MISSING: Final = (
    "the service needs libraries that are not installed: install meldwise[serve], "
    'for example: pip install "meldwise[serve]"'
)

_OPTIONS: Final = ("host", "port", "workers")


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = add_command(commands, "serve", "answer over HTTP", _EXAMPLES, run)
    parser.more_help = _settings
    parser.add_argument("--host", metavar="ADDRESS", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=number, metavar="N", help="port to listen on (8000)")
    parser.add_argument("--workers", type=number, metavar="N", help="processes that answer (1)")
    parser.add_argument(
        "--config", metavar="FILE", help="settings in TOML, such as max_cards = 30 (see below)"
    )


def run(arguments: Namespace) -> int:
    """Run the service until it is told to stop; 0."""
    try:
        from meldwise_api.serving import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "meldwise":
            raise
        raise RequestError("not-installed", _MISSING) from None
    given = {name: getattr(arguments, name) for name in _OPTIONS}
    return serve(
        {name: value for name, value in given.items() if value is not None}, arguments.config
    )


def _settings() -> str:
    try:
        from meldwise_api.settings import settings_table
    except ModuleNotFoundError:
        return f"\nsettings: {_MISSING}\n"
    lines = ["", "settings, as environment variables, or in the file without MELDWISE_, in small:"]
    for name, default, meaning in settings_table():
        shown = f"{meaning} ({default})" if default else meaning
        lines += [f"  {name}", fill(shown, 90, initial_indent=" " * 6, subsequent_indent=" " * 6)]
    return "\n".join(lines) + "\n"
