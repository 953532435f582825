"""Training value functions: hands against a mix of players, lessons, fits, and a panel.

Each generation plays against the players of the mix, explores once in most hands, and goes on
fitting the same networks to what it met. Of the last generations the one is kept that does best on
a panel of deals that no lesson came from.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from shlex import quote
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from meldwise.errors import RequestError
from meldwise.playout.policies import Policy, by_values, heuristic
from meldwise.playout.results import Games
from meldwise.playout.running import play_games
from meldwise.playout.values.chances import game_results
from meldwise.playout.values.fitting import USUAL_POINTS, Fit
from meldwise.playout.values.functions import (
    DRAWING,
    ENDING_NOW,
    GOING_ON,
    KINDS,
    WEIGHTS,
    TakeBy,
    ValueFunctions,
    changed_options,
    name_of,
    trained_for,
)
from meldwise.playout.values.lessons import (
    FIRST_INPUT,
    HAND_OF,
    KIND,
    OTHERS,
    RESULT,
    Lessons,
    returns,
)
from meldwise.playout.values.opponents import mix_of, sets_of
from meldwise.rules import rules as find_rules
from meldwise.rules.catalog import PRESETS, RulesLike
from meldwise.rules.ruleset import RuleSet
from meldwise.spreading import spread

# In this share of the hands a learner tries another discard once.
EXPLORES: Final = 0.7
# Room for lessons: so many for each hand that is played.
_LESSONS_OF_A_HAND: Final = 40
# Lessons are told apart by numbers in single precision, and the first generation has twice as many.
_MOST_HANDS: Final = 2**24 // (2 * _LESSONS_OF_A_HAND)
# Games of one piece of work.
_PIECE: Final = 200
# How much what the value functions expect counts against the result; see `returns`.
_TRUST: Final = 0.5
# The step of the first fit, by how much each later one is smaller, and the smallest.
_RATE: Final = 2e-3
_SLOWER: Final = 0.75
_LEAST_RATE: Final = 2e-4
# How much of the heuristic's cost is mixed into the values of discards: what is tried with the last
# fits, the last of it while lessons are gathered.
_BLENDS: Final = (0.0, 0.5)
# Stakes that a usual hand wins or loses.
_USUAL_STAKES: Final = 2.0
# Points of a game where the rules name none and a knock has no limit, as usually played.
USUAL_TARGET: Final = 100

Tell = Callable[[str], None]
"""Takes one line about how training goes."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How value functions are trained.

    Args:
        hands: Hands of a generation; the first, which plays by the heuristic, has twice as many.
        generations: How often lessons are gathered and the fits go on.
        fits: Of so many last generations the best is kept.
        kept: Lessons of so many last generations are gone through.
        rounds: How often a fit goes through them.
        panel: Hands of the panel that chooses.
        seed: What all follows from.
    """

    hands: int = 60_000
    generations: int = 12
    fits: int = 3
    kept: int = 2
    rounds: int = 2
    panel: int = 20_000
    seed: int = 1


def usual_plan(rules: RulesLike) -> Plan:
    """A plan of a few minutes on two processors.

    >>> usual_plan("loba").hands < usual_plan("gin-rummy").hands
    True
    """
    if find_rules(rules).meld.time == "play":
        return Plan(hands=40_000, generations=8, fits=2, kept=3, panel=10_000)
    return Plan()


def target_of(rules: RuleSet) -> int | None:
    """The points of a game that lessons are gathered in; None: single hands."""
    if rules.meld.time == "play":
        return None
    if rules.game.target is not None:
        return rules.game.target
    return USUAL_TARGET if rules.knock.allowed and rules.knock.limit is None else None


def train(
    rules: RulesLike,
    players: int | None = None,
    plan: Plan | None = None,
    tell: Tell | None = None,
    *,
    workers: int | None = 1,
) -> ValueFunctions:
    """Train value functions for a rule set, the same for the same plan.

    Args:
        rules: Id, alias, `RuleSet`, options or file.
        players: How many play; None: the fewest.
        plan: How; None: `usual_plan`.
        tell: Told how it goes.
        workers: Processes to share the games; None: as joblib is configured.

    Raises:
        RequestError: a rule set that the compiled code does not play, a plan that is none, or
            scikit-learn is not installed.
    """
    rule_set = find_rules(rules)
    return _Training(rule_set, players, plan or usual_plan(rule_set), tell, workers).run()


class _Training:
    def __init__(
        self,
        rules: RuleSet,
        players: int | None,
        plan: Plan,
        tell: Tell | None,
        workers: int | None,
    ) -> None:
        self._rules = rules
        self._players = rules.players.min if players is None else players
        self._plan = plan
        self._workers = workers
        self._tell = tell or (lambda _line: None)
        self._target = target_of(rules)
        self._mix = mix_of(rules, self._players)
        # Who wins a hand scores, and the rules say how far.
        self._races = (
            self._players == 2 and rules.score.model == "difference" and bool(rules.game.target)
        )
        self._sets = sets_of(rules, self._players)
        for name in ("hands", "generations", "fits", "kept", "rounds", "panel"):
            if getattr(plan, name) < 1:
                raise RequestError(
                    "bad-plan", f"{name}: {getattr(plan, name)} is not 1 or more", {"field": name}
                )
        if plan.hands > _MOST_HANDS:
            raise RequestError(
                "bad-plan", f"hands: {plan.hands} is more than {_MOST_HANDS}", {"field": "hands"}
            )
        unit = USUAL_POINTS if rules.score.model != "stakes" else _USUAL_STAKES * rules.score.stake
        self._fits = [Fit(100 * plan.seed + number, unit) for number in range(self._sets * KINDS)]
        # What is taken where melds are laid is seen by all, and often laid at once.
        self._takes: tuple[TakeBy, ...] = (
            ("values", "improves") if rules.meld.time == "play" else ("values",)
        )
        self._blends = tuple(blend * unit / USUAL_POINTS for blend in _BLENDS)

    def run(self) -> ValueFunctions:
        started = time.perf_counter()
        plan = self._plan
        learner, taught = heuristic(self._rules, self._players), 0
        best: tuple[float, ValueFunctions, dict[str, Any]] | None = None
        latest: list[Lessons] = []
        for generation in range(plan.generations):
            lessons = self._gather(learner, generation)
            taught += len(lessons)
            # The heuristic's lessons are left behind as soon as there are others.
            latest = [*latest, lessons][-plan.kept :] if generation > 1 else [lessons]
            values = self._fit(np.concatenate(latest), generation)
            learner = self._player(values)
            self._tell(f"generation {generation + 1}: {len(lessons)} lessons")
            if generation < plan.generations - plan.fits:
                continue
            for way in self._ways(_completed(values)):
                panel = self._panel(self._player(way), plan.seed + 50_000)
                worth = sum(
                    row["worth"] * known.part for row, known in zip(panel, self._mix, strict=True)
                )
                self._tell(f"  blend {way.blend:g}, takes by {way.take}: {_line(panel)}")
                if best is None or worth > best[0]:
                    best = worth, way, {"generation": generation + 1, "panel": _told(panel)}
        assert best is not None
        _, values, chosen = best
        panel = self._panel(self._player(values), plan.seed + 70_000)
        self._tell(f"fresh deals: {_line(panel)}")
        recipe = {
            **trained_for(self._rules, self._players),
            **({"options": changed} if (changed := changed_options(self._rules)) else {}),
            "command": f"meldwise train {_rules_told(self._rules)} --players {self._players} "
            f"--hands {plan.hands} --generations {plan.generations} --fits {plan.fits} "
            f"--kept {plan.kept} --rounds {plan.rounds} --panel {plan.panel} --seed {plan.seed}",
            "mix": {known.policy.name: known.part for known in self._mix},
            "lessons": taught,
            "chosen": chosen,
            "panel_on_fresh_deals": _told(panel),
            "seconds": round(time.perf_counter() - started),
        }
        return replace(values, recipe=recipe)

    def _ways(self, values: ValueFunctions) -> Iterator[ValueFunctions]:
        """The same networks with the ways to follow them that the panel chooses from."""
        for take in self._takes:
            for blend in self._blends:
                yield replace(values, blend=blend, take=take)

    def _player(self, values: ValueFunctions) -> Policy:
        return by_values(values, self._rules, self._players)

    def _gather(self, learner: Policy, generation: int) -> Lessons:
        """The lessons of a learner among the players of the mix."""
        hands = self._plan.hands * (1 if generation else 2)
        seed = (self._plan.seed * 100 + generation) * 100
        played = self._play(replace(learner, explores=EXPLORES), hands, seed, _LESSONS_OF_A_HAND)
        return np.concatenate([games.lessons for games in played])

    def _play(self, learner: Policy, hands: int, seed: int, room: int = 0) -> list[Games]:
        """Games of a learner against each player of the mix by its part, so many hands in all.

        ``room`` is for so many lessons a hand.
        """
        parts = sum(known.part for known in self._mix)
        # A game to a target takes about eight hands.
        of_a_game = (1 if self._target is None else 8) * self._players
        wanted = [max(2, hands * known.part // (parts * of_a_game)) for known in self._mix]
        pieces = [
            _Piece(
                self._rules,
                (learner, *[known.policy] * (self._players - 1)),
                min(_PIECE, games - first),
                seed + number,
                self._target,
                room * of_a_game,
                first,
            )
            for number, (known, games) in enumerate(zip(self._mix, wanted, strict=True))
            for first in range(0, games, _PIECE)
        ]
        played = spread(_played, pieces, self._workers)
        return [_joined([next(played) for _ in range(0, games, _PIECE)]) for games in wanted]

    def _fit(self, lessons: Lessons, generation: int) -> ValueFunctions:
        """Go on fitting all networks; the value functions they are now."""
        self._fits = list(spread(_fitted, self._exercises(lessons, generation), self._workers))
        weights = np.array([fit.weights() for fit in self._fits])
        return ValueFunctions(
            weights.reshape(self._sets, KINDS, WEIGHTS),
            name_of(self._rules, self._players),
            self._blends[-1],
            "values",
        )

    def _exercises(self, lessons: Lessons, generation: int) -> Iterator[_Exercise]:
        """What each network has to learn, set by set."""
        rate = max(_LEAST_RATE, _RATE * _SLOWER**generation)
        for number in range(self._sets):
            met = lessons[(lessons[:, OTHERS] == number) | (self._sets == 1)]
            if self._races:
                met[:, RESULT] = game_results(met, int(self._target or 0))
            taught = returns(met, _TRUST)
            for kind in range(KINDS):
                rows: NDArray[np.int64] = np.flatnonzero(met[:, KIND] == kind)
                yield _Exercise(
                    self._fits[KINDS * number + kind],
                    met[rows, FIRST_INPUT:],
                    taught[rows],
                    self._plan.rounds,
                    rate,
                )

    def _panel(self, learner: Policy, seed: int) -> list[dict[str, Any]]:
        found = []
        played = self._play(learner, self._plan.panel, seed)
        for known, games in zip(self._mix, played, strict=True):
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


def _completed(values: ValueFunctions) -> ValueFunctions:
    """With sets for styles that were hardly met taken from a set that learned more.

    Raises:
        RequestError: no set has learned to go on and to draw.
    """
    learned = (values.weights != 0).max(axis=2)
    whole = np.flatnonzero(learned[:, GOING_ON] & learned[:, DRAWING])
    if not len(whole):
        raise RequestError(
            "too-few-lessons",
            "hands: so few that there was nothing to learn from: give more",
            {"field": "hands"},
        )
    weights = values.weights.copy()
    for kind in range(KINDS):
        others = whole if kind != ENDING_NOW else np.flatnonzero(learned[:, kind])
        if len(others):
            weights[~learned[:, kind], kind] = weights[others[0], kind]
    return replace(values, weights=weights)


def _rules_told(rules: RuleSet) -> str:
    """The rules as options of the command; what a command cannot say is in some file."""
    changed = changed_options(rules)
    if rules.id not in PRESETS or not all(isinstance(v, int | str) for v in changed.values()):
        return "--rules FILE"
    told = [f"--rules {rules.id}"]
    for key, value in changed.items():
        text = str(value).lower() if isinstance(value, bool) else str(value)
        told.append(f"--set {quote(f'{key}={text}')}")
    return " ".join(told)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Games for one worker."""

    rules: RuleSet
    policies: tuple[Policy, ...]
    games: int
    seed: int
    target: int | None
    lessons_of_a_game: int
    first: int


