"""The exact engines: best partitions of a hand into melds."""

from meldwise.partition.answer import BestMelds, Deadwood, Partition
from meldwise.partition.best import best_melds
from meldwise.partition.requirements import Requirements

__all__ = ["BestMelds", "Deadwood", "Partition", "Requirements", "best_melds"]
