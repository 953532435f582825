"""The example files, read once and typed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Example:
    """One question about one of the rule sets, with its answer."""

    id: str
    check: str
    rules: str
    deck: dict[str, Any]
    options: dict[str, Any]
    input: Any
    expect: Any


@dataclass(frozen=True)
class Case:
    """One published situation: cards, house rules, and what each of several questions yields."""

    id: str
    hand: str
    rules: tuple[dict[str, Any], ...]
    expected: dict[str, Any]
    question: str

    @property
    def groups(self) -> list[str]:
        """The groups of cards that are asked about one by one."""
        return [group.strip() for group in self.hand.split("/")]


def examples() -> list[Example]:
    """All worked examples, in the order of the file."""
    return [Example(**record) for record in _records("examples.json")]


def cases() -> list[Case]:
    """All published cases, in the order of the file."""
    return [
        Case(
            record["id"],
            record["hand"],
            (record["rules"], *record.get("rules_also_used", ())),
            record["expected"],
            record["question"],
        )
        for record in _records("cases.json")
    ]


def _records(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text("utf-8"))
    return found
