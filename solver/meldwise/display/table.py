"""A table of text in aligned columns, folded to a width where there is one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

_GAP: Final = 2


def table(header: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> str:
    """Header and rows in columns; without a width every row stays on one line.

    Args:
        header: The names of the columns.
        rows: The cells of each row, as many as there are names.
        width: Columns of the terminal; cells are folded until the table fits, if it can.

    >>> print(table(("game", "cards"), [("tonk", "5"), ("loba", "9")]))
    game  cards
    ----  -----
    tonk  5
    loba  9
    """
    columns = list(zip(header, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    if width is not None:
        _narrow(widths, [_longest_word(column) for column in columns], width)
    folded = [_folded(row, widths) for row in rows]
    apart = any(len(lines) > 1 for lines in folded)
    lines = _folded(header, widths) + _folded(["-" * size for size in widths], widths)
    for number, row in enumerate(folded):
        lines += ["", *row] if apart and number else row
    return "\n".join(lines)


def _longest_word(column: Sequence[str]) -> int:
    return max((len(word) for cell in column for word in cell.split()), default=0)


def _narrow(widths: list[int], least: Sequence[int], width: int) -> None:
    """Take from the widest columns, one by one, until all fit or no word would."""
    while sum(widths) + _GAP * (len(widths) - 1) > width:
        spare = [size if size > word else 0 for size, word in zip(widths, least, strict=True)]
        if not any(spare):
            return
        widths[spare.index(max(spare))] -= 1


def _folded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [
        wrap(cell, max(size, 1), break_on_hyphens=False) or [""]
        for cell, size in zip(row, widths, strict=True)
    ]
    lines = []
    for parts in zip_longest(*cells, fillvalue=""):
        padded = [part.ljust(size) for part, size in zip(parts, widths, strict=True)]
        lines.append((" " * _GAP).join(padded).rstrip())
    return lines
