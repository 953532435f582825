"""``python -m meldwise``: the same program as the command ``meldwise``."""

import sys

from meldwise.cli import main

if __name__ == "__main__":
    sys.exit(main())
