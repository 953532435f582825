"""The line on which an option is set is found in TOML and JSON."""

from __future__ import annotations

import time

import pytest

from meldwise.rules.lines import json_places, line_of, toml_places

TOML = """\
# meld.run.min = 1
name = "meld.run.min = 2"
description = \"\"\"
[meld.run]
min = 3
\"\"\"
[meld] # melds
set = { min = 3, suits = "any" }
[meld.run]
min = 10
"aces" = 'low'
[values.hand]
ranks = { Q = 50 }
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("meld.run.min", 10),
        ("meld.run.aces", 11),
        ("meld.set.min", 8),
        ("meld.run.max", 9),
        ("meld.time", 7),
        ("values.hand.ranks", 13),
        ("name", 2),
        ("knock.limit", None),
    ],
)
def test_an_option_of_a_toml_text_is_found(key: str, line: int | None) -> None:
    assert line_of(TOML, [key], is_json=False) == line


def test_the_option_that_is_set_goes_before_the_section_of_one_that_is_not() -> None:
    assert line_of(TOML, ["meld.run.max", "meld.run.min"], is_json=False) == 10


def test_names_of_a_json_text_are_found_at_their_depth() -> None:
    text = '{"hand": 1,\n "values": {"hand":\n {"joker": 5}},\n "list": [{"a": 1}], "x.y": 2}'
    assert list(json_places(text)) == [
        (("hand",), 1),
        (("values",), 2),
        (("values", "hand"), 2),
        (("values", "hand", "joker"), 3),
        (("list",), 4),
        (("x", "y"), 4),
    ]


@pytest.mark.parametrize("piece", [" ", "a", "a.", '"', "[", "{", '"a":', '{"a":', "a=1\n", "'''"])
def test_a_long_hostile_text_costs_little_time(piece: str) -> None:
    text = piece * (256 * 1024 // len(piece))
    start = time.perf_counter()
    for _ in toml_places(text):
        pass
    for _ in json_places(text):
        pass
    assert time.perf_counter() - start < 5
