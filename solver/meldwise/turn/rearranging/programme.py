"""An integer programme in CP-SAT's own form, its levels packed into one objective.

Variables and rows go straight into the protocol buffer: through the modelling layer, with names and
operators, building the programme takes longer than solving it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from meldwise.partition.clock import Clock
from meldwise.stopping import current_stop

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

UNBOUNDED: Final = 1 << 40

# With presolve off, small programmes are solved before presolve would have begun; the few large
# ones that are not proven by then are solved again with it. In the solver's own measure of work, so
# that a busy machine does not solve them twice: about half a second.
WORK_WITHOUT_PRESOLVE: Final = 0.12


@dataclass
class Level:
    """A sum to be made as large as it can be, and the least and the most that it can come to."""

    least: int
    most: int
    variables: list[int] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)

    def add(self, variable: int, weight: int) -> None:
        """Count a variable so many times."""
        self.variables.append(variable)
        self.weights.append(weight)

    def value(self, values: Sequence[int]) -> int:
        """What the level comes to."""
        return sum(
            [values[v] * weight for v, weight in zip(self.variables, self.weights, strict=True)]
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """The values of the variables (None: none were found), and what is proven.

    ``bound`` is the most that the first level can come to; ``optimal`` whether nothing better
    exists at any level, or nothing at all.
    """

    values: tuple[int, ...] | None
    optimal: bool
    bound: int


class Programme:
    """Whole variables between bounds, linear rows between bounds."""

    def __init__(self) -> None:
        from ortools.sat.python.cp_model import CpModel

        self._model: CpModel = CpModel()
        self._proto = self._model.proto
        self._count = 0

    def variable(self, least: int, most: int) -> int:
        """A new variable, by its number."""
        self._proto.variables.add().domain.extend((least, most))
        self._count += 1
        return self._count - 1

    def row(
        self,
        variables: Sequence[int],
        weights: Sequence[int],
        least: int = -UNBOUNDED,
        most: int = UNBOUNDED,
    ) -> None:
        """The weighted sum of some variables lies between two bounds."""
        linear = self._proto.constraints.add().linear
        linear.vars.extend(variables)
        linear.coeffs.extend(weights)
        linear.domain.extend((least, most))

    def forbid(self, values: Sequence[int], switches: Sequence[int]) -> None:
        """At least one of these variables, all of them 0 or 1, must have another value."""
        literals = [~v if values[v] else v for v in switches]
        self._proto.constraints.add().bool_or.literals.extend(literals)

    def maximise(self, levels: Sequence[Level]) -> None:
        """Make the first level as large as possible, then the next, and so on."""
        weights: dict[int, int] = {}
        factor = 1
        for level in reversed(levels):
            for variable, weight in zip(level.variables, level.weights, strict=True):
                weights[variable] = weights.get(variable, 0) + weight * factor
            factor *= level.most - level.least + 1
        self._levels = levels
        self._step = factor // (levels[0].most - levels[0].least + 1)
        self._below = self._least(levels[1:])
        objective = self._proto.objective
        # The solver minimises.
        objective.vars.extend(list(weights))
        objective.coeffs.extend([-weight for weight in weights.values()])
        objective.scaling_factor = -1.0

    @staticmethod
    def _least(levels: Sequence[Level]) -> int:
        """The least that levels can add to the objective."""
        factor, total = 1, 0
        for level in reversed(levels):
            total += level.least * factor
            factor *= level.most - level.least + 1
        return total

    def solve(self, clock: Clock) -> Solved:
        """The best values within the time; without presolve first, then with it."""
        solver, status = self._attempt(clock, presolve=False)
        if status in ("FEASIBLE", "UNKNOWN") and clock.seconds_left > 0:
            again, later = self._attempt(clock, presolve=True)
            if status == "UNKNOWN" or later in ("OPTIMAL", "INFEASIBLE"):
                better = True
            else:
                better = later == "FEASIBLE" and again.objective_value > solver.objective_value
            if better:
                solver, status = again, later
        if status == "INFEASIBLE":
            return Solved(None, True, self._levels[0].least)
        if status == "UNKNOWN":
            return Solved(None, False, self._levels[0].most)
        values = tuple(solver.response_proto.solution)
        # The levels below can pull down the objective by less than one step of the first.
        bound = int((solver.best_objective_bound - self._below + 1e-6) // self._step)
        return Solved(values, status == "OPTIMAL", min(bound, self._levels[0].most))

    def _attempt(self, clock: Clock, *, presolve: bool) -> tuple[CpSolver, str]:
        from ortools.sat.python.cp_model import LP_SEARCH, CpSolver

        solver = CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.linearization_level = 2
        parameters.symmetry_level = 0
        parameters.cp_model_probing_level = 1
        parameters.cp_model_presolve = presolve
        parameters.max_time_in_seconds = max(clock.seconds_left, 1e-3)
        if not presolve:
            parameters.max_deterministic_time = WORK_WITHOUT_PRESOLVE
            # The relaxation is nearly whole. With all rows in it from the start, branching on it
            # and only the cuts that are cheap, a proof takes a quarter of the usual time.
            parameters.search_branching = LP_SEARCH
            parameters.add_lp_constraints_lazily = False
            parameters.add_mir_cuts = False
            parameters.add_clique_cuts = False
            parameters.add_rlt_cuts = False
        with current_stop().calling(solver.stop_search):
            return solver, solver.status_name(solver.solve(self._model))
