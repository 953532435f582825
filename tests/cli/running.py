"""Runs the program inside the test and checks what every run must keep to."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from meldwise.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """What a run left: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.split("\n")[:-1]

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Runner:
    """Runs a command; after wrong input there must be one line of error and nothing else."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *argv: str) -> Done:
        status = main(argv)
        out, err = self._capsys.readouterr()
        if status == 2:
            assert err.startswith("meldwise: ")
            assert err.endswith("\n")
            assert len(err.splitlines()) == 1
            assert out == ""
        else:
            assert status in (0, 1)
            assert err == ""
        return Done(status, out, err)

    def refused(self, *argv: str) -> str:
        """The error of a command that must be refused."""
        done = self(*argv)
        assert done.status == 2
        return done.err.removeprefix("meldwise: ").rstrip("\n")
