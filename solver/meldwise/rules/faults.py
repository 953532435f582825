"""Validation faults as one clear `RulesError`: the option, its value, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from meldwise.errors import RulesError, excerpt, nearest
from meldwise.rules.kinds import (
    ID_PATTERN,
    JOKERS_PATTERN,
    PACKS_PATTERN,
    PLAYERS_PATTERN,
    RANK_PATTERN,
)

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_PATTERNS: Final = {
    ID_PATTERN: "lower-case letters, digits and hyphens, 60 at most",
    PLAYERS_PATTERN: 'a number of players or a range as the key, such as "2-4" or "5"',
    PACKS_PATTERN: 'a number of packs, 1 to 7, as the key, such as "2"',
    RANK_PATTERN: 'a rank as the key: "A", "2" to "9", "T", "J", "Q" or "K"',
    JOKERS_PATTERN: 'so many per pack, such as "2/pack"',
}
_KINDS: Final = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_unicode": "text",
    "tuple_type": "a list",
    "dict_type": "a table",
    "mapping_type": "a table",
    "model_type": "a section with options of its own",
    "model_attributes_type": "a section with options of its own",
}


def rules_error(
    error: ValidationError, known: Iterable[str], may_be_null: Iterable[str]
) -> RulesError:
    """The first fault of a validation as an error that names option, value and what is allowed.

    Args:
        error: What pydantic found.
        known: The dotted names of all options, to suggest the nearest one.
        may_be_null: Those of them that may be null.
    """
    faults = error.errors(include_url=False)
    names = frozenset(known)
    first = faults[0]
    if first["type"] == "contradiction":
        context = first["ctx"]
        return RulesError("contradiction", first["msg"], {"key": str(context["key"])})
    key = _option_name(first, names)
    if first["type"] == "extra_forbidden":
        return RulesError(
            "unknown-option",
            f"unknown option {excerpt(key)}{nearest(key, names | _sections(names))}",
            {"key": key, "value": shown(first["input"])[:80]},
        )
    same = _of_the_kind_meant([fault for fault in faults if _option_name(fault, names) == key])
    null = ["null for none"] if key in may_be_null else []
    allowed = "; or ".join([*dict.fromkeys(_allowed(fault) for fault in same), *null])
    value = shown(same[0]["input"])
    place = f"option {key}{_entry(first, same[0])}" if key else "the options"
    return RulesError(
        "bad-value",
        f"{place}: {excerpt(value)} is not allowed: {allowed}",
        {"key": key, "value": value[:80]},
    )


def shown(value: object) -> str:
    """A value as a rules file would write it, whatever it is.

    >>> shown(None), shown(True), shown("corner"), shown(10**9999)
    ('null', 'true', 'corner', 'a value too large to show')
    """
    if value is None:
        return "null"
    try:
        return str(value).lower() if isinstance(value, bool) else str(value)
    except (ValueError, RecursionError):
        # Python writes no number of more than 4,300 digits and no list nested a thousand deep.
        return "a value too large to show"


def _sections(names: frozenset[str]) -> frozenset[str]:
    """The names of all groups of options, such as meld and meld.run."""
    parts = [name.split(".") for name in names]
    return frozenset(".".join(path[:end]) for path in parts for end in range(1, len(path)))


def _option_name(fault: ErrorDetails, names: frozenset[str]) -> str:
    """The longest part of the fault's place that is an option; the rest are kinds of its value."""
    parts = [str(part) for part in fault["loc"]]
    for end in range(len(parts), 0, -1):
        if ".".join(parts[:end]) in names:
            return ".".join(parts[:end])
    return ".".join(parts)


def _of_the_kind_meant(faults: list[ErrorDetails]) -> list[ErrorDetails]:
    """Of a value that may be of several kinds there is a fault per kind.

    Faults inside a table mean that a table was given: "a whole number" is no help then.
    """
    deepest = max(len(fault["loc"]) for fault in faults)
    inside = [fault for fault in faults if len(fault["loc"]) == deepest]
    return inside if isinstance(faults[0]["input"], Mapping) else faults


def _entry(outer: ErrorDetails, inner: ErrorDetails) -> str:
    """Which entry of a table is meant, when a fault is inside one."""
    table, key = outer["input"], inner["loc"][-1]
    return f", {excerpt(key)}" if isinstance(table, Mapping) and key in table else ""


def _allowed(fault: ErrorDetails) -> str:
    context: dict[str, Any] = fault.get("ctx", {})
    match fault["type"]:
        case "literal_error":
            return "one of " + str(context["expected"]).replace("'", "").replace(" or ", ", ")
        case "greater_than_equal":
            return f"{context['ge']} or more"
        case "less_than_equal":
            return f"{context['le']} or less"
        case "string_pattern_mismatch":
            return _PATTERNS[context["pattern"]]
        case kind if kind in _KINDS:
            return _KINDS[kind]
        case _:
            return fault["msg"][0].lower() + fault["msg"][1:]
