"""Training value functions: hands against a mix of players, lessons, a fit, and a panel.

A generation plays against the players of the `mix` and explores once in most hands; what it met
are its lessons. Of several fits, which differ by the luck of their first weights, the one is kept
that does best on a panel of deals that no lesson came from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.playout.closed.games import Games, play_games
from meldwise.playout.closed.lessons import FIRST_INPUT, KIND, RESULT, Lessons
from meldwise.playout.policies import (
    Policy,
    by_values,
    greedy,
    heuristic,
    patient,
    simple,
    threshold,
)
from meldwise.playout.values.fitting import fit_network
from meldwise.playout.values.functions import KINDS, WEIGHTS, ValueFunctions
from meldwise.position.terms import terms_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import RulesLike
from meldwise.rules.ruleset import RuleSet

# In this share of the hands a learner tries another discard once.
EXPLORES: Final = 0.7
# Room for lessons: so many for each hand that is played.
_LESSONS_OF_A_HAND: Final = 40
# How much of the heuristic's cost is mixed into the values of discards while lessons are gathered,
# and what is tried with the last fits.
_BLEND: Final = 1.0
_BLENDS: Final = (0.5, 2.0)
# Points of a game where the rules name none and a knock has no limit, as usually played.
USUAL_TARGET: Final = 100

Tell = Callable[[str], None]
"""Takes one line about how training goes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How value functions are trained.

    Args:
        hands: Hands of the first generation; each later one has twice as many as that before.
        generations: How often lessons are gathered and fitted; the first learner is the heuristic.
        fits: Fits of the last generation, of which the best is kept.
        rounds: How often a fit goes through all lessons.
        panel: Hands of the panel that chooses among fits.
        seed: What all follows from.
    """

    hands: int = 100_000
    generations: int = 2
    fits: int = 1
    rounds: int = 3
    panel: int = 20_000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Opponent:
    """A player of the mix, and how large its part of the lessons is."""

    policy: Policy
    part: int


def gin_only() -> Policy:
    """The simple player that knocks only without deadwood."""
    return replace(simple(0.0), name="gin-only")


def mixes(rules: RulesLike, players: int) -> tuple[tuple[Opponent, ...], ...]:
    """The players that lessons are learned against, a mix of styles for each set of functions.

    >>> [known.policy.name for known in mixes("wildcard-rummy", 3)[0]]
    ['greedy', 'patient', 'heuristic']
    """
    rule_set = find_rules(rules)
    clever = heuristic(rule_set, players)
    if rule_set.knock.allowed and rule_set.knock.limit is None:
        return (
            (
                Opponent(replace(threshold(10), name="knocks at 10"), 2),
                Opponent(replace(threshold(20), name="knocks at 20"), 2),
                Opponent(replace(threshold(30), name="knocks at 30"), 1),
                Opponent(patient(), 1),
                Opponent(clever, 2),
            ),
        )
    if rule_set.knock.allowed and not terms_of(rule_set, players).jokers:
        waits = replace(clever, name="waits", knock_most=(0.0,), knock_least=(0.0,))
        at_five = replace(simple(5.0), name="knocks at 5")
        return (
            (Opponent(simple(), 8), Opponent(at_five, 1), Opponent(clever, 1)),
            (
                Opponent(simple(), 3),
                Opponent(gin_only(), 3),
                Opponent(clever, 2),
                Opponent(at_five, 1),
                Opponent(replace(waits, gin_weight=30.0), 1),
            ),
        )
    return ((Opponent(greedy(), 2), Opponent(patient(), 1), Opponent(clever, 2)),)


def target_of(rules: RuleSet) -> int | None:
    """The points of a game that lessons are gathered in; None: single hands."""
    if rules.game.target is not None:
        return rules.game.target
    return USUAL_TARGET if rules.knock.allowed and rules.knock.limit is None else None


def train(
    rules: RulesLike, players: int | None = None, plan: Plan | None = None, tell: Tell | None = None
) -> ValueFunctions:
    """Train value functions for a rule set, the same for the same plan.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        plan: How; None: the usual plan.
        tell: Told how it goes.

    Raises:
        RequestError: a rule set that the compiled code does not play, a plan that is none, or
            scikit-learn is not installed.
    """
    return _Training(find_rules(rules), players, plan or Plan(), tell).run()


class _Training:
    def __init__(self, rules: RuleSet, players: int | None, plan: Plan, tell: Tell | None) -> None:
        self._rules = rules
        self._players = rules.players.min if players is None else players
        self._plan = plan
        self._tell = tell or (lambda _line: None)
        self._target = target_of(rules)
        self._mixes = mixes(rules, self._players)
        for name in ("hands", "generations", "fits", "rounds", "panel"):
            if getattr(plan, name) < 1:
                raise RequestError(
                    "bad-plan", f"{name}: {getattr(plan, name)} is not 1 or more", {"field": name}
                )

    def run(self) -> ValueFunctions:
        started = time.perf_counter()
        sets = [self._train_set(number) for number in range(len(self._mixes))]
        weights = np.concatenate([values.weights for values, _ in sets])
        # Value functions that switch by style blend the first set only.
        kept = replace(sets[0][0], weights=weights)
        recipe = self._recipe([told for _, told in sets])
        every = {known.policy.name: known for mix in self._mixes for known in mix}
        final = self._panel(
            by_values(kept, self._rules, self._players),
            tuple(every.values()),
            self._plan.seed + 70_000,
        )
        for row in final:
            self._tell(f"fresh deals, {row['against']}: {row['text']}")
        recipe["panel_on_fresh_deals"] = _told(final)
        recipe["seconds"] = round(time.perf_counter() - started)
        return replace(kept, recipe=recipe)

    def _train_set(self, number: int) -> tuple[ValueFunctions, dict[str, Any]]:
        """A set of functions for one mix of players, and how it came about."""
        mix, plan = self._mixes[number], self._plan
        learner = heuristic(self._rules, self._players)
        best: tuple[float, ValueFunctions, dict[str, Any]] | None = None
        for generation in range(plan.generations):
            last = generation == plan.generations - 1
            seed = (plan.seed * 10 + number) * 10 + generation
            lessons = self._gather(learner, mix, plan.hands << generation, seed)
            for fit in range(plan.fits if last else 1):
                values, explained = self._fit(lessons, seed * 10 + fit)
                # The first values, from fewest lessons, are the noisiest.
                take: Literal["improves", "values"] = "values" if generation else "improves"
                blends = (_BLEND,) if not last else _BLENDS if number == 0 else (0.0,)
                for blend in blends:
                    values = replace(values, blend=blend, take=take)
                    learner = by_values(values, self._rules, self._players)
                    measured = self._panel(learner, mix, plan.seed + 50_000)
                    worth = sum(row["worth"] for row in measured) / len(measured)
                    self._tell(
                        f"set {number + 1}, generation {generation + 1}, fit {fit + 1}, "
                        f"blend {blend}: {len(lessons)} lessons; "
                        + "; ".join(f"{row['against']} {row['text']}" for row in measured)
                    )
                    if last and (best is None or worth > best[0]):
                        told = {
                            "mix": {known.policy.name: known.part for known in mix},
                            "fit_seed": seed * 10 + fit,
                            "lessons": len(lessons),
                            "explained": explained,
                            "panel": _told(measured),
                        }
                        best = worth, values, told
        assert best is not None
        return best[1], best[2]

    def _gather(self, learner: Policy, mix: Sequence[Opponent], total: int, seed: int) -> Lessons:
        """The lessons of a learner among the players of a mix."""
        parts = sum(known.part for known in mix)
        exploring = replace(learner, explores=EXPLORES)
        found = []
        for number, known in enumerate(mix):
            hands = max(1, total * known.part // parts)
            played = self._play(
                exploring,
                known.policy,
                hands,
                seed * 100 + number,
                _LESSONS_OF_A_HAND * hands,
            )
            found.append(played.lessons)
        return np.concatenate(found)

    def _play(
        self, learner: Policy, other: Policy, hands: int, seed: int, lessons: int = 0
    ) -> Games:
        """So many hands, about, of a learner against others that are all alike."""
        # A game to a target takes about eight hands.
        of_a_game = 1 if self._target is None else 8
        games = max(1, hands // (of_a_game * self._players))
        others = [other] * (self._players - 1)
        return play_games(
            self._rules, [learner, *others], games, seed, target=self._target, lessons=lessons
        )

    def _fit(self, lessons: Lessons, seed: int) -> tuple[ValueFunctions, list[float]]:
        weights = np.zeros((1, KINDS, WEIGHTS), np.float32)
        explained = []
        order = np.random.default_rng(seed).permutation(len(lessons))
        for kind in range(KINDS):
            rows: NDArray[np.int64] = order[lessons[order, KIND] == kind]
            weights[0, kind], share = fit_network(
                lessons[rows, FIRST_INPUT:],
                lessons[rows, RESULT],
                seed=seed,
                rounds=self._plan.rounds,
            )
            explained.append(round(share, 3))
        return ValueFunctions(weights, self._rules.id, self._players), explained

    def _panel(self, learner: Policy, mix: Sequence[Opponent], seed: int) -> list[dict[str, Any]]:
        found = []
        hands = max(2, self._plan.panel // len(mix))
        for number, known in enumerate(mix):
            games = self._play(learner, known.policy, hands, seed + number)
            won, ahead = games.won(), games.ahead()
            whole = self._target is not None
            found.append(
                {
                    "against": known.policy.name,
                    "won": round(won.mean, 4),
                    "won_95": round(won.half_width, 4),
                    "ahead": round(ahead.mean, 3),
                    "ahead_95": round(ahead.half_width, 3),
                    "worth": won.mean if whole else ahead.mean,
                    "text": won.percent() if whole else f"{ahead.plain()} a hand",
                }
            )
        return found

    def _recipe(self, sets: list[dict[str, Any]]) -> dict[str, Any]:
        plan = self._plan
        return {
            "rules": self._rules.id,
            "players": self._players,
            "command": f"meldwise train --rules {self._rules.id} --players {self._players} "
            f"--hands {plan.hands} --generations {plan.generations} --fits {plan.fits} "
            f"--rounds {plan.rounds} --panel {plan.panel} --seed {plan.seed}",
            "sets": sets,
        }


def _told(panel: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name not in ("worth", "text")}
        for row in panel
    ]
