"""What comes of options: a rule set, or the error that says what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable

from meldwise.errors import RulesError
from meldwise.rules.ruleset import RuleSet


def outcome(make: Callable[[], RuleSet]) -> RuleSet | RulesError:
    """The rule set, or the one kind of error that is allowed; any other one is a failure."""
    try:
        return make()
    except RulesError as error:
        return error
