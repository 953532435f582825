"""Questions about many hands at once, as arrays."""

from meldwise.batch.api import best_discard_batch, deadwood_batch, melds_batch
from meldwise.batch.results import BatchMeta, DeadwoodBatch, DiscardBatch, MeldsBatch

__all__ = [
    "BatchMeta",
    "DeadwoodBatch",
    "DiscardBatch",
    "MeldsBatch",
    "best_discard_batch",
    "deadwood_batch",
    "melds_batch",
]
