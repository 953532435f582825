"""The examples run against a real server, and tell what they should."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.server import HANGS, Server, running

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    # Samples decide, not the time.
    with running(ready=True, max_seconds=600) as found:
        yield found


def told(server: Server, *command: str | Path, cwd: Path | None = None) -> list[str]:
    """The lines that a program prints, which asks this server."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"MELDWISE_URL": server.url, "NO_UPDATE_NOTIFIER": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=2 * HANGS,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout.splitlines()


def assert_hints(lines: list[str]) -> None:
    """Better and better ones; what is best is the library's business."""
    assert [line.split()[1] for line in lines] == ["0", "16", "20"]
    assert {line.split()[-1] for line in lines} <= {"knock", "discard"}


def test_python(server: Server) -> None:
    lines = told(server, sys.executable, EXAMPLES / "client.py")
    assert sorted(lines[:2]) == ["run 8D 9D TD", "set 7S 7H 7D"]
    assert lines[2:4] == ["deadwood 2", "2"]
    assert lines[4].startswith('card 1 of the hand: "7X" is not a card')
    assert_hints(lines[6:9])
    assert lines[9].startswith("unknown-rules at /rules:")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_curl(server: Server) -> None:
    text = "\n".join(told(server, "sh", EXAMPLES / "curl.sh"))
    assert "about:blank" not in text
    for part in ('"points":24', '"points":21', '"JK=7D"', '"scores":[-3,5,-1,-1]', '"advice":'):
        assert part in text
    assert text.count("event: hint") == 2
    assert text.count("event: final") == 1


@pytest.fixture(scope="module")
def project(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The TypeScript examples, built with types of this server's document."""
    folder = tmp_path_factory.mktemp("typescript") / "project"
    ours = ("build", "node_modules", "schema.d.ts")
    shutil.copytree(EXAMPLES / "typescript", folder, ignore=shutil.ignore_patterns(*ours))
    flags = ("--no-package-lock", "--no-audit", "--no-fund", "--silent")
    told(server, "npm", "install", *flags, cwd=folder)
    told(server, "npm", "run", "types", cwd=folder)
    told(server, "npm", "run", "build", cwd=folder)
    return folder


needs_node = pytest.mark.skipif(shutil.which("npm") is None, reason="Node.js is not installed")


@needs_node
def test_typescript(server: Server, project: Path) -> None:
    lines = told(server, "npm", "run", "--silent", "client", cwd=project)
    assert sorted(lines[:2]) == ["run 8D 9D TD", "set 7S 7H 7D"]
    assert lines[2:6] == ["deadwood 2", "5D 6D JK=7D", "2", "not-a-card"]
    assert_hints(lines[6:-1])
    assert lines[-1] == "unknown-rules"


@needs_node
def test_a_wrong_field_does_not_compile(project: Path) -> None:
    wrong = 'import { meldwise } from "./meldwise.ts";\n' + (
        'await meldwise("").POST("/v1/melds", { body: { hand: "7H", rulez: "gin-rummy" } });\n'
    )
    (project / "wrong.ts").write_text(wrong)
    done = subprocess.run(
        ["npx", "tsc", "--noEmit"], cwd=project, capture_output=True, text=True, check=False
    )
    (project / "wrong.ts").unlink()
    assert done.returncode != 0
    assert "rulez" in done.stdout


@needs_node
def test_a_game_server_asks_each_turn(server: Server, project: Path) -> None:
    lines = told(server, "npm", "run", "--silent", "game", cwd=project)
    assert 1 <= len(lines) <= 4
    assert all(line.startswith("turn ") and ", throws " in line for line in lines)
    assert not any("busy" in line for line in lines)
