"""Files of random hands, some rows of which cannot be read."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path

from meldwise.batch.files.parquet_file import arrow
from meldwise.cards.hand import pack


def hands(count: int, *, seed: int = 1, size: int = 10, bad_every: int = 0) -> Iterator[str]:
    """Hands of one pack as text; every so many is none."""
    cards = [str(card) for card in pack()]
    chance = random.Random(seed)
    for number in range(1, count + 1):
        hand = " ".join(chance.sample(cards, size))
        yield hand + " 7X" if bad_every and number % bad_every == 0 else hand


def write_hands(path: Path, count: int, *, seed: int = 1, bad_every: int = 0) -> Path:
    """A file of numbered hands, in the form that its suffix names."""
    rows = enumerate(hands(count, seed=seed, bad_every=bad_every))
    if path.suffix == ".parquet":
        numbers, texts = zip(*rows, strict=True)
        table = arrow().table({"id": numbers, "hand": texts})
        arrow("pyarrow.parquet").write_table(table, path, row_group_size=70)
        return path
    with path.open("w", encoding="utf-8", newline="") as handle:
        if path.suffix == ".csv":
            csv.writer(handle).writerows([("id", "hand"), *rows])
        else:
            handle.writelines(json.dumps({"id": n, "hand": text}) + "\n" for n, text in rows)
    return path


def content(path: Path) -> object:
    """What a file says: its bytes, or the rows of a parquet file."""
    if path.suffix == ".parquet":
        return arrow("pyarrow.parquet").read_table(path).to_pylist()
    return path.read_bytes()


def left_behind(folder: Path, *expected: Path) -> set[str]:
    """The names of files in a folder besides those expected."""
    return {path.name for path in folder.iterdir()} - {path.name for path in expected}
