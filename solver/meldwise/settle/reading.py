"""From an outcome as JSON to an `Outcome`: the edge where names and texts become values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldwise.cards import Card, Hand, parse_card, parse_cards
from meldwise.errors import InputError, PositionError, RequestError, excerpt, nearest, shown
from meldwise.position import TableMeld, terms_of
from meldwise.position.reading import known_jokers, table_meld
from meldwise.rules.catalog import rules_in
from meldwise.rules.ruleset import RuleSet
from meldwise.settle.ending import Ending, is_whole
from meldwise.settle.outcome import Outcome

_KEYS = (
    *("rules", "options", "players", "ending", "counts", "hands", "table", "melded", "upcard"),
    *("scores", "buy_ins", "locale"),
)
_ENDING_KEYS = ("kind", "player", "discarded", "at_once", "declared")


def read_outcome(given: Mapping[str, Any]) -> Outcome:
    """The outcome that a dict, such as a JSON document, describes.

    Raises:
        NotationError, HandError, RulesError, RequestError: whatever is wrong with it; ``where``
            has the field, and the player where one is concerned.

    >>> read_outcome({"rules": "gin", "ending": {"kind": "knock", "player": 1}, "counts": [9, 2]})
    ... # doctest: +ELLIPSIS
    Outcome(rules=...ending=Ending(kind='knock', player=1,...counts=(9, 2), hands=None, ...)
    """
    fields = _mapping("outcome", given, _KEYS)
    rules = rules_in(fields)
    locale = _text("locale", fields.get("locale"), "en")
    hands = _hands(fields.get("hands"), locale)
    return Outcome(
        rules=rules,
        ending=_ending(fields.get("ending")),
        counts=_numbers("counts", fields.get("counts")),
        hands=hands,
        table=_table(fields.get("table"), rules, _players(fields, rules, hands), locale),
        melded=_numbers("melded", fields.get("melded")),
        upcard=_upcard(fields.get("upcard"), locale),
        scores=_numbers("scores", fields.get("scores")),
        buy_ins=_numbers("buy_ins", fields.get("buy_ins")),
    )


def _mapping(name: str, value: object, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RequestError(
            f"bad-{name}",
            f"{name}: {excerpt(value)} is not an object with {', '.join(keys)}",
            {"field": name},
        )
    for key in value:
        if key not in keys:
            raise RequestError(
                "unknown-field",
                f"{name}: unknown field {excerpt(key)}{nearest(key, keys)}: "
                f"known are {', '.join(keys)}",
                {"field": shown(key)},
            )
    return value


def _ending(value: object) -> Ending:
    if value is None:
        raise RequestError(
            "no-ending",
            'ending: say how the hand ended, such as {"kind": "knock", "player": 0}',
            {"field": "ending"},
        )
    fields = dict(_mapping("ending", value, _ENDING_KEYS))
    if "kind" not in fields:
        raise RequestError(
            "no-ending", "ending.kind: say how the hand ended", {"field": "ending.kind"}
        )
    declared = fields.get("declared")
    if declared is not None:
        fields["declared"] = tuple(_sequence("ending.declared", declared))
    if fields.get("at_once") is None:
        fields["at_once"] = False
    return Ending(**fields)


def _players(
    fields: Mapping[str, Any], rules: RuleSet, hands: tuple[tuple[Card, ...], ...] | None
) -> int:
    """The number of players, which decides how many packs there are."""
    numbers = fields.get("counts") if hands is None else hands
    found = len(numbers) if isinstance(numbers, Sequence) else rules.players.min
    said = fields.get("players")
    if said is None:
        return found
    if not is_whole(said):
        raise RequestError(
            "bad-players",
            f"players: {excerpt(said)} is not a whole number",
            {"field": "players", "value": shown(said)},
        )
    rules.packs(said)
    if said != found:
        name = "counts" if hands is None else "hands"
        raise RequestError(
            f"bad-{name}",
            f"{name} has {found} entries for {said} players: give one for each",
            {"field": name, "value": found},
        )
    return found


def _hands(value: object, locale: str) -> tuple[tuple[Card, ...], ...] | None:
    if value is None:
        return None
    hands = []
    for player, cards in enumerate(_sequence("hands", value)):
        read = _at({"field": "hands", "player": player}, Hand.parse, cards, locale)
        hands.append(read.cards)
    return tuple(hands)


def _table(value: object, rules: RuleSet, players: int, locale: str) -> tuple[TableMeld, ...]:
    if value is None:
        return ()
    terms = terms_of(rules, players)
    table = []
    for index, item in enumerate(_sequence("table", value)):
        where: dict[str, str | int] = {"field": "table", "meld": index}
        fields = _mapping("table", item, ("owner", "cards"))
        owner = fields.get("owner")
        if not is_whole(owner) or not 0 <= owner < players:
            raise RequestError(
                "bad-owner",
                f"meld {index} of the table: say which player's it is (owner): players are "
                f"numbered 0 to {players - 1}",
                {"field": f"table.{index}.owner"},
            )
        placed = known_jokers(terms, _at(where, parse_cards, fields.get("cards", ""), locale))
        try:
            meld = table_meld(terms, placed, f"meld {index} of the table")
        except PositionError as error:
            raise RequestError(error.code, error.message, where) from None
        table.append(TableMeld(owner, meld))
    return tuple(table)


def _upcard(value: object, locale: str) -> Card | None:
    if value is None or isinstance(value, Card):
        return value
    card: Card = _at({"field": "upcard"}, parse_card, _text("upcard", value, ""), locale)
    return card


def _at(where: dict[str, str | int], read: Any, value: Any, locale: str) -> Any:
    """What a reader of cards makes of a value; its errors also say which field is wrong."""
    try:
        return read(value, locale)
    except InputError as error:
        place = " ".join(str(part) for part in where.values())
        raise type(error)(
            error.code, f"{place}: {error.message}", {**error.where, **where}
        ) from None


def _sequence(name: str, value: object) -> Sequence[Any]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise RequestError(
            f"bad-{name.rpartition('.')[2]}",
            f"{name}: {excerpt(value)} is not a list",
            {"field": name},
        )
    return value


def _numbers(name: str, value: object) -> tuple[Any, ...] | None:
    return None if value is None else tuple(_sequence(name, value))


def _text(name: str, value: object, usual: str) -> str:
    if value is None:
        return usual
    if not isinstance(value, str):
        raise RequestError(f"bad-{name}", f"{name}: {excerpt(value)} is not text", {"field": name})
    return value
