"""Rules files: TOML or JSON, complete or with ``extends``; faults are told with their line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Final

from meldwise.errors import RulesError, excerpt
from meldwise.rules.documents import JsonError, parse_json, read_text
from meldwise.rules.dotted import merged, nested, without_null_text
from meldwise.rules.faults import shown
from meldwise.rules.lines import line_of
from meldwise.rules.ruleset import RuleSet, build, option_names

LARGEST_FILE: Final = 256 * 1024


def resolve(options: Mapping[str, Any]) -> RuleSet:
    """A rule set from options, complete or with ``extends = "loba"``.

    Args:
        options: Values by dotted or nested names.

    Raises:
        RulesError: an unknown option, a value that is not allowed, or values that cannot go
            together.

    >>> resolve({"extends": "loba", "meld.run.min": 3}).id
    'custom'
    """
    values = without_null_text(options)
    parent = values.pop("extends", None)
    values = nested(values)
    if parent is None:
        return build(values)
    base = _parent(parent).model_dump(by_alias=True)
    return build(merged(base, {"id": "custom"} | values))


def _parent(name: object) -> RuleSet:
    if not isinstance(name, str):
        raise RulesError(
            "bad-value",
            f"extends: {excerpt(shown(name))} is not the id of a rule set",
            {"key": "extends"},
        )
    from meldwise.rules.catalog import preset

    try:
        return preset(name)
    except RulesError as error:
        place = {"key": "extends", "value": name[:80]}
        raise RulesError(error.code, f"extends: {error.message}", place) from None


def load_rules(path: PathLike[str] | str) -> RuleSet:
    r"""The rule set of a TOML or JSON file (by its suffix; TOML when it is neither).

    Raises:
        RulesError: with ``file`` and, where it can be told, ``line`` of the fault.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "house.toml")
    ...     _ = file.write_text('extends = "loba"\nmeld.run.min = 3')
    ...     load_rules(file).meld.run.min
    3
    """
    file = Path(path)
    is_json = file.suffix.lower() == ".json"
    text = read_text(str(path), LARGEST_FILE, RulesError)
    try:
        return resolve(parse_rules_text(text, is_json=is_json))
    except RulesError as error:
        line = error.where.get("line") or line_of(text, _keys_of(error), is_json=is_json)
        place = {"file": str(path)} | ({"line": line} if line else {})
        prefix = f"{path}, line {line}: " if line else f"{path}: "
        raise RulesError(error.code, prefix + error.message, {**error.where, **place}) from None


def _keys_of(error: RulesError) -> list[str]:
    # The fault of a contradiction may lie in any of the options of which the sentence speaks:
    # the file may set only one of them and have the other from the rule set that it extends.
    named = [name for name in option_names() if "." in name and name in error.message]
    return [str(error.where.get("key", "")), *named]


def parse_rules_text(text: str, *, is_json: bool) -> dict[str, Any]:
    """The options that the text of a rules file holds, as they are written.

    Raises:
        RulesError: no TOML or JSON, or no table of options; with the line where it is known.

    >>> parse_rules_text('extends = "loba"', is_json=False)
    {'extends': 'loba'}
    """
    try:
        values = parse_json(text) if is_json else tomllib.loads(text)
    except JsonError as fault:
        raise RulesError(fault.code, fault.message, fault.where) from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, error) from None
    except RecursionError:
        raise RulesError("too-deep", "tables are nested too deeply") from None
    except ValueError:
        # As with JSON: a number of more than 4,300 digits.
        raise RulesError("bad-value", "a number has too many digits") from None
    if not isinstance(values, dict):
        raise RulesError("not-a-table", "a rules file holds one table of options")
    if not values:
        raise RulesError(
            "empty-file", 'no options: write at least extends = "loba" or another rule set'
        )
    return values


def _not_toml(text: str, error: tomllib.TOMLDecodeError) -> RulesError:
    message = str(error)
    found = re.search(r"line (\d+)", message)
    line = int(found.group(1)) if found else text.count("\n") + 1
    return RulesError("not-toml", f"not TOML: {message[:1].lower()}{message[1:]}", {"line": line})
