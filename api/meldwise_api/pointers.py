"""From where the library says that a fault is to a JSON pointer (RFC 6901) into the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

# What Python calls otherwise than the body.
_NAMES: Final = {"seconds": "time", "set": "options"}

# What stands beside a position in a request; a position has all other fields itself.
_BESIDE: Final = ("time", "samples", "se", "seed")

# The fields that hold cards, where an error only counts them.
_CARD_FIELDS: Final = ("hand", "cards", "hands")


def pointer(parts: Sequence[str | int]) -> str:
    """The pointer of some names and places.

    >>> pointer(["options", "a/b", 3])
    '/options/a~1b/3'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')[:80]}" for part in parts)


def pointer_of(where: Mapping[str, str | int], body: Any) -> str | None:
    """Where in the body the fault is of which the library says ``where``; None: not known.

    >>> pointer_of({"card": 2, "text": "7X"}, {"hand": ["7H", "7X"]})
    '/hand/1'
    >>> pointer_of({"key": "meld.run.min"}, {"rules": "loba", "options": {"meld.run.min": 0}})
    '/options/meld.run.min'
    """
    if not isinstance(body, Mapping):
        return None
    if "key" in where:
        return _option(str(where["key"]), body)
    inner = body.get("position")
    if inner is not None and _NAMES.get(str(where.get("field")), where.get("field")) not in _BESIDE:
        return f"/position{pointer_of(where, inner) or ''}"
    if "field" in where:
        return _field(where, body)
    if "card" in where or "cards" in where or "text" in where or "count" in where:
        return _cards(where, body)
    return None


def _field(where: Mapping[str, str | int], body: Mapping[str, Any]) -> str | None:
    first, *rest = str(where["field"]).split(".")
    if not first.isidentifier():
        return None
    name = _NAMES.get(first, first)
    if name == "players" and body.get(name) is None:
        # How many play is told by what there is of each.
        name = next((other for other in ("counts", "hands") if body.get(other) is not None), name)
    parts: list[str | int] = [name, *rest]
    # A player's hand or count, a meld of the table, a group of pinned cards.
    for key in ("player", "meld", "pin"):
        value = body.get(name)
        if key in where and isinstance(value, list) and len(parts) == 1:
            parts.append(where[key])
    value = _walk(body, parts)
    if isinstance(value, Mapping) and "card" in where and "cards" in value:
        parts.append("cards")
        value = value["cards"]
    if isinstance(value, list) and "card" in where:
        parts += _card_place(where, value)
    return pointer(parts)


def _walk(value: Any, parts: Sequence[str | int]) -> Any:
    for part in parts:
        if isinstance(value, Mapping):
            value = value.get(str(part))
        elif isinstance(value, list) and str(part).isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _cards(where: Mapping[str, str | int], body: Mapping[str, Any]) -> str | None:
    name = next((name for name in _CARD_FIELDS if name in body), None)
    if name is None:
        return None
    value = body[name]
    return pointer([name, *(_card_place(where, value) if isinstance(value, list) else ())])


def _card_place(where: Mapping[str, str | int], cards: list[Any]) -> list[str | int]:
    """The place of a card in a list, if each item is one card up to there."""
    number = where.get("card")
    if not isinstance(number, int) or not 1 <= number <= len(cards):
        return []
    item = cards[number - 1]
    return [number - 1] if isinstance(item, str) and len(item.split()) == 1 else []


def _option(key: str, body: Mapping[str, Any]) -> str:
    """An option: in ``options`` or in inline rules, by its dotted name or in its section."""
    for name in ("options", "rules"):
        tables: list[tuple[list[str | int], Any]] = [([name], body.get(name))]
        position = body.get("position")
        if isinstance(position, Mapping):
            tables.append((["position", name], position.get(name)))
        for start, table in tables:
            inside = _option_in(table, key)
            if inside is not None:
                return pointer([*start, *inside])
    within = body.get("position")
    if isinstance(within, Mapping):
        return f"/position{_option(key, within)}"
    return "/position" if within else "/options" if body.get("options") else "/rules"


def _option_in(table: Any, key: str) -> list[str | int] | None:
    if not isinstance(table, Mapping):
        return None
    parts = key.split(".")
    for end in range(len(parts), 0, -1):
        head = ".".join(parts[:end])
        if head in table:
            rest = ".".join(parts[end:])
            inside = _option_in(table[head], rest) if rest else []
            return None if inside is None else [head, *inside]
    return None


def _holds(given: Any, part: str | int) -> bool:
    """Whether there is such a value, if only null."""
    if isinstance(given, list):
        return isinstance(part, int) and part < len(given)
    return isinstance(given, Mapping) and part in given


def pointer_in(place: Sequence[str | int], given: Any, *, missing: bool) -> tuple[str, list[str]]:
    """The pointer of a place as pydantic gives it, which also names the kinds it has tried.

    >>> pointer_in(["hand", "list[str]", 1], {"hand": ["7H", 8]}, missing=False)
    ('/hand/1', ['hand', '1'])
    """
    parts: list[str | int] = []
    for number, part in enumerate(place):
        inner = _walk(given, [part])
        if inner is not None:
            given = inner
        elif not _holds(given, part) and not (missing and number == len(place) - 1):
            continue
        parts.append(part)
    return pointer(parts), [str(part) for part in parts]
