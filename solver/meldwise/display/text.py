"""Answers as lines of text in aligned columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from meldwise.display.look import GLYPHS, Line, Look, Span, plain
from meldwise.display.rows import Row, meld_row, partition_rows
from meldwise.display.sentences import (
    answer_sentence,
    more_sentence,
    partition_sentence,
    verdict_sentence,
)
from meldwise.display.views import AnswerView, VerdictView

# The longest run takes less; only a large deadwood goes on in a second line.
_WIDEST: Final = 60


def answer_text(answer: AnswerView, look: Look = GLYPHS) -> str:
    """The best melds as plain text; what ``print(best)`` shows.

    >>> from meldwise import best_melds
    >>> print(answer_text(best_melds("7H 8H 9H 7S 7D KC", "gin-rummy")))
    run       7♥ 8♥ 9♥  24
    deadwood  7♠ 7♦ K♣  24
    <BLANKLINE>
    Deadwood 24: 24 points in 1 meld.
    """
    return plain(answer_lines(answer, look))


def verdict_text(verdict: VerdictView, look: Look = GLYPHS) -> str:
    """Whether some cards are a meld as plain text; what ``print(check(...))`` shows."""
    return plain(verdict_lines(verdict, look))


def answer_lines(answer: AnswerView, look: Look) -> list[Line]:
    """The best melds, one sentence, then the alternatives with their differences marked.

    Args:
        answer: What `best_melds` returns.
        look: How cards are written.
    """
    best = partition_rows(answer.best, look)
    others = [partition_rows(other, look, answer.best) for other in answer.alternatives]
    columns = _Columns.of([row for rows in (best, *others) for row in rows])
    lines = [*columns.lines(best), *([()] if best else [])]
    lines.append((Span(answer_sentence(answer, look), "strong"),))
    if others:
        lines += [(), (Span("Alternatives (* marks what the best does not have):"),)]
    for number, (rows, other) in enumerate(zip(others, answer.alternatives, strict=True), 2):
        lines += [(), (Span(f"{number}. {partition_sentence(other, look)}"),)]
        lines += columns.lines(rows, marked=True)
    more = more_sentence(answer)
    return lines if more is None else [*lines, (), (Span(more),)]


def verdict_lines(verdict: VerdictView, look: Look) -> list[Line]:
    """All readings of a meld, or why there is none."""
    rows = [meld_row(meld, look) for meld in verdict.readings]
    sentence: Line = (Span(verdict_sentence(verdict), "strong"),)
    return [*_Columns.of(rows).lines(rows), *([()] if rows else []), sentence]


@dataclass(frozen=True, slots=True)
class _Columns:
    """How wide labels, cards and points are, the same for all arrangements of an answer."""

    label: int
    cards: int
    points: int

    @classmethod
    def of(cls, rows: Sequence[Row]) -> _Columns:
        return cls(
            max((len(row.label) for row in rows), default=0),
            max((_width(part) for row in rows for part in _folded(row.cards)), default=0),
            max((len(_points(row)) for row in rows), default=0),
        )

    def lines(self, rows: Sequence[Row], *, marked: bool = False) -> Iterator[Line]:
        for row in rows:
            margin = (" * " if row.differs else "   ") if marked else ""
            first, *rest = _folded(row.cards)
            start = (Span(margin), Span(row.label.ljust(self.label) + "  ", "label"))
            yield start + self._cards(first, _points(row))
            indent = Span(" " * (len(margin) + self.label + 2))
            for part in rest:
                yield (indent, *self._cards(part, ""))

    def _cards(self, cards: Sequence[Span], points: str) -> Line:
        spaced = [span for card in cards for span in (card, Span(" "))][:-1]
        if not points:
            return tuple(spaced)
        gap = self.cards - _width(cards) + 2 + self.points - len(points)
        return (*spaced, Span(" " * gap + points))


def _points(row: Row) -> str:
    return "" if row.points is None else str(row.points)


def _width(cards: Sequence[Span]) -> int:
    return sum(len(card.text) + 1 for card in cards) - 1


def _folded(cards: Sequence[Span]) -> list[list[Span]]:
    """The cards in lines of no more than the widest."""
    lines: list[list[Span]] = [[]]
    for card in cards:
        if lines[-1] and _width([*lines[-1], card]) > _WIDEST:
            lines.append([])
        lines[-1].append(card)
    return lines
