"""Advice as small, self-contained HTML for notebooks: no scripts, no style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from meldwise.advice.text import share
from meldwise.advice.wholeturn import advised_text

if TYPE_CHECKING:
    from meldwise.advice.answer import Hint, KnockAdvice

_CELL: Final = "text-align:left;padding:.1em .6em"
_NUMBER: Final = "text-align:right;padding:.1em .6em"
_CAPTION: Final = "caption-side:top;text-align:left;font-weight:bold;padding:.3em .6em"
_NAMES: Final = ("action", "value", "win", "deadwood", "source")


def hint_html(hint: Hint) -> str:
    """A hint as a table, with the reasons for the best action below."""
    rows = [
        (
            advised_text(ranked.action) + (" *" if ranked.tied and number else ""),
            str(ranked.worth),
            "" if ranked.win is None else share(ranked.win),
            "" if ranked.deadwood is None else str(ranked.deadwood),
            ranked.source,
        )
        for number, ranked in enumerate(hint.actions)
    ]
    tied = any(ranked.tied for ranked in hint.actions[1:])
    notes = (*hint.notes, *(("* cannot be told apart from the best",) if tied else ()))
    title = f"{hint.rules}: {advised_text(hint.best)}"
    return _page(title, rows, (*hint.actions[0].why, *notes))


def knock_html(advice: KnockAdvice) -> str:
    """Knock advice as a table of both values, with the reasons below."""
    rows = [
        (
            name,
            str(value),
            "" if value.win is None else share(value.win),
            "" if advice.deadwood is None or name == "wait" else str(advice.deadwood),
            value.source,
        )
        for name, value in (("end it", advice.knock), ("wait", advice.wait))
        if value is not None
    ]
    return _page(f"{advice.rules}: {advice.advice}", rows, advice.why)


def _page(title: str, rows: Sequence[Sequence[str]], notes: Sequence[str]) -> str:
    styles = (_CELL, _NUMBER, _NUMBER, _NUMBER, _CELL)
    head = "".join(
        f'<th scope="col" style="{style}">{name}</th>'
        for name, style in zip(_NAMES, styles, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<td style="{style}">{escape(cell)}</td>'
            for cell, style in zip(row, styles, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    listed = "".join(f"<li>{escape(note)}</li>" for note in notes)
    return (
        f'<div><table style="border-collapse:collapse"><caption style="{_CAPTION}">'
        f"{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"{f'<ul>{listed}</ul>' if listed else ''}</div>"
    )
