"""The actions of a player, as frozen values with a JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from meldwise.cards import Card, PlacedCard, parse_cards
from meldwise.errors import ActionError, NotationError, excerpt, nearest, shown
from meldwise.position import Source


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare a hand that wins as dealt."""

    type: ClassVar[str] = "declare"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type}


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock or the discard pile.

    ``card`` says how deep to go where the rules allow it: this card and all above it.
    """

    source: Source
    card: Card | None = None
    type: ClassVar[str] = "draw"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        deep = {} if self.card is None else {"card": str(self.card)}
        return {"type": self.type, "from": self.source, **deep}


@dataclass(frozen=True, slots=True)
class LayMeld:
    """Lay a meld from the hand; wilds may say what they stand for.

    Without that the dearest reading is meant.
    """

    cards: tuple[PlacedCard, ...]
    type: ClassVar[str] = "meld"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type, "cards": [str(card) for card in self.cards]}


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to a meld on the table, by the meld's index; a wild may say what it stands for."""

    card: PlacedCard
    meld: int
    type: ClassVar[str] = "lay-off"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type, "card": str(self.card), "meld": self.meld}


@dataclass(frozen=True, slots=True)
class SwapJoker:
    """Put a card in the place of a joker of a meld and take the joker.

    ``others`` are further cards that complete the set in the same move, which strict rules ask
    for: each replaces another joker, or is laid off when there is none left.
    """

    card: Card
    meld: int
    others: tuple[Card, ...] = ()
    type: ClassVar[str] = "swap-joker"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        others = {"with": [str(card) for card in self.others]} if self.others else {}
        return {"type": self.type, "card": str(self.card), "meld": self.meld, **others}


@dataclass(frozen=True, slots=True)
class ShiftJoker:
    """Put a card in the place of a joker of a run and move the joker to an end of it.

    ``to`` is what the joker stands for afterwards.
    """

    card: Card
    meld: int
    to: Card
    type: ClassVar[str] = "shift-joker"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type, "card": str(self.card), "meld": self.meld, "to": str(self.to)}


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card, which ends the turn."""

    card: Card
    type: ClassVar[str] = "discard"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type, "card": str(self.card)}


@dataclass(frozen=True, slots=True)
class Knock:
    """End the hand with deadwood, before drawing or with a discard."""

    discard: Card | None = None
    type: ClassVar[str] = "knock"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        thrown = {} if self.discard is None else {"discard": str(self.discard)}
        return {"type": self.type, **thrown}


@dataclass(frozen=True, slots=True)
class GoOut:
    """Show a hand that is melded whole, with a discard or without."""

    discard: Card | None = None
    type: ClassVar[str] = "out"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        thrown = {} if self.discard is None else {"discard": str(self.discard)}
        return {"type": self.type, **thrown}


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing: decline an upcard on offer or a declaration, or end a turn that cannot go on."""

    type: ClassVar[str] = "pass"

    def to_dict(self) -> dict[str, Any]:
        """The action as JSON."""
        return {"type": self.type}


Action = Declare | Draw | LayMeld | LayOff | SwapJoker | ShiftJoker | Discard | Knock | GoOut | Pass
ActionLike = Action | Mapping[str, Any]
"""What every function takes for an action: the value or its JSON form."""

# More than any table holds; a number of thousands of digits could not even be told.
_MOST_MELDS = 1_000

_FIELDS: dict[str, tuple[str, ...]] = {
    "declare": (),
    "draw": ("from", "card"),
    "meld": ("cards",),
    "lay-off": ("card", "meld"),
    "swap-joker": ("card", "meld", "with"),
    "shift-joker": ("card", "meld", "to"),
    "discard": ("card",),
    "knock": ("discard",),
    "out": ("discard",),
    "pass": (),
}


def action_of(action: ActionLike) -> Action:
    """An action from itself or from its JSON form.

    Raises:
        ActionError: an unknown type, or a field that is missing or wrong.
        NotationError: text that is not a card.

    >>> action_of({"type": "discard", "card": "KH"})
    Discard(card=Card('KH'))
    """
    if isinstance(action, Action):
        return action
    if not isinstance(action, Mapping):
        raise ActionError(
            "bad-action",
            f'an action is an object such as {{"type": "pass"}}, not {type(action).__name__}',
            {"field": "action"},
        )
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise ActionError(
            "unknown-action",
            f"unknown action {excerpt(kind)}{nearest(kind, _FIELDS)}: it is one of "
            f"{', '.join(_FIELDS)}",
            {"field": "type"},
        )
    for name in action:
        if name not in ("type", *_FIELDS[kind]):
            allowed = ", ".join(_FIELDS[kind]) or "none"
            raise ActionError(
                "unknown-field",
                f"{kind}: unknown field {excerpt(name)}; known are {allowed}",
                {"field": shown(name)},
            )
    return _made(kind, action)


def _made(kind: str, values: Mapping[str, Any]) -> Action:
    match kind:
        case "declare":
            return Declare()
        case "pass":
            return Pass()
        case "draw":
            source = values.get("from")
            if source not in ("stock", "discard"):
                raise _missing(kind, "from", "stock or discard")
            return Draw(source, _optional_card(kind, values, "card"))
        case "meld":
            return LayMeld(_cards(kind, values, "cards"))
        case "lay-off":
            cards = _cards(kind, values, "card")
            if len(cards) != 1:
                raise _missing(kind, "card", "one card")
            return LayOff(cards[0], _index(kind, values))
        case "swap-joker":
            others = _cards(kind, {"with": values.get("with", ())}, "with")
            return SwapJoker(
                _card(kind, values, "card"),
                _index(kind, values),
                tuple(placed.card for placed in others),
            )
        case "shift-joker":
            card, to = _card(kind, values, "card"), _card(kind, values, "to")
            return ShiftJoker(card, _index(kind, values), to)
        case "discard":
            return Discard(_card(kind, values, "card"))
        case "knock":
            return Knock(_optional_card(kind, values, "discard"))
        case _:
            return GoOut(_optional_card(kind, values, "discard"))


def _cards(kind: str, values: Mapping[str, Any], name: str) -> tuple[PlacedCard, ...]:
    value = values.get(name)
    if not isinstance(value, str | list | tuple):
        raise _missing(kind, name, "cards")
    try:
        return parse_cards(value)
    except NotationError as error:
        raise NotationError(
            error.code, f"{kind}: {name}: {error.message}", error.where | {"field": name}
        ) from None


def _optional_card(kind: str, values: Mapping[str, Any], name: str) -> Card | None:
    return None if values.get(name) is None else _card(kind, values, name)


def _card(kind: str, values: Mapping[str, Any], name: str) -> Card:
    found = _cards(kind, values, name)
    if len(found) != 1 or found[0].wild:
        raise _missing(kind, name, "one card as itself")
    return found[0].card


def _index(kind: str, values: Mapping[str, Any]) -> int:
    value = values.get("meld")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _MOST_MELDS:
        raise _missing(kind, "meld", "the index of a meld on the table, from 0")
    return value


def _missing(kind: str, name: str, wanted: str) -> ActionError:
    return ActionError("bad-action", f"{kind}: {name} must be {wanted}", {"field": name})
