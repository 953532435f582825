"""Answers as small, self-contained HTML for notebooks: no scripts, no style sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from meldwise.display.look import GLYPHS, Look, Span, Tone
from meldwise.display.rows import Row, meld_row, partition_rows
from meldwise.display.sentences import (
    answer_sentence,
    more_sentence,
    partition_sentence,
    verdict_sentence,
)
from meldwise.display.views import AnswerView, VerdictView

# Cards are white with a border, so that they can be read in light and dark notebooks alike; all
# colours have a contrast of more than 4.5 to 1 on white.
_COLOURS: Final[dict[Tone | None, str]] = {
    "black": "#1a1a1a",
    "red": "#c62828",
    "blue": "#1565c0",
    "green": "#2e7d32",
    "orange": "#b34700",
    "wild": "#8e24aa",
}
_CARD: Final = (
    "display:inline-block;margin:1px;padding:0 .3em;border:1px solid #999;border-radius:.25em;"
    "background:#fff;white-space:nowrap;color:"
)
# A wild is also told by its frame and weight, not by its colour alone.
_WILD: Final = ";border:1px dashed #8e24aa;font-weight:bold"
_CELL: Final = "text-align:left;padding:.1em .6em"
_NUMBER: Final = "text-align:right;padding:.1em .6em"
_CAPTION: Final = "caption-side:top;text-align:left;font-weight:bold;padding:.3em .6em"


def answer_html(answer: AnswerView, look: Look = GLYPHS) -> str:
    """The best melds and the alternatives as tables, each with a caption.

    Args:
        answer: What `best_melds` returns.
        look: How cards are written; suit glyphs by default.

    >>> from meldwise import best_melds
    >>> "<caption" in answer_html(best_melds("7H 8H 9H", "gin-rummy"))
    True
    """
    title = f"{answer.rules}: {answer_sentence(answer, look)}"
    tables = [_table(title, partition_rows(answer.best, look))]
    for number, other in enumerate(answer.alternatives, 2):
        rows = partition_rows(other, look, answer.best)
        tables.append(_table(f"{number}. {partition_sentence(other, look)}", rows, marked=True))
    more = more_sentence(answer)
    return f"<div>{''.join(tables)}{'' if more is None else f'<p>{escape(more)}</p>'}</div>"


def verdict_html(verdict: VerdictView, look: Look = GLYPHS) -> str:
    """All readings of a meld as a table, or why there is none."""
    return _table(
        verdict_sentence(verdict), tuple(meld_row(meld, look) for meld in verdict.readings)
    )


def _table(title: str, rows: Sequence[Row], *, marked: bool = False) -> str:
    caption = f'<caption style="{_CAPTION}">{escape(title)}</caption>'
    body = "".join(_row(row, marked=marked) for row in rows)
    head = "".join(
        f'<th scope="col" style="{style}">{name}</th>'
        for name, style in (("kind", _CELL), ("cards", _CELL), ("points", _NUMBER))
    )
    full = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>" if rows else ""
    return f'<table style="border-collapse:collapse">{caption}{full}</table>'


def _row(row: Row, *, marked: bool) -> str:
    star = "* " if marked and row.differs else ""
    points = "" if row.points is None else str(row.points)
    return (
        f'<tr><th scope="row" style="{_CELL}">{star}{escape(row.label)}</th>'
        f'<td style="{_CELL}">{"".join(_cards(row.cards))}</td>'
        f'<td style="{_NUMBER}">{points}</td></tr>'
    )


def _cards(cards: Sequence[Span]) -> Iterator[str]:
    for card in cards:
        style = _CARD + _COLOURS[card.tone] + (_WILD if card.tone == "wild" else "")
        yield f'<span style="{style}">{escape(card.text)}</span> '
