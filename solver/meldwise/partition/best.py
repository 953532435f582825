"""Best melds of a hand: reads the question, picks an engine, checks the answer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

from meldwise.cards import CardsLike, Hand
from meldwise.errors import RequestError, excerpt, nearest, shown, whole
from meldwise.melds.holdings import checked_cards
from meldwise.melds.meldrules import MeldRules, meld_rules
from meldwise.partition.answer import BestMelds, Deadwood, Partition
from meldwise.partition.clock import Clock, time_limit
from meldwise.partition.collecting import MOST_PARTITIONS
from meldwise.partition.physical import Layout
from meldwise.partition.pins import Pins
from meldwise.partition.question import Discard, Engine, Limit, Question
from meldwise.partition.requirements import Requirements, RequirementsLike
from meldwise.partition.scoring import Goal
from meldwise.partition.throwing import answer_keeping_jokers
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet

_GOALS: Final = get_args(Goal)
_ENGINES: Final = get_args(Engine)
_DISCARDS: Final = get_args(Discard)


def best_melds(  # noqa: PLR0913 - a public call with one keyword per choice of the user
    hand: CardsLike,
    rules: RulesLike = "gin-rummy",
    *,
    goal: Goal = "deadwood",
    discard: Discard | None = None,
    limit: Limit = 1,
    require: RequirementsLike = None,
    pins: Sequence[CardsLike] = (),
    engine: Engine = "auto",
    seconds: float = 2.0,
    players: int | None = None,
    locale: str = "en",
) -> BestMelds:
    """The best partition of a hand into melds.

    Args:
        hand: The cards, in any order.
        rules: Id, alias, `RuleSet`, options or file.
        goal: ``deadwood``: least deadwood, then most meld points, then fewest wilds; ``points``:
            most meld points, then least deadwood; ``out``: the most meld points among the ways
            to go out (when there is none, the answer is that of ``deadwood`` with ``out`` false).
        discard: Whether one card is thrown, which counts neither as meld nor as deadwood:
            ``none``, ``optional`` or ``required``. Jokers that the rule set keeps in hand are
            not thrown. By default none; for the goal ``out`` what
            the rule set asks of the last card.
        limit: How many partitions: the best and ``limit`` − 1 alternatives, distinct as sets of
            melds (of several discards that leave the same melds the best is shown);
            ``"optimal"``: all that are best by the goal's own measure.
        require: What the whole arrangement must contain; see `Requirements`. For the goal
            ``out`` the rule set's own requirements are added.
        pins: Groups of cards that must stay together in one meld.
        engine: ``search``, ``cp`` (OR-Tools CP-SAT) or ``auto``.
        seconds: The time limit of the search; when it is reached the best found is returned with
            ``exact`` false and a bound.
        players: Number of players, where the packs depend on it.
        locale: Whose letters the court cards have.

    Returns:
        The best partition and its alternatives; every meld was checked by `meldwise.melds`.

    Raises:
        NotationError, HandError, RulesError, RequestError: wrong input.

    >>> best = best_melds("4S 5S 6S 7S 7H 7D 7C QD QS JK 2H 9C KD", rules="german-rummy")
    >>> best.deadwood.points, best.meld_points, best.exact
    (21, 74, True)
    """
    started = time.perf_counter()
    rule_set = find_rules(rules)
    cards = Hand(checked_cards(Hand.parse(hand, locale).cards, rule_set, players))
    compiled = meld_rules(rule_set, rule_set.packs(players))
    _one_of("goal", goal, _GOALS)
    _one_of("engine", engine, _ENGINES)
    thrown = discard if discard is not None else _usual_discard(rule_set, goal)
    _one_of("discard", thrown, _DISCARDS)
    question = Question(
        goal=goal,
        discard=thrown if len(cards) else "none",
        requirements=_requirements(rule_set, goal, require),
        pins=Pins.parse(pins, cards, compiled, locale),
        limit=_limit(limit),
        engine=engine,
    )
    limit_seconds = time_limit(seconds)
    if engine == "cp":
        # Loading OR-Tools takes half a second once; the limit is for the search itself.
        import ortools.sat.python.cp_model  # noqa: F401
    clock = Clock(limit_seconds)
    found = answer_keeping_jokers(rule_set, compiled, cards, question, clock)
    if goal == "out" and not found.layouts:
        instead = question.instead("deadwood", Requirements.parse(require))
        missed = found
        found = answer_keeping_jokers(rule_set, compiled, cards, instead, clock)
        if not missed.exact:
            # Going out was not ruled out, and leaves no deadwood; a makeshift answer may do it.
            done = bool(found.layouts) and not found.layouts[0].deadwood
            found = replace(found, exact=False, bound=len(cards) if done else 0)
    partitions = [_partition(rule_set, compiled, layout) for layout in found.layouts]
    asked = not Requirements.parse(require).empty or bool(question.pins.groups)
    met = bool(partitions) if asked else None
    if not partitions:
        # What was asked for cannot be had, so nothing is laid, and even no cards are not "out".
        nothing = _partition(rule_set, compiled, Layout((), cards.cards, None))
        partitions = [replace(nothing, out=False)]
    return BestMelds(
        rules=rule_set.id,
        notation=rule_set.deck.notation,
        goal=goal,
        exact=found.exact,
        hand=cards,
        best=partitions[0],
        alternatives=tuple(partitions[1:]),
        engine=found.engine,
        elapsed_ms=round((time.perf_counter() - started) * 1000, 3),
        bound=found.bound,
        met=met,
        truncated=found.truncated,
    )


def _usual_discard(rules: RuleSet, goal: Goal) -> Discard:
    if goal != "out" or rules.end.go_out_discard == "none":
        return "none"
    return rules.end.go_out_discard


def _requirements(rules: RuleSet, goal: Goal, require: RequirementsLike) -> Requirements:
    asked = Requirements.parse(require)
    return _for_going_out(rules, asked) if goal == "out" else asked


def _for_going_out(rules: RuleSet, asked: Requirements) -> Requirements:
    wanted = rules.hand.requires
    return asked.with_least(sets=wanted.sets, runs=wanted.runs, pure_runs=wanted.pure_runs)


def _partition(rules: RuleSet, compiled: MeldRules, layout: Layout) -> Partition:
    points = sum(compiled.hand_values[card.code] for card in layout.deadwood)
    out = not layout.deadwood and _for_going_out(rules, Requirements()).met_by(layout.melds)
    return Partition(
        melds=layout.melds,
        meld_points=sum(meld.points for meld in layout.melds),
        deadwood=Deadwood(layout.deadwood, points),
        discard=layout.discard,
        out=out,
    )


def _one_of(field: str, value: object, allowed: Sequence[str]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise RequestError(
            f"bad-{field}",
            f"unknown {field} {excerpt(value)}{nearest(value, allowed)}: "
            f"it is one of {', '.join(allowed)}",
            {"field": field, "value": shown(value)},
        )


def _limit(limit: object) -> Limit:
    if isinstance(limit, str) and limit == "optimal":
        return "optimal"
    number = whole(limit)
    if number is None or not 1 <= number <= MOST_PARTITIONS:
        raise RequestError(
            "bad-limit",
            f'limit: {excerpt(limit)} is not a number from 1 to {MOST_PARTITIONS} or "optimal"',
            {"field": "limit", "value": shown(limit)},
        )
    return number
