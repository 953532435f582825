"""Why an action is good or bad: sentences computed for the position at hand."""

from meldwise.advice.reasons.reasoning import Reasoner

__all__ = ["Reasoner"]
