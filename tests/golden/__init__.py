"""Worked examples, published cases and counts: figures that were found without this program."""
