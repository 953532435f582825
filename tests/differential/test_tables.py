"""Turns that rearrange the table against the brute force, which shares no code with them."""

from __future__ import annotations

import pytest

from tests.differential.tables import all_faults


@pytest.mark.parametrize("seed", range(6))
def test_no_turn_is_better_than_the_plan(seed: int) -> None:
    assert list(all_faults(seed, 20, most=9)) == []
