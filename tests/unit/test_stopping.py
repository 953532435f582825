"""A search can be ended from outside; it then says that it was not finished."""

from __future__ import annotations

import random
from threading import Timer
from time import monotonic

import pytest

import meldwise as mw
from meldwise.cards import pack
from meldwise.partition.question import Engine
from meldwise.stopping import Stop, current_stop, stopped_by

# A hand for which either engine takes far longer than the test.
HARD = random.Random(3).sample(pack(2, 6).cards, 90)
LONG = 120.0


@pytest.mark.parametrize("engine", ["search", "cp", "auto"])
def test_a_stop_ends_a_search_from_another_thread(engine: Engine) -> None:
    stop = Stop()
    timer = Timer(0.3, stop.set)
    started = monotonic()
    with stopped_by(stop):
        timer.start()
        best = mw.best_melds(HARD, "german-rummy", engine=engine, goal="points", seconds=LONG)
    timer.join()
    assert not best.exact
    assert monotonic() - started < LONG / 2


def test_what_begins_after_the_stop_does_not_search() -> None:
    stop = Stop()
    stop.set()
    with stopped_by(stop):
        assert not mw.best_melds(HARD, "german-rummy", seconds=LONG).exact


def test_a_stop_holds_in_its_context_alone() -> None:
    stop = Stop()
    with stopped_by(stop):
        assert current_stop() is stop
    assert current_stop() is not stop
    stop.set()
    assert mw.best_melds("7H 8H 9H", "gin-rummy").exact


def test_a_stop_calls_only_while_it_is_wanted() -> None:
    stop, calls = Stop(), []
    with stop.calling(lambda: calls.append("first")):
        pass
    with stop.calling(lambda: calls.append("second")):
        stop.set()
    with stop.calling(lambda: calls.append("late")):
        pass
    assert calls == ["second", "late"]
