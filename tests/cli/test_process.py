"""The program as a process: its streams, its terminal, what it loads."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = ("melds", "4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD", "--rules", "german-rummy")
FULL = Path("/dev/full")
GIN = ("melds", "7H 8H 9H", "--rules", "gin-rummy")


def meldwise(
    *argv: str, environment: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    usual = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, "-m", "meldwise", *argv],
        env=usual | (environment or {}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def on_terminal(*argv: str, environment: dict[str, str] | None = None) -> str:
    """What the program prints when its standard output is a terminal."""
    pty = pytest.importorskip("pty", reason="terminals are tested where there are pseudo-terminals")
    ours, theirs = pty.openpty()
    usual = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "COLORTERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "meldwise", *argv],
        stdout=theirs,
        env=usual | {"TERM": "xterm", "PYTHONIOENCODING": "utf-8"} | (environment or {}),
    ):
        os.close(theirs)
        data = b""
        while chunk := _read(ours):
            data += chunk
    os.close(ours)
    return data.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # Linux reports the end of a pseudo-terminal as an error.
        return b""


def test_the_module_is_the_same_program_under_the_same_name() -> None:
    assert meldwise("--help").stdout.startswith("usage: meldwise [-h]")
    refused = meldwise("melds")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("meldwise: the following arguments are required")


def test_a_pipe_gets_glyphs_without_colours() -> None:
    done = meldwise(*SAMPLE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "run       Q♦ K♦ JK→A♦  31\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_terminal_gets_four_colours_and_a_marked_wild() -> None:
    shown = on_terminal(*SAMPLE)
    assert "\x1b[94mQ♦\x1b[0m" in shown
    assert "\x1b[31m7♥\x1b[0m" in shown
    assert "\x1b[32m7♣\x1b[0m" in shown
    assert "\x1b[1;35mJK→A♦\x1b[0m" in shown


@pytest.mark.parametrize(
    ("argv", "environment"),
    [(("--color", "never"), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})],
)
def test_a_terminal_can_be_kept_plain(argv: tuple[str, ...], environment: dict[str, str]) -> None:
    shown = on_terminal(*SAMPLE, *argv, environment=environment)
    assert "\x1b" not in shown
    assert "JK→A♦" in shown


def test_a_table_is_folded_to_the_terminal_and_rules_are_wrapped() -> None:
    for argv in (("rules",), ("rules", "loba")):
        lines = on_terminal(*argv, environment={"COLUMNS": "70"}).split("\n")
        assert max(map(len, lines)) <= 70


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_stream_without_glyphs_gets_letters(encoding: str) -> None:
    done = meldwise(*SAMPLE, environment={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert "run       QD KD JK=AD  31\n" in done.stdout
    assert meldwise("rules", environment={"PYTHONIOENCODING": "ascii"}).returncode == 0


def test_json_on_a_stream_without_glyphs_is_escaped() -> None:
    done = meldwise("rules", "--json", environment={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "romm\\u00e9" in done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "meldwise", *GIN],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "meldwise: input or output failed: No space left on device\n"


@pytest.mark.skipif(os.name == "nt", reason="closes file descriptors as a shell does")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ('"$0" -m meldwise "$@" >&-', 2, "meldwise: input or output failed"),
        ('"$0" -m meldwise "$@" >&- 2>&-', 2, ""),
        ('"$0" -m meldwise melds 7X --rules gin 2>&-', 2, ""),
        ('{ sleep 1; "$0" -m meldwise "$@"; echo $? >&2; } | true', 0, "141\n"),
    ],
)
def test_closed_streams_cause_no_traceback(command: str, status: int, said: str) -> None:
    done = subprocess.run(
        ["sh", "-c", command, sys.executable, *GIN], capture_output=True, text=True, check=False
    )
    assert done.returncode == status
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == len(said.splitlines())


@pytest.mark.parametrize(
    ("argv", "also_not"),
    [
        (SAMPLE, ()),
        (("check", "QS KS JK", "--rules", "german-rummy"), ("meldwise.partition",)),
        (("rules",), ("meldwise.partition", "meldwise.melds")),
        (("--help",), ("meldwise.partition", "meldwise.melds", "pydantic")),
    ],
)
def test_a_command_loads_only_what_it_needs(
    argv: tuple[str, ...], also_not: tuple[str, ...]
) -> None:
    program = (
        "import sys; from meldwise.cli import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *argv], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    heavy = {"ortools", "numpy", "numba", "networkx", "pandas", "rich", *also_not}
    assert loaded & heavy == set()
