"""Values in no time: by value functions where there are any, else by a rule of thumb."""

from __future__ import annotations

from meldwise.advice.belief import Belief
from meldwise.advice.reasons import Reasoner
from meldwise.advice.rule_of_thumb import rules_of_thumb
from meldwise.advice.values import Value
from meldwise.advice.wholeturn import Advised


def static_values(
    belief: Belief, actions: tuple[Advised, ...], reasoner: Reasoner
) -> tuple[Value, ...]:
    """A value for each action without sampling."""
    return rules_of_thumb(belief, actions, reasoner)
