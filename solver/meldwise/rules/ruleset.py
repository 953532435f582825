"""A rule set: every option of a game, validated, frozen and hashable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self, get_args

from pydantic import BaseModel, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from meldwise.errors import RequestError, RulesError, excerpt, nearest, shown, whole
from meldwise.rules import options as play
from meldwise.rules import scoring_options as scoring
from meldwise.rules.contradictions import contradictions
from meldwise.rules.dotted import flat, merged, nested, without_null_text
from meldwise.rules.faults import rules_error
from meldwise.rules.kinds import ID_PATTERN
from meldwise.rules.section import Section


class RuleSet(Section):
    """The rules of one game as data.

    Options are read as attributes (``rules.meld.run.min``) or by their dotted name
    (``rules["meld.run.min"]``); `replace` gives a changed copy.

    >>> from meldwise.rules import rules
    >>> rules("loba").replace({"meld.run.min": 3})["meld.run.min"]
    3
    """

    id: str = Field("custom", description="Short name.", pattern=ID_PATTERN)
    name: str = Field("Custom rummy", description="Name for people.", max_length=80)
    description: str = Field("", description="One or two sentences.", max_length=2000)
    players: play.PlayersOptions = Field(play.PlayersOptions(), description="Players.")
    deck: play.DeckOptions = Field(play.DeckOptions(), description="The pack.")
    deal: play.DealOptions = Field(play.DealOptions(), description="The deal.")
    draw: play.DrawOptions = Field(play.DrawOptions(), description="Drawing.")
    turn: play.TurnOptions = Field(play.TurnOptions(), description="The turn.")
    meld: play.MeldOptions = Field(play.MeldOptions(), description="Melds.")
    wild: play.WildOptions = Field(play.WildOptions(), description="Wilds.")
    hand: play.HandOptions = Field(play.HandOptions(), description="The whole hand.")
    open: play.OpenOptions = Field(play.OpenOptions(), description="The initial meld.")
    layoff: play.LayoffOptions = Field(play.LayoffOptions(), description="Laying off.")
    joker_swap: play.JokerSwapOptions = Field(
        play.JokerSwapOptions(), description="Exchanging jokers."
    )
    joker_shift: play.JokerShiftOptions = Field(
        play.JokerShiftOptions(), description="Shifting jokers."
    )
    table_rearrange: bool = Field(False, description="Melds on the table may be rearranged.")
    end: play.EndOptions = Field(play.EndOptions(), description="Going out.")
    knock: play.KnockOptions = Field(play.KnockOptions(), description="Knocking.")
    deal_win: play.DealWinOptions = Field(play.DealWinOptions(), description="Winning as dealt.")
    stock: play.StockOptions = Field(play.StockOptions(), description="The stock.")
    values: scoring.ValuesOptions = Field(scoring.ValuesOptions(), description="Card values.")
    count: scoring.CountOptions = Field(scoring.CountOptions(), description="Counting.")
    score: scoring.ScoreOptions = Field(scoring.ScoreOptions(), description="Scoring.")
    tie: scoring.TieOptions = Field(scoring.TieOptions(), description="Ties.")
    tonk: scoring.TonkOptions = Field(scoring.TonkOptions(), description="Tonk's stakes.")
    game: scoring.GameOptions = Field(scoring.GameOptions(), description="The game.")

    def __getitem__(self, key: str) -> Any:
        """The value of an option by its dotted name."""
        try:
            return self.options[key]
        except KeyError:
            raise RulesError(
                "unknown-option",
                f"unknown option {excerpt(key)}{nearest(key, self.options)}",
                {"key": key},
            ) from None

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """All options by dotted name, in the order of the model, ``id`` and texts left out."""
        values = flat(self.model_dump(by_alias=True))
        return MappingProxyType(
            {
                name: MappingProxyType(value) if isinstance(value, dict) else value
                for name, value in values.items()
                if name not in TEXTS
            }
        )

    def replace(self, changes: Mapping[str, Any]) -> RuleSet:
        """A copy with some options changed.

        Args:
            changes: Values by dotted names (``{"meld.run.min": 3}``), nested, or both.

        Raises:
            RulesError: an unknown option, a value that is not allowed, or values that cannot
                go together; it names the option, the value and what is allowed.

        >>> from meldwise.rules import rules
        >>> rules("gin-rummy").replace({"knock.limit": 5, "end": {"big_gin": True}}).knock.limit
        5
        """
        if not isinstance(changes, Mapping):
            raise RulesError(
                "bad-changes",
                'changes are a table of options by name, such as {"meld.run.min": 3}',
                {"field": "changes"},
            )
        if not changes:
            return self
        return build(merged(self.model_dump(by_alias=True), nested(without_null_text(changes))))

    def packs(self, players: int | None = None) -> int:
        """Packs in play with so many players (None: the fewest).

        >>> from meldwise.rules import rules
        >>> rules("wildcard-rummy").packs(), rules("wildcard-rummy").packs(7)
        (1, 2)
        """
        return self._for_players(self.deck.packs, players)

    def jokers_total(self, players: int | None = None) -> int:
        """Printed jokers in all, with so many players (None: the fewest).

        >>> from meldwise.rules import rules
        >>> rules("wildcard-rummy").jokers_total(7)
        4
        """
        if isinstance(self.deck.jokers, int):
            return self.deck.jokers
        return int(self.deck.jokers.removesuffix("/pack")) * self.packs(players)

    def cards_in_all(self, players: int | None = None) -> int:
        """Cards of all packs and jokers with so many players (None: the fewest)."""
        in_pack = len(self.deck.suits) * len(self.deck.ranks)
        return self.packs(players) * in_pack + self.jokers_total(players)

    def dealt_to_each(self, players: int | None = None) -> int:
        """Cards that the rules deal to each of so many players, whether or not there are enough."""
        by_packs = self.deal.cards_by_packs.get(str(self.packs(players)))
        return by_packs or self._for_players(self.deal.cards, players)

    def serves(self, players: int) -> bool:
        """Whether the deal to so many players and the next card leave a stock."""
        return players * self.dealt_to_each(players) + 1 < self.cards_in_all(players)

    def cards_dealt(self, players: int | None = None) -> int:
        """Cards dealt to each of so many players (None: the fewest).

        Raises:
            RequestError: the packs do not serve so many players.

        >>> from meldwise.rules import rules
        >>> rules("knock-rummy").cards_dealt(2), rules("knock-rummy").cards_dealt(4)
        (10, 7)
        """
        count = self.players.min if players is None else players
        dealt = self.dealt_to_each(count)
        if not self.serves(count):
            raise RequestError(
                "too-many-players",
                f"{count} players with {dealt} cards each leave no stock: the packs hold "
                f"{self.cards_in_all(count)} cards",
                {"field": "players", "value": count},
            )
        return dealt

    def _for_players(self, table: int | Mapping[str, int], players: object) -> int:
        count = self.players.min if players is None else whole(players)
        if count is None or not self.players.min <= count <= self.players.max:
            found = shown(players)
            fewest, most = self.players.min, self.players.max
            seats = f"{most}" if fewest == most else f"{fewest} to {most}"
            raise RequestError(
                "bad-players",
                f"{self.name} is for {seats} {'player' if most == 1 else 'players'}, not {found}",
                {
                    "field": "players",
                    "value": int(found) if found.lstrip("-").isdecimal() else found,
                },
            )
        if isinstance(table, int):
            return table
        for span, number in table.items():
            low, _, high = span.partition("-")
            if int(low) <= count <= int(high or low):
                return number
        raise AssertionError("contradictions() checks that every number of players is covered")

    def to_dict(self) -> dict[str, Any]:
        """The whole rule set as JSON values, nested; `build` reads it back.

        >>> from meldwise.rules import rules
        >>> build(rules("tonk").to_dict()) == rules("tonk")
        True
        """
        return self.model_dump(mode="json", by_alias=True)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.model_dump_json())

    @model_validator(mode="after")
    def _no_contradiction(self) -> Self:
        for key, sentence in contradictions(self):
            raise PydanticCustomError(
                "contradiction", "{sentence}", {"key": key, "sentence": sentence}
            )
        return self


TEXTS = frozenset({"id", "name", "description"})


def option_names() -> tuple[str, ...]:
    """The dotted names of all options, in the order of the model.

    >>> option_names()[3:6]
    ('players.min', 'players.max', 'deck.packs')
    """
    return tuple(name for name, _ in _fields(RuleSet, ""))


def nullable_options() -> tuple[str, ...]:
    """The dotted names of the options that may be null.

    >>> nullable_options()[:2]
    ('meld.set.max', 'wild.max_per_meld')
    """
    return tuple(name for name, field in _fields(RuleSet, "") if _may_be_null(field))


def _may_be_null(field: FieldInfo) -> bool:
    return type(None) in get_args(field.annotation)


def _fields(model: type[BaseModel], prefix: str) -> Iterator[tuple[str, FieldInfo]]:
    for name, field in model.model_fields.items():
        path = prefix + (field.alias or name)
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _fields(field.annotation, f"{path}.")
        else:
            yield path, field


def build(values: Mapping[str, Any]) -> RuleSet:
    """A rule set from nested values; whatever is left out has the model's default.

    Raises:
        RulesError: names the option, its value and what is allowed.

    >>> build({"id": "house", "deal": {"cards": 10}}).cards_dealt()
    10
    """
    try:
        return RuleSet.model_validate(dict(values))
    except ValidationError as error:
        raise rules_error(error, option_names(), nullable_options()) from None
