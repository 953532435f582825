"""Memory does not grow with the file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch_files.handfiles import write_hands

_PROGRAM = """
import resource, sys
from meldwise.batch.files import run_batch

run_batch(sys.argv[1], sys.argv[2], chunk=2_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(source: Path, target: Path) -> int:
    """The most memory that a batch took, in the system's unit."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(source), str(target)],
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak this way")
@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_a_file_ten_times_as_long_takes_no_more_memory(tmp_path: Path, suffix: str) -> None:
    small = write_hands(tmp_path / f"small{suffix}", 30_000)
    large = write_hands(tmp_path / f"large{suffix}", 300_000)
    least = peak(small, tmp_path / f"a{suffix}")
    # Rows of 300,000 hands kept as Python objects would take more than 100 MB, a third of this.
    assert peak(large, tmp_path / f"b{suffix}") < 1.2 * least
