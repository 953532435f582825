"""Positions from JSON and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from meldwise.cards import JOKER, Card, PlacedCard, parse_cards
from meldwise.display import Look
from meldwise.errors import InputError, PositionError, excerpt, nearest, shown
from meldwise.melds.meld import Meld
from meldwise.melds.readings import read_meld
from meldwise.melds.sentences import explain_fault, nearest_fault
from meldwise.position.position import (
    Opponent,
    Phase,
    Position,
    Source,
    TableMeld,
    Taken,
    Turn,
)
from meldwise.position.terms import Terms, terms_of
from meldwise.position.validation import validate
from meldwise.rules.catalog import PRESETS, preset, rules_in
from meldwise.rules.ruleset import RuleSet

_FIELDS: Final = (
    *(
        "rules",
        "options",
        "players",
        "seat",
        "dealer",
        "to_move",
        "phase",
        "hand",
        "taken",
        "discards",
    ),
    *("stock", "scores", "table", "opened", "placed", "opponents", "turn", "upcard"),
)

_MOST_MELDS: Final = 60
_MOST_SCORE: Final = 1_000_000_000


def read_position(values: Mapping[str, Any]) -> Position:
    """A validated position from JSON values.

    What is left out has its usual value: the fewest players, seat 0, the last seat as dealer,
    nothing discarded or laid, opponents with as many cards as were dealt, the rest in the stock.

    >>> position = read_position(
    ...     {"rules": "gin-rummy", "hand": "AS2S3S5H6H7H9C9DTDKH", "discards": ["TC"]}
    ... )
    >>> position.stock, position.phase
    (31, 'draw')
    """
    _known_names("position", values, _FIELDS, "")
    rules = rules_in(values, usual="gin-rummy")
    players = _number(values, "players", rules.players.min, 1, rules.players.max)
    terms = terms_of(rules, players)
    seat = _number(values, "seat", 0, 0, players - 1)
    taken = _taken(terms, values.get("taken"))
    hand = _cards(terms, values.get("hand", ()), "hand")
    discards = _cards(terms, values.get("discards", ()), "discards")
    table = _table(terms, values.get("table", ()), seat)
    opponents = _opponents(terms, seat, values.get("opponents", ()))
    seen = len(hand) + len(discards) + sum(known.meld.size for known in table)
    rest = terms.cards - seen - sum(opponent.cards for opponent in opponents)
    upcard = _cards(terms, values.get("upcard") or (), "upcard")
    position = Position(
        rules=rules,
        players=players,
        seat=seat,
        to_move=_number(values, "to_move", seat, 0, players - 1),
        dealer=_number(values, "dealer", players - 1, 0, players - 1),
        phase=_phase(values.get("phase", "draw" if taken is None else "play")),
        hand=hand,
        stock=_number(values, "stock", max(rest, 0), 0, terms.cards),
        discards=discards,
        scores=_scores(players, values.get("scores")),
        taken=taken,
        table=table,
        opened=_flags(players, "opened", values.get("opened"), {known.owner for known in table}),
        placed=_flags(players, "placed", values.get("placed"), set()),
        opponents=opponents,
        turn=_turn(terms, values.get("turn") or {}),
        upcard=upcard[0] if upcard else None,
    )
    validate(position)
    return position


def position_dict(position: Position) -> dict[str, Any]:
    """The JSON form of a position."""
    name, options = rules_and_options(position.rules)
    values: dict[str, Any] = {
        "rules": name,
        "options": options,
        "players": position.players,
        "seat": position.seat,
        "dealer": position.dealer,
        "phase": position.phase,
        "hand": [str(card) for card in position.hand],
        "taken": None if position.taken is None else position.taken.to_dict(),
        "discards": [str(card) for card in position.discards],
        "stock": position.stock,
        "scores": list(position.scores),
        "table": [known.to_dict() for known in position.table],
        "opened": list(position.opened),
        "placed": list(position.placed),
        "opponents": [opponent.to_dict() for opponent in position.opponents],
        "turn": position.turn.to_dict(),
    }
    if position.to_move != position.seat:
        values["to_move"] = position.to_move
    if position.taken is None:
        del values["taken"]
    if position.upcard is not None:
        values["upcard"] = str(position.upcard)
    return values


@lru_cache(maxsize=256)
def rules_and_options(rules: RuleSet) -> tuple[str | dict[str, Any], dict[str, Any]]:
    """A preset's id and what differs from it; any other rule set whole."""
    if rules.id not in PRESETS:
        return rules.to_dict(), {}
    plain = preset(rules.id).options
    return rules.id, {
        key: dict(value) if isinstance(value, Mapping) else value
        for key, value in rules.options.items()
        if value != plain[key]
    }


