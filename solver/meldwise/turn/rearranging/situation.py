"""What a turn that rearranges the table starts from: cards of the table, cards of the rack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from meldwise.cards import JOKER, Card
from meldwise.cards.card import CARDS, JOKER_CODE
from meldwise.errors import RulesError
from meldwise.melds.meld import Meld
from meldwise.melds.meldrules import UNLIMITED, MeldRules
from meldwise.position import Position
from meldwise.rules.ruleset import RuleSet

Counts = tuple[int, ...]
"""How many of each of the 52 cards."""


@dataclass(frozen=True)
class TableSet:
    """A meld of the table, seen as the cards that lie in it.

    ``codes`` are those of its natural cards, ascending; what its jokers stand for is free.
    """

    codes: tuple[int, ...]
    wilds: int

    @classmethod
    def of(cls, meld: Meld) -> TableSet:
        """The cards of a meld."""
        naturals = sorted(card.card.code for card in meld.cards if not card.wild)
        return cls(tuple(naturals), meld.wild_count)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Its cards, jokers last."""
        return (*[CARDS[code] for code in self.codes], *[JOKER] * self.wilds)

    @cached_property
    def mask(self) -> int:
        """A bit for each of its natural cards."""
        return mask_of(self.codes)

    @property
    def size(self) -> int:
        """How many cards it has."""
        return len(self.codes) + self.wilds


@dataclass(frozen=True)
class Situation:
    """The cards in play in one turn, and what may be done with them.

    Args:
        rules: The rule set.
        melds: Its rules of melds.
        table: The melds on the table.
        rack: The cards of the player.
        opening: The points that the player's first melds need; None when they lie already.
    """

    rules: RuleSet
    melds: MeldRules
    table: tuple[TableSet, ...]
    rack: tuple[Card, ...]
    opening: int | None

    @classmethod
    def of(cls, position: Position) -> Situation:
        """The situation of a validated position.

        Raises:
            RulesError: the rule set has an option that plans of this kind do not know.
        """
        _refuse_unknown(position.rules)
        opened = position.opened[position.seat]
        demands = position.rules.open
        return cls(
            position.rules,
            position.terms.melds,
            tuple(TableSet.of(known.meld) for known in position.table),
            position.hand,
            None if opened else demands.min_points,
        )

    @property
    def frozen(self) -> bool:
        """Whether the melds of the table must stay as they are in this turn."""
        return self.opening is not None and not self.rules.open.layoff_same_turn

    @cached_property
    def on_table(self) -> Counts:
        """The natural cards that the new table must hold; none if the table may not be touched."""
        return _counts(() if self.frozen else [c for known in self.table for c in known.codes])

    @cached_property
    def on_rack(self) -> Counts:
        """The cards of the rack that are no jokers."""
        return _counts([card.code for card in self.rack if not card.is_joker])

    @cached_property
    def pool(self) -> Counts:
        """All natural cards that melds can be made of."""
        return tuple(map(sum, zip(self.on_table, self.on_rack, strict=True)))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """Bits of the cards of which there are one or more, two or more, and so on."""
        most = max(self.pool)
        return tuple(
            mask_of([code for code, count in enumerate(self.pool) if count > less])
            for less in range(most)
        )

    @cached_property
    def table_wilds(self) -> int:
        """Jokers that the new table must hold."""
        return 0 if self.frozen else sum(known.wilds for known in self.table)

    @cached_property
    def rack_wilds(self) -> int:
        """Jokers of the rack."""
        return sum(card.is_joker for card in self.rack)

    @property
    def wilds(self) -> int:
        """All jokers that melds can be made with."""
        return self.table_wilds + self.rack_wilds

    @cached_property
    def jokers_free(self) -> bool:
        """Whether a joker may stand for any card of any meld, whatever else lies there.

        That a meld needs one natural card is seen to afterwards.
        """
        rules = self.melds
        limits = (rules.wilds_in_sets, rules.wilds_in_runs, rules.max_adjacent)
        return self.wilds == 0 or (
            min(limits) >= UNLIMITED
            and rules.wild_at_ends
            and not rules.not_more_than_naturals
            and rules.min_naturals <= 1
        )

    @cached_property
    def movable(self) -> tuple[TableSet, ...]:
        """The melds of the table that may be taken apart."""
        return () if self.frozen else self.table

    def hand_value(self, code: int) -> int:
        """What a card counts in hand."""
        return self.melds.hand_values[code]

    @property
    def joker_value(self) -> int:
        """What a joker counts in hand."""
        return self.melds.hand_values[JOKER_CODE]

    @cached_property
    def slot_values(self) -> Counts | None:
        """What each card counts in any meld; None where that depends on the meld."""
        rules = self.melds
        values = rules.set_values
        if not rules.wilds_represent or any(
            value != values[rank]
            for window in rules.windows
            for rank, value in zip(window.ranks, window.values, strict=True)
        ):
            return None
        return tuple(values[code % 13 + 1] for code in range(52))


def mask_of(codes: Sequence[int]) -> int:
    """A bit for each code."""
    mask = 0
    for code in codes:
        mask |= 1 << code
    return mask


def _counts(codes: Sequence[int]) -> Counts:
    counts = [0] * 52
    for code in codes:
        counts[code] += 1
    return tuple(counts)


def _refuse_unknown(rules: RuleSet) -> None:
    """Refuse rule sets whose turns are not those of a game with a common table."""
    for key, used, sentence in (
        ("deck.wild_ranks", bool(rules.deck.wild_ranks), "wild ranks"),
        ("deck.wild_drawn", rules.deck.wild_drawn, "a wild rank"),
        ("wild.joker_colours", rules.wild.joker_colours, "jokers with a colour"),
        ("open.pure_run", rules.open.pure_run, "a first meld that needs a run without jokers"),
    ):
        if used:
            raise RulesError(
                "not-with-rearranging",
                f"{key}: turns that rearrange the table (table_rearrange = true) are not planned "
                f"with {sentence}",
                {"key": key},
            )
    if rules.turn.draw == "first":
        raise RulesError(
            "not-with-rearranging",
            "turn.draw: turns that rearrange the table (table_rearrange = true) are planned for "
            "games without a discard (turn.draw = if_nothing_placed)",
            {"key": "turn.draw"},
        )
