"""The constraint model (OR-Tools CP-SAT): an integer programme over candidate melds.

One variable per candidate meld (identical cards merged), one constraint per card and one per
class of wilds, the discard as a variable, requirements as further constraints. It answers
everything; the search answers most of it faster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import TYPE_CHECKING

from meldwise.melds.candidates import Candidate, Holding, hand_candidates
from meldwise.melds.meldrules import UNLIMITED, MeldRules
from meldwise.melds.shapes import Shape
from meldwise.partition.arrangement import Arrangement
from meldwise.partition.clock import LONGEST_SECONDS, Clock
from meldwise.partition.question import Question
from meldwise.partition.scoring import Scoring
from meldwise.stopping import current_stop

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

# With presolve off, small models are solved before presolve would have begun; the few large ones
# that are not proven by then are solved again with it.
WITHOUT_PRESOLVE_SECONDS = 0.4

# From here on it pays to leave out long runs that two shorter ones replace at no loss.
MANY_CANDIDATES = 400

# Of more candidates the model alone takes longer to build than anyone waits; it is then made of
# the shorter ones, and its answer is not called exact.
MOST_CANDIDATES = 4_000


class Model:
    """The model of one hand; each `next_best` forbids the arrangements already given."""

    def __init__(
        self, rules: MeldRules, holding: Holding, question: Question, clock: Clock
    ) -> None:
        from ortools.sat.python.cp_model import CpModel, LinearExpr

        self._sum = LinearExpr.weighted_sum
        self._rules = rules
        self._holding = holding
        self._question = question
        self._clock = clock
        self._scoring = Scoring(rules, question.goal)
        self._model: CpModel = CpModel()
        candidates = hand_candidates(rules, holding, clock.step)
        if question.plain and len(candidates) > MANY_CANDIDATES:
            candidates = [known for known in candidates if not falls_apart(rules, known.shape)]
        candidates, self.complete = _few_enough(candidates)
        self._copies = [
            (candidate, self._model.new_bool_var(""))
            for candidate in candidates
            for _ in range(_most(candidate, holding))
        ]
        self._thrown = {
            code: self._model.new_bool_var("")
            for code, _ in (holding.kinds(rules) if question.discard != "none" else ())
        }
        self._order_copies()
        self._use_each_card_once()
        self._throw_one()
        self._meet_requirements()
        self._keep_pins_together()
        self._weights = self._objective()

    def _order_copies(self) -> None:
        """Of several copies of a meld the first are used first."""
        for (meld, copy), (following, other) in zip(self._copies, self._copies[1:], strict=False):
            if meld is following:
                self._model.add_implication(other, copy)

    def _use_each_card_once(self) -> None:
        naturals: dict[int, list[tuple[IntVar, int]]] = {}
        units: dict[int, list[tuple[IntVar, int]]] = {}
        for candidate, used in self._copies:
            self._clock.step()
            for code, count in candidate.naturals():
                naturals.setdefault(code, []).append((used, count))
            for index, count in enumerate(candidate.shape.units):
                if count:
                    units.setdefault(index, []).append((used, count))
        for code, thrown in self._thrown.items():
            index = self._rules.class_of[code]
            terms = units.setdefault(index, []) if index >= 0 else naturals.setdefault(code, [])
            terms.append((thrown, 1))
        for code, terms in naturals.items():
            self._add_at_most(terms, self._holding.naturals[code // 13][code % 13])
        for index, terms in units.items():
            self._add_at_most(terms, self._holding.capacity[index])

    def _add_at_most(self, terms: Sequence[tuple[IntVar, int]], most: int) -> None:
        self._model.add(self._sum([v for v, _ in terms], [n for _, n in terms]) <= most)

    def _throw_one(self) -> None:
        if not self._thrown:
            return
        if self._question.discard == "required":
            self._model.add_exactly_one(self._thrown.values())
        else:
            self._model.add_at_most_one(self._thrown.values())

    def _meet_requirements(self) -> None:
        wanted = self._question.requirements
        if wanted.points:
            self._add_at_least([(v, c.shape.points) for c, v in self._copies], wanted.points)
        runs = [(c, v) for c, v in self._copies if c.shape.kind == "run"]
        sets = [(c, v) for c, v in self._copies if c.shape.kind == "set"]
        self._add_at_least([(v, 1) for _, v in sets], wanted.sets)
        self._add_at_least([(v, 1) for _, v in runs], wanted.runs)
        pure = [(v, 1) for c, v in runs if c.shape.wild_count == 0]
        self._add_at_least(pure, wanted.pure_runs)
        for kind, melds in (("set", sets), ("run", runs)):
            sizes = [part.size for part in wanted.contract if part.kind == kind]
            for least in set(sizes):
                self._add_at_least(
                    [(v, 1) for c, v in melds if c.shape.size >= least],
                    sum(size >= least for size in sizes),
                )
        if wanted.only_contract:
            self._model.add(sum(v for _, v in self._copies) == len(wanted.contract))

    def _add_at_least(self, terms: Sequence[tuple[IntVar, int]], least: int) -> None:
        if least:
            self._model.add(self._sum([v for v, _ in terms], [n for _, n in terms]) >= least)

    def _keep_pins_together(self) -> None:
        """Each pinned group needs a meld that could hold it; sharing is checked afterwards."""
        for group in self._question.pins.groups:
            wanted = Counter(card.code for card in group)
            holders = [v for c, v in self._copies if _could_hold(self._rules, c, wanted)]
            self._model.add_bool_or(holders)

    def _objective(self) -> tuple[int, int]:
        """Set the objective: the levels of `Scoring`, packed as tightly as this hand allows."""
        shapes = [candidate.shape for candidate, _ in self._copies]
        levels = [self._scoring.levels(known.saved, known.points, known.size) for known in shapes]
        cards = sum(count for _, count in self._holding.kinds(self._rules))
        per_card = cards + 1
        per_wild = per_card * (cards + 1)
        per_second = per_wild * (cards + 1)
        most_second = max((second for _, second in levels), default=0) * cards
        per_first = per_second * (most_second + 1)
        weights = [
            first * per_first
            + second * per_second
            - shape.wild_count * per_wild
            + shape.size * per_card
            - 1
            for (first, second), shape in zip(levels, shapes, strict=True)
        ]
        goal = self._question.goal
        for code in self._thrown:
            value = 1 if goal == "out" else self._rules.hand_values[code]
            weights.append(value * (per_second if goal == "points" else per_first) + per_card)
        self._model.maximize(self._sum(list(self._variables()), weights))
        return per_first, per_second

    def next_best(self) -> tuple[Arrangement | None, bool, int]:
        """The best arrangement not given yet, whether it is proven so, and a bound.

        Returns:
            The arrangement (None: none was found), whether the solver proved it (or proved that
            there is none), and the most that the goal's own measure can still reach.
        """
        solver, status = self._solve()
        proven = status in ("OPTIMAL", "INFEASIBLE") and self.complete
        if status not in ("OPTIMAL", "FEASIBLE"):
            return None, proven, 0
        per_first, per_second = self._weights
        # The levels below the first pull down by less than one step of the second.
        bound = int((solver.best_objective_bound + per_second) // per_first)
        chosen = [(used, solver.boolean_value(used)) for used in self._variables()]
        self._model.add_bool_or([~used if value else used for used, value in chosen])
        return self._read(solver), proven, bound

    def _variables(self) -> Iterator[IntVar]:
        for _, used in self._copies:
            yield used
        yield from self._thrown.values()

    def _solve(self) -> tuple[CpSolver, str]:
        """Solve without presolve, then with it if there is no proof; the better result of both."""
        first, status = self._attempt(WITHOUT_PRESOLVE_SECONDS, presolve=False)
        if status not in ("FEASIBLE", "UNKNOWN") or self._clock.seconds_left == 0:
            return first, status
        second, later = self._attempt(LONGEST_SECONDS, presolve=True)
        if later == "UNKNOWN" or (
            later == status == "FEASIBLE" and first.objective_value > second.objective_value
        ):
            return first, status
        return second, later

    def _attempt(self, seconds: float, *, presolve: bool) -> tuple[CpSolver, str]:
        from ortools.sat.python.cp_model import CpSolver

        solver = CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.cp_model_presolve = presolve
        solver.parameters.max_time_in_seconds = min(seconds, self._clock.seconds_left)
        with current_stop().calling(solver.stop_search):
            return solver, solver.status_name(solver.solve(self._model))

    def _read(self, solver: CpSolver) -> Arrangement:
        melds = tuple(c for c, used in self._copies if solver.boolean_value(used))
        score = sum(self._scoring.shape(candidate.shape) for candidate in melds)
        for code, thrown in self._thrown.items():
            if solver.boolean_value(thrown):
                return Arrangement(score + self._scoring.thrown(code), melds, code)
        return Arrangement(score, melds)


def _few_enough(candidates: list[Candidate]) -> tuple[list[Candidate], bool]:
    if len(candidates) <= MOST_CANDIDATES:
        return candidates, True
    plainest = nsmallest(
        MOST_CANDIDATES, candidates, key=lambda known: (known.shape.wild_count, known.shape.size)
    )
    return plainest, False


def falls_apart(rules: MeldRules, shape: Shape) -> bool:
    """Whether a run can be cut in two melds of the same cards, worth as much together."""
    limited = (
        rules.wilds_in_runs < UNLIMITED
        or rules.max_adjacent < UNLIMITED
        or not rules.wild_at_ends
        or rules.not_more_than_naturals
        # Round the corner a cut before the ace would make a high ace low.
        or rules.corner
    )
    least = max(1, rules.min_naturals)
    return not limited and any(
        least <= sum(slot < cut for slot in shape.natural_slots) <= len(shape.natural_slots) - least
        for cut in range(rules.run_min, shape.size - rules.run_min + 1)
    )


def _most(candidate: Candidate, holding: Holding) -> int:
    """How often a hand could hold this meld."""
    most = [
        holding.naturals[code // 13][code % 13] // count for code, count in candidate.naturals()
    ]
    most += [
        held // count
        for held, count in zip(holding.capacity, candidate.shape.units, strict=True)
        if count
    ]
    return min(most)


def _could_hold(rules: MeldRules, candidate: Candidate, wanted: Counter[int]) -> bool:
    missing = wanted - Counter(dict(candidate.naturals()))
    classes = Counter(rules.class_of[code] for code in missing.elements())
    return all(
        index >= 0 and candidate.shape.wilds[index] >= count for index, count in classes.items()
    )