def _played(piece: _Piece) -> Games:
    return play_games(
        piece.rules,
        piece.policies,
        piece.games,
        piece.seed,
        target=piece.target,
        lessons=piece.lessons_of_a_game * piece.games,
        first=piece.first,
    )


@dataclass(frozen=True, slots=True)
class _Exercise:
    """A network and its lessons, for one worker."""

    fit: Fit
    inputs: NDArray[np.float32]
    results: NDArray[np.float32]
    rounds: int
    rate: float


def _fitted(exercise: _Exercise) -> Fit:
    exercise.fit.learn(
        exercise.inputs, exercise.results, rounds=exercise.rounds, rate=exercise.rate
    )
    return exercise.fit


def _joined(parts: Sequence[Games]) -> Games:
    """Games that were played in pieces, as one."""
    rows = 0
    for part in parts:
        # Each piece numbers its lessons anew.
        part.lessons[:, HAND_OF] += rows
        rows += len(part.lessons)
    return Games(
        np.concatenate([part.wins for part in parts]),
        np.concatenate([part.advantage for part in parts]),
        sum(part.hands for part in parts),
        np.concatenate([part.lessons for part in parts]),
    )


def _line(panel: Sequence[dict[str, Any]]) -> str:
    return "; ".join(f"{row['against']} {row['text']}" for row in panel)


def _told(panel: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name not in ("worth", "text")}
        for row in panel
    ]
