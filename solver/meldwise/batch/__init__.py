"""Questions about many hands at once, as arrays."""

from meldwise.batch.api import best_discard_batch, deadwood_batch, melds_batch
from meldwise.batch.oneply import one_ply_batch
from meldwise.batch.results import (
    BatchMeta,
    DeadwoodBatch,
    DiscardBatch,
    MeldsBatch,
    OnePlyBatch,
)

__all__ = [
    "BatchMeta",
    "DeadwoodBatch",
    "DiscardBatch",
    "MeldsBatch",
    "OnePlyBatch",
    "best_discard_batch",
    "deadwood_batch",
    "melds_batch",
    "one_ply_batch",
]
