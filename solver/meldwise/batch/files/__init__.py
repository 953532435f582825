"""Batches from file to file: csv, jsonl and parquet, on one machine or a cluster."""

from meldwise.batch.files.running import FileBatch, run_batch

__all__ = ["FileBatch", "run_batch"]
