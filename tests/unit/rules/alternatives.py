"""Other values for every option, read off the JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from meldwise.rules.schema import rules_schema

SCHEMA = rules_schema()

# Values that the schema cannot make up: text with a meaning of its own, tables and lists.
BY_HAND: dict[str, list[Any]] = {
    "id": ["house"],
    "name": ["House rules"],
    "description": ["As we play it."],
    "deck.packs": [1, 2, 3],
    "deck.jokers": [0, 1, 3, "3/pack"],
    "deck.ranks": ["A234567JQK", "23456789TJQK"],
    "deck.suits": ["SHD", "HC"],
    "deck.wild_ranks": [[], ["3"], ["2", "J"]],
    "deal.cards": [5, 6],
    "deal.cards_by_packs": [{"1": 5, "2": 6}],
    "values.meld.ranks": [{"Q": 50}],
    "values.hand.ranks": [{"Q": 50}],
}


def alternatives(option: str) -> list[Any]:
    """Values that the schema allows for an option (by its dotted name)."""
    return BY_HAND.get(option) or list(_values(resolved(SCHEMA["properties"][option])))


def resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of the schema with its reference followed."""
    found: Any = schema
    while "$ref" in found:
        path = found["$ref"].removeprefix("#/").split("/")
        found = SCHEMA
        for part in path:
            found = found[part]
    return found if isinstance(found, Mapping) else {}


def _values(schema: Mapping[str, Any]) -> Iterator[Any]:
    for choice in schema.get("anyOf", []):
        yield from _values(choice)
    yield from schema.get("enum", [])
    if "const" in schema:
        yield schema["const"]
    match schema.get("type"):
        case "boolean":
            yield from (False, True)
        case "null":
            yield None
        case "integer":
            low, high = schema["minimum"], schema["maximum"]
            yield from sorted({low, min(low + 1, high), min(low + 2, high), 3, high} - {0}) or [0]
