"""A batch in a process that is killed, without warning, once so many rows are written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

_PROGRAM = f"""
import os, sys
from meldwise.batch.files import run_batch

def progress(place, end, rows):
    if rows >= int(sys.argv[4]):
        os.kill(os.getpid(), {int(signal.SIGKILL)})

run_batch(sys.argv[1], sys.argv[2], chunk=int(sys.argv[3]), progress=progress)
"""


def run_killed(source: Path, target: Path, *, chunk: int, rows: int) -> None:
    """Start a batch and see it killed by the signal that no program can catch."""
    words = [str(source), str(target), str(chunk), str(rows)]
    done = subprocess.run([sys.executable, "-c", _PROGRAM, *words], check=False, env=os.environ)
    assert done.returncode == -signal.SIGKILL
