"""On which line of a rules file an option is set, for its errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from meldwise.rules.dotted import DEEPEST

Place: TypeAlias = tuple[tuple[str, ...], int]
"""The names that lead to a value, dots split, and the line on which the last one is written."""

_TABLE: Final = re.compile(r"\s*\[\[?([^\[\]]+)\]")
_KEY: Final = re.compile(r"""[\w\-."' \t]+""")
_LONG_TEXT: Final = re.compile(r"\"{3}|'{3}")
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[{}\[\],:]')


def line_of(text: str, keys: Iterable[str], *, is_json: bool) -> int | None:
    r"""The line on which the first of some options is set.

    Args:
        text: The file's text.
        keys: Dotted names, the likeliest first; when none of them is in the text, the line of
            the nearest section of the first that has one.
        is_json: Whether the text is JSON; else it is TOML.

    >>> line_of("name = 'x'\n[meld]\nrun = { min = 2 }", ["meld.run.min"], is_json=False)
    3
    """
    places = list(json_places(text) if is_json else toml_places(text))
    wanted = [tuple(key.split(".")) for key in keys if key]
    for names in wanted:
        # Of an unknown section only what stands in it may be written.
        inside = [line for path, line in places if path[: len(names)] == names]
        if inside:
            return inside[0]
    for names in wanted:
        parents = [(len(path), -line) for path, line in places if path == names[: len(path)]]
        if parents:
            return -max(parents)[1]
    return None


def toml_places(text: str) -> Iterator[Place]:
    """Every table and every value of a TOML text; what an inline table holds is on its line."""
    table: tuple[str, ...] = ()
    in_long_text = False
    for number, line in enumerate(text.split("\n"), 1):
        key, equals, _ = line.partition("=")
        if in_long_text:
            pass
        elif header := _TABLE.match(line):
            table = _names(header.group(1))
            yield table, number
        elif equals and _KEY.fullmatch(key):
            yield table + _names(key), number
        in_long_text ^= len(_LONG_TEXT.findall(line)) % 2 == 1


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in text.split("."))


def json_places(text: str) -> Iterator[Place]:
    """Every name of a JSON text, in order, but those in lists; one given twice comes twice."""
    path: list[str] = []
    lists, last, line, counted = 0, "", 1, 0
    for token in _JSON_TOKEN.finditer(text):
        match token.group():
            case "{":
                path.append("")
            case "}":
                del path[-1:]
            case "[" | "]" as bracket:
                lists += 1 if bracket == "[" else -1
            case ":" if 0 < len(path) <= DEEPEST and not lists:
                path[-1] = last
                line += text.count("\n", counted, token.start())
                counted = token.start()
                yield tuple(part for name in path for part in name.split(".")), line
            case name:
                last = name[1:-1]
