"""The command line: one module for each command, and `program`, which runs them."""

from meldwise.cli.program import main

__all__ = ["main"]