def _known_names(what: str, values: object, known: Sequence[str], where: str) -> None:
    if not isinstance(values, Mapping):
        raise PositionError(
            "not-an-object",
            f"{what}: a JSON object is needed, not {type(values).__name__}",
            {"field": where.rstrip(".") or what},
        )
    for name in values:
        if name not in known:
            raise PositionError(
                "unknown-field",
                f"{what}: unknown field {excerpt(name)}{nearest(name, known)}; known are "
                f"{', '.join(known)}",
                {"field": f"{where}{shown(name)}"},
            )


def _number(
    values: Mapping[str, Any], name: str, default: int, least: int, most: int, where: str = ""
) -> int:
    value = values.get(name)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(
            "bad-number",
            f"{where}{name}: {excerpt(value)} is not a number from {least} to {most}",
            {"field": f"{where}{name}"},
        )
    return value


def _phase(value: object) -> Phase:
    phases: tuple[Phase, ...] = get_args(Phase)
    for phase in phases:
        if value == phase:
            return phase
    raise PositionError(
        "bad-phase",
        f"phase: {excerpt(value)} is not one of {', '.join(get_args(Phase))}",
        {"field": "phase"},
    )


def _placed_cards(terms: Terms, cards: object, field: str) -> tuple[PlacedCard, ...]:
    if not isinstance(cards, str | list | tuple):
        raise PositionError(
            "not-cards",
            f"{field}: cards are text or a list, not {type(cards).__name__}",
            {"field": field},
        )
    try:
        found = parse_cards(cards)
    except InputError as error:
        raise PositionError(
            error.code, f"{field}: {_elsewhere(error.message)}", error.where | {"field": field}
        ) from None
    return known_jokers(terms, found)


def _elsewhere(message: str) -> str:
    """What is said of a card when a field is named, which need not be a hand."""
    return message.replace(" of the hand", "", 1)


def known_jokers(terms: Terms, cards: Sequence[PlacedCard]) -> tuple[PlacedCard, ...]:
    """The cards, their jokers without a colour where the rules know none."""
    if terms.rules.wild.joker_colours:
        return tuple(cards)
    return tuple(
        PlacedCard(JOKER, card.rank, card.suit, card.wild) if card.card.is_joker else card
        for card in cards
    )


def _cards(terms: Terms, cards: object, field: str) -> tuple[Card, ...]:
    found = _placed_cards(terms, cards, field)
    for card in found:
        if card.wild:
            raise PositionError(
                "stands-for-in-hand",
                f"{field}: {card} says what a wild stands for; that is fixed only in a meld: "
                f"write {card.card}",
                {"field": field, "text": str(card)},
            )
    return tuple(card.card for card in found)


def _taken(terms: Terms, value: object) -> Taken | None:
    if value is None:
        return None
    _known_names("taken", value, ("card", "from", "with"), "taken.")
    assert isinstance(value, Mapping)
    cards = _cards(terms, value.get("card", ()), "taken.card")
    if len(cards) != 1:
        raise PositionError(
            "bad-taken", "taken.card: one card is needed: the one drawn", {"field": "taken.card"}
        )
    source = value.get("from")
    for known in get_args(Source):
        if source == known:
            return Taken(cards + _cards(terms, value.get("with", ()), "taken.with"), known)
    raise PositionError(
        "bad-source",
        f"taken.from: {excerpt(source)} is not stock or discard",
        {"field": "taken.from"},
    )


def _table(terms: Terms, value: object, seat: int) -> tuple[TableMeld, ...]:
    if not isinstance(value, list | tuple) or len(value) > _MOST_MELDS:
        raise PositionError(
            "bad-table", f"table: a list of up to {_MOST_MELDS} melds is needed", {"field": "table"}
        )
    # Melds that everybody may rearrange are nobody's: who laid them need not be told.
    owner = seat if terms.rules.table_rearrange else -1
    return tuple(_table_meld(terms, item, index, owner) for index, item in enumerate(value))


def _table_meld(terms: Terms, value: object, index: int, usual: int) -> TableMeld:
    where = f"table.{index}"
    _known_names(where, value, ("owner", "cards"), f"{where}.")
    assert isinstance(value, Mapping)
    owner = _number(value, "owner", usual, 0, terms.players - 1, f"{where}.")
    if owner < 0:
        raise PositionError(
            "no-owner", f"{where}: the seat that laid the meld is needed", {"field": where}
        )
    cards = _placed_cards(terms, value.get("cards", ()), where)
    return TableMeld(owner, table_meld(terms, cards, where))


