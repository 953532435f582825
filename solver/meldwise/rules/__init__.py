"""Rule sets as data: options, presets, user files. Loads the model only when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from meldwise.rules.catalog import RulesLike
    from meldwise.rules.ruleset import RuleSet

__all__ = ["rules"]


def rules(rules: RulesLike, changes: Mapping[str, Any] | None = None) -> RuleSet:
    """The rule set of that name, with some options changed.

    Args:
        rules: An id or alias, a `RuleSet`, options (a dict, with ``extends`` or complete), or
            the `pathlib.Path` of a rules file.
        changes: Options by dotted name.

    Returns:
        A frozen `RuleSet`; its ``replace`` gives changed copies.

    Raises:
        RulesError: an unknown rule set or option, or a value that is not allowed.

    >>> rules("romme").name
    'German Rummy (Rommé)'
    >>> rules({"extends": "loba", "meld.run.min": 3}).meld.run.min
    3
    """
    from meldwise.rules.catalog import find_rules

    found = find_rules(rules)
    return found if changes is None else found.replace(changes)
