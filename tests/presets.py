"""The presets that the referee deals and plays."""

from __future__ import annotations

from meldwise.rules import rules
from meldwise.rules.catalog import PRESETS

PLAYED = tuple(name for name in PRESETS if not rules(name).table_rearrange)
"""A table that every player may rearrange is planned for, and not played."""
