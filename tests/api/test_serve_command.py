"""``meldwise serve``: its help, its wrong input, and what it says where the service is missing."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from meldwise.cli import main
from meldwise_api import Settings


def test_the_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help"]) == 0
    told = capsys.readouterr().out
    for name, field in Settings.model_fields.items():
        assert f"MELDWISE_{name.upper()}\n" in told
        assert (field.description or "?").split()[-1] in told


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--port", "99999"], "setting port: input should be less than or equal to 65535"),
        (["--workers", "0"], "setting workers: input should be greater than or equal to 1"),
        (["--port", "http"], "is not a whole number"),
        (["--config", "missing.toml"], "missing.toml: there is no such settings file"),
        (["--prot", "8000"], "did you mean --port?"),
    ],
)
def test_wrong_input_is_one_line(
    argv: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MELDWISE_CONFIG", "")
    assert main(["serve", *argv]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("meldwise: ")
    assert sentence in told.err
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("max_card = 3", 'unknown setting "max_card" (did you mean max_cards?)'),
        ("port = ", "settings.toml: Invalid value"),
        ("port = 'x'", "setting port: "),
        ("rate_limit = 'often'", "setting rate_limit: couldn't parse"),
    ],
)
def test_a_wrong_file_of_settings_is_one_line(
    text: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Set, so that it is as before after the test.
    monkeypatch.setenv("MELDWISE_CONFIG", "")
    file = tmp_path / "settings.toml"
    file.write_text(text)
    assert main(["serve", "--config", str(file)]) == 2
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert sentence in told


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_address_that_is_taken_is_one_line(
    workers: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELDWISE_CONFIG", "")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--workers", workers]) == 2
    told = capsys.readouterr().err
    assert told == f"meldwise: cannot listen on 127.0.0.1 port {port}: address already in use\n"


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid", "a..b"])
def test_an_address_of_another_machine_is_one_line(
    host: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MELDWISE_CONFIG", "")
    assert main(["serve", "--host", host, "--port", "0"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"meldwise: cannot listen on {host} port 0: ")
    assert len(told.splitlines()) == 1


def test_without_the_service_s_libraries_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['fastapi'] = None; from meldwise.cli import main; "
        "sys.exit(main(sys.argv[1:]))"
    )
    for argv, status in ((["serve"], 2), (["serve", "--help"], 0)):
        done = subprocess.run(
            [sys.executable, "-c", program, *argv], capture_output=True, text=True, check=False
        )
        assert done.returncode == status
        assert 'pip install "meldwise[serve]"' in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
