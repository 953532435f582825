"""The command line: ``meldwise melds``, ``meldwise check``, ``meldwise rules``."""

from meldwise.cli.program import main

__all__ = ["main"]
