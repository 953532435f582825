"""The count files: legal melds of pools of cards, and optimal partitions of hands."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

import pytest

from meldwise import best_melds, count_melds
from meldwise.partition.question import Engine
from tests.golden.counts import Count, counts
from tests.golden.recount import recounted_melds, recounted_partitions

MELDS = counts("melds.counts.txt")
PARTITIONS = counts("partitions.counts.txt")

# The model forbids one partition after the other, which takes it long where there are many.
MOST_OF_THE_MODEL = 40

SOLVED: list[tuple[Count, Engine]] = [
    *((record, "search") for record in PARTITIONS),
    *((record, "cp") for record in PARTITIONS if record.count <= MOST_OF_THE_MODEL),
]

OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}


def total(text: str) -> int:
    """A sum as the files write it."""

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int)
        return node.value

    return value(ast.parse(text, mode="eval").body)


@pytest.mark.parametrize("record", MELDS, ids=lambda record: record.id)
def test_a_pool_holds_so_many_melds(record: Count) -> None:
    assert count_melds(record.cards, record.rule_set) == record.count


@pytest.mark.parametrize(("record", "engine"), SOLVED, ids=str)
def test_a_hand_has_so_many_optimal_partitions(record: Count, engine: Engine) -> None:
    best = best_melds(record.cards, record.rule_set, limit="optimal", engine=engine, seconds=60)
    assert (best.exact, best.truncated) == (True, False)
    assert 1 + len(best.alternatives) == record.count


@pytest.mark.parametrize("record", MELDS, ids=lambda record: record.id)
def test_the_meld_counts_were_found_independently(record: Count) -> None:
    found = recounted_melds(record) if record.how == "brute" else total(record.how)
    assert found == record.count


@pytest.mark.parametrize("record", PARTITIONS, ids=lambda record: record.id)
def test_the_partition_counts_were_found_independently(record: Count) -> None:
    found = recounted_partitions(record) if record.how == "brute" else total(record.how)
    assert found == record.count


@pytest.mark.parametrize("records", [MELDS, PARTITIONS], ids=["melds", "partitions"])
def test_records_have_names_of_their_own(records: list[Count]) -> None:
    assert len({record.id for record in records}) == len(records) > 20
