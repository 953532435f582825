"""Plans of turns against brute force on many positions: ``python -m tests.property.long_turns``.

For each rule set it draws ``--positions`` turns, or turns under random mixes of options with
``--mixes``, and stops at the first that differs.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from random import Random

from meldwise import rules
from meldwise.errors import PositionError
from meldwise.play import LayOff
from meldwise.rules.ruleset import RuleSet
from meldwise.turn import TurnPlan, listing, plan_turn
from tests.property.playmixes import play_mix
from tests.property.turns import (
    QUESTIONS,
    TooManyError,
    all_draws,
    all_turns,
    before_draw,
    planned,
    played,
    random_turn,
    result_of,
)

PRESETS = ("german-rummy", "tonk", "loba", "ramino-drift")


@contextmanager
def only_model() -> Iterator[None]:
    """Let the constraint model answer what would else be listed."""
    most = listing.MOST_CHOICES
    listing.MOST_CHOICES = -1  # type: ignore[misc] # final but for this comparison
    try:
        yield
    finally:
        listing.MOST_CHOICES = most  # type: ignore[misc] # as above


def listed_whole(known: RuleSet) -> bool:
    """Whether the legal actions listed are enough for every turn there is.

    Of several readings of the same cards one is listed; where a certain kind of meld is asked
    for, another one may be needed, and the planner finds it.
    """
    wanted = known.hand.requires
    return not (wanted.sets or wanted.runs or wanted.pure_runs or known.open.pure_run)


def grows_new_melds(plan: TurnPlan, old: int) -> bool:
    """Whether a plan lays off on a meld of the same turn.

    It was laid in a reading to which that card can be added, perhaps not the dearest, which is
    the only one listed.
    """
    return any(isinstance(step, LayOff) and step.meld >= old for step in plan.actions)


def compare(known: RuleSet, random: Random, cards: int) -> tuple[bool, list[float]]:
    """Compare one position: whether it was small enough, and the times of the plans in ms."""
    state = random_turn(known, random, cards=cards)
    position = state.position()
    try:
        every = all_turns(state)
    except TooManyError:
        return False, []
    times = []
    for number, (goal, then) in enumerate(random.sample(QUESTIONS, 6)):
        line = f"{position.to_text()} for {goal}, {then}"
        try:
            with only_model() if number % 2 else nullcontext():
                plan = plan_turn(position, goal=goal, then=then, seconds=20)
        except PositionError as error:
            if every:
                raise AssertionError(line) from error
            continue
        times.append(plan.elapsed_ms)
        assert every or not listed_whole(known), line
        best = max((result.ranked(goal, then) for result in every), default=())
        after = played(state, plan.actions)
        found = result_of(state, after, state.seat)
        assert plan.exact, line
        assert after.over or after.seat != state.seat, line
        if listed_whole(known) and not grows_new_melds(plan, len(state.table)):
            assert found.ranked(goal, then) == best, f"{found} is not {best}: {line}"
            assert found in every, line
        else:
            assert found.ranked(goal, then) >= best, f"{found} is not {best}: {line}"
        assert -found.left == plan.left.points, line
        assert found.points == plan.placed.points, line
        assert bool(found.out) is plan.out, line
    return True, times


def compare_draw(known: RuleSet, random: Random, cards: int) -> bool:
    """Compare one position before the draw; False if it had too many ways."""
    state = before_draw(random_turn(known, random, cards=cards))
    position = state.position()
    try:
        every = all_draws(state)
    except TooManyError:
        return False
    for goal, then in random.sample(QUESTIONS, 4):
        line = f"{position.to_text()} for {goal}, {then}"
        plan = plan_turn(position, goal=goal, then=then, seconds=20)
        best = max(result.ranked(goal, then) for result in every)
        assert plan.exact, line
        assert planned(state, plan).ranked(goal, then) == best, line
        played(state, plan.actions[:1])
    return True


def run(known: RuleSet, name: str, positions: int, seed: int, cards: int) -> None:
    """Compare so many positions and say how long it took."""
    started, done, times = time.process_time(), 0, list[float]()
    for number in range(positions):
        compared, more = compare(known, Random(f"{name} {seed} {number}"), cards)
        done += compared
        times += more
        compare_draw(known, Random(f"draw {name} {seed} {number}"), cards)
    seconds = time.process_time() - started
    print(  # noqa: T201 - the result of the run
        f"{name}: {done} of {positions} positions, {len(times)} plans, {seconds:.0f} s; a plan: "
        f"median {statistics.median(times):.1f} ms, most {max(times):.1f} ms",
        flush=True,
    )


def main() -> None:
    """Compare until all rule sets are done."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--mixes", type=int, default=0)
    parser.add_argument("--rules", nargs="*", default=list(PRESETS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", type=int, default=6)
    asked = parser.parse_args()
    for name in asked.rules if asked.positions else ():
        run(rules(name), name, asked.positions, asked.seed, asked.cards)
    for number in range(asked.mixes):
        known = play_mix(Random(f"{asked.seed} {number}"))
        if known.meld.time == "play":
            run(known, f"mix {number}", 20, asked.seed, asked.cards)


if __name__ == "__main__":
    main()
