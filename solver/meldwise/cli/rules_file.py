"""Whether a rules file is valid, what it extends and what it changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from meldwise.errors import RulesError, one_line

if TYPE_CHECKING:
    from meldwise.rules.ruleset import RuleSet


def check_file(path: str, *, as_json: bool) -> int:
    """Print whether a rules file is valid.

    Args:
        path: The file.
        as_json: Print one JSON document instead of one line.

    Returns:
        0 if it is valid, else 1.

    Raises:
        RulesError: the file cannot be read, so there is nothing to tell about it.
    """
    from meldwise.cli.output import write_json, write_text
    from meldwise.rules.files import load_rules

    try:
        rules = load_rules(path)
    except RulesError as error:
        if error.code == "unreadable-file":
            raise
        if as_json:
            fault = {"code": error.code, "message": error.message, "where": error.where}
            write_json({"valid": False, **fault})
        else:
            write_text(one_line(error.message))
        return 1
    parent = _parent(Path(path))
    if as_json:
        known = {"id": rules.id, "name": rules.name, "extends": parent}
        write_json({"valid": True, **known})
    else:
        write_text(
            one_line(f"{path}: valid: {rules.name} ({rules.id}){_what_is_new(rules, parent)}")
        )
    return 0


def changes_told(before: RuleSet, after: RuleSet) -> list[str]:
    """The options in which two rule sets differ, with the values now and before.

    >>> from meldwise.rules import rules
    >>> changes_told(rules("loba"), rules("loba", {"meld.run.min": 3}))
    ['meld.run.min: 3 (was 4)']
    """
    old, new = _options(before), _options(after)
    return [f"{name}: {new[name]} (was {old[name]})" for name in new if new[name] != old[name]]


def _options(rules: RuleSet) -> dict[str, str]:
    from meldwise.rules.dotted import flat

    options = flat(rules.to_dict())
    return {name: json.dumps(options[name], ensure_ascii=False) for name in rules.options}


def _what_is_new(rules: RuleSet, parent: str | None) -> str:
    from meldwise.rules import rules as find_rules

    if parent is None:
        return ""
    changed = changes_told(find_rules(parent), rules)
    return f", extends {parent}, changes {'; '.join(changed) or 'nothing'}"


def _parent(file: Path) -> str | None:
    """What a valid file extends."""
    if not file.is_file():
        # A pipe has been read already and holds nothing more.
        return None
    from meldwise.rules.documents import read_text
    from meldwise.rules.files import LARGEST_FILE, parse_rules_text

    text = read_text(str(file), LARGEST_FILE, RulesError)
    values = parse_rules_text(text, is_json=file.suffix.lower() == ".json")
    parent = values.get("extends")
    return None if parent in (None, "null") else str(parent)
