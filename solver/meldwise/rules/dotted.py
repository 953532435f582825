"""Options by dotted name: flat to nested and back, and the values that text stands for."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from meldwise.errors import RulesError, excerpt

# Options whose value is itself a table: their keys are data, not further options.
TABLES: Final = frozenset(
    {"deck.packs", "deal.cards", "deal.cards_by_packs", "values.meld.ranks", "values.hand.ranks"}
)

# More than any rule set needs; the depth of hostile input is bounded before anything recurses.
DEEPEST: Final = 10


def nested(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Options with dotted or nested names (or both) as one nested dictionary.

    Raises:
        RulesError: an option that is given twice, once in each spelling.

    >>> nested({"meld.run.min": 3, "meld": {"run": {"max": 5}}})
    {'meld': {'run': {'min': 3, 'max': 5}}}
    """
    result: dict[str, Any] = {}
    for key, value in options.items():
        path = f"{prefix}{key}"
        inner = (
            nested(value, f"{path}.")
            if isinstance(value, Mapping) and path not in TABLES
            else value
        )
        head, *rest = key.split(".")
        for part in reversed(rest):
            inner = {part: inner}
        result[head] = _joined(result[head], inner, prefix + head) if head in result else inner
    return result


def _joined(one: Any, other: Any, path: str) -> dict[str, Any]:
    """Two parts of one section together."""
    if not (isinstance(one, Mapping) and isinstance(other, Mapping)):
        raise RulesError(
            "given-twice",
            f"option {path} is given twice, with a dotted name and in a section",
            {"key": path},
        )
    result = dict(one)
    for key, value in other.items():
        result[key] = _joined(one[key], value, f"{path}.{key}") if key in one else value
    return result


def merged(base: Mapping[str, Any], change: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """``base`` with the values of ``change``; both nested. A table value is replaced whole.

    >>> merged({"meld": {"time": "end", "run": {"min": 3}}}, {"meld": {"run": {"min": 4}}})
    {'meld': {'time': 'end', 'run': {'min': 4}}}
    """
    result = dict(base)
    for key, value in change.items():
        path = f"{prefix}{key}"
        if path not in TABLES and isinstance(value, Mapping) and isinstance(base.get(key), Mapping):
            result[key] = merged(base[key], value, f"{path}.")
        else:
            result[key] = value
    return result


def flat(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A nested dictionary by dotted names.

    >>> flat({"meld": {"run": {"min": 3}}})
    {'meld.run.min': 3}
    """
    result: dict[str, Any] = {}
    for key, value in options.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and path not in TABLES:
            result.update(flat(value, f"{path}."))
        else:
            result[path] = value
    return result


def without_null_text(options: Mapping[str, Any], depth: int = DEEPEST) -> dict[str, Any]:
    """The text ``null`` as None, deep down: TOML has no other way to say it.

    Raises:
        RulesError: a name that is not text, or tables within tables without end.

    >>> without_null_text({"meld": {"set": {"max": "null"}}})
    {'meld': {'set': {'max': None}}}
    """
    if depth == 0:
        raise RulesError("too-deep", "options are nested too deeply")
    result: dict[str, Any] = {}
    for key, value in options.items():
        if not isinstance(key, str):
            raise RulesError(
                "unknown-option", f"an option's name is text, not {type(key).__name__}"
            )
        if isinstance(value, Mapping):
            result[key] = without_null_text(value, depth - 1)
        else:
            result[key] = None if isinstance(value, str) and value == "null" else value
    return result


def parse_setting(setting: str) -> tuple[str, Any]:
    """Read ``KEY=VALUE`` as the command line gives it; the value as in TOML, quotes optional.

    Raises:
        RulesError: text without a key or without an equals sign.

    >>> parse_setting("meld.run.aces=high_or_low"), parse_setting("deck.packs=2")
    (('meld.run.aces', 'high_or_low'), ('deck.packs', 2))
    """
    key, equals, text = setting.partition("=")
    key, text = key.strip(), text.strip()
    if not equals or not key:
        raise RulesError(
            "bad-setting",
            f"{excerpt(setting)} is not a setting: write KEY=VALUE, such as meld.run.min=4",
            {"field": "set", "value": setting[:80]},
        )
    return key, _parse_value(text)


def _parse_value(text: str) -> Any:
    try:
        document = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        # Not only TOML's own error: a number of thousands of digits is a plain ValueError.
        return text
    # Text with line breaks could smuggle in further keys; then it is just text.
    return document["value"] if document.keys() == {"value"} else text
