"""Values in no time: by value functions where there are any, else by a rule of thumb."""

from __future__ import annotations

from meldwise.advice.prospects import Prospects
from meldwise.advice.rule_of_thumb import rules_of_thumb
from meldwise.advice.values import Value


def static_values(prospects: Prospects) -> tuple[Value, ...]:
    """A value for each action without sampling."""
    return rules_of_thumb(prospects)
