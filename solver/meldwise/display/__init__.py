"""Results as people read them: text in columns, colours on a terminal, HTML in a notebook."""

from meldwise.display.html import answer_html, verdict_html
from meldwise.display.look import Look
from meldwise.display.terminal import has_glyphs, printable, wants_colour, write_lines
from meldwise.display.text import answer_lines, answer_text, verdict_lines, verdict_text

__all__ = [
    "Look",
    "answer_html",
    "answer_lines",
    "answer_text",
    "has_glyphs",
    "printable",
    "verdict_html",
    "verdict_lines",
    "verdict_text",
    "wants_colour",
    "write_lines",
]
