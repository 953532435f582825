"""The constraint model of one turn (OR-Tools CP-SAT).

One variable for each new meld that could be laid, for each form that a meld of the table could
take, and for each card that could be thrown; one constraint for each card and each class of wilds,
and one for each thing that the rules ask of a turn. In which order things can be done is left to
`meldwise.turn.ordering`; what turns out to have no order is forbidden, and the next best is asked
for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from meldwise.cards import Card
from meldwise.melds.candidates import Candidate
from meldwise.partition.clock import Clock
from meldwise.turn.measures import LEVELS, Level, Measure
from meldwise.turn.question import Offer
from meldwise.turn.solution import Answer, Solution
from meldwise.turn.worth import (
    at_rest,
    by_class,
    copies,
    form_worth,
    holds,
    meld_worth,
    net,
    taken,
    throw_worth,
    throwable,
)

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar, LinearExpr, LiteralT

# With presolve off, small models are solved before presolve would have begun; the few large ones
# that are not proven by then are solved again with it. In the solver's own measure of work, so
# that a busy machine gives the same answers: about half a second.
WORK_WITHOUT_PRESOLVE: Final = 0.12


class Model:
    """The model of one turn; each `next_best` forbids the solutions already given."""

    def __init__(self, offer: Offer, order: Sequence[Level], clock: Clock) -> None:
        from ortools.sat.python.cp_model import CpModel, LinearExpr

        self._sum = LinearExpr.weighted_sum
        self._offer = offer
        self._position = offer.position
        self._rules = offer.position.rules
        self._melding = offer.position.terms.melds
        self._order = tuple(order)
        self._clock = clock
        self._model: CpModel = CpModel()
        self._terms: dict[Level, list[tuple[IntVar, int]]] = {level: [] for level in LEVELS}
        self._by_code: dict[int, list[tuple[IntVar, int]]] = {}
        self._by_class: dict[int, list[tuple[IntVar, int]]] = {}
        opened = self._position.opened[self._position.seat]
        swap = self._rules.joker_swap
        # Before jokers of the table may be taken the initial meld lies there, made without them.
        self._split = not opened and swap.requires_open and any(offer.spare.values())
        self._early = self._copies() if self._split else []
        self._late = self._copies()
        self._kept = self._copies() if self._rules.count.hand == "unmelded" else []
        self._forms = [(form, self._model.new_bool_var("")) for form in offer.forms]
        self._thrown = {code: self._model.new_bool_var("") for code in throwable(offer)}
        self._out = self._model.new_bool_var("")
        self._pass = self._model.new_bool_var("") if self._may_pass() else None
        self._count()
        self._use_each_card_once()
        self._one_form_each()
        self._end_the_turn()
        self._open(opened=opened)
        self._use_taken_cards_first()
        self._use_freed_jokers()
        self._weights, self._offset = self._objective()

    @property
    def _melds(self) -> list[tuple[Candidate, IntVar]]:
        return self._early + self._late

    def _copies(self) -> list[tuple[Candidate, IntVar]]:
        found = []
        for candidate in self._offer.melds:
            self._clock.step()
            before: IntVar | None = None
            for _ in range(copies(self._offer, candidate)):
                used = self._model.new_bool_var("")
                if before is not None:
                    self._model.add_implication(used, before)
                before = used
                found.append((candidate, used))
        return found

    def _may_pass(self) -> bool:
        return self._position.taken is None and self._rules.stock.on_empty == "pass"

    def _count(self) -> None:
        """What each choice adds to the levels, and which cards it takes."""
        for candidate, used in self._melds:
            self._add(used, meld_worth(candidate))
            self._take_meld(candidate, used)
        for candidate, used in self._kept:
            self._add(used, Measure(left=candidate.shape.saved))
            self._take_meld(candidate, used)
        for form, used in self._forms:
            self._add(used, form_worth(self._offer, form))
            for code, count in net(form):
                self._take(code, used, count)
        for code, used in self._thrown.items():
            self._add(used, throw_worth(self._melding, code))
            self._take(code, used, 1)
        self._add(self._out, Measure(out=1))

    def _add(self, used: IntVar, worth: Measure) -> None:
        for level, value in zip(LEVELS, worth, strict=True):
            if value:
                self._terms[level].append((used, value))

    def _take_meld(self, candidate: Candidate, used: IntVar) -> None:
        for code, count in candidate.naturals():
            self._by_code.setdefault(code, []).append((used, count))
        for index, count in enumerate(candidate.shape.units):
            if count:
                self._by_class.setdefault(index, []).append((used, count))

    def _take(self, code: int, used: IntVar, count: int) -> None:
        self._by_code.setdefault(code, []).append((used, count))
        index = self._melding.class_of[code]
        if index >= 0:
            self._by_class.setdefault(index, []).append((used, count))

    def _use_each_card_once(self) -> None:
        hand = self._offer.hand
        wilds = by_class(self._melding, hand)
        for code, terms in self._by_code.items():
            self._at_most(terms, hand[code])
        for index, terms in self._by_class.items():
            self._at_most(terms, wilds[index])
        if not self._split:
            return
        for index, held in enumerate(wilds):
            early = [(v, c.shape.units[index]) for c, v in self._early if c.shape.units[index]]
            self._at_most(early, held)

    def _at_most(self, terms: Sequence[tuple[IntVar, int]], most: int) -> None:
        if sum(n for _, n in terms if n > 0) > most:
            self._model.add(self._linear(terms) <= most)

    def _linear(self, terms: Iterable[tuple[IntVar, int]]) -> LinearExpr:
        known = list(terms)
        return self._sum([used for used, _ in known], [count for _, count in known])

    def _one_form_each(self) -> None:
        by_meld: dict[int, list[IntVar]] = {}
        for form, used in self._forms:
            by_meld.setdefault(form.index, []).append(used)
        for variables in by_meld.values():
            if len(variables) > 1:
                self._model.add_at_most_one(variables)

    def _end_the_turn(self) -> None:
        """One card is thrown, unless none is left; and what going out asks for."""
        offer, model, rules = self._offer, self._model, self._rules
        total = offer.hand.total()
        gone = self._terms["cards"]
        thrown = [(used, 1) for used in self._thrown.values()]
        most = total + offer.spare.total()
        model.add_at_most_one(self._thrown.values())
        # Cards left are all less those gone. None is left without a discard, or with a pass.
        ends = thrown + ([] if self._pass is None else [(self._pass, 1)])
        model.add(self._linear([*gone, *((used, most * n) for used, n in ends)]) >= total)
        model.add(self._linear([*gone, (self._out, -most)]) >= total - most)
        model.add(self._linear([*gone, (self._out, -1)]) <= total - 1)
        if offer.thrown is not None or rules.end.go_out_discard == "required":
            model.add_exactly_one(self._thrown.values())
        if rules.end.go_out_discard == "none":
            model.add(self._linear([*gone, *thrown]) <= total)
        self._keep_jokers()
        self._complete_the_hand()

    def _keep_jokers(self) -> None:
        ruled = self._rules.turn.joker_discard
        if ruled not in ("only_to_go_out", "never"):
            return
        jokers = [used for code, used in self._thrown.items() if Card(code).is_joker]
        if not jokers:
            return
        position = self._position
        taken = position.taken
        drawn = not position.turn.placed and (taken is None or taken.source != "discard")
        # Whoever has nothing but jokers, all from the stock, must throw one of them.
        only = drawn and all(card.is_joker for card in position.hand)
        ways: list[IntVar] = [self._out] if ruled == "only_to_go_out" else []
        if only:
            idle = self._model.new_bool_var("")
            for used in self._placing():
                self._model.add_implication(idle, ~used)
            ways.append(idle)
        for used in jokers:
            self._model.add_bool_or([~used, *ways])

    def _complete_the_hand(self) -> None:
        """Melds that the rules ask of whoever goes out, on the table or laid now."""
        wanted = self._rules.hand.requires
        position = self._position
        own = {i: t.meld for i, t in enumerate(position.table) if t.owner == position.seat}
        sets = sum(meld.kind == "set" for meld in own.values())
        runs = len(own) - sets
        pure = sum(meld.kind == "run" and meld.pure for meld in own.values())
        melds = [(c.shape, used) for c, used in self._melds]
        self._if_out([(v, 1) for s, v in melds if s.kind == "set"], wanted.sets - sets)
        self._if_out([(v, 1) for s, v in melds if s.kind == "run"], wanted.runs - runs)
        purer = [(v, 1) for s, v in melds if s.kind == "run" and not s.wild_count]
        for form, used in self._forms:
            before = own.get(form.index)
            if before is not None and before.kind == "run" and before.pure != form.end.meld.pure:
                purer.append((used, 1 if form.end.meld.pure else -1))
        if wanted.pure_runs:
            self._if_out(purer, wanted.pure_runs - pure, always=True)

    def _if_out(
        self, terms: Sequence[tuple[IntVar, int]], least: int, *, always: bool = False
    ) -> None:
        if least > 0 or always:
            self._model.add(self._linear(terms) >= least).only_enforce_if(self._out)

    def _open(self, *, opened: bool) -> None:
        """The initial meld, and what may be done only after it."""
        if opened:
            return
        rules, model, position = self._rules, self._model, self._position
        demands = rules.open
        opens = model.new_bool_var("")
        first = self._early if self._split else self._late
        for _, used in self._melds:
            model.add_implication(used, opens)
        laid = [used for _, used in first]
        if position.opening:
            model.add_bool_or([opens])
        else:
            model.add_bool_or([~opens, *laid])
        ways: list[LiteralT] = [opens]
        if demands.exempt_if_going_out:
            exempt = model.new_bool_var("")
            model.add_implication(exempt, self._out)
            ways.append(~exempt)
        so_far = sum(meld.points for meld in position.opening)
        if demands.min_points > so_far:
            points = [(used, candidate.shape.points) for candidate, used in first]
            least = demands.min_points - so_far
            model.add(self._linear(points) >= least).only_enforce_if(ways)
        if demands.pure_run and not any(m.kind == "run" and m.pure for m in position.opening):
            pure = [v for c, v in first if c.shape.kind == "run" and not c.shape.wild_count]
            model.add_bool_or([*(~way for way in ways), *pure])
        for form, used in self._forms:
            adding = form.end.adds and rules.layoff.requires_open
            if adding or (form.end.swaps and rules.joker_swap.requires_open):
                model.add_implication(used, opens)

    def _use_taken_cards_first(self) -> None:
        """Cards that must be laid before anything else are laid, and can come first."""
        if self._offer.used is not None:
            code = self._offer.used.code
            using = [(used, holds(self._melding, c, code)) for c, used in self._melds]
            using += [(used, count) for form, used in self._forms for count in [taken(form, code)]]
            self._model.add(self._linear(using) >= 1)
        pending = self._position.pending
        for code in {card.code for card, _ in pending}:
            where = {use for card, use in pending if card.code == code}
            count = sum(card.code == code for card, _ in pending)
            laid = [(used, n) for c, used in self._melds if (n := holds(self._melding, c, code))]
            forms = [(form, used) for form, used in self._forms if dict(form.used).get(code)]
            first = [used for used, _ in laid]
            if "any" in where:
                first += [used for form, used in forms if code in form.first]
                laid += [(used, dict(form.used)[code]) for form, used in forms]
            if len({card.code for card, _ in pending}) == 1:
                self._model.add_bool_or(first)
            self._model.add(self._linear(laid) >= count)

    def _use_freed_jokers(self) -> None:
        """After each exchange its joker is laid at once: so many jokers, in so many actions."""
        reuse = self._rules.joker_swap.reuse
        if reuse == "keep":
            return
        for code in self._offer.spare:
            freeing = [
                (form, used, n) for form, used in self._forms if (n := dict(form.freed).get(code))
            ]
            if not freeing:
                continue
            cards = [(used, -n) for _, used, n in freeing]
            actions = [(used, -form.end.swaps) for form, used, _ in freeing]
            for candidate, used in self._late:
                held = holds(self._melding, candidate, code)
                if held:
                    cards.append((used, held))
                    # A joker may be laid off on a meld that was laid before without it.
                    actions.append((used, held if reuse == "any" else 1))
            if reuse == "any":
                for form, used in self._forms:
                    laid = dict(form.used).get(code)
                    if laid:
                        cards.append((used, laid))
                        actions.append((used, laid))
            self._model.add(self._linear(cards) >= 0)
            self._model.add(self._linear(actions) >= 0)

    def _placing(self) -> Iterator[IntVar]:
        for _, used in self._melds:
            yield used
        for _, used in self._forms:
            yield used

    def _choices(self) -> Iterator[IntVar]:
        yield from self._placing()
        yield from self._thrown.values()

    def _objective(self) -> tuple[dict[Level, tuple[int, int, int]], int]:
        """Set the objective: the levels packed in one number, each with room for its range.

        Returns:
            For each level its weight, its least value and how many values it has, and what must
            be added to the objective so that no level counts below 0.
        """
        ranges = self._ranges()
        weights: dict[Level, tuple[int, int, int]] = {}
        weight = 1
        for level in reversed(self._order):
            least, most = ranges[level]
            weights[level] = (weight, least, most - least + 1)
            weight *= most - least + 1
        total: dict[int, tuple[IntVar, int]] = {}
        for level, terms in self._terms.items():
            for used, value in terms:
                known = total.get(used.index, (used, 0))[1]
                total[used.index] = (used, known + value * weights[level][0])
        self._model.maximize(self._linear(total.values()))
        rest = at_rest(self._offer)
        return weights, sum(
            (getattr(rest, level) - least) * weight for level, (weight, least, _) in weights.items()
        )

    def _ranges(self) -> dict[Level, tuple[int, int]]:
        """Between which values each level lies, whatever is done."""
        offer, rest, values = self._offer, at_rest(self._offer), self._melding.hand_values
        spare = sum(n * values[code] for code, n in offer.spare.items())
        grown: dict[int, tuple[int, int]] = {}
        swaps: dict[int, int] = {}
        for form in offer.forms:
            swaps[form.index] = max(swaps.get(form.index, 0), form.end.swaps)
            least, most = grown.get(form.index, (0, 0))
            grown[form.index] = (min(least, form.points), max(most, form.points))
        each = max((-(-c.shape.points // c.shape.size) for c in offer.melds), default=0)
        cards = offer.hand.total() + offer.spare.total()
        return {
            "out": (0, 1),
            "left": (rest.left - spare, 0),
            "cards": (rest.cards - offer.spare.total(), 0),
            "discard": (-1, 0),
            "points": (
                sum(least for least, _ in grown.values()),
                cards * each + sum(most for _, most in grown.values()),
            ),
            "wilds": (0, rest.wilds + offer.spare.total()),
            "changes": (-len(grown), 0),
            "swaps": (-sum(swaps.values()), 0),
        }

    def next_best(self) -> Answer:
        """The best solution not given yet."""
        solver, status = self._solve()
        if status not in ("OPTIMAL", "FEASIBLE"):
            return Answer(None, status == "INFEASIBLE")
        value = self._unpacked(round(solver.objective_value) + self._offset)
        bound = self._unpacked(round(solver.best_objective_bound) + self._offset)
        found = self._read(solver)
        chosen = [(used, solver.boolean_value(used)) for used in self._choices()]
        self._model.add_bool_or([~used if value else used for used, value in chosen])
        return Answer(found, status == "OPTIMAL", value, bound)

    def _unpacked(self, packed: int) -> tuple[int, ...]:
        found = []
        for level in self._order:
            weight, least, _ = self._weights[level]
            value, packed = divmod(packed, weight)
            found.append(value + least)
        return tuple(found)

    def _read(self, solver: CpSolver) -> Solution:
        thrown = [code for code, used in self._thrown.items() if solver.boolean_value(used)]
        return Solution(
            tuple(candidate for candidate, used in self._melds if solver.boolean_value(used)),
            tuple(form for form, used in self._forms if solver.boolean_value(used)),
            Card(thrown[0]) if thrown else None,
        )

    def _solve(self) -> tuple[CpSolver, str]:
        """Solve without presolve, then with it if there is no proof; the better result of both."""
        first, status = self._attempt(presolve=False)
        if status not in ("FEASIBLE", "UNKNOWN") or self._clock.seconds_left == 0:
            return first, status
        second, later = self._attempt(presolve=True)
        if later == "UNKNOWN" or (
            later == status == "FEASIBLE" and first.objective_value > second.objective_value
        ):
            return first, status
        return second, later

    def _attempt(self, *, presolve: bool) -> tuple[CpSolver, str]:
        from ortools.sat.python.cp_model import CpSolver

        solver = CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
        solver.parameters.cp_model_presolve = presolve
        solver.parameters.max_time_in_seconds = self._clock.seconds_left
        if not presolve:
            solver.parameters.max_deterministic_time = WORK_WITHOUT_PRESOLVE
        return solver, solver.status_name(solver.solve(self._model))
