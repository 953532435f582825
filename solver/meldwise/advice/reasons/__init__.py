"""Why an action is good or bad: sentences computed for the position at hand."""

from meldwise.advice.reasons.reasoning import reasons_for, runner_up, thrown_by

__all__ = ["reasons_for", "runner_up", "thrown_by"]
