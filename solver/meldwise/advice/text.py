"""Advice as lines of text in aligned columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from meldwise.advice.values import NORMAL, Value
from meldwise.advice.wholeturn import advised_text

if TYPE_CHECKING:
    from meldwise.advice.answer import Hint, KnockAdvice, Ranked, Tutoring

_GAP: Final = "  "
_WIDEST: Final = 48
_COLUMNS: Final = ("", "action", "value", "win", "caught", "deadwood", "source")


def hint_text(hint: Hint) -> str:
    """A hint as text: the actions ranked, then why the best is best.

    >>> from meldwise.advice import hint
    >>> line = "tonk 2:0:1 deal TCTDKSQHTS - 9C 41 0,0 - -- -- 1:5 -"
    >>> print(hint_text(hint(line, samples=0)).partition("Why")[0].rstrip())
       action   value  win  deadwood  source
    1  declare   +4.0    …        50  heuristic
    2  pass      -2.0    …        50  heuristic
    """
    rows = [_row(number, ranked) for number, ranked in enumerate(hint.actions, 1)]
    lines = aligned(_COLUMNS, rows)
    if any(ranked.tied for ranked in hint.actions[1:]):
        lines += ["", "* cannot be told apart from the best"]
    if hint.actions[0].why:
        lines += ["", f"Why {advised_text(hint.best)}:"]
        lines += [f"- {reason}" for reason in hint.actions[0].why]
    if hint.notes:
        lines += ["", *hint.notes]
    return "\n".join(lines)


def knock_text(advice: KnockAdvice) -> str:
    """Knock advice as text."""
    lines = [_verdict(advice)]
    rows = []
    for name, value in (("end it", advice.knock), ("wait", advice.wait)):
        if value is not None:
            rows.append(("", name, str(value), _share(value.win), "", "", value.source))
    lines += ["", *aligned(_COLUMNS, rows), ""] if rows else []
    return "\n".join([*lines, *(f"- {reason}" for reason in advice.why)])


def tutoring_text(tutoring: Tutoring) -> str:
    """A verdict as text."""
    played, best = advised_text(tutoring.played.action), advised_text(tutoring.best.action)
    head = {
        "best": f"{played}: the best action.",
        "as-good": f"{played}: cannot be told apart from the best, {best}.",
    }.get(tutoring.verdict)
    if head is None:
        cost = f"{tutoring.cost:.1f}"
        if tutoring.cost_se:
            cost += f" ±{NORMAL * tutoring.cost_se:.1f}"
        article = "an" if tutoring.verdict == "inaccuracy" else "a"
        head = f"{played}: {article} {tutoring.verdict}, {cost} worse than {best}."
    return "\n".join([head, *(f"- {reason}" for reason in tutoring.why)])


def aligned(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    r"""A table whose numbers are aligned to the right; columns that are empty are left out.

    >>> print("\n".join(aligned(("action", "value"), [("knock", "+21.4"), ("pass", "-3.0")])))
    action  value
    knock   +21.4
    pass     -3.0
    """
    kept = [at for at in range(len(names)) if any(row[at] for row in rows)]
    lines = [[names[at] for at in kept], *([row[at] for at in kept] for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(kept))]
    numeric = [names[at] in ("value", "win", "caught", "deadwood") for at in kept]
    return [
        _GAP.join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ).rstrip()
        for line in lines
    ]


def share(chance: float) -> str:
    """A chance in per cent.

    >>> share(0.8349), share(0.004)
    ('83 %', '0.4 %')
    """
    percent = 100 * chance
    return f"{percent:.1f} %" if 0 < percent < 1 else f"{percent:.0f} %"


def _share(chance: float | None) -> str:
    return "…" if chance is None else share(chance)


def _row(number: int, ranked: Ranked) -> tuple[str, ...]:
    text = advised_text(ranked.action)
    return (
        f"{number}{'*' if ranked.tied and number > 1 else ''}",
        text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…",
        _value(ranked.worth),
        _share(ranked.win),
        "" if ranked.caught is None else share(ranked.caught),
        "" if ranked.deadwood is None else str(ranked.deadwood),
        ranked.source,
    )


def _value(value: Value) -> str:
    return str(value)


def _verdict(advice: KnockAdvice) -> str:
    if advice.advice == "not-legal":
        return "Not legal: the hand cannot be ended now."
    action = "Wait"
    if advice.advice == "knock" and advice.action is not None:
        first, _, rest = advised_text(advice.action).partition(" ")
        action = f"{first.capitalize()} {rest}".rstrip()
    if advice.ahead is None:
        return f"{action}."
    margin = f"{advice.ahead:.1f}"
    if advice.ahead_se:
        margin += f" ±{NORMAL * advice.ahead_se:.1f}"
    if advice.ahead <= 0:
        return f"{action}: too close to call, the samples say {margin}."
    over = "waiting" if advice.advice == "knock" else "ending the hand"
    close = advice.sure is not None and advice.sure < 0.975
    return f"{action}: {margin} better than {over}" + (", too close to be sure." if close else ".")
