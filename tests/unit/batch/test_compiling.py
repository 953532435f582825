"""When the kernel is compiled, what is said then, and where the code is kept."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import meldwise

ASK = "import meldwise; print(meldwise.deadwood_batch(['7S 7H 7D 2C']).deadwood.tolist())"


def run(code: str, home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA", "MELDWISE"))}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**inherited, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )


def test_importing_and_single_hands_load_neither_compiler_nor_arrays(tmp_path: Path) -> None:
    code = (
        "import sys, meldwise; meldwise.best_melds('7S 7H 7D'); meldwise.deadwood('7S 7H 7D');"
        "print({'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    )
    assert run(code, tmp_path).stdout.strip() == "set()"


@pytest.mark.xdist_group("compiling")
def test_a_read_only_installation_compiles_once_and_keeps_the_code(tmp_path: Path) -> None:
    source = Path(meldwise.__file__).parent
    copy = tmp_path / "site" / "meldwise"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    # A file where the directory would be: nobody can write there, not even an administrator.
    for folder in [copy, *(path for path in copy.rglob("*") if path.is_dir())]:
        (folder / "__pycache__").touch()
    site = {"PYTHONPATH": str(tmp_path / "site"), "MELDWISE_PROGRESS": "1"}
    first = run(ASK, tmp_path, **site)
    assert first.stdout == "[2]\n"
    assert first.stderr.count("compiling the batch kernel") == 1
    assert list((tmp_path / "cache").rglob("*.nbi"))
    second = run(ASK, tmp_path, **site)
    assert (second.stdout, second.stderr) == ("[2]\n", "")


@pytest.mark.xdist_group("compiling")
def test_nothing_is_said_where_nobody_asked_and_nobody_watches(tmp_path: Path) -> None:
    done = run(ASK, tmp_path, NUMBA_CACHE_DIR=str(tmp_path / "fresh"))
    assert (done.stdout, done.stderr) == ("[2]\n", "")


def test_vector_instructions_do_what_their_loops_say() -> None:
    from numba import njit

    from meldwise.partition.kernel.vectors import BEYOND, least_match, least_sums, lesser_sums

    @njit
    def ask(rows: NDArray[np.int16], out: NDArray[np.int16]) -> Any:
        least_sums(out, 1, rows, 2, rows, 11)
        lesser_sums(out, 9, rows, 2, rows, 11)
        return least_match(rows, 2, rows, 11)

    rng = np.random.default_rng(1)
    for _ in range(50):
        rows = rng.integers(0, 7_000, 24).astype(np.int16)
        out = rng.integers(0, 9_000, 20).astype(np.int16)
        before = out.copy()
        matched = ask(rows, out)
        left, right = rows[2:10].tolist(), rows[11:19].tolist()
        sums = [min(left[i] + right[n - i] for i in range(n + 1)) for n in range(8)]
        assert out[1:9].tolist() == sums
        assert out[9:17].tolist() == np.minimum(before[9:17], sums).tolist()
        assert (out[17:] == before[17:]).all()
        assert matched == min(a + b for a, b in zip(left, right, strict=True))
        assert max(sums) < BEYOND