def table_meld(terms: Terms, cards: Sequence[PlacedCard], where: str) -> Meld:
    """The one meld that cards on a table are: as they lie, or in any order.

    Raises:
        PositionError: they are no meld, or more than one and nothing says which.
    """
    for ordered in (True, False):
        found = read_meld(terms.melds, cards, ordered=ordered)
        # In a meld that may be taken apart it does not matter what a joker stands for.
        settled = ordered or terms.rules.table_rearrange
        if len(found.melds) == 1 or (settled and found.melds):
            return found.melds[0]
    if found.melds:
        raise PositionError(
            "ambiguous-meld",
            f"{where}: {_said(terms, cards)} can be {found.melds[0]} or {found.melds[1]}: "
            "say what the wild stands for",
            {"field": where},
        )
    naturals = sum(not terms.melds.is_wild(card.card.code) for card in cards)
    kind, code = nearest_fault(found.faults, naturals)
    raise PositionError(
        code,
        f"{where}: {_said(terms, cards)} is no meld: "
        f"{explain_fault(terms.melds, kind, code, cards)}",
        {"field": where},
    )


def _said(terms: Terms, cards: Sequence[PlacedCard]) -> str:
    look = Look(ascii_only=True, tiles=True)
    tiles = terms.rules.deck.notation == "tiles"
    return " ".join(look.placed(card).text if tiles else str(card) for card in cards)


def _scores(players: int, value: object) -> tuple[int, ...]:
    if value is None:
        return (0,) * players
    if (
        not isinstance(value, list | tuple)
        or len(value) != players
        or any(isinstance(score, bool) or not isinstance(score, int) for score in value)
        or any(abs(score) > _MOST_SCORE for score in value)
    ):
        raise PositionError(
            "bad-scores",
            f"scores: {excerpt(value)} is not a list of {players} whole numbers, each "
            f"{_MOST_SCORE} at most",
            {"field": "scores"},
        )
    return tuple(value)


def _flags(players: int, name: str, value: object, default: set[int]) -> tuple[bool, ...]:
    if value is None:
        return tuple(seat in default for seat in range(players))
    if (
        not isinstance(value, list | tuple)
        or len(value) != players
        or any(not isinstance(flag, bool) for flag in value)
    ):
        raise PositionError(
            f"bad-{name}",
            f"{name}: {excerpt(value)} is not a list of {players} true or false",
            {"field": name},
        )
    return tuple(value)


def _opponents(terms: Terms, seat: int, value: object) -> tuple[Opponent, ...]:
    if not isinstance(value, list | tuple):
        raise PositionError("bad-opponents", "opponents: a list is needed", {"field": "opponents"})
    others = [other for other in range(terms.players) if other != seat]
    found = {other: Opponent(other, terms.dealt) for other in others}
    seen: set[int] = set()
    for index, item in enumerate(value):
        where = f"opponents.{index}"
        _known_names(where, item, ("seat", "cards", "holds", "threw", "passed"), f"{where}.")
        usual = others[index] if index < len(others) else -1
        other = _number(item, "seat", usual, 0, terms.players - 1, f"{where}.")
        if other == seat or other < 0 or other in seen:
            raise PositionError(
                "bad-seat",
                f"{where}: seat {other} is not another player, or stands here twice",
                {"field": f"{where}.seat"},
            )
        seen.add(other)
        found[other] = Opponent(
            other,
            _number(item, "cards", terms.dealt, 0, terms.cards, f"{where}."),
            *(
                _cards(terms, item.get(name, ()), f"{where}.{name}")
                for name in ("holds", "threw", "passed")
            ),
        )
    return tuple(found[other] for other in others)


def _turn(terms: Terms, value: object) -> Turn:
    names = ("number", "offered", "stock_only", "placed", "opened", "used", "freed")
    _known_names("turn", value, names, "turn.")
    assert isinstance(value, Mapping)
    for name in names[1:-1]:
        if not isinstance(value.get(name, False), bool):
            raise PositionError(
                "bad-turn",
                f"turn.{name}: {excerpt(value[name])} is not true or false",
                {"field": f"turn.{name}"},
            )
    return Turn(
        number=_number(value, "number", 0, 0, 1_000_000, "turn."),
        freed=_cards(terms, value.get("freed", ()), "turn.freed"),
        **{name: value.get(name, False) for name in names[1:-1]},
    )
