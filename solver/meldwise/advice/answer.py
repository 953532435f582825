"""The answers of advice as values, text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from meldwise.advice.values import Source, Value, rounded
from meldwise.advice.wholeturn import Advised
from meldwise.cards import Card


@dataclass(frozen=True, slots=True)
class Ranked:
    """One action and what is known of it.

    Args:
        action: The action, or the whole turn.
        worth: What it is worth.
        deadwood: What the hand then leaves unmelded at best, or, where all cards held count,
            what it counts; None where the next card is not known yet.
        caught: The chance that ending the hand now loses it; None where it does not end it.
        behind: By how much the best action is ahead.
        behind_se: The standard error of that difference; None where nothing was sampled for it.
        tied: Whether it cannot be told apart from the best.
        why: Reasons, computed for this position.
    """

    action: Advised
    worth: Value
    deadwood: int | None = None
    caught: float | None = None
    behind: float = 0.0
    behind_se: float | None = None
    tied: bool = False
    why: Sequence[str] = ()

    @property
    def value(self) -> float:
        """The expected change of the advantage."""
        return self.worth.value

    @property
    def se(self) -> float | None:
        """Its standard error, where it is known."""
        return self.worth.se

    @property
    def win(self) -> float | None:
        """The chance to win the hand, where it is known."""
        return self.worth.win

    @property
    def source(self) -> Source:
        """Where the value comes from."""
        return self.worth.source

    def to_dict(self) -> dict[str, Any]:
        """The action and its values as JSON."""
        found: dict[str, Any] = {
            "action": self.action.to_dict(),
            **self.worth.to_dict(),
            "deadwood": self.deadwood,
            "behind": rounded(self.behind),
            "behind_se": rounded(self.behind_se),
            "tied": self.tied,
            "why": list(self.why),
        }
        if self.caught is not None:
            found["caught"] = rounded(self.caught)
        return found


@dataclass(frozen=True, slots=True)
class Hint:
    """All actions of a position, the best first.

    Args:
        rules: The id of the rule set.
        actions: The actions, best first; those that cannot be told apart from the best are
            marked.
        samples: How many hidden deals were played out for each action that was sampled.
        seed: What they follow from.
        final: Whether no better answer follows; see `improving_hints`.
        notes: What holds for the whole answer.
        elapsed_ms: The time it took.
    """

    rules: str
    actions: tuple[Ranked, ...]
    samples: int
    seed: int
    final: bool = True
    notes: tuple[str, ...] = ()
    elapsed_ms: float = field(default=0.0, compare=False)

    @property
    def best(self) -> Advised:
        """The best action."""
        return self.actions[0].action

    @property
    def value(self) -> float:
        """What the best action is worth."""
        return self.actions[0].value

    @property
    def exact(self) -> bool:
        """Whether every value is exact, so that nothing can be better than the best."""
        return all(ranked.worth.exact for ranked in self.actions)

    def of(self, action: Advised) -> Ranked | None:
        """What is known of an action; None if it is not listed."""
        return next((ranked for ranked in self.actions if ranked.action == action), None)

    def to_dict(self) -> dict[str, Any]:
        """The hint as JSON, the same as on the command line."""
        found: dict[str, Any] = {
            "best": self.best.to_dict(),
            "value": rounded(self.value),
            "exact": self.exact,
            "samples": self.samples,
            "seed": self.seed,
            "elapsed_ms": self.elapsed_ms,
            "actions": [ranked.to_dict() for ranked in self.actions],
            "notes": list(self.notes),
        }
        if not self.final:
            found["final"] = False
        return found

    def __str__(self) -> str:
        from meldwise.advice.text import hint_text

        return hint_text(self)

    def _repr_html_(self) -> str:
        from meldwise.advice.html import hint_html

        return hint_html(self)


KnockWord = Literal["knock", "wait", "not-legal"]


@dataclass(frozen=True, slots=True)
class KnockAdvice:
    """Whether to end the hand now.

    Args:
        rules: The id of the rule set.
        advice: ``knock``, ``wait``, or ``not-legal``: the hand cannot be ended now.
        action: What ends the hand: a knock, going out, a declaration; None if nothing does.
        discard: The card to throw when the advice is followed; None: none.
        deadwood: What is then left unmelded, or held where all cards count.
        knock: What ending it is worth; None if it is not legal.
        wait: What playing on is worth.
        ahead: By how much the better of the two is ahead, on the samples in which both were played:
            of playing on there may be fewer.
        ahead_se: The standard error of that difference; None where there is none to tell.
        sure: The chance that the better one is better, as far as samples can tell.
        caught: The chance that ending the hand now loses it.
        samples: How many hidden deals were looked at.
        seed: What they follow from.
        why: Reasons, computed for this position.
        elapsed_ms: The time it took.
    """

    rules: str
    advice: KnockWord
    action: Advised | None
    discard: Card | None
    deadwood: int | None
    knock: Value | None
    wait: Value | None
    ahead: float | None
    ahead_se: float | None
    sure: float | None
    caught: float | None
    samples: int
    seed: int
    why: Sequence[str] = ()
    elapsed_ms: float = field(default=0.0, compare=False)

    @property
    def exact(self) -> bool:
        """Whether all values are exact."""
        return all(value is None or value.exact for value in (self.knock, self.wait))

    def to_dict(self) -> dict[str, Any]:
        """The advice as JSON, the same as on the command line."""
        return {
            "advice": self.advice,
            "action": None if self.action is None else self.action.to_dict(),
            "discard": None if self.discard is None else str(self.discard),
            "deadwood": self.deadwood,
            "knock": None if self.knock is None else self.knock.to_dict(),
            "wait": None if self.wait is None else self.wait.to_dict(),
            "ahead": rounded(self.ahead),
            "ahead_se": rounded(self.ahead_se),
            "sure": rounded(self.sure),
            "caught": rounded(self.caught),
            "exact": self.exact,
            "samples": self.samples,
            "seed": self.seed,
            "why": list(self.why),
            "elapsed_ms": self.elapsed_ms,
        }

    def __str__(self) -> str:
        from meldwise.advice.text import knock_text

        return knock_text(self)

    def _repr_html_(self) -> str:
        from meldwise.advice.html import knock_html

        return knock_html(self)


@dataclass(frozen=True, slots=True)
class Tutoring:
    """What an action cost against the best.

    Args:
        played: The action that was looked at.
        best: The best action.
        cost: By how much it is worse, in the rule set's own unit, as far as can be told: 0 for
            the best action, never negative.
        cost_se: The standard error of the cost; None where there is none to tell.
        verdict: ``best``, ``as-good`` (cannot be told apart from the best), ``inaccuracy`` or
            ``mistake``.
        why: What speaks against it, and for the best.
        hint: The whole answer.
    """

    played: Ranked
    best: Ranked
    cost: float
    cost_se: float | None
    verdict: Literal["best", "as-good", "inaccuracy", "mistake"]
    why: tuple[str, ...]
    hint: Hint

    def to_dict(self) -> dict[str, Any]:
        """The verdict as JSON."""
        return {
            "verdict": self.verdict,
            "cost": rounded(self.cost),
            "cost_se": rounded(self.cost_se),
            "played": self.played.to_dict(),
            "best": self.best.to_dict(),
            "why": list(self.why),
            "samples": self.hint.samples,
            "seed": self.hint.seed,
            "elapsed_ms": self.hint.elapsed_ms,
        }

    def __str__(self) -> str:
        from meldwise.advice.text import tutoring_text

        return tutoring_text(self)
