"""The container file: no engine runs where the tests do, so what can be read of it is checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

from meldwise_api import Settings
from meldwise_api.warming import faults

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
STEPS = re.findall(r"^([A-Z]+) (.*)$", TEXT, re.MULTILINE)


def steps(name: str) -> list[str]:
    return [rest for step, rest in STEPS if step == name]


def test_the_image_is_built_in_two_stages_and_runs_as_nobody_in_particular() -> None:
    assert len(steps("FROM")) == 2
    (user,) = steps("USER")
    assert int(user) > 0
    assert STEPS.index(("USER", user)) > STEPS.index(("FROM", steps("FROM")[1]))


def test_everything_that_is_copied_exists_and_is_let_through() -> None:
    let_through = (ROOT / ".dockerignore").read_text().split()
    for step in steps("COPY"):
        if step.startswith("--from"):
            continue
        for source in step.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}" in let_through


def test_what_it_sets_is_known() -> None:
    names = re.findall(r"MELDWISE_([A-Z_]+)=", " ".join(steps("ENV")))
    assert names == ["HOST"]
    assert set(map(str.lower, names)) <= set(Settings.model_fields)


def test_kernels_are_compiled_by_the_self_check_of_the_service() -> None:
    (check,) = [step for step in steps("RUN") if "faults" in step]
    assert f"from {faults.__module__} import {faults.__name__}" in check


def test_a_signal_reaches_the_service() -> None:
    shell, _, command, _ = json.loads(steps("ENTRYPOINT")[0])
    assert shell == "/bin/sh"
    assert "&& exec meldwise serve" in command
